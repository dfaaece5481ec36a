// Responses and events follow https://docs.cohere.com/reference/chat and https://docs.cohere.com/reference/chat-stream.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { GatewayError } from '../../core/errors.ts'
import { assembled, contextOf, whole } from '../chat/test-assembled.ts'
import type { JsonObject } from '../dialect.ts'
import { SseEvents } from '../framing/sse-events.ts'
import { cohereChat } from './cohere-chat.ts'

const USAGE = {
  billed_units: { input_tokens: 3, output_tokens: 4 },
  tokens: { input_tokens: 100, output_tokens: 40 },
  cached_tokens: 64,
}
const CITATION = { start: 0, end: 3, text: 'abc', sources: [{ type: 'document', id: 'd' }] }
const RESPONSE = {
  id: 'c14c80c3',
  finish_reason: 'TOOL_CALL',
  message: {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Hmm, two.' },
      { type: 'text', text: 'Naïve 😀' },
    ],
    tool_plan: ' I will add.',
    tool_calls: [
      { id: 'add_1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } },
      { id: 'now_1', type: 'function', function: { name: 'now', arguments: 'null' } },
    ],
    citations: [CITATION],
  },
  usage: USAGE,
}

const content = (type: string, index: number, piece: JsonObject) => ({
  type,
  index,
  delta: { message: { content: piece } },
})
const call = (type: string, index: number, piece: JsonObject) => ({
  type,
  index,
  delta: { message: { tool_calls: piece } },
})
const EVENTS: readonly JsonObject[] = [
  { id: 'c14c80c3', type: 'message-start', delta: { message: { role: 'assistant', content: [], tool_calls: [] } } },
  content('content-start', 0, { type: 'thinking', thinking: '' }),
  content('content-delta', 0, { thinking: 'Hmm, ' }),
  content('content-delta', 0, { thinking: 'two.' }),
  { type: 'content-end', index: 0 },
  content('content-start', 1, { type: 'text', text: '' }),
  content('content-delta', 1, { text: 'Naïve' }),
  content('content-delta', 1, { text: ' 😀' }),
  { type: 'citation-start', index: 0, delta: { message: { citations: CITATION } } },
  { type: 'citation-end', index: 0 },
  { type: 'content-end', index: 1 },
  { type: 'tool-plan-delta', delta: { message: { tool_plan: ' I will' } } },
  { type: 'tool-plan-delta', delta: { message: { tool_plan: ' add.' } } },
  call('tool-call-start', 0, { id: 'add_1', type: 'function', function: { name: 'add', arguments: '' } }),
  call('tool-call-delta', 0, { function: { arguments: '{"a"' } }),
  call('tool-call-delta', 0, { function: { arguments: ':1}' } }),
  { type: 'tool-call-end', index: 0 },
  call('tool-call-start', 1, { id: 'now_1', type: 'function', function: { name: 'now', arguments: '' } }),
  call('tool-call-delta', 1, { function: { arguments: 'null' } }),
  { type: 'tool-call-end', index: 1 },
  { type: 'debug', prompt: 'x' },
  { type: 'message-end', delta: { finish_reason: 'TOOL_CALL', usage: USAGE } },
]

function play(events: readonly JsonObject[], includeUsage = true): JsonObject[] {
  const stream = cohereChat.stream!(contextOf({ includeUsage }))
  return [...events.flatMap((data) => stream.event(String(data['type'] ?? ''), data)), ...stream.end()]
}

const decode = (response: JsonObject) => cohereChat.decode(response, contextOf())
const end = (finish_reason: unknown, rest: JsonObject = {}) => ({
  type: 'message-end',
  delta: { finish_reason, ...rest },
})

