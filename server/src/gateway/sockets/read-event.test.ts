import { expect, test } from 'bun:test'
import { eventOutline, isOtherEvent, isWideJson, parsedEvent } from './read-event.ts'

const TYPES = ['response.create']

test('events of other types are not parsed, whatever their size', () => {
  expect(isOtherEvent(`{"type":"input_audio_buffer.append","audio":"${'A'.repeat(100_000)}"}`, TYPES)).toBe(true)
  expect(isOtherEvent('{ "type": "other", not JSON', TYPES)).toBe(true)
})

test('the outline of an event keeps the small members of its parameters', () => {
  const session = {
    model: 'gpt-realtime',
    instructions: 'x'.repeat(300_000),
    audio: { input: { turn_detection: null } },
  }
  const outline = eventOutline({ type: 'session.update', session })
  expect(outline).toMatchObject({ type: 'session.update', session: { model: session.model, audio: session.audio } })
  expect(JSON.stringify(outline).length).toBeLessThan(100_000)
})

test.each([`[${'0,'.repeat(200_000)}0]`, `[${'[],'.repeat(150_000)}0]`, `${'['.repeat(1_000)}${']'.repeat(1_000)}`])(
  'an event with too many values or levels is refused before it is parsed',
  (value) => {
    expect(parsedEvent(`{"type":"response.create","input":${value}}`)).toMatchObject({ code: 'invalid_body' })
  },
)

test('commas and brackets in texts are no values', () => {
  const text = '[0,'.repeat(300_000)
  expect(parsedEvent(JSON.stringify({ type: 'response.create', input: text }))).toMatchObject({ input: text })
})

test('JSON in UTF-16 and UTF-32 is recognised; other binary messages are not', () => {
  const text = ' {"type":"x"}'
  const wide = Buffer.from(text, 'utf16le')
  expect(isWideJson(wide)).toBe(true)
  expect(isWideJson(Buffer.concat([Buffer.from([0xff, 0xfe]), wide]))).toBe(true)
  expect(isWideJson(Buffer.from(wide).swap16())).toBe(true)
  expect(isWideJson(Buffer.from([...text].flatMap((one) => [0, 0, 0, one.charCodeAt(0)])))).toBe(true)
  expect(isWideJson(Buffer.from(text))).toBe(false)
  expect(isWideJson(new Uint8Array(1_000).map((_, i) => i * 7))).toBe(false)
})
