import { expect, test } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import type { JsonObject } from '../dialect.ts'
import { messagesInbound } from './messages-inbound.ts'

const request = { model: 'gpt-5' }

const completion = (message: JsonObject, finish: string, usage: JsonObject = {}): JsonObject => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'gpt-5-2025',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
  usage: { prompt_tokens: 100, completion_tokens: 7, total_tokens: 107, ...usage },
})

const chunk = (delta: JsonObject, finish: string | null = null): JsonObject => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  model: 'gpt-5-2025',
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const counted = {
  id: 'chatcmpl-1',
  choices: [],
  usage: { prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 60 } },
}

type Event = JsonObject & { type: string; index?: number }

function eventsOf(text: string): Event[] {
  return text
    .split('\n\n')
    .filter((frame) => frame !== '')
    .map((frame) => {
      const [name, data] = frame.split('\n') as [string, string]
      const event = JSON.parse(data.slice('data: '.length)) as Event
      expect(name).toBe(`event: ${event.type}`)
      return event
    })
}

function streamText(chunks: JsonObject[]): string {
  const encoder = messagesInbound.stream(request)
  return chunks.map((item) => encoder.chunk(item)).join('') + encoder.end()
}

test('a completion becomes a message with thinking, text and calls in Anthropic’s order', () => {
  const message = {
    content: 'Reading.',
    reasoning_content: 'Hm.',
    reasoning_details: [
      { type: 'thinking', text: 'Hm.', signature: 'S==' },
      { type: 'redacted', data: 'R' },
    ],
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'Read', arguments: '{"path":"/a"}' } }],
  }
  const usage = {
    prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 10 },
    completion_tokens_details: { reasoning_tokens: 2 },
  }
  expect(messagesInbound.fromChat(completion(message, 'tool_calls', usage), request)).toEqual({
    id: 'msg_chatcmpl-1',
    type: 'message',
    role: 'assistant',
    model: 'gpt-5-2025',
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: 'S==' },
      { type: 'redacted_thinking', data: 'R' },
      { type: 'text', text: 'Reading.' },
      { type: 'tool_use', id: 'call_1', name: 'Read', input: { path: '/a' } },
    ],
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: {
      input_tokens: 30,
      cache_creation_input_tokens: 10,
      cache_read_input_tokens: 60,
      output_tokens: 7,
      output_tokens_details: { thinking_tokens: 2 },
    },
  })
})

