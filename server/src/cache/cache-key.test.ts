import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { CREDENTIAL_HEADERS } from '../core/headers.ts'
import { type CacheIdentity, cacheKey, cacheScope, partitionKey, type SentRequest } from './cache-key.ts'
import { isNeutral, NEUTRAL_HEADERS, NEUTRAL_PREFIXES } from './neutral-headers.ts'

const SENT: SentRequest = {
  method: 'POST',
  url: 'https://api.example.com/v1/chat/completions',
  headers: { authorization: 'Bearer sk', 'content-type': 'application/json' },
  credentialHeaders: ['authorization'],
  body: Buffer.from('{"model":"m"}'),
}

const IDENTITY: CacheIdentity = {
  workspaceId: 'ws',
  credential: 'fingerprint',
  provider: 'openai',
  settings: {},
  sent: SENT,
  endpoint: 'chat.completions',
  translatedFrom: null,
  strict: null,
  hidesUsage: false,
  namespace: null,
  metadata: null,
  user: null,
}

const sending = (different: Partial<SentRequest>): CacheIdentity => ({ ...IDENTITY, sent: { ...SENT, ...different } })
const withHeaders = (headers: Record<string, string>) => sending({ headers: { ...SENT.headers, ...headers } })

test('equal identities have equal keys', () => {
  expect(cacheKey(sending({ body: Buffer.from('{"model":"m"}') }))).toBe(cacheKey(IDENTITY))
})

test('a key starts with the scopes that purge it, and with no others', () => {
  const key = cacheKey({ ...IDENTITY, namespace: 'n' }) as string
  const scopes = [cacheScope('ws', null), cacheScope('ws', 'n'), cacheScope('w', null), cacheScope('ws', 'n2')]
  expect(scopes.map((scope) => key.startsWith(scope))).toEqual([true, true, false, false])
  expect(cacheKey(IDENTITY)).toStartWith(cacheScope('ws', ''))
})

test.each<[string, CacheIdentity]>([
  ['workspace', { ...IDENTITY, workspaceId: 'ws2' }],
  ['credential', { ...IDENTITY, credential: 'other' }],
  ['provider', { ...IDENTITY, provider: 'groq' }],
  ['setting', { ...IDENTITY, settings: { openai_organization: 'org' } }],
  ['endpoint', { ...IDENTITY, endpoint: 'proxy' }],
  ['method', sending({ method: 'PUT' })],
  ['url', sending({ url: 'https://api.example.com/v1/chat/completions?a=1' })],
  ['usage chunk', { ...IDENTITY, hidesUsage: true }],
  ['strictness', { ...IDENTITY, strict: false }],
  ['namespace', { ...IDENTITY, namespace: 'n' }],
  ['empty namespace', { ...IDENTITY, namespace: '' }],
  ['metadata', { ...IDENTITY, metadata: { user: 'a' } }],
  ['user', { ...IDENTITY, user: '"a"' }],
])('another %s gives another key and another partition', (_, identity) => {
  expect(cacheKey(identity)).not.toBe(cacheKey(IDENTITY))
  expect(partitionKey(identity, [])).not.toBe(partitionKey(IDENTITY, []))
})

test('a different body, before or after translation, gives a different key in the same partition', () => {
  for (const identity of [
    sending({ body: Buffer.from('{"model":"m"} ') }),
    { ...IDENTITY, translatedFrom: Buffer.from('{}') },
    { ...IDENTITY, translatedFrom: Buffer.from('') },
  ]) {
    expect(cacheKey(identity)).not.toBe(cacheKey(IDENTITY))
    expect(partitionKey(identity, [])).toBe(partitionKey(IDENTITY, []))
  }
})

/** Well-known and arbitrary header names. */
const anyName = fc.oneof(
  fc.constantFrom(
    ...['x-session', 'anthropic-beta', 'openai-beta', 'openai-organization', 'accept-language', 'cookie', 'x-amz-date'],
    ...['x-forwarded-for', 'content-type', 'accept', 'referer', 'set-cookie', 'x-b3', 'traceparent2', 'x-stainless'],
    ...CREDENTIAL_HEADERS,
  ),
  fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/),
)

test('requests that differ in one sent header have different keys, unless the header is neutral', () => {
  fc.assert(
    fc.property(anyName, fc.string(), fc.string(), (name, one, other) => {
      fc.pre(one !== other && !isNeutral(name) && name !== 'authorization')
      const [a, b] = [withHeaders({ [name]: one }), withHeaders({ [name]: other })]
      expect(cacheKey(a)).not.toBe(cacheKey(b))
      expect(partitionKey(a, [])).not.toBe(partitionKey(b, []))
      const { [name]: _, ...rest } = a.sent.headers
      expect(cacheKey(a)).not.toBe(cacheKey(sending({ headers: rest })))
    }),
  )
})

