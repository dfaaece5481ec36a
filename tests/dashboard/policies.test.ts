import { expect, test } from 'bun:test'
import { eventually } from '../harness/eventually.ts'
import { checkPages } from './check-pages.ts'
import { accessibilityProblems, hasAttribute, isDisabled, shareDashboard } from './harness.ts'

const dashboard = await shareDashboard()
const { gateway, scene } = dashboard
const workspaceId = await scene.defaultWorkspace()

type Listed = { readonly data: readonly Record<string, unknown>[] }

async function listed(kind: 'usage-limits' | 'rate-limits', status = 'active'): Promise<Listed['data']> {
  return ((await scene.do('GET', `/policies/${kind}?status=${status}`)) as Listed).data
}

function make(more: object = {}): Promise<Record<string, unknown>> {
  const rule = { conditions: [], group_by: [{ key: 'user' }], type: 'requests', credit_limit: 3 }
  return scene.do('POST', '/policies/usage-limits', { ...rule, workspace_id: workspaceId, ...more })
}

function sendAs(user: string): Promise<Response> {
  const headers = { 'x-gateway-metadata': JSON.stringify({ _user: user }) }
  return gateway.chat({ provider: 'mock' }, { headers, body: { model: 'mock-1' } })
}

test('a budget per user is created in a form that shows errors at their inputs', async () => {
  const { page, errors, foreignRequests, close } = await dashboard.open('/policies')
  await page.getByText('No budgets by policy').waitFor()
  await page.getByRole('button', { name: 'New budget' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Each user')
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  await dialog.getByLabel('Values of condition 1', { exact: true }).fill('openai, no-such-provider')
  await dialog.getByRole('combobox', { name: 'Group 1' }).fill('metadata._user')
  await dialog.getByLabel('Budget').fill('20')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog
    .getByText(/invalid provider "no-such-provider"/i)
    .first()
    .waitFor()
  await hasAttribute(dialog.getByLabel('Values of condition 1', { exact: true }), 'aria-invalid', 'true')
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByLabel('Values of condition 1', { exact: true }).fill('openai, mock')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('requests where provider is openai or mock').waitFor()
  await page.getByText('$20.00 for each user, resets on the first of each month').waitFor()
  expect(await listed('usage-limits')).toMatchObject([
    {
      name: 'Each user',
      workspace_id: workspaceId,
      conditions: [{ key: 'provider', value: ['openai', 'mock'] }],
      group_by: [{ key: 'metadata._user' }],
    },
  ])
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
})

test('the usage of each user is listed and can be reset for one of them', async () => {
  const { id } = await make({ name: 'Counted' })
  for (const user of ['ada', 'ada', 'bob']) expect((await sendAs(user)).status).toBe(200)
  const { page, close } = await dashboard.open(`/policies/${id}`)
  const row = page.getByRole('row').filter({ hasText: 'ada' })
  await row.getByText('2 of 3 requests').waitFor()
  await page.getByLabel('Find a value').fill('bob')
  await row.waitFor({ state: 'detached' })
  await page.getByLabel('Find a value').fill('')
  await row.getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await page.getByText('The usage of ada was reset.').first().waitFor()
  for (let sent = 0; sent < 3; sent++) expect((await sendAs('ada')).status).toBe(200)
  expect((await sendAs('ada')).status).toBe(412)
  await row.getByText('exhausted').waitFor()
  await close()
})

test('a policy can be edited except for its grouping, and archived', async () => {
  const { id } = await make({ name: 'Changing', credit_limit: 100 })
  const { page, close } = await dashboard.open(`/policies/${id}`)
  await page.locator('aside').getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog')
  await isDisabled(dialog.getByLabel('Separate limit for each'))
  await dialog.getByLabel('Budget').fill('250')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.locator('aside').getByText('250 requests for each user').waitFor()
  await page.locator('aside').getByRole('button', { name: 'Delete' }).click()
  await dialog.getByLabel(/Type “Changing”/).fill('Changing')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Archived' }).click()
  await page.getByRole('link', { name: 'Changing' }).waitFor()
  expect((await listed('usage-limits', 'archived')).map((policy) => policy['name'])).toEqual(['Changing'])
  await close()
})

test('an owner creates a rate limit policy for every workspace, and the list describes it in a sentence', async () => {
  const { page, close } = await dashboard.open('/policies/rate-limits?new=1')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Workspace').selectOption({ label: 'every workspace' })
  await dialog.getByLabel('At most').fill('60')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('link', { name: '60 requests a minute for each API key' }).waitFor()
  expect(await listed('rate-limits')).toMatchObject([{ workspace_id: null, unit: 'rpm', value: 60 }])
  await close()
})

test('a budget alert is listed with the usage and links to its budget', async () => {
  await make({ name: 'Telling', credit_limit: 10, alert_threshold: 1 })
  await sendAs('carol')
  const { page, close } = await dashboard.open('/policies/alerts')
  const row = page.getByRole('row').filter({ hasText: 'Telling' })
  // The ledger raises the alert shortly after the request.
  await eventually('the alert is listed', async () => {
    await page.reload()
    await page
      .getByText(/No budget alerts yet|Used then/)
      .first()
      .waitFor()
    return (await row.count()) > 0
  })
  await row.getByText('metadata._user:carol').waitFor()
  await row.getByRole('link', { name: 'Telling' }).click()
  await page.getByRole('heading', { level: 2, name: 'Telling' }).waitFor()
  await close()
})

test('lists, drawer and form have no accessibility problem in both themes at all widths', async () => {
  const { id } = await make({ name: 'Looked at' })
  await sendAs('dora')
  await checkPages(dashboard, [
    { path: `/policies/${id}`, ready: 'Usage by group' },
    { path: '/policies/rate-limits?new=1', ready: 'Separate limit for each' },
    { path: '/policies/alerts', ready: 'Used then' },
  ])
})
