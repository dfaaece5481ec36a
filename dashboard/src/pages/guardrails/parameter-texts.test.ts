import { expect, test } from 'bun:test'
import type { ParameterSchema } from './guardrail.ts'
import { kindOf, readText, textOf, withParameter } from './parameter-texts.ts'

const CASES: readonly (readonly [ParameterSchema, string, unknown, string])[] = [
  [{ type: 'string' }, 'text', 'a b', 'a b'],
  [{ type: 'string', maxLength: 16_384 }, 'long-text', 'no advice', 'no advice'],
  [{ type: 'string', enum: ['any', 'all'] }, 'choice', 'any', 'any'],
  [{ type: 'integer' }, 'number', 12, '12'],
  [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, 'number', 0.5, '0.5'],
  [{ type: 'array', items: { type: 'string' } }, 'lines', ['a', 'b c'], 'a\nb c'],
  [{ type: 'array', items: { type: 'string', enum: ['X', 'Y'] } }, 'choices', ['X'], 'X'],
  [{ type: 'object' }, 'json', { a: [1] }, '{\n  "a": [\n    1\n  ]\n}'],
  [{ anyOf: [{ type: 'string' }, { type: 'object' }] }, 'json', { a: 1 }, '{\n  "a": 1\n}'],
]

test.each(CASES)('%j is shown as %s and read back', (schema, kind, value, text) => {
  expect([kindOf(schema), textOf(schema, value), readText(schema, text)] as unknown[]).toEqual([kind, text, value])
})

test('an empty text is not sent, and a text that cannot be read is sent as it is', () => {
  expect([readText({ type: 'number' }, ' '), readText({ type: 'number' }, '1x')]).toEqual([undefined, '1x'])
  expect(readText({ type: 'object' }, '{"half":')).toBe('{"half":')
})

test('setting a parameter keeps the others', () => {
  expect(withParameter({ a: 1, other: true }, 'a', 2)).toEqual({ other: true, a: 2 })
  expect(withParameter({ a: 1, other: true }, 'a', undefined)).toEqual({ other: true })
})
