import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { masked } from './run-guardrails.ts'

test.each([
  ['', '******'],
  ['12345', '******'],
  ['secret', 's******t'],
  ['12345678901', '1******1'],
  ['123456789012', '12******12'],
  ['a'.repeat(500), 'aa******aa'],
  // Six code units, three characters.
  ['😀😀😀', '******'],
  ['😀bcde🎉', '😀******🎉'],
])('%j is shown as %j', (text, mask) => {
  expect(masked(text)).toBe(mask)
})

test('a mask shows at most a third of the characters, and not how many there are', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const [head, tail] = masked(text).split('*'.repeat(6)) as [string, string]
      const shown = [...head, ...tail].length
      expect(shown).toBeLessThanOrEqual(Math.min(4, [...text].length / 3))
      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true)
    }),
  )
})
