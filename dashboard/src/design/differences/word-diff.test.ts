import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { pairLines } from './pair-lines.ts'
import { diffWords } from './word-diff.ts'

test('only the words that changed are marked', () => {
  expect(diffWords('Greet people in French.', 'Greet people warmly in French!')).toEqual([
    { kind: 'same', text: 'Greet people ' },
    { kind: 'added', text: 'warmly ' },
    { kind: 'same', text: 'in French' },
    { kind: 'removed', text: '.' },
    { kind: 'added', text: '!' },
  ])
})

test('both texts can be read back from the pieces, breaks and all', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '.', 'é') })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const pieces = diffWords(before, after)
      const without = (kind: string) => pieces.filter((piece) => piece.kind !== kind).map((piece) => piece.text)
      expect(without('added').join('')).toBe(before)
      expect(without('removed').join('')).toBe(after)
    }),
  )
})

test('a replaced line is shown next to its replacement, an added line next to an empty one', () => {
  expect(pairLines('a\nb\nc', 'a\nB\nc\nd')).toEqual([
    { kind: 'same', before: 'a', after: 'a' },
    { kind: 'changed', before: 'b', after: 'B' },
    { kind: 'same', before: 'c', after: 'c' },
    { kind: 'changed', before: null, after: 'd' },
  ])
})
