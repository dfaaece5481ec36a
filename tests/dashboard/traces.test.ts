import { expect, setDefaultTimeout, test } from 'bun:test'
import { accessibilityProblems, shareDashboard, sidewaysOverflow, THEMES, WIDTHS } from './harness.ts'
import { insertLogs, logOfTrace, sendPlain, sendRescued, untilCounted } from './log-traffic.ts'

setDefaultTimeout(30_000)
const dashboard = await shareDashboard()

test('without traces the page says how to make one', async () => {
  const { page, close } = await dashboard.open('/traces')
  await page.getByRole('heading', { name: 'No trace of several requests yet' }).waitFor()
  expect(await page.locator('pre').textContent()).toContain(`${dashboard.gateway.url}/v1/chat/completions`)
  expect(await accessibilityProblems(page)).toEqual([])
  await close()
})

test('requests of one trace stand on one axis, each of them one press away', async () => {
  await sendRescued(dashboard, 'story')
  await sendPlain(dashboard, 'story')
  await sendPlain(dashboard, 'alone')
  await logOfTrace(dashboard, 'alone')
  const { page, errors, close } = await dashboard.open('/traces')
  await page.getByRole('link', { name: 'story' }).waitFor()
  expect(await page.getByRole('link', { name: 'alone' }).count()).toBe(0)
  await page.getByLabel('Also traces of a single request').check()
  await page.getByRole('link', { name: 'alone' }).waitFor()
  await page.getByRole('link', { name: 'story' }).click()
  await page.getByText('2, 0 failed').waitFor()
  await page
    .getByRole('button', { name: /On the critical path: ◆ mock-1/ })
    .first()
    .click()
  const drawer = page.getByRole('complementary', { name: 'Request' })
  await drawer.getByText('status 500 hands on to targets[1]').waitFor()
  await page.keyboard.press(']')
  await drawer.getByText('answered 200').or(drawer.getByText('mock · attempt')).first().waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await close()
})

test('a trace of two thousand requests draws only what is in sight', async () => {
  const logs = Array.from({ length: 2_000 }, (_, index) => ({
    model: 'bulk',
    user: 'u',
    prompt: `${index}`,
    traceId: 'long',
  }))
  await insertLogs(dashboard, logs)
  await untilCounted(dashboard, 2_003)
  const { page, errors, close } = await dashboard.open('/traces/long')
  await page.getByText('2,000, 0 failed').waitFor()
  expect(await page.locator('.traces-spans li').count()).toBeLessThanOrEqual(60)
  expect(errors).toEqual([])
  await close()
})

test('no accessibility problem in both themes at all widths, never sideways', async () => {
  for (const theme of THEMES) {
    const { page, errors, close } = await dashboard.open('/traces/story', { theme })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await page.getByText('2, 0 failed').waitFor()
      expect({ width, theme, problems: await accessibilityProblems(page) }).toEqual({ width, theme, problems: [] })
      expect(await sidewaysOverflow(page)).toBe(0)
    }
    expect(errors).toEqual([])
    await close()
  }
})
