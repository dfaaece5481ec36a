import { afterAll, expect, test } from 'bun:test'
import { eventually } from '../harness/eventually.ts'
import { checkPages } from './check-pages.ts'
import { accessibilityProblems, hasAttribute, isDisabled, shareDashboard } from './harness.ts'

const received: string[] = []
const receiver = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    received.push(new URL(request.url).pathname)
    return new Response('', { status: request.url.endsWith('/broken') ? 500 : 200 })
  },
})
afterAll(() => receiver.stop(true))

const dashboard = await shareDashboard({ environment: { GATEWAY_ALERT_INTERVAL_SECONDS: '1' } })
const { gateway, scene } = dashboard
const workspaceId = await scene.defaultWorkspace()
const hook = (path: string) => `http://127.0.0.1:${receiver.port}${path}`

type Listed = { readonly data: readonly Record<string, unknown>[] }
const listed = async (what: 'rules' | 'channels') => ((await scene.do('GET', `/alerts/${what}`)) as Listed).data

test('a channel is created, tested and shown without its URL', async () => {
  const { page, errors, foreignRequests, close } = await dashboard.open('/alerts/channels')
  await page.getByText('No alert channels').waitFor()
  await page.getByRole('button', { name: 'New channel' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('On call')
  await dialog.getByLabel('URL').fill('not a url')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('Must be an http or https URL').first().waitFor()
  await hasAttribute(dialog.getByLabel('URL'), 'aria-invalid', 'true')
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByLabel('URL').fill(hook('/T0KEN'))
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Send test to On call' }).click()
  await page
    .getByText(/Delivered to “On call” in \d+ ms/)
    .first()
    .waitFor()
  expect(received).toEqual(['/T0KEN'])
  expect(await page.content()).not.toContain('T0KEN')
  await page.getByRole('link', { name: 'On call' }).click()
  await page.getByRole('dialog').getByLabel('URL').fill(hook('/broken'))
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('The alert channel was changed.').first().waitFor()
  await page.getByRole('button', { name: 'Send test to On call' }).click()
  await page.getByText('“On call”: HTTP status 500').first().waitFor()
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
})

test('a rule is created, silenced, disabled and deleted', async () => {
  const { page, errors, close } = await dashboard.open('/alerts')
  await page.getByRole('button', { name: 'New rule' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Metric').selectOption('latency_p95')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.locator('[aria-invalid="true"]').first().waitFor()
  await dialog.getByLabel('Name').fill('Slow')
  await dialog.getByLabel('Threshold (ms)').fill('2500')
  await dialog.getByLabel('Window').selectOption('15')
  await dialog.getByLabel('On call').check()
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('p95 latency above 2.5 s in 15 min, from 10 requests').waitFor()
  expect(await listed('rules')).toMatchObject([
    {
      name: 'Slow',
      workspace_id: workspaceId,
      condition: { metric: 'latency_p95', threshold: 2_500, window_minutes: 15, min_requests: 10 },
      channel_ids: [String((await listed('channels'))[0]?.['id'])],
    },
  ])
  await page.getByRole('button', { name: 'Silence Slow' }).click()
  await page.getByRole('menuitem', { name: '2 hours' }).click()
  await page.getByText('silenced until').waitFor()
  await page.getByRole('button', { name: 'Silence Slow' }).click()
  await page.getByRole('menuitem', { name: 'Remove silence' }).click()
  await page.getByText('silenced until').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Actions for Slow' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByText('Disabled', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Actions for Slow' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No alert rules').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a test of a rule shows the result of each channel', async () => {
  const [broken] = await listed('channels')
  const fine = await scene.do('POST', '/alerts/channels', {
    name: 'Second',
    type: 'webhook',
    webhook_url: hook('/second'),
    workspace_id: workspaceId,
  })
  const made = { workspace_id: workspaceId, condition: { metric: 'cost', threshold: 1_000 } }
  const channels = [broken?.['id'], fine['id']]
  const tested = await scene.do('POST', '/alerts/rules', { ...made, name: 'Tested', channel_ids: channels })
  const alone = await scene.do('POST', '/alerts/rules', { ...made, name: 'Alone' })
  const { page, errors, close } = await dashboard.open('/alerts')
  await page.getByRole('button', { name: 'Send test of Tested' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('row').filter({ hasText: 'On call' }).getByText('HTTP status 500').waitFor()
  await dialog.getByRole('row').filter({ hasText: 'Second' }).getByText('Delivered').waitFor()
  // The channels are called at the same time.
  expect(received.slice(-2).sort()).toEqual(['/broken', '/second'])
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  await isDisabled(page.getByRole('button', { name: 'Send test of Alone' }))
  for (const { id } of [tested, alone] as { id: string }[]) await scene.do('DELETE', `/alerts/rules/${id}`)
  expect(errors).toEqual([])
  await close()
})

test('an alert appears in the history with its failed delivery, and no look has a problem', async () => {
  const channel = (await listed('channels')).find(({ name }) => name === 'On call')
  await scene.do('POST', '/alerts/rules', {
    name: 'Errors',
    workspace_id: workspaceId,
    condition: { metric: 'error_rate', threshold: 1, min_requests: 1 },
    channel_ids: [channel?.['id']],
  })
  await scene.do('POST', '/alerts/rules', {
    name: 'Forecast',
    condition: { metric: 'budget_forecast', threshold: 100 },
  })
  const failed = await gateway.chat({ provider: 'no-such-provider' }, { body: { model: 'm' } })
  expect(failed.status).toBeGreaterThanOrEqual(400)
  const { page, close } = await dashboard.open('/alerts')
  await eventually('the rule fires', async () => {
    await page.reload()
    await page.getByText('Error rate above 1 % in 5 min').waitFor()
    return (await page.getByText('Firing', { exact: true }).count()) > 0
  })
  await page.getByRole('link', { name: 'History' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Errors' })
  await row.getByText('Fired').waitFor()
  await row.getByText('Error rate: 100 % over 5 min, threshold 1 %').waitFor()
  await eventually('the notification fails', async () => {
    await page.reload()
    await row.getByText('Fired').waitFor()
    return (await row.getByText('HTTP status 500').count()) > 0
  })
  await row.getByText('HTTP status 500, attempt').waitFor()
  await row.getByRole('link', { name: 'Errors' }).click()
  await page.getByText('Rule: Errors').waitFor()
  expect(page.url()).toContain('rule=')
  await page.getByRole('button', { name: 'Show all rules' }).click()
  await page.getByText('Rule: Errors').waitFor({ state: 'detached' })
  await close()
  await checkPages(dashboard, [{ path: '/alerts/history', ready: 'Fired' }])
})
