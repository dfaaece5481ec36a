import { expect, test } from 'bun:test'
import { contextOf } from '../chat/test-assembled.ts'
import type { JsonObject } from '../dialect.ts'
import { converseChat } from './converse-chat.ts'

const SONNET = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
const OLD_CLAUDE = 'anthropic.claude-3-5-sonnet-20240620-v1:0'
const USER = { role: 'user', content: 'Hi' }
const TOOL = { type: 'function', function: { name: 'add', parameters: { type: 'object' } } }
const CALL = { id: 'tooluse_1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }
const ASSISTANT = { role: 'assistant', content: 'Let me see.', tool_calls: [CALL, { ...CALL, id: 'tooluse_2' }] }

function encode(body: JsonObject, model = SONNET): JsonObject {
  return converseChat.encode({ model, messages: [USER], ...body }, contextOf({ model }))
}

test.each<[string, JsonObject, string, unknown]>([
  [
    'an effort without a limit, which then gets one',
    { reasoning_effort: 'high', temperature: 0 },
    SONNET,
    { thinking: { type: 'enabled', budget_tokens: 15360 } },
  ],
  [
    'an effort within max_tokens, of which a quarter is reserved for the text',
    { reasoning_effort: 'high', max_tokens: 2000 },
    SONNET,
    { thinking: { type: 'enabled', budget_tokens: 1500 } },
  ],
  [
    'an effort within Converse’s own limit',
    { reasoning_effort: 'high', max_tokens: 9000, inferenceConfig: { maxTokens: 4000 } },
    SONNET,
    { thinking: { type: 'enabled', budget_tokens: 3000 } },
  ],
  ['an effort without room', { reasoning_effort: 'high', max_tokens: 1365 }, SONNET, undefined],
  [
    'an effort with a forced tool',
    { reasoning_effort: 'low', tools: [TOOL], tool_choice: 'required' },
    SONNET,
    undefined,
  ],
  [
    'an effort for a Claude that adapts',
    { reasoning_effort: 'minimal' },
    'anthropic.claude-opus-4-6-v1',
    { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } },
  ],
  [
    'the highest effort for a Claude that knows it',
    { reasoning_effort: 'max' },
    'anthropic.claude-opus-4-6-v1',
    { thinking: { type: 'adaptive' }, output_config: { effort: 'max' } },
  ],
  [
    'an effort between two for a Claude that does not know it',
    { reasoning_effort: 'xhigh' },
    'anthropic.claude-opus-4-6-v1',
    { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
  ],
  [
    'an effort between two for a Claude that knows it',
    { reasoning_effort: 'xhigh' },
    'global.anthropic.claude-opus-4-7',
    { thinking: { type: 'adaptive' }, output_config: { effort: 'xhigh' } },
  ],
  [
    'an effort for a Claude without a version, which counts as the newest',
    { reasoning_effort: 'xhigh' },
    'anthropic.claude-mythos-preview',
    { thinking: { type: 'adaptive' }, output_config: { effort: 'xhigh' } },
  ],
  ['an effort for the oldest Claude', { reasoning_effort: 'low' }, 'anthropic.claude-v2:1', undefined],
  [
    'the highest effort as a budget',
    { reasoning_effort: 'max', max_tokens: 32_000 },
    SONNET,
    { thinking: { type: 'enabled', budget_tokens: 24_000 } },
  ],
  [
    'the highest effort for Nova 2',
    { reasoning_effort: 'max' },
    'us.amazon.nova-2-lite-v1:0',
    { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'high' } },
  ],
  [
    'the least effort for gpt-oss',
    { reasoning_effort: 'minimal' },
    'openai.gpt-oss-120b-1:0',
    { reasoning_effort: 'low' },
  ],
  ['an effort for a Claude that cannot think', { reasoning_effort: 'low' }, OLD_CLAUDE, undefined],
  [
    'an effort for Nova 2',
    { reasoning_effort: 'medium' },
    'us.amazon.nova-2-lite-v1:0',
    { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'medium' } },
  ],
  ['an effort for gpt-oss', { reasoning_effort: 'low' }, 'openai.gpt-oss-120b-1:0', { reasoning_effort: 'low' }],
  ['no effort', { reasoning_effort: 'none' }, SONNET, undefined],
  [
    'thinking as written',
    { thinking: { type: 'enabled', budget_tokens: 5 }, reasoning_effort: 'high' },
    SONNET,
    { thinking: { type: 'enabled', budget_tokens: 5 } },
  ],
])('%s becomes the model’s own members', (_name, body, model, fields) => {
  const encoded = encode(body, model)
  expect(encoded['additionalModelRequestFields']).toEqual(fields as JsonObject)
  if (body['temperature'] === 0) expect(encoded['inferenceConfig']).toEqual({ maxTokens: 16384 + 4096 })
})

