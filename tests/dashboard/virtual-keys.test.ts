import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { startSimulator } from '../../simulators/simulator.ts'
import { shareSimulator } from '../harness/share-simulator.ts'
import { checkPages } from './check-pages.ts'
import {
  accessibilityProblems,
  focused,
  hasCount,
  hasValue,
  isDisabled,
  shareDashboard,
  withoutLiveUpdates,
} from './harness.ts'

const dashboard = await shareDashboard()
const { gateway, scene } = dashboard
const workspaceId = await scene.defaultWorkspace()

const usage = { prompt_tokens: 1_000, completion_tokens: 1_000, total_tokens: 2_000 }
const choices = [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }]
const body = { id: 'chat-1', object: 'chat.completion', model: 'gpt-4o', choices, usage }
const provider = await shareSimulator({ answers: [{ status: 200, body: JSON.stringify(body) }] })

type Saved = {
  readonly status: string
  readonly usage_limits: { readonly credit_limit: number; readonly current_usage: number } | null
  readonly rate_limits: readonly unknown[]
  readonly keys: readonly { readonly status: string; readonly masked_api_key: string }[]
}

async function saved(slug: string): Promise<Saved> {
  return (await scene.do('GET', `/virtual-keys/${slug}?workspace_id=${workspaceId}`)) as Saved
}

function save(slug: string, more: object = {}): Promise<unknown> {
  const virtualKey = {
    name: slug,
    slug,
    provider: 'openai',
    key: 'sk-first-key-of-it',
    custom_host: `${provider.url}/v1`,
  }
  return scene.do('POST', '/virtual-keys', { ...virtualKey, workspace_id: workspaceId, ...more })
}

function spend(slug: string): Promise<Response> {
  const headers = { 'x-gateway-virtual-key': slug }
  return gateway.chat(null, { headers, body: { model: 'gpt-4o', max_tokens: 1_000 } })
}

/** Waits for the list of providers, which the gateway returns. */
async function chooseProvider(page: Page, words: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Provider' }).fill(words)
  await page
    .getByRole('option', { name: new RegExp(words) })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
}

test('a provider with a monthly budget is added and tested in six steps, and its secret is in no browser storage', async () => {
  const { page, errors, foreignRequests, close } = await dashboard.open('/virtual-keys')
  await page.getByText('No virtual keys yet').waitFor()
  await page.getByRole('button', { name: 'New virtual key' }).first().click()
  await chooseProvider(page, 'openai-comp')
  await page.getByLabel('Base URL').fill(`${provider.url}/v1`)
  await page.getByLabel('Provider key').fill('sk-a-secret-that-stays')
  await page.getByLabel('Budget (optional)').fill('50')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByLabel('Name', { exact: true }).fill('Main one')
  await page.getByRole('button', { name: 'Test and create' }).click()
  await page.getByRole('heading', { level: 1, name: 'Main one' }).waitFor()
  await page.getByText('$0 of $50.00').waitFor()
  expect(await saved(new URL(page.url()).pathname.split('/').at(-1) ?? '')).toMatchObject({
    usage_limits: { type: 'cost', credit_limit: 50, periodic_reset: 'monthly' },
  })
  expect(await page.content()).not.toContain('a-secret-that-stays')
  const stored = await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })')
  expect(stored).not.toContain('secret')
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
})

test('a credential refused by the provider is shown with a hint, and gateway errors appear at their input', async () => {
  await using refusing = await startSimulator({ answers: [401] })
  const { page, close } = await dashboard.open('/virtual-keys?new=1')
  await chooseProvider(page, 'openai-comp')
  await page.getByLabel('Base URL').fill(`${refusing.url}/v1`)
  await page.getByLabel('Provider key').fill('sk-wrong')
  await page.getByLabel('Budget (optional)').fill('0.5')
  await hasCount(page.getByRole('button', { name: 'Create anyway' }), 0)
  await page.getByRole('button', { name: 'Test and create' }).click()
  await page.getByRole('alert').filter({ hasText: 'Test failed' }).waitFor()
  await page.getByText('Paste the key again').waitFor()

  await page.getByRole('button', { name: 'Create anyway' }).click()
  await page.getByText(/Must be from 1 to/).waitFor()
  await focused(page, '[aria-invalid=true]')
  await hasValue(page.getByLabel('Budget (optional)'), '0.5')
  await close()
})

