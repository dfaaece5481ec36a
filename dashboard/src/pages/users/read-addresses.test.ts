import { expect, test } from 'bun:test'
import { readAddresses } from './read-addresses.ts'

test('addresses are read from lines, commas, spaces and the way mail programs copy them', () => {
  const text = 'ada@example.com, Grace Hopper <Grace@Example.com>;linus@example.com\n joan@example.com mary@example.com'
  expect(readAddresses(text)).toEqual([
    'ada@example.com',
    'grace@example.com',
    'linus@example.com',
    'joan@example.com',
    'mary@example.com',
  ])
})

test('a repeated address is one invitation, and blank lines are ignored', () => {
  expect(readAddresses('ada@example.com\n\nADA@example.com,')).toEqual(['ada@example.com'])
  expect(readAddresses(' \n,; ')).toEqual([])
})
