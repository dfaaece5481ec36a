import { expect, test } from 'bun:test'
import { anthropicChat } from '../anthropic/anthropic-chat.ts'
import { converseChat } from '../bedrock/converse-chat.ts'
import type { DialectContext, JsonObject } from '../dialect.ts'
import { ChunkView, viewCompletion } from './caller-view.ts'
import { withCarriedThinking } from './carried-thinking.ts'

const CONTEXT: DialectContext = {
  ...{ model: 'claude-sonnet-4-5', provider: 'anthropic', isStream: true, includeUsage: true, nowSeconds: 1 },
}
const USER = { role: 'user', content: 'hi' }
const THOUGHT = { type: 'thinking', thinking: 'hm', signature: 'c2ln' }
const REDACTED = { type: 'redacted_thinking', data: 'ZGF0YQ==' }
const TEXT = { type: 'text', text: 'yes' }
const CALL = { type: 'tool_use', id: 't1', name: 'f', input: {} }
const MESSAGE = {
  ...{ id: 'm', model: 'claude', stop_reason: 'end_turn', content: [THOUGHT, REDACTED, TEXT, CALL] },
  usage: { input_tokens: 1, output_tokens: 2, cache_read_input_tokens: 3, cache_creation_input_tokens: 4 },
}

function seen(strict: boolean | null, message: JsonObject = MESSAGE): JsonObject {
  const context = { ...CONTEXT, strict }
  return viewCompletion(anthropicChat.decode(message, context), context)
}

function messageOf(completion: JsonObject): JsonObject {
  return (completion['choices'] as { message: JsonObject }[])[0]!.message
}

test('strict false adds the blocks without the calls, in the form of Anthropic', () => {
  const completion = seen(false)
  expect(messageOf(completion)).toMatchObject({ content: 'yes', content_blocks: [THOUGHT, REDACTED, TEXT] })
  expect(completion['provider']).toBe('anthropic')
})

test('strict true leaves no thinking, and no setting leaves out content_blocks', () => {
  expect(Object.keys(messageOf(seen(true))).sort()).toEqual(['content', 'refusal', 'role', 'tool_calls'])
  expect(messageOf(seen(null))).not.toHaveProperty('content_blocks')
  expect(messageOf(seen(null))).toHaveProperty('reasoning_content', 'hm')
})

test('usage has the names of Anthropic for the cache, unless nothing was cached', () => {
  expect(seen(null)['usage']).toMatchObject({
    ...{ prompt_tokens: 8, cache_read_input_tokens: 3, cache_creation_input_tokens: 4 },
  })
  const usage = { input_tokens: 1, output_tokens: 2, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 }
  expect(seen(false, { ...MESSAGE, usage })['usage']).not.toHaveProperty('cache_read_input_tokens')
})

