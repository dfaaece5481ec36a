import { expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import type * as Re2 from 're2js'
import { propertyRuns } from '../../../tests/harness/property-runs.ts'
import { GatewayError } from '../core/errors.ts'
import { estimateInstructions } from '../core/patterns/compile-pattern.ts'
import { compileQuery, noQueryNotes } from './conditions.ts'
import { compilePattern, MAX_REQUEST_STEPS, MAX_SEARCHED, PatternRuns } from './patterns.ts'
import type { RequestFacts } from './plan.ts'

/** The module instance that the gateway loads. `import` would load another one, and a spy on it would see no calls. */
const { RE2JS } = import.meta.require('re2js') as typeof Re2

/** This pattern blocked a gateway for 47 s: 461 characters, 76,000 instructions. */
const STALLING = `${'[ab]{0,1000}'.repeat(38)}[^ab]`

function refusing(reason: string): never {
  throw new Error(reason)
}

/** Counts the re2js compilations during `run`. */
function compilations(run: () => void): number {
  const compile = spyOn(RE2JS, 'compile')
  try {
    run()
    return compile.mock.calls.length
  } finally {
    compile.mockRestore()
  }
}

const EXPANDING: readonly string[] = [
  STALLING,
  '((a{0,1000}){0,1000})',
  '(?:(?:(?:a{9}){9}){9}){9}',
  'a{1000}b{1000}',
  '(?:a|b|[cd]){0,600}',
  '\\Q[\\Ea{1000}b{1000}',
  '[]a]{0,1000}[^]a]{0,1000}',
  '[\\]a]{0,1000}b{99}',
  '[[:alpha:]]{0,900}',
  '\\x{61}{0,900}',
  '\\p{L}'.repeat(40),
  `(?i)[${'!-\uffff'.repeat(100)}]`,
  `(?i)${'[!-\uffff]'.repeat(80)}`,
  '(?i)[\\x{80}-\\x{ffff}][\\x{80}-\\x{ffff}]',
]

for (const source of EXPANDING) {
  test(`refuses ${source.slice(0, 40)} before re2js expands it`, () => {
    const compiled = compilations(() => {
      expect(() => compilePattern(source, 2_048, refusing)).toThrow(/expands to more than 1024 instructions/)
    })
    expect(compiled).toBe(0)
  })
}

const ALLOWED: readonly string[] = [
  '^gpt-4',
  '(?i)\\b(?:code|function|debug|refactor)\\b',
  '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  '^[\\w.+-]{1,64}@[\\w-]{1,63}(?:\\.[\\w-]{1,63}){1,3}$',
  '^\\d{1,3}(?:\\.\\d{1,3}){3}$',
  '^[\\p{L} ]{1,50}$',
  '(?i)^[\\w-.]+$',
  '[\\u4e00-\\u9fff]{2,}',
  Array.from({ length: 60 }, (_, i) => `user-${i}`)
    .join('|')
    .slice(0, 512),
  'a'.repeat(512),
]

for (const source of ALLOWED) {
  test(`accepts ${source.slice(0, 50)}`, () => {
    expect(compilePattern(source, 2_048, refusing).instructions).toBeGreaterThan(0)
  })
}

test('an accepted pattern is compiled once', () => {
  expect(compilations(() => void compilePattern('^gpt-4', 2_048, refusing))).toBe(1)
})

test('the estimate is never below the actual instruction count of re2js', () => {
  const pieces = fc.constantFrom(
    ...['a', 'é', '😀', '.', '^', '$', '|', '(', '(?:', '(?i)', ')', '[', '[^', ']', '-', '\\', '\\d', '\\Q', '\\E'],
    ...['\\pL', '\\p{Greek}', '\\x{61}', '[:alpha:]', '{2}', '{0,7}', '{3,}', '{1,12}', '*', '+?', '?', ',', '\\['],
  )
  let compiled = 0
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 14 }), (parts) => {
      const source = parts.join('')
      let size: number
      try {
        RE2JS.compile(source)
        size = RE2JS.compile(`()${source}`).programSize()
      } catch {
        return
      }
      compiled += 1
      expect(estimateInstructions(source)).toBeGreaterThanOrEqual(size)
    }),
    { numRuns: propertyRuns(4_000) },
  )
  expect(compiled).toBeGreaterThan(propertyRuns(400))
})

