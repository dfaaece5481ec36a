import { expect, test } from 'bun:test'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { CheckInput } from '../guardrails/check.ts'
import { compileJwt, jwtParameters } from '../guardrails/remote/jwt.ts'
import { inputOf, NEVER } from '../guardrails/remote/test-input.ts'
import { compileValidUrls, validUrlsParameters } from '../guardrails/remote/valid-urls.ts'
import { networkServices } from './test-check-services.ts'

type Issuer = Awaited<ReturnType<typeof startIssuer>>

/** By owner and key id. Making an RSA key takes a tenth of a second. */
const PAIRS = new Map<string, ReturnType<typeof generateKeyPair>>()

function pairOf(owner: string, kid: string): ReturnType<typeof generateKeyPair> {
  const name = `${owner} ${kid}`
  const pair = PAIRS.get(name) ?? generateKeyPair('RS256', { extractable: true })
  PAIRS.set(name, pair)
  return pair
}

/** Serves the public keys of its key ids. Another owner has other keys. */
async function startIssuer(ids: readonly string[], owner = 'issuer') {
  const keys = new Map<string, { privateKey: CryptoKey; jwk: object }>()
  const add = async (kid: string) => {
    const { publicKey, privateKey } = await pairOf(owner, kid)
    keys.set(kid, { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } })
  }
  for (const id of ids) await add(id)
  let requests = 0
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => {
      requests++
      return Response.json({ keys: [...keys.values()].map(({ jwk }) => jwk) })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/jwks.json`,
    add,
    get requests() {
      return requests
    },
    sign(kid: string, claims: Record<string, unknown> = {}, issuedAt = Math.floor(Date.now() / 1000)) {
      const token = new SignJWT({ scope: 'read write', role: 'admin', ...claims })
      return token.setProtectedHeader({ alg: 'RS256', kid }).setIssuedAt(issuedAt).sign(keys.get(kid)!.privateKey)
    },
    [Symbol.dispose]: () => void server.stop(true),
  }
}

function withHeader(name: string, value: string | null): CheckInput {
  const input = inputOf(['x'])
  return { ...input, request: { ...input.request, headers: value === null ? {} : { [name]: value } } }
}

async function verdictOf(issuer: Issuer, token: string | null, more: object = {}, network = networkServices()) {
  const check = compileJwt('default.jwt', jwtParameters.parse({ jwksUri: issuer.url, ...more }), { isTrusted: false })
  const input = withHeader('authorization', token === null ? null : `Bearer ${token}`)
  return (await check.run(input, network.services, NEVER)).verdict
}

test('a token that the issuer signed passes, any other fails', async () => {
  using issuer = await startIssuer(['a'])
  using other = await startIssuer(['a'], 'other')
  const token = await issuer.sign('a')
  const [head, , signature] = token.split('.')
  const forged = `${head}.${Buffer.from('{"role":"root"}').toString('base64url')}.${signature}`
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`
  const now = Math.floor(Date.now() / 1000)
  expect(await verdictOf(issuer, token)).toBe(true)
  const bad = [null, '', 'x', forged, none, await other.sign('a'), await issuer.sign('a', {}, now - 86_400 - 10)]
  for (const one of bad) expect([one, await verdictOf(issuer, one)]).toEqual([one, false])
  expect(await verdictOf(issuer, await issuer.sign('a', { exp: now - 60 }))).toBe(false)
  expect(await verdictOf(issuer, token, { algorithms: ['ES256'] })).toBe(false)
})

test('a symmetric key in the key set signs nothing', async () => {
  const secret = new Uint8Array(32).fill(7)
  const token = await new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setIssuedAt().sign(secret)
  const jwks = { keys: [{ kty: 'oct', k: Buffer.from(secret).toString('base64url'), alg: 'HS256' }] }
  using network = networkServices()
  const check = compileJwt('default.jwt', jwtParameters.parse({ jwks }), { isTrusted: false })
  expect((await check.run(withHeader('authorization', token), network.services, NEVER)).verdict).toBe(false)
  expect(jwtParameters.safeParse({ jwks, algorithms: ['HS256'] }).success).toBe(false)
})

