import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { readModel, readUsage } from './read-usage.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const usageOf = (text: string) => readUsage(bytesOf(text), bytesOf(text))
const events = (...data: unknown[]) => data.map((item) => `data: ${JSON.stringify(item)}\n\n`).join('')

test('a plain OpenAI response', () => {
  const usage = {
    prompt_tokens: 19,
    completion_tokens: 10,
    total_tokens: 29,
    prompt_tokens_details: { cached_tokens: 4, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 3 },
  }
  expect(usageOf(JSON.stringify({ id: 'c', choices: [], usage }, null, 2))).toMatchObject({
    inputTokens: 19,
    outputTokens: 10,
    totalTokens: 29,
    cachedTokens: 4,
    reasoningTokens: 3,
  })
})

test('an OpenAI stream: null usage in every chunk but the last', () => {
  const chunk = { choices: [{ delta: { content: 'x' } }], usage: null }
  const last = { choices: [], usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 } }
  const text = `${events(...Array<unknown>(50).fill(chunk), last)}data: [DONE]\n\n`
  expect(usageOf(text)).toMatchObject({
    inputTokens: 5,
    outputTokens: 7,
    totalTokens: 12,
    cachedTokens: null,
    reasoningTokens: null,
  })
})

test('a Responses stream: the usage of the completed response', () => {
  const usage = {
    input_tokens: 37,
    input_tokens_details: { cached_tokens: 8 },
    output_tokens: 11,
    output_tokens_details: { reasoning_tokens: 2 },
    total_tokens: 48,
  }
  const text = events(
    { type: 'response.created', response: { id: 'r', usage: null } },
    { type: 'response.output_text.delta', delta: 'Hi' },
    { type: 'response.completed', response: { id: 'r', usage, user: null, metadata: {} } },
  )
  expect(usageOf(text)).toMatchObject({
    inputTokens: 37,
    outputTokens: 11,
    totalTokens: 48,
    cachedTokens: 8,
    reasoningTokens: 2,
  })
})

test('an Anthropic stream: input from the start, output from the end', () => {
  const start = {
    type: 'message_start',
    message: { model: 'claude', usage: { input_tokens: 25, cache_read_input_tokens: 6, output_tokens: 1 } },
  }
  const delta = { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 15 } }
  expect(usageOf(events(start, { type: 'ping' }, delta))).toMatchObject({
    // Anthropic does not include cache reads in the input tokens.
    inputTokens: 31,
    outputTokens: 15,
    totalTokens: 46,
    cachedTokens: 6,
    reasoningTokens: null,
  })
})

test('pass-through responses: Gemini’s last event, and the searches of a rerank', () => {
  const gemini = (candidatesTokenCount: number) => ({
    candidates: [],
    usageMetadata: { promptTokenCount: 8, candidatesTokenCount, thoughtsTokenCount: 4, totalTokenCount: 12 },
    modelVersion: 'gemini-2.5-pro',
  })
  expect(usageOf(events(gemini(1), gemini(9)))).toMatchObject({ inputTokens: 8, outputTokens: 13, reasoningTokens: 4 })
  expect(readModel(bytesOf(events(gemini(1))))).toBe('gemini-2.5-pro')
  const rerank = { results: [], meta: { api_version: { version: '2' }, billed_units: { search_units: 2 } } }
  expect(usageOf(JSON.stringify(rerank))).toMatchObject({ searchUnits: 2, totalTokens: null })
})

test('an Anthropic stream reports the lifetime of cache writes only at its start', () => {
  const written = { input_tokens: 5, cache_creation_input_tokens: 9, output_tokens: 1 }
  const start = { message: { usage: { ...written, cache_creation: { ephemeral_1h_input_tokens: 7 } } } }
  const end = { usage: { ...written, cache_read_input_tokens: null, output_tokens: 15 } }
  expect(usageOf(events(start, end))).toMatchObject({
    inputTokens: 14,
    outputTokens: 15,
    cachedWriteTokens: 9,
    cachedWriteLongTokens: 7,
  })
})

