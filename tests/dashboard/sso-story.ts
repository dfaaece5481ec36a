/** Single sign-on in a browser with a real OpenID Connect server: the same steps for every server. */

import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { eventually } from '../harness/eventually.ts'
import { ISSUER_USERS, type RealIssuer, type Registration } from '../harness/sso/real-issuer.ts'
import { runCommand } from '../integration/cli/run-command.ts'
import { accessibilityProblems, type Dashboard, type OpenPage } from './harness.ts'

type Username = keyof typeof ISSUER_USERS
type Connection = Registration & { readonly id: string; readonly tested_at: string | null }

/** The tests run in this order and build on each other. */
export function ssoStory(dashboard: Dashboard, issuer: RealIssuer): void {
  const { scene, gateway, owner } = dashboard
  const CONNECTIONS = '/admin/sso-connections'

  async function connection(): Promise<Connection> {
    const { data } = (await scene.do('GET', CONNECTIONS)) as { data: Connection[] }
    return data[0]!
  }

  async function change(settings: Record<string, unknown>): Promise<void> {
    const { id } = await connection()
    await scene.do('PUT', `${CONNECTIONS}/${id}`, settings)
    await issuer.register(await connection())
  }

  async function roleOf(username: Username): Promise<unknown> {
    const email = encodeURIComponent(ISSUER_USERS[username].email)
    const { data } = (await scene.do('GET', `/admin/users?email=${email}`)) as { data: { role: string }[] }
    return data[0]?.role
  }

  /** Enters the e-mail address; the page then shows the form of the issuer, or it returns signed in. */
  async function enterEmail(page: Page, email: string): Promise<void> {
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
  }

  async function signIn(username: Username): Promise<OpenPage> {
    const opened = await dashboard.open('/', { as: 'nobody' })
    await enterEmail(opened.page, ISSUER_USERS[username].email)
    await issuer.signIn(opened.page, username)
    return opened
  }

  async function signedIn(username: Username): Promise<OpenPage> {
    const opened = await signIn(username)
    await opened.page.waitForSelector('.shell')
    return opened
  }

  async function passwordSignIn(email: string, password: string): Promise<OpenPage> {
    const opened = await dashboard.open('/', { as: 'nobody' })
    await opened.page.getByRole('button', { name: 'Use password' }).click()
    await opened.page.getByLabel('E-mail address').fill(email)
    await opened.page.getByLabel('Password').fill(password)
    await opened.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    return opened
  }

  test('an owner creates a connection and a mapping, tests them, and enables the connection', async () => {
    const { page, errors, close } = await dashboard.open('/settings/sso')
    await page.getByRole('button', { name: 'New connection' }).click()
    await page.getByLabel('Name').fill('Acme')
    await page.getByLabel('Issuer').fill(issuer.url)
    await page.getByLabel('Client ID').fill(issuer.clientId)
    await page.getByRole('textbox', { name: 'Client secret' }).fill(issuer.clientSecret)
    await page.getByLabel('E-mail domains').fill('acme.example')
    await page.getByLabel('Scopes').fill(issuer.scopes)
    await page.getByLabel('Create users at their first sign-in').check()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('cell', { name: 'Not tested' }).waitFor()
    await issuer.register(await connection())

    await page.getByRole('button', { name: 'New group mapping' }).click()
    await page.getByLabel('Group', { exact: true }).fill('ai-platform')
    await page.getByLabel('Organisation role').selectOption('member')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('cell', { name: 'ai-platform', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Change ai-platform' }).click()
    await page.getByLabel('Organisation role').selectOption('admin')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('cell', { name: 'admin', exact: true }).waitFor()

    const opening = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'Test Acme' }).click()
    const result = await opening
    await issuer.signIn(result, 'ann')
    await result.getByRole('heading', { name: 'The test succeeded' }).waitFor()
    await result.getByText('Creates a new user').waitFor()
    const shown = (await result.locator('main').textContent()) ?? ''
    expect(shown).toContain(ISSUER_USERS.ann.email)
    expect(shown).toMatch(/Organisation role by groups\s*admin/)
    await eventually('the test is stored', async () => (await connection()).tested_at !== null)
    expect(await roleOf('ann')).toBeUndefined()

    await page.getByRole('button', { name: 'Actions for Acme' }).click()
    await page.getByRole('menuitem', { name: 'Enable' }).click()
    await page.getByRole('cell', { name: 'Enabled' }).waitFor()
    expect(errors).toEqual([])
    await close()
  })

  test('a new user gets the roles of its groups; signing out also signs out at the issuer', async () => {
    const { page, errors, close } = await signedIn('ann')
    expect(await roleOf('ann')).toBe('admin')
    // The session cookie is SameSite=Strict: a reload proves that the browser sends it.
    await page.reload()
    await page.waitForSelector('.shell')
    await page.goto(`${gateway.url}/account`)
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
    await issuer.confirmSignOut(page)
    await page.getByRole('heading', { name: 'Sign in to Gatehouse' }).waitFor()
    expect(new URL(page.url()).origin).toBe(gateway.url)
    // Without a session at the issuer, its form is shown again.
    await enterEmail(page, ISSUER_USERS.ann.email)
    await issuer.signIn(page, 'ann')
    await page.waitForSelector('.shell')
    expect(errors).toEqual([])
    await close()
  })

  test('groups that the issuer takes away are taken away at the next sign-in', async () => {
    await issuer.setGroups('ann', [])
    await (await signedIn('ann')).close()
    expect(await roleOf('ann')).toBe('member')
    await issuer.setGroups('ann', ['ai-platform'])
    await (await signedIn('ann')).close()
    expect(await roleOf('ann')).toBe('admin')
  })

  test('signing out at the issuer ends the session of the dashboard (back-channel logout)', async () => {
    const { page, close } = await signedIn('bob')
    const other = await signedIn('ann')
    const tab = await page.context().newPage()
    await issuer.signOut(tab)
    await eventually('the session has ended', async () => {
      await page.reload()
      await page.locator('.shell, .sign-in').first().waitFor()
      return (await page.locator('.sign-in').count()) > 0
    })
    await other.page.reload()
    await other.page.waitForSelector('.shell')
    await other.close()
    await close()
    expect(JSON.stringify(await scene.do('GET', '/audit-logs?page_size=100'))).toContain('/v1/sso/logout/')
  })

  test('an address that the issuer has not verified does not sign in', async () => {
    const { page, close } = await signIn('una')
    await page.getByRole('heading', { name: 'Sign-in failed' }).waitFor()
    await page.getByText('has not verified the e-mail address una@acme.example').waitFor()
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    await close()
  })

  test('a new key of the issuer is accepted at once', async () => {
    await issuer.rotateKey()
    await (await signedIn('bob')).close()
  })

  test('a wrong client secret is an error that says so; private_key_jwt signs in', async () => {
    await change({ client_secret: 'a-wrong-secret' })
    const { page, close } = await signIn('ann')
    await page.getByRole('heading', { name: 'Sign-in failed' }).waitFor()
    await page.getByText(/invalid_client|unauthorized_client/).waitFor()
    await close()
    await change({ auth_method: 'private_key_jwt' })
    await (await signedIn('ann')).close()
    await change({ auth_method: 'client_secret', client_secret: issuer.clientSecret })
    await (await signedIn('ann')).close()
  })

  test('single sign-on is required after a test and with a break-glass owner, who can still use a password', async () => {
    const member = await scene.person('member')
    const { email } = (await scene.do('GET', `/admin/users/${member.id}`)) as { email: string }
    const { page, close } = await dashboard.open('/settings/sso')
    await page.getByRole('button', { name: 'Test Acme' }).waitFor()
    await page.getByLabel('Require single sign-on').click()
    await page.getByText('needs an enabled connection with a domain and a successful test').waitFor()
    const opening = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'Test Acme' }).click()
    const result = await opening
    await issuer.signIn(result, 'bob')
    await result.getByRole('heading', { name: 'The test succeeded' }).waitFor()
    await page.reload()
    await page.getByLabel('Require single sign-on').click()
    await page.getByText('needs a break-glass owner').waitFor()

    await page.goto(`${gateway.url}/users`)
    await page.getByRole('link', { name: 'Olive Owner' }).click()
    await page.getByLabel('Break-glass owner').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('break-glass', { exact: true }).waitFor()
    await page.goto(`${gateway.url}/settings/sso`)
    await page.getByLabel('Require single sign-on').click()
    await page.getByText('Single sign-on is enforced.').first().waitFor()
    await close()

    const refused = await passwordSignIn(email, `correct horse ${email}`)
    await refused.page.getByText('This organisation requires single sign-on.').waitFor()
    await refused.close()
    await (await signedIn('ann')).close()
    const glass = await passwordSignIn(owner.email, owner.password)
    await glass.page.waitForSelector('.shell')
    await glass.close()

    const { invite_link } = await scene.do('POST', '/admin/users/invites', {
      email: 'eve@acme.example',
      role: 'member',
    })
    const invited = await dashboard.open(String(invite_link).slice(gateway.url.length), { as: 'nobody' })
    await invited.page.getByText('Sign in with single sign-on, with the e-mail address that was invited.').waitFor()
    expect(await accessibilityProblems(invited.page)).toEqual([])
    await invited.page.getByRole('button', { name: 'Continue to sign-in' }).click()
    await invited.page.getByRole('button', { name: 'Continue', exact: true }).waitFor()
    await invited.close()

    const off = await runCommand(['sso', 'off', '--data', gateway.dataDirectory], { gateway })
    expect([off.code, off.out]).toEqual([0, expect.stringContaining('no longer enforced')])
    const again = await passwordSignIn(email, `correct horse ${email}`)
    await again.page.waitForSelector('.shell')
    await again.close()
  })
}
