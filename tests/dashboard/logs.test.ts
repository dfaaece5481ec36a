import { expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { eventually } from '../harness/eventually.ts'
import { pageProblems } from './check-pages.ts'
import {
  accessibilityProblems,
  hasAttribute,
  hasCount,
  hasTexts,
  hasValue,
  type OpenPage,
  shareDashboard,
  shows,
  sidewaysOverflow,
} from './harness.ts'
import { drawn, inPage } from './in-page.ts'
import { scrolledToEnd } from './log-list.ts'
import { insertLogs, logOfTrace, sendPlain, sendRescued, untilCounted } from './log-traffic.ts'

const ASSETS = resolve(import.meta.dir, '../../dashboard/dist/assets')
const MAX_SCRIPT_BYTES = 100 * 1_024
const MAX_ROW_ELEMENTS = 80

const dashboard = await shareDashboard()
await sendRescued(dashboard, 'rescued')
await sendPlain(dashboard, 'plain')
await logOfTrace(dashboard, 'plain')

type Page = OpenPage['page']

const rowCount = (page: Page) => page.locator('.logs-line').count()
const row = (page: Page, id: string) => page.locator(`[data-log="${id}"]`)

test('the list shows one row per request with its attempts below, within the size budget and without errors', async () => {
  const { page, errors, foreignRequests, close } = await dashboard.open('/logs')
  const scripts = new Set<string>()
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname.split('/').at(-1) ?? ''
    if (name.endsWith('.js')) scripts.add(name)
  })
  await page.reload()
  const id = await logOfTrace(dashboard, 'rescued')
  await row(page, id).getByText('200 recovered').waitFor()
  const cells = row(page, id).getByRole('cell')
  await hasTexts(cells.nth(5), ['3 attempts, 2 failed500↻ 500→ 200'])
  await hasTexts(cells.nth(7), ['Say hello to the operator'])
  await page.getByRole('group', { name: /2 requests, 0 failed, 1 recovered/ }).waitFor()
  await row(page, id).getByRole('button').click()
  await page.getByRole('button', { name: /targets\[0\] · mock · retry 1/ }).waitFor()
  await page.getByRole('button', { name: /targets\[1\] · mock · attempt/ }).waitFor()
  const sizes = await Promise.all([...scripts].map((name) => Bun.file(`${ASSETS}/${name}.gz`).size))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(10_000)
  expect(total).toBeLessThan(MAX_SCRIPT_BYTES)
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
})

test('opening a request makes one call; the drawer shows the reason, keys move to the next row and close it', async () => {
  const { page, errors, close } = await dashboard.open('/logs')
  const id = await logOfTrace(dashboard, 'rescued')
  await row(page, id).waitFor()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Calls of the list are not counted, because it can reload at any time.
    if (pathname.startsWith('/v1/') && pathname !== '/v1/logs') calls.push(pathname)
  })
  // Records whether the drawer header is shown before the response arrives.
  await page.evaluate(`(() => {
    window.headBeforeAnswer = null
    const original = window.fetch
    window.fetch = async (...given) => {
      const answer = await original(...given)
      if (String(given[0]).includes('/logs/')) window.headBeforeAnswer = document.querySelector('[data-log-head]') !== null
      return answer
    }
  })()`)
  await row(page, id).locator('.logs-link').click()
  const drawer = page.getByRole('complementary', { name: 'Request' })
  await drawer.getByText('status 500 falls back to targets[1]').waitFor()
  expect(calls).toEqual([`/v1/logs/${id}`])
  expect(await page.evaluate<boolean>('window.headBeforeAnswer')).toBe(true)
  expect(page.url()).toContain(`log=${id}`)
  const steps = await drawer.getByRole('list', { name: 'Decisions in order' }).getByRole('listitem').allTextContents()
  expect(steps.some((step) => step.startsWith('Wait · targets[0]') && step.includes('status 500: retry 1'))).toBe(true)
  await shows(drawer.locator('[data-share=providers]'), 'Providers')
  await drawer.getByRole('button', { name: /targets\[0\] · mock · retry 1/ }).click()
  await drawer.getByRole('heading', { name: 'Attempt 2 of 3' }).waitFor()
  await shows(drawer.locator('.log-attempt'), 'Response 500, as mock sent it')
  await shows(drawer.locator('.log-attempt'), '"message"')
  await page.keyboard.press('[')
  await page.waitForURL((url) => ![null, id].includes(url.searchParams.get('log')))
  await page.keyboard.press(']')
  await page.waitForURL((url) => url.searchParams.get('log') === id)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await close()
})

