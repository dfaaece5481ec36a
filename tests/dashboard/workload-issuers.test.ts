import { expect, test } from 'bun:test'
import { accessibilityProblems, hasAttribute, hasCount, hasValue, shareDashboard } from './harness.ts'

const dashboard = await shareDashboard()
const { scene } = dashboard
const workspaceId = await scene.defaultWorkspace()

type Listed = { readonly data: readonly Record<string, unknown>[] }
const listed = async (path = '') => ((await scene.do('GET', `/admin/workload-issuers${path}`)) as Listed).data

test('a workload issuer is created, changed and deleted, and subjects are revoked', async () => {
  const { page, errors, foreignRequests, close } = await dashboard.open('/workload-issuers')
  await page.getByText('No workload issuers').waitFor()
  await page.getByRole('button', { name: 'New workload issuer' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('GitHub')
  await dialog.getByLabel('Issuer').fill('https://token.actions.githubusercontent.com')
  await dialog.getByLabel('Audiences').fill('gatehouse')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('needs a claim that names your account').first().waitFor()
  await hasAttribute(dialog.getByLabel('Required claims'), 'aria-invalid', 'true')
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByLabel('Required claims').fill('repository = acme/*\nrepository = labs/*\nref = refs/heads/main')
  await dialog.getByLabel('Metadata from claims').fill('workflow = workflow')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('repository: acme/* or labs/*; ref: refs/heads/main').waitFor()
  const [made] = await listed()
  expect(made).toMatchObject({
    workspace_id: workspaceId,
    claims: { repository: ['acme/*', 'labs/*'], ref: ['refs/heads/main'] },
    metadata: { workflow: 'workflow' },
    scopes: ['completions.write'],
    jwks_url: null,
  })
  await page.getByRole('link', { name: 'GitHub' }).click()
  await dialog.getByLabel('Public keys').selectOption('url')
  await dialog.getByLabel('JWKS URL').fill('http://issuer.example.com/jwks')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('must be an https URL').first().waitFor()
  await dialog.getByLabel('JWKS URL').fill('https://issuer.example.com/jwks')
  await dialog.getByRole('textbox', { name: 'Budget' }).fill('abc')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.locator('[aria-invalid="true"]').first().waitFor()
  await dialog.getByRole('textbox', { name: 'Budget' }).fill('25')
  await dialog.getByRole('button', { name: 'Add rate limit' }).click()
  await dialog.getByLabel('Limit of rate limit 1').fill('60')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The workload issuer was changed.').first().waitFor()
  expect(await listed()).toMatchObject([
    {
      jwks_url: 'https://issuer.example.com/jwks',
      claims: made?.['claims'],
      usage_limits: { credit_limit: 25, periodic_reset: 'monthly' },
      rate_limits: [{ type: 'requests', unit: 'rpm', value: 60 }],
    },
  ])
  await page.getByRole('link', { name: 'GitHub' }).click()
  await dialog.getByRole('button', { name: 'Remove rate limit 1' }).click()
  await dialog.getByRole('textbox', { name: 'Budget' }).fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await listed()).toMatchObject([{ usage_limits: null, rate_limits: [] }])
  await page.getByText('Never').waitFor()
  await page.getByRole('button', { name: 'Actions for GitHub' }).click()
  await page.getByRole('menuitem', { name: 'Subjects' }).click()
  await dialog.getByText('No token of this issuer was used.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Actions for GitHub' }).click()
  await page.getByRole('menuitem', { name: 'Revocations' }).click()
  await dialog.getByText('Nothing is revoked.').waitFor()
  await dialog.getByLabel('Subject').fill('repo:acme/api')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByRole('cell', { name: 'repo:acme/api', exact: true }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await listed(`/${made?.['id']}/revocations`)).toMatchObject([{ subject: 'repo:acme/api', jti: null }])
  await dialog.getByRole('button', { name: 'Undo the revocation of repo:acme/api' }).click()
  await dialog.getByText('Nothing is revoked.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Actions for GitHub' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByText('Disabled', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Actions for GitHub' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No workload issuers').waitFor()
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
})

test('a form closes once the list has what was saved, so that opening it again cannot show old values', async () => {
  await scene.do('POST', '/admin/workload-issuers', {
    name: 'Slow',
    issuer: 'https://slow.example.com',
    audiences: ['gatehouse'],
  })
  const { page, close } = await dashboard.open('/workload-issuers')
  const dialog = page.getByRole('dialog')
  await page.getByRole('link', { name: 'Slow' }).click()
  await dialog.getByLabel('Audiences').fill('changed')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/v1/admin/workload-issuers?**', async (route) => {
    await released
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The workload issuer was changed.').first().waitFor()
  await hasCount(dialog, 1)
  release()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Slow' }).click()
  await hasValue(dialog.getByLabel('Audiences'), 'changed')
  await close()
})
