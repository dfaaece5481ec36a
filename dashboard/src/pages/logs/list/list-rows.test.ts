import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { listRows } from './list-rows.ts'
import type { LogLine } from './log-line.ts'

const line = (id: string, attempts: number) => ({ id, attempts }) as LogLine

test('every row has its index, however many requests are open', () => {
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
      const list = listRows(lines, opened)
      expect(list.length).toBe(expected.length)
      const found = expected.map((_, index) => list.at(index))
      expect(found.map((row) => `${row?.line.id} ${row?.attempt}`)).toEqual(expected)
      expect(list.at(expected.length)).toBeNull()
    }),
  )
})
