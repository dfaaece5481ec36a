import { expect, test } from 'bun:test'
import { pageProblems } from './check-pages.ts'
import { hasTexts, isDisabled, leadsTo, shareDashboard } from './harness.ts'

const dashboard = await shareDashboard({ environment: { GATEWAY_BODY_ENCRYPTION: 'on' } })
const { gateway, scene } = dashboard

test('a workspace needs only a name and opens at once', async () => {
  const { page, errors, close } = await dashboard.open('/workspaces')
  await page.getByRole('button', { name: 'New workspace' }).click()
  await page.getByRole('button', { name: 'Create' }).click()
  // Refused without a name: the field shows the error and has the focus.
  await page.locator('[aria-invalid=true]').waitFor()
  await page.getByRole('dialog').getByLabel('Name').fill('Search')
  await page.getByRole('button', { name: 'Create' }).click()
  const row = page.getByRole('row', { name: /Search/ })
  await row.waitFor()
  await row.getByRole('button', { name: 'Actions for Search' }).click()
  await page.getByRole('menuitem', { name: 'Switch to it' }).click()
  await page.getByRole('button', { name: 'Workspace: Search' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('requests of the last seven days are shown in the row of their workspace', async () => {
  const answer = await gateway.chat({ provider: 'mock' })
  await answer.text()
  await gateway.waitForLog(answer.headers.get('x-gateway-trace-id'))
  const { page, close } = await dashboard.open('/workspaces')
  const cells = page
    .getByRole('row', { name: /default/ })
    .first()
    .getByRole('cell')
  await page.getByRole('cell', { name: '$0', exact: true }).first().waitFor()
  await hasTexts(cells.nth(2), ['1'])
  await close()
})

test('budget, rate limits, defaults and retention are changed in one form, and only changes are sent', async () => {
  const made = await scene.do('POST', '/admin/workspaces', { name: 'Payments', description: 'Checkout' })
  const config = { name: 'Careful', workspace_id: made['id'], config: { provider: 'mock' } }
  await scene.do('POST', '/configs', config)
  const { page, errors, close } = await dashboard.open(`/workspaces?edit=${made['slug']}`)
  await page.getByLabel('Budget', { exact: false }).first().fill('50')
  await page.getByLabel('Alert threshold').fill('80')
  await page.getByRole('button', { name: 'Add rate limit' }).click()
  await page.getByLabel('Limit of rate limit 1').fill('600')
  await page.getByLabel('Config for keys').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Add value' }).click()
  await page.getByLabel('Name 1').fill('team')
  await page.getByLabel('Value 1').fill('payments')
  await page.getByLabel('Request and response bodies').selectOption('no')
  await page.getByLabel('Log retention (days)').fill('7')
  await page.getByRole('button', { name: 'Save' }).click()
  // An alert above the budget is refused, with the error at its field.
  await page.locator('[aria-invalid=true]').first().waitFor()
  await page.getByLabel('Alert threshold').fill('40')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(Object.keys((await sent).postDataJSON() as object)).not.toContain('description')
  await page.getByText('Payments was changed.').first().waitFor()
  expect(await scene.do('GET', `/admin/workspaces/${made['id']}`)).toMatchObject({
    description: 'Checkout',
    usage_limits: [{ credit_limit: 50, alert_threshold: 40, periodic_reset: 'monthly' }],
    rate_limits: [{ type: 'requests', unit: 'rpm', value: 600 }],
    defaults: { metadata: { team: 'payments' } },
    retention_days: 7,
    log_bodies: false,
  })
  expect(errors).toEqual([])
  await close()
})

test('the key of the bodies of a workspace is rotated in its form, and those of all in the settings', async () => {
  const { page, errors, close } = await dashboard.open('/workspaces')
  await page.getByRole('link', { name: 'Default', exact: true }).click()
  await page.getByText('Version 1').waitFor()
  await page.getByRole('button', { name: 'Rotate body key' }).click()
  await page.getByText(/Version 2/).waitFor()
  await page.goto(`${gateway.url}/settings`)
  await page.getByRole('button', { name: 'Rotate all body keys' }).click()
  await page.getByText(/Version 3/).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('deleting a workspace lists its contents and requires its name', async () => {
  const made = await scene.do('POST', '/admin/workspaces', { name: 'Old' })
  const key = { name: 'openai-main', slug: 'openai-main', provider: 'mock', key: 'any', workspace_id: made['id'] }
  await scene.do('POST', '/virtual-keys', key)
  const { page, close } = await dashboard.open(`/workspaces?delete=${made['slug']}`)
  const link = page.getByRole('link', { name: '1 virtual key' })
  await leadsTo(link, `/virtual-keys?w=${made['slug']}`)
  await page.getByLabel(/^Type/).fill('Old')
  const remove = page.getByRole('button', { name: 'Delete workspace' })
  await isDisabled(remove)
  await page.getByLabel('Delete all of this too').check()
  await remove.click()
  await page.getByText('The workspace Old was deleted.').first().waitFor()
  expect((await scene.call(scene.admin, 'GET', `/admin/workspaces/${made['id']}`)).status).not.toBe(200)
  await close()
})

test('the default workspace says why it cannot be deleted; a filter without a match is named', async () => {
  const { page, close } = await dashboard.open('/workspaces?q=nothing-like-it')
  await page.getByRole('button', { name: 'name: nothing-like-it' }).click()
  await page.getByRole('button', { name: /^Actions for Default/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: /is the default workspace/ }).waitFor()
  await page.keyboard.press('Escape')
  expect(await pageProblems(page)).toEqual([])
  await close()
})