test('a complete response keeps text, thinking, plan, calls, citations and usage', () => {
  expect(decode(RESPONSE)).toMatchObject({
    id: 'c14c80c3',
    object: 'chat.completion',
    model: 'm',
    created: 1_700_000_000,
  })
  expect(whole(decode(RESPONSE))).toEqual({
    message: {
      role: 'assistant',
      content: 'Naïve 😀',
      refusal: null,
      reasoning_content: 'Hmm, two. I will add.',
      reasoning_details: [{ type: 'thinking', text: 'Hmm, two.', format: 'cohere-chat-v2' }],
      tool_calls: [
        { id: 'add_1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } },
        { id: 'now_1', type: 'function', function: { name: 'now', arguments: '{}' } },
      ],
      citations: [CITATION],
    },
    finish_reason: 'tool_calls',
    usage: {
      prompt_tokens: 100,
      completion_tokens: 40,
      total_tokens: 140,
      prompt_tokens_details: { cached_tokens: 64 },
    },
  })
})

test('a stream equals the complete response, in OpenAI’s order and with its id', () => {
  const chunks = play(EVENTS)
  expect(assembled(chunks)).toEqual(whole(decode(RESPONSE)))
  expect(chunks[0]!['id']).toBe('c14c80c3')
  expect(play(EVENTS, false).some((chunk) => 'usage' in chunk)).toBe(false)
})

test('a stream cut at any byte has the same chunks', () => {
  const bytes = Buffer.from(EVENTS.map((data) => `event: ${data['type']}\ndata: ${JSON.stringify(data)}\n\n`).join(''))
  const run = (...chunks: Uint8Array[]) => {
    const events = new SseEvents()
    return assembled(
      play(chunks.flatMap((chunk) => events.push(chunk)).map(({ data }) => JSON.parse(data) as JsonObject)),
    )
  }
  const all = run(bytes)
  expect(all).toEqual(whole(decode(RESPONSE)))
  for (let i = 1; i < bytes.length; i += 7) expect(run(bytes.subarray(0, i), bytes.subarray(i))).toEqual(all)
})

test('the next turn sends Cohere’s message back unchanged', () => {
  const { message } = whole(decode(RESPONSE)) as { message: JsonObject }
  const body = cohereChat.encode({ messages: [message] }, contextOf())
  const [, now] = RESPONSE.message.tool_calls
  const calls = [RESPONSE.message.tool_calls[0], { ...now, function: { ...now!.function, arguments: '{}' } }]
  expect(body['messages']).toEqual([{ ...RESPONSE.message, tool_calls: calls }])
})

test.each([
  ['COMPLETE', false, 'stop'],
  ['STOP_SEQUENCE', false, 'stop'],
  ['toString', false, 'stop'],
  [null, false, 'stop'],
  ['MAX_TOKENS', false, 'length'],
  ['MAX_TOKENS', true, 'length'],
  ['TIMEOUT', false, 'length'],
  ['ERROR_TOXIC', false, 'content_filter'],
  ['TOOL_CALL', true, 'tool_calls'],
  ['COMPLETE', true, 'tool_calls'],
] as const)('finish reason %s (tool call: %s) becomes %s', (reason, hasCall, finish) => {
  const tool = { id: 't', type: 'function', function: { name: 'f', arguments: '{}' } }
  const message = hasCall ? { tool_calls: [tool] } : { content: [{ type: 'text', text: 'x' }] }
  const response = decode({ message, finish_reason: reason })
  expect(whole(response)['finish_reason']).toBe(finish)
  const first = hasCall ? call('tool-call-start', 0, tool) : content('content-delta', 0, { text: 'x' })
  expect(assembled(play([first, end(reason)]))).toEqual(whole(response))
})

test('finish reason ERROR is an error, complete and streamed', () => {
  expect(() => decode({ ...RESPONSE, finish_reason: 'ERROR' })).toThrow(
    expect.objectContaining({ code: 'upstream_broken' }),
  )
  const error = { message: 'Sorry.', type: 'server_error', code: 'upstream_broken', param: null }
  const delta = content('content-delta', 0, { text: 'x' })
  expect(play([delta, end('ERROR', { error: 'Sorry.' }), delta]).slice(2)).toEqual([{ error }])
  expect(play([{ type: 'error', message: 'Sorry.' }])).toEqual([{ error }])
})

test('a stream without message-end ends with an error', () => {
  expect(play(EVENTS.slice(0, -1)).at(-1)).toMatchObject({ error: { code: 'upstream_broken' } })
})

test('usage falls back to billed units, and is absent if nothing was reported', () => {
  const usageOf = (usage: unknown) => whole(decode({ ...RESPONSE, usage }))['usage']
  expect(usageOf({ billed_units: { input_tokens: 3, output_tokens: 4 } })).toEqual({
    prompt_tokens: 3,
    completion_tokens: 4,
    total_tokens: 7,
  })
  expect(usageOf(undefined)).toBeUndefined()
  expect(usageOf({ tokens: { input_tokens: 'x' } })).toBeUndefined()
})

test('keeps logprobs, complete and streamed', () => {
  const logprobs = [{ text: 'ab', token_ids: [1, 2], logprobs: [-0.5, -1] }]
  const entries = [
    { token: 'ab', logprob: -0.5, bytes: null, top_logprobs: [] },
    { token: '', logprob: -1, bytes: null, top_logprobs: [] },
  ]
  expect(decode({ ...RESPONSE, logprobs })['choices']).toMatchObject([{ logprobs: { content: entries } }])
  const chunks = play([{ ...content('content-delta', 0, { text: 'ab' }), logprobs: logprobs[0] }])
  expect(chunks[1]!['choices']).toMatchObject([{ logprobs: { content: entries } }])
})

test.each<[number, unknown, JsonObject]>([
  [400, { id: 'x', message: 'Bad.' }, { message: 'Bad.', type: 'invalid_request_error' }],
  [401, { message: 'no api key supplied' }, { message: 'no api key supplied', type: 'authentication_error' }],
  [429, { message: 'Slow.' }, { type: 'rate_limit_error' }],
  [500, 'oops', { message: 'oops', type: 'server_error' }],
  [503, [], { message: expect.stringContaining('503'), type: 'overloaded_error' }],
])('an error of status %i keeps its message', (status, body, error) => {
  expect(cohereChat.decodeError(status, body)).toMatchObject({ error: { param: null, code: null, ...error } })
})

test('throws only GatewayError for any JSON', () => {
  const member = fc.constantFrom(
    'delta',
    'message',
    'content',
    'tool_calls',
    'function',
    'usage',
    'index',
    'text',
    'logprobs',
  )
  const word = fc.constantFrom(null, true, -1, 0, 'x', 'null', [], [null], [{}])
  const { data } = fc.letrec<{ data: unknown }>((tie) => ({
    data: fc.oneof({ maxDepth: 4 }, word, fc.dictionary(member, tie('data'), { maxKeys: 3 })),
  }))
  const type = fc.constantFrom(...new Set(EVENTS.map((event) => event['type'])), 'error', 'x')
  fc.assert(
    fc.property(
      fc.array(fc.tuple(type, fc.dictionary(member, data, { maxKeys: 4 })), { maxLength: 6 }),
      data,
      (events, message) => {
        play(events.map(([name, members]) => ({ ...members, type: name })))
        try {
          decode({ message })
        } catch (error) {
          expect(error).toBeInstanceOf(GatewayError)
        }
      },
    ),
    { numRuns: propertyRuns(1000) },
  )
})
