import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type CacheIdentity, cacheKey } from './cache-key.ts'

const IDENTITY: CacheIdentity = {
  workspaceId: 'ws',
  credential: 'fingerprint',
  endpoint: 'chat.completions',
  method: 'POST',
  url: 'https://api.example.com/v1/chat/completions',
  body: Buffer.from('{"model":"m"}'),
  namespace: null,
  metadata: null,
  user: null,
}

test('equal identities have equal keys', () => {
  expect(cacheKey({ ...IDENTITY, body: Buffer.from('{"model":"m"}') })).toBe(cacheKey(IDENTITY))
})

test.each<[string, Partial<CacheIdentity>]>([
  ['workspace', { workspaceId: 'ws2' }],
  ['credential', { credential: 'other' }],
  ['endpoint', { endpoint: 'proxy' }],
  ['method', { method: 'PUT' }],
  ['url', { url: 'https://api.example.com/v1/chat/completions?a=1' }],
  ['body', { body: Buffer.from('{"model":"m"} ') }],
  ['namespace', { namespace: 'n' }],
  ['empty namespace', { namespace: '' }],
  ['metadata', { metadata: { user: 'a' } }],
  ['user', { user: '"a"' }],
])('another %s gives another key', (_, difference) => {
  expect(cacheKey({ ...IDENTITY, ...difference })).not.toBe(cacheKey(IDENTITY))
})

test('no metadata and empty metadata are the same, and their order does not matter', () => {
  expect(cacheKey({ ...IDENTITY, metadata: {} })).toBe(cacheKey(IDENTITY))
  expect(cacheKey({ ...IDENTITY, metadata: { a: 1, b: 2 } })).toBe(cacheKey({ ...IDENTITY, metadata: { b: 2, a: 1 } }))
})

test('beside a namespace the metadata does not count', () => {
  const keyOf = (user: string) => cacheKey({ ...IDENTITY, namespace: 'n', metadata: { user } })
  expect(keyOf('a')).toBe(keyOf('b'))
})

test('a namespace cannot pass for metadata', () => {
  expect(cacheKey({ ...IDENTITY, namespace: '[]' })).not.toBe(cacheKey(IDENTITY))
  expect(cacheKey({ ...IDENTITY, namespace: 'metadata []' })).not.toBe(cacheKey(IDENTITY))
})

test('parts never run together: whoever moves the border between two parts gets another key', () => {
  const texts = fc.tuple(fc.string(), fc.string(), fc.string(), fc.string())
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      const keyOf = ([workspaceId, credential, url, body]: [string, string, string, string]) =>
        cacheKey({ ...IDENTITY, workspaceId, credential, url, body: Buffer.from(body) })
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
