import { expect, test } from 'bun:test'
import { isComplete } from './completeness.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const EVENTS = 'text/event-stream; charset=utf-8'
const WORD = 'data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n'

test.each([
  [JSON_TYPE, '{"choices":[]}', true],
  [JSON_TYPE, '{"error":null,"id":"r"}', true],
  [JSON_TYPE, '[{"embedding":[1]}]', true],
  [JSON_TYPE, '"text"', true],
  [JSON_TYPE, '{"error":{"message":"no"}}', false],
  [JSON_TYPE, '{"error":"no"}', false],
  [JSON_TYPE, '{"choices":[', false],
  [JSON_TYPE, '', false],
  [JSON_TYPE, '{"choices":[{"message":{"content":"a"},"finish_reason":"error"}]}', false],
  ['application/vnd.api+json', '{"error":{}}', false],
  ['text/plain', 'anything', true],
])('%s %j is complete: %p', (type, body, expected) => {
  expect(isComplete(Buffer.from(body), type)).toBe(expected)
})

test.each([
  ['OpenAI’s end', `${WORD}data: [DONE]\n\n`, true],
  ['OpenAI’s end without a space', `${WORD}data:[DONE]\n\n`, true],
  [
    'the end of a Responses stream',
    'event: response.completed\ndata: {"type":"response.completed","response":{}}\n\n',
    true,
  ],
  ['the end of a Responses stream, spaced', 'data: {"type": "response.completed"}\n\n', true],
  ['the end of an Anthropic stream', 'event: message_stop\ndata: {"type":"message_stop"}\n\n', true],
  ['nothing', '', false],
  ['words without an end', WORD, false],
  ['half an end', `${WORD}data: [DO`, false],
  ['a failed Responses stream', 'data: {"type":"response.failed","response":{"error":{}}}\n\n', false],
  ['an incomplete Responses stream', 'data: {"type":"response.incomplete","response":{}}\n\n', false],
  ['an error before the end', `${WORD}data: {"error":{"message":"no"}}\n\ndata: [DONE]\n\n`, false],
  [
    'a failed generation',
    `${WORD}data: {"choices":[{"index":0,"delta":{},"finish_reason":"error"}]}\n\ndata: [DONE]\n\n`,
    false,
  ],
  ['a named error before the end', `${WORD}event: error\ndata: {"type":"x"}\n\ndata: [DONE]\n\n`, false],
])('a stream with %s is complete: %p', (_, body, expected) => {
  expect(isComplete(Buffer.from(body), EVENTS)).toBe(expected)
})

test('text about errors is not treated as an error', () => {
  const said = `data: ${JSON.stringify({ choices: [{ delta: { content: 'data: {"error": 1}\nevent: error' } }] })}\n\n`
  expect(isComplete(Buffer.from(`${said}data: [DONE]\n\n`), EVENTS)).toBe(true)
})

test('a view into a larger buffer is checked by its own bytes only', () => {
  const whole = Buffer.from(`${WORD}data: [DONE]\n\n`)
  expect(isComplete(whole.subarray(0, WORD.length), EVENTS)).toBe(false)
})

test('no prefix of a stream counts as complete', () => {
  const end = 'data: [DONE]'
  const whole = Buffer.from(`${WORD}${WORD}${end}\n\n`)
  for (let length = 0; length <= whole.length; length++) {
    expect(isComplete(whole.subarray(0, length), EVENTS)).toBe(length >= WORD.length * 2 + end.length)
  }
})
