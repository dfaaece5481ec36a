import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import type { JsonObject } from '../dialect.ts'
import { fromChat } from './response.ts'
import { ResponseStream } from './stream.ts'

const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }

function chunk(delta: JsonObject, finishReason: string | null = null): JsonObject {
  const choice = { index: 0, delta, finish_reason: finishReason }
  return { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1700000000, model: 'gpt-x', choices: [choice] }
}

const ROLE = chunk({ role: 'assistant', content: '' })
const LAST = { ...chunk({}), choices: [], usage: USAGE }

/** The events of a stream with these deltas, in OpenAI's order. */
function eventsOf(deltas: readonly JsonObject[], finishReason = 'stop', request: JsonObject = {}): JsonObject[] {
  const stream = new ResponseStream(request)
  const chunks = [ROLE, ...deltas.map((delta) => chunk(delta)), chunk({}, finishReason), LAST]
  return readEvents(chunks.map((one) => stream.chunk(one)).join('') + stream.end())
}

/** Parses the SSE text and checks each event's name, type and sequence number. */
function readEvents(text: string): JsonObject[] {
  const events = text.split('\n\n').slice(0, -1)
  return events.map((event, i) => {
    const [, name, data] = /^event: (.+)\ndata: ([^\n\r]+)$/.exec(event) ?? []
    const value = JSON.parse(data ?? '') as JsonObject
    expect({ type: value['type'], number: value['sequence_number'] }).toEqual({ type: name, number: i })
    return value
  })
}

const typesOf = (events: JsonObject[]) => events.map((event) => String(event['type']).replace('response.', ''))
const responseOf = (events: JsonObject[]) => events.at(-1)?.['response'] as JsonObject

/** Removes ids and times, which differ in each response. */
function withoutIds(value: unknown): unknown {
  const text = JSON.stringify(value).replace(/(resp|msg|rs|fc|ig)_[0-9a-f]{32}/g, '$1')
  return JSON.parse(text.replace(/"completed_at":\d+/, '"completed_at":0'))
}

test('sends a text in OpenAI’s order of events', () => {
  const events = eventsOf([{ content: 'Hel' }, { content: 'lo' }])
  expect(typesOf(events)).toEqual([
    'created',
    'in_progress',
    'output_item.added',
    'content_part.added',
    'output_text.delta',
    'output_text.delta',
    'output_text.done',
    'content_part.done',
    'output_item.done',
    'completed',
  ])
  expect(events[0]?.['response']).toMatchObject({ status: 'in_progress', output: [], usage: null })
  expect(events[2]?.['item']).toMatchObject({ status: 'in_progress', content: [] })
  expect(events[6]).toMatchObject({ text: 'Hello', content_index: 0, output_index: 0 })
  expect(responseOf(events)).toMatchObject({ status: 'completed', usage: { input_tokens: 10, output_tokens: 5 } })
})

test('sends thinking, text and calls as consecutive items', () => {
  const events = eventsOf(
    [
      { reasoning_content: 'Hm' },
      { reasoning_content: '.' },
      { content: 'I look.' },
      { tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'weather', arguments: '' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '"Bern"}' } }] },
    ],
    'tool_calls',
  )
  expect(typesOf(events)).toEqual([
    'created',
    'in_progress',
    'output_item.added',
    'reasoning_summary_part.added',
    'reasoning_summary_text.delta',
    'reasoning_summary_text.delta',
    'reasoning_summary_text.done',
    'reasoning_summary_part.done',
    'output_item.done',
    'output_item.added',
    'content_part.added',
    'output_text.delta',
    'output_text.done',
    'content_part.done',
    'output_item.done',
    'output_item.added',
    'function_call_arguments.delta',
    'function_call_arguments.delta',
    'function_call_arguments.done',
    'output_item.done',
    'completed',
  ])
  const indexes = events.map((event) => event['output_index']).filter((index) => index !== undefined)
  expect(indexes).toEqual([...indexes].sort())
  expect(events.at(-3)).toMatchObject({ name: 'weather', arguments: '{"city":"Bern"}', output_index: 2 })
})