test('the form shows the fields that the gateway requires for the provider', async () => {
  const { page, errors, close } = await dashboard.open('/virtual-keys?new=1')
  const choose = (words: string) => chooseProvider(page, words)
  await choose('vertex')
  await page.getByLabel('Project ID', { exact: true }).waitFor()
  await page.getByLabel('Region', { exact: true }).waitFor()
  await page.getByLabel('Service account JSON (optional)').waitFor()
  await page.getByLabel('LLM request type (optional)').waitFor({ state: 'hidden' })
  await page.getByText('Other host, LLM request type').click()
  await page.getByLabel('LLM request type (optional)').waitFor()

  await choose('azure-openai')
  await page.getByLabel('Resource name', { exact: true }).fill('house')
  await page.getByLabel('Provider key').fill('azure-secret-key-0001')
  await page.getByText(/^Other host,/).click()
  await page.getByLabel('Auth mode (optional)').selectOption('ad_token')
  await page.getByLabel('Name', { exact: true }).fill('House cloud')
  await page.getByRole('button', { name: 'Test and create' }).click()
  await page.getByRole('button', { name: 'Create anyway' }).click()
  await page.getByRole('heading', { level: 1, name: 'House cloud' }).waitFor()
  const slug = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect(await saved(slug)).toMatchObject({ model_config: { cloudAResourceName: 'house', cloudAAuthMode: 'ad_token' } })
  // Omitted values can be added later.
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByText('Host and settings of azure-openai').click()
  await page.getByLabel('Deployment ID (optional)').fill('gpt-east')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await saved(slug)).toMatchObject({ model_config: { cloudADeploymentId: 'gpt-east' } })
  expect(errors).toEqual([])
  await close()
})

test('the usage bar of an open budget follows the spend', async () => {
  await save('live', {
    usage_limits: { type: 'cost', credit_limit: 1, alert_threshold: 0.01, periodic_reset: 'weekly' },
  })
  const { page, close } = await dashboard.open('/virtual-keys')
  const row = page.getByRole('row').filter({ hasText: 'live' })
  await row.getByText('$0 of $1.00').waitFor()
  const reply = await spend('live')
  expect(reply.status).toBe(200)
  await row.getByText('$0.013 of $1.00').waitFor()
  // The number of requests comes from the logs, which may be stored later.
  await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
  await page.reload()
  await row.getByText('1 request').waitFor()
  await page.getByLabel('Filter virtual keys').fill('nothing of the kind')
  await page.getByText('No virtual keys match').waitFor()
  await page.getByRole('button', { name: /“nothing of the kind”/ }).click()
  await row.waitFor()
  await close()
})

test('a usage bar shows what was spent after it was read and before the stream of logs opened', async () => {
  await save('early', { usage_limits: { type: 'cost', credit_limit: 1 } })
  const { page, close } = await dashboard.open('/account')
  const release = Promise.withResolvers<void>()
  await page.route('**/v1/logs/stream**', async (route) => {
    await release.promise
    await route.continue()
  })
  await page.goto(`${gateway.url}/virtual-keys`)
  const row = page.getByRole('row').filter({ hasText: 'early' })
  await row.getByText('$0 of $1.00').waitFor()
  expect((await spend('early')).status).toBe(200)
  release.resolve()
  await row.getByText('$0.013 of $1.00').waitFor()
  await close()
})

test('a budget that is nearly spent is raised on a phone in three taps, and reset', async () => {
  await save('tight', { usage_limits: { type: 'cost', credit_limit: 1 } })
  await spend('tight')
  const { page, close } = await dashboard.open('/overview', { width: 360, height: 740, hasTouch: true })
  await page.getByRole('link', { name: 'tight', exact: true }).tap()
  await page.getByRole('button', { name: 'Raise or change' }).tap()
  await page.getByLabel('Budget (optional)').fill('80')
  await page.getByRole('button', { name: 'Save' }).tap()
  await page
    .getByText(/of \$80\.00/)
    .first()
    .waitFor()
  expect((await saved('tight')).usage_limits?.credit_limit).toBe(80)
  expect((await saved('tight')).usage_limits?.current_usage).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Reset' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).tap()
  await page.getByText('$0 of $80.00').first().waitFor()
  await close()
})

test('the list says that requests are refused only until the budget is raised', async () => {
  await save('small', { usage_limits: { type: 'tokens', credit_limit: 100 } })
  expect((await spend('small')).status).toBe(412)
  const { page, close } = await dashboard.open('/virtual-keys')
  const row = page.getByRole('row').filter({ hasText: 'small' })
  await row.getByText(/refused with 412/).waitFor()
  await scene.do('PUT', `/virtual-keys/small?workspace_id=${workspaceId}`, {
    usage_limits: { type: 'tokens', credit_limit: 50_000 },
  })
  await page.reload()
  await row.getByText('of 50,000 tokens').waitFor()
  await row.getByText('412: the budget is exhausted').waitFor()
  await hasCount(row.getByText(/refused with 412/), 0)
  await close()
})

