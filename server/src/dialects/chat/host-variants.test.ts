/** Variants of OpenAI's format that hosts send, translated to every caller's format, whole and streamed. */

import { expect, test } from 'bun:test'
import type { InboundDialect, JsonObject } from '../dialect.ts'
import { generateContentInbound } from '../generate-content/generate-content-inbound.ts'
import { messagesInbound } from '../messages/messages-inbound.ts'
import { responsesInbound } from '../responses/responses-inbound.ts'

const USAGE = { prompt_tokens: 100, completion_tokens: 7, total_tokens: 107 }

function whole(inbound: InboundDialect, message: JsonObject, reason = 'stop', usage: JsonObject = USAGE): JsonObject {
  const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: reason }]
  return inbound.fromChat({ id: 'x', model: 'm', choices, usage }, { model: 'm' })
}

/** The data of the events. */
function streamed(inbound: InboundDialect, deltas: JsonObject[], reason = 'stop', last: JsonObject = {}): JsonObject[] {
  const encoder = inbound.stream({ model: 'm' })
  const chunk = (delta: JsonObject, finish: string | null = null) =>
    encoder.chunk({ id: 'x', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })
  const text =
    deltas.map((delta) => chunk(delta)).join('') +
    chunk({}, reason) +
    encoder.chunk({ choices: [], usage: USAGE, ...last }) +
    encoder.end()
  return text.split(/\r?\n/).flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []))
}

test.each(['model_length', 'max_tokens', 'insufficient_system_resource'])(
  'the finish reason %s is a response that was cut',
  (reason) => {
    expect(whole(messagesInbound, { content: 'a' }, reason)).toMatchObject({ stop_reason: 'max_tokens' })
    expect(whole(responsesInbound, { content: 'a' }, reason)).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    })
    expect(whole(generateContentInbound, { content: 'a' }, reason)).toMatchObject({
      candidates: [{ finishReason: 'MAX_TOKENS' }],
    })
    const deltas = [{ content: 'a' }]
    expect(streamed(messagesInbound, deltas, reason).at(-2)).toMatchObject({ delta: { stop_reason: 'max_tokens' } })
    expect(streamed(responsesInbound, deltas, reason).at(-1)).toMatchObject({ type: 'response.incomplete' })
  },
)

test('a response that a host withholds is not a complete one', () => {
  expect(whole(messagesInbound, { content: '' }, 'sensitive')).toMatchObject({ stop_reason: 'refusal' })
  expect(whole(responsesInbound, { content: '' }, 'sensitive')).toMatchObject({ status: 'incomplete' })
  expect(whole(generateContentInbound, { content: '' }, 'sensitive')).toMatchObject({
    candidates: [{ finishReason: 'SAFETY' }],
  })
})

test.each([
  ['in the details', { prompt_tokens_details: { cached_tokens: 40 } }],
  ['beside the prompt (Moonshot)', { cached_tokens: 40 }],
  ['as hits (DeepSeek)', { prompt_cache_hit_tokens: 40 }],
])('cached input is counted %s', (_name, change) => {
  const usage = { ...USAGE, ...change }
  expect(whole(messagesInbound, { content: 'a' }, 'stop', usage)).toMatchObject({
    usage: { input_tokens: 60, cache_read_input_tokens: 40 },
  })
  expect(whole(responsesInbound, { content: 'a' }, 'stop', usage)).toMatchObject({
    usage: { input_tokens: 100, input_tokens_details: { cached_tokens: 40 } },
  })
  expect(whole(generateContentInbound, { content: 'a' }, 'stop', usage)).toMatchObject({
    usageMetadata: { promptTokenCount: 100, cachedContentTokenCount: 40 },
  })
})

test('usage in Groq’s own member is read', () => {
  const last = { usage: undefined, x_groq: { usage: USAGE } }
  const deltas = [{ content: 'a' }]
  expect(streamed(messagesInbound, deltas, 'stop', last).at(-2)).toMatchObject({ usage: { output_tokens: 7 } })
  expect(streamed(responsesInbound, deltas, 'stop', last).at(-1)).toMatchObject({
    response: { usage: { output_tokens: 7 } },
  })
  expect(streamed(generateContentInbound, deltas, 'stop', last).at(-1)).toMatchObject({
    usageMetadata: { candidatesTokenCount: 7 },
  })
})

test('parallel calls with the same index stay apart', () => {
  const call = (id: string, name: string, args: string) => ({
    tool_calls: [{ index: 0, id, type: 'function', function: { name, arguments: args } }],
  })
  const rest = (args: string) => ({ tool_calls: [{ index: 0, function: { arguments: args } }] })
  const deltas = [call('c1', 'one', '{"a":'), rest('1}'), call('c2', 'two', ''), rest('{"b":2}')]
  const events = streamed(messagesInbound, deltas, 'tool_calls')
  const starts = events.filter(({ type }) => type === 'content_block_start')
  expect(starts.map(({ content_block: block }) => (block as JsonObject)['id'])).toEqual(['c1', 'c2'])
  const texts = new Map<unknown, string>()
  for (const { type, index, delta } of events) {
    if (type !== 'content_block_delta') continue
    texts.set(index, (texts.get(index) ?? '') + (delta as { partial_json: string }).partial_json)
  }
  expect([...texts.values()]).toEqual(['{"a":1}', '{"b":2}'])
  expect(streamed(generateContentInbound, deltas, 'tool_calls').at(-1)).toMatchObject({
    candidates: [
      {
        content: {
          parts: [{ functionCall: { name: 'one', args: { a: 1 } } }, { functionCall: { name: 'two', args: { b: 2 } } }],
        },
      },
    ],
  })
  expect(streamed(responsesInbound, deltas, 'tool_calls').at(-1)).toMatchObject({
    response: {
      output: [
        { call_id: 'c1', arguments: '{"a":1}' },
        { call_id: 'c2', arguments: '{"b":2}' },
      ],
    },
  })
})

test.each(['', 'null'])('a call with the arguments %j has none', (args) => {
  const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: args } }
  const message = { content: null, tool_calls: [call] }
  const deltas = [{ tool_calls: [{ index: 0, ...call }] }]
  expect(whole(messagesInbound, message, 'tool_calls')).toMatchObject({ content: [{ name: 'f', input: {} }] })
  expect(whole(responsesInbound, message, 'tool_calls')).toMatchObject({ output: [{ name: 'f', arguments: '{}' }] })
  const parts = [{ functionCall: { name: 'f', args: {} } }]
  const candidates = [{ content: { parts } }]
  const google = whole(generateContentInbound, message, 'tool_calls') as {
    candidates: { content: { parts: JsonObject[] } }[]
  }
  expect(google).toMatchObject({ candidates })
  expect(google.candidates[0]!.content.parts[0]!['functionCall']).toEqual({ id: 'c1', name: 'f', args: {} })
  const pieces = streamed(messagesInbound, deltas, 'tool_calls').map(({ delta }) => delta as JsonObject | undefined)
  expect(pieces.some((piece) => piece?.['partial_json'] === 'null')).toBe(false)
  expect(streamed(responsesInbound, deltas, 'tool_calls').at(-1)).toMatchObject({
    response: { output: [{ arguments: '{}' }] },
  })
  const last = streamed(generateContentInbound, deltas, 'tool_calls').at(-1) as typeof google
  expect(last.candidates[0]!.content.parts[0]!['functionCall']).toEqual({ id: 'c1', name: 'f', args: {} })
})