test('separates interleaved calls, and calls that share an index', () => {
  const piece = (index: number, text: string) => ({ tool_calls: [{ index, function: { arguments: text } }] })
  const head = (index: number, id: string) => ({ tool_calls: [{ index, id, function: { name: id, arguments: '' } }] })
  const mixed = eventsOf([head(0, 'a'), head(1, 'b'), piece(0, '{"x"'), piece(1, '{}'), piece(0, ':1}')], 'tool_calls')
  expect(responseOf(mixed)['output']).toMatchObject([
    { call_id: 'a', arguments: '{"x":1}' },
    { call_id: 'b', arguments: '{}' },
  ])
  const shared = eventsOf([head(0, 'a'), piece(0, '{"a":1}'), head(0, 'b'), piece(0, '{"b":2}')], 'tool_calls')
  expect(responseOf(shared)['output']).toMatchObject([
    { call_id: 'a', arguments: '{"a":1}' },
    { call_id: 'b', arguments: '{"b":2}' },
  ])
})

test('a new id without a name does not start a call', () => {
  const piece = (id: string, name: string, text: string) => ({
    tool_calls: [{ index: 0, id, function: { name, arguments: text } }],
  })
  const events = eventsOf([piece('a', 'weather', '{"x"'), piece('b', '', ':1}')], 'tool_calls')
  expect(responseOf(events)['output']).toMatchObject([{ call_id: 'a', name: 'weather', arguments: '{"x":1}' }])
})

test('a refusal after text is a separate part', () => {
  const events = eventsOf([{ content: 'Well. ' }, { refusal: 'N' }, { refusal: 'o.' }])
  const parts = [
    { type: 'output_text', text: 'Well. ' },
    { type: 'refusal', refusal: 'No.' },
  ]
  expect(responseOf(events)['output']).toMatchObject([{ content: parts }])
  expect(events.find((event) => event['type'] === 'response.refusal.done')).toMatchObject({ content_index: 1 })
})

test('sends nothing for empty chunks', () => {
  const stream = new ResponseStream({})
  const first: JsonObject = { choices: [], created: 0, id: '', model: '', prompt_filter_results: [] }
  expect(stream.chunk(first)).toBe('')
  expect(readEvents(stream.chunk(ROLE))).toHaveLength(2)
  expect(stream.chunk(chunk({ content: null }))).toBe('')
  expect(stream.chunk({ ...ROLE, choices: [{ index: 1, delta: { content: 'another choice' } }] })).toBe('')
})

test('uses the last of several usages, and Groq’s member', () => {
  const stream = new ResponseStream({})
  const first = stream.chunk({ ...chunk({ content: 'a' }), usage: { prompt_tokens: 1, completion_tokens: 1 } })
  const groq = { usage: { prompt_tokens: 2, completion_tokens: 3 } }
  const last = stream.chunk({ ...chunk({}, 'stop'), usage: null, x_groq: groq })
  const { usage } = responseOf(readEvents(first + last + stream.end()))
  expect(usage).toMatchObject({ input_tokens: 2, output_tokens: 3, total_tokens: 5 })
})

test('a limit makes the response incomplete', () => {
  const events = eventsOf([{ content: 'Once' }], 'length')
  expect(typesOf(events).at(-1)).toBe('incomplete')
  expect(responseOf(events)).toMatchObject({ incomplete_details: { reason: 'max_output_tokens' } })
  expect(responseOf(events)['output']).toMatchObject([{ status: 'incomplete' }])
})

