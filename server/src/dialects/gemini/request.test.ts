import { expect, test } from 'bun:test'
import { GatewayError } from '../../core/errors.ts'
import type { DialectContext, JsonObject } from '../dialect.ts'
import { geminiChat } from './gemini-chat.ts'

const CONTEXT: DialectContext = {
  model: 'gemini-2.5-flash',
  provider: 'google',
  isStream: false,
  includeUsage: false,
  nowSeconds: 1,
}
const HI = { role: 'user', content: 'hi' }
const HI_CONTENT = { role: 'user', parts: [{ text: 'hi' }] }

function encode(body: JsonObject, model = CONTEXT.model): JsonObject {
  return geminiChat.encode({ messages: [HI], ...body }, { ...CONTEXT, model })
}

test.each([
  ['messages', { messages: undefined }],
  ['messages', { messages: [] }],
  ['messages[0]', { messages: ['hi'] }],
  ['messages[0].role', { messages: [{ role: 'critic', content: 'x' }] }],
  ['messages[0].content', { messages: [{ role: 'user', content: 3 }] }],
  ['messages[0].content[0]', { messages: [{ role: 'user', content: [{ type: 'hologram' }] }] }],
  [
    'messages[0].content[0].file.file_id',
    { messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: 'file-1' } }] }] },
  ],
  [
    'messages[0].content[0]',
    { messages: [{ role: 'system', content: [{ type: 'image_url', image_url: 'https://x.example/a' }] }] },
  ],
  ['messages[0].tool_call_id', { messages: [{ role: 'tool', tool_call_id: 'nobody', content: 'x' }] }],
  [
    'messages[0].tool_calls[0].function.arguments',
    { messages: [{ role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{"a":' } }] }] },
  ],
  ['tools[0]', { tools: [{ type: 'custom', custom: { name: 'x' } }] }],
  ['tools[0].function.name', { tools: [{ type: 'function', function: {} }] }],
  ['tool_choice', { tools: [{ type: 'function', function: { name: 'f' } }], tool_choice: 'maybe' }],
  ['response_format.type', { response_format: { type: 'grammar' } }],
  ['modalities', { modalities: ['text', 'audio'] }],
] as const)('rejects an unsupported %s by name', (param, body) => {
  expect(() => encode(body)).toThrow(expect.objectContaining({ code: 'invalid_body', param, status: 400 }))
})

test('declares a function with a reduced schema, or as JSON schema if it is recursive', () => {
  const node = { type: 'object', properties: { next: { $ref: '#' } } }
  const parameters = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }
  const tools = [
    { type: 'function', function: { name: 'f', description: 'd', parameters, strict: true } },
    { type: 'function', function: { name: 'g', parameters: { type: 'object', properties: {} } } },
    { type: 'function', function: { name: 'h', parameters: node } },
    { type: 'function', function: { name: 'googleSearch' } },
    { urlContext: {} },
  ]
  expect(encode({ tools })).toEqual({
    contents: [HI_CONTENT],
    tools: [
      {
        functionDeclarations: [
          { name: 'f', description: 'd', parameters: { type: 'object', properties: { a: { type: 'string' } } } },
          { name: 'g' },
          { name: 'h', parametersJsonSchema: node },
        ],
      },
      { googleSearch: {} },
      { urlContext: {} },
    ],
  })
})

test.each([
  ['auto', { mode: 'AUTO' }],
  ['none', { mode: 'NONE' }],
  ['required', { mode: 'ANY' }],
  [
    { type: 'function', function: { name: 'f' } },
    { mode: 'ANY', allowedFunctionNames: ['f'] },
  ],
  [
    { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'f' } }] } },
    { mode: 'VALIDATED', allowedFunctionNames: ['f'] },
  ],
] as const)('tool_choice %o', (choice, functionCallingConfig) => {
  const tools = [{ type: 'function', function: { name: 'f' } }]
  expect(encode({ tools, tool_choice: choice, parallel_tool_calls: false })['toolConfig']).toEqual({
    functionCallingConfig,
  })
})

test('leaves out a tool choice without tools', () => {
  expect(encode({ tool_choice: 'auto' })).toEqual({ contents: [HI_CONTENT] })
})

