import { afterAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { OidcIssuer } from '../harness/oidc-issuer.ts'
import { currentStep, totpCode, wrongTotpCode } from '../harness/totp.ts'
import { accessibilityProblems, shareDashboard } from './harness.ts'

const dashboard = await shareDashboard()
const { scene } = dashboard
const issuer = await OidcIssuer.start('localhost')
afterAll(() => issuer[Symbol.asyncDispose]())

async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  await page.getByLabel('E-mail address').fill('ann@example.com')
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** A call with the session of the page. */
function callFrom(page: Page, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  return page.evaluate(
    async ([verb, at, text]) => {
      const headers = { 'x-gateway-csrf': '1', 'content-type': 'application/json' }
      const reply = await fetch(`/v1${at}`, { method: verb, headers, ...(text !== null && { body: text }) })
      return (await reply.json()) as Record<string, unknown>
    },
    [method, path, body === undefined ? null : JSON.stringify(body)] as const,
  )
}

test('after a single sign-on that is not accepted instead of it, the page asks for the second factor', async () => {
  issuer.person = { sub: 'ann', email: 'ann@example.com', email_verified: true, given_name: 'Ann' }
  await scene.do('POST', '/admin/sso-connections', {
    name: 'Test issuer',
    issuer: issuer.url,
    client_id: issuer.clientId,
    client_secret: issuer.clientSecret,
    domains: ['example.com'],
    allow_new_users: true,
    is_enabled: true,
  })
  const first = await dashboard.open('/', { as: 'nobody' })
  await signIn(first.page)
  await first.page.waitForSelector('.shell')
  const { secret } = await callFrom(first.page, 'POST', '/users/me/totp')
  const code = totpCode(String(secret), currentStep())
  const added = await callFrom(first.page, 'PUT', '/users/me/totp', { code })
  const [recoveryCode = ''] = added['recovery_codes'] as string[]
  await first.close()

  await scene.do('PUT', '/admin/organisation', { second_factor: { accepts_sso: false } })
  const { page, close } = await dashboard.open('/', { as: 'nobody' })
  await signIn(page)
  await page.getByRole('heading', { name: 'Second factor' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByLabel('Code from your authenticator app').fill(wrongTotpCode(String(secret)))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('button', { name: 'Use recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForSelector('.shell')
  await page.reload()
  await page.waitForSelector('.shell')
  await close()
})