test('the Responses API counts web searches outside the usage object', () => {
  const usage = { input_tokens: 5, output_tokens: 1, total_tokens: 6 }
  const answer = (searches: unknown) =>
    JSON.stringify({ tool_usage: { web_search: { num_requests: searches } }, usage })
  expect(usageOf(answer(3))).toMatchObject({ searchUnits: 3 })
  expect(usageOf(answer(-3))).toMatchObject({ inputTokens: 5, searchUnits: null })
})

test('impossible counts are reported', () => {
  const flaws: string[] = []
  const bytes = bytesOf('{"usage":{"prompt_tokens":-5,"completion_tokens":2}}')
  expect(readUsage(bytes, bytes, (flaw) => flaws.push(flaw))).toMatchObject({ inputTokens: null, outputTokens: 2 })
  expect(flaws).toEqual(['prompt_tokens is not a valid count: -5'])
})

test('head and tail of a long response are read together', () => {
  const head = events({ type: 'message_start', message: { usage: { input_tokens: 3, output_tokens: 1 } } })
  const tail = `cut in the middle"}\n\n${events({ type: 'message_delta', usage: { output_tokens: 9 } })}`
  expect(readUsage(bytesOf(head), bytesOf(tail))).toMatchObject({ inputTokens: 3, outputTokens: 9 })
})

test('embeddings count input only', () => {
  expect(usageOf('{"data":[],"usage":{"prompt_tokens":8,"total_tokens":8}}')).toMatchObject({
    inputTokens: 8,
    outputTokens: null,
    totalTokens: 8,
  })
})

test('generated text is never read as usage', () => {
  const words = 'I used "usage":{"prompt_tokens":999999,"completion_tokens":999999} today'
  expect(usageOf(JSON.stringify({ choices: [{ message: { content: words } }] }))).toBeNull()
  const real = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }
  expect(usageOf(JSON.stringify({ usage: real, choices: [{ message: { content: words } }] }))).toMatchObject({
    totalTokens: 3,
  })
  expect(usageOf(events({ choices: [{ delta: { content: words } }] }, { choices: [], usage: real }))).toMatchObject({
    totalTokens: 3,
  })
})

test.each(['-5', '1.5', '1e300', '"7"', 'null', 'true', '[]', '{}', '9007199254740993'])(
  'the hostile count %s counts as absent',
  (value) => {
    expect(usageOf(`{"usage":{"prompt_tokens":${value},"completion_tokens":2}}`)).toMatchObject({
      inputTokens: null,
      outputTokens: 2,
      totalTokens: 2,
    })
    expect(usageOf(`{"usage":{"prompt_tokens":${value}}}`)).toBeNull()
  },
)

test.each([
  '',
  '{}',
  '{"usage":null}',
  '{"usage":"none"}',
  '{"usage":[1]}',
  '{"usage":{}}',
  '{"usage":{"prompt_tokens":1',
  '"usage"',
  `{"usage":${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}}`,
])('%j has no usage', (text) => {
  expect(usageOf(text)).toBeNull()
})

test('anything at all can be read without a throw, in any cut', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json().map((json) => `{"usage":${json}}`),
    fc.constant('"usage":{"usage":{"'),
  )
  fc.assert(
    fc.property(text, fc.nat(), (whole, at) => {
      const bytes = bytesOf(whole)
      const cut = bytes.length === 0 ? 0 : at % bytes.length
      const usage = readUsage(bytes.subarray(0, cut), bytes.subarray(cut))
      for (const value of Object.values(usage ?? {})) expect(value === null || Number.isSafeInteger(value)).toBe(true)
      readModel(bytes)
    }),
    { numRuns: propertyRuns(500) },
  )
})

test.each([
  ['{"id":"c","model":"gpt-4o-2024","choices":[]}', 'gpt-4o-2024'],
  ['{ "model" : "m" }', 'm'],
  ['data: {"type":"message_start","message":{"model":"claude-x"}}\n\n', 'claude-x'],
  ['{"choices":[{"message":{"content":"\\"model\\":\\"fake\\""}}],"model":"real"}', 'real'],
  ['{"model":null}', null],
  ['', null],
])('the model of %s is %j', (text, model) => {
  expect(readModel(bytesOf(text))).toBe(model)
})
