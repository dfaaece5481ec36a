import { expect, test } from 'bun:test'
import { changeText, messageText, readableBody } from './readable-body.ts'

test('JSON is indented, other text is unchanged, and binary or missing bodies are null', () => {
  expect(readableBody({ body: '{"a":1}', body_encoding: 'utf-8' })).toBe('{\n  "a": 1\n}')
  expect(readableBody({ body: 'data: x', body_encoding: 'utf-8' })).toBe('data: x')
  expect(readableBody({ body: 'AAAA', body_encoding: 'base64' })).toBeNull()
  expect(readableBody({ body: null, body_encoding: 'utf-8' })).toBeNull()
})

test('differences have a sign and a share', () => {
  const ms = (value: number) => `${value} ms`
  expect(changeText(40, 60, ms)).toBe('+20 ms (+50 %)')
  expect(changeText(60, 30, ms)).toBe('−30 ms (−50 %)')
  expect([changeText(2, 24, ms), changeText(1.2, 1.4, (value) => `${Math.round(value)} ms`)]).toEqual([
    '+22 ms (×12)',
    'same',
  ])
  expect([changeText(0, 5, ms), changeText(5, 5, ms), changeText(null, 5, ms)]).toEqual(['+5 ms', 'same', '—'])
})

test('the message of a stream is the same text as that of a whole response', () => {
  const whole = JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'Hello there' } }] })
  const chunk = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`
  const stream = `${chunk('Hello ')}${chunk('there')}data: [DONE]\n\n`
  for (const body of [whole, stream]) expect(messageText({ body, body_encoding: 'utf-8' })).toBe('Hello there')
  expect(messageText({ body: '{"data":[]}', body_encoding: 'utf-8' })).toBeNull()
  expect(messageText({ body: null, body_encoding: 'utf-8' })).toBeNull()
})
