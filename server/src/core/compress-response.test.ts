import { expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { acceptsCoding, compressedDocument, compressedResponse } from './compress-response.ts'

const TEXT = JSON.stringify(Array.from({ length: 100 }, (_, i) => ({ id: i, name: 'the same words again' })))
const TYPE = { 'content-type': 'application/json' }

test.each([
  ['gzip', true],
  ['br, GZIP ; q=0.5', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000, br', false],
  ['xgzip, br', false],
  ['', false],
])('Accept-Encoding %p allows gzip: %p', (accepted, isAllowed) => {
  expect(acceptsCoding(accepted, 'gzip')).toBe(isAllowed)
})

test('a large body is compressed with the best coding that the caller accepts', async () => {
  const zipped = await compressedResponse(TEXT, TYPE, 'gzip, deflate')
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(await zipped.bytes()).toString()).toBe(TEXT)
  const packed = await compressedResponse(TEXT, TYPE, 'gzip, deflate, br, zstd')
  expect(packed.headers.get('content-encoding')).toBe('zstd')
  expect(Bun.zstdDecompressSync(await packed.bytes()).toString()).toBe(TEXT)
  expect(packed.headers.get('content-type')).toBe('application/json')
})

test('a small body, or a caller that accepts no compression, gets the bytes as they are', async () => {
  for (const [body, accepted] of [
    ['{"a":1}', 'gzip'],
    [TEXT, null],
    [TEXT, 'identity'],
  ] as const) {
    const plain = await compressedResponse(body, TYPE, accepted)
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('vary')).toBe('accept-encoding')
    expect(await plain.text()).toBe(body)
  }
})

test('more than a few bodies at the same time are sent as they are', async () => {
  const all = await Promise.all(Array.from({ length: 12 }, () => compressedResponse(TEXT, TYPE, 'gzip')))
  const codings = all.map((response) => response.headers.get('content-encoding'))
  expect(codings.filter((coding) => coding === 'gzip').length).toBe(4)
  const again = await compressedResponse(TEXT, TYPE, 'gzip')
  expect(again.headers.get('content-encoding')).toBe('gzip')
})

test('a document keeps its headers, and an error stays as it is', async () => {
  const page = new Response(TEXT, { headers: { ...TYPE, vary: 'accept', 'cache-control': 'no-cache' } })
  const packed = await compressedDocument(page, 'gzip')
  expect(packed.headers.get('vary')).toBe('accept, accept-encoding')
  expect(packed.headers.get('cache-control')).toBe('no-cache')
  const missing = new Response(TEXT, { status: 404 })
  expect(await compressedDocument(missing, 'gzip')).toBe(missing)
})
