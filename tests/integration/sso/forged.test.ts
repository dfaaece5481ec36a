import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import type { Claims, Forgery } from '../../harness/oidc-issuer.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { ANN, BROWSERS_HAVE_ADDRESSES, codeOf, messageOf, SsoScene } from './sso-scene.ts'

const scene = await SsoScene.open(await shareGateway({ environment: BROWSERS_HAVE_ADDRESSES }))
const { issuer } = scene
afterAll(() => issuer[Symbol.asyncDispose]())
beforeEach(() => {
  issuer.forgery = {}
})

const now = () => Math.floor(Date.now() / 1_000)
const secret = (text: string) => new TextEncoder().encode(text)

async function byOtherKey(claims: Claims, header: object): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256')
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', ...header }).sign(privateKey)
}

async function publicPem(): Promise<string> {
  const key = await crypto.subtle.importKey(
    'jwk',
    await issuer.publicJwk(),
    { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    true,
    ['verify'],
  )
  const der = Buffer.from(await crypto.subtle.exportKey('spki', key)).toString('base64')
  return `-----BEGIN PUBLIC KEY-----\n${der.match(/.{1,64}/g)?.join('\n')}\n-----END PUBLIC KEY-----\n`
}

test('a genuine ID token signs in', async () => {
  const { reply } = await scene.signIn(ANN)
  expect(codeOf(reply)).toBe('200 ')
  expect(reply.body['user']).toMatchObject({ email: 'ann@example.com', first_name: 'Ann', role: 'member' })
})

const ID_TOKENS: readonly (readonly [string, Forgery])[] = [
  ['of another issuer', { claims: (own) => ({ ...own, iss: 'https://evil.example' }) }],
  ['whose issuer has an extra slash', { claims: (own) => ({ ...own, iss: `${own['iss']}/` }) }],
  ['for another client', { claims: (own) => ({ ...own, aud: 'another-client' }) }],
  ['without audience', { claims: (own) => ({ ...own, aud: undefined }) }],
  ['for two audiences without azp', { claims: (own) => ({ ...own, aud: ['gatehouse', 'another-client'] }) }],
  ['of another authorized party', { claims: (own) => ({ ...own, aud: ['gatehouse', 'b'], azp: 'b' }) }],
  ['with another nonce', { claims: (own) => ({ ...own, nonce: 'another' }) }],
  ['without nonce', { claims: (own) => ({ ...own, nonce: undefined }) }],
  ['that expired 2 minutes ago', { claims: (own) => ({ ...own, iat: now() - 600, exp: now() - 120 }) }],
  ['that is not valid yet', { claims: (own) => ({ ...own, nbf: now() + 600 }) }],
  ['without expiry', { claims: (own) => ({ ...own, exp: undefined }) }],
  ['with an expiry that is no number', { claims: (own) => ({ ...own, exp: '2099' }) }],
  ['without issue time', { claims: (own) => ({ ...own, iat: undefined }) }],
  ['without subject', { claims: (own) => ({ ...own, sub: undefined }) }],
  ['with an empty subject', { claims: (own) => ({ ...own, sub: '' }) }],
  ['with a subject of 300 characters', { claims: (own) => ({ ...own, sub: 'x'.repeat(300) }) }],
  ['with a subject that is a number', { claims: (own) => ({ ...own, sub: 7 }) }],
  ['without signature (alg none)', { token: (_, claims) => new UnsecuredJWT(claims).encode() }],
  [
    'signed with HS256 and the public key',
    {
      token: async (_, claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: issuer.keyId }).sign(secret(await publicPem())),
    },
  ],
  [
    'signed with HS256 and the client secret',
    {
      token: (_, claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret(issuer.clientSecret.padEnd(32, '!'))),
    },
  ],
  ['signed by an unknown key', { token: (_, claims) => byOtherKey(claims, { kid: 'unknown' }) }],
  ['signed by another key with the id of ours', { token: (_, claims) => byOtherKey(claims, { kid: issuer.keyId }) }],
  [
    'that brings its own key',
    {
      token: async (_, claims) => {
        const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
        const jwk = await crypto.subtle.exportKey('jwk', publicKey)
        return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', jwk: jwk as never }).sign(privateKey)
      },
    },
  ],
  [
    'whose payload was changed',
    {
      token: (genuine, claims) => {
        const [head, , tail] = genuine.split('.')
        const other = { ...claims, email: 'boss@example.com' }
        return `${head}.${Buffer.from(JSON.stringify(other)).toString('base64url')}.${tail}`
      },
    },
  ],
  ['with an empty signature', { token: (genuine) => genuine.slice(0, genuine.lastIndexOf('.') + 1) }],
  ['that is cut off', { token: (genuine) => genuine.slice(0, 40) }],
  ['that is encrypted or has five parts', { token: (genuine) => `${genuine}.a.b` }],
  ['that is no string', { response: (body) => ({ ...body, id_token: 7 }) }],
  ['that is missing', { response: (body) => ({ ...body, id_token: undefined }) }],
]

