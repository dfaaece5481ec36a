import { expect, test } from 'bun:test'
import { newUserCode, readUserCode } from './user-code.ts'

test('a code has eight letters without vowels, and all of them occur', () => {
  const codes = Array.from({ length: 2_000 }, newUserCode)
  for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  expect(new Set(codes).size).toBe(2_000)
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(20)
})

test('what a person types is read in any case, with hyphens, dashes and spaces', () => {
  for (const typed of ['BCDF-GHJK', 'bcdfghjk', ' bcdf ghjk ', 'BCDF–GHJK', 'b c d f g h j k'])
    expect(readUserCode(typed)).toBe('BCDFGHJK')
})

test.each(['', 'BCDF', 'BCDFGHJKL', 'ACDFGHJK', 'BCDFGHJ1', 'BCDFGHJ%', 'ＢCDFGHJK', '-'.repeat(64)])(
  '%p is no code',
  (typed) => {
    expect(readUserCode(typed)).toBeNull()
  },
)