test('sampling, length and format go to generationConfig', () => {
  const body = {
    temperature: 0.2,
    top_p: 0.9,
    top_k: 40,
    max_tokens: 5,
    max_completion_tokens: 7,
    n: 2,
    seed: 1,
    stop: 'END',
    presence_penalty: 0.1,
    frequency_penalty: 0.2,
    logprobs: true,
    top_logprobs: 3,
    modalities: ['text', 'image'],
  }
  expect(encode(body)['generationConfig']).toEqual({
    temperature: 0.2,
    topP: 0.9,
    topK: 40,
    maxOutputTokens: 7,
    candidateCount: 2,
    seed: 1,
    stopSequences: ['END'],
    presencePenalty: 0.1,
    frequencyPenalty: 0.2,
    responseLogprobs: true,
    logprobs: 3,
    responseModalities: ['TEXT', 'IMAGE'],
  })
  expect(encode({ stop: ['a', 'b'], temperature: null, modalities: ['text'] })['generationConfig']).toEqual({
    stopSequences: ['a', 'b'],
  })
})

test('JSON mode and JSON schema', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }
  expect(encode({ response_format: { type: 'json_object' } })['generationConfig']).toEqual({
    responseMimeType: 'application/json',
  })
  expect(
    encode({ response_format: { type: 'json_schema', json_schema: { name: 'x', strict: true, schema } } })[
      'generationConfig'
    ],
  ).toEqual({
    responseMimeType: 'application/json',
    responseSchema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  })
  const recursive = { type: 'object', properties: { a: { $ref: '#' } } }
  expect(
    encode({ response_format: { type: 'json_schema', json_schema: { schema: recursive } } })['generationConfig'],
  ).toEqual({
    responseMimeType: 'application/json',
    responseJsonSchema: recursive,
  })
})

test.each([
  ['gemini-2.5-flash', { reasoning_effort: 'medium' }, { includeThoughts: true, thinkingBudget: 8192 }],
  ['gemini-2.10-flash', { reasoning_effort: 'medium' }, { includeThoughts: true, thinkingBudget: 8192 }],
  ['gemini-2.5-flash', { reasoning_effort: 'none' }, { thinkingBudget: 0 }],
  ['gemini-flash-latest', { reasoning_effort: 'low' }, { includeThoughts: true, thinkingBudget: 1024 }],
  ['gemini-3-pro-preview', { reasoning_effort: 'minimal' }, { includeThoughts: true, thinkingLevel: 'low' }],
  ['gemini-3-flash-preview', { reasoning_effort: 'minimal' }, { includeThoughts: true, thinkingLevel: 'minimal' }],
  ['gemini-3.1-pro-preview', { reasoning_effort: 'xhigh' }, { includeThoughts: true, thinkingLevel: 'high' }],
  [
    'gemini-2.5-pro',
    { thinking: { type: 'enabled', budget_tokens: 2048 }, reasoning_effort: 'low' },
    { includeThoughts: true, thinkingBudget: 2048 },
  ],
  ['gemini-2.5-flash', { thinking: { type: 'disabled' } }, { thinkingBudget: 0 }],
  [
    'gemini-2.5-pro',
    { thinking: { type: 'enabled', budget_tokens: 1 }, thinking_config: { thinking_budget: 9 } },
    { thinkingBudget: 9 },
  ],
  [
    'gemini-2.5-pro',
    { reasoning_effort: 'low', extra_body: { google: { thinking_config: { include_thoughts: true } } } },
    { includeThoughts: true },
  ],
  ['gemini-2.0-flash', { reasoning_effort: 'low' }, undefined],
] as const)('%s with %o gets the thinking config', (model, body, thinking) => {
  expect((encode(body, model)['generationConfig'] as JsonObject | undefined)?.['thinkingConfig']).toEqual(
    thinking as JsonObject,
  )
})

test('Gemini’s members override, unknown members are forwarded, members without an equivalent are dropped', () => {
  const body = JSON.parse(`{
    "temperature": 1, "generation_config": { "temperature": 0.5, "media_resolution": "LOW" },
    "safety_settings": [], "cachedContent": "cachedContents/1", "labels": { "a": "b" }, "whatIsThis": { "x": 1 },
    "user": "u", "seed": null, "logit_bias": {}, "metadata": {}, "store": true, "stream": true, "stream_options": {},
    "__proto__": { "polluted": true }
  }`) as JsonObject
  const encoded = encode(body)
  expect(encoded).toEqual({
    contents: [HI_CONTENT],
    generationConfig: { temperature: 0.5, mediaResolution: 'LOW' },
    safetySettings: [],
    cachedContent: 'cachedContents/1',
    labels: { a: 'b' },
    whatIsThis: { x: 1 },
  })
  expect(Object.getPrototypeOf(encoded)).toBe(Object.prototype)
})

test('rejects with a GatewayError that has a hint', () => {
  try {
    encode({ messages: [] })
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(GatewayError)
    expect((error as GatewayError).hint).toContain('at least one')
  }
})
