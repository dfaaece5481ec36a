import { expect, test } from 'bun:test'
import { shareSimulator } from '../../harness/share-simulator.ts'
import { shareDashboard, sidewaysOverflow } from '../harness.ts'
import { inPage } from '../in-page.ts'
import { insertLogs, logOfTrace, sendRescued, untilCounted } from '../log-traffic.ts'
import { Journey, PASSES } from './journey.ts'
import { listen, structureProblems } from './listen.ts'

const PHONE = { width: 360, height: 740, hasTouch: true } as const
const ON_A_PHONE = { hand: 'touch', theme: 'dark', ...PHONE } as const
const IS_IN_WINDOW = inPage<boolean>(
  'const box = element.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight',
)

const dashboard = await shareDashboard()
const { gateway, scene } = dashboard
const workspaceId = await scene.defaultWorkspace()
const usage = { prompt_tokens: 30_000, completion_tokens: 90_000, total_tokens: 120_000 }
const choices = [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }]
const body = JSON.stringify({ id: 'chat-1', object: 'chat.completion', model: 'gpt-4o', choices, usage })
const provider = await shareSimulator({ answers: [{ status: 200, body }] })

await sendRescued(dashboard, 'story-rescued')
const rescuedId = await logOfTrace(dashboard, 'story-rescued')

for (const look of [...PASSES, ON_A_PHONE]) {
  const { hand, theme } = look
  test(`${hand}, ${theme}: the reason for a fallback is found in 2 steps from the overview and in 10 s`, async () => {
    const opened = await dashboard.open('/overview', look)
    const { page } = opened
    const row = page.getByRole('list', { name: 'Recovered recently' }).getByRole('link').first()
    await row.waitFor()
    const journey = new Journey(opened, hand)
    await journey.press(row)
    await page.waitForURL(`**/logs?log=${rescuedId}*`)
    const steps = page.getByRole('list', { name: 'Decisions in order' }).getByRole('listitem')
    const reason = steps.filter({ hasText: 'status 500 falls back to targets[1]' })
    await reason.waitFor()
    await journey.hasValidStructure()
    journey.isWithin({ steps: 1, seconds: 10 })
    // The reason is visible on the first screen, on a phone after scrolling.
    if (hand !== 'touch') expect(await reason.evaluate(IS_IN_WINDOW)).toBe(true)
    expect(await sidewaysOverflow(page)).toBe(0)
    // As a screen reader reads it: target, result, duration, and why the next one was called.
    const heard = await page.getByRole('complementary', { name: 'Request' }).ariaSnapshot()
    expect(heard).toMatch(/list "Decisions in order":[\s\S]*targets\[0\] · mock · attempt[\s\S]*500[\s\S]* ms/)
    expect(heard).toMatch(/listitem: Fallback · targets\[0\].*status 500 falls back to targets\[1\]/)
    // One more step shows the failed call.
    await journey.press(steps.getByRole('button', { name: /^targets\[0\] · mock · attempt/ }))
    await page.getByRole('heading', { name: 'Attempt 1 of 3' }).waitFor()
    journey.isWithin({ steps: 2, seconds: 30 })
    await opened.close()
  })
}

async function nearlySpent(name: string): Promise<void> {
  const limits = { type: 'cost', credit_limit: 1, periodic_reset: 'monthly' }
  const virtualKey = { name, slug: name, provider: 'openai', key: 'sk-of-the-night', custom_host: `${provider.url}/v1` }
  await scene.do('POST', '/virtual-keys', { ...virtualKey, usage_limits: limits, workspace_id: workspaceId })
  const headers = { 'x-gateway-virtual-key': name }
  await (await gateway.chat(null, { headers, body: { model: 'gpt-4o', max_tokens: 1_000 } })).text()
}

