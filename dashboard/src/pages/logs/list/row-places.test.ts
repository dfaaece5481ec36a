import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { LogLine } from './log-line.ts'
import { placesOf } from './row-places.ts'

const line = (id: string, attempts: number) => ({ id, attempts }) as LogLine

test('every row has its place, however many requests are open', () => {
  const rows = fc.array(fc.record({ attempts: fc.integer({ min: 0, max: 4 }), isOpen: fc.boolean() }), {
    maxLength: 30,
  })
  fc.assert(
    fc.property(rows, (given) => {
      const lines = given.map(({ attempts }, index) => line(`l${index}`, attempts))
      const opened = new Set(given.flatMap(({ isOpen }, index) => (isOpen ? [`l${index}`] : [])))
      const expected = lines.flatMap((one) => [
        `${one.id} null`,
        ...(opened.has(one.id) ? Array.from({ length: one.attempts }, (_, index) => `${one.id} ${index}`) : []),
      ])
      const places = placesOf(lines, opened)
      expect(places.length).toBe(expected.length)
      const found = expected.map((_, index) => places.at(index))
      expect(found.map((place) => `${place?.line.id} ${place?.attempt}`)).toEqual(expected)
      expect(places.at(expected.length)).toBeNull()
    }),
  )
})