test('an error ends the stream with OpenAI’s events and the items so far', () => {
  const stream = new ResponseStream({ model: 'gpt-x' })
  const text = stream.chunk(chunk({ content: 'Hal' }))
  const error = { message: 'Slow down.', type: 'rate_limit_error', code: null, param: null }
  const events = readEvents(text + stream.error(error))
  expect(events.at(-2)).toMatchObject({
    type: 'error',
    code: 'rate_limit_exceeded',
    message: 'Slow down.',
    param: null,
  })
  expect(events.at(-2)?.['error']).toMatchObject({ message: 'Slow down.', code: 'rate_limit_exceeded' })
  expect(events.at(-1)).toMatchObject({ type: 'response.failed' })
  expect(responseOf(events)).toMatchObject({
    status: 'failed',
    error: { code: 'rate_limit_exceeded', message: 'Slow down.' },
    output: [{ status: 'in_progress', content: [{ text: 'Hal' }] }],
  })
  expect(stream.chunk(chunk({ content: 'late' })) + stream.end() + stream.error(error)).toBe('')
})

test('an error before the first chunk is a complete stream', () => {
  const events = readEvents(new ResponseStream({ model: 'gpt-x' }).error({ message: 'No.', code: 'overloaded' }))
  expect(typesOf(events)).toEqual(['created', 'in_progress', 'error', 'failed'])
  expect(responseOf(events)).toMatchObject({ model: 'gpt-x', error: { code: 'overloaded', message: 'No.' } })
})

test('a stream without a finish reason fails', () => {
  const stream = new ResponseStream({})
  const events = readEvents(stream.chunk(chunk({ content: 'Hal' })) + stream.end())
  expect(typesOf(events).slice(-2)).toEqual(['error', 'failed'])
  expect(responseOf(events)).toMatchObject({ status: 'failed', error: { code: 'upstream_broken' } })
  expect(typesOf(readEvents(new ResponseStream({}).end())).at(-1)).toBe('failed')
})

const words = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' })

/** Cuts a text into pieces. */
const pieces = fc.array(words, { minLength: 1, maxLength: 5 })

test('a stream equals the complete response for any cut', () => {
  const completions = fc.record({
    thoughts: fc.option(pieces),
    signature: fc.option(words),
    texts: fc.option(pieces),
    calls: fc.array(fc.record({ name: words, pieces, extra: fc.option(words) }), { maxLength: 3 }),
    finish: fc.constantFrom('stop', 'length', 'content_filter'),
  })
  fc.assert(
    fc.property(completions, ({ thoughts, signature, texts, calls, finish }) => {
      const details = signature === null ? null : { type: 'thinking', text: thoughts?.join('') ?? '', signature }
      const tool_calls = calls.map(({ name, pieces, extra }, i) => ({
        id: `c${i}`,
        type: 'function',
        function: { name, arguments: pieces.join('') },
        ...(extra !== null && { extra_content: { google: { thought_signature: extra } } }),
      }))
      const message = {
        role: 'assistant',
        content: texts?.join('') ?? null,
        ...(thoughts && { reasoning_content: thoughts.join('') }),
        ...(details && { reasoning_details: [details] }),
        tool_calls,
      }
      const deltas = [
        ...(thoughts ?? []).map((text) => ({ reasoning_content: text })),
        ...(details ? [{ reasoning_details: [{ ...details, index: 0 }] }] : []),
        ...(texts ?? []).map((content) => ({ content })),
        ...tool_calls.flatMap((call, index) => [
          { tool_calls: [{ ...call, index, function: { name: call.function.name, arguments: '' } }] },
          ...calls[index]!.pieces.map((text) => ({ tool_calls: [{ index, function: { arguments: text } }] })),
        ]),
      ]
      const whole = { ...ROLE, choices: [{ index: 0, message, finish_reason: finish }], usage: USAGE }
      expect(withoutIds(responseOf(eventsOf(deltas, finish)))).toEqual(withoutIds(fromChat(whole, {})))
    }),
    { numRuns: propertyRuns(200) },
  )
})

test('every item of the last event has its own event', () => {
  const events = eventsOf([{ reasoning_content: 'a' }, { content: 'b' }, { reasoning_content: 'c' }, { content: 'd' }])
  const done = events.filter((event) => event['type'] === 'response.output_item.done').map((event) => event['item'])
  expect(done).toEqual(responseOf(events)['output'] as unknown[])
  expect(done).toHaveLength(4)
})
