import { expect, test } from 'bun:test'
import type { JsonObject } from '../core/body/json-text.ts'
import type { Call } from './adapter.ts'
import { chatVariant } from './chat-variant.ts'

function call(body: JsonObject | null, endpoint: Call['endpoint'] = 'chat.completions'): Call {
  return { endpoint, path: '/x', search: '', model: null, isStream: false, body, customHost: null }
}

const older = chatVariant({})
const USER = { role: 'user', content: 'hi' }

const newest = chatVariant({ maxCompletionTokens: true, developerRole: true })
const strict = chatVariant({ maxCompletionTokens: true, developerRole: true, messageExtras: 'none' })

test('a fully compatible host gets every member of OpenAI’s format unchanged', () => {
  const messages = [{ role: 'developer', content: 'x' }, USER]
  expect(newest(call({ max_completion_tokens: 1, stream_options: {}, messages }))).toBeNull()
  expect(strict(call({ max_completion_tokens: 1, stream_options: {}, messages }))).toBeNull()
})

test.each([
  ['a body without newer members', call({ model: 'm', max_tokens: 1, messages: [USER], stream_options: {} })],
  ['another endpoint', call({ max_completion_tokens: 1 }, 'responses')],
  ['a body that is no JSON', call(null)],
  ['messages that are none', call({ messages: 'developer' })],
])('nothing changes in %s', (_name, asked) => {
  expect(older(asked)).toBeNull()
})

test('the output limit is sent under the name that every host accepts', () => {
  const change = older(call({ max_completion_tokens: 9 }))!
  expect([[...change.set], [...change.drop]]).toEqual([[['max_tokens', 9]], ['max_completion_tokens']])
})

test('a limit the caller gave under the older name wins', () => {
  const change = older(call({ max_completion_tokens: 9, max_tokens: 5 }))!
  expect([[...change.set], [...change.drop]]).toEqual([[], ['max_completion_tokens']])
})

test('a developer is the system, and every other message stays the same object', () => {
  const change = older(call({ messages: [{ role: 'developer', content: 'be kind', name: 'n' }, USER, null] }))!
  const messages = change.set.get('messages') as unknown[]
  expect(messages).toEqual([{ role: 'system', content: 'be kind', name: 'n' }, USER, null])
  expect(messages[1]).toBe(USER)
})

test('stream_options goes only where it is refused', () => {
  const body = { stream: true, stream_options: { include_usage: true } }
  expect(older(call(body))).toBeNull()
  expect([...chatVariant({ streamOptions: false })(call(body))!.drop]).toEqual(['stream_options'])
})

const FOREIGN = { type: 'thinking', text: 't', signature: 's', format: 'anthropic-claude-v1' }
const HOSTS_OWN = { type: 'reasoning.encrypted', data: 'd', format: 'openai-responses-v1' }
const CALL = { id: 'toolu_01', type: 'function', function: { name: 'f', arguments: '{}' } }
const SIGNED_CALL = { ...CALL, extra_content: { google: { thought_signature: 'g' } } }

function messagesOf(variant: typeof older, ...messages: JsonObject[]): unknown {
  return variant(call({ messages }))?.set.get('messages')
}

test('what another provider thought goes to no host, tools and the host’s own thinking stay', () => {
  const thought = { role: 'assistant', content: 'a', tool_calls: [CALL] }
  const blocks = { ...thought, reasoning_content: 't', content_blocks: [{ type: 'text', text: 'a' }] }
  const foreign = {
    ...blocks,
    tool_calls: [SIGNED_CALL],
    reasoning_details: [FOREIGN, { type: 'redacted', data: 'r' }],
  }
  expect(messagesOf(newest, USER, foreign)).toEqual([USER, thought])
  const own = { ...thought, reasoning_content: 't', reasoning_details: [HOSTS_OWN] }
  expect(messagesOf(newest, own)).toBeUndefined()
  expect(messagesOf(newest, { ...own, reasoning_details: [FOREIGN, HOSTS_OWN] })).toEqual([
    { ...thought, reasoning_details: [HOSTS_OWN] },
  ])
  expect(messagesOf(chatVariant({ requiresReasoning: true }), { ...own, reasoning_details: [FOREIGN] })).toEqual([
    { ...thought, reasoning_content: 't' },
  ])
  const signed = { ...thought, tool_calls: [SIGNED_CALL] }
  expect(messagesOf(newest, signed)).toEqual([thought])
  expect(messagesOf(chatVariant({ signedToolCalls: true }), signed)).toBeUndefined()
})

test('a host that refuses unknown members gets none of them', () => {
  const mark = { cache_control: { type: 'ephemeral' } }
  const marked = { role: 'user', content: [{ type: 'text', text: 'x', ...mark }], ...mark }
  const thought = {
    role: 'assistant',
    content: null,
    reasoning_content: 't',
    reasoning: 't',
    reasoning_details: [FOREIGN, HOSTS_OWN],
    images: [],
    citations: [],
    tool_calls: [{ ...SIGNED_CALL, ...mark }],
  }
  const result = { role: 'tool', tool_call_id: 'toolu_01', content: 'r' }
  const plain = [
    { role: 'user', content: [{ type: 'text', text: 'x' }] },
    { role: 'assistant', content: null, tool_calls: [CALL] },
    result,
  ]
  expect(messagesOf(strict, marked, thought, { ...result, is_error: true })).toEqual(plain)
  const named = chatVariant({ developerRole: true, messageExtras: 'reasoning' })
  expect(messagesOf(named, thought)).toEqual([{ ...(plain[1] as JsonObject), reasoning: 't' }])
})

test('ids of tool calls get the form that the host requires, the same in call and result', () => {
  const short = chatVariant({ toolCallIds: { pattern: /^[a-zA-Z0-9]{9}$/, length: 9 } })
  const fits = { ...CALL, id: 'abcDEF123' }
  const [asked, first, second] = messagesOf(
    short,
    { role: 'assistant', content: null, tool_calls: [CALL, fits] },
    { role: 'tool', tool_call_id: 'toolu_01', content: 'r' },
    { role: 'tool', tool_call_id: 'abcDEF123', content: 'r' },
  ) as { tool_calls?: { id: string }[]; tool_call_id?: string }[]
  expect(first?.tool_call_id).toMatch(/^[a-z0-9]{9}$/)
  expect(asked?.tool_calls?.map(({ id }) => id)).toEqual([first!.tool_call_id!, 'abcDEF123'])
  expect(second?.tool_call_id).toBe('abcDEF123')
})

test('reasoning that was packed here leaves a Responses request for a host that encrypts its own', () => {
  const packed = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gatehouse.1.e30=' }
  const own = { ...packed, encrypted_content: 'gAAAA' }
  expect(strict(call({ input: [own, USER] }, 'responses'))).toBeNull()
  expect(strict(call({ input: 'text' }, 'responses'))).toBeNull()
  expect(strict(call({ input: [packed, own, USER] }, 'responses'))?.set.get('input')).toEqual([own, USER])
})
