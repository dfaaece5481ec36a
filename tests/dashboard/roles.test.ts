import { expect, test } from 'bun:test'
import { accessibilityProblems, shareDashboard } from './harness.ts'

const dashboard = await shareDashboard()
const { scene } = dashboard
const workspaceId = await scene.defaultWorkspace()

type Role = {
  readonly name: string
  readonly slug: string
  readonly permissions: readonly string[]
  readonly is_built_in: boolean
}

async function customRoles(): Promise<readonly Role[]> {
  const { data } = (await scene.do('GET', '/admin/roles')) as { data: readonly Role[] }
  return data.filter((role) => !role.is_built_in)
}

test('a role is created, copied, changed and deleted in the matrix', async () => {
  const { page, errors, foreignRequests, close } = await dashboard.open('/roles')
  const matrix = page.getByRole('table', { name: 'Permissions of each role' })
  await matrix.getByRole('columnheader', { name: 'Owner' }).waitFor()
  await page.getByRole('button', { name: 'New role' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Log reader')
  await dialog.getByLabel('list Request logs').check()
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create' }).click()
  await matrix.getByRole('columnheader', { name: 'Log reader' }).waitFor()
  expect(await customRoles()).toMatchObject([{ name: 'Log reader', permissions: ['logs.list'] }])

  await page.getByRole('button', { name: 'Actions for Log reader, workspace' }).click()
  await page.getByRole('menuitem', { name: 'Copy' }).click()
  await dialog.getByLabel('Send requests to providers').check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await matrix.getByRole('columnheader', { name: 'Copy of Log reader' }).waitFor()
  const copy = (await customRoles()).find((role) => role.name === 'Copy of Log reader')
  expect(copy?.permissions.toSorted()).toEqual(['completions.write', 'logs.list'])

  await page.getByRole('button', { name: 'Actions for Log reader, workspace', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  await dialog.getByLabel('view Request logs').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The role was changed.').first().waitFor()
  expect((await customRoles()).find((role) => role.name === 'Log reader')?.permissions).toEqual([
    'logs.list',
    'logs.view',
  ])

  await scene.person('member', [{ id: workspaceId, role: copy!.slug }])
  await page.getByRole('button', { name: 'Actions for Copy of Log reader, workspace' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByText('is in use').first().waitFor()
  await dialog.getByLabel('Replace with').selectOption('member')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('The role was deleted.').first().waitFor()
  expect((await customRoles()).map((role) => role.name)).toEqual(['Log reader'])
  expect(await accessibilityProblems(page)).toEqual([])
  expect(errors).toEqual([])
  expect(foreignRequests).toEqual([])
  await close()
})

test('the access review shows grants and filters them', async () => {
  const { page, errors, close } = await dashboard.open('/access-review')
  const table = page.getByRole('table', { name: 'Access review' })
  await table.waitFor()
  await page.getByLabel('Type').selectOption('api_key')
  await table.getByText('API key', { exact: true }).first().waitFor()
  await page.getByPlaceholder('Name or e-mail address').fill('no such name')
  await page.getByText('No grants').first().waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})
