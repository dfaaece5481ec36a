import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { currentStep, totpCode, wrongTotpCode } from '../harness/totp.ts'
import { accessibilityProblems, hasCount, shareDashboard } from './harness.ts'

const dashboard = await shareDashboard()
const { gateway, scene } = dashboard
/** Browsers have no passkeys for IP addresses. */
const BASE = gateway.url.replace('127.0.0.1', 'localhost')

type Person = { readonly id: string; readonly email: string; readonly password: string }

async function newPerson(role: 'admin' | 'member'): Promise<Person> {
  const email = `${crypto.randomUUID()}@example.com`
  const password = `password of ${email}`
  const invited = await scene.do('POST', '/admin/users/invites', { email, role })
  const token = String(invited['invite_link']).split('/').at(-1)
  const { body } = await scene.call(null, 'POST', '/invites/accept', { token, password, first_name: 'Pat' })
  return { id: (body['user'] as { id: string }).id, email, password }
}

async function typePassword(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function openAs(person: Person, path: string) {
  const opened = await dashboard.open('/', { as: 'nobody' })
  await opened.page.goto(`${BASE}${path}`)
  await typePassword(opened.page, person)
  return opened
}

/** A device with a fingerprint reader in this page’s browser. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    credentials: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    setVerified: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

function inStore(sql: string, ...values: (string | number)[]): void {
  const file = new Database(join(gateway.dataDirectory, 'control.db'))
  try {
    file.run('pragma busy_timeout = 10000')
    file.run(sql, values)
  } finally {
    file.close()
  }
}

function freshCode(userId: string, secret: string): string {
  inStore('update totp_secrets set last_step = 0 where user_id = ?', userId)
  return totpCode(secret, currentStep())
}

async function addTotp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  const secret = ((await page.getByRole('dialog').locator('code').textContent()) ?? '').replaceAll(' ', '')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await page.getByLabel('Code', { exact: true }).fill(totpCode(secret, currentStep()))
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  const codes = ((await page.locator('[data-secret]').last().textContent()) ?? '').split('\n')
  expect(codes).toHaveLength(10)
  await page.getByLabel('I have saved the codes').check()
  await page.getByRole('button', { name: 'Done' }).click()
  return { secret, codes }
}

test('an authenticator app is added with a QR code, and asked for at the next sign-in', async () => {
  const person = await newPerson('admin')
  const { page, errors, foreignRequests, close } = await openAs(person, '/account')
  await page.getByText('Anyone with your password can sign in as you.').waitFor()
  const { secret, codes } = await addTotp(page)
  await page.getByText('10 of 10 left').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()

  await typePassword(page, person)
  await page.getByRole('heading', { name: 'Second factor' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByLabel('Code from your authenticator app').fill(wrongTotpCode(secret))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('The second factor is wrong or was used before').waitFor()
  await page.getByLabel('Code from your authenticator app').fill(freshCode(person.id, secret))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('.shell').waitFor()

  await page.goto(`${BASE}/account`)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await typePassword(page, person)
  await page.getByRole('button', { name: 'Use recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[3] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('.shell').waitFor()
  await page.goto(`${BASE}/account`)
  await page.getByText('9 of 10 left').waitFor()
  expect(errors.filter((error) => !error.includes('401'))).toEqual([])
  expect(foreignRequests.filter((url) => !url.startsWith(BASE))).toEqual([])
  await close()
})

test('a passkey is added, finishes a sign-in, and signs in without a password', async () => {
  const person = await newPerson('member')
  const { page, close } = await openAs(person, '/account')
  const device = await addAuthenticator(page)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByLabel('Name').fill('Laptop')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  await page.getByLabel('I have saved the codes').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Passkey for localhost').waitFor()
  expect(await device.credentials()).toHaveLength(1)
  await page.getByRole('button', { name: 'Rename (Laptop)' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Phone')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Remove (Phone)' }).waitFor()

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await typePassword(page, person)
  await page.getByRole('button', { name: 'Use passkey' }).click()
  await page.locator('.shell').waitFor()

  await page.goto(`${BASE}/account`)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in with passkey' }).click()
  await page.locator('.shell').waitFor()

  // Without user verification (fingerprint), the browser offers no passkey for a sign-in without a password.
  await page.goto(`${BASE}/account`)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await device.setVerified(false)
  await page.getByRole('button', { name: 'Sign in with passkey' }).click()
  await page.getByText('The browser did not use a passkey').waitFor()
  await device.setVerified(true)
  await page.getByRole('button', { name: 'Sign in with passkey' }).click()
  await page.locator('.shell').waitFor()

  await page.goto(`${BASE}/account`)
  await page.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('Anyone with your password can sign in as you.').waitFor()
  await close()
})

test('a protected action asks for the factor in a dialog, then runs', async () => {
  const person = await newPerson('admin')
  const { page, close } = await openAs(person, '/account')
  const { secret } = await addTotp(page)
  inStore('update sessions set created_at_ms = created_at_ms - 700000 where user_id = ?', person.id)
  inStore('update session_confirmations set confirmed_at_ms = confirmed_at_ms - 700000')
  await page.getByRole('button', { name: /Create new ones/ }).click()
  await page.getByRole('heading', { name: 'Confirm your identity' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()
  await hasCount(page.getByRole('dialog'), 0)
  await page.getByRole('button', { name: /Create new ones/ }).click()
  await page.getByLabel('Code from your authenticator app').fill(freshCode(person.id, secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  await close()
})

test('a user without a factor confirms with the password', async () => {
  const person = await newPerson('admin')
  const other = await newPerson('member')
  const { page, close } = await openAs(person, `/users?edit=${other.id}`)
  await page.getByRole('heading', { name: /^Change/ }).waitFor()
  inStore('update sessions set created_at_ms = created_at_ms - 700000 where user_id = ?', person.id)
  await page.getByLabel('First name').fill('Renamed')
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
  await dialog.getByLabel('Password').fill('not the password')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByText('The e-mail address or the password is wrong.').waitFor()
  await dialog.getByLabel('Password').fill(person.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('was changed.').first().waitFor()
  expect(await scene.do('GET', `/admin/users/${other.id}`)).toMatchObject({ first_name: 'Renamed' })
  await close()
})

test('an admin sees who has a factor, and removes those of a user who lost them', async () => {
  const lost = await newPerson('member')
  const theirs = await openAs(lost, '/account')
  await addTotp(theirs.page)
  await theirs.close()
  const { page, close } = await dashboard.open('/users')
  const row = page.getByRole('row', { name: new RegExp(lost.email) })
  const factor = row.getByRole('cell', { name: 'app', exact: true })
  await factor.waitFor()
  await row.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Remove second factors…' }).click()
  await page.getByRole('button', { name: 'Remove second factors', exact: true }).click()
  await factor.waitFor({ state: 'detached' })
  await close()
  const again = await openAs(lost, '/account')
  await again.page.locator('.shell').waitFor()
  await again.close()
})

// Last, because the policy applies to all users.
test('the policy of the organisation sends users without a factor to enrolment', async () => {
  const person = await newPerson('member')
  const settings = await dashboard.open('/settings')
  await settings.page.getByLabel('Required for').selectOption('everyone')
  await settings.page.getByLabel('Grace period in days').fill('7')
  await settings.page.getByRole('button', { name: 'Save second factor policy' }).click()
  await settings.page.getByText('Your organisation requires a second factor. Add one by').waitFor()
  await settings.close()
  await scene.do('PUT', '/admin/organisation', { second_factor: { grace_days: 0 } })
  const { page, close } = await openAs(person, '/account')
  await page.getByRole('heading', { name: 'Add second factor' }).waitFor()
  await hasCount(page.locator('.shell'), 0)
  expect(await accessibilityProblems(page)).toEqual([])
  await addTotp(page)
  await page.locator('.shell').waitFor()
  await close()
})
