import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readConversation } from './read-conversation.ts'

const PICTURE = 'data:image/png;base64,iVBORw0KGgo='
const read = (request: unknown, response: unknown = null) =>
  readConversation({
    request: request === null ? null : JSON.stringify(request),
    response:
      response === null || typeof response === 'string' ? (response as string | null) : JSON.stringify(response),
  }).map(({ role, parts }) => ({ role, parts }))
const text = (words: string) => ({ kind: 'text' as const, text: words })
const stream = (...events: unknown[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')

test('a chat with an image, a tool call and its result', () => {
  const request = {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image_url', image_url: { url: PICTURE } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ function: { name: 'weather', arguments: '{"city":"Oslo"}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'rain' },
    ],
  }
  expect(read(request, { choices: [{ message: { role: 'assistant', content: 'It rains.' } }] })).toEqual([
    { role: 'user', parts: [text('look'), { kind: 'image', dataUrl: PICTURE, note: 'Image' }] },
    { role: 'assistant', parts: [{ kind: 'tool-call', name: 'weather', input: '{"city":"Oslo"}' }] },
    { role: 'tool', parts: [{ kind: 'tool-result', of: 'c1', text: 'rain' }] },
    { role: 'assistant', parts: [text('It rains.')] },
  ])
})

test.each([
  'https://example.com/a.png',
  'data:image/svg+xml;base64,PHN2Zz4=',
  'data:text/html;base64,PGI+',
  'javascript:1',
])('a picture at %s is named, never loaded', (url) => {
  const [turn] = read({ messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }] })
  expect(turn?.parts[0]).toMatchObject({ kind: 'image', dataUrl: null })
})

test('streams are put together: chat completions with tool calls', () => {
  const body = stream(
    { choices: [{ index: 0, delta: { role: 'assistant', content: 'It ' } }] },
    { choices: [{ index: 0, delta: { content: 'rains' } }] },
    { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { name: 'f', arguments: '{"a"' } }] } }] },
    { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] } }] },
  )
  expect(read(null, `${body}data: [DONE]\n\n`)).toEqual([
    { role: 'assistant', parts: [text('It rains'), { kind: 'tool-call', name: 'f', input: '{"a":1}' }] },
  ])
})

test('streams are put together: messages with thoughts', () => {
  const body = stream(
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hello' } },
    { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', name: 'f' } },
    { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{}' } },
  )
  expect(read({ system: 'Be brief.', messages: [{ role: 'user', content: 'hi' }] }, body)).toEqual([
    { role: 'system', parts: [text('Be brief.')] },
    { role: 'user', parts: [text('hi')] },
    {
      role: 'assistant',
      parts: [{ kind: 'thought', text: 'hm' }, text('Hello'), { kind: 'tool-call', name: 'f', input: '{}' }],
    },
  ])
})

test.each([
  [{ prompt: 'Once' }, { choices: [{ text: ' upon' }] }, ['user Once', 'assistant  upon']],
  [{ input: ['a', 'b'] }, { data: [] }, ['user a', 'user b']],
  [
    { input: 'hi', instructions: 'terse' },
    { output: [{ type: 'message', content: [{ type: 'output_text', text: 'yo' }] }] },
    ['system terse', 'user hi', 'assistant yo'],
  ],
  [{ messages: [] }, { error: { message: 'No provider selected' } }, ['error No provider selected']],
])('%j and %j', (request, response, expected) => {
  const said = read(request, response).map(
    ({ role, parts }) => `${role} ${parts.map((part) => (part.kind === 'text' ? part.text : '?')).join('')}`,
  )
  expect(said).toEqual(expected)
})

test('any JSON and any text can be read without an accident', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.oneof(fc.json(), fc.string()), (request, response) => {
      expect(Array.isArray(read(request, response))).toBe(true)
      expect(Array.isArray(read({ messages: [request, { role: 'user', content: request }] }, response))).toBe(true)
    }),
  )
})
