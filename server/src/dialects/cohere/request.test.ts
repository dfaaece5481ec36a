// Expected bodies follow https://docs.cohere.com/reference/chat.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { GatewayError } from '../../core/errors.ts'
import { contextOf } from '../chat/test-assembled.ts'
import type { JsonObject } from '../dialect.ts'
import { cohereChat } from './cohere-chat.ts'

const USER = { role: 'user', content: 'Hi' }
const BASE = { model: 'command-a-03-2025', messages: [USER], stream: false }

function encode(body: JsonObject, model = 'command-a-03-2025'): JsonObject {
  return cohereChat.encode({ messages: [USER], ...body }, contextOf({ model, isStream: false }))
}

function messages(...list: unknown[]): unknown {
  return encode({ messages: list })['messages']
}

const parts = (...content: unknown[]) => ({ role: 'user', content })

test('always sends model and stream', () => {
  expect(encode({ model: '@slug/command-a-03-2025', stream_options: { include_usage: true } })).toEqual(BASE)
  expect(cohereChat.encode({ messages: [USER] }, contextOf())['stream']).toBe(true)
})

test('roles: developer is system, and tool results keep their id', () => {
  const tool = { role: 'tool', tool_call_id: 't_1', content: [{ type: 'text', text: 'R' }], name: 'x' }
  const list = [{ role: 'developer', content: 'S' }, USER, { role: 'assistant', content: 'A', refusal: null }, tool]
  expect(messages(...list)).toEqual([
    { role: 'system', content: 'S' },
    USER,
    { role: 'assistant', content: 'A' },
    { role: 'tool', tool_call_id: 't_1', content: [{ type: 'text', text: 'R' }] },
  ])
})

test('text and images stay parts, text files become documents', () => {
  const image = { type: 'image_url', image_url: { url: 'https://x.example/a.png', detail: 'low' } }
  const file = { type: 'file', file: { filename: 'a.txt', file_data: 'data:text/plain;base64,w6k=' } }
  const text = { type: 'text', text: 'T', cache_control: { type: 'ephemeral' } }
  const body = encode({
    messages: [parts(text, image, { type: 'image_url', image_url: 'data:image/png;base64,AA' }, file)],
    documents: ['D'],
  })
  expect(body).toEqual({
    ...BASE,
    messages: [
      parts({ type: 'text', text: 'T' }, image, { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } }),
    ],
    documents: ['D', { data: { title: 'a.txt', text: 'é' } }],
  })
})

