import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { promptStart, READABLE_BYTES, readableText } from './readable-text.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const json = (value: unknown) => bytes(JSON.stringify(value))

test.each([
  [
    {
      messages: [
        { role: 'user', content: 'first' },
        { role: 'assistant', content: 'a' },
        { content: 'last', role: 'user' },
      ],
    },
    'last',
  ],
  [{ messages: [{ role: 'system', content: 'You are kind.' }] }, 'You are kind.'],
  [
    {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'data:x' } },
            { type: 'text', text: 'What is it?' },
          ],
        },
      ],
    },
    'What is it?',
  ],
  [{ system: 'Be kind.', messages: [{ role: 'user', content: 'Hi' }] }, 'Hi'],
  [{ system: [{ type: 'text', text: 'Be kind.' }], max_tokens: 5, prompt: 'Go on' }, 'Go on'],
  [
    { contents: [{ role: 'user', parts: [{ text: 'Gemini?' }] }], systemInstruction: { parts: [{ text: 'no' }] } },
    'Gemini?',
  ],
  [{ model: 'm', input: 'embed me' }, 'embed me'],
  [{ model: 'm', input: ['one', 'two'] }, 'one'],
  [
    { instructions: 'Short.', input: [{ role: 'user', content: [{ type: 'input_text', text: 'Responses' }] }] },
    'Responses',
  ],
  [{ variables: { name: 'Ada', city: 'Paris' } }, 'Ada'],
  [{ query: 'which one', documents: ['a', 'b'] }, 'which one'],
  [{ model: 'm', input: [1, 2, 3] }, null],
])('%j begins with %j', (body, expected) => {
  expect(promptStart(json(body))).toBe(expected)
})

test('truncated, non-JSON and non-text bodies are read as far as possible', () => {
  expect(promptStart(bytes('{"messages":[{"role":"user","content":"half a sen'))).toBe('half a sen')
  expect(promptStart(bytes('{"messages":[{"role":"user","content":"half \\u00'))).toBe('half')
  expect(promptStart(bytes('--boundary\r\nContent-Disposition: form-data; name="file"\r\n\r\nRIFF'))).toBeNull()
  expect(promptStart(Uint8Array.of(0xff, 0x22, 0x00, 0x22))).toBeNull()
})

test('long text is truncated; line breaks and control characters become spaces', () => {
  const words = promptStart(json({ prompt: `a\n\tb\u0000c ${'x'.repeat(500)}` }))
  expect(words).toStartWith('a b c xxx')
  expect(words).toHaveLength(161)
  expect(words).toEndWith('…')
})

test('a streamed response is read as one text, an ordinary response as its message', () => {
  const events = ['Wal', 'rus'].map((content) => `data: {"choices":[{"delta":{"content":"${content}"}}]}\n\n`)
  expect(readableText(bytes(events.join('')))).toBe('walrus')
  const anthropic = ['Wal', 'rus'].map(
    (text) =>
      `event: content_block_delta\ndata: {"type":"content_block_delta","delta":{"type":"text_delta","text":"${text}"}}\n\n`,
  )
  expect(readableText(bytes(anthropic.join('')))).toBe('walrus')
  expect(readableText(json({ choices: [{ message: { role: 'assistant', content: 'In  PARIS' } }] }))).toBe('in paris')
})

test('a string in the first part of a body is found, whatever surrounds it', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 })
  fc.assert(
    fc.property(text, text, fc.jsonValue({ maxDepth: 3 }), (system, content, extra) => {
      const body = {
        extra,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content },
        ],
      }
      const found = readableText(json(body))
      if (JSON.stringify(body).length > READABLE_BYTES) return
      expect(found).toContain(
        content
          .replaceAll(/[\s\p{Cc}]+/gu, ' ')
          .trim()
          .toLowerCase(),
      )
    }),
  )
})

test('hostile bodies are scanned without backtracking', () => {
  const bodies = [
    '\\"'.repeat(READABLE_BYTES),
    '{"role":"u",'.repeat(READABLE_BYTES),
    '[{"content":"'.repeat(READABLE_BYTES),
  ]
  // A backtracking scanner would take minutes here and time out. tests/linear measures the growth.
  for (const body of bodies)
    expect(readableText(bytes(`{"content":"${body}`)).length).toBeLessThanOrEqual(READABLE_BYTES)
})
