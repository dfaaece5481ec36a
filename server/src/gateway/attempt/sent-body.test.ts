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

test('for a changed member, only the change is stored', () => {
  expect(difference(bytes('{"model":"@team/gpt","n":1}'), bytes('{"model":"gpt","n":1}'))).toEqual({
    startBytes: 10,
    endBytes: 11,
    text: '',
  })
})

test('the sent body can be restored from the request and the difference, also with multi-byte characters', () => {
  const text = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(text, text, text, text, (head, tail, one, other) => {
      const [before, after] = [bytes(head + one + tail), bytes(head + other + tail)]
      expect(rebuilt(before, after)).toBe(new TextDecoder().decode(after))
    }),
  )
})

test('a long translation is not stored', () => {
  expect(difference(bytes('{}'), bytes(`{"a":"${'x'.repeat(70_000)}"}`))).toBeNull()
})
