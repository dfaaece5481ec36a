import { expect, test } from 'bun:test'
import fc from 'fast-check'
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

test('reads at most 64 values, and none that is nested deeper than 64 levels', () => {
  expect(findJson('{} '.repeat(100).concat('end'))).toHaveLength(64)
  expect(findJson(`x ${'['.repeat(65)}${']'.repeat(65)} {"a":1}`)).toEqual([{ a: 1 }])
  expect(findJson(`${'['.repeat(64)}${']'.repeat(64)}`)).toHaveLength(1)
  expect(findJson(`${'['.repeat(65)}${']'.repeat(65)}`)).toEqual([])
})
