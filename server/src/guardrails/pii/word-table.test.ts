import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { WordTable } from './word-table.ts'

test('finds the words of the list between any two indices, and no others', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'é', '中'), minLength: 1, maxLength: 4 })
  const lists = fc.dictionary(word, fc.integer({ min: 1, max: 255 }), { minKeys: 1, noNullPrototype: true })
  fc.assert(
    fc.property(lists, word, word, word, (list, before, text, after) => {
      const table = new WordTable(new Map(Object.entries(list)))
      for (const one of [text, ...Object.keys(list)])
        expect(table.bitsOf(before + one + after, before.length, before.length + one.length)).toBe(list[one] ?? 0)
    }),
    { numRuns: propertyRuns(1_000) },
  )
})

test('tells words apart that have the same hash', () => {
  // The hashes are equal: 31 * 'a' + 'b' = 31 * 'b' + 'C'.
  const table = new WordTable(new Map([['ab', 1]]))
  expect([table.bitsOf('ab', 0, 2), table.bitsOf('bC', 0, 2)]).toEqual([1, 0])
})
