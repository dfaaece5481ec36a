import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { highlighted } from './highlight.ts'

const match = (start: number, end: number, label = 'EMAIL_ADDRESS') => ({ check: 'default.pii', label, start, end })
const marked = (text: string, ...matches: ReturnType<typeof match>[]) =>
  highlighted(text, matches).flatMap((part) => (part.label === null ? [] : [part.text]))

test('matches are marked where they are, equal texts each for itself', () => {
  expect(highlighted('to bob or bob', [match(10, 13, 'PERSON')])).toEqual([
    { text: 'to bob or ', label: null },
    { text: 'bob', label: 'PERSON' },
  ])
  expect(marked('bob bob', match(4, 7), match(0, 3))).toEqual(['bob', 'bob'])
})

test('overlapping matches and those outside of the text are left out', () => {
  expect(marked('abcdef', match(0, 4), match(2, 6), match(4, 5), match(5, 9), match(3, 3))).toEqual(['abcd', 'e'])
  expect(marked('', match(0, 1))).toEqual([])
})

test('the parts are the text, whatever the matches are', () => {
  const places = fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 6 })
  fc.assert(
    fc.property(fc.string({ maxLength: 24 }), places, (text, list) => {
      const parts = highlighted(
        text,
        list.map(([start, end]) => match(start, end)),
      )
      expect(parts.map((part) => part.text).join('')).toBe(text)
      expect(parts.every((part) => part.text !== '')).toBe(true)
    }),
  )
})
