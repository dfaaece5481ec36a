import { afterAll, expect, test } from 'bun:test'
import { OidcIssuer } from '../harness/oidc-issuer.ts'
import { accessibilityProblems, shareDashboard, shows } from './harness.ts'

const dashboard = await shareDashboard()
const issuer = await OidcIssuer.start('localhost')
afterAll(() => issuer[Symbol.asyncDispose]())

test('a connection is created, tested, enabled and used to sign in', async () => {
  issuer.person = { sub: 'ann', email: 'ann@example.com', email_verified: true, given_name: 'Ann', groups: ['staff'] }
  const { page, errors, close } = await dashboard.open('/settings/sso')
  await page.getByRole('button', { name: 'New connection' }).click()
  await page.getByLabel('Name').fill('Test issuer')
  await page.getByLabel('Issuer').fill(issuer.url)
  await page.getByLabel('Client ID').fill(issuer.clientId)
  await page.getByRole('textbox', { name: 'Client secret' }).fill(issuer.clientSecret)
  await page.getByLabel('E-mail domains').fill('example.com')
  await page.getByLabel('Create users at their first sign-in').check()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('cell', { name: 'Not tested' }).waitFor()

  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Test Test issuer' }).click()
  const result = await opening
  await result.getByRole('heading', { name: 'The test succeeded' }).waitFor()
  await result.getByText('Creates a new user').waitFor()
  await shows(result.locator('pre'), 'ann@example.com')
  expect(new URL(result.url()).search).toBe('')

  await page.getByRole('button', { name: 'Actions for Test issuer' }).click()
  await page.getByRole('menuitem', { name: 'Enable' }).click()
  await page.getByRole('cell', { name: 'Enabled' }).waitFor()
  expect(errors).toEqual([])
  await close()

  const ann = await dashboard.open('/', { as: 'nobody' })
  await ann.page.getByRole('button', { name: 'Continue' }).waitFor()
  expect(await accessibilityProblems(ann.page)).toEqual([])
  await ann.page.getByLabel('E-mail address').fill('ann@example.com')
  await ann.page.getByRole('button', { name: 'Continue' }).click()
  await ann.page.waitForSelector('.shell')
  // The session cookie is SameSite=Strict: a reload proves that the browser sends it.
  await ann.page.reload()
  await ann.page.waitForSelector('.shell')
  await ann.close()
})

test('an address of another domain uses a password', async () => {
  const { page, close } = await dashboard.open('/', { as: 'nobody' })
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  await page.getByLabel('E-mail address').fill('owner@elsewhere.example')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password').waitFor()
  await close()
})
