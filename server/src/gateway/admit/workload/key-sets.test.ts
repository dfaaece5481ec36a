import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { JWTPayload } from 'jose'
import { AUDIENCE, makeKey, openTokens, serveKeys, sign } from './test-issuer.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let nowMs: number
let opened: Awaited<ReturnType<typeof openTokens>>
let served: ReturnType<typeof serveKeys>
let first: Awaited<ReturnType<typeof makeKey>>
let rotated: typeof first

beforeEach(async () => {
  nowMs = Date.now()
  opened = await openTokens(() => nowMs)
  ;[first, rotated] = await Promise.all([makeKey('first', 'ES256'), makeKey('rotated', 'ES256')])
  served = serveKeys([first.jwk])
})

afterEach(async () => {
  served.stop()
  await opened[Symbol.asyncDispose]()
})

let count = 0

/** The name of the caller, or the code of the error, for a new token. */
async function outcome(iss: string, key = first): Promise<string> {
  const seconds = Math.floor(nowMs / 1_000)
  const claims: JWTPayload = { iss, sub: 'job', aud: AUDIENCE, iat: seconds, exp: seconds + 300, jti: `t${count++}` }
  const token = await sign(claims, key)
  try {
    return (await opened.tokens.find(token))?.keyName ?? 'unknown'
  } catch (error) {
    return (error as { code: string }).code
  }
}

const byUrl = () => opened.addIssuer({ name: 'Url', issuer: 'https://url.example', settings: { jwksUrl: served.url } })

test('the keys are fetched once, and again for a new key id, at most every 30 s', async () => {
  const { issuer } = await byUrl()
  for (let i = 0; i < 5; i++) expect(await outcome(issuer)).toBe('Url: job')
  expect(served.state.requests).toBe(1)
  served.state.keys = [first.jwk, rotated.jwk]
  expect(await outcome(issuer, rotated)).toBe('token_invalid')
  expect(served.state.requests).toBe(1)
  nowMs += 30_000
  expect(await outcome(issuer, rotated)).toBe('Url: job')
  expect(served.state.requests).toBe(2)
  // A key that the issuer has withdrawn is not accepted after the next fetch.
  served.state.keys = [rotated.jwk]
  nowMs += 30_000
  expect(await outcome(issuer, await makeKey('third', 'ES256'))).toBe('token_invalid')
  expect(await outcome(issuer, first)).toBe('token_invalid')
})

test('concurrent first requests share one fetch', async () => {
  const { issuer } = await byUrl()
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcome(issuer)))
  expect(new Set(outcomes)).toEqual(new Set(['Url: job']))
  expect(served.state.requests).toBe(1)
})

test('old keys are used while the issuer is down, for a day', async () => {
  const { issuer } = await byUrl()
  expect(await outcome(issuer)).toBe('Url: job')
  served.state.status = 500
  nowMs += 23 * HOUR_MS
  expect(await outcome(issuer)).toBe('Url: job')
  nowMs += 2 * HOUR_MS
  expect(await outcome(issuer)).toBe('token_keys_unavailable')
  const { requests } = served.state
  // The gateway does not fetch the keys for every request.
  for (let i = 0; i < 10; i++) expect(await outcome(issuer)).toBe('token_keys_unavailable')
  expect(served.state.requests).toBe(requests)
  served.state.status = 200
  nowMs += 5_000
  expect(await outcome(issuer)).toBe('Url: job')
})

test('a slow issuer holds only requests that need its keys', async () => {
  const { issuer } = await byUrl()
  expect(await outcome(issuer)).toBe('Url: job')
  const other = await opened.addIssuer({
    name: 'Inline',
    issuer: 'https://inline.example',
    settings: { jwks: { keys: [first.jwk] } },
  })
  const gate = Promise.withResolvers<void>()
  served.state.gate = gate.promise
  // Older keys are refreshed in the background.
  nowMs += 11 * MINUTE_MS
  expect(await outcome(issuer)).toBe('Url: job')
  const unknownKey = outcome(issuer, rotated)
  expect(await outcome(issuer)).toBe('Url: job')
  expect(await outcome(other.issuer)).toBe('Inline: job')
  served.state.keys = [first.jwk, rotated.jwk]
  gate.resolve()
  expect(await unknownKey).toBe('Url: job')
})

test('discovery finds the keys, and must name the same issuer', async () => {
  const { issuer } = await opened.addIssuer({ name: 'Found', issuer: served.origin })
  expect(await outcome(issuer)).toBe('Found: job')
  expect(served.state.requests).toBe(2)
})

test.each<[string, () => void]>([
  ['another issuer', () => (served.state.document = { issuer: 'https://evil.example' })],
  ['no jwks_uri', () => (served.state.document = { jwks_uri: null })],
  ['keys without TLS', () => (served.state.document = { jwks_uri: 'http://192.0.2.1/jwks' })],
  ['keys in a file', () => (served.state.document = { jwks_uri: 'file:///etc/passwd' })],
  ['an address with a password', () => (served.state.document = { jwks_uri: 'https://a:b@issuer.example/jwks' })],
  ['an empty set', () => (served.state.keys = [])],
  ['a symmetric key', () => (served.state.keys = [{ kty: 'oct', k: 'c2VjcmV0', kid: 'first' }])],
  ['a private key', () => (served.state.keys = [{ ...first.jwk, d: 'c2VjcmV0' }])],
  ['too many keys', () => (served.state.keys = Array.from({ length: 101 }, () => first.jwk))],
  ['a set of 300 KB', () => (served.state.keys = [{ ...first.jwk, x5c: ['x'.repeat(300_000)] }])],
  ['a redirect', () => (served.state.status = 302)],
])('discovery with %s gives no keys', async (_what, break_) => {
  break_()
  const { issuer } = await opened.addIssuer({ issuer: served.origin })
  expect(await outcome(issuer)).toBe('token_keys_unavailable')
})

test('the address check applies to the keys', async () => {
  const { issuer } = await opened.addIssuer({
    issuer: 'https://metadata.example',
    settings: { jwksUrl: 'https://169.254.169.254/jwks' },
  })
  expect(await outcome(issuer)).toBe('token_keys_unavailable')
})
