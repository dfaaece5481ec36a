import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { diffLines } from './diff-lines.ts'

const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 }).map((all) => all.join('\n'))
const take = (lines: ReturnType<typeof diffLines>, not: string) =>
  lines.filter((line) => line.kind !== not).map((line) => line.text)

test('both texts can be read out of the difference', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after)
      expect(take(lines, 'added').join('\n')).toBe(before)
      expect(take(lines, 'removed').join('\n')).toBe(after)
    }),
  )
})

test('equal texts have no difference, one changed line is one removed and one added', () => {
  expect(diffLines('a\nb', 'a\nb').every((line) => line.kind === 'same')).toBe(true)
  expect(diffLines('a\nb\nc', 'a\nx\nc').map((line) => line.kind)).toEqual(['same', 'removed', 'added', 'same'])
})

test('a text that does not exist yet has no removed line', () => {
  expect(diffLines('', 'a').map((line) => line.kind)).toEqual(['added'])
  expect(diffLines('a', '').map((line) => line.kind)).toEqual(['removed'])
})

test('never more changes than replacing everything', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changed = diffLines(before, after).filter((line) => line.kind !== 'same').length
      return changed <= before.split('\n').length + after.split('\n').length
    }),
  )
})