test('search bar and facets edit one URL; invalid terms get a suggestion; filters that exclude all rows are named', async () => {
  const { page, errors, refusals, close } = await dashboard.open('/logs')
  const bar = page.getByRole('combobox', { name: 'Filter requests' })
  await page.locator('.logs-line').first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('provder:mock -cost:>2 ')
  await page.keyboard.press('Enter')
  await page.getByText('There is no filter "provder:"').waitFor()
  await hasTexts(page.locator('.logs-filter-mirror mark'), ['provder:mock', '-cost:>2'])
  await page.getByRole('button', { name: 'Did you mean cost:<=2?' }).click()
  await page.getByRole('button', { name: 'Did you mean provider:mock?' }).click()
  await page.waitForURL(/q=provider%3Amock/)
  await hasValue(bar, 'provider:mock cost:<=2')
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await page.getByRole('region', { name: 'Status' }).getByRole('button', { name: '200' }).click()
  await page.waitForURL(/q=status%3A200/)
  await hasValue(bar, 'status:200')
  await page.goBack()
  await page.waitForURL((url) => !url.searchParams.has('q'))
  await page.getByRole('region', { name: 'Status' }).getByRole('button', { name: '200', pressed: false }).waitFor()
  await hasValue(bar, '')
  await bar.fill('status:503 user:nobody')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'No requests match' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'user:nobody' }).click()
  await hasValue(bar, 'status:503')
  expect([...errors, ...refusals]).toEqual([])
  await close()
})

test('requests are found by recovery, attempts, message text and negated filters', async () => {
  const { page, errors, refusals, close } = await dashboard.open('/logs')
  const bar = page.getByRole('combobox', { name: 'Filter requests' })
  const [rescued, plain] = [await logOfTrace(dashboard, 'rescued'), await logOfTrace(dashboard, 'plain')]
  await row(page, plain).waitFor()
  const finds = async (text: string, wanted: string, other: string) => {
    await bar.fill(text)
    await page.keyboard.press('Enter')
    await row(page, other).waitFor({ state: 'detached' })
    await row(page, wanted).waitFor()
  }
  await finds('rescued:true', rescued, plain)
  await finds('-rescued:true', plain, rescued)
  await finds('attempts:>1 latency:<1m', rescued, plain)
  await finds('-user:ada', plain, rescued)
  await finds('"HELLO to the"', rescued, plain)
  await finds('-status:5xx -trace:rescued', plain, rescued)
  await hasCount(page.locator('.logs-filter-mirror mark'), 0)
  expect([...errors, ...refusals]).toEqual([])
  await close()
})

/** Rows of the burst in the list, and rows that the button above the list offers. */
const FLOOD = `({
  shown: [...document.querySelectorAll('.logs-line')].filter((line) => line.textContent.includes('flood')).length,
  held: Number(/[+](\\d+) new/.exec(document.querySelector('.logs-new')?.textContent)?.[1] ?? 0),
})`

test('live rows appear automatically; a burst is held back and counted; rows being read do not move', async () => {
  const { page, errors, close } = await dashboard.open('/logs')
  await page.getByRole('button', { name: 'Live', exact: true }).waitFor()
  await page.locator('.logs-line').first().waitFor()
  await sendPlain(dashboard, 'live-1')
  await row(page, await logOfTrace(dashboard, 'live-1')).waitFor()
  await insertLogs(
    dashboard,
    Array.from({ length: 148 }, (_, index) => ({ model: 'flood', user: `u${index}`, prompt: 'x' })),
  )
  // The page shows the first rows of a burst if they arrive before the others.
  const held = await eventually('every row of the burst is shown or held back', async () => {
    const count = await page.evaluate<{ shown: number; held: number }>(FLOOD)
    return count.shown + count.held === 148 && count.held
  })
  const first = await page.locator('.logs-line').first().getAttribute('data-log')
  await insertLogs(dashboard, [{ model: 'flood', user: 'last', prompt: 'x' }])
  await page.getByRole('button', { name: `+${held + 1} new` }).waitFor()
  await hasAttribute(page.locator('.logs-line').first(), 'data-log', first)
  await page.keyboard.press('l')
  await page.getByRole('button', { name: /new$/ }).waitFor({ state: 'detached' })
  await page.locator('.logs-line', { hasText: 'flood' }).first().waitFor()

  await page.locator('.logs-table').evaluate(inPage<void>('element.scrollTop = 640'))
  await page.locator('[data-row="20"]').waitFor()
  const before = await page.locator('[data-row="20"]').boundingBox()
  const reading = await page.locator('[data-row="20"]').getAttribute('data-log')
  await sendPlain(dashboard, 'live-2')
  await page.getByRole('button', { name: '+1 new' }).waitFor()
  await hasAttribute(page.locator('[data-row="20"]'), 'data-log', reading)
  expect(await page.locator('[data-row="20"]').boundingBox()).toEqual(before)
  expect(errors).toEqual([])
  await close()
})

