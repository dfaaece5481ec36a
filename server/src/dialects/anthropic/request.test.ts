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

const ask = { role: 'user', content: 'hi' }

function encode(body: JsonObject, model = context.model): JsonObject {
  return anthropicChat.encode({ messages: [ask], ...body }, { ...context, model })
}

function refusalOf(body: JsonObject): GatewayError {
  try {
    encode(body)
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

const weather = {
  type: 'function',
  function: {
    name: 'weather',
    description: 'd',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
  },
}

test('a plain request has only the required members', () => {
  expect(encode({ model: '@key/claude-sonnet-4-6' })).toEqual({
    model: 'claude-sonnet-4-6',
    max_tokens: 4096,
    messages: [{ role: 'user', content: 'hi' }],
  })
})

test('tools, including Anthropic’s own, keep schema, cache markers and extra members', () => {
  const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 2 }
  const bare = {
    type: 'function',
    function: { name: 'now' },
    cache_control: { type: 'ephemeral' },
    defer_loading: true,
  }
  expect(encode({ tools: [weather, bare, search] }).tools).toEqual([
    { name: 'weather', description: 'd', input_schema: weather.function.parameters },
    {
      name: 'now',
      input_schema: { type: 'object', properties: {} },
      defer_loading: true,
      cache_control: { type: 'ephemeral' },
    },
    search,
  ])
})

test('a strict tool stays strict if the model supports it, with a reduced schema', () => {
  const strict = {
    type: 'function',
    function: {
      name: 'f',
      strict: true,
      parameters: { type: 'object', properties: { n: { type: 'integer', minimum: 1 } }, required: ['n'] },
    },
  }
  expect(encode({ tools: [strict] }).tools).toEqual([
    {
      name: 'f',
      strict: true,
      input_schema: {
        type: 'object',
        properties: { n: { type: 'integer', description: '{minimum: 1}' } },
        required: ['n'],
        additionalProperties: false,
      },
    },
  ])
  expect(encode({ tools: [strict] }, 'claude-3-7-sonnet-20250219').tools).toEqual([
    { name: 'f', input_schema: strict.function.parameters },
  ])
})

const CHOICES: [unknown, unknown, unknown][] = [
  [undefined, undefined, undefined],
  ['auto', undefined, { type: 'auto' }],
  ['none', false, { type: 'none' }],
  ['required', undefined, { type: 'any' }],
  ['required', false, { type: 'any', disable_parallel_tool_use: true }],
  [undefined, false, { type: 'auto', disable_parallel_tool_use: true }],
  [undefined, true, undefined],
  [{ type: 'function', function: { name: 'weather' } }, undefined, { type: 'tool', name: 'weather' }],
  [{ type: 'tool', name: 'weather' }, undefined, { type: 'tool', name: 'weather' }],
]

test.each(CHOICES)('tool_choice %p with parallel_tool_calls %p becomes %p', (choice, parallel, expected) => {
  const encoded = encode({ tools: [weather], tool_choice: choice, parallel_tool_calls: parallel })
  expect(encoded.tool_choice).toEqual(expected as JsonObject)
})

test('allowed_tools reduces the list, and a choice without tools is left out', () => {
  const other = { type: 'function', function: { name: 'other' } }
  const allowed = { mode: 'required', tools: [{ type: 'function', function: { name: 'weather' } }] }
  const encoded = encode({ tools: [weather, other], tool_choice: { type: 'allowed_tools', allowed_tools: allowed } })
  expect(encoded.tools).toMatchObject([{ name: 'weather' }])
  expect(encoded.tool_choice).toEqual({ type: 'any' })
  expect(encode({ tools: [], tool_choice: 'auto' })).not.toHaveProperty('tool_choice')
})

test('a JSON schema becomes output_config, JSON mode becomes an instruction', () => {
  const schema = { type: 'object', properties: { a: { type: 'string', maxLength: 3 } }, required: ['a'] }
  const format = { type: 'json_schema', json_schema: { name: 'x', strict: true, schema } }
  expect(encode({ response_format: format, output_config: { effort: 'low' } }).output_config).toEqual({
    effort: 'low',
    format: {
      type: 'json_schema',
      schema: {
        type: 'object',
        properties: { a: { type: 'string', description: '{maxLength: 3}' } },
        required: ['a'],
        additionalProperties: false,
      },
    },
  })
  expect(encode({ response_format: { type: 'json_object' } }).system).toMatchObject([{ type: 'text' }])
  expect(encode({ response_format: { type: 'text' } })).not.toHaveProperty('output_config')
})

test('translates the other members, drops those without an equivalent and forwards unknown ones', () => {
  const encoded = anthropicChat.encode(
    {
      messages: [ask],
      stop: ['END', '\n'],
      user: 'u1',
      max_tokens: 5,
      max_completion_tokens: 7,
      service_tier: 'default',
      metadata: { label: 'x' },
      seed: 1,
      logit_bias: {},
      n: 1,
      stream: true,
      stream_options: { include_usage: true },
      context_management: { edits: [] },
    },
    { ...context, isStream: true },
  )
  expect(encoded).toEqual({
    model: 'claude-sonnet-4-6',
    max_tokens: 7,
    messages: [ask],
    stop_sequences: ['END'],
    metadata: { user_id: 'u1' },
    service_tier: 'standard_only',
    context_management: { edits: [] },
    stream: true,
  })
})

const REFUSALS: [string, JsonObject][] = [
  ['n', { n: 2 }],
  ['modalities', { modalities: ['text', 'audio'] }],
  ['functions', { functions: [{ name: 'f' }] }],
  ['response_format', { response_format: { type: 'grammar' } }],
  ['reasoning_effort', { reasoning_effort: 'toString' }],
  ['max_tokens', { max_tokens: '5' }],
  ['thinking.budget_tokens', { thinking: { type: 'enabled', budget_tokens: 2000 }, max_tokens: 900 }],
  ['tool_choice', { tools: [weather], tool_choice: 'some' }],
  ['tools[0]', { tools: [{ type: 'custom', custom: { name: 'c' } }] }],
  ['messages', { messages: 'hi' }],
  ['messages', { messages: [] }],
  ['messages[0].role', { messages: [{ role: 'function', content: 'x' }] }],
  ['messages[0].tool_call_id', { messages: [{ role: 'tool', content: 'x' }] }],
  ['messages[0].content[0]', { messages: [{ role: 'user', content: [{ type: 'input_audio' }] }] }],
  ['messages[0].content[0].image_url.url', { messages: [{ role: 'user', content: [{ type: 'image_url' }] }] }],
]

test.each(REFUSALS)('rejects an unsupported member by name: %s in %p', (param, body) => {
  const error = refusalOf(body)
  expect(error.code).toBe('invalid_body')
  expect(error.param).toBe(param)
})

test('translates or rejects hostile bodies, and never throws another error', () => {
  const members = [
    'messages',
    'tools',
    'tool_choice',
    'thinking',
    'stop',
    'response_format',
    'reasoning_effort',
    '__proto__',
  ]
  const message = fc.record(
    {
      role: fc.constantFrom('user', 'assistant', 'tool', 'system'),
      content: fc.jsonValue(),
      tool_calls: fc.jsonValue(),
      reasoning_details: fc.jsonValue(),
      content_blocks: fc.jsonValue(),
      tool_call_id: fc.constantFrom('a', 1),
    },
    { requiredKeys: ['role'] },
  )
  const body = fc.oneof(
    fc.dictionary(fc.constantFrom(...members), fc.jsonValue()),
    fc.record({ messages: fc.array(message), tools: fc.jsonValue() }),
  )
  fc.assert(
    fc.property(body, (value) => {
      try {
        const encoded = anthropicChat.encode(value as JsonObject, context)
        expect(Array.isArray(encoded.messages)).toBe(true)
      } catch (error) {
        expect(error).toBeInstanceOf(GatewayError)
      }
    }),
    { numRuns: propertyRuns(500) },
  )
})

test('translates a megabyte without changing the caller’s body', () => {
  const text = 'x'.repeat(1000)
  const messages = Array.from({ length: 1000 }, (_, i) => ({ role: i % 2 ? 'assistant' : 'user', content: text }))
  const before = JSON.stringify(messages)
  expect(encode({ messages }).messages).toHaveLength(1000)
  expect(JSON.stringify(messages)).toBe(before)
})

test('web_search_options becomes Anthropic’s tool, alone and with others', () => {
  const search = { type: 'web_search_20250305', name: 'web_search' }
  expect(encode({ web_search_options: {} }).tools).toEqual([search])
  const options = {
    search_context_size: 'low',
    user_location: { type: 'approximate', approximate: { city: 'Bern', country: 'CH' } },
    allowed_domains: ['example.com'],
  }
  const tool = { type: 'function', function: { name: 'f' } }
  expect(encode({ web_search_options: options, tools: [tool] }).tools).toMatchObject([
    { name: 'f' },
    {
      ...search,
      user_location: { type: 'approximate', city: 'Bern', country: 'CH' },
      allowed_domains: ['example.com'],
    },
  ])
})