const CALL = { id: 't_1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }

test.each<[string, JsonObject, JsonObject]>([
  ['calls alone', { content: null, tool_calls: [{ ...CALL, index: 0 }] }, { tool_calls: [CALL] }],
  [
    'a call without arguments',
    { tool_calls: [{ id: 't', function: { name: 'f', arguments: '' } }] },
    { tool_calls: [{ id: 't', type: 'function', function: { name: 'f', arguments: '{}' } }] },
  ],
  ['a plan', { reasoning_content: 'P', tool_calls: [CALL] }, { tool_plan: 'P', tool_calls: [CALL] }],
  [
    'a thought',
    { content: 'A', reasoning_content: 'T', reasoning_details: [{ type: 'thinking', text: 'T' }] },
    {
      content: [
        { type: 'thinking', thinking: 'T' },
        { type: 'text', text: 'A' },
      ],
    },
  ],
  [
    'a thought and a plan',
    { reasoning_content: 'TP', reasoning_details: [{ type: 'thinking', text: 'T' }], tool_calls: [CALL] },
    { content: [{ type: 'thinking', thinking: 'T' }], tool_plan: 'P', tool_calls: [CALL] },
  ],
  [
    'thoughts in the pieces of a stream',
    {
      content: 'A',
      reasoning_details: [
        { type: 'thinking', text: 'T', index: 0 },
        { type: 'thinking', text: 'o', index: 0 },
        { type: 'thinking', text: 'U', index: 1 },
      ],
    },
    {
      content: [
        { type: 'thinking', thinking: 'To' },
        { type: 'thinking', thinking: 'U' },
        { type: 'text', text: 'A' },
      ],
    },
  ],
  ['a thought that was only for reading', { content: 'A', reasoning_content: 'T' }, { content: 'A' }],
  ['citations', { content: 'A', citations: [{ start: 0 }] }, { content: 'A', citations: [{ start: 0 }] }],
])('an assistant message with %s', (_name, message, encoded) => {
  expect(messages({ role: 'assistant', ...message })).toEqual([{ role: 'assistant', ...encoded }])
})

const PARAMETERS = { type: 'object', properties: { a: { type: 'number' } } }
const TOOL = { type: 'function', function: { name: 'add', description: 'Adds.', parameters: PARAMETERS } }
const OTHER = { type: 'function', function: { name: 'f', parameters: PARAMETERS } }
const strict = (tool: typeof TOOL) => ({ ...tool, function: { ...tool.function, strict: true } })

test.each<[string, JsonObject, JsonObject]>([
  ['auto', { tools: [TOOL], tool_choice: 'auto', parallel_tool_calls: true }, { tools: [TOOL] }],
  ['required', { tools: [TOOL], tool_choice: 'required' }, { tools: [TOOL], tool_choice: 'REQUIRED' }],
  ['none', { tools: [TOOL], tool_choice: 'none' }, { tools: [TOOL], tool_choice: 'NONE' }],
  [
    'named',
    { tools: [TOOL, OTHER], tool_choice: { type: 'function', function: { name: 'f' } } },
    { tools: [OTHER], tool_choice: 'REQUIRED' },
  ],
  ['strict', { tools: [strict(TOOL)] }, { tools: [TOOL], strict_tools: true }],
  ['strict in part', { tools: [strict(TOOL), OTHER] }, { tools: [TOOL, OTHER] }],
  ['none given', { tools: [], tool_choice: 'auto' }, {}],
])('tools: %s', (_name, body, encoded) => {
  expect(encode(body)).toEqual({ ...BASE, ...encoded })
})

const SCHEMA = { type: 'object', required: ['a'] }

test.each<[string, JsonObject, JsonObject]>([
  ['text', { type: 'text' }, {}],
  ['JSON mode', { type: 'json_object' }, { response_format: { type: 'json_object' } }],
  [
    'Cohere’s own schema',
    { type: 'json_object', json_schema: SCHEMA },
    { response_format: { type: 'json_object', json_schema: SCHEMA } },
  ],
  [
    'a schema',
    { type: 'json_schema', json_schema: { name: 'n', strict: true, schema: SCHEMA } },
    { response_format: { type: 'json_object', json_schema: SCHEMA } },
  ],
])('response_format: %s', (_name, format, encoded) => {
  expect(encode({ response_format: format })).toEqual({ ...BASE, ...encoded })
})

test('translates names and ranges, Cohere’s members override, unsupported members are dropped', () => {
  const numbers = {
    max_tokens: 1,
    max_completion_tokens: 9,
    temperature: 0.5,
    top_p: 0.5,
    top_k: 3,
    seed: 7,
    stop: 'X',
    logprobs: true,
  }
  const rest = {
    frequency_penalty: -1,
    presence_penalty: 1.5,
    user: 'u',
    metadata: {},
    store: true,
    logit_bias: {},
    n: 1,
  }
  expect(encode({ ...numbers, ...rest, k: 5, safety_mode: 'OFF', citation_options: { mode: 'FAST' } })).toEqual({
    ...BASE,
    max_tokens: 9,
    temperature: 0.5,
    p: 0.5,
    k: 5,
    seed: 7,
    stop_sequences: ['X'],
    logprobs: true,
    frequency_penalty: 0,
    presence_penalty: 1,
    safety_mode: 'OFF',
    citation_options: { mode: 'FAST' },
  })
})

test.each<[string, JsonObject, string, unknown]>([
  [
    'Anthropic’s form',
    { thinking: { type: 'enabled', budget_tokens: 99 } },
    'm',
    { type: 'enabled', token_budget: 99 },
  ],
  [
    'Cohere’s form',
    { thinking: { type: 'disabled' }, reasoning_effort: 'high' },
    'command-a-reasoning-08-2025',
    { type: 'disabled' },
  ],
  ['an effort', { reasoning_effort: 'low' }, 'command-a-reasoning-08-2025', { type: 'enabled', token_budget: 2048 }],
  ['a high effort', { reasoning_effort: 'high' }, 'command-a-reasoning-08-2025', { type: 'enabled' }],
  ['no effort', { reasoning_effort: 'none' }, 'command-a-reasoning-08-2025', { type: 'disabled' }],
  ['an effort for a model that does not think', { reasoning_effort: 'low' }, 'command-r', undefined],
])('thinking: %s', (_name, body, model, thinking) => {
  expect(encode(body, model)['thinking']).toEqual(thinking as JsonObject)
})

test.each<[string, JsonObject]>([
  ['n', { n: 3 }],
  ['modalities', { modalities: ['audio'] }],
  ['function_call', { function_call: 'auto' }],
  ['top_p', { top_p: '1' }],
  ['messages', {}],
  ['messages[0].content[0].type', { messages: [parts({ type: 'input_audio' })] }],
  [
    'messages[0].content[0].file.file_data',
    { messages: [parts({ type: 'file', file: { file_data: 'data:application/pdf;base64,AA' } })] },
  ],
  ['messages[0].content[0].image_url.url', { messages: [parts({ type: 'image_url' })] }],
  [
    'messages[0].content[0].type',
    { messages: [{ role: 'tool', tool_call_id: 't', content: [{ type: 'image_url' }] }] },
  ],
  ['messages[0].tool_call_id', { messages: [{ role: 'tool', content: 'x' }] }],
  ['messages[0].tool_calls[0].id', { messages: [{ role: 'assistant', tool_calls: [{}] }] }],
  ['tools[0].type', { tools: [{ type: 'custom' }] }],
  ['tool_choice.function.name', { tools: [TOOL], tool_choice: { type: 'function', function: { name: 'other' } } }],
  ['response_format', { response_format: { type: 'grammar' } }],
])('rejects an unsupported %s by name', (param, body) => {
  const all = param === 'messages' ? { messages: null } : body
  expect(() => encode(all)).toThrow(expect.objectContaining({ code: 'invalid_body', param }))
})

test('encodes or rejects any JSON', () => {
  const names = fc.constantFrom(
    'messages',
    'role',
    'content',
    'type',
    'tools',
    'tool_calls',
    'function',
    'tool_choice',
    'thinking',
  )
  const words = fc.constantFrom(null, 1, '', 'user', 'assistant', 'tool', 'text', 'function', 'file')
  const { json } = fc.letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 5 },
      words,
      fc.array(tie('json'), { maxLength: 3 }),
      fc.dictionary(names, tie('json'), { maxKeys: 5 }),
    ),
  }))
  fc.assert(
    fc.property(fc.dictionary(names, json), (body) => {
      try {
        JSON.stringify(encode(body))
      } catch (error) {
        expect(error).toBeInstanceOf(GatewayError)
      }
    }),
    { numRuns: propertyRuns(500) },
  )
})
