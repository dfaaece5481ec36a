import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { GatewayError } from '../../core/errors.ts'
import type { JsonObject } from '../dialect.ts'
import { objectOf } from '../json.ts'
import { packReasoning, unpackReasoning } from './carried-reasoning.ts'
import { responsesInbound } from './responses-inbound.ts'

const { toChat, fromChat, fromError, stream } = responsesInbound

const call = (id: string, extra?: JsonObject) => ({
  id,
  type: 'function',
  function: { name: 'weather', arguments: '{"city":"Z\u00fcrich"}' },
  ...(extra && { extra_content: extra }),
})

/** Assistant messages that a provider must get back unchanged. */
const MESSAGES: readonly [name: string, message: JsonObject][] = [
  ['text', { role: 'assistant', content: 'Hello.' }],
  ['calls', { role: 'assistant', content: null, tool_calls: [call('c1'), call('c2')] }],
  [
    'signed and redacted thinking before a call',
    {
      role: 'assistant',
      content: 'I look.',
      reasoning_content: 'Let me see …',
      reasoning_details: [
        { type: 'thinking', text: 'Let me see …', signature: 'Eq==' },
        { type: 'redacted', data: 'opaque+/=' },
      ],
      tool_calls: [call('toolu_1')],
    },
  ],
  [
    'redacted thinking alone',
    { role: 'assistant', content: 'Hi.', reasoning_details: [{ type: 'redacted', data: 'opaque' }] },
  ],
  [
    'signatures of calls',
    {
      role: 'assistant',
      content: null,
      tool_calls: [call('c1', { google: { thought_signature: 'Abc==' } }), call('c2')],
    },
  ],
  [
    'the signature of a text',
    { role: 'assistant', content: 'Hi.', reasoning_details: [{ type: 'thinking', signature: 'Sig=' }] },
  ],
  ['thinking without signature', { role: 'assistant', content: 'Hi.', reasoning_content: 'Hm.' }],
  ['thinking under another name', { role: 'assistant', content: 'Hi.', reasoning: 'Hm.' }],
  [
    'blocks given verbatim',
    {
      role: 'assistant',
      content: 'ab',
      content_blocks: [
        { type: 'text', text: 'a' },
        { type: 'server_tool_use', id: 's1', name: 'web_search', input: {} },
        { type: 'text', text: 'b' },
      ],
    },
  ],
  [
    'blocks without a text',
    {
      role: 'assistant',
      content: '',
      content_blocks: [{ type: 'server_tool_use', id: 's1', name: 'advisor', input: {} }],
    },
  ],
  [
    'a drawn image with its signature',
    {
      role: 'assistant',
      content: 'Here:',
      images: [
        {
          type: 'image_url',
          image_url: { url: 'data:image/jpeg;base64,/9j/AA==' },
          extra_content: { google: { thought_signature: 'Img=' } },
        },
      ],
    },
  ],
]

function nextMessages(output: unknown): unknown {
  const input = [{ role: 'user', content: 'go' }, ...(output as unknown[]), { role: 'user', content: 'on' }]
  const messages = toChat({ model: 'm', input: JSON.parse(JSON.stringify(input)) })['messages'] as unknown[]
  return messages.slice(1, -1)
}

for (const [name, message] of MESSAGES) {
  test(`the next turn returns unchanged: ${name}`, () => {
    const { output } = fromChat({ choices: [{ index: 0, message, finish_reason: 'stop' }] }, {})
    expect(nextMessages(output)).toEqual([message])
  })

  test(`the next turn after a stream returns unchanged: ${name}`, () => {
    const encoder = stream({})
    const { role, ...delta } = message
    for (const piece of [{ role, content: '' }, delta]) encoder.chunk({ choices: [{ index: 0, delta: piece }] })
    encoder.chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
    const last = JSON.parse(encoder.end().trim().split('data: ').at(-1) ?? '') as { response: JsonObject }
    expect(nextMessages(last.response['output'])).toEqual([message])
  })
}

test('joins details that a stream sent in pieces', () => {
  const encoder = stream({})
  const say = (delta: JsonObject) => encoder.chunk({ choices: [{ index: 0, delta }] })
  say({ reasoning_content: 'a', reasoning_details: [{ type: 'thinking', text: 'a', index: 0 }] })
  say({ reasoning_content: 'b', reasoning_details: [{ type: 'thinking', text: 'b', index: 0 }] })
  say({ reasoning_details: [{ type: 'thinking', signature: 'S=', index: 0 }] })
  say({ reasoning_details: [{ type: 'redacted', data: 'R', index: 1 }] })
  say({ content: 'Hi.' })
  say({ reasoning_details: [{ type: 'thinking', signature: 'T=', index: 2 }] })
  encoder.chunk({ choices: [{ index: 0, delta: { content: ' Bye.' }, finish_reason: 'stop' }] })
  const last = JSON.parse(encoder.end().trim().split('data: ').at(-1) ?? '') as { response: JsonObject }
  expect(nextMessages(last.response['output'])).toEqual([
    {
      role: 'assistant',
      content: 'Hi. Bye.',
      reasoning_content: 'ab',
      reasoning_details: [
        { type: 'thinking', text: 'ab', signature: 'S=' },
        { type: 'redacted', data: 'R' },
        { type: 'thinking', signature: 'T=' },
      ],
    },
  ])
})

