/** Requests, transferred kB and layout shift of every page on a first visit. `npm run bench:pages`. */

import { setDefaultTimeout, test } from 'bun:test'
import { shareDashboard } from '../../tests/dashboard/harness.ts'
import { oneOfEverything } from '../../tests/dashboard/one-of-everything.ts'
import { measureLoad } from '../../tests/dashboard/page-load.ts'
import { knownPages } from '../../tests/dashboard/page-tree.ts'

setDefaultTimeout(600_000)

const dashboard = await shareDashboard()
await oneOfEverything(dashboard, (field) => `A ${field}`)

test('page loads', async () => {
  const print = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)
  print(['page', 'requests', 'kB without font', 'font kB', 'layout shift'])
  print(['---', '---:', '---:', '---:', '---:'])
  for (const path of ['sign-in', ...(await knownPages())]) {
    const isSignedOut = path === 'sign-in'
    const { page, close } = await dashboard.open('/healthz', isSignedOut ? { as: 'nobody' } : {})
    const load = await measureLoad(page, dashboard.gateway.url + (isSignedOut ? '/' : path))
    const kb = (bytes: number) => (bytes / 1_000).toFixed(1)
    print([
      path,
      String(load.requests.length),
      kb(load.transferredBytes - load.fontBytes),
      kb(load.fontBytes),
      load.shift.toFixed(3),
    ])
    if (process.env['VERBOSE']) process.stdout.write(`${[...load.requests, ...load.shifts].join('\n')}\n`)
    await close()
  }
})
