import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { csvText } from './csv-text.ts'

test('text is quoted, unknown is empty, negative numbers stay numbers', () => {
  expect(
    csvText([
      ['time', 'say "hi"'],
      [-2, null],
      ['a,b', 3.5],
    ]),
  ).toBe('"time","say ""hi"""\n-2,\n"a,b",3.5')
})

test('no text becomes a spreadsheet formula or leaves its cell', () => {
  fc.assert(
    fc.property(fc.constantFrom('=', '+', '-', '@', '\t', '\r', ''), fc.string(), (start, rest) => {
      const cell = csvText([[start + rest]])
      expect(cell).toMatch(/^"(?![=+\-@\t\r])/)
      const inside = cell.slice(1, -1).replaceAll('""', '"')
      expect([start + rest, `'${start}${rest}`]).toContain(inside)
    }),
  )
})
