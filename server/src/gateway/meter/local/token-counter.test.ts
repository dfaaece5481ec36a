import { afterAll, expect, test } from 'bun:test'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { TokenCounter } from './token-counter.ts'

/** Long enough to load the tokenizer on a busy machine. */
const PATIENT_MS = 300_000
/** The vocabularies are loaded once. */
const counter = new TokenCounter()
afterAll(() => counter.close())
const bytesOf = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`

test('a count that is late or impossible is null', async () => {
  const request = bytesOf({ prompt: 'hello' })
  // Loading the vocabulary takes longer.
  expect(await counter.count({ model: 'm', request, response: null }, 1)).toBeNull()
  expect(await counter.count({ model: 'm', request, response: null }, PATIENT_MS)).toEqual({
    inputTokens: 1,
    outputTokens: null,
  })
  expect(await counter.count({ model: 'm', request: bytesOf('no json'), response: null }, PATIENT_MS)).toEqual({
    inputTokens: null,
    outputTokens: null,
  })
  const many = Array.from({ length: 100 }, () => counter.count({ model: 'm', request, response: null }, PATIENT_MS))
  const counts = await Promise.all(many)
  // Jobs beyond the queue limit resolve to null at once.
  expect(counts.filter((count) => count?.inputTokens === 1).length).toBe(64)
  expect(counts.filter((count) => count === null).length).toBe(36)
  const huge = new Uint8Array(17 * 1024 * 1024)
  expect(await counter.count({ model: 'm', request: huge, response: null }, PATIENT_MS)).toBeNull()
})

test('a closed counter counts nothing', async () => {
  const counter = new TokenCounter()
  await counter.unpack({ bytes: gzipSync('{}'), encoding: 'gzip' }, PATIENT_MS)
  counter.close()
  const request = bytesOf({ prompt: 'hello' })
  expect(await counter.count({ model: 'm', request, response: null }, PATIENT_MS)).toBeNull()
})

test('texts of a request and of a stream are counted as OpenAI counts them', async () => {
  const request = bytesOf({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hello world, this is a test' }] })
  const pieces = ['Hel', 'lo wor', 'ld, this', ' is a test']
  const answer = bytesOf(
    pieces.map((content) => event({ object: 'chat.completion.chunk', choices: [{ delta: { content } }] })).join(''),
  )
  // 7 tokens of text; 4 around the message and 3 before the response.
  expect(await counter.count({ model: 'gpt-4o', request, response: answer }, PATIENT_MS)).toEqual({
    inputTokens: 7 + 4 + 3,
    outputTokens: 7,
  })
  expect(await counter.count({ model: 'gpt-4-turbo', request: null, response: answer }, PATIENT_MS)).toEqual({
    inputTokens: null,
    outputTokens: 7,
  })
})

test('older models are counted by their own vocabulary', async () => {
  const request = bytesOf({ prompt: 'नमस्ते दुनिया, आप कैसे हैं?' })
  const tokensOf = async (model: string) =>
    (await counter.count({ model, request, response: null }, PATIENT_MS))?.inputTokens ?? Number.NaN
  const [older, newer] = [await tokensOf('gpt-4-turbo'), await tokensOf('gpt-4o')]
  expect(newer).toBeGreaterThan(0)
  expect(older).toBeGreaterThan(newer)
  for (const model of ['gpt-3.5-turbo', 'gpt-4', 'openai/gpt-4-0613', 'text-embedding-3-small'])
    expect(await tokensOf(model)).toBe(older)
  for (const model of ['gpt-4.1', 'gpt-5', 'o3', 'claude-sonnet-4-5', '']) expect(await tokensOf(model)).toBe(newer)
})

test('a text on which a quadratic tokenizer would take minutes is counted', async () => {
  await counter.count({ model: 'm', request: bytesOf({ prompt: 'x' }), response: null }, PATIENT_MS)
  const request = bytesOf({ prompt: `${'a'.repeat(50_000)} ${'漢字'.repeat(20_000)}` })
  const counted = await counter.count({ model: 'm', request, response: null }, PATIENT_MS)
  expect(counted?.inputTokens).toBeGreaterThan(5_000)
})

test('the worker ends when it is idle, and starts again with the next job', async () => {
  const counter = new TokenCounter(1)
  // A job that needs no vocabulary.
  const job = { bytes: gzipSync('{}'), encoding: 'gzip' }
  expect((await counter.unpack(job, PATIENT_MS))?.totalBytes).toBe(2)
  await Bun.sleep(50)
  expect((await counter.unpack(job, PATIENT_MS))?.totalBytes).toBe(2)
  counter.close()
})

const PACKED: readonly (readonly [string, Uint8Array])[] = [
  ['gzip', gzipSync('{"usage":1}')],
  ['GZIP ', gzipSync('{"usage":1}')],
  ['zstd', Bun.zstdCompressSync('{"usage":1}')],
]

test.each(PACKED)('a response in %s is decompressed', async (encoding, bytes) => {
  const unpacked = await counter.unpack({ bytes, encoding }, PATIENT_MS)
  expect(Buffer.from(unpacked?.head ?? '').toString()).toBe('{"usage":1}')
  expect(unpacked?.totalBytes).toBe(11)
})

test('invalid and endless responses are not decompressed; a cut one is decompressed as far as it goes', async () => {
  expect(await counter.unpack({ bytes: bytesOf('plain'), encoding: 'gzip' }, PATIENT_MS)).toBeNull()
  expect(await counter.unpack({ bytes: bytesOf('plain'), encoding: 'constructor' }, PATIENT_MS)).toBeNull()
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
  expect(await counter.unpack({ bytes: bomb, encoding: 'gzip' }, PATIENT_MS)).toBeNull()
  const text = Array.from({ length: 200_000 }, (_, i) => `line ${i}`).join('\n')
  const compressed = {
    gzip: gzipSync(text),
    deflate: deflateSync(text),
    br: brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
    zstd: Bun.zstdCompressSync(text),
  }
  for (const [encoding, whole] of Object.entries(compressed)) {
    const bytes = whole.subarray(0, whole.length - 1_000)
    const cut = await counter.unpack({ bytes, encoding }, PATIENT_MS)
    expect(cut?.totalBytes).toBeGreaterThan(text.length / 2)
    expect(text).toStartWith(Buffer.from(cut?.head ?? 'nothing').toString())
  }
})
