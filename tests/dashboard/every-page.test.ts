import { expect, test } from 'bun:test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { accessibilityProblems, shareDashboard, sidewaysOverflow } from './harness.ts'
import { drawn } from './in-page.ts'
import { oneOfEverything } from './one-of-everything.ts'
import { contentOf, follow, knownPages, linksOf, shapeOf } from './page-tree.ts'

/** Both themes and every width, but not all six pairs: colours depend on the theme, layout on the width. */
const LOOKS = [
  { theme: 'light', width: 1440, withAxe: true },
  { theme: 'dark', width: 1024, withAxe: false },
  { theme: 'dark', width: 390, withAxe: true },
  { theme: 'light', width: 320, withAxe: false },
] as const
const WALKERS = 2
/** A folder for a screenshot of every page in every look, for manual review. */
const PICTURES = process.env['GATEHOUSE_TEST_PICTURES']

const dashboard = await shareDashboard()
await oneOfEverything(dashboard, (field) => `A ${field}`)
const pages = await knownPages()

type Walk = {
  readonly queue: string[]
  readonly seen: Set<string>
  readonly contents: Set<string>
  readonly problems: string[]
}

/** Each page is also opened with its form, if it has one. */
function enqueue({ queue, seen }: Walk, addresses: readonly string[]): void {
  for (const address of addresses) {
    const shape = shapeOf(address)
    if (seen.has(shape)) continue
    seen.add(shape)
    queue.push(address)
    if (!/[?*]/.test(shape + address)) queue.push(`${address}?new=1`)
  }
}

/** Pages are opened as by links; tests/dashboard/page-load.test.ts opens each by its URL. */
async function walk(way: Walk): Promise<void> {
  const { page, errors, foreignRequests, refusals, close } = await dashboard.open('/account')
  for (let path = way.queue.shift(); path !== undefined; path = way.queue.shift()) {
    const heard = errors.length
    await page.setViewportSize({ width: 1440, height: 900 })
    // A page that is already open may keep its state when only the query changes.
    if (path.includes('?')) await follow(page, '/account')
    await follow(page, path)
    enqueue(way, await linksOf(page))
    const content = await contentOf(page)
    if (!way.contents.has(content)) {
      const withShell = way.contents.size === 0
      way.contents.add(content)
      for (const problem of await problemsOf(page, path, withShell)) way.problems.push(`${path} ${problem}`)
    }
    for (const error of errors.slice(heard)) way.problems.push(`${path} ${error}`)
  }
  way.problems.push(...foreignRequests, ...refusals)
  await close()
}

async function problemsOf(page: Page, path: string, withShell: boolean): Promise<string[]> {
  const problems: string[] = []
  for (const { theme, width, withAxe } of LOOKS) {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 900 })
    await drawn(page)
    if (withAxe) {
      const found = await accessibilityProblems(page, { withShell })
      problems.push(...found.map((problem) => `${theme} ${width}: ${problem}`))
    }
    const overflow = await sidewaysOverflow(page)
    if (overflow > 0) problems.push(`${theme} ${width}: ${overflow} px stick out`)
    if (PICTURES) await page.screenshot({ path: join(PICTURES, `${fileName(path)}-${width}-${theme}.png`) })
  }
  return problems
}

function fileName(path: string): string {
  return `${shapeOf(path)}${path.endsWith('?new=1') ? '-new' : ''}`
    .replaceAll('*', 'one')
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '')
}

test('every page of the router, every form and every linked page has no problem in both themes at every width', async () => {
  if (PICTURES) await mkdir(PICTURES, { recursive: true })
  const way: Walk = { queue: [], seen: new Set(), contents: new Set(), problems: [] }
  enqueue(way, [...pages, '/nothing-is-here'])
  await Promise.all(Array.from({ length: WALKERS }, () => walk(way)))
  expect(way.problems).toEqual([])
})
