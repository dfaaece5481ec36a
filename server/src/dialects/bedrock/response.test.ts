// Responses and events follow https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html and
// API_runtime_ConverseStream.html; the service adds the padding member `p` to events.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { GatewayError } from '../../core/errors.ts'
import { assembled, contextOf, whole } from '../chat/test-assembled.ts'
import type { JsonObject } from '../dialect.ts'
import { AwsEventFrames, readFrame } from '../framing/aws-event-frames.ts'
import { eventFrame, exceptionFrame } from '../framing/test-frames.ts'
import { converseChat } from './converse-chat.ts'

type Event = readonly [name: string, data: JsonObject]

const start = (i: number, toolUse: JsonObject): Event => [
  'contentBlockStart',
  { contentBlockIndex: i, start: { toolUse } },
]
const delta = (i: number, piece: JsonObject): Event => [
  'contentBlockDelta',
  { contentBlockIndex: i, delta: piece, p: 'abcdef' },
]
const stop = (i: number): Event => ['contentBlockStop', { contentBlockIndex: i }]
const think = (i: number, piece: JsonObject): Event => delta(i, { reasoningContent: piece })

const USAGE = {
  inputTokens: 10,
  outputTokens: 5,
  totalTokens: 1015,
  cacheReadInputTokens: 900,
  cacheWriteInputTokens: 100,
}
const RESPONSE = {
  output: {
    message: {
      role: 'assistant',
      content: [
        { reasoningContent: { reasoningText: { text: 'Hmm, two.', signature: 'c2lnbmF0dXJl' } } },
        { reasoningContent: { redactedContent: 'cmVkYWN0ZWQ=' } },
        { text: 'Naïve 😀' },
        { citationsContent: { content: [{ text: ' cited' }], citations: [{ title: 'T' }] } },
        { toolUse: { toolUseId: 'tooluse_1', name: 'add', input: { a: 1, b: 'x"y' } } },
        { toolUse: { toolUseId: 'srv_1', name: 'nova_grounding', type: 'server_tool_use', input: { q: 'x' } } },
        { toolUse: { toolUseId: 'tooluse_2', name: 'now', input: {} } },
      ],
    },
  },
  stopReason: 'tool_use',
  usage: USAGE,
  metrics: { latencyMs: 1 },
}
const EVENTS: readonly Event[] = [
  ['messageStart', { role: 'assistant', p: 'ab' }],
  think(0, { text: 'Hmm, ' }),
  think(0, { text: 'two.' }),
  think(0, { signature: 'c2lnbmF0dXJl' }),
  stop(0),
  think(1, { redactedContent: 'cmVkYWN0ZWQ=' }),
  stop(1),
  delta(2, { text: 'Naïve' }),
  delta(2, { text: ' 😀' }),
  stop(2),
  delta(3, { text: ' cited' }),
  delta(3, { citation: { title: 'T' } }),
  stop(3),
  start(4, { toolUseId: 'tooluse_1', name: 'add' }),
  delta(4, { toolUse: { input: '' } }),
  delta(4, { toolUse: { input: '{"a":1,' } }),
  delta(4, { toolUse: { input: '"b":"x\\"y"}' } }),
  stop(4),
  start(5, { toolUseId: 'srv_1', name: 'nova_grounding', type: 'server_tool_use' }),
  delta(5, { toolUse: { input: '{"q":"x"}' } }),
  stop(5),
  start(6, { toolUseId: 'tooluse_2', name: 'now' }),
  stop(6),
  ['messageStop', { stopReason: 'tool_use' }],
  ['metadata', { usage: USAGE, metrics: { latencyMs: 1 } }],
]

const CLAUDE = 'anthropic.claude-sonnet-4-20250514-v1:0'

function play(events: readonly Event[], change: { includeUsage?: boolean } = {}): JsonObject[] {
  const stream = converseChat.stream!(contextOf({ model: CLAUDE, ...change }))
  return [...events.flatMap(([name, data]) => stream.event(name, data)), ...stream.end()]
}

function detailsIn(chunks: readonly JsonObject[]): unknown[] {
  type Choice = { delta: { reasoning_details?: unknown[] } }
  return chunks.flatMap((chunk) => (chunk['choices'] as Choice[])[0]?.delta.reasoning_details ?? [])
}

const decode = (response: JsonObject) => converseChat.decode(response, contextOf({ model: CLAUDE }))

