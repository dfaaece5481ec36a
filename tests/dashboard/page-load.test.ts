import { expect, test } from 'bun:test'
import { shareDashboard } from './harness.ts'
import { oneOfEverything } from './one-of-everything.ts'
import { measureLoad } from './page-load.ts'
import { knownPages } from './page-tree.ts'

/** The Overview has a lower limit, in its own test. */
const MAX_REQUESTS = 17
const MAX_SHIFT = 0.05

const dashboard = await shareDashboard()
await oneOfEverything(dashboard, (field) => `A ${field}`)

test.each([1440, 390])(
  'at %d px no page moves or has an error while it loads, and none needs many requests',
  async (width) => {
    const problems: string[] = []
    for (const path of await knownPages()) problems.push(...(await problemsOf(path, width)))
    expect(problems).toEqual([])
  },
)

async function problemsOf(path: string, width: number): Promise<string[]> {
  const { page, errors, foreignRequests, refusals, close } = await dashboard.open('/healthz', { width })
  const { requests, shift, shifts } = await measureLoad(page, dashboard.gateway.url + path)
  await close()
  const problems = [...errors, ...foreignRequests, ...refusals].map((problem) => `${path} ${problem}`)
  if (requests.length > MAX_REQUESTS) problems.push(`${path} ${requests.length} requests: ${requests.join(', ')}`)
  if (shift >= MAX_SHIFT) problems.push(`${path} shifts: ${shifts.join(' | ')}`)
  return problems
}
