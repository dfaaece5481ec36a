import { expect, test } from 'bun:test'
import { boundUsage, likelyTokens, type Sized } from './bound-usage.ts'

const sized = (params: Sized['params'], more: Partial<Sized> = {}): Sized => ({
  format: 'text',
  params,
  sizeBytes: params === null ? null : Buffer.byteLength(JSON.stringify(params)),
  model: 'house-model',
  ...more,
})
const user = (content: unknown) => ({ role: 'user', content })

test('a text is bounded by its bytes, some for each message and for the request, and its own limit times its copies', () => {
  const params = { messages: [user('Hallo, Welt'), user('ünd')], max_tokens: 50, n: 3 }
  const bytes = Buffer.byteLength(JSON.stringify(params))
  expect(boundUsage(sized(params))).toMatchObject({ inputTokens: bytes + 64 + 2 * 16, outputTokens: 150 })
})

test('without a limit of its own a request is bounded by its model, or by 16,384', () => {
  const params = { messages: [user('hi')] }
  expect(boundUsage(sized(params)).outputTokens).toBe(16_384)
  expect(boundUsage(sized(params, { model: 'gpt-4.1-mini' })).outputTokens).toBe(32_768)
  expect(boundUsage(sized(params, { model: 'claude-3-5-haiku-20241022' })).outputTokens).toBe(8_192)
  expect(boundUsage(sized({ ...params, max_tokens: -4, max_completion_tokens: 'x' })).outputTokens).toBe(16_384)
  expect(boundUsage(sized({ ...params, max_tokens: 5, max_completion_tokens: 9 })).outputTokens).toBe(9)
})

test('the output limit is read in every format', () => {
  const limit = (params: NonNullable<Sized['params']>) => boundUsage(sized(params)).outputTokens
  expect(limit({ input: 'hi', max_output_tokens: 7 })).toBe(7)
  expect(limit({ contents: [], generationConfig: { maxOutputTokens: 8, candidateCount: 2 } })).toBe(16)
  expect(limit({ messages: [], inferenceConfig: { maxTokens: 9 } })).toBe(9)
})

test('a picture counts by the model’s maximum, not by its bytes', () => {
  const url = `data:image/png;base64,${'A'.repeat(500_000)}`
  const params = {
    messages: [
      user([
        { type: 'text', text: 'see' },
        { type: 'image_url', image_url: { url } },
      ]),
    ],
  }
  const { inputTokens } = boundUsage(sized(params))
  expect(inputTokens).toBeGreaterThan(6_000)
  expect(inputTokens).toBeLessThan(7_000)
  const anthropic = { type: 'image', source: { type: 'base64', data: 'A'.repeat(500_000) } }
  expect(boundUsage(sized({ messages: [user([anthropic, anthropic])] })).inputTokens).toBeLessThan(13_000)
  const gemini = { inlineData: { mimeType: 'image/png', data: 'A'.repeat(500_000) } }
  expect(boundUsage(sized({ contents: [{ parts: [gemini] }] })).inputTokens).toBeLessThan(7_000)
})

test('input stored at the provider may fill the whole context', () => {
  const stored = boundUsage(sized({ input: 'go on', previous_response_id: 'resp_1' })).inputTokens
  expect(stored).toBeGreaterThan(200_000)
  const file = boundUsage(sized({ messages: [user([{ type: 'file', file: { file_id: 'f1' } }])] })).inputTokens
  expect(file).toBeGreaterThan(200_000)
  expect(boundUsage(sized({ prompt: 'once upon', max_tokens: 1 })).inputTokens).toBeLessThan(200)
})

test('a text never counts for more than its model can read', () => {
  const params = { messages: [user('a'.repeat(400_000))] }
  expect(boundUsage(sized(params, { model: 'gpt-4o' })).inputTokens).toBe(128_000)
})

test('other work has other units', () => {
  const bound = (format: Sized['format'], params: NonNullable<Sized['params']>, sizeBytes?: number) =>
    boundUsage(sized(params, { format, ...(sizeBytes !== undefined && { sizeBytes }) }))
  expect(bound('embeddings', { input: 'hi' })).toMatchObject({ outputTokens: 0 })
  expect(bound('images', { prompt: 'a cat', n: '4' })).toMatchObject({ images: 4 })
  expect(bound('speech', { input: 'hello' }).characters).toBeGreaterThanOrEqual(5)
  expect(bound('transcription', {}, 100_000).audioSeconds).toBe(200)
  expect(bound('rerank', { documents: Array.from({ length: 250 }, () => 'x') }).searchUnits).toBe(3)
})

test('rate limits reserve the likely usage, not the upper bound', () => {
  const params = { messages: [user('a'.repeat(4_000))] }
  expect(likelyTokens(sized(params))).toBeLessThan(1_100)
  expect(likelyTokens(sized({ ...params, max_tokens: 500 }))).toBeGreaterThan(1_500)
  expect(likelyTokens(sized(params, { format: 'free' }))).toBe(0)
})
