/** Measures the Logs page with 100,000 requests: paint, interaction, scroll, live rows. `npm run bench:dashboard`. */

import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { shareDashboard } from '../../tests/dashboard/harness.ts'
import { drawn } from '../../tests/dashboard/in-page.ts'
import { insertLogs, sendPlain, untilCounted } from '../../tests/dashboard/log-traffic.ts'
import { eventually } from '../../tests/harness/eventually.ts'

const ROWS = 100_000
const INSERTED_AT_ONCE = 4
/** Limits in milliseconds, for a machine without other load. */
const BARS = { firstPaint: 1_000, firstRows: 1_000, interaction: 100, frameP95: 17, frameMost: 50, live: 300 }
const missed: string[] = []

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

function judge(name: keyof typeof BARS, measuredMs: number): void {
  process.stdout.write(`${name}: ${measuredMs.toFixed(1)} ms (bar ${BARS[name]} ms)\n`)
  if (measuredMs > BARS[name]) missed.push(name)
}

/** Runs before the scripts of the page: records the first rows and the duration of each event until its paint. */
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

test('the list of 100,000 requests', async () => {
  const { page, errors, close } = await dashboard.open('/healthz')
  await page.addInitScript(WATCH)
  await page.goto(`${dashboard.gateway.url}/logs`)
  await page.locator('.logs-line').first().waitFor()
  await drawn(page)
  const paint = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY`
  judge('firstPaint', await page.evaluate<number>(paint))
  judge('firstRows', await page.evaluate<number>('window.seen.firstRowsMs'))

  judge('interaction', await slowestEvent(page))
  const frameTimes = await scroll(page)
  judge('frameP95', frameTimes[Math.floor(frameTimes.length * 0.95)] ?? 0)
  judge('frameMost', frameTimes.at(-1) ?? 0)

  await page.evaluate(`document.querySelector('.logs-table').scrollTop = 0`)
  await drawn(page)
  judge('live', await slowestLiveRow(page))
  expect(errors).toEqual([])
  expect(missed).toEqual([])
  await close()
})

/** Opens requests, moves between them, filters and folds; returns the longest event in milliseconds. */
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
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await page.waitForURL((url) => !url.searchParams.has('q'))
  await page.locator('.logs-line').first().waitFor()
  await drawn(page)
  const events = await page.evaluate<number[]>('window.seen.events')
  return Math.max(0, ...events)
}

/** Frame times in ascending order while the wheel scrolls over thousands of rows. */
async function scroll(page: Page): Promise<number[]> {
  const box = await page.locator('.logs-table').boundingBox()
  if (!box) throw new Error('The list is not visible.')
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
  for (let turn = 0; turn < 60; turn++) {
    await page.mouse.wheel(0, 900)
  }
  await page.evaluate('window.seen.isScrolling = false')
  expect(await page.evaluate<number>(`document.querySelector('.logs-table').scrollTop`)).toBeGreaterThan(10_000)
  return (await page.evaluate<number[]>('window.seen.frames')).slice(1).sort((one, other) => one - other)
}

/** The longest time from the end of a response to its row on screen. */
async function slowestLiveRow(page: Page): Promise<number> {
  await page.evaluate(`new MutationObserver(() => {
    for (const row of document.querySelectorAll('.logs-line')) window.seen.liveAtMs[row.dataset.log] ??= Date.now()
  }).observe(document.querySelector('main'), { childList: true, subtree: true })`)
  let slowest = 0
  for (let turn = 0; turn < 5; turn++) {
    const known = await page.evaluate<number>('Object.keys(window.seen.liveAtMs).length')
    await sendPlain(dashboard, `live-${turn}`)
    const answeredAtMs = Date.now()
    await eventually('the live row is there', async () => {
      return (await page.evaluate<number>('Object.keys(window.seen.liveAtMs).length')) > known
    })
    const at = await page.evaluate<number[]>('Object.values(window.seen.liveAtMs)')
    slowest = Math.max(slowest, Math.max(...at) - answeredAtMs)
  }
  return slowest
}