const REASONS: [string, JsonObject, string][] = [
  ['stop', { content: 'x' }, 'end_turn'],
  ['length', { content: 'x' }, 'max_tokens'],
  ['content_filter', { content: '' }, 'refusal'],
  ['stop', { content: null, refusal: 'No.' }, 'refusal'],
  ['stop', { content: null, tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{}' } }] }, 'tool_use'],
  ['new_reason', { content: 'x' }, 'end_turn'],
]

test.each(REASONS)('finish_reason %s of %p is stop_reason %s', (finish, message, expected) => {
  expect(messagesInbound.fromChat(completion(message, finish), request).stop_reason).toBe(expected)
})

test('a signature of Google’s calls survives in the call’s id', () => {
  const signed = { google: { thought_signature: 'CiQB+/é==' } }
  const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' }, extra_content: signed }
  const { content } = messagesInbound.fromChat(completion({ content: null, tool_calls: [call] }, 'tool_calls'), request)
  const [block] = content as [JsonObject]
  expect(block.id).toMatch(/^[a-zA-Z0-9_-]+$/)
  const result = { type: 'tool_result', tool_use_id: block.id, content: 'ok' }
  const messages = [
    { role: 'assistant', content },
    { role: 'user', content: [result] },
  ]
  expect(messagesInbound.toChat({ messages }).messages).toEqual([
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call_1', content: 'ok' },
  ])
})

test('a signature of the response text follows the text before calls, complete and streamed', () => {
  const details = [{ type: 'thinking', signature: 'T' }]
  const call = { id: 'call_1', type: 'function', function: { name: 'read', arguments: '{}' } }
  const message = { content: 'x', reasoning_details: details, tool_calls: [call] }
  const whole = messagesInbound.fromChat(completion(message, 'tool_calls'), request)
  expect(whole.content).toMatchObject([
    { type: 'text', text: 'x' },
    { type: 'thinking', thinking: '', signature: 'T' },
    { type: 'tool_use', id: 'call_1' },
  ])
  const messages = [{ role: 'assistant', content: whole.content }]
  expect(messagesInbound.toChat({ messages }).messages).toMatchObject([{ reasoning_details: details }])
  const chunks = [
    chunk({ content: 'x', reasoning_details: details }),
    chunk({ tool_calls: [{ index: 0, ...call }] }),
    chunk({}, 'tool_calls'),
  ]
  expect(typesOf(chunks)).toEqual(['text', 'thinking', 'tool_use'])
})

test('a signature of the response text never ends a response, which clients take the last block of', () => {
  const details = [{ type: 'thinking', signature: 'T' }]
  const whole = messagesInbound.fromChat(completion({ content: 'x', reasoning_details: details }, 'stop'), request)
  expect(whole.content).toEqual([{ type: 'text', text: 'x' }])
  expect(typesOf([chunk({ content: 'x' }), chunk({ reasoning_details: details }), chunk({}, 'stop')])).toEqual(['text'])
  // Gemini signs the text of a stream with an empty part after it.
  const empty = [{ type: 'thinking', text: '', signature: 'T' }]
  expect(typesOf([chunk({ content: 'x' }), chunk({ reasoning_details: empty }), chunk({}, 'stop')])).toEqual(['text'])
  const again = [chunk({ content: 'x', reasoning_details: details }), chunk({ content: 'y' }), chunk({}, 'stop')]
  expect(typesOf(again)).toEqual(['text', 'thinking', 'text'])
})

function typesOf(chunks: Parameters<typeof streamText>[0]): unknown[] {
  return eventsOf(streamText(chunks)).flatMap((event) =>
    event.type === 'content_block_start' ? [(event['content_block'] as { type: string }).type] : [],
  )
}

const ERRORS: [number, string][] = [
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [408, 'timeout_error'],
  [412, 'invalid_request_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [500, 'api_error'],
  [502, 'api_error'],
  [503, 'overloaded_error'],
  [504, 'timeout_error'],
  [529, 'overloaded_error'],
]

test.each(ERRORS)('status %d becomes %s', (status, type) => {
  const failure = {
    status: 'failure',
    message: 'Why.',
    error: { message: 'Why.', type: 'x', code: 'c', trace_id: 't' },
  }
  expect(messagesInbound.fromError(status, failure)).toEqual({
    type: 'error',
    error: { type, message: 'Why.' },
    request_id: 't',
  })
  expect(messagesInbound.fromError(status, failure.error)).toMatchObject({ error: { type, message: 'Why.' } })
})

test('a stream starts, extends and stops its blocks one after another', () => {
  const events = eventsOf(
    streamText([
      chunk({ role: 'assistant', content: '' }),
      chunk({ reasoning_content: 'Hm' }),
      chunk({ reasoning_details: [{ type: 'thinking', text: 'Hm', signature: 'S==', index: 0 }] }),
      chunk({ content: 'Hi' }),
      chunk({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '{"x":1}' } }] }),
      chunk({ tool_calls: [{ index: 1, id: 'b', type: 'function', function: { name: 'g', arguments: '{}' } }] }),
      chunk({}, 'tool_calls'),
      counted,
    ]),
  )
  expect(events.map(({ type, index }) => (index === undefined ? type : `${type} ${index}`))).toEqual([
    'message_start',
    'content_block_start 0',
    'content_block_delta 0',
    'content_block_delta 0',
    'content_block_stop 0',
    'content_block_start 1',
    'content_block_delta 1',
    'content_block_stop 1',
    'content_block_start 2',
    'content_block_delta 2',
    'content_block_stop 2',
    'content_block_start 3',
    'content_block_delta 3',
    'content_block_stop 3',
    'message_delta',
    'message_stop',
  ])
  expect(events.at(-2)).toMatchObject({
    delta: { stop_reason: 'tool_use', stop_sequence: null },
    usage: { input_tokens: 40, cache_read_input_tokens: 60, output_tokens: 7 },
  })
})

