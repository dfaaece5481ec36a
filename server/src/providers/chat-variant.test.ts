import { expect, test } from 'bun:test'
import type { JsonObject } from '../core/body/json-text.ts'
import type { Call } from './adapter.ts'
import { chatVariant } from './chat-variant.ts'

function call(body: JsonObject | null, endpoint: Call['endpoint'] = 'chat.completions'): Call {
  return { endpoint, path: '/x', search: '', model: null, isStream: false, body, customHost: null }
}

const older = chatVariant({})!
const USER = { role: 'user', content: 'hi' }

test('a host that takes everything is asked nothing', () => {
  expect(chatVariant({ maxCompletionTokens: true, developerRole: true })).toBeNull()
})

test.each([
  ['a body without newer members', call({ model: 'm', max_tokens: 1, messages: [USER], stream_options: {} })],
  ['another endpoint', call({ max_completion_tokens: 1 }, 'responses')],
  ['a body that is no JSON', call(null)],
  ['messages that are none', call({ messages: 'developer' })],
])('nothing changes in %s', (_name, asked) => {
  expect(older(asked)).toBeNull()
})

test('the limit keeps its value under the name every host knows', () => {
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
  expect([...chatVariant({ streamOptions: false })!(call(body))!.drop]).toEqual(['stream_options'])
})
