import { expect, test } from 'bun:test'
import type { JsonObject } from '../dialect.ts'
import { withoutForeignParts } from './foreign-parts.ts'

const OWN = { type: 'thinking', thinking: 't', signature: 'c2ln' }
const FOREIGN = { type: 'thinking', thinking: 't', signature: 'gatehouse:google-gemini-v1:c2ln' }
const UNSIGNED = { type: 'thinking', thinking: 't', signature: '' }
const REDACTED = { type: 'redacted_thinking', data: 'gatehouse:amazon-converse-v1:cg==' }
const use = (id: string) => ({ type: 'tool_use', id, name: 'f', input: {} })
const result = (id: string) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'r' }] })
const ASK = { role: 'user', content: 'q' }
const BUDGET = { type: 'enabled', budget_tokens: 2048 }
const loop = (...content: JsonObject[]) => [ASK, { role: 'assistant', content }, result(String(content.at(-1)!['id']))]

test.each<[string, JsonObject]>([
  ['a question', { messages: [ASK], thinking: BUDGET }],
  ['Anthropic’s own loop', { messages: loop(OWN, use('toolu_1')), thinking: BUDGET }],
  ['Anthropic’s own loop that lost its thinking', { messages: loop(use('toolu_vrtx_1')), thinking: BUDGET }],
  ['calls of others without thinking', { messages: loop(use('call_1')) }],
  ['calls of others for a model that adapts', { messages: loop(use('call_1')), thinking: { type: 'adaptive' } }],
  ['messages that are none', { messages: 'x' }],
])('%s is unchanged', (_name, body) => {
  expect(withoutForeignParts(body)).toBeNull()
})

test.each([
  ['signed by another', FOREIGN],
  ['that nobody signed', UNSIGNED],
  ['redacted elsewhere', REDACTED],
])('removes thinking %s, and the budget of its loop', (_name, foreign) => {
  const messages = loop(foreign, use('call_1'))
  expect(withoutForeignParts({ messages })).toEqual({ messages: loop(use('call_1')), stopsThinking: false })
  const later = [...messages, { role: 'assistant', content: [OWN, use('toolu_2')] }, result('toolu_2')] as JsonObject[]
  expect(withoutForeignParts({ messages: later, thinking: BUDGET })).toEqual({
    messages: [...loop(use('call_1')), { role: 'assistant', content: [use('toolu_2')] }, result('toolu_2')],
    stopsThinking: true,
  })
})

test('calls of another provider without thinking only remove the budget', () => {
  const messages = loop(use('call_1'))
  expect(withoutForeignParts({ messages, thinking: BUDGET })).toEqual({ messages, stopsThinking: true })
})

test('a finished loop does not remove the budget, and a turn of only foreign thinking is dropped', () => {
  const over = [...loop(FOREIGN, use('call_1')), { role: 'assistant', content: [FOREIGN] }, ASK]
  expect(withoutForeignParts({ messages: over, thinking: BUDGET })).toEqual({
    messages: [...loop(use('call_1')), ASK],
    stopsThinking: false,
  })
})

test('removes citations that another provider made, and keeps Anthropic’s', () => {
  const cited = (encrypted_index: string) => ({ type: 'web_search_result_location', url: 'u', encrypted_index })
  const turn = (...citations: JsonObject[]) => ({
    role: 'assistant',
    content: [{ type: 'text', text: 'a', ...(citations.length > 0 && { citations }) }],
  })
  expect(withoutForeignParts({ messages: [ASK, turn(cited('RW5j'))] })).toBeNull()
  expect(withoutForeignParts({ messages: [ASK, turn(cited('')), ASK], thinking: BUDGET })).toEqual({
    messages: [ASK, turn(), ASK],
    stopsThinking: false,
  })
  expect(withoutForeignParts({ messages: [ASK, turn(cited(''), cited('RW5j')), ASK] })).toEqual({
    messages: [ASK, turn(cited('RW5j')), ASK],
    stopsThinking: false,
  })
})
