/** Compressed request bodies: the gateway decompresses what it reads, and passes the rest through. */

import { describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { at } from '../harness/at.ts'
import { errorOf } from '../harness/error-of.ts'
import { eventually } from '../harness/eventually.ts'
import { partOf } from '../harness/property-runs.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { shareSimulator } from '../harness/share-simulator.ts'
import { startGateway } from '../harness/start-gateway.ts'

const MIB = 1024 * 1024
const LIMIT_BYTES = 2 * MIB

const gateway = await shareGateway({
  environment: { GATEWAY_MAX_BODY_BYTES: String(LIMIT_BYTES), GATEWAY_BODY_MEMORY_BYTES: String(8 * MIB) },
})
const upstream = await shareSimulator({ answers: ['hello'] })

const CODINGS: readonly (readonly [string, (bytes: Uint8Array) => Uint8Array])[] = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  // The highest quality, the default, is slow.
  ['br', (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } })],
  ['zstd', (bytes) => zstdCompressSync(bytes)],
]

const chatBody = (padBytes: number) =>
  Buffer.from(JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi '.repeat(padBytes / 3) }] }))

function send(body: Uint8Array, coding: string, path = '/v1/chat/completions', type = 'application/json') {
  const headers = {
    'content-type': type,
    'content-encoding': coding,
    'x-gateway-config': JSON.stringify(at(upstream)),
  }
  return gateway.fetch(path, { method: 'POST', headers, body })
}

const last = () => upstream.requests.at(-1)!

async function heldBytes(): Promise<number> {
  const text = await (await gateway.fetch('/metrics', { key: gateway.adminKey })).text()
  return Number(/^gatehouse_request_body_bytes (\d+)$/m.exec(text)?.[1] ?? Number.NaN)
}

describe.each(CODINGS)('%s', (coding, pack) => {
  // The second size is read by a worker thread.
  test.each([3_000, 900_000])('the provider gets the plain bytes of a body of %p bytes', async (size) => {
    const plain = chatBody(size)
    const reply = await send(pack(plain), coding)
    expect(reply.status).toBe(200)
    expect(Buffer.compare(last().body, plain)).toBe(0)
    expect(last().headers['content-encoding']).toBeUndefined()
    expect(last().headers['content-length']).toBe(String(plain.length))
    const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
    expect(log).toMatchObject({ status_code: 200, request: { headers: { 'content-encoding': coding } } })
  })

  test('a body that is larger than the limit when decompressed is refused', async () => {
    const count = upstream.requests.length
    for (const bytes of [LIMIT_BYTES + 100, 2 * LIMIT_BYTES]) {
      const reply = await send(pack(chatBody(bytes)), coding)
      expect([reply.status, (await errorOf(reply)).code]).toEqual([413, 'body_too_large'])
    }
    expect(upstream.requests).toHaveLength(count)
  })

  test('damaged data is refused', async () => {
    const packed = pack(chatBody(3_000))
    const reply = await send(packed.subarray(0, packed.length - 3), coding)
    expect([reply.status, await errorOf(reply)]).toMatchObject([400, { code: 'invalid_body', param: 'body' }])
  })

  test('a body that is passed through keeps its bytes and its coding', async () => {
    const packed = Buffer.from(pack(chatBody(3_000)))
    await send(packed, coding, '/v1/proxy/anything')
    expect(Buffer.compare(last().body, packed)).toBe(0)
    expect(last().headers['content-encoding']).toBe(coding)
  })

  test('a form is decompressed', async () => {
    const form = new FormData()
    form.append('model', 'whisper')
    form.append('file', new Blob(['sound']), 'a.wav')
    const encoded = new Response(form)
    const type = encoded.headers.get('content-type')!
    const plain = await encoded.bytes()
    const reply = await send(pack(plain), coding, '/v1/audio/transcriptions', type)
    await reply.bytes()
    expect(Buffer.compare(last().body, plain)).toBe(0)
    expect(last().headers['content-encoding']).toBeUndefined()
  })
})

test('four bodies that hardly compress fit into the memory of their key together', async () => {
  await using own = await startGateway({ environment: { GATEWAY_BODY_MEMORY_BYTES: String(64 * MIB) } })
  const keyBytes = 32 * MIB
  const text = randomBytes(4_800_000).toString('base64')
  const plain = Buffer.from(JSON.stringify({ model: 'm', messages: [{ role: 'user', content: text }] }))
  for (const [coding, pack] of partOf(CODINGS, 0)) {
    const packed = pack(plain)
    // Compressed and decompressed at the same time, they would not fit.
    expect(4 * plain.length).toBeLessThan(keyBytes)
    expect(4 * (plain.length + packed.length)).toBeGreaterThan(keyBytes)
    const headers = {
      'content-type': 'application/json',
      'content-encoding': coding,
      'x-gateway-config': JSON.stringify(at(upstream)),
    }
    const sent = { method: 'POST', headers, body: packed }
    const replies = await Promise.all(Array.from({ length: 4 }, () => own.fetch('/v1/chat/completions', sent)))
    expect([coding, ...replies.map(({ status }) => status)]).toEqual([coding, 200, 200, 200, 200])
    await Promise.all(replies.map((reply) => reply.bytes()))
  }
})

test('a response is found in the cache whether its request is compressed or not', async () => {
  const config = JSON.stringify({ ...at(upstream), cache: { mode: 'simple' } })
  const body = Buffer.from('{"model":"m","messages":[{"role":"user","content":"cached"}]}')
  const ask = (headers: Record<string, string>, sent: Uint8Array) =>
    gateway.fetch('/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gateway-config': config, ...headers },
      body: sent,
    })
  await (await ask({}, body)).bytes()
  const again = await ask({ 'content-encoding': 'gzip' }, gzipSync(body))
  expect(again.headers.get('x-gateway-cache-status')).toBe('HIT')
})

test('no memory stays held, and the gateway serves after all of this', async () => {
  await eventually('all memory is free', async () => (await heldBytes()) === 0)
  expect((await gateway.chat(at(upstream))).status).toBe(200)
})
