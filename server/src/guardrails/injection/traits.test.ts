import { expect, test } from 'bun:test'
import { NON_ASCII, traitsOf, UNSTABLE } from './traits.ts'

/** Characters that canonical composition can join with the previous character. */
function joining(): ReadonlySet<number> {
  const found = new Set<number>()
  for (let code = 0x80; code < 0x30000; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    for (const part of [...String.fromCodePoint(code).normalize('NFD')].slice(1))
      found.add(part.codePointAt(0) as number)
  }
  return found
}

test('NFKC changes no text whose characters are all stable', () => {
  const marks = joining()
  let stable = 0
  for (let code = 0x80; code < 0x10000; code++) {
    const character = String.fromCharCode(code)
    const traits = traitsOf(character)
    expect(traits & NON_ASCII).toBe(NON_ASCII)
    if ((traits & UNSTABLE) !== 0) continue
    stable++
    if (character.normalize('NFKC') !== character || marks.has(code))
      throw new Error(`U+${code.toString(16)} is not stable`)
  }
  expect(stable).toBeGreaterThan(30_000)
  expect(traitsOf('It’s “naïve” – Ж, 中文, 한국어 → ok') & UNSTABLE).toBe(0)
  for (const changed of ['ﬁ', 'Ａ', '…', 'e\u0301', '\u00a0']) expect(traitsOf(changed) & UNSTABLE).toBe(UNSTABLE)
})
