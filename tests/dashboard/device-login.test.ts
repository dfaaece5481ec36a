import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beginLogin, pollLogin } from '../harness/control/device-flow.ts'
import { withKey } from '../harness/control-scene.ts'
import { accessibilityProblems, hasCount, shareDashboard } from './harness.ts'

const dashboard = await shareDashboard()
const { gateway, scene } = dashboard

type Person = { readonly id: string; readonly email: string; readonly password: string }

async function newPerson(role: 'admin' | 'member', workspaces: readonly { id: string; role: string }[] = []) {
  const email = `${crypto.randomUUID()}@example.com`
  const password = `password of ${email}`
  const invited = await scene.do('POST', '/admin/users/invites', { email, role, workspaces })
  const token = String(invited['invite_link']).split('/').at(-1)
  const { body } = await scene.call(null, 'POST', '/invites/accept', { token, password, first_name: 'Dana' })
  return { id: (body['user'] as { id: string }).id, email, password }
}

async function signIn(page: Page, { email, password }: Omit<Person, 'id'>): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Makes all sessions of a user older than ten minutes. */
function ageSessions(userId: string): void {
  const file = new Database(join(gateway.dataDirectory, 'control.db'))
  try {
    file.run('pragma busy_timeout = 10000')
    file.run('update sessions set created_at_ms = created_at_ms - 700000 where user_id = ?', [userId])
  } finally {
    file.close()
  }
}

const approveButton = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true })

test('the link of a device shows what is asked after the sign-in, and the approval gives the device its key', async () => {
  const person = await newPerson('admin')
  const { deviceCode, userCode } = await beginLogin(gateway, { scope: 'logs.list logs.view', device_name: 'build-7' })
  const { page, errors, close } = await dashboard.open(`/device?user_code=${userCode}`, { as: 'nobody' })
  await signIn(page, person)
  await page.getByRole('heading', { name: 'Gatehouse command line requests access' }).waitFor()
  await page.getByText(userCode).waitFor()
  await page.getByText('Approve only a login that you started yourself').waitFor()
  await page.getByText('build-7').waitFor()
  await page.getByText('127.0.0.1').first().waitFor()
  await page.getByText('logs: list, view').waitFor()
  expect(page.url()).not.toContain(userCode)
  expect(await accessibilityProblems(page)).toEqual([])
  await approveButton(page).click()
  await page.getByText('The device is logged in').waitFor()
  const issued = await pollLogin(gateway, deviceCode)
  expect(issued.body).toMatchObject({ scope: 'logs.list logs.view', workspace_id: null, user: person.email })
  const key = withKey('device', String(issued.body['access_token']))
  expect((await scene.call(key, 'GET', '/sessions/current')).status).toBe(200)

  await page.getByRole('link', { name: 'Your account' }).first().click()
  const devices = page.getByRole('list', { name: 'Your devices' })
  await devices.getByText('Gatehouse command line on build-7').first().waitFor()
  const sessions = page.getByRole('list', { name: 'Your sessions' })
  await sessions
    .getByText(/Password ·/)
    .first()
    .waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await devices.getByRole('button', { name: /Revoke/ }).click()
  await devices.getByText('None').waitFor()
  expect((await scene.call(key, 'GET', '/sessions/current')).status).toBe(401)
  expect(errors.filter((error) => !error.includes('401'))).toEqual([])
  await close()
})

test('a typed code is read in any form, a wrong one is explained, and a denial ends the login', async () => {
  const { deviceCode, userCode } = await beginLogin(gateway)
  const { page, close } = await dashboard.open('/device')
  await page.getByLabel('Code that the device shows').fill('BBBB-BBBB')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('No device login waits with this code').waitFor()
  await page.getByLabel('Code that the device shows').fill(userCode.replace('-', ' ').toLowerCase())
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Everything that your role allows').waitFor()
  await page.getByRole('button', { name: 'Deny', exact: true }).click()
  await page.getByText('The login was denied').waitFor()
  expect((await pollLogin(gateway, deviceCode)).body['error']).toBe('access_denied')
  await close()
})

test('a member chooses one of its workspaces, and sees what its role lacks', async () => {
  const [first, second] = [await scene.workspace(), await scene.workspace()]
  const roles = [first, second].map((id) => ({ id, role: 'member' }))
  const person = await newPerson('member', roles)
  const { deviceCode, userCode } = await beginLogin(gateway, { scope: 'logs.list virtual_keys.create' })
  const { page, close } = await dashboard.open(`/device?user_code=${userCode}`, { as: 'nobody' })
  await signIn(page, person)
  await page.getByText('Not granted, because your role lacks it: virtual_keys.create').waitFor()
  const places = page.getByLabel('Access to')
  await hasCount(places.locator('option'), 2)
  await places.selectOption(second)
  await page.getByLabel('Expires after').selectOption('1')
  await hasCount(page.locator('button[disabled]', { hasText: 'Approve' }), 0)
  await approveButton(page).click()
  await page.getByText('The device is logged in').waitFor()
  const { body } = await pollLogin(gateway, deviceCode)
  expect(body).toMatchObject({ workspace_id: second, scope: 'logs.list', expires_in: 86_400 })
  await close()
})

test('an administrator sees and ends the sessions and devices of a user', async () => {
  const person = await newPerson('admin')
  const visitor = await dashboard.open('/device', { as: 'nobody' })
  await signIn(visitor.page, person)
  const { deviceCode, userCode } = await beginLogin(gateway, { device_name: 'laptop' })
  await visitor.page.getByLabel('Code that the device shows').fill(userCode)
  await visitor.page.getByRole('button', { name: 'Continue' }).click()
  await approveButton(visitor.page).click()
  await visitor.page.getByText('The device is logged in').waitFor()
  const key = withKey('device', String((await pollLogin(gateway, deviceCode)).body['access_token']))

  const { page, close } = await dashboard.open(`/users?sessions=${person.id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Gatehouse command line on laptop').first().waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: /Revoke/ }).click()
  await dialog.getByRole('list', { name: 'Devices' }).getByText('None').waitFor()
  expect((await scene.call(key, 'GET', '/sessions/current')).status).toBe(401)
  await dialog.getByRole('button', { name: 'End all sessions' }).click()
  await dialog.getByRole('list', { name: 'Sessions', exact: true }).getByText('None').waitFor()
  await visitor.page.goto(`${gateway.url}/account`)
  await visitor.page.getByLabel('E-mail address').waitFor()
  await visitor.close()
  await close()
})

test('the dashboard asks for a confirmation before an approval if the sign-in is old', async () => {
  const person = await newPerson('admin')
  const { deviceCode, userCode } = await beginLogin(gateway)
  const { page, close } = await dashboard.open('/device', { as: 'nobody' })
  await signIn(page, person)
  await page.getByLabel('Code that the device shows').fill(userCode)
  await page.getByRole('button', { name: 'Continue' }).click()
  await approveButton(page).waitFor()
  ageSessions(person.id)
  await approveButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
  await dialog.getByLabel('Password').fill(person.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('The device is logged in').waitFor()
  expect((await pollLogin(gateway, deviceCode)).status).toBe(200)
  await close()
})

test('clickjacking: the page refuses frames', async () => {
  const response = await gateway.fetch('/device', { key: null, headers: { accept: 'text/html' } })
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  await response.text()
})