describe('an ID token is refused', () => {
  test.each(ID_TOKENS)('%s', async (_, forgery) => {
    issuer.forgery = forgery
    const browser = await scene.signIn(ANN)
    expect(codeOf(browser.reply)).toBe('400 sso_failed')
    expect(await browser.isSignedIn()).toBe(false)
  })
})

const RESPONSES: readonly (readonly [string, Forgery])[] = [
  ['without access token', { response: (body) => ({ ...body, access_token: undefined }) }],
  ['with another token type', { response: (body) => ({ ...body, token_type: 'mac' }) }],
  ['that is an error', { response: () => Response.json({ error: 'invalid_client' }, { status: 401 }) }],
  ['that redirects', { response: () => Response.redirect('http://127.0.0.1:1/token', 307) }],
  ['that is no JSON', { response: () => new Response('<html>', { headers: { 'content-type': 'application/json' } }) }],
  ['that is HTML', { response: () => new Response('<html>', { headers: { 'content-type': 'text/html' } }) }],
  ['of 1 MB', { response: (body) => ({ ...body, more: 'x'.repeat(1_000_000) }) }],
]

describe('a token response is refused', () => {
  test.each(RESPONSES)('%s', async (_, forgery) => {
    issuer.forgery = forgery
    const { reply } = await scene.signIn(ANN)
    expect(codeOf(reply)).toBe('400 sso_failed')
  })
})

describe('an authorization response is refused', () => {
  async function returned(change: (own: Record<string, string>) => Record<string, string | undefined>) {
    const browser = scene.browser()
    const own = issuer.authorize(await browser.start(), ANN)
    return browser.call('POST', '/sso/callback', change(own))
  }

  test('of another issuer (mix-up)', async () => {
    expect(codeOf(await returned((own) => ({ ...own, iss: 'https://evil.example' })))).toBe('400 sso_failed')
  })

  test('without iss, if the issuer announces it', async () => {
    expect(codeOf(await returned(({ iss: _, ...own }) => own))).toBe('400 sso_failed')
  })

  test('with an unknown state', async () => {
    expect(codeOf(await returned((own) => ({ ...own, state: `s.${'A'.repeat(43)}` })))).toBe('400 sso_failed')
  })

  test('without code', async () => {
    expect(codeOf(await returned(({ code: _, ...own }) => own))).toBe('400 sso_failed')
  })

  test('with an unknown code', async () => {
    const reply = await returned((own) => ({ ...own, code: 'unknown' }))
    expect([codeOf(reply), messageOf(reply).includes('invalid_grant')]).toEqual(['400 sso_failed', true])
  })

  test('that is an error, whose text is shown without control characters', async () => {
    const reply = await returned(({ state }) => ({ state, error: 'access_denied', error_description: 'no\u0007\nway' }))
    expect([codeOf(reply), messageOf(reply)]).toEqual([
      '400 sso_failed',
      'The identity provider refused the sign-in: access_denied: no way.',
    ])
  })

  test('a second time', async () => {
    const browser = scene.browser()
    const own = issuer.authorize(await browser.start(), ANN)
    expect((await browser.call('POST', '/sso/callback', own)).status).toBe(200)
    expect(codeOf(await browser.call('POST', '/sso/callback', own))).toBe('400 sso_failed')
  })

  test('a second time after a failure', async () => {
    const browser = scene.browser()
    const own = issuer.authorize(await browser.start(), ANN)
    expect((await browser.call('POST', '/sso/callback', { ...own, iss: 'https://evil.example' })).status).toBe(400)
    expect(codeOf(await browser.call('POST', '/sso/callback', own))).toBe('400 sso_failed')
  })

  test('in another browser, with and without a sign-in of its own', async () => {
    const [victim, thief] = [scene.browser(), scene.browser()]
    const own = issuer.authorize(await thief.start(), ANN)
    expect(codeOf(await victim.call('POST', '/sso/callback', own))).toBe('400 sso_failed')
    const again = issuer.authorize(await thief.start(), ANN)
    await victim.start()
    expect(codeOf(await victim.call('POST', '/sso/callback', again))).toBe('400 sso_failed')
    expect(await victim.isSignedIn()).toBe(false)
  })

  test('with the code of another sign-in (PKCE)', async () => {
    const [victim, thief] = [scene.browser(), scene.browser()]
    const stolen = issuer.authorize(await victim.start(), ANN)
    const own = issuer.authorize(await thief.start(), { ...ANN, sub: 'thief', email: 'thief@example.com' })
    const reply = await thief.call('POST', '/sso/callback', { ...own, code: stolen['code'] })
    expect(codeOf(reply)).toBe('400 sso_failed')
  })

  test('from a page of another site', async () => {
    const browser = scene.browser()
    const own = issuer.authorize(await browser.start(), ANN)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const reply = await scene.control.call({ name: 'page', headers }, 'POST', '/sso/callback', own)
    expect(codeOf(reply)).toBe('403 origin_forbidden')
  })

  test('of a test, at the sign-in', async () => {
    const { body } = await scene.control.call(
      scene.control.admin,
      'POST',
      `/admin/sso-connections/${scene.connectionId}/test`,
    )
    const own = issuer.authorize(String(body['authorization_url']), ANN)
    expect(codeOf(await scene.browser().call('POST', '/sso/callback', own))).toBe('400 sso_failed')
  })
})

