import { expect, test } from 'bun:test'
import {
  accessibilityProblems,
  focused,
  hasAttribute,
  hasCopied,
  hasCount,
  isChecked,
  isDisabled,
  shareDashboard,
} from './harness.ts'

const dashboard = await shareDashboard()
const { gateway, scene } = dashboard
const workspaceId = await scene.defaultWorkspace()

type Saved = {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly allow_inference: boolean
  readonly expires_at: string | null
  readonly rate_limits: readonly unknown[]
}

async function saved(name: string): Promise<Saved> {
  const { data } = (await scene.do('GET', '/api-keys?page_size=100')) as { data: Saved[] }
  const found = data.find((key) => key.name === name)
  if (!found) throw new Error(`There is no key ${name}.`)
  return found
}

function make(name: string, more: object = {}): Promise<Record<string, unknown>> {
  return scene.do('POST', '/api-keys/workspace/service', { name, scopes: [], workspace_id: workspaceId, ...more })
}

/** The status of a call with the secret. */
async function works(secret: string): Promise<number> {
  return (await gateway.fetch('/v1/scopes', { key: secret })).status
}

test('the key with the fewest scopes is created in five steps, works, and its secret is shown once', async () => {
  const { page, errors, foreignRequests, close } = await dashboard.open('/api-keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await isChecked(page.getByRole('radio', { name: /^Send requests/ }))
  await focused(page, '[placeholder=checkout-prod]')
  await page.getByLabel('Name').fill('checkout-prod')
  await page.getByRole('button', { name: 'Create key' }).click()
  const secret = (await page.locator('[data-secret]').textContent()) ?? ''
  expect(secret).toStartWith('gww_')
  await page.keyboard.press('Escape')
  await isDisabled(page.getByRole('button', { name: 'Done' }))
  await page.getByRole('button', { name: 'Copy secret' }).click()
  await hasCopied(page, secret)
  await page.getByRole('button', { name: 'Test key' }).click()
  await page.getByText(/The mock provider responded: 200/).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await isChecked(page.getByLabel('I stored it'))
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'checkout-prod' }).waitFor()
  expect(await page.content()).not.toContain(secret)
  expect(await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain('gww_')

  const key = await saved('checkout-prod')
  expect([key.scopes, key.allow_inference]).toEqual([[], true])
  // The suggested expiry, shown before creation: three months.
  const days = (Date.parse(key.expires_at ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(88)
  expect(days).toBeLessThan(92)
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
})

test('custom scopes start empty, can be searched, are summarised, and warn about powerful scopes', async () => {
  const { page, close } = await dashboard.open('/api-keys?new=1')
  await page.getByLabel('Name').fill('by-hand')
  await page.getByRole('radio', { name: /^Custom/ }).check()
  const matrix = page.locator('.scopes')
  await hasCount(matrix.getByRole('checkbox', { checked: true }), 0)
  await page.getByLabel('Find a scope').fill('virtual')
  await matrix.getByRole('checkbox', { name: 'create Virtual keys' }).check()
  await page.getByText('virtual keys: create').waitFor()
  await page.getByText(/can change virtual keys \(create\)/).waitFor()
  await page.getByLabel('May send requests to providers').uncheck()
  await page.getByText('API request').click()
  const request = await page.locator('dialog pre').innerText()
  expect(request).toContain('"virtual_keys.create"')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.locator('[data-secret]').waitFor()
  expect(await saved('by-hand')).toMatchObject({ scopes: ['virtual_keys.create'], allow_inference: false })
  await page.getByRole('button', { name: 'Test key' }).click()
  await page.getByText(/The key is valid: 200/).waitFor()
  await close()
})

test('invalid limits show an error at their input, in the step that has it', async () => {
  const { page, close } = await dashboard.open('/api-keys?new=1')
  await page.getByLabel('Name').fill('wrong-limits')
  await page.getByRole('button', { name: 'Limits and defaults' }).click()
  await page.getByLabel('Budget (optional)').fill('nothing')
  await page.getByRole('button', { name: 'No expiry' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.locator('.field-error').waitFor()
  await hasAttribute(page.getByLabel('Budget (optional)'), 'aria-invalid', 'true')
  await page.getByLabel('Budget (optional)').fill('25')
  await page.getByLabel('Metadata added to every request').fill('team=checkout')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.locator('[data-secret]').waitFor()
  expect(await saved('wrong-limits')).toMatchObject({
    expires_at: null,
    usage_limits: { credit_limit: 25 },
    defaults: { metadata: { team: 'checkout' } },
  })
  await close()
})

test('a rotation adds a second secret while the first keeps working; an edit sends only changes', async () => {
  const made = await make('rotating')
  const { page, close } = await dashboard.open('/api-keys')
  await page.getByRole('link', { name: 'rotating' }).click()
  const drawer = page.locator('aside')
  await drawer.getByRole('button', { name: 'Rotate' }).click()
  await page.getByLabel('The old secret keeps working for').selectOption({ label: '1 hour' })
  await page.getByRole('button', { name: 'Create new secret' }).click()
  const second = (await page.locator('[data-secret]').textContent()) ?? ''
  expect([await works(String(made['key'])), await works(second)]).toEqual([200, 200])
  await page.getByLabel('I stored it').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await drawer.getByText('Two secrets are valid').waitFor()

  await drawer.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add rate limit' }).click()
  await page.getByLabel('Limit of rate limit 1').fill('30')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(Object.keys((await sent).postDataJSON()).sort()).toEqual(['rate_limits', 'workspace_id'])
  await drawer.getByText('30 requests a minute').waitFor()
  await close()
})

test('client certificates of a key can be changed, and a wrong one is reported at its field', async () => {
  const made = await make('with-certificate')
  const { page, close } = await dashboard.open(`/api-keys/${made['id']}`)
  const drawer = page.locator('aside')
  await drawer.getByRole('button', { name: 'Change' }).click()
  const field = page.getByLabel('Client certificates')
  await field.fill('dns:*.example.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('.field-error').filter({ hasText: 'Wildcards are not possible' }).waitFor()
  await field.fill('dns:Billing.Example.com\n\nuri:spiffe://cluster/billing')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await sent).postDataJSON()).toMatchObject({
    client_certificates: ['dns:Billing.Example.com', 'uri:spiffe://cluster/billing'],
  })
  await drawer.getByText('dns:billing.example.com uri:spiffe://cluster/billing').waitFor()
  await close()
})

test('revoking shows the usage of the key, asks for its name, and works on a phone', async () => {
  const made = await make('leaving')
  const headers = { 'x-gateway-provider': 'mock' }
  const sent = await gateway.fetch('/v1/chat/completions', {
    method: 'POST',
    key: String(made['key']),
    headers,
    body: { model: 'mock-1', messages: [{ role: 'user', content: 'hi' }] },
  })
  await gateway.waitForLog(sent.headers.get('x-gateway-trace-id'))
  const { page, close } = await dashboard.open(`/api-keys/${made['id']}`, { width: 360, height: 740, hasTouch: true })
  await page.getByRole('button', { name: 'Revoke' }).tap()
  await page.getByText(/Used 1 time in the last hour/).waitFor()
  await page.getByLabel(/Type “leaving”/).fill('leaving')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).tap()
  await page.getByText('leaving is revoked.').first().waitFor()
  expect(await works(String(made['key']))).toBe(401)
  await close()
})

test('an Admin key starts with read scopes only, and is created on a page separate from workspace keys', async () => {
  const { page, close } = await dashboard.open('/admin-keys')
  await page.getByRole('table', { name: 'Admin keys' }).waitFor()
  await hasCount(page.getByRole('link', { name: 'rotating' }), 0)
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByText(/^No access: requests to providers/).waitFor()
  await page.getByLabel('Name').fill('reporter')
  await page.getByRole('button', { name: 'Create key' }).click()
  const secret = (await page.locator('[data-secret]').textContent()) ?? ''
  expect(secret).toStartWith('gwa_')
  expect(await saved('reporter')).toMatchObject({
    type: 'organisation-service',
    scopes: ['analytics.view', 'workspaces.list'],
    allow_inference: false,
  })
  await close()
})

test('members cannot open the page; a manager creates keys for the own workspace only', async () => {
  const other = await scene.workspace()
  const manager = await scene.person('member', [{ id: other, role: 'manager' }])
  const { page, close } = await dashboard.open('/api-keys', { as: manager.headers })
  await page.getByText('No API keys in this workspace').waitFor()
  await page.getByRole('button', { name: 'New key' }).first().click()
  await page.getByLabel('Name').fill('of-the-manager')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.locator('[data-secret]').waitFor()
  expect(await saved('of-the-manager')).toMatchObject({ workspace_id: other })
  await close()

  const member = await scene.person('member', [{ id: other, role: 'member' }])
  const refused = await dashboard.open('/api-keys', { as: member.headers })
  await refused.page.getByText('You do not have access').waitFor()
  await hasCount(refused.page.getByRole('link', { name: 'API keys' }), 0)
  await refused.close()
})
