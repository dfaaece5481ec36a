import { expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { eventually } from '../harness/nodes/eventually.ts'
import { shareDashboard } from './harness.ts'
import { insertLogs, sendPlain, untilCounted } from './log-traffic.ts'
import { drawn } from './page-tree.ts'

setDefaultTimeout(300_000)

const ROWS = 100_000
const INSERTED_AT_ONCE = 4
/** Shared machines are slower than people's: `GATEHOUSE_TEST_PACE=1` asks for the true bars, on a quiet one. */
const PACE = Number(process.env['GATEHOUSE_TEST_PACE'] ?? 3)
/** What is asked of the dashboard, in milliseconds. */
const BARS = { firstPaint: 1_000, firstRows: 1_000, interaction: 100, frameP95: 17, frameMost: 50, live: 300 }
const MOST_ROW_ELEMENTS = 80
const BUSY_MS = 120
/** Beyond this a figure says nothing about the dashboard. */
const MOST_CONTENTION = 12

const dashboard = await shareDashboard()
await fill()

async function fill(): Promise<void> {
  const thousand = (from: number) =>
    Array.from({ length: 1_000 }, (_, index) => ({
      model: `model-${(from + index) % 20}`,
      user: `user-${(from * 7 + index) % 500}`,
      prompt: 'x',
      status: index % 30 === 0 ? 500 : 200,
    }))
  for (let from = 0; from < ROWS; from += 1_000 * INSERTED_AT_ONCE) {
    const batches = Array.from({ length: INSERTED_AT_ONCE }, (_, at) =>
      insertLogs(dashboard, thousand(from + at * 1_000)),
    )
    await Promise.all(batches)
  }
  await untilCounted(dashboard, ROWS)
}

/** How much longer work takes here than the processor needs for it: 1 on a machine that has nothing else to do. */
function contention(): number {
  const [wallMs, cpu] = [performance.now(), process.cpuUsage()]
  while (performance.now() - wallMs < BUSY_MS);
  const { user, system } = process.cpuUsage(cpu)
  return Math.min(MOST_CONTENTION, Math.max(1, (performance.now() - wallMs) / Math.max(1, (user + system) / 1_000)))
}

/** Prints the figure; a bar is stretched by the pace and by what other programs take from this one meanwhile. */
function judge(name: keyof typeof BARS, measuredMs: number, busy: number): void {
  const bar = BARS[name] * PACE * (PACE === 1 ? 1 : busy)
  process.stdout.write(`${name}: ${measuredMs.toFixed(1)} ms (bar ${BARS[name]}, here ${bar.toFixed(0)})\n`)
  expect({ name, isWithin: measuredMs <= bar, measuredMs }).toMatchObject({ isWithin: true })
}

/** Before any script of the page: when it paints, when rows stand, how long each event took until its paint. */
const WATCH = `
  window.seen = { firstRowsMs: null, events: [], frames: [], liveAtMs: {} }
  new PerformanceObserver((list) => window.seen.events.push(...list.getEntries().map((one) => one.duration)))
    .observe({ type: 'event', durationThreshold: 16 })
  const look = () => {
    if (window.seen.firstRowsMs === null && document.querySelector('.logs-line')) window.seen.firstRowsMs = performance.now()
    if (window.seen.firstRowsMs === null) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

test('with 100,000 requests behind it the list paints, reacts, scrolls and follows as fast as people expect', async () => {
  const { page, errors, close } = await dashboard.open('/healthz')
  await page.addInitScript(WATCH)
  const busyAtFirst = contention()
  await page.goto(`${dashboard.gateway.url}/logs`)
  await page.locator('.logs-line').first().waitFor()
  await drawn(page)
  const paint = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY`
  judge('firstPaint', await page.evaluate<number>(paint), busyAtFirst)
  judge('firstRows', await page.evaluate<number>('window.seen.firstRowsMs'), busyAtFirst)

  judge('interaction', await slowestEvent(page), contention())
  const frameTimes = await scroll(page)
  const busy = contention()
  judge('frameP95', frameTimes[Math.floor(frameTimes.length * 0.95)] ?? 0, busy)
  judge('frameMost', frameTimes.at(-1) ?? 0, busy)

  await page.evaluate(`document.querySelector('.logs-table').scrollTop = 0`)
  await drawn(page)
  judge('live', await slowestLiveRow(page), contention())
  expect(errors).toEqual([])
  await close()
})

/** Opens, walks, closes, filters and folds as somebody who looks for something. */
async function slowestEvent(page: Page): Promise<number> {
  await page.locator('.logs-line').nth(3).getByRole('link').first().click()
  await page.getByRole('complementary', { name: 'Request' }).waitFor()
  for (const key of [']', ']', '[', 'Escape']) {
    await page.keyboard.press(key)
    await drawn(page)
  }
  await page.getByRole('button', { name: 'Facets' }).click()
  await page.getByRole('button', { name: 'Facets' }).click()
  const bar = page.getByRole('combobox', { name: 'Filter requests' })
  await bar.click()
  await page.keyboard.type('model:model-7', { delay: 20 })
  await page.keyboard.press('Enter')
  await page.waitForURL(/model-7/)
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await page.waitForURL((url) => !url.searchParams.has('q'))
  await page.locator('.logs-line').first().waitFor()
  await drawn(page)
  const events = await page.evaluate<number[]>('window.seen.events')
  return Math.max(0, ...events)
}

/** Frame times, shortest first, while the wheel turns for thousands of rows. */
async function scroll(page: Page): Promise<number[]> {
  const box = await page.locator('.logs-table').boundingBox()
  if (!box) throw new Error('The list has no place.')
  await page.mouse.move(box.x + 200, box.y + 200)
  await page.evaluate(`(() => {
    let last = performance.now()
    window.seen.isScrolling = true
    const step = (now) => {
      window.seen.frames.push(now - last)
      last = now
      if (window.seen.isScrolling) requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })()`)
  let most = 0
  for (let turn = 0; turn < 60; turn++) {
    await page.mouse.wheel(0, 900)
    most = Math.max(most, await page.locator('.logs-line').count())
  }
  await page.evaluate('window.seen.isScrolling = false')
  expect(most).toBeLessThanOrEqual(MOST_ROW_ELEMENTS)
  expect(await page.evaluate<number>(`document.querySelector('.logs-table').scrollTop`)).toBeGreaterThan(10_000)
  return (await page.evaluate<number[]>('window.seen.frames')).slice(1).sort((one, other) => one - other)
}

/** From the last byte of an answer to its row on screen, both by the clock of this machine. */
async function slowestLiveRow(page: Page): Promise<number> {
  await page.evaluate(`new MutationObserver(() => {
    for (const row of document.querySelectorAll('.logs-line')) window.seen.liveAtMs[row.dataset.log] ??= Date.now()
  }).observe(document.querySelector('main'), { childList: true, subtree: true })`)
  let slowest = 0
  for (let turn = 0; turn < 5; turn++) {
    const known = await page.evaluate<number>('Object.keys(window.seen.liveAtMs).length')
    await sendPlain(dashboard, `live-${turn}`)
    const answeredAtMs = Date.now()
    await eventually('the live row is there', 20_000, async () => {
      return (await page.evaluate<number>('Object.keys(window.seen.liveAtMs).length')) > known
    })
    const at = await page.evaluate<number[]>('Object.values(window.seen.liveAtMs)')
    slowest = Math.max(slowest, Math.max(...at) - answeredAtMs)
  }
  return slowest
}
