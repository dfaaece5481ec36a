import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type * as Re2 from 're2js'
import { partOf, propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { Automaton, type AutomatonLimits } from './automaton.ts'
import { compileWords } from './compile-text-pattern.ts'
import { patternArbitrary, textArbitrary } from './pattern-arbitrary.ts'
import { programOf } from './program.ts'
import type { TextPattern, TextRange } from './text-pattern.ts'

const { RE2JS } = import.meta.require('re2js') as typeof Re2

const automatonOf = (source: string, limits?: AutomatonLimits): Automaton =>
  new Automaton(programOf(RE2JS.compile(`()(?:${source})`)), limits)

/** Limits so small that states are often deleted and rebuilt, and blocks end everywhere. */
const TINY: AutomatonLimits = { stateBytes: 1_000, block: 3, work: 6_000_000 }

/** All matches that re2js finds in the whole text, without empty ones. */
function expected(source: string, text: string): TextRange[] {
  const found = RE2JS.compile(source).re2().findAllIndex(text, -1) as [number, number][] | null
  return (found ?? []).filter(([start, end]) => end > start).map(([start, end]) => ({ start, end }))
}

/** Reads a text as a stream: takes the spans that are settled after each chunk, and the rest at the end. */
function streamed(pattern: TextPattern, chunks: readonly string[]): TextRange[] {
  const found: TextRange[] = []
  let text = ''
  let settled = 0
  for (const chunk of chunks) {
    text += chunk
    const until = pattern.settledUntil(text, settled)
    expect(until).toBeGreaterThanOrEqual(settled)
    expect(until).toBeLessThanOrEqual(text.length)
    for (const range of pattern.find(text, settled)) {
      if (range.start >= until) break
      expect(range.end).toBeLessThanOrEqual(until)
      found.push(range)
    }
    settled = until
  }
  return [...found, ...pattern.find(text, settled)]
}

function cutAt(text: string, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map((cut) => Math.floor(cut * (text.length + 1))))].toSorted((a, b) => a - b)
  return [0, ...places].map((from, index) => text.slice(from, places[index] ?? text.length))
}

test('finds what re2js finds', () => {
  fc.assert(
    fc.property(patternArbitrary, fc.array(textArbitrary, { minLength: 1, maxLength: 5 }), (source, texts) => {
      const automaton = automatonOf(source)
      for (const text of texts) {
        expect(automaton.find(text, 0)).toEqual(expected(source, text))
        expect(automaton.matches(text)).toBe(RE2JS.compile(source).test(text))
      }
    }),
    { numRuns: propertyRuns(1_500) },
  )
})

test('a stream gives the matches of the whole text, however it is cut', () => {
  fc.assert(
    fc.property(
      patternArbitrary,
      textArbitrary,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), { maxLength: 8 }),
      (source, text, cuts) => {
        const automaton = automatonOf(source)
        expect(streamed(automaton, cutAt(text, cuts))).toEqual(expected(source, text))
        expect(streamed(automaton, text.split(''))).toEqual(expected(source, text))
      },
    ),
    { numRuns: propertyRuns(2_000) },
  )
})

test('finds the same if its states do not fit into its memory', () => {
  fc.assert(
    fc.property(patternArbitrary, textArbitrary, (source, text) => {
      const automaton = automatonOf(source, TINY)
      expect(automaton.find(text, 0)).toEqual(expected(source, text))
      expect(streamed(automaton, text.split(''))).toEqual(expected(source, text))
    }),
    { numRuns: propertyRuns(1_000) },
  )
})

test('finds words in streams as in the whole text, the longest of those that begin at the same place', () => {
  const words = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '😀', ' '), minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 5,
  })
  fc.assert(
    fc.property(words, textArbitrary, (list, text) => {
      const found: TextRange[] = []
      for (let at = 0; at < text.length; at++) {
        // A word cannot begin with the second half of a surrogate pair.
        if (at > 0 && text.codePointAt(at - 1)! > 0xffff) continue
        const longest = Math.max(0, ...list.filter((word) => text.startsWith(word, at)).map((word) => word.length))
        if (longest === 0) continue
        found.push({ start: at, end: at + longest })
        at += longest - 1
      }
      const pattern = compileWords(list)
      expect(pattern.find(text, 0)).toEqual(found)
      expect(pattern.matches(text)).toBe(found.length > 0)
      expect(streamed(pattern, text.split(''))).toEqual(found)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test('folds the case of every character as re2js does', () => {
  // These blocks contain the characters that fold to more than their own upper and lower case.
  const characters = Array.from({ length: 0x2200 }, (_, code) => String.fromCodePoint(code)).filter(
    (char) => char.toLowerCase() !== char || char.toUpperCase() !== char,
  )
  const text = characters.join('')
  for (const char of partOf(characters, 0)) {
    expect(automatonOf(`(?i)${char}`).find(text, 0)).toEqual(expected(`(?i)${char}`, text))
  }
})

const SETTLED: readonly (readonly [pattern: string, text: string, settled: number])[] = [
  ['abc', 'xxabxab', 5],
  ['abc', 'xxabc', 5],
  ['abc', 'xxabcab', 5],
  ['foo\\b', 'a foo', 2],
  ['foo\\b', 'a foo ', 6],
  ['foo$', 'foo', 0],
  ['foo$', 'foox', 4],
  ['a+b', 'xaaa', 1],
  ['a+b', 'xaaac', 5],
  // Matches may begin everywhere, but none is longer than four characters, so older text is settled.
  ['\\w{3}@', 'aaaaaaaa', 5],
  ['(?s)a.*b', 'xxacccc', 2],
  ['(?s)a.*b', 'xxacbcc', 2],
  // The match that may begin at 2 is inside a complete match, so it does not count.
  ['abc|c+d', 'abcc', 3],
  ['😀a', 'x\ud83d', 1],
  ['😀a', 'x\ud83d\ude00', 1],
  ['😀a', 'x\ud83d\ude00b', 4],
  ['x', 'a\ud83d', 1],
]
for (const [source, text, settled] of SETTLED) {
  test(`${source} in ${JSON.stringify(text)} is settled until ${settled}`, () => {
    expect(automatonOf(source).settledUntil(text, 0)).toBe(settled)
  })
}

test('a text whose states hardly ever repeat fails before it holds the thread', () => {
  const pattern = automatonOf('[ab].{30}[ab].{30}[c-d][e-f]', { stateBytes: 100_000, block: 1_024, work: 200_000 })
  const random = fc.sample(
    fc.string({ unit: fc.constantFrom('a', 'b', 'x'), minLength: 50_000, maxLength: 50_000 }),
    1,
  )[0]!
  expect(() => pattern.find(random, 0)).toThrow('The pattern is too costly for this text.')
  expect(pattern.find('a'.repeat(50_000), 0)).toEqual([])
})

test('a match that never ends is found in one pass', () => {
  // re2js would search to the end of the text for each of these matches.
  const text = 'a'.repeat(100_000)
  expect(automatonOf('a(?:.*b)?').find(text, 0)).toHaveLength(100_000)
})

test('texts without the literals of a pattern are not read by an automaton', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['\\bx.{0,100}\\bpassword\\b', ['password']],
    ['(?:foo|bar)\\d+', ['foo', 'bar']],
    ['(?:foo|\\d)-', ['-']],
    ['(?i)foo', []],
    ['(?:foo)?\\d', []],
  ]
  for (const [source, required] of cases) expect(programOf(RE2JS.compile(`()${source}`)).required).toEqual(required)
})