test('keys are fetched once, again for a new key id, and not for every unknown one', async () => {
  using issuer = await startIssuer(['a'])
  using stranger = await startIssuer(['x', 'y'], 'stranger')
  using network = networkServices()
  const verdict = async (token: string) => verdictOf(issuer, token, {}, network)
  expect([await verdict(await issuer.sign('a')), await verdict(await issuer.sign('a')), issuer.requests]).toEqual([
    true,
    true,
    1,
  ])
  for (const kid of ['x', 'y', 'x', 'y']) expect(await verdict(await stranger.sign(kid))).toBe(false)
  // The keys are only seconds old, so unknown key ids fetch nothing.
  expect(issuer.requests).toBe(1)
  await issuer.add('b')
  const token = await issuer.sign('b')
  expect(await verdictOf(issuer, token, { cacheMaxAge: 0 }, network)).toBe(true)
  expect([await verdict(token), issuer.requests]).toEqual([true, 2])
})

test('concurrent checks fetch the keys once', async () => {
  using issuer = await startIssuer(['a'])
  using network = networkServices()
  const token = await issuer.sign('a')
  const verdicts = await Promise.all(Array.from({ length: 20 }, () => verdictOf(issuer, token, {}, network)))
  expect([verdicts.every(Boolean), issuer.requests]).toEqual([true, 1])
})

test('a caller that leaves does not end the fetch that others wait for', async () => {
  using issuer = await startIssuer(['a'])
  using network = networkServices()
  const token = await issuer.sign('a')
  const check = compileJwt('default.jwt', jwtParameters.parse({ jwksUri: issuer.url }), { isTrusted: false })
  const input = withHeader('authorization', token)
  const left = new AbortController()
  const first = check.run(input, network.services, left.signal)
  const second = check.run(input, network.services, NEVER)
  left.abort(new Error('the caller left'))
  await expect(first).rejects.toThrow('the caller left')
  expect([(await second).verdict, issuer.requests]).toEqual([true, 1])
})

test('an issuer that is down is not asked for every request', async () => {
  let requests = 0
  using server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => {
      requests++
      return new Response(null, { status: 503 })
    },
  })
  using issuer = await startIssuer(['a'])
  using network = networkServices()
  const broken = { ...issuer, url: `http://127.0.0.1:${server.port}/jwks.json` } as Issuer
  const token = await issuer.sign('a')
  for (let i = 0; i < 5; i++) await expect(verdictOf(broken, token, {}, network)).rejects.toThrow('HTTP 503')
  expect(requests).toBe(1)
})

test('claims must be there and have the given values', async () => {
  using issuer = await startIssuer(['a'])
  const token = await issuer.sign('a', { groups: ['dev', 'ops'] })
  const cases: [object, boolean][] = [
    [{ requiredClaims: ['role', 'iat'] }, true],
    [{ requiredClaims: ['sub'] }, false],
    [{ claimValues: { role: { values: 'admin' } } }, true],
    [{ claimValues: { role: { values: 'adm' } } }, false],
    [{ claimValues: { role: { values: ['adm'], matchType: 'contains' } } }, false],
    [{ claimValues: { scope: { values: ['write', 'x'], matchType: 'contains' } } }, true],
    [{ claimValues: { scope: { values: ['write', 'x'], matchType: 'containsAll' } } }, false],
    [{ claimValues: { groups: { values: ['ops', 'dev'], matchType: 'containsAll' } } }, true],
    [{ claimValues: { constructor: { values: 'x', matchType: 'contains' } } }, false],
  ]
  for (const [more, verdict] of cases) expect([more, await verdictOf(issuer, token, more)]).toEqual([more, verdict])
})