test('a credential is rotated, and the old one can be restored with one click', async () => {
  await save('turning')
  const { page, close } = await dashboard.open('/virtual-keys/turning')
  await page.getByRole('button', { name: 'Rotate' }).click()
  await page.getByLabel('New key of openai').fill('sk-second-key-of-it')
  await page.getByRole('dialog').getByRole('button', { name: 'Test it' }).click()
  await page.getByText(/^(Test passed|Key not verified)$/).waitFor()
  await page.getByRole('button', { name: 'Use new credential' }).click()
  await page.getByText('turning has a new credential.').first().waitFor()
  await page.getByRole('cell', { name: 'off', exact: true }).waitFor()
  expect((await saved('turning')).keys.map((key) => key.status)).toEqual(['archived', 'active'])
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Enable' }).click()
  await page.getByRole('cell', { name: '50 %' }).first().waitFor()
  await close()
})

test('limits can be changed at any time, and only changes are sent', async () => {
  await save('changing', { note: 'kept' })
  const { page, close } = await dashboard.open('/virtual-keys/changing')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await isDisabled(dialog.getByRole('button', { name: 'Save' }))
  await dialog.getByRole('button', { name: 'Add rate limit' }).click()
  await dialog.getByLabel('Limit of rate limit 1').fill('120')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect((await sent).postDataJSON()).toEqual({ rate_limits: [{ type: 'requests', unit: 'rpm', value: 120 }] })
  await page.getByText('120 requests a minute').waitFor()
  await close()
})

test('deleting lists the uses of the key and requires its name and a confirmation', async () => {
  await save('doomed')
  const config = { virtual_key: 'doomed' }
  await scene.do('POST', '/configs', { name: 'Uses it', config, workspace_id: workspaceId })
  const { page, close } = await dashboard.open('/virtual-keys/doomed')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await isDisabled(dialog.getByRole('button', { name: 'Delete' }))
  await dialog.getByLabel(/Type “doomed”/).fill('doomed')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog
    .getByText(/Uses it/)
    .first()
    .waitFor()
  await dialog.getByRole('button', { name: 'Delete it anyway' }).click()
  await page.getByRole('heading', { level: 1, name: 'Virtual keys' }).waitFor()
  const gone = await scene.call(scene.admin, 'GET', `/virtual-keys/doomed?workspace_id=${workspaceId}`)
  expect(gone.status).toBe(404)
  await close()
})

test('names are displayed as text, and actions that a role may not use are hidden', async () => {
  const name = '<img src=x onerror=alert(1)> & "quotes"'
  await save('hostile', { name, note: '{{name}}<script>alert(2)</script>' })
  const manager = await scene.person('member', [{ id: workspaceId, role: 'manager' }])
  const { page, errors, close } = await dashboard.open('/virtual-keys/hostile', { as: manager.headers })
  await page.getByRole('heading', { level: 1, name }).waitFor()
  expect(errors).toEqual([])
  await close()

  const member = await scene.person('member', [{ id: workspaceId, role: 'member' }])
  const refused = await dashboard.open('/virtual-keys', { as: member.headers })
  await refused.page.getByText('You do not have access').waitFor()
  await hasCount(refused.page.getByRole('link', { name: 'Virtual keys' }), 0)
  await refused.close()
})

test('a list that cannot be loaded says so and can be reloaded', async () => {
  const { page, close } = await dashboard.open('/account')
  await withoutLiveUpdates(page)
  await page.route('**/v1/virtual-keys?*', (route) =>
    // The client would retry a 503 automatically.
    route.fulfill({ status: 500, json: { error: { message: 'Away.' } } }),
  )
  await page.goto(`${gateway.url}/virtual-keys`)
  await page.getByText('Could not load the virtual keys').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('table', { name: 'Virtual keys' }).waitFor()
  await close()
})

test('list, detail and form have no accessibility problem in both themes at all widths', async () => {
  await save('looked-at', {
    usage_limits: { type: 'tokens', credit_limit: 5_000, alert_threshold: 4_000 },
    rate_limits: [{ type: 'requests', unit: 'rpm', value: 600 }],
    keys: [{ key: 'sk-one-of-two-keys', weight: 2 }, { key: 'sk-two-of-two-keys' }],
    key: undefined,
  })
  await checkPages(dashboard, [
    { path: '/virtual-keys', ready: 'looked-at' },
    { path: '/virtual-keys/looked-at', ready: 'Provider keys' },
    { path: '/virtual-keys?new=1', ready: 'Provider key' },
  ])
})