const EVENTS: JsonObject[] = [
  { type: 'message_start', message: { id: 'm', model: 'claude', usage: { input_tokens: 1 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'h' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'm' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2ln' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: REDACTED },
  { type: 'content_block_stop', index: 1 },
  { type: 'content_block_start', index: 2, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: 'yes' } },
  { type: 'content_block_stop', index: 2 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
  { type: 'message_stop' },
]

function streamed(strict: boolean | null, events: readonly JsonObject[] = EVENTS): JsonObject[] {
  const context = { ...CONTEXT, strict }
  const decoder = anthropicChat.stream!(context)
  const view = new ChunkView(context, () => decoder.blockIndex?.() ?? null)
  return events
    .flatMap((event) => decoder.event(String(event['type']), event).map((chunk) => view.chunk(chunk)))
    .filter((chunk) => chunk !== null)
}

function deltasOf(chunks: readonly JsonObject[]): JsonObject[] {
  return chunks.flatMap((chunk) => (chunk['choices'] as { delta: JsonObject }[]).map(({ delta }) => delta))
}

test('a stream with strict false sends the blocks in pieces, with their index', () => {
  const chunks = streamed(false)
  expect(deltasOf(chunks).flatMap((delta) => delta['content_blocks'] ?? [])).toEqual([
    { index: 0, delta: { thinking: 'h' } },
    { index: 0, delta: { thinking: 'm' } },
    { index: 0, delta: { signature: 'c2ln' } },
    { index: 1, delta: { data: 'ZGF0YQ==' } },
    { index: 2, delta: { text: 'yes' } },
  ])
  expect(new Set(chunks.map((chunk) => chunk['provider']))).toEqual(new Set(['anthropic']))
})

test('pieces have the index of their block, also behind tools that the provider runs', () => {
  const tool = { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'q' } }
  const found = { type: 'web_search_tool_result', tool_use_id: 's1', content: [] }
  const cited = { type: 'web_search_result_location', url: 'https://a.example' }
  const block = (index: number, content_block: JsonObject, ...deltas: JsonObject[]) => [
    { type: 'content_block_start', index, content_block },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
  const events = [
    EVENTS[0]!,
    ...block(0, { type: 'thinking', thinking: '' }, { type: 'thinking_delta', thinking: 'a' }),
    ...block(1, tool),
    ...block(2, found),
    ...block(3, { type: 'thinking', thinking: '' }, { type: 'thinking_delta', thinking: 'b' }),
    ...block(4, { type: 'text', text: '' }, { type: 'text_delta', text: 'one' }),
    ...block(
      5,
      { type: 'text', text: '' },
      { type: 'text_delta', text: 'two' },
      { type: 'citations_delta', citation: cited },
    ),
    ...EVENTS.slice(-2),
  ]
  expect(deltasOf(streamed(false, events)).flatMap((delta) => delta['content_blocks'] ?? [])).toEqual([
    { index: 0, delta: { thinking: 'a' } },
    { index: 3, delta: { thinking: 'b' } },
    { index: 4, delta: { text: 'one' } },
    { index: 5, delta: { text: 'two' } },
    { index: 1, delta: tool },
    { index: 2, delta: found },
    { index: 5, delta: { citations: [cited] } },
  ])
})

test('a stream with strict true has no chunk for thinking', () => {
  expect(deltasOf(streamed(true))).toEqual([{ role: 'assistant', content: '' }, { content: 'yes' }, {}])
})

const CALLS = [{ id: 't1', type: 'function', function: { name: 'f', arguments: '{}' } }]

function sent(message: JsonObject): unknown {
  const body = { model: 'claude-sonnet-4-5', max_tokens: 9, messages: [USER, { role: 'assistant', ...message }, USER] }
  const encoded = anthropicChat.encode(withCarriedThinking(body), CONTEXT)
  return (encoded['messages'] as { content: unknown }[])[1]!.content
}

test('thinking parts go to Anthropic where they were, with their signatures', () => {
  expect(sent({ content: [THOUGHT, REDACTED, TEXT] })).toEqual([THOUGHT, REDACTED, TEXT])
  expect(sent({ content: [THOUGHT, TEXT, THOUGHT, TEXT], tool_calls: CALLS })).toEqual([
    ...[THOUGHT, TEXT, THOUGHT, TEXT, { type: 'tool_use', id: 't1', name: 'f', input: {} }],
  ])
})

test('content_blocks of a response may be sent back with its tool calls', () => {
  const { content, content_blocks, tool_calls } = messageOf(seen(false))
  expect(sent({ content, content_blocks, tool_calls })).toEqual([THOUGHT, REDACTED, TEXT, CALL])
})

test('thinking parts go to Bedrock as reasoning, and unsigned thinking goes to nobody', () => {
  const model = 'anthropic.claude-sonnet-4-5-20250929-v1:0'
  const body = { model, messages: [USER, { role: 'assistant', content: [THOUGHT, TEXT] }, USER] }
  const context = { ...CONTEXT, model, provider: 'bedrock' }
  const encoded = converseChat.encode(withCarriedThinking(body), context)
  expect((encoded['messages'] as { content: unknown }[])[1]!.content).toEqual([
    { reasoningContent: { reasoningText: { text: 'hm', signature: 'c2ln' } } },
    { text: 'yes' },
  ])
  expect(sent({ content: [{ type: 'thinking', thinking: 'hm' }, TEXT] })).toBe('yes')
})

test('what Bedrock redacted comes back to Bedrock only', () => {
  const model = 'anthropic.claude-sonnet-4-5-20250929-v1:0'
  const context = { ...CONTEXT, model, provider: 'bedrock', strict: false }
  const content = [{ reasoningContent: { redactedContent: 'cmVk' } }, { text: 'yes' }]
  const response = { output: { message: { role: 'assistant', content } }, stopReason: 'end_turn' }
  const message = messageOf(viewCompletion(converseChat.decode(response, context), context))
  const { content: text, content_blocks } = message
  const body = { model, messages: [USER, { role: 'assistant', content: text, content_blocks }, USER] }
  const again = converseChat.encode(withCarriedThinking(body), context)
  expect((again['messages'] as { content: unknown }[])[1]!.content).toEqual(content)
  expect(sent({ content: text, content_blocks })).toBe('yes')
})

const BEDROCK_EVENTS: readonly [name: string, data: JsonObject][] = [
  ['messageStart', { role: 'assistant' }],
  ['contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { text: 'h' } } }],
  ['contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { text: 'm' } } }],
  ['contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { signature: 'c2ln' } } }],
  ['contentBlockStop', { contentBlockIndex: 0 }],
  ['contentBlockDelta', { contentBlockIndex: 1, delta: { reasoningContent: { redactedContent: 'cmVk' } } }],
  ['contentBlockStop', { contentBlockIndex: 1 }],
  ['contentBlockDelta', { contentBlockIndex: 2, delta: { reasoningContent: { text: 'so' } } }],
  ['contentBlockDelta', { contentBlockIndex: 2, delta: { reasoningContent: { signature: 'dHdv' } } }],
  ['contentBlockStop', { contentBlockIndex: 2 }],
  ['contentBlockDelta', { contentBlockIndex: 3, delta: { text: 'ye' } }],
  ['contentBlockDelta', { contentBlockIndex: 3, delta: { text: 's' } }],
  ['contentBlockStop', { contentBlockIndex: 3 }],
  ['contentBlockStart', { contentBlockIndex: 4, start: { toolUse: { toolUseId: 't1', name: 'f' } } }],
  ['contentBlockDelta', { contentBlockIndex: 4, delta: { toolUse: { input: '{}' } } }],
  ['contentBlockStop', { contentBlockIndex: 4 }],
  ['messageStop', { stopReason: 'tool_use' }],
  ['metadata', { usage: { inputTokens: 1, outputTokens: 2, cacheReadInputTokens: 3, cacheWriteInputTokens: 4 } }],
]

function bedrockStream(strict: boolean | null): JsonObject[] {
  const context = { ...CONTEXT, model: 'anthropic.claude-sonnet-4-5-20250929-v1:0', provider: 'bedrock', strict }
  const decoder = converseChat.stream!(context)
  const view = new ChunkView(context)
  const chunks = [...BEDROCK_EVENTS.flatMap(([name, data]) => decoder.event(name, data)), ...decoder.end()]
  return chunks.map((chunk) => view.chunk(chunk)).filter((chunk) => chunk !== null)
}

test('a stream of Bedrock with strict false sends every block in pieces, with the index of Converse', () => {
  const chunks = bedrockStream(false)
  const pieces = deltasOf(chunks).flatMap((delta) => (delta['content_blocks'] ?? []) as JsonObject[])
  expect(pieces).toEqual([
    { index: 0, delta: { thinking: 'h' } },
    { index: 0, delta: { thinking: 'm' } },
    { index: 0, delta: { signature: 'c2ln' } },
    { index: 1, delta: { data: expect.stringContaining('cmVk') } },
    { index: 2, delta: { thinking: 'so' } },
    { index: 2, delta: { signature: 'dHdv' } },
    { index: 3, delta: { text: 'ye' } },
    { index: 3, delta: { text: 's' } },
  ])
  expect(chunks.at(-1)!['usage']).toMatchObject({
    ...{ prompt_tokens: 8, cache_read_input_tokens: 3, cache_creation_input_tokens: 4 },
  })
})

test('blocks joined from a stream of Bedrock go back to Bedrock in their order', () => {
  const deltas = deltasOf(bedrockStream(false)).flatMap((delta) => (delta['content_blocks'] ?? []) as Piece[])
  const blocks: JsonObject[] = []
  for (const { index, delta } of deltas) {
    const [name = '', text = ''] = Object.entries(delta)[0]!
    const type = name === 'text' ? 'text' : name === 'data' ? 'redacted_thinking' : 'thinking'
    blocks[index] ??= { type }
    blocks[index][name] = `${blocks[index][name] ?? ''}${text}`
  }
  const model = 'anthropic.claude-sonnet-4-5-20250929-v1:0'
  const answer = { role: 'assistant', content: 'yes', content_blocks: blocks, tool_calls: CALLS }
  const result = { role: 'tool', tool_call_id: 't1', content: 'done' }
  const thinking = { type: 'enabled', budget_tokens: 1024 }
  const body = withCarriedThinking({ model, max_tokens: 2048, thinking, messages: [USER, answer, result] })
  const encoded = converseChat.encode(body, { ...CONTEXT, model, provider: 'bedrock' })
  expect((encoded['messages'] as { content: unknown }[])[1]!.content).toEqual([
    { reasoningContent: { reasoningText: { text: 'hm', signature: 'c2ln' } } },
    { reasoningContent: { redactedContent: 'cmVk' } },
    { reasoningContent: { reasoningText: { text: 'so', signature: 'dHdv' } } },
    { text: 'yes' },
    { toolUse: { toolUseId: 't1', name: 'f', input: {} } },
  ])
})

type Piece = { readonly index: number; readonly delta: Readonly<Record<string, string>> }

test('a stream of Bedrock with strict true has no thinking, and without the setting no content_blocks', () => {
  const names = (strict: boolean | null) => new Set(deltasOf(bedrockStream(strict)).flatMap(Object.keys))
  expect(names(true)).toEqual(new Set(['role', 'content', 'tool_calls']))
  expect(names(null)).toEqual(new Set(['role', 'content', 'tool_calls', 'reasoning_content', 'reasoning_details']))
})
