import { expect, test } from 'bun:test'
import { newMessage } from '../prompts/template/prompt-draft.ts'
import { callOf, chosenTarget, columnOfBody, columnOfPrompt, hasOnlyPlainTags, newColumn } from './playground-column.ts'

test('free messages go out with their plain variables filled, to the chosen target', () => {
  const column = newColumn({ messages: [newMessage('user', 'Greet {{ name }} and {{{other}}}.')], target: 'key:team' })
  const { path, headers, body } = callOf({ ...column, temperature: '0.5' }, { name: 'Ada' }, [])
  expect(path).toBe('/chat/completions')
  expect(headers).toEqual({ 'x-gateway-virtual-key': 'team' })
  expect(body).toMatchObject({
    model: 'mock-1',
    temperature: 0.5,
    stream: true,
    messages: [{ role: 'user', content: 'Greet Ada and .' }],
  })
})

test('a prompt goes out by its version with the variables that were given, lists as lists', () => {
  const { path, body } = callOf({ ...columnOfPrompt('pp-a-1@3'), target: 'own' }, { items: '[1]', name: '' }, [
    { name: 'items', kind: 'section', inside: null },
    { name: 'name', kind: 'text', inside: null },
  ])
  expect(path).toBe('/prompts/pp-a-1%403/completions')
  expect(body).toEqual({ variables: { items: [1] }, stream: true, stream_options: { include_usage: true } })
})

test('the target chosen for a prompt with its own virtual key is called', () => {
  const prompt = columnOfPrompt('pp-a-1@3')
  const headersTo = (target: string, ownKey: string | null | undefined) =>
    callOf({ ...prompt, target }, {}, [], ownKey).headers
  const only = (target: object) => ({
    'x-gateway-config': JSON.stringify({ strategy: { mode: 'single' }, targets: [target] }),
  })
  expect(headersTo('mock', 'team')).toEqual(only({ provider: 'mock' }))
  expect(headersTo('key:other', 'team')).toEqual(only({ virtual_key: 'other' }))
  expect(headersTo('config:pc-1', 'team')).toEqual({ 'x-gateway-config': 'pc-1' })
  expect(headersTo('own', 'team')).toEqual({})
  expect(headersTo('mock', null)).toEqual({ 'x-gateway-provider': 'mock' })
})

test('a prompt starts with its own virtual key, or with the mock provider if it has none', () => {
  const prompt = columnOfPrompt('pp-a-1')
  expect([chosenTarget(prompt, 'team'), chosenTarget(prompt, null)]).toEqual(['own', 'mock'])
  expect(callOf(prompt, {}, [], null).headers).toEqual({ 'x-gateway-provider': 'mock' })
  expect(callOf(prompt, {}, [], undefined).headers).toEqual({})
})

test('a logged chat request becomes a column, other requests do not', () => {
  const body = JSON.stringify({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'x' }] })
  expect(columnOfBody(body, 'config:pc-1')).toMatchObject({ model: 'm', maxTokens: '9', target: 'config:pc-1' })
  for (const text of [null, '', 'no json', '{"input": "an embedding"}']) expect(columnOfBody(text, 'mock')).toBeNull()
})

test('tags that only saved prompts understand are noticed', () => {
  expect(hasOnlyPlainTags('{{a}} {{{b}}}')).toBe(true)
  expect(hasOnlyPlainTags('{{#a}}x{{/a}}')).toBe(false)
  expect(hasOnlyPlainTags('{{>tone}}')).toBe(false)
})
