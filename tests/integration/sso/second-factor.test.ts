import { afterAll, expect, test } from 'bun:test'
import { claimOwner } from '../../harness/claim-owner.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { currentStep, totpCode, wrongTotpCode } from '../../harness/totp.ts'
import { BROWSERS_HAVE_ADDRESSES, type Browser, codeOf, SsoScene } from './sso-scene.ts'

const gateway = await shareGateway({ environment: { ...BROWSERS_HAVE_ADDRESSES } })
await claimOwner(gateway)
const scene = await SsoScene.open(gateway)
const { issuer, control } = scene
afterAll(() => issuer[Symbol.asyncDispose]())

const policy = (second_factor: object) => control.do('PUT', '/admin/organisation', { second_factor })

let count = 0

/** A person with an authenticator app, whose first sign-in was by single sign-on. */
async function personWithApp() {
  const name = `factor-${++count}`
  const claims = { sub: name, email: `${name}@example.com`, email_verified: true }
  await policy({ accepts_sso: true })
  const browser = await scene.signIn({ ...claims, sid: `sid-${name}` })
  expect(browser.reply.body['object']).not.toBe('pending_sign_in')
  const secret = String((await browser.call('POST', '/users/me/totp')).body['secret'])
  const added = await browser.call('PUT', '/users/me/totp', { code: totpCode(secret, currentStep()) })
  expect(added.status).toBe(200)
  const [recovery, other] = added.body['recovery_codes'] as [string, string]
  return { claims, secret, recovery, other }
}

async function logOut(claims: { readonly sid: string }): Promise<void> {
  const body = new URLSearchParams({ logout_token: await issuer.logoutToken(claims) })
  const reply = await fetch(`${gateway.baseURL}/sso/logout/${scene.connectionId}`, { method: 'POST', body })
  expect(reply.status).toBe(200)
}

const finish = (browser: Browser, factor: object) => browser.call('POST', '/sessions/second-factor', factor)

test('a user with a second factor is asked for it after a single sign-on that is not accepted instead of it', async () => {
  const { claims, secret, recovery } = await personWithApp()
  expect(await (await scene.signIn(claims)).isSignedIn()).toBe(true)
  await policy({ accepts_sso: false })
  const browser = await scene.signIn({ ...claims, sid: 'later' })
  expect(browser.reply.body).toMatchObject({ object: 'pending_sign_in', methods: ['totp', 'recovery_code'] })
  expect(await browser.isSignedIn()).toBe(false)
  expect(codeOf(await finish(browser, { code: wrongTotpCode(secret) }))).toBe('401 second_factor_failed')
  expect(await browser.isSignedIn()).toBe(false)
  expect((await finish(browser, { recovery_code: recovery })).status).toBe(200)
  expect(await browser.isSignedIn()).toBe(true)
  // The session belongs to the connection: a logout at the identity provider ends it.
  await logOut({ sid: 'later' })
  expect(await browser.isSignedIn()).toBe(false)
  await policy({ accepts_sso: true })
})

test('a logout at the identity provider ends a sign-in that waits for the factor, and no other', async () => {
  const { claims, recovery, other } = await personWithApp()
  await policy({ accepts_sso: false })
  const [ended, kept] = [await scene.signIn({ ...claims, sid: 'a' }), await scene.signIn({ ...claims, sid: 'b' })]
  await logOut({ sid: 'a' })
  expect(codeOf(await finish(ended, { recovery_code: recovery }))).toBe('401 second_factor_failed')
  expect((await finish(kept, { recovery_code: other })).status).toBe(200)
  await policy({ accepts_sso: true })
})

test('a user without a second factor is not asked', async () => {
  await policy({ accepts_sso: false })
  const claims = { sub: 'plain', email: 'plain@example.com', email_verified: true }
  expect(await (await scene.signIn(claims)).isSignedIn()).toBe(true)
  await policy({ accepts_sso: true })
})

test('a disabled connection does not finish a sign-in that waits for the factor', async () => {
  const { claims, recovery, other } = await personWithApp()
  await policy({ accepts_sso: false })
  const browser = await scene.signIn(claims)
  await scene.change({ is_enabled: false })
  expect(codeOf(await finish(browser, { recovery_code: recovery }))).toBe('401 second_factor_failed')
  await scene.change({ is_enabled: true })
  const again = await scene.signIn(claims)
  expect((await finish(again, { recovery_code: other })).status).toBe(200)
  await policy({ accepts_sso: true })
})
