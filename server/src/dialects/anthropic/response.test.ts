import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { GatewayError } from '../../core/errors.ts'
import type { DialectContext, JsonObject } from '../dialect.ts'
import { anthropicChat } from './anthropic-chat.ts'

const context: DialectContext = {
  model: 'claude-sonnet-4-6',
  provider: 'anthropic',
  isStream: false,
  includeUsage: false,
  nowSeconds: 1_700_000_000,
}

// Responses follow https://platform.claude.com/docs/en/api/messages.
const response = (content: JsonObject[], rest: JsonObject = {}): JsonObject => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-6',
  content,
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 5 },
  ...rest,
})

type Completion = JsonObject & { choices: [{ message: JsonObject; finish_reason: string }] }

function decode(body: JsonObject): Completion {
  return anthropicChat.decode(body, context) as Completion
}

test('text becomes a chat completion', () => {
  const completion: JsonObject = decode(response([{ type: 'text', text: 'Hi.', citations: null }]))
  expect(completion).toEqual({
    id: 'msg_1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'claude-sonnet-4-6',
    provider: 'anthropic',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'Hi.', refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 },
  })
})

test('prompt_tokens include cached input, and every reported class is kept', () => {
  const usage = {
    input_tokens: 10,
    cache_read_input_tokens: 200,
    cache_creation_input_tokens: 30,
    output_tokens: 7,
    output_tokens_details: { thinking_tokens: 4 },
  }
  expect(decode(response([], { usage })).usage).toEqual({
    prompt_tokens: 240,
    completion_tokens: 7,
    total_tokens: 247,
    prompt_tokens_details: { cached_tokens: 200, cache_write_tokens: 30 },
    completion_tokens_details: { reasoning_tokens: 4 },
  })
})

const REASONS: [unknown, string][] = [
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['pause_turn', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'content_filter'],
  ['constructor', 'stop'],
  [null, 'stop'],
]

test.each(REASONS)('stop_reason %p becomes finish_reason %s', (stopReason, expected) => {
  expect(decode(response([], { stop_reason: stopReason })).choices[0].finish_reason).toBe(expected)
})

test('a response with calls is tool_calls for any stop reason, and its content is null', () => {
  const { message, finish_reason } = decode(response([{ type: 'tool_use', id: 't', name: 'f', input: { a: 1 } }]))
    .choices[0]
  expect(finish_reason).toBe('tool_calls')
  expect(message.content).toBeNull()
  expect(message.tool_calls).toEqual([{ id: 't', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }])
})

test('a refusal has its explanation', () => {
  const details = { type: 'refusal', category: 'cyber', explanation: 'No.' }
  const { message } = decode(response([], { stop_reason: 'refusal', stop_details: details })).choices[0]
  expect(message).toEqual({ role: 'assistant', content: '', refusal: 'No.' })
})

const ROUND_TRIPS: [string, JsonObject[]][] = [
  [
    'thinking, redacted thinking, text and parallel calls',
    [
      { type: 'thinking', thinking: 'Hm.\n', signature: 'EvQBCkYI+/==' },
      { type: 'redacted_thinking', data: 'EmwKAhgB==' },
      { type: 'text', text: 'Both.' },
      { type: 'tool_use', id: 'toolu_1', name: 'f', input: { b: [1, null], a: 'é' } },
      { type: 'tool_use', id: 'toolu_2', name: 'g', input: {} },
    ],
  ],
  [
    'thinking that is not shown',
    [
      { type: 'thinking', thinking: '', signature: 's' },
      { type: 'text', text: 'x' },
    ],
  ],
  [
    'interleaved thinking',
    [
      { type: 'thinking', thinking: 'a', signature: '1' },
      { type: 'text', text: 'x' },
      { type: 'thinking', thinking: 'b', signature: '2' },
      { type: 'tool_use', id: 't', name: 'f', input: {} },
    ],
  ],
  [
    'server tools with citations',
    [
      { type: 'text', text: 'Searching.' },
      { type: 'server_tool_use', id: 'srv', name: 'web_search', input: { query: 'q' } },
      {
        type: 'web_search_tool_result',
        tool_use_id: 'srv',
        content: [{ type: 'web_search_result', encrypted_content: 'E' }],
      },
      { type: 'text', text: 'Found.', citations: [{ type: 'web_search_result_location', encrypted_index: 'I' }] },
    ],
  ],
  [
    'compaction',
    [
      { type: 'compaction', content: 'so far' },
      { type: 'text', text: 'go on' },
    ],
  ],
]

test.each(ROUND_TRIPS)('%s: the next turn sends Anthropic’s blocks back unchanged', (_name, content) => {
  const { message } = decode(response(content)).choices[0]
  const messages = [{ role: 'user', content: 'q' }, message, { role: 'user', content: 'next' }]
  const sent = anthropicChat.encode({ messages }, context).messages as JsonObject[]
  expect(JSON.stringify(sent[1])).toBe(JSON.stringify({ role: 'assistant', content }))
})

test('a success status without a message is upstream_broken', () => {
  expect(() => decode({ type: 'error', error: { message: 'busy' } })).toThrow('busy')
  expect(() => decode({})).toThrow(GatewayError)
})

const ERRORS: [unknown, JsonObject][] = [
  [
    { type: 'error', error: { type: 'rate_limit_error', message: 'slow' }, request_id: 'r' },
    { message: 'slow', type: 'rate_limit_error', param: null, code: 'rate_limit_error' },
  ],
  [
    {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'm', details: { error_code: 'thread_not_found' } },
    },
    { message: 'm', type: 'invalid_request_error', param: null, code: 'thread_not_found' },
  ],
  // Claude on Vertex returns Google's error format.
  [
    [{ error: { code: 429, message: 'quota', status: 'RESOURCE_EXHAUSTED' } }],
    { message: 'quota', type: 'RESOURCE_EXHAUSTED', param: null, code: 'RESOURCE_EXHAUSTED' },
  ],
  ['<html>bad</html>', { message: '<html>bad</html>', type: 'api_error', param: null, code: null }],
  [null, { message: 'The provider returned HTTP 500 without a message.', type: 'api_error', param: null, code: null }],
]

test.each(ERRORS)('reads the error %p', (body, expected) => {
  expect(anthropicChat.decodeError(500, body)).toEqual({ error: expected })
})

test('hostile responses throw only GatewayError', () => {
  const block = fc.record(
    {
      type: fc.constantFrom('text', 'thinking', 'tool_use', 'redacted_thinking', 'x'),
      text: fc.jsonValue(),
      input: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  const body = fc.record({
    content: fc.oneof(fc.array(block), fc.jsonValue()),
    usage: fc.jsonValue(),
    stop_reason: fc.jsonValue(),
  })
  fc.assert(
    fc.property(body, fc.jsonValue(), (value, error) => {
      expect(anthropicChat.decodeError(400, error)).toHaveProperty('error.message')
      try {
        expect(decode(value as JsonObject).choices).toHaveLength(1)
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(GatewayError)
      }
    }),
    { numRuns: propertyRuns(500) },
  )
})