test('joins a signature to its call for any position of the reasoning item', () => {
  const message = { content: null, tool_calls: [call('c1', { google: { thought_signature: 'Abc==' } })] }
  const [reasoning, item] = fromChat({ choices: [{ message }] }, {})['output'] as JsonObject[]
  const result = { type: 'function_call_output', call_id: 'c1', output: 'sun' }
  const { messages } = toChat({ model: 'm', input: [item, result, reasoning] })
  expect(messages).toMatchObject([{ tool_calls: message.tool_calls }, { role: 'tool' }])
})

test('unpacks only texts that were packed here', () => {
  const carried = fc.record({
    details: fc.array(fc.record({ type: fc.string(), data: fc.string() })),
    blocks: fc.array(fc.record({ type: fc.string() })),
    calls: fc.dictionary(fc.string(), fc.record({ google: fc.string() }), { noNullPrototype: true }),
    isNamedReasoning: fc.boolean(),
  })
  fc.assert(fc.property(carried, (value) => expect(unpackReasoning(packReasoning(value))).toEqual(value)))
  for (const text of ['', 'gAAAAAB', 'gatehouse.1.', 'gatehouse.1.!!', 'gatehouse.1.bnVsbA==', null, 7, {}]) {
    expect(unpackReasoning(text)).toBeNull()
  }
  const deep = `{"details":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  expect(unpackReasoning(`gatehouse.1.${Buffer.from(deep).toString('base64')}`)).toBeNull()
})

test('errors keep their members, and other error formats keep their message', () => {
  const error = { message: 'No.', type: 'invalid_request_error', param: 'x', code: 'bad', hint: 'h' }
  expect(fromError(400, { error })).toEqual({ error })
  expect(fromError(404, { detail: 'Nothing here.' })).toEqual({
    error: { message: 'Nothing here.', type: 'invalid_request_error', param: null, code: null },
  })
  expect(fromError(503, { error: 'Busy.' })).toMatchObject({ error: { message: 'Busy.', type: 'server_error' } })
  expect(fromError(500, {})).toMatchObject({ error: { message: 'The provider returned HTTP 500.' } })
})

/** JSON with members of Responses and chat in wrong positions. */
const hostile = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom(null, true, 0, -1, '', 'text', 'message', 'function_call', 'reasoning', 'user', 'assistant'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.constantFrom(
        ...[
          'type',
          'role',
          'content',
          'input',
          'tools',
          'tool_choice',
          'text',
          'format',
          'reasoning',
          'name',
          'output',
        ],
        ...[
          'choices',
          'message',
          'delta',
          'tool_calls',
          'function',
          'arguments',
          'index',
          'usage',
          'images',
          'summary',
        ],
        ...[
          'reasoning_details',
          'content_blocks',
          'annotations',
          'extra_content',
          'logprobs',
          'call_id',
          'id',
          '__proto__',
        ],
      ),
      tie('value'),
      { maxKeys: 6 },
    ),
  ),
})).value

test('throws only GatewayError for any input', () => {
  const choices = (value: unknown) => ({ choices: [{ index: 0, message: value, delta: value, finish_reason: value }] })
  fc.assert(
    fc.property(hostile, hostile, (one, two) => {
      const body = { input: [one, two], tools: one, tool_choice: two, text: one, reasoning: two, instructions: one }
      const attempts = [
        () => toChat(body),
        () => toChat(objectOf(one)),
        () => toChat({ input: 'x', tools: [one, two] }),
        () => fromChat(objectOf(one), objectOf(two)),
        () => fromChat(choices(one), body),
        () => fromError(400, objectOf(one)),
        () => {
          const encoder = stream(body)
          JSON.stringify([encoder.chunk(choices(one)), encoder.chunk(choices(two)), encoder.end()])
        },
        () => stream(objectOf(two)).error(objectOf(one)),
      ]
      for (const attempt of attempts) {
        try {
          attempt()
        } catch (error) {
          if (!(error instanceof GatewayError)) throw error
        }
      }
    }),
    { numRuns: propertyRuns(500) },
  )
})