test('a complete response keeps text, thinking, signatures, calls, citations and all counts', () => {
  const completion = decode(RESPONSE)
  expect(completion).toMatchObject({ object: 'chat.completion', created: 1_700_000_000, model: CLAUDE })
  expect(whole(completion)).toEqual({
    message: {
      role: 'assistant',
      content: 'Naïve 😀 cited',
      refusal: null,
      reasoning_content: 'Hmm, two.',
      reasoning_details: [
        { type: 'thinking', text: 'Hmm, two.', signature: 'c2lnbmF0dXJl', format: 'anthropic-claude-v1' },
        { type: 'redacted', data: 'cmVkYWN0ZWQ=', format: 'amazon-converse-v1' },
      ],
      tool_calls: [
        { id: 'tooluse_1', type: 'function', function: { name: 'add', arguments: '{"a":1,"b":"x\\"y"}' } },
        { id: 'tooluse_2', type: 'function', function: { name: 'now', arguments: '{}' } },
      ],
      citations: [{ title: 'T' }],
    },
    finish_reason: 'tool_calls',
    usage: {
      prompt_tokens: 1010,
      completion_tokens: 5,
      total_tokens: 1015,
      prompt_tokens_details: { cached_tokens: 900, cache_write_tokens: 100 },
    },
  })
})

test('a stream equals the complete response, in OpenAI’s order', () => {
  expect(assembled(play(EVENTS))).toEqual(whole(decode(RESPONSE)))
})

test('usage follows the finish reason, and is sent only if requested', () => {
  const early = [...EVENTS.slice(0, -2), EVENTS.at(-1)!, EVENTS.at(-2)!]
  expect(assembled(play(early))).toEqual(whole(decode(RESPONSE)))
  expect(play(EVENTS, { includeUsage: false }).some((chunk) => 'usage' in chunk)).toBe(false)
})

test('a stream cut at any byte has the same chunks', () => {
  const bytes = Buffer.concat(EVENTS.map(([name, data]) => eventFrame(name, data)))
  const run = (...chunks: Uint8Array[]) => {
    const frames = new AwsEventFrames(readFrame)
    return assembled(play(chunks.flatMap((chunk) => frames.push(chunk)).map(({ name, data }): Event => [name, data])))
  }
  const all = run(bytes)
  expect(all).toEqual(whole(decode(RESPONSE)))
  for (let i = 1; i < bytes.length; i += 7) expect(run(bytes.subarray(0, i), bytes.subarray(i))).toEqual(all)
})

test('the input of the schema tool becomes content, complete and streamed', () => {
  const name = 'gatehouse_json_answer'
  const content = [{ toolUse: { toolUseId: 't', name, input: { a: 1 } } }]
  const response = decode({ output: { message: { content } }, stopReason: 'tool_use' })
  expect(whole(response)).toMatchObject({ message: { content: '{"a":1}' }, finish_reason: 'stop' })
  const input = (text: string) => delta(0, { toolUse: { input: text } })
  const events = [
    start(0, { toolUseId: 't', name }),
    input('{"a"'),
    input(':1}'),
    stop(0),
    ['messageStop', { stopReason: 'tool_use' }],
  ] as Event[]
  expect(assembled(play(events))).toEqual(whole(response))
})

test.each([
  ['end_turn', false, 'stop'],
  ['stop_sequence', false, 'stop'],
  ['malformed_model_output', false, 'stop'],
  ['constructor', false, 'stop'],
  [undefined, false, 'stop'],
  ['max_tokens', false, 'length'],
  ['max_tokens', true, 'length'],
  ['model_context_window_exceeded', false, 'length'],
  ['guardrail_intervened', false, 'content_filter'],
  ['content_filtered', false, 'content_filter'],
  ['tool_use', true, 'tool_calls'],
  ['end_turn', true, 'tool_calls'],
] as const)('stop reason %s (tool call: %s) becomes %s', (stopReason, hasCall, finish) => {
  const toolUse = { toolUseId: 't', name: 'f', input: {} }
  const response = decode({ output: { message: { content: hasCall ? [{ toolUse }] : [{ text: 'x' }] } }, stopReason })
  expect(whole(response)['finish_reason']).toBe(finish)
  const events: Event[] = [hasCall ? start(0, toolUse) : delta(0, { text: 'x' }), ['messageStop', { stopReason }]]
  expect(assembled(play(events))).toEqual(whole(response))
})

test('a stream without messageStop ends with an error', () => {
  const error = { type: 'upstream_error', code: 'upstream_broken', param: null, message: expect.any(String) }
  expect(play(EVENTS.slice(0, -2)).at(-1)).toEqual({ error })
  expect(play([])).toEqual([{ error }])
})

