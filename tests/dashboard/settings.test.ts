import { afterAll, expect, test } from 'bun:test'
import { pageProblems } from './check-pages.ts'
import { hasValue, shareDashboard, shows } from './harness.ts'

const dashboard = await shareDashboard()
const { gateway, scene } = dashboard
const completion = {
  id: 'x',
  object: 'chat.completion',
  model: 'house-model',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1_000_000, completion_tokens: 0, total_tokens: 1_000_000 },
}
/** A provider with a model that is in no price list. */
const upstream = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json(completion) })
afterAll(() => upstream.stop(true))

async function callHouseModel(): Promise<string | null> {
  const config = { provider: 'openai', api_key: 'sk-any', custom_host: `http://127.0.0.1:${upstream.port}/v1` }
  const answer = await gateway.chat(config, { body: { model: 'house-model' } })
  expect(answer.status).toBe(200)
  await answer.text()
  return answer.headers.get('x-gateway-trace-id')
}

test('organisation settings are saved, and each shows its source', async () => {
  const { page, errors, close } = await dashboard.open('/settings')
  await page.getByText('environment or default').first().waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Acme')
  await page.getByLabel('Log retention (days)').fill('5000')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('[aria-invalid=true]').waitFor()
  await page.getByLabel('Log retention (days)').fill('60')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('set here', { exact: true }).waitFor()
  expect(await scene.do('GET', '/admin/organisation')).toMatchObject({
    name: 'Acme',
    retention_days: 60,
    log_bodies: null,
  })
  await page.locator('.topbar-name', { hasText: 'Acme' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('two users who change the settings at once see both values before one is overwritten', async () => {
  const { page, close } = await dashboard.open('/settings')
  await page.getByLabel('Log retention (days)').fill('90')
  await scene.do('PUT', '/admin/organisation', { retention_days: 45 })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Another user changed the settings').waitFor()
  await shows(page.locator('.diff-removed').first(), '45')
  expect(await scene.do('GET', '/admin/organisation')).toMatchObject({ retention_days: 45 })
  await page.getByRole('button', { name: 'Save mine' }).click()
  await page.getByText('Another user changed the settings').waitFor({ state: 'detached' })
  expect(await scene.do('GET', '/admin/organisation')).toMatchObject({ retention_days: 90 })
  await close()
})

test('a model without a price is listed, gets one, and earlier costs are filled in', async () => {
  const traceId = await callHouseModel()
  expect((await gateway.waitForLog(traceId)).cost).toBeNull()
  const { page, errors, close } = await dashboard.open('/settings/prices')
  await page.getByRole('button', { name: 'Set price' }).click()
  await hasValue(page.getByRole('dialog').getByLabel('Model'), 'house-model')
  await page.getByRole('dialog').getByRole('button', { name: 'Set price' }).click()
  // No price was entered: the first field shows the error.
  await page.locator('dialog [aria-invalid=true]').first().waitFor()
  await page.getByRole('dialog').getByLabel('Input', { exact: true }).fill('2')
  await page.getByRole('dialog').getByRole('button', { name: 'Set price' }).click()
  await page.getByText('now known').waitFor()
  await page.getByRole('button', { name: 'Fill costs' }).click()
  await page.getByRole('button', { name: 'Fill 1 costs' }).click()
  await page.getByText('were filled').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('every request of the last 30 days has a known cost').waitFor()
  // 1,000,000 input tokens at two dollars, in cents.
  expect((await gateway.waitForLog(traceId)).cost).toBe(200)
  expect(errors).toEqual([])
  await close()
})

test('the price of a model can be looked up by URL, with its source; deleting it restores the list price', async () => {
  await scene.do('POST', '/prices', { provider: 'openai', model: 'gpt-4o', prices: { input_tokens: { usd: 7 } } })
  const { page, close } = await dashboard.open('/settings/prices?provider=openai&model=gpt-4o')
  await page.getByRole('status').getByText('custom price').waitFor()
  await page.getByRole('status').getByText('Input $7.00 per 1M tokens').waitFor()
  expect(await pageProblems(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Actions for price of gpt-4o' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByLabel(/^Type/).fill('gpt-4o')
  await page.getByRole('button', { name: 'Delete price' }).click()
  await page.getByRole('status').getByText('list price').waitFor()
  await close()
})
