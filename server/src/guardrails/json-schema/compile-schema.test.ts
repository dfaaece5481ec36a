import { expect, test } from 'bun:test'
import Ajv2020 from 'ajv/dist/2020.js'
import Ajv from 'ajv/dist/ajv.js'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { PatternBudget } from '../patterns/compile-text-pattern.ts'
import { compileSchema } from './compile-schema.ts'

const compile = (schema: unknown) =>
  compileSchema(schema, {
    patterns: new PatternBudget(),
    refuse: (path, reason) => {
      throw new Error(`${path}: ${reason}`)
    },
  })

const name = fc.constantFrom('a', 'b', 'ab', 'c/d', '~')
const small = fc.integer({ min: 0, max: 3 })
const scalar = fc.oneof(fc.constantFrom<unknown>(null, true, false, 0, 1, 1.5, 2, '', 'a', 'ab', '😀'), small)
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    { weight: 2, arbitrary: scalar },
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))

const types = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object')
const { schema } = fc.letrec<{ schema: unknown }>((tie) => {
  const many = fc.array(tie('schema'), { minLength: 1, maxLength: 3 })
  const byName = fc.dictionary(name, tie('schema'), { maxKeys: 2, noNullPrototype: true })
  const keywords = Object.entries<fc.Arbitrary<unknown>>({
    type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
    enum: fc.uniqueArray(value, { minLength: 1, maxLength: 4, comparator: (a, b) => Bun.deepEquals(a, b) }),
    const: value,
    minimum: small,
    maximum: small,
    exclusiveMinimum: small,
    exclusiveMaximum: small,
    multipleOf: fc.constantFrom(0.5, 1, 2),
    minLength: small,
    maxLength: small,
    pattern: fc.constantFrom('^a', 'b$', '[^a]', '^(?:ab)?$'),
    required: fc.uniqueArray(name, { maxLength: 2 }),
    minProperties: small,
    maxProperties: small,
    properties: byName,
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'b$'), tie('schema'), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    additionalProperties: tie('schema'),
    propertyNames: tie('schema'),
    dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    dependentSchemas: byName,
    minItems: small,
    maxItems: small,
    uniqueItems: fc.boolean(),
    prefixItems: many,
    items: tie('schema'),
    contains: tie('schema'),
    allOf: many,
    anyOf: many,
    oneOf: many,
    not: tie('schema'),
    $ref: fc.constant('#/$defs/leaf'),
  }).map(([keyword, arbitrary]) => arbitrary.map((chosen) => [[keyword, chosen] as const]))
  const condition = fc
    .tuple(tie('schema'), tie('schema'), tie('schema'))
    .map(([test, met, otherwise]) => [['if', test] as const, ['then', met] as const, ['else', otherwise] as const])
  return {
    schema: fc.oneof(
      { maxDepth: 3 },
      { weight: 1, arbitrary: fc.boolean() },
      {
        weight: 8,
        // A schema with many keywords mostly accepts nothing, so each has one or two.
        arbitrary: fc
          .array(fc.oneof(...keywords, condition), { minLength: 1, maxLength: 2 })
          .map((chosen) => Object.fromEntries(chosen.flat())),
      },
    ),
  }
})

test('accepts what ajv accepts', () => {
  const verdicts = { valid: 0, invalid: 0 }
  fc.assert(
    fc.property(schema, schema, fc.array(value, { minLength: 5, maxLength: 10 }), (root, leaf, values) => {
      const whole = {
        allOf: [root],
        $defs: { leaf: { type: ['string', 'array', 'object', 'null'], not: leafOf(leaf) } },
      }
      const expected = new Ajv2020({ strict: false, validateSchema: false, logger: false }).compile(whole)
      const validate = compile(whole)
      for (const checked of values) {
        const isValid = expected(checked)
        expect(validate(checked) === null).toBe(isValid)
        verdicts[isValid ? 'valid' : 'invalid']++
      }
    }),
    { numRuns: propertyRuns(300) },
  )
  expect(verdicts.valid).toBeGreaterThan(propertyRuns(300))
  expect(verdicts.invalid).toBeGreaterThan(propertyRuns(300))
})

/** Removes references from the leaf schema, because they would refer to the leaf itself. */
function leafOf(leaf: unknown): unknown {
  return JSON.parse(JSON.stringify(leaf).replaceAll('"$ref":"#/$defs/leaf"', '"title":"leaf"'))
}

test('reads tuples as before draft 2020-12', () => {
  const tuple = { items: [{ type: 'string' }, { type: 'number' }], additionalItems: { type: 'null' } }
  const expected = new Ajv({ strict: false }).compile(tuple)
  for (const checked of [[], ['a'], ['a', 1], ['a', 1, null], ['a', 1, 2], [1], 'x']) {
    expect(compile(tuple)(checked) === null).toBe(expected(checked))
  }
})