test('a request that finished between the first read and the stream appears without a reload', async () => {
  const { page, errors, close } = await dashboard.open('/health')
  const release = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route('**/v1/logs/stream**', async (route) => {
    held.resolve()
    await release.promise
    await route.continue()
  })
  await page.goto(`${dashboard.gateway.url}/logs`)
  await held.promise
  await page.locator('.logs-line').first().waitFor()
  await sendPlain(dashboard, 'in-the-gap')
  const id = await logOfTrace(dashboard, 'in-the-gap')
  await hasCount(row(page, id), 0)
  release.resolve()
  await row(page, id).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('two rows are selected and compared by keyboard and by pointer; a third replaces the first', async () => {
  const { page, errors, close } = await dashboard.open('/logs?q=-model:flood')
  const [rescued, plain] = [await logOfTrace(dashboard, 'rescued'), await logOfTrace(dashboard, 'plain')]
  const live = await logOfTrace(dashboard, 'live-1')
  const box = (id: string) => row(page, id).getByRole('checkbox')
  const bar = page.getByRole('region', { name: 'Selected requests' })
  await box(live).click()
  await shows(bar, '1 of 2 selected')
  await box(plain).click()
  await box(rescued).click()
  await shows(bar, '2 selected')
  await hasAttribute(box(live), 'aria-checked', 'false')
  await hasAttribute(box(plain), 'aria-checked', 'true')
  await hasAttribute(box(rescued), 'aria-checked', 'true')
  expect(await accessibilityProblems(page)).toEqual([])
  await bar.getByRole('button', { name: 'Clear' }).click()
  await bar.waitFor({ state: 'detached' })
  const rows = await Promise.all([0, 1].map((at) => page.locator(`[data-row="${at}"]`).getAttribute('data-log')))
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await shows(bar, '2 selected')
  await page.keyboard.press('d')
  await page.waitForURL(`**/compare/${rows.join('/')}**`)
  await page.getByRole('table', { name: 'Figures of both requests' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('the user of a request links to the page of that user', async () => {
  const { page, errors, close } = await dashboard.open('/logs?q=user:ada')
  await row(page, await logOfTrace(dashboard, 'rescued'))
    .getByRole('link', { name: 'ada' })
    .click()
  await page.waitForURL('**/end-users/ada**')
  expect(errors).toEqual([])
  await close()
})

test('thousands of rows scroll with few elements, and pages load on demand', async () => {
  await insertLogs(
    dashboard,
    Array.from({ length: 2_000 }, (_, index) => ({
      model: 'bulk',
      user: `u${index}`,
      prompt: 'x',
      status: index % 9 ? 200 : 429,
    })),
  )
  await untilCounted(dashboard, 2_154)
  const { page, errors, close } = await dashboard.open('/logs?q=model:bulk')
  await page.locator('.logs-line').first().waitFor()
  let calls = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/v1/logs') calls++
  })
  let most = 0
  for (;;) {
    most = Math.max(most, await rowCount(page))
    if (await scrolledToEnd(page, 4_000)) break
    await drawn(page)
  }
  await page.locator('[data-row="1999"]').waitFor()
  await shows(page.locator('[data-row="1999"]'), 'u0')
  expect(most).toBeLessThanOrEqual(MAX_ROW_ELEMENTS)
  expect(calls).toBeGreaterThanOrEqual(17)
  expect(calls).toBeLessThanOrEqual(21)
  expect(errors).toEqual([])
  await close()
})

test('the histogram zooms in by keyboard and by dragging, and out again', async () => {
  const { page, errors, close } = await dashboard.open('/logs')
  const bars = page.getByRole('group', { name: /requests, .* failed/ })
  await bars.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Enter')
  await page.waitForURL(/range=.*\.\./)
  await page.getByRole('button', { name: 'Live off' }).waitFor()
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await page.waitForURL((url) => !url.searchParams.has('range'))
  await page.locator('.logs-line').first().waitFor()
  const box = await bars.boundingBox()
  if (!box) throw new Error('The histogram has no place.')
  await page.mouse.move(box.x + box.width * 0.8, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 2, box.y + 20, { steps: 4 })
  await page.mouse.up()
  await page.waitForURL(/range=.*\.\./)
  expect(errors).toEqual([])
  await close()
})

test('matching logs are exported in two clicks and downloaded; views and columns are saved', async () => {
  const { page, errors, close } = await dashboard.open('/logs?q=trace:rescued')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'Start export' }).click()
  const link = page.getByRole('link', { name: 'Download' })
  await link.waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const lines = (await Bun.file(await download.path()).text()).trim().split('\n')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ trace_id: 'rescued', attempt_count: 3 })
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('Trace').check()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'Trace' }).waitFor()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Save this view as').fill('My view')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.goto(`${dashboard.gateway.url}/logs`)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'My view', exact: true }).click()
  await page.waitForURL(/q=trace%3Arescued.*columns=/)
  expect(errors).toEqual([])
  await close()
})

