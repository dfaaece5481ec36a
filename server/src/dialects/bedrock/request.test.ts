// Expected bodies follow https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { GatewayError } from '../../core/errors.ts'
import { contextOf } from '../chat/test-assembled.ts'
import type { JsonObject } from '../dialect.ts'
import { converseChat } from './converse-chat.ts'

const SONNET = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
const OLD_CLAUDE = 'anthropic.claude-3-5-sonnet-20240620-v1:0'
const USER = { role: 'user', content: 'Hi' }
const HI = { role: 'user', content: [{ text: 'Hi' }] }

function encode(body: JsonObject, model = SONNET): JsonObject {
  return converseChat.encode({ model, messages: [USER], ...body }, contextOf({ model }))
}

const parts = (...content: unknown[]) => ({ role: 'user', content })

test('a plain request has only messages', () => {
  expect(encode({ stream: true, stream_options: { include_usage: true } })).toEqual({ messages: [HI] })
})

const CALL = { id: 'tooluse_1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }
const ASSISTANT = {
  role: 'assistant',
  content: 'Let me see.',
  tool_calls: [CALL, { ...CALL, id: 'tooluse_2', function: { name: 'now', arguments: '' } }],
}

const TOOL = {
  type: 'function',
  function: { name: 'add', description: 'Adds.', strict: true, parameters: { type: 'object' } },
}
const SPEC = {
  toolSpec: { name: 'add', description: 'Adds.', inputSchema: { json: { type: 'object' } }, strict: true },
}

test.each<[string, JsonObject, unknown]>([
  ['tools', { tools: [TOOL] }, { tools: [SPEC] }],
  ['auto', { tools: [TOOL], tool_choice: 'auto' }, { tools: [SPEC] }],
  ['required', { tools: [TOOL], tool_choice: 'required' }, { tools: [SPEC], toolChoice: { any: {} } }],
  [
    'a named function',
    { tools: [TOOL], tool_choice: { type: 'function', function: { name: 'add' } } },
    { tools: [SPEC], toolChoice: { tool: { name: 'add' } } },
  ],
  ['none', { tools: [TOOL], tool_choice: 'none', parallel_tool_calls: false }, undefined],
  [
    'none with calls in the history',
    { tools: [TOOL], tool_choice: 'none', messages: [USER, ASSISTANT] },
    { tools: [SPEC] },
  ],
  [
    'a cache marker',
    { tools: [{ ...TOOL, cache_control: { type: 'ephemeral' } }] },
    { tools: [SPEC, { cachePoint: { type: 'default' } }] },
  ],
  [
    'a function without anything',
    { tools: [{ type: 'function', function: { name: 'f' } }] },
    { tools: [{ toolSpec: { name: 'f', inputSchema: { json: { type: 'object', properties: {} } } } }] },
  ],
  [
    'a tool of Converse itself',
    { tools: [{ systemTool: { name: 'nova_grounding' } }] },
    { tools: [{ systemTool: { name: 'nova_grounding' } }] },
  ],
  [
    'allowed tools',
    {
      tools: [TOOL, { type: 'function', function: { name: 'f' } }],
      tool_choice: {
        type: 'allowed_tools',
        allowed_tools: { mode: 'required', tools: [{ type: 'function', function: { name: 'add' } }] },
      },
    },
    { tools: [SPEC], toolChoice: { any: {} } },
  ],
])('%s: toolConfig', (_name, body, toolConfig) => {
  expect(encode(body)['toolConfig']).toEqual(toolConfig)
})

test('declares the tools of calls in the history if the request has none', () => {
  const { tools } = encode({ messages: [USER, ASSISTANT] })['toolConfig'] as { tools: { toolSpec: JsonObject }[] }
  expect(tools.map(({ toolSpec }) => toolSpec['name'])).toEqual(['add', 'now'])
})

test('translates sampling, stop sequences and service tiers', () => {
  const body = {
    max_tokens: 1,
    max_completion_tokens: 9,
    temperature: 1.5,
    top_p: 0.5,
    stop: 'X',
    service_tier: 'flex',
    top_k: 3,
  }
  expect(encode(body)).toEqual({
    messages: [HI],
    inferenceConfig: { maxTokens: 9, temperature: 1, topP: 0.5, stopSequences: ['X'] },
    additionalModelRequestFields: { top_k: 3 },
    serviceTier: { type: 'flex' },
  })
  expect(encode({ stop: ['a', 'b'], top_k: 3 }, 'amazon.nova-pro-v1:0')).toMatchObject({
    inferenceConfig: { stopSequences: ['a', 'b'] },
    additionalModelRequestFields: { inferenceConfig: { topK: 3 } },
  })
})

test('Converse’s members override, and unknown members go to the model', () => {
  const own = {
    guardrail_config: { guardrailIdentifier: 'g' },
    inferenceConfig: { maxTokens: 2 },
    requestMetadata: { a: 'b' },
  }
  expect(
    encode({ max_tokens: 9, temperature: 0, anthropic_beta: ['x'], user: 'u', seed: 1, logit_bias: {}, ...own }),
  ).toEqual({
    messages: [HI],
    inferenceConfig: { maxTokens: 2, temperature: 0 },
    guardrailConfig: { guardrailIdentifier: 'g' },
    requestMetadata: { a: 'b' },
    additionalModelRequestFields: { anthropic_beta: ['x'] },
  })
})

const SCHEMA = { type: 'object', properties: { a: { type: 'string' } } }
const FORMAT = { type: 'json_schema', json_schema: { name: 'n', strict: true, schema: SCHEMA } }

test('a schema is native if the model supports it, else a forced tool', () => {
  expect(encode({ response_format: FORMAT })['outputConfig']).toEqual({
    textFormat: { type: 'json_schema', structure: { jsonSchema: { name: 'n', schema: JSON.stringify(SCHEMA) } } },
  })
  const name = 'gatehouse_json_answer'
  const forced = encode({ response_format: FORMAT }, OLD_CLAUDE)
  expect(forced['outputConfig']).toBeUndefined()
  expect(forced['toolConfig']).toMatchObject({
    tools: [{ toolSpec: { name, inputSchema: { json: SCHEMA } } }],
    toolChoice: { tool: { name } },
  })
  const beside = encode({ response_format: FORMAT, tools: [TOOL] }, OLD_CLAUDE)['toolConfig']
  expect(beside).toMatchObject({
    tools: [{ toolSpec: { name: 'add' } }, { toolSpec: { name } }],
    toolChoice: { any: {} },
  })
  expect(JSON.stringify(beside)).not.toContain('strict')
  expect(encode({ response_format: { type: 'text' } })).toEqual({ messages: [HI] })
  expect(encode({ response_format: { type: 'json_object' } })['system']).toHaveLength(1)
})

test.each<[string, JsonObject]>([
  ['n', { n: 2 }],
  ['modalities', { modalities: ['text', 'audio'] }],
  ['audio', { audio: { voice: 'x' } }],
  ['web_search_options', { web_search_options: {} }],
  ['functions', { functions: [] }],
  ['temperature', { temperature: 'hot' }],
  ['stop', { stop: [1] }],
  ['messages', { messages: 'Hi' }],
  ['messages[0]', { messages: ['Hi'] }],
  ['messages[0].role', { messages: [{ role: 'function', content: 'x' }] }],
  ['messages[0].content', { messages: [{ role: 'user', content: 5 }] }],
  [
    'messages[0].content[0].image_url.url',
    { messages: [parts({ type: 'image_url', image_url: { url: 'https://x.example/a.png' } })] },
  ],
  [
    'messages[0].content[0].image_url.url',
    { messages: [parts({ type: 'image_url', image_url: { url: 'data:constructor;base64,AA' } })] },
  ],
  ['messages[0].content[0].file', { messages: [parts({ type: 'file', file: { file_id: 'f' } })] }],
  ['messages[0].content[0].type', { messages: [parts({ type: 'custom' })] }],
  ['messages[0].tool_call_id', { messages: [{ role: 'tool', content: 'x' }] }],
  [
    'messages[0].tool_calls[0].function.arguments',
    { messages: [{ role: 'assistant', tool_calls: [{ ...CALL, function: { name: 'f', arguments: '{"a"' } }] }] },
  ],
  ['tools', { tools: {} }],
  ['tools[0].type', { tools: [{ type: 'web_search' }] }],
  ['tool_choice', { tool_choice: 'sometimes' }],
  ['response_format', { response_format: { type: 'json_schema' } }],
  ['reasoning_effort', { reasoning_effort: 'much' }],
])('rejects an unsupported %s by name', (param, body) => {
  expect(() => encode(body)).toThrow(expect.objectContaining({ code: 'invalid_body', param }))
})

test('encodes or rejects any JSON', () => {
  const names = [
    'messages',
    'tools',
    'tool_choice',
    'response_format',
    'stop',
    'thinking',
    'role',
    'content',
    'type',
    'text',
    'tool_calls',
    'function',
    'image_url',
    'file',
    'constructor',
    '__proto__',
  ]
  const { json } = fc.letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, 1, '', 'user', 'assistant', 'tool', 'text', 'function', 'data:,', 'json_schema'),
      fc.array(tie('json'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names), tie('json'), { maxKeys: 5 }),
    ),
  }))
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), json), (body) => {
      try {
        JSON.stringify(encode(body))
      } catch (error) {
        expect(error).toBeInstanceOf(GatewayError)
      }
    }),
    { numRuns: propertyRuns(500) },
  )
})