test('a userinfo response about another subject is refused', async () => {
  issuer.forgery = { userinfo: { sub: 'boss', groups: ['admins'] } }
  await scene.change({ name: 'With userinfo' })
  const { reply } = await scene.signIn(ANN)
  expect(codeOf(reply)).toBe('400 sso_failed')
  issuer.forgery = {}
  await scene.change({ name: 'Test issuer' })
})

test('an issuer whose metadata names another issuer is refused', async () => {
  issuer.metadata = { issuer: 'https://evil.example' }
  await scene.change({ name: 'Other metadata' })
  expect(codeOf(await scene.browser().call('POST', '/sso/start', { email: ANN.email }))).toBe('400 sso_failed')
  issuer.metadata = {}
  await scene.change({ name: 'Test issuer' })
})

describe('a logout token', () => {
  const logOut = async (token: string) => {
    const response = await fetch(`${scene.gateway.baseURL}/sso/logout/${scene.connectionId}`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    })
    return response.status
  }

  test('ends the session of its sid only, and works once', async () => {
    const one = await scene.signIn({ ...ANN, sid: 'one' })
    const two = await scene.signIn({ ...ANN, sid: 'two' })
    const token = await issuer.logoutToken({ sid: 'one' })
    expect(await logOut(token)).toBe(200)
    expect([await one.isSignedIn(), await two.isSignedIn()]).toEqual([false, true])
    expect(await logOut(token)).toBe(400)
    expect(await logOut(await issuer.logoutToken({ sub: 'somebody-else' }))).toBe(200)
    expect(await two.isSignedIn()).toBe(true)
    expect(await logOut(await issuer.logoutToken({ sub: ANN.sub }))).toBe(200)
    expect(await two.isSignedIn()).toBe(false)
  })

  const event = 'http://schemas.openid.net/event/backchannel-logout'
  const LOGOUTS: readonly (readonly [string, () => Promise<string> | string])[] = [
    ['of another type', () => issuer.logoutToken({ sub: ANN.sub }, { typ: 'JWT' })],
    ['without type', () => issuer.sign(issuer.logoutClaims({ sub: ANN.sub }))],
    ['without events', () => issuer.logoutToken({ sub: ANN.sub, events: undefined })],
    ['with another event', () => issuer.logoutToken({ sub: ANN.sub, events: { 'https://other.example': {} } })],
    ['whose event is a text', () => issuer.logoutToken({ sub: ANN.sub, events: { [event]: 'yes' } })],
    ['with a nonce', () => issuer.logoutToken({ sub: ANN.sub, nonce: 'n' })],
    ['without jti', () => issuer.logoutToken({ sub: ANN.sub, jti: undefined })],
    ['without sid and sub', () => issuer.logoutToken({})],
    ['of another issuer', () => issuer.logoutToken({ sub: ANN.sub, iss: 'https://evil.example' })],
    ['for another client', () => issuer.logoutToken({ sub: ANN.sub, aud: 'another-client' })],
    ['without iat', () => issuer.logoutToken({ sub: ANN.sub, iat: undefined })],
    ['that is an hour old', () => issuer.logoutToken({ sub: ANN.sub, iat: now() - 3_600 })],
    ['from the future', () => issuer.logoutToken({ sub: ANN.sub, iat: now() + 3_600, exp: now() + 7_200 })],
    ['that expired', () => issuer.logoutToken({ sub: ANN.sub, iat: now() - 300, exp: now() - 120 })],
    ['without expiry', () => issuer.logoutToken({ sub: ANN.sub, exp: undefined })],
    ['without signature', () => new UnsecuredJWT(issuer.logoutClaims({ sub: ANN.sub })).encode()],
    [
      'signed by another key',
      () => byOtherKey(issuer.logoutClaims({ sub: ANN.sub }), { kid: issuer.keyId, typ: 'logout+jwt' }),
    ],
    [
      'signed with HS256 and the client secret',
      () =>
        new SignJWT(issuer.logoutClaims({ sub: ANN.sub }))
          .setProtectedHeader({ alg: 'HS256', typ: 'logout+jwt' })
          .sign(secret(issuer.clientSecret)),
    ],
    ['that is no token', () => 'x.y.z'],
  ]

  test.each(LOGOUTS)('is refused: %s', async (_, make) => {
    const browser = await scene.signIn(ANN)
    expect(await logOut(await make())).toBe(400)
    expect(await browser.isSignedIn()).toBe(true)
  })
})
