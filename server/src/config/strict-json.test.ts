import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../tests/harness/property-runs.ts'
import { GatewayError } from '../core/errors.ts'
import { Problems } from './problems.ts'
import { MAX_JSON_DEPTH, parseStrictJson } from './strict-json.ts'

function read(text: string): unknown {
  return parseStrictJson(text, new Problems())
}

function refusal(text: string): string {
  try {
    read(text)
  } catch (error) {
    if (error instanceof GatewayError) return error.message
  }
  throw new Error(`was not refused: ${text}`)
}

test('accepts and refuses the same texts as JSON.parse', () => {
  const texts = fc.oneof(
    fc.json(),
    fc.json().map((text) => text.slice(0, -1)),
    fc
      .array(fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '1', '-', '.', 'e', 'null', '\\', 'u', ' ', '\n', 'a'))
      .map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      let expected: unknown
      try {
        expected = JSON.parse(text)
      } catch {
        expect(refusal(text)).toContain('not valid JSON')
        return
      }
      expect(JSON.stringify(read(text))).toBe(JSON.stringify(expected))
    }),
    { numRuns: propertyRuns(2000) },
  )
})

test('refuses a duplicate key, also if one is written with an escape, and names its path', () => {
  expect(refusal('{"retry":{"attempts":1,"attempts":2}}')).toBe('retry.attempts: the key "attempts" appears twice.')
  expect(refusal('{"targets":[{},{"name":"a","n\\u0061me":"a"}]}')).toBe(
    'targets[1].name: the key "name" appears twice.',
  )
})

test('reports the position of a syntax error without quoting the text', () => {
  expect(refusal('{"api_key": sk-live-1}')).toBe('config: not valid JSON at line 1, column 13: expected a value.')
  expect(refusal('{\n "a": 1\n "b": 2}')).toBe('config: not valid JSON at line 3, column 2: expected "," or "}".')
  expect(refusal('{"a":1}x')).toContain('expected the end')
  expect(refusal('{"a":"x')).toContain('expected a closing quote')
  expect(refusal('{"a":"\\x"}')).toContain('valid escapes')
})

test('refuses nesting beyond the limit before the stack overflows', () => {
  expect(read('['.repeat(MAX_JSON_DEPTH) + ']'.repeat(MAX_JSON_DEPTH))).toBeArray()
  expect(refusal('['.repeat(MAX_JSON_DEPTH + 1))).toContain('levels deep')
  expect(refusal('{"a":'.repeat(60_000))).toContain('levels deep')
})

test('returns objects without a prototype, in which __proto__ is an ordinary key', () => {
  const value = read('{"__proto__":{"polluted":true}}')
  expect(Object.getPrototypeOf(value)).toBeNull()
  expect(Object.keys(value as object)).toEqual(['__proto__'])
  expect('polluted' in {}).toBe(false)
})