const SIGNED = { type: 'thinking', text: 'T', signature: 'S' }
const RESULTS = ['tooluse_1', 'tooluse_2'].map((id) => ({ role: 'tool', tool_call_id: id, content: '2' }))
const LOOP = [USER, ASSISTANT, ...RESULTS]

test.each<[string, boolean, unknown[]]>([
  ['the thinking was lost', false, LOOP],
  [
    'the thinking is another provider’s',
    false,
    [USER, { ...ASSISTANT, reasoning_details: [{ ...SIGNED, signature: '' }] }, ...RESULTS],
  ],
  ['the user speaks after the results', false, [...LOOP, USER]],
  [
    'an earlier turn thought but this one did not',
    false,
    [USER, { role: 'assistant', content: 'A', reasoning_details: [SIGNED] }, ...LOOP],
  ],
  ['the thinking is there', true, [USER, { ...ASSISTANT, reasoning_details: [SIGNED] }, ...RESULTS]],
  [
    'the thinking is redacted',
    true,
    [USER, { ...ASSISTANT, reasoning_details: [{ type: 'redacted', data: 'R' }] }, ...RESULTS],
  ],
  ['the loop is over', true, [...LOOP, { role: 'assistant', content: 'A' }, USER]],
])('in a tool loop where %s, effort becomes a budget: %p', (_name, thinks, list) => {
  const request = { messages: list, tools: [TOOL], reasoning_effort: 'high', max_tokens: 8000, temperature: 0 }
  const encoded = encode(request)
  const fields = { thinking: { type: 'enabled', budget_tokens: 6000 } }
  expect(encoded['additionalModelRequestFields']).toEqual(thinks ? fields : undefined)
  expect(encoded['inferenceConfig']).toEqual({ maxTokens: 8000, ...(thinks ? {} : { temperature: 0 }) })
  const adaptive = encode(request, 'anthropic.claude-opus-4-6-v1')['additionalModelRequestFields']
  expect(adaptive).toMatchObject({ thinking: { type: 'adaptive' } })
})

test('rejects an unknown effort by name', () => {
  expect(() => encode({ reasoning_effort: 'huge' })).toThrow(
    expect.objectContaining({ code: 'invalid_body', param: 'reasoning_effort' }),
  )
})

test('drops the caller’s budget only if the loop lost its thinking', () => {
  const thinking = { type: 'enabled', budget_tokens: 2048 }
  const kept = [USER, { ...ASSISTANT, reasoning_details: [SIGNED] }, ...RESULTS]
  const request = { thinking, tools: [TOOL], max_tokens: 8000 }
  expect(encode({ ...request, messages: LOOP })['additionalModelRequestFields']).toBeUndefined()
  expect(encode({ ...request, messages: kept })['additionalModelRequestFields']).toEqual({ thinking })
})

test('removes thinking from the loop if thinking is off', () => {
  const thought = { ...ASSISTANT, reasoning_details: [SIGNED] }
  const earlier = [USER, { role: 'assistant', content: 'A', reasoning_details: [SIGNED] }]
  const { messages } = encode({ messages: [...earlier, USER, thought, ...RESULTS], tools: [TOOL] })
  const blocks = (messages as { content: JsonObject[] }[]).map(({ content }) => Object.keys(content[0]!)[0]!)
  expect(blocks).toEqual(['text', 'reasoningContent', 'text', 'text', 'toolResult'])
})
