import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { keptAs, parseKeeping, rawOf, stringifyKept } from './raw-values.ts'

const NAMES: ReadonlySet<string> = new Set(['args'])

test('a kept value is its source text, and is written back unchanged', () => {
  const text =
    '{"a":[{"args" : {"n":12345678901234567890, "x":1.50,"x":{"args":[]}}}],"args":"no object","b":{"args":[1e400]}}'
  const value = parseKeeping(text, NAMES) as { a: { args: string }[]; args: string; b: { args: string } }
  expect(rawOf(value.a[0]?.args)).toBe('{"n":12345678901234567890, "x":1.50,"x":{"args":[]}}')
  expect(rawOf(value.args)).toBeNull()
  expect(rawOf(value.b.args)).toBe('[1e400]')
  expect(stringifyKept(value)).toBe(text.replace('"args" : ', '"args":'))
  value.b.args = keptAs('{"y":"\\u0040\\""}')
  expect(stringifyKept(value)).toContain('"b":{"args":{"y":"\\u0040\\""}}')
})

test('a name that is written with escapes is found; a text that looks like a member is not', () => {
  expect(rawOf((parseKeeping('{"\\u0061rgs":{"a":1}}', NAMES) as { args: unknown }).args)).toBe('{"a":1}')
  const text = JSON.stringify({ text: '"args":{"a":1}', more: '\\"args\\":{' })
  expect(stringifyKept(parseKeeping(text, NAMES))).toBe(text)
})

test('what is not JSON is refused', () => {
  for (const text of ['{"args":{"a":1}', '{"args":{"a":"', '{"args":{', '{"args"', '"', '{"args":{}}}'])
    expect(() => parseKeeping(text, NAMES)).toThrow()
})

test('every value is written back as JSON.stringify would', () => {
  const members = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.integer(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('args', 'a', 'b"', '\u0000'), tie('value'), { maxKeys: 3 }),
    ),
  })).value
  fc.assert(
    fc.property(members, (value) => {
      const text = JSON.stringify(value)
      expect(stringifyKept(parseKeeping(text, NAMES))).toBe(text)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test('arguments of 8 MiB are kept', () => {
  const args = JSON.stringify({ a: 'x"\\'.repeat(2 << 20), b: '"'.repeat(1 << 20) })
  const text = `{"args":${args}}`
  expect(stringifyKept(parseKeeping(text, NAMES)) === text).toBe(true)
})
