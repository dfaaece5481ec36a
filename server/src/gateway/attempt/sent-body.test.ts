import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { difference } from './sent-body.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function rebuilt(before: Uint8Array, after: Uint8Array): string | null {
  const found = difference(before, after)
  if (!found) return null
  const decoder = new TextDecoder()
  const { startBytes, endBytes, text } = found
  return (
    decoder.decode(before.subarray(0, startBytes)) + text + decoder.decode(before.subarray(before.length - endBytes))
  )
}

test('a changed member is kept as the change alone', () => {
  expect(difference(bytes('{"model":"@team/gpt","n":1}'), bytes('{"model":"gpt","n":1}'))).toEqual({
    startBytes: 10,
    endBytes: 11,
    text: '',
  })
})

test('whatever was sent can be told from the request and the difference, letters of several bytes too', () => {
  const text = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(text, text, text, text, (head, tail, one, other) => {
      const [before, after] = [bytes(head + one + tail), bytes(head + other + tail)]
      expect(rebuilt(before, after)).toBe(new TextDecoder().decode(after))
    }),
  )
})

test('a long translation is not kept', () => {
  expect(difference(bytes('{}'), bytes(`{"a":"${'x'.repeat(70_000)}"}`))).toBeNull()
})
