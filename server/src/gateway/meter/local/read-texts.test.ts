import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { joinedTexts, readTexts } from './read-texts.ts'

const bytesOf = (text: string) => Buffer.from(text)
const events = (...data: unknown[]) => bytesOf(data.map((item) => `data: ${JSON.stringify(item)}\n\n`).join(''))
const chunk = (delta: object) => ({ object: 'chat.completion.chunk', choices: [{ delta }] })

test.each([
  [
    'chat',
    events(chunk({ role: 'assistant', content: '' }), chunk({ content: 'a "b" ' }), chunk({ content: 'ü👋' })),
    'a "b" ü👋',
  ],
  [
    'calls',
    events(
      chunk({ tool_calls: [{ function: { name: 'f', arguments: '{"x":' } }] }),
      chunk({ tool_calls: [{ function: { arguments: '1}' } }] }),
    ),
    '{"x":1}',
  ],
  ['a refusal', events(chunk({ refusal: 'no' })), 'no'],
  ['reasoning', events(chunk({ reasoning_content: 'hm ' }), chunk({ content: 'yes' })), 'hm yes'],
  [
    'reasoning in two members and its details',
    events(chunk({ reasoning_content: 'hm', reasoning: 'hm', reasoning_details: [{ type: 'thinking', text: 'hm' }] })),
    'hm',
  ],
  ['reasoning under another name', events(chunk({ reasoning: 'hm' })), 'hm'],
  ['text completions', events({ object: 'text_completion', choices: [{ text: 'day' }] }), 'day'],
  [
    'Messages',
    events(
      { type: 'message_start', message: { content: [] } },
      { type: 'content_block_delta', delta: { type: 'thinking_delta', thinking: 'hm ' } },
      { type: 'content_block_delta', delta: { type: 'text_delta', text: 'day ' } },
      { type: 'content_block_delta', delta: { type: 'input_json_delta', partial_json: '{}' } },
    ),
    'hm day {}',
  ],
  [
    'Responses, which repeat what they said',
    events(
      { type: 'response.created', response: {} },
      { type: 'response.output_text.delta', delta: 'day' },
      { type: 'response.output_text.done', text: 'day' },
      { type: 'response.content_part.done', part: { text: 'day' } },
    ),
    'day',
  ],
  ['a picture', events(chunk({ content: `data:image/png;base64,${'A'.repeat(99)}` })), ''],
  ['a whole answer', bytesOf('{"object":"chat.completion","choices":[{"message":{"content":"day"}}]}'), 'day'],
  ['nothing', bytesOf(''), ''],
])('generated text is found in %s', (_, answer, expected) => {
  expect(joinedTexts(answer)).toBe(expected)
})

test('the text for the model is found in a request of any format, without names, ids and images', () => {
  const picture = { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'high' } }
  const parts = [{ type: 'text', text: 'look' }, picture]
  const chat = {
    model: 'm',
    user: 'ada',
    messages: [
      { role: 'system', content: 'be kind' },
      { role: 'user', content: parts },
    ],
  }
  expect(readTexts(chat)).toEqual({ texts: ['be kind', 'look'], messages: 2, media: 1 })
  const tools = [{ type: 'function', function: { name: 'f', description: 'does' } }]
  expect(readTexts({ tools, messages: [{ role: 'tool', tool_call_id: 'c', content: 'done' }] }).texts).toEqual([
    'done',
    'f',
    'does',
  ])
  const source = { type: 'base64', media_type: 'image/png', data: 'A'.repeat(99) }
  const blocks = [
    { type: 'image', source },
    { type: 'thinking', thinking: 'hm', signature: 'sealed' },
  ]
  expect(readTexts({ system: 'be kind', messages: [{ role: 'user', content: blocks }] })).toEqual({
    texts: ['hm', 'be kind'],
    messages: 1,
    media: 1,
  })
  const gemini = [{ role: 'user', parts: [{ text: 'hi' }, { inlineData: { mimeType: 'audio/wav', data: 'AAAA' } }] }]
  expect(readTexts({ contents: gemini })).toEqual({ texts: ['hi'], messages: 1, media: 1 })
  expect(readTexts({ input: 'hi' })).toEqual({ texts: ['hi'], messages: 0, media: 0 })
})

test('nothing a caller or a provider sends makes the search fail, or slow', () => {
  fc.assert(
    fc.property(
      fc.object({ key: fc.constantFrom('messages', 'content', 'text', 'input', 'image_url', 'a') }),
      (request) => {
        const { texts } = readTexts(request as Record<string, unknown>)
        expect(texts.every((text) => typeof text === 'string')).toBe(true)
      },
    ),
  )
  fc.assert(fc.property(fc.uint8Array(), (bytes) => typeof joinedTexts(bytes) === 'string'))
  let deep: unknown = 'bottom'
  for (let i = 0; i < 10_000; i++) deep = { content: deep }
  expect(readTexts({ messages: deep }).texts).toEqual([])
  joinedTexts(bytesOf('"content":"\\'.repeat(20_000)))
  joinedTexts(bytesOf(`"content":"${'\\\\'.repeat(100_000)}`))
})
