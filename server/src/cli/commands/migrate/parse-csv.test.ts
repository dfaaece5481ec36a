import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseCsv } from './parse-csv.ts'

test('quotes, line breaks and empty fields', () => {
  expect(parseCsv('a,b\r\n1,"x, ""y""\nz"\r\n\r\n,2\r\n3,')).toEqual([
    { a: '1', b: 'x, "y"\nz' },
    { a: '', b: '2' },
    { a: '3', b: '' },
  ])
})

test('a field of many megabytes is not lost', () => {
  const long = 'x'.repeat(20_000_000)
  expect(parseCsv(`a,b\n"${long}",1`)).toEqual([{ a: long, b: '1' }])
})

test('a quoted field that does not end is an error', () => {
  expect(() => parseCsv('a\n"x')).toThrow('does not end')
})

test('rows that are written are read back', () => {
  const cell = fc.string().filter((text) => !text.includes('\r'))
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 10 }), (rows) => {
      const filled = rows.filter(([a, b]) => a !== '' || b !== '')
      const text = ['a,b', ...rows.map((row) => row.map(quote).join(','))].join('\n')
      expect(parseCsv(text)).toEqual(filled.map(([a, b]) => ({ a, b })))
    }),
  )
})