test.each([
  ['throttlingException', 'rate_limit_error'],
  ['serviceUnavailableException', 'overloaded_error'],
  ['validationException', 'invalid_request_error'],
  ['modelStreamErrorException', 'server_error'],
])('%s in a stream ends it as %s', (name, type) => {
  const [frame] = new AwsEventFrames(readFrame).push(exceptionFrame(name, { message: 'Sorry.' }))
  const chunks = play([delta(0, { text: 'x' }), [frame!.name, frame!.data], delta(0, { text: 'y' })])
  expect(chunks.slice(2)).toEqual([{ error: { message: 'Sorry.', type, code: name, param: null } }])
})

test.each<[number, unknown, JsonObject]>([
  [400, { message: 'Bad.' }, { message: 'Bad.', type: 'invalid_request_error', code: null }],
  [403, { Message: 'No.' }, { message: 'No.', type: 'permission_error', code: null }],
  [
    429,
    { message: 'Slow.', __type: 'com.amazon#ThrottlingException:http://x' },
    { message: 'Slow.', type: 'rate_limit_error', code: 'ThrottlingException' },
  ],
  [503, {}, { message: expect.stringContaining('503'), type: 'overloaded_error' }],
  [500, '<html>', { message: '<html>', type: 'server_error' }],
  [418, null, { message: expect.stringContaining('418'), type: 'invalid_request_error' }],
])('an error of status %i keeps its message', (status, body, error) => {
  expect(converseChat.decodeError(status, body)).toMatchObject({ error: { param: null, ...error } })
})

test('a body without a message is upstream_broken', () => {
  for (const response of [{}, { output: [] }, { output: { message: 'x' } }]) {
    expect(() => decode(response)).toThrow(expect.objectContaining({ code: 'upstream_broken' }))
  }
})

test('throws only GatewayError for any JSON', () => {
  const names = fc.constantFrom(...new Set(EVENTS.map(([name]) => name)), 'exception', 'x')
  const members = [
    'delta',
    'start',
    'toolUse',
    'input',
    'name',
    'text',
    'reasoningContent',
    'reasoningText',
    'citationsContent',
    'content',
    'usage',
  ]
  const member = fc.constantFrom(...members, 'contentBlockIndex', 'stopReason')
  const word = fc.constantFrom(null, true, -1, 0, 'x', [], [null], [{}])
  const { json } = fc.letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      word,
      fc.array(tie('json'), { maxLength: 2 }),
      fc.dictionary(member, tie('json'), { maxKeys: 3 }),
    ),
  }))
  const data = fc.dictionary(member, json, { maxKeys: 4 })
  fc.assert(
    fc.property(fc.array(fc.tuple(names, data), { maxLength: 6 }), json, (events, content) => {
      play(events as Event[])
      try {
        decode({ output: { message: { content } } as JsonObject })
      } catch (error) {
        expect(error).toBeInstanceOf(GatewayError)
      }
    }),
    { numRuns: propertyRuns(1000) },
  )
})

test('the next turn sends thinking, signatures, redacted data, ids and inputs back unchanged', () => {
  const { message } = whole(decode(RESPONSE)) as { message: JsonObject }
  const userMessage = { role: 'user', content: 'x' }
  const encode = (assistant: JsonObject) =>
    converseChat.encode({ messages: [userMessage, assistant, userMessage] }, contextOf({ model: CLAUDE }))
  const body = encode(message)
  const blocks = (body['messages'] as { content: JsonObject[] }[])[1]!.content
  const content = RESPONSE.output.message.content
  expect(blocks).toEqual([content[0]!, content[1]!, { text: 'Naïve 😀 cited' }, content[4]!, content[6]!])
  const streamed = (assembled(play(EVENTS)) as { message: JsonObject }).message
  expect(streamed).toEqual(message)
  const pieces = detailsIn(play(EVENTS))
  expect(pieces.length).toBeGreaterThan(2)
  expect(encode({ ...message, reasoning_details: pieces })['messages']).toEqual(body['messages'])
})

test('sends unsigned thinking back to models that do not sign, and not to Claude', () => {
  const message = {
    role: 'assistant',
    content: 'A',
    reasoning_content: 'T',
    reasoning_details: [{ type: 'thinking', text: 'T' }],
  }
  const blocksFor = (model: string) => converseChat.encode({ messages: [message] }, contextOf({ model }))['messages']
  const thought = { reasoningContent: { reasoningText: { text: 'T' } } }
  expect(blocksFor('us.deepseek.r1-v1:0')).toEqual([{ role: 'assistant', content: [thought, { text: 'A' }] }])
  expect(blocksFor('anthropic.claude-x')).toEqual([{ role: 'assistant', content: [{ text: 'A' }] }])
})