test('neutral headers and credential headers do not change the key', () => {
  const names = [...NEUTRAL_HEADERS, ...NEUTRAL_PREFIXES.map((prefix) => `${prefix}lang`), 'authorization']
  for (const name of names) {
    for (const value of ['one', 'other']) {
      expect(cacheKey(withHeaders({ [name]: value }))).toBe(cacheKey(IDENTITY))
      expect(partitionKey(withHeaders({ [name]: value }), [])).toBe(partitionKey(IDENTITY, []))
    }
  }
})

test('a credential header is left out of the key only if the adapter set it', () => {
  const keyOf = (value: string) => cacheKey({ ...withHeaders({ authorization: value }) })
  expect(keyOf('Bearer a')).toBe(keyOf('Bearer b'))
  for (const name of CREDENTIAL_HEADERS) {
    const forwarded = (value: string) => cacheKey(sending({ headers: { [name]: value }, credentialHeaders: [] }))
    expect(forwarded('a')).not.toBe(forwarded('b'))
  }
})

test('in a namespace only credentials that the adapter did not set are part of the key', () => {
  const keyOf = (headers: Record<string, string>) => cacheKey({ ...withHeaders(headers), namespace: 'n' })
  fc.assert(
    fc.property(anyName, fc.string(), (name, value) => {
      fc.pre(!CREDENTIAL_HEADERS.includes(name) && name !== 'cookie')
      expect(keyOf({ [name]: value })).toBe(keyOf({}))
    }),
  )
  for (const name of [...CREDENTIAL_HEADERS.slice(1), 'cookie']) {
    expect(keyOf({ [name]: 'a' })).not.toBe(keyOf({ [name]: 'b' }))
  }
  const inNamespace = { ...IDENTITY, namespace: 'n' }
  for (const different of [{ credential: 'other' }, { settings: { a: 'b' } }, { workspaceId: 'w' }, { user: '"u"' }]) {
    expect(cacheKey({ ...inNamespace, ...different })).not.toBe(cacheKey(inNamespace))
  }
})

test('the order of headers does not matter', () => {
  const headers = { a: '1', b: '2', c: '3' }
  const reversed = Object.fromEntries(Object.entries(headers).reverse())
  expect(cacheKey(sending({ headers: reversed }))).toBe(cacheKey(sending({ headers })))
  expect(cacheKey(sending({ headers: { a: '1', b: '3', c: '2' } }))).not.toBe(cacheKey(sending({ headers })))
})

test('missing and empty metadata are equal, and the order of members does not matter', () => {
  expect(cacheKey({ ...IDENTITY, metadata: {} })).toBe(cacheKey(IDENTITY))
  expect(cacheKey({ ...IDENTITY, metadata: { a: 1, b: 2 } })).toBe(cacheKey({ ...IDENTITY, metadata: { b: 2, a: 1 } }))
})

test('metadata is ignored if there is a namespace', () => {
  const keyOf = (user: string) => cacheKey({ ...IDENTITY, namespace: 'n', metadata: { user } })
  expect(keyOf('a')).toBe(keyOf('b'))
})

test('a namespace never collides with metadata', () => {
  expect(cacheKey({ ...IDENTITY, namespace: '[]' })).not.toBe(cacheKey(IDENTITY))
  expect(cacheKey({ ...IDENTITY, namespace: 'metadata []' })).not.toBe(cacheKey(IDENTITY))
})

test('moving bytes between adjacent parts changes the key', () => {
  const texts = fc.tuple(fc.string(), fc.string(), fc.string(), fc.string())
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      const keyOf = ([workspaceId, credential, url, body]: [string, string, string, string]) =>
        cacheKey({ ...IDENTITY, workspaceId, credential, sent: { ...SENT, url, body: Buffer.from(body) } })
      expect(keyOf(one) === keyOf(other)).toBe(JSON.stringify(one) === JSON.stringify(other))
    }),
  )
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.nat(), (text, i, j) => {
      const [a, b] = [i % (text.length + 1), j % (text.length + 1)]
      const keyOf = (at: number) =>
        cacheKey({ ...IDENTITY, workspaceId: text.slice(0, at), credential: text.slice(at) })
      expect(keyOf(a) === keyOf(b)).toBe(a === b)
    }),
  )
})

test('the documentation lists every neutral header', () => {
  const page = readFileSync(join(import.meta.dir, '../../../docs/caching.md'), 'utf8')
  for (const name of [...NEUTRAL_HEADERS, ...NEUTRAL_PREFIXES.map((prefix) => `${prefix}*`)])
    expect(page).toContain(`\`${name}\``)
})