test('another header can hold the token, without Bearer', async () => {
  using issuer = await startIssuer(['a'])
  using network = networkServices()
  const check = compileJwt('default.jwt', jwtParameters.parse({ jwksUri: issuer.url, headerKey: 'X-User-Token' }), {
    isTrusted: false,
  })
  const input = withHeader('x-user-token', await issuer.sign('a'))
  expect((await check.run(input, network.services, NEVER)).verdict).toBe(true)
})

test('keys that cannot be fetched or read are an error', async () => {
  using issuer = await startIssuer(['a'])
  const token = await issuer.sign('a')
  const answers = [
    () => new Response(null, { status: 503 }),
    () => new Response('x'),
    () => Response.json({ keys: 'none' }),
    () => Response.json({ keys: [], padding: 'x'.repeat(200_000) }),
    () => Response.redirect(issuer.url, 302),
  ]
  for (const answer of answers) {
    const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answer })
    const broken = { ...issuer, url: `http://127.0.0.1:${server.port}/jwks.json` } as Issuer
    await expect(verdictOf(broken, token)).rejects.toThrow(/JWKS/)
    await server.stop(true)
  }
  expect(issuer.requests).toBe(0)
})

async function urlVerdict(text: string, more: object = {}, network = networkServices()) {
  const check = compileValidUrls('default.validUrls', validUrlsParameters.parse(more))
  return check.run(inputOf([text]), network.services, NEVER)
}

test('all URLs of the text must respond', async () => {
  const methods: string[] = []
  const statuses: Readonly<Record<string, number>> = {
    '/ok': 200,
    '/moved': 301,
    '/post-only': 405,
    '/gone': 404,
    '/broken': 500,
  }
  using server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => {
      methods.push(request.method)
      return new Response('x', {
        status: statuses[new URL(request.url).pathname] ?? 404,
        headers: { location: 'http://other.invalid/' },
      })
    },
  })
  const at = (path: string) => `http://127.0.0.1:${server.port}${path}`
  expect((await urlVerdict(`See ${at('/ok')}, "${at('/moved')}" and [${at('/post-only')}].`)).verdict).toBe(true)
  expect([methods.length, new Set(methods)]).toEqual([3, new Set(['HEAD'])])
  expect(await urlVerdict(`${at('/ok')} ${at('/gone')}`)).toEqual({
    verdict: false,
    data: { urls: 2, valid: 1, validationMethod: 'HTTP request' },
  })
  expect((await urlVerdict(`${at('/gone')}`, { not: true })).verdict).toBe(true)
  expect((await urlVerdict(`${at('/ok')}`, { not: true })).verdict).toBe(false)
  expect((await urlVerdict(`${at('/broken')}`)).verdict).toBe(false)
  expect((await urlVerdict('http://user:pass@127.0.0.1/')).verdict).toBe(false)
})

test('a text without URLs fails, and one with more than 50 is an error', async () => {
  expect((await urlVerdict('no links')).verdict).toBe(false)
  expect((await urlVerdict('no links', { not: true })).verdict).toBe(false)
  const many = Array.from({ length: 51 }, (_, i) => `http://127.0.0.1:1/${i}`).join(' ')
  await expect(urlVerdict(many)).rejects.toThrow('more than 50 URLs')
})

test('private addresses are not valid, and get no request', async () => {
  let requests = 0
  using server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => {
      requests++
      return new Response('x')
    },
  })
  using network = networkServices({ isLoopbackOpen: false })
  const text = `http://127.0.0.1:${server.port}/ http://169.254.169.254/latest/meta-data`
  expect((await urlVerdict(text, {}, network)).data).toMatchObject({ urls: 2, valid: 0 })
  expect((await urlVerdict(text, { onlyDNS: true }, network)).data).toMatchObject({ urls: 2, valid: 0 })
  expect(requests).toBe(0)
})

test('onlyDNS resolves the hosts', async () => {
  using network = networkServices()
  expect((await urlVerdict('http://localhost:1/x', { onlyDNS: true }, network)).verdict).toBe(true)
  expect((await urlVerdict('http://does-not-exist.invalid/', { onlyDNS: true }, network)).verdict).toBe(false)
})