const TREE = {
  type: 'object',
  properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
  required: ['name'],
}

test('a schema may refer to itself', () => {
  const validate = compile(TREE)
  expect(validate({ name: 'a', children: [{ name: 'b', children: [] }] })).toBeNull()
  expect(validate({ name: 'a', children: [{ name: 'b', children: [{}] }] })).toBe('#/required')
})

test('names the place in the schema that is violated', () => {
  const validate = compile({
    properties: { 'a/b': { $ref: '#/$defs/age' } },
    $defs: { age: { $anchor: 'age', minimum: 18 } },
  })
  expect(validate({ 'a/b': 17 })).toBe('#/$defs/age/minimum')
  expect(compile({ $ref: '#age', $defs: { age: { $anchor: 'age', minimum: 18 } } })(17)).toBe('#/$defs/age/minimum')
})

test('members of prototypes are no properties', () => {
  expect(compile({ required: ['toString'] })({})).toBe('#/required')
  expect(compile({ properties: { constructor: false } })({})).toBeNull()
  expect(compile({ required: ['__proto__'] })(JSON.parse('{"__proto__":1}'))).toBeNull()
})

const FORMATS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['date', ['2026-02-28'], ['2026-02-30', '26-02-28', '2026-02-28T00:00:00Z']],
  ['date-time', ['2026-02-28T23:59:60Z', '2026-02-28t01:02:03.5+01:00'], ['2026-02-28', '2026-02-28T25:00:00Z']],
  ['uuid', ['123e4567-e89b-12d3-a456-426614174000'], ['123e4567']],
  ['email', ['a@example.com'], ['a', '@example.com', 'a b@example.com', `${'a'.repeat(65)}@example.com`]],
  ['ipv4', ['127.0.0.1'], ['127.0.0.256', '::1']],
  ['ipv6', ['::1'], ['127.0.0.1']],
  ['uri', ['https://example.com/a?b'], ['example.com', 'a b']],
  ['hostname', ['a-b.example'], ['-a', 'a..b']],
  ['unknown-format', ['anything'], []],
]
for (const [format, accepted, refused] of FORMATS) {
  test(`format ${format}`, () => {
    const validate = compile({ format })
    for (const text of accepted) expect(validate(text)).toBeNull()
    for (const text of refused) expect(validate(text)).toBe('#/format')
    expect(validate(7)).toBeNull()
  })
}

const deep = (levels: number): unknown => (levels === 0 ? {} : { not: deep(levels - 1) })
const REFUSED: readonly (readonly [string, unknown, string])[] = [
  ['a remote reference', { $ref: 'https://example.com/schema.json' }, '#/$ref: only references within the schema'],
  ['a reference to nothing', { $ref: '#/$defs/a' }, '#/$ref: the schema has nothing at this reference.'],
  ['a pattern with lookahead', { pattern: '(?=a)' }, '#/pattern: lookahead and lookbehind are not supported.'],
  ['an unknown type', { type: 'text' }, '#/type: expected one of string, number'],
  [
    'a schema that is no schema',
    { properties: { a: 7 } },
    '#/properties/a: expected a schema: an object, true or false.',
  ],
  [
    'a keyword we do not have',
    { unevaluatedProperties: false },
    'the keyword "unevaluatedProperties" is not supported here.',
  ],
  ['a schema with a base of its own', { properties: { a: { $id: 'x' } } }, '"$id" is not supported here.'],
  ['deep schemas', deep(70), 'the schema is nested deeper than 64 levels.'],
  ['many schemas', { allOf: Array.from({ length: 2_001 }, () => ({})) }, 'the schema has more than 2000 schemas.'],
]
for (const [what, refused, message] of REFUSED) {
  test(`refuses ${what}`, () => expect(() => compile(refused)).toThrow(message))
}

test('a schema that applies itself without end fails', () => {
  expect(() => compile({ $ref: '#' })(1)).toThrow('The JSON schema applies too many schemas within each other.')
  expect(() => compile({ anyOf: [{ $ref: '#' }, { $ref: '#' }] })(1)).toThrow('The JSON schema')
})

test('a schema whose work doubles with every level fails', () => {
  const doubling = (levels: number): object =>
    Object.fromEntries(
      Array.from({ length: levels }, (_, level) => [
        `l${level}`,
        level === 0 ? false : { anyOf: [{ $ref: `#/$defs/l${level - 1}` }, { $ref: `#/$defs/l${level - 1}` }] },
      ]),
    )
  const validate = compile({ $ref: '#/$defs/l29', $defs: doubling(30) })
  expect(() => validate(1)).toThrow('The JSON schema is too costly for this text.')
})