for (const look of [ON_A_PHONE, ...PASSES]) {
  const { hand, theme } = look
  test(`${hand}, ${theme}: a budget that is nearly spent is visible without a step, raised in 3, and the audit log names the user`, async () => {
    const name = `night-${hand}`
    await nearlySpent(name)
    const opened = await dashboard.open('/overview', look)
    const { page } = opened
    await page.getByText(new RegExp(`the budget of ${name} is near the limit`, 'i')).waitFor()
    const journey = new Journey(opened, hand)
    const said = await listen(page)
    await journey.press(page.getByRole('link', { name: `Raise the budget of ${name}` }))
    await journey.type(page.getByLabel('Budget (optional)'), '80')
    await journey.press(page.getByRole('button', { name: 'Save' }))
    await page
      .getByText(/of \$80\.00/)
      .first()
      .waitFor()
    await said(new RegExp(name))
    await journey.hasValidStructure()
    expect(await sidewaysOverflow(page)).toBe(0)
    journey.isWithin({ steps: 3, seconds: 20 })
    await page.goto(`${gateway.url}/audit-log`)
    const words = `^(Olive|owner@).* raised the budget of the virtual key ${name} from \\$1\\.00 to \\$80\\.00`
    await page.getByRole('button', { name: new RegExp(words) }).waitFor()
    expect(await sidewaysOverflow(page)).toBe(0)
    await opened.close()
  })
}

const lost = Array.from({ length: 40 }, (_, index) => ({
  model: 'gpt-4o',
  user: index % 2 === 0 ? 'acme' : 'other',
  prompt: `Order ${index}`,
  status: index % 4 < 2 ? 503 : 200,
}))
await insertLogs(dashboard, lost)
await untilCounted(dashboard, lost.length)

for (const { hand, theme } of PASSES) {
  test(`${hand}, ${theme}: last week's failures of one customer are exported with 1 query and 2 clicks, started within 2 s`, async () => {
    const opened = await dashboard.open('/logs', { theme })
    const { page } = opened
    await page.locator('.logs-line').first().waitFor()
    const journey = new Journey(opened, hand)
    await journey.key('/')
    await journey.type(page.getByRole('combobox', { name: 'Filter requests' }), 'status:5xx meta._user:acme since:7d')
    await journey.key('Enter')
    await page.waitForURL(/range=7d/)
    await journey.press(page.getByRole('button', { name: 'Export' }))
    const said = await listen(page)
    const coming = page.waitForEvent('download')
    const start = page.getByRole('button', { name: 'Start export' })
    await start.waitFor()
    await journey.press(start)
    const download = await coming
    await said(/^Finished: 10 requests/)
    expect(await structureProblems(page)).toEqual([])
    journey.isWithin({ steps: 3, seconds: 30 })
    const lines = (await Bun.file(await download.path()).text()).trim().split('\n')
    const rows = lines.map((line) => JSON.parse(line) as { response_status_code: number; metadata: { _user: string } })
    expect(rows).toHaveLength(10)
    for (const row of rows) expect([row.response_status_code, row.metadata._user]).toEqual([503, 'acme'])
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().press('Enter')
    await journey.hasValidStructure()
    await opened.close()
  })
}

test('on a phone of 360 px, a key is revoked by its name in 4 taps', async () => {
  const newKey = { name: 'leaked', scopes: [], workspace_id: workspaceId }
  const made = await scene.do('POST', '/api-keys/workspace/service', newKey)
  const opened = await dashboard.open('/api-keys', { ...PHONE, theme: 'dark' })
  const { page } = opened
  const journey = new Journey(opened, 'touch')
  await journey.press(page.getByRole('link', { name: 'leaked' }))
  await journey.press(page.getByRole('button', { name: 'Revoke' }))
  await journey.type(page.getByLabel(/Type “leaked”/), 'leaked')
  await journey.press(page.getByRole('dialog').getByRole('button', { name: 'Revoke' }))
  await page.getByText('leaked is revoked.').first().waitFor()
  expect(await sidewaysOverflow(page)).toBe(0)
  journey.isWithin({ steps: 4, seconds: 20 })
  expect((await gateway.fetch('/v1/scopes', { key: String(made['key']) })).status).toBe(401)
  await opened.close()
})
