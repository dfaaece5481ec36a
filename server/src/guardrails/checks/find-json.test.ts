import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { findJson } from './find-json.ts'

const CASES: readonly (readonly [text: string, found: readonly unknown[]])[] = [
  ['', []],
  ['no JSON', []],
  ['{"a":1}', [{ a: 1 }]],
  ['Here: {"a":{"b":[1,{"c":2}]}}.', [{ a: { b: [1, { c: 2 }] } }]],
  ['```json\n{"a":1}\n```\nand\n```\n[2]\n```', [{ a: 1 }, [2]]],
  ['use { to open, such as {"a":1}', [{ a: 1 }]],
  ['{"a":"}{"} {"b":"\\"}"}', [{ a: '}{' }, { b: '"}' }]],
  ['(a] {"a":1}', [{ a: 1 }]],
  ['{"a":1} ] {"b":2}', [{ a: 1 }, { b: 2 }]],
  ['{a:1} {"b":2}', [{ b: 2 }]],
  ['{"a": "never ends\n{"b":2}', [{ b: 2 }]],
]
for (const [text, found] of CASES) {
  test(`finds ${JSON.stringify(found)} in ${JSON.stringify(text)}`, () => expect(findJson(text)).toEqual(found))
}

test('finds any object between words', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { minKeys: 1, noNullPrototype: true }),
      (value) => {
        const text = JSON.stringify(value)
        expect(findJson(`The result is ${text}, as asked.`)).toEqual([JSON.parse(text)])
      },
    ),
  )
})

test('a text that JSON.parse accepts is found whole', () => {
  const unit = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    '"a"',
    ':',
    ',',
    'true',
    'false',
    'null',
    '-1',
    '2e3',
    ' ',
    '\n',
    'x',
  )
  const written = fc
    .tuple(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom('', ' ', '\t', '\r\n'), fc.nat(2))
    .map(([value, space, indent]) => space + JSON.stringify(value, null, indent) + space)
  const texts = fc.oneof(fc.string({ unit, maxLength: 8 }), written)
  fc.assert(
    fc.property(texts, (text) => {
      let value: unknown
      try {
        value = JSON.parse(text)
      } catch {
        return
      }
      expect(findJson(text)).toEqual([value])
      if (typeof value === 'object' && value !== null) expect(findJson(`${text} and x`)).toEqual([value])
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test('reads at most 64 values, and none that is nested deeper than 64 levels', () => {
  expect(findJson('{} '.repeat(100).concat('end'))).toHaveLength(64)
  expect(findJson(`x ${'['.repeat(65)}${']'.repeat(65)} {"a":1}`)).toEqual([{ a: 1 }])
  expect(findJson(`${'['.repeat(64)}${']'.repeat(64)}`)).toHaveLength(1)
  expect(findJson(`${'['.repeat(65)}${']'.repeat(65)}`)).toEqual([])
})
