import { expect, test } from 'bun:test'
import { layoutPairs, layoutTable } from './text-table.ts'

const HEADS = ['NAME', 'EXPIRES', 'ID']
const ROWS = [
  ['First key', '-', '0123456789'],
  ['CI', '', '9876543210'],
]

test('a table that fits has a line for each row', () => {
  expect(layoutTable(HEADS, ROWS, 80)).toBe(
    ['NAME       EXPIRES  ID', 'First key  -        0123456789', 'CI                  9876543210'].join('\n'),
  )
  expect(layoutTable(HEADS, ROWS, Number.POSITIVE_INFINITY)).toContain('EXPIRES')
})

test('a narrow terminal gets no empty columns, and then a block for each row with every value', () => {
  expect(layoutTable(HEADS, ROWS, 25)).toBe(
    ['NAME       ID', 'First key  0123456789', 'CI         9876543210'].join('\n'),
  )
  expect(layoutTable(HEADS, ROWS, 15)).toBe(
    ['NAME  First key', 'ID    0123456789', '', 'NAME  CI', 'ID    9876543210'].join('\n'),
  )
})

test('descriptions wrap under themselves in a terminal, and stay on one line in a pipe', () => {
  const rows = [['start', 'Run the gateway until ctrl-c is pressed.']] as const
  expect(layoutPairs(rows, 36)).toEqual(['  start  Run the gateway until\n         ctrl-c is pressed.'])
  expect(layoutPairs(rows, Number.POSITIVE_INFINITY)).toEqual(['  start  Run the gateway until ctrl-c is pressed.'])
})