test('the added group changes neither which patterns are accepted nor what they match', () => {
  const texts = ['', 'a', 'ab', 'ba', 'aab\n', 'b']
  for (const source of ['^a|b$', '^a|^b', '', '(?i)A', 'a)', '*a', '{2}a', '\\Qa', '^$', 'a|', '^(?:a?b?)*$']) {
    let plain: Re2.RE2JS | null = null
    try {
      plain = RE2JS.compile(RE2JS.translateRegExp(source))
    } catch {
      expect(() => compilePattern(source, 2_048, refusing)).toThrow()
      continue
    }
    const pattern = compilePattern(source, 2_048, refusing)
    for (const text of texts) expect(new PatternRuns().matches(pattern, text, '')).toBe(plain.matcher(text).find())
  }
})

test('all patterns of a config may expand to at most 2048 instructions', () => {
  const queries = (count: number) => ({
    $or: Array.from({ length: count }, () => ({ 'metadata.a': { $regex: 'b{400}' } })),
  })
  const notes = noQueryNotes()
  compileQuery(queries(2), [], notes)
  expect(notes.patternWeight).toBeGreaterThan(1_000)
  expect(() => compileQuery(queries(3), [], noQueryNotes())).toThrow(/2048 instructions together/)
})

function factsOf(text: string, patternRuns: PatternRuns): RequestFacts {
  return { metadata: { a: text }, params: {}, headers: {}, pathname: '/', patternRuns }
}

/** Values as long as the searched part: about 4096 x 50 steps each. */
const COSTLY = { 'metadata.a': { $regex: 'x[ab]{0,20}[^ab]' } }

test('all patterns of one request share one budget; a request that exceeds it is refused with the config path', () => {
  const query = compileQuery({ $or: Array.from({ length: 8 }, () => COSTLY) }, ['query'], noQueryNotes())
  let error: unknown
  try {
    query(factsOf('y'.repeat(MAX_SEARCHED), new PatternRuns()))
  } catch (thrown) {
    error = thrown
  }
  if (!(error instanceof GatewayError)) throw new Error('was not refused')
  expect(error.code).toBe('condition_too_costly')
  expect(error.param).toBe('query["$or"][1]["metadata.a"]["$regex"]')
  expect(error.message).toContain(String(MAX_REQUEST_STEPS))
  // Short values cost little: the same config accepts them.
  expect(query(factsOf('y'.repeat(100), new PatternRuns()))).toBe(false)
})

test('a pattern runs once per request, even if its condition is evaluated several times', () => {
  const query = compileQuery(COSTLY, [], noQueryNotes())
  const runs = new PatternRuns()
  const matcher = spyOn(RE2JS.prototype, 'matcher')
  try {
    const facts = factsOf('y'.repeat(MAX_SEARCHED), runs)
    for (let i = 0; i < 50; i++) expect(query(facts)).toBe(false)
    expect(matcher.mock.calls.length).toBe(1)
  } finally {
    matcher.mockRestore()
  }
})

test('compiling a config that can exceed the budget gives a warning', () => {
  const notes = noQueryNotes()
  compileQuery(COSTLY, ['query'], notes)
  expect(notes.warnings).toEqual([])
  compileQuery({ $or: [COSTLY, COSTLY, COSTLY] }, ['query'], notes)
  expect(notes.warnings).toHaveLength(1)
  expect(notes.warnings[0]).toMatch(/^query\["\$or"\]\[0\].*condition_too_costly/)
})
