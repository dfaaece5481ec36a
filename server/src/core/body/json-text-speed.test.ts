import { expect, test } from 'bun:test'
import { dropPaths, isDeeperThan, membersOf, setMembers } from './json-text.ts'

function depthOf(bytes: Uint8Array): number {
  let depth = 0
  while (isDeeperThan(bytes, depth)) depth++
  return depth
}

const FIVE_MB = 5 * 1024 * 1024

/** Texts on which a naive scanner takes quadratic time: hours for 5 MB, so the test would time out. */
const HARD: readonly (readonly [name: string, text: string])[] = [
  ['one long string', `{"image":"${'A'.repeat(FIVE_MB)}","model":"m"}`],
  ['nothing but escaped quotes', `{"text":"${'\\"'.repeat(FIVE_MB / 2)}","model":"m"}`],
  ['nothing but backslashes', `{"text":"${'\\\\'.repeat(FIVE_MB / 2)}","model":"m"}`],
  ['backslashes before every quote', `{"text":"${`${'\\\\'.repeat(500)}\\"`.repeat(FIVE_MB / 1002)}","model":"m"}`],
  ['white space', `{"text":1,${' '.repeat(FIVE_MB)}"model":"m"}`],
]

test.each(HARD)('5 MB of %s are read and changed', (_name, text) => {
  const bytes = new TextEncoder().encode(text)
  const half = bytes.length / 2
  expect(membersOf(bytes).at(-1)?.key).toBe('model')
  expect(depthOf(bytes)).toBe(1)
  const changed = setMembers(bytes, new Map([['model', 'other']]))
  expect(changed.length).toBe(bytes.length + 4)
  expect(dropPaths(changed, [['text'], ['image']]).length).toBeLessThan(half)
})
