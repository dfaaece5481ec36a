import { expect, test } from 'bun:test'
import { csvLine } from './csv.ts'

test('fields are quoted where they must be, and lines end as spreadsheets want', () => {
  expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', 7, true, null, undefined, { a: 1 }])).toBe(
    'a,"b,c","say ""hi""","two\nlines",7,true,,,"{""a"":1}"\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://evil.example","x")'])(
  '%p never starts a formula',
  (text) => {
    const field = csvLine([text]).replace(/^"/, '')
    expect(field.startsWith("'")).toBe(true)
  },
)

test('a number stays a number, also below zero', () => {
  expect(csvLine([-5, 1.5])).toBe('-5,1.5\r\n')
})