const COUNTS_OUTSIDE = inPage<string[]>(`
  const { right } = element.getBoundingClientRect()
  return [...element.querySelectorAll('.logs-facet .number')]
    .filter((count) => count.getBoundingClientRect().right > right)
    .map((count) => count.textContent)`)

const HEADS_CUT = inPage<string[]>(`
  return [...element.querySelectorAll('.logs-head .logs-cell')]
    .filter((head) => head.scrollWidth > head.clientWidth)
    .map((head) => head.textContent)`)

const HEIGHT_OF_CHILDREN = inPage<number>(`
  const parts = [...element.children].map((child) => child.getBoundingClientRect())
  return Math.max(...parts.map((part) => part.bottom)) - Math.min(...parts.map((part) => part.top))`)

test('facet counts and column names are visible in full at 1440 and 1920 px; the empty state is compact', async () => {
  const { page, close } = await dashboard.open('/logs')
  const facets = page.locator('.logs-facets')
  const table = page.locator('.logs-table')
  await facets.locator('.logs-facet .number').first().waitFor()
  await table.locator('.logs-line').first().waitFor()
  for (const width of [1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await drawn(page)
    const outside = await facets.evaluate(COUNTS_OUTSIDE)
    const cut = await table.evaluate(HEADS_CUT)
    const overflow = await table.evaluate(inPage<number>('return element.scrollWidth - element.clientWidth'))
    expect({ width, outside, cut, overflow }).toEqual({ width, outside: [], cut: [], overflow: 0 })
  }
  await page.goto(`${dashboard.gateway.url}/logs?q=status:503`)
  const empty = page.locator('.empty', { has: page.getByRole('heading', { name: 'No requests match' }) })
  expect(await empty.evaluate(HEIGHT_OF_CHILDREN)).toBeLessThan(160)
  await close()
})

test('a clicked attempt scrolls into view and shows the body of a failed response', async () => {
  await dashboard.gateway
    .chat({ provider: 'mock' }, { headers: { 'x-gateway-trace-id': 'failing' }, body: { model: 'mock-error-500' } })
    .then((reply) => reply.text())
  const id = await logOfTrace(dashboard, 'failing')
  const { page, close } = await dashboard.open(`/logs/${id}`, { height: 420 })
  await page
    .getByRole('button', { name: /mock · attempt|attempt/i })
    .first()
    .click()
  const panel = page.locator('.log-attempt')
  await panel.getByRole('heading', { name: 'Response body' }).waitFor()
  await shows(panel, /mock_error|error/)
  expect(await panel.evaluate(inPage<boolean>('return element.getBoundingClientRect().top < innerHeight'))).toBe(true)
  await close()
})

test('a time range is chosen by keyboard from the calendar, in the chosen time zone', async () => {
  const { page, errors, close } = await dashboard.open('/account')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Asia/Tok')
  await page.keyboard.press('Enter')
  await page.goto(`${dashboard.gateway.url}/logs?range=2026-03-10T00:00:00.000Z..2026-03-10T06:00:00.000Z`)
  const button = page.getByRole('button', { name: 'Mar 10, 09:00 – 15:00' })
  await button.press('Enter')
  const picker = page.getByRole('dialog', { name: 'Time range' })
  await picker.getByRole('button', { name: 'Tuesday, March 10, 2026' }).focus()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await hasValue(picker.getByLabel('From'), '2026-02-11 00:00')
  await hasValue(picker.getByLabel('Until'), '2026-02-18 23:59')
  expect(await accessibilityProblems(page)).toEqual([])
  await picker.getByRole('button', { name: 'Apply' }).press('Enter')
  await page.waitForURL(/range=2026-02-10T15%3A00%3A00.000Z..2026-02-18T14%3A59%3A00.000Z/)
  expect(errors).toEqual([])
  await close()
})

test('no accessibility problem and no horizontal scrolling in both themes at all widths', async () => {
  const id = await logOfTrace(dashboard, 'rescued')
  const { page, errors, close } = await dashboard.open(`/logs?q=trace:rescued&log=${id}&attempt=1`)
  await page.getByText('Gateway', { exact: true }).waitFor()
  expect(await pageProblems(page)).toEqual([])
  // The list without the drawer, which covers it on a phone.
  await page.goto(`${dashboard.gateway.url}/logs?q=trace:rescued`)
  await page.locator('.logs-card').first().waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await sidewaysOverflow(page)).toBe(0)
  expect(errors).toEqual([])
  await close()
})
