import { expect, test } from 'bun:test'
import { parseDropPath } from './drop-path.ts'

test('reads names, indexes and "every element"', () => {
  expect(parseDropPath('user')).toEqual(['user'])
  expect(parseDropPath('a.b')).toEqual(['a', 'b'])
  expect(parseDropPath('a[0].b')).toEqual(['a', 0, 'b'])
  expect(parseDropPath('a[*].b[*].c')).toEqual(['a', '*', 'b', '*', 'c'])
  expect(parseDropPath('a[0][1]')).toEqual(['a', 0, 1])
  expect(parseDropPath('x-y_z 1')).toEqual(['x-y_z 1'])
})

for (const path of [
  '',
  '.',
  'a.',
  '.a',
  'a..b',
  'a[',
  'a[]',
  'a[x]',
  'a[-1]',
  '[0]',
  'a[0]b',
  'a]',
  '*',
  'a.*',
  '__proto__',
  'a.__proto__.b',
  'a[1234567]',
  'a'.repeat(300),
]) {
  test(`refuses ${JSON.stringify(path.slice(0, 20))}`, () => {
    expect(parseDropPath(path)).toBeNull()
  })
}
