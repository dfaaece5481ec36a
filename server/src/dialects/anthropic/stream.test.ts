import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import type { DialectContext, JsonObject } from '../dialect.ts'
import { anthropicChat } from './anthropic-chat.ts'

const context: DialectContext = {
  model: 'claude-sonnet-4-6',
  provider: 'anthropic',
  isStream: true,
  includeUsage: true,
  nowSeconds: 1_700_000_000,
}

function run(events: JsonObject[], overrides: Partial<DialectContext> = {}): JsonObject[] {
  const decoder = anthropicChat.stream!({ ...context, ...overrides })
  return [...events.flatMap((event) => decoder.event(String(event.type), event)), ...decoder.end()]
}

// Events follow https://platform.claude.com/docs/en/build-with-claude/streaming.
const started = (id = 'msg_1'): JsonObject => ({
  type: 'message_start',
  message: {
    id,
    type: 'message',
    role: 'assistant',
    model: 'claude-x',
    content: [],
    usage: { input_tokens: 9, output_tokens: 1 },
  },
})
const ended = (stopReason: string): JsonObject[] => [
  {
    type: 'message_delta',
    delta: { stop_reason: stopReason, stop_sequence: null },
    usage: { input_tokens: null, cache_read_input_tokens: 4, output_tokens: 6 },
  },
  { type: 'message_stop' },
]
const opened = (index: number, block: JsonObject): JsonObject => ({
  type: 'content_block_start',
  index,
  content_block: block,
})
const grown = (index: number, delta: JsonObject): JsonObject => ({ type: 'content_block_delta', index, delta })
const closed = (index: number): JsonObject => ({ type: 'content_block_stop', index })

/** A complete response as Anthropic's stream events, with texts cut into pieces of `size`. */
function streamOf(content: JsonObject[], stopReason: string, size: number): JsonObject[] {
  const pieces = (text: unknown) => String(text).match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []
  const events = content.flatMap((block, index) => {
    switch (block.type) {
      case 'text':
        return [
          opened(index, { type: 'text', text: '' }),
          ...pieces(block.text).map((text) => grown(index, { type: 'text_delta', text })),
          closed(index),
        ]
      case 'thinking':
        return [
          opened(index, { type: 'thinking', thinking: '', signature: '' }),
          ...pieces(block.thinking).map((thinking) => grown(index, { type: 'thinking_delta', thinking })),
          grown(index, { type: 'signature_delta', signature: block.signature }),
          closed(index),
        ]
      case 'tool_use':
      case 'server_tool_use':
        return [
          opened(index, { ...block, input: {} }),
          grown(index, { type: 'input_json_delta', partial_json: '' }),
          ...pieces(JSON.stringify(block.input)).map((text) =>
            grown(index, { type: 'input_json_delta', partial_json: text }),
          ),
          closed(index),
        ]
      default:
        return [opened(index, block), closed(index)]
    }
  })
  return [started(), { type: 'ping' }, ...events, ...ended(stopReason)]
}

/** Joins chunks as a client does: strings are concatenated, list items joined by index. */
function accumulate(chunks: JsonObject[]): JsonObject {
  const message: { [member: string]: unknown } = { role: 'assistant', content: null, refusal: null }
  const calls: { id?: unknown; type?: unknown; function: { name?: unknown; arguments: string } }[] = []
  const details: JsonObject[] = []
  for (const chunk of chunks) {
    const choice = (chunk.choices as { delta: JsonObject }[])[0]
    for (const [key, value] of Object.entries(choice?.delta ?? {})) {
      if (key === 'content' || key === 'reasoning_content') message[key] = `${message[key] ?? ''}${value}`
      if (key === 'content_blocks') message[key] = value
      if (key === 'reasoning_details') {
        for (const { index, ...detail } of value as ({ index: number } & JsonObject)[]) details[index] = detail
      }
      if (key !== 'tool_calls') continue
      for (const { index, ...call } of value as ({ index: number } & (typeof calls)[number])[]) {
        const known = calls[index]
        if (known) known.function.arguments += call.function.arguments
        else calls[index] = { ...call, function: { ...call.function } }
      }
    }
  }
  if (details.length > 0) message.reasoning_details = details
  if (calls.length > 0) message.tool_calls = calls
  return message
}

test('text chunks are in OpenAI’s order: role, text, finish reason, usage', () => {
  const base = { id: 'msg_1', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'claude-x' }
  const choice = (delta: JsonObject, finish: string | null = null) => ({
    ...base,
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  expect(run(streamOf([{ type: 'text', text: 'Hi you' }], 'end_turn', 3))).toEqual([
    choice({ role: 'assistant', content: '' }),
    choice({ content: 'Hi ' }),
    choice({ content: 'you' }),
    choice({}, 'stop'),
    {
      ...base,
      choices: [],
      usage: { prompt_tokens: 13, completion_tokens: 6, total_tokens: 19, prompt_tokens_details: { cached_tokens: 4 } },
    },
  ])
  const silent = run(streamOf([{ type: 'text', text: 'Hi' }], 'end_turn', 3), { includeUsage: false })
  expect(silent.some((chunk) => chunk.usage !== undefined)).toBe(false)
})

test('parallel calls stream their arguments with their own index', () => {
  const chunks = run([
    started(),
    opened(0, { type: 'text', text: 'Go' }),
    closed(0),
    opened(1, { type: 'tool_use', id: 'a', name: 'f', input: {} }),
    grown(1, { type: 'input_json_delta', partial_json: '{"x":1' }),
    grown(1, { type: 'input_json_delta', partial_json: '}' }),
    closed(1),
    opened(2, { type: 'tool_use', id: 'b', name: 'g', input: {} }),
    closed(2),
    opened(3, { type: 'tool_use', id: 'c', name: 'h', input: { whole: true } }),
    closed(3),
    ...ended('tool_use'),
  ])
  const calls = chunks.flatMap((chunk) => (chunk.choices as { delta: JsonObject }[])[0]?.delta.tool_calls ?? [])
  expect(calls).toEqual([
    { index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } },
    { index: 0, function: { arguments: '{"x":1' } },
    { index: 0, function: { arguments: '}' } },
    { index: 1, id: 'b', type: 'function', function: { name: 'g', arguments: '' } },
    { index: 1, function: { arguments: '{}' } },
    { index: 2, id: 'c', type: 'function', function: { name: 'h', arguments: '' } },
    { index: 2, function: { arguments: '{"whole":true}' } },
  ])
  expect(chunks.at(-2)).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] })
})

