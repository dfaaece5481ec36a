import { expect, test } from 'bun:test'
import { pageProblems } from './check-pages.ts'
import { accessibilityProblems, hasCount, shareDashboard, shows } from './harness.ts'
import { drawn } from './in-page.ts'
import { insertLogs, logOfTrace, sendPlain, sendRescued, untilCounted } from './log-traffic.ts'

const dashboard = await shareDashboard()

test('without traces the page says how to create one', async () => {
  const { page, close } = await dashboard.open('/traces')
  await page.getByRole('heading', { name: 'No trace with several requests in the last 24 hours' }).waitFor()
  await shows(page.locator('pre'), `${dashboard.gateway.url}/v1/chat/completions`)
  expect(await accessibilityProblems(page)).toEqual([])
  await close()
})

test('requests of one trace share one time axis, and each opens with one click', async () => {
  await sendRescued(dashboard, 'story')
  await sendPlain(dashboard, 'story')
  await sendPlain(dashboard, 'alone')
  await logOfTrace(dashboard, 'alone')
  const { page, errors, close } = await dashboard.open('/traces')
  await page.getByRole('link', { name: 'story' }).waitFor()
  await hasCount(page.getByRole('link', { name: 'alone' }), 0)
  await page.getByLabel('Include traces with one request').check()
  await page.getByRole('link', { name: 'alone' }).waitFor()
  const line = page.getByRole('row', { name: /story/ })
  await shows(line, 'Say hello to the operator')
  const bar = page.getByRole('combobox', { name: 'Filter requests' })
  await bar.fill('rescued:true')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'alone' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'story' }).click()
  await shows(page.locator('.figures'), /Requests20 failed/)
  await page
    .getByRole('button', { name: /On the critical path: ◆ mock-1/ })
    .first()
    .click()
  const drawer = page.getByRole('complementary', { name: 'Request' })
  await drawer.getByText('status 500 falls back to targets[1]').waitFor()
  await page.keyboard.press(']')
  await drawer.getByText('returned 200').or(drawer.getByText('mock · attempt')).first().waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await close()
})

test('a trace of two thousand requests renders only visible rows', async () => {
  const logs = Array.from({ length: 2_000 }, (_, index) => ({
    model: 'bulk',
    user: 'u',
    prompt: `${index}`,
    traceId: 'long',
  }))
  await insertLogs(dashboard, logs)
  await untilCounted(dashboard, 2_003)
  const { page, errors, close } = await dashboard.open('/traces/long')
  await shows(page.locator('.figures'), /Requests2,0000 failed/)
  const spans = page.locator('.traces-spans li')
  await spans.first().waitFor()
  expect(await spans.count()).toBeLessThanOrEqual(60)
  expect(errors).toEqual([])
  await close()
})

test('no accessibility problem and no horizontal scrolling in both themes at all widths', async () => {
  const { page, errors, close } = await dashboard.open('/traces/story')
  await shows(page.locator('.figures'), /Requests20 failed/)
  expect(await pageProblems(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test('axis labels do not overlap, also in a narrow column, and all bars share one axis', async () => {
  const { page, close } = await dashboard.open('/traces/story', { width: 1440 })
  await page.locator('.timeline-tick').first().waitFor()
  for (const width of [1440, 900, 620, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await drawn(page)
    const [ticks, lanes] = await page.evaluate<[[number, number][], number[]]>(`[
      [...document.querySelectorAll('.timeline-tick')].map((one) => {
        const { left, right } = one.getBoundingClientRect()
        return [left, right]
      }),
      [...document.querySelectorAll('.timeline-lane')].map((one) => Math.round(one.getBoundingClientRect().width)),
    ]`)
    expect(ticks.length).toBeGreaterThan(1)
    for (const [index, [left]] of ticks.entries())
      if (index > 0) expect(left).toBeGreaterThan(ticks[index - 1]?.[1] ?? 0)
    expect([width, new Set(lanes).size]).toEqual([width, 1])
  }
  await close()
})