test('a stream that ends early or carries an error ends with an error event', () => {
  expect(eventsOf(streamText([chunk({ content: 'Hi' })])).at(-1)).toMatchObject({
    type: 'error',
    error: { type: 'api_error' },
  })
  const encoder = messagesInbound.stream(request)
  const limited = { message: 'slow down', type: 'rate_limit_error', code: null, param: null }
  expect(eventsOf(encoder.error(limited))).toMatchObject([
    { type: 'error', error: { type: 'rate_limit_error', message: 'slow down' } },
  ])
  expect(encoder.end()).toBe('')
})

/** Anthropic's SDK reads our stream over a real socket. */
async function readWithSdk(text: string): Promise<JsonObject> {
  using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response(text, { headers: { 'content-type': 'text/event-stream' } }),
  })
  const client = new Anthropic({ apiKey: 'k', baseURL: `http://127.0.0.1:${server.port}`, maxRetries: 0 })
  const stream = client.messages.stream({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] })
  const message = await stream.finalMessage()
  return JSON.parse(JSON.stringify(message)) as JsonObject
}

test('Anthropic’s SDK reads a stream, with interleaved calls, as the complete message', async () => {
  const message = {
    content: 'Hi you',
    reasoning_content: 'Hm',
    reasoning_details: [
      { type: 'thinking', text: 'Hm', signature: 'S==' },
      { type: 'redacted', data: 'R' },
    ],
    tool_calls: [
      { id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":{"y":1}}' } },
      { id: 'b', type: 'function', function: { name: 'g', arguments: '{"z":2}' } },
    ],
  }
  const text = streamText([
    chunk({ role: 'assistant', content: '' }),
    chunk({ reasoning_content: 'H' }),
    chunk({
      reasoning_content: 'm',
      reasoning_details: [{ type: 'thinking', text: 'Hm', signature: 'S==', index: 0 }],
    }),
    chunk({ reasoning_details: [{ type: 'redacted', data: 'R', index: 1 }] }),
    chunk({ content: 'Hi ' }),
    chunk({ content: 'you' }),
    chunk({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } }] }),
    chunk({ tool_calls: [{ index: 1, id: 'b', type: 'function', function: { name: 'g', arguments: '{"z"' } }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: '{"x":{"y":1}' } }] }),
    chunk({ tool_calls: [{ index: 1, function: { arguments: ':2}' } }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: '}' } }] }),
    chunk({}, 'tool_calls'),
    counted,
  ])
  const whole = messagesInbound.fromChat(
    completion(message, 'tool_calls', { prompt_tokens_details: { cached_tokens: 60 } }),
    request,
  )
  const { content, stop_reason, usage, id, model } = await readWithSdk(text)
  expect({ content, stop_reason, usage, id, model } as JsonObject).toEqual({
    content: whole.content,
    stop_reason: 'tool_use',
    usage: whole.usage,
    id: whole.id,
    model: whole.model,
  })
})

test('hostile completions and chunks never throw', () => {
  const delta = fc.record(
    {
      content: fc.jsonValue(),
      reasoning_content: fc.jsonValue(),
      reasoning_details: fc.oneof(
        fc.array(fc.record({ type: fc.constantFrom('thinking', 'redacted'), text: fc.jsonValue() })),
        fc.jsonValue(),
      ),
      tool_calls: fc.oneof(fc.array(fc.record({ index: fc.nat(2), function: fc.jsonValue() })), fc.jsonValue()),
      content_blocks: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  const hostile = fc.oneof(delta, fc.jsonValue())
  fc.assert(
    fc.property(fc.array(hostile), fc.jsonValue(), (deltas, usage) => {
      const chunks = deltas.map((item) => ({ choices: [{ delta: item }], usage }) as JsonObject)
      const events = eventsOf(streamText([...chunks, chunk({}, 'stop')]))
      expect(events.at(-1)?.type).toBe('message_stop')
      const opened = events.filter((event) => event.type === 'content_block_start')
      const closed = events.filter((event) => event.type === 'content_block_stop')
      expect(closed.length).toBe(opened.length)
      const whole = messagesInbound.fromChat({ choices: [{ message: deltas[0] }], usage } as JsonObject, request)
      expect(Array.isArray(whole.content)).toBe(true)
    }),
    { numRuns: propertyRuns(500) },
  )
})