test('a joined stream equals the complete response for any cut', () => {
  const text = fc.string({ minLength: 1, unit: 'grapheme' }).filter((value) => value.trim() !== '')
  const block = fc.oneof(
    text.map((value) => ({ type: 'text', text: value })),
    fc.tuple(fc.string(), text).map(([thinking, signature]) => ({ type: 'thinking', thinking, signature })),
    text.map((data) => ({ type: 'redacted_thinking', data })),
    fc.dictionary(text, fc.string()).map((input) => ({ type: 'tool_use', id: 'toolu_1', name: 'f', input })),
    fc.dictionary(text, fc.string()).map((input) => ({ type: 'server_tool_use', id: 's', name: 'web_search', input })),
    text.map((data) => ({ type: 'web_search_tool_result', tool_use_id: 's', content: data })),
  )
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 9 }), (content, size) => {
      const response = { id: 'msg_1', content, stop_reason: 'end_turn', usage: {} }
      const whole = anthropicChat.decode(response, context) as { choices: [{ message: JsonObject }] }
      const { message } = whole.choices[0]
      const joined = accumulate(run(streamOf(content, 'end_turn', size)))
      if (message.content === null) joined.content = null
      expect(joined).toEqual(message)
    }),
    { numRuns: propertyRuns(300) },
  )
})

test('keeps citations and unknown deltas in content_blocks', () => {
  const citation = { type: 'page_location', cited_text: 'c' }
  const chunks = run([
    started(),
    opened(0, { type: 'compaction', content: null }),
    grown(0, { type: 'compaction_delta', content: 'so ' }),
    grown(0, { type: 'compaction_delta', content: 'far' }),
    closed(0),
    opened(1, { type: 'text', text: '' }),
    grown(1, { type: 'text_delta', text: 'x' }),
    grown(1, { type: 'citations_delta', citation }),
    closed(1),
    ...ended('end_turn'),
  ])
  expect(accumulate(chunks).content_blocks).toEqual([
    { type: 'compaction', content: 'so far' },
    { type: 'text', text: 'x', citations: [citation] },
  ])
})

test('an error event ends the stream', () => {
  const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
  const chunks = run([started(), overloaded, opened(0, { type: 'text', text: 'late' }), ...ended('end_turn')])
  expect(chunks.slice(1)).toEqual([
    { error: { message: 'Overloaded', type: 'overloaded_error', param: null, code: 'overloaded_error' } },
  ])
})

test('a stream cut after any event ends with an error', () => {
  const events = streamOf([{ type: 'text', text: 'Hi you' }], 'end_turn', 2)
  for (let length = 0; length < events.length; length++) {
    expect(run(events.slice(0, length)).at(-1)).toMatchObject({ error: { code: 'upstream_broken' } })
  }
  expect(run(events).at(-1)).not.toHaveProperty('error')
})

test('ignores a repeated first event, and fails if another message begins', () => {
  const rest = [opened(0, { type: 'text', text: 'x' }), closed(0), ...ended('end_turn')]
  expect(run([started(), started(), ...rest])).toEqual(run([started(), ...rest]))
  expect(run([started(), started('msg_2'), ...rest]).at(-1)).toMatchObject({ error: { code: 'upstream_broken' } })
})

test('a refusal has its explanation and content_filter', () => {
  const delta = { stop_reason: 'refusal', stop_details: { type: 'refusal', explanation: 'No.' } }
  const chunks = run([
    started(),
    { type: 'message_delta', delta, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ])
  expect(chunks).toMatchObject([
    {},
    { choices: [{ delta: { refusal: 'No.' } }] },
    { choices: [{ finish_reason: 'content_filter' }] },
    {},
  ])
})

test('hostile events never throw', () => {
  const type = fc.constantFrom(
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
  )
  const delta = fc.record(
    {
      type: fc.constantFrom(
        'text_delta',
        'input_json_delta',
        'thinking_delta',
        'signature_delta',
        'citations_delta',
        'new_delta',
      ),
      text: fc.jsonValue(),
      partial_json: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  const block = fc.record(
    { type: fc.constantFrom('text', 'tool_use', 'thinking', 'new'), text: fc.jsonValue(), input: fc.jsonValue() },
    { requiredKeys: [] },
  )
  const event = fc.record(
    {
      type,
      index: fc.nat(2),
      message: fc.jsonValue(),
      content_block: fc.oneof(block, fc.jsonValue()),
      delta: fc.oneof(delta, fc.jsonValue()),
      usage: fc.jsonValue(),
    },
    { requiredKeys: ['type'] },
  )
  fc.assert(
    fc.property(fc.array(event), (events) => {
      expect(run(events as JsonObject[]).length).toBeGreaterThan(0)
    }),
    { numRuns: propertyRuns(500) },
  )
})
