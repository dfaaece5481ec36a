import { expect, test } from 'bun:test'
import { pageProblems } from './check-pages.ts'
import { focused, hasCount, shareDashboard } from './harness.ts'

const dashboard = await shareDashboard()
const { scene } = dashboard
const made = await scene.do('POST', '/admin/workspaces', { name: 'Payments' })
const [id, slug] = [String(made['id']), String(made['slug'])]
const path = `/members?w=${slug}`

async function roles(): Promise<Record<string, string>> {
  const { data } = (await scene.do('GET', `/admin/workspaces/${id}/users`)) as { data: { id: string; role: string }[] }
  return Object.fromEntries(data.map((member) => [member.id, member.role]))
}

test('a user is found by part of the name, added, promoted, and removed by undo', async () => {
  const person = await scene.person('member')
  const { page, errors, close } = await dashboard.open(path)
  await page.getByText('Payments has no members yet').waitFor()
  await page.getByRole('button', { name: 'Add person' }).first().click()
  await page.getByRole('combobox', { name: 'Person' }).pressSequentially('member')
  await page
    .getByRole('option', { name: /member/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Role of member').waitFor()
  expect(await roles()).toEqual({ [person.id]: 'member' })

  await page.getByLabel('Role of member').selectOption('manager')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  expect(await roles()).toEqual({ [person.id]: 'manager' })
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await page.getByText('is now member of Payments').first().waitFor()
  expect(await roles()).toEqual({ [person.id]: 'member' })
  expect(await pageProblems(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test('a manager adds users by id, sees an error for an unknown id, and confirms before losing the own role', async () => {
  const manager = await scene.person('member', [{ id, role: 'manager' }])
  const { page, close } = await dashboard.open(path, { as: manager.headers })
  await page.getByRole('button', { name: 'Add person' }).click()
  await page.getByLabel('ID of the person').fill('nobody')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('No user with this id exists').first().waitFor()
  await focused(page, '[aria-invalid=true]')
  await page.getByRole('button', { name: 'Cancel' }).click()
  const own = page.getByRole('row', { name: /\(you\)/ }).getByRole('combobox')
  await own.selectOption('member')
  await page.getByRole('heading', { name: 'Change your own role' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect((await roles())[manager.id]).toBe('manager')
  await close()
})

test('a member of the workspace cannot view its members', async () => {
  const member = await scene.person('member', [{ id, role: 'member' }])
  const { page, close } = await dashboard.open(path, { as: member.headers })
  await page.getByText('You do not have access').waitFor()
  await hasCount(page.getByRole('button', { name: 'Add person' }), 0)
  await close()
})

test('a user removed from the workspace keeps the account', async () => {
  const person = await scene.person('member', [{ id, role: 'member' }])
  const { data } = (await scene.do('GET', `/admin/workspaces/${id}/users`)) as { data: { id: string; email: string }[] }
  const email = data.find((member) => member.id === person.id)?.email ?? ''
  const { page, close } = await dashboard.open(path)
  await page
    .getByRole('row', { name: new RegExp(email) })
    .getByRole('button', { name: 'Remove' })
    .click()
  await page.getByLabel(/^Type/).fill(email)
  await page.getByRole('button', { name: 'Remove from workspace' }).click()
  await page.getByRole('row', { name: new RegExp(email) }).waitFor({ state: 'detached' })
  expect(await roles()).not.toHaveProperty(person.id)
  expect((await scene.call(scene.admin, 'GET', `/admin/users/${person.id}`)).status).toBe(200)
  await close()
})
