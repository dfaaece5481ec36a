import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { reduceSchema } from './schema.ts'

test.each([
  [
    'keeps what Gemini knows',
    { type: 'string', description: 'd', maxLength: 3, pattern: 'x' },
    { type: 'string', description: 'd', pattern: 'x', maxLength: 3 },
  ],
  [
    'drops what Gemini refuses',
    {
      $schema: 's',
      type: 'object',
      properties: { a: { type: 'string', format: 'uri' } },
      additionalProperties: false,
      required: ['a', 'b'],
    },
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  ],
  ['makes a null type nullable', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
  [
    'makes several types a union',
    { type: ['string', 'integer'], description: 'd' },
    {
      anyOf: [
        { type: 'string', description: 'd' },
        { type: 'integer', description: 'd' },
      ],
    },
  ],
  [
    'makes a union with null nullable',
    { anyOf: [{ type: 'integer' }, { type: 'null' }], description: 'd' },
    { type: 'integer', description: 'd', nullable: true },
  ],
  [
    'leaves nothing beside anyOf',
    { oneOf: [{ type: 'integer' }, { type: 'string' }, { type: 'null' }], title: 't', description: 'd' },
    {
      anyOf: [
        { type: 'integer', nullable: true, description: 'd' },
        { type: 'string', nullable: true, description: 'd' },
      ],
    },
  ],
  ['makes const an enum', { const: 'a' }, { type: 'string', enum: ['a'] }],
  [
    'tells numbers of an enum in words',
    { type: 'integer', enum: [1, 2], description: 'd.' },
    { type: 'integer', description: 'd. Allowed values: 1, 2.' },
  ],
  ['gives arrays items', { type: 'array' }, { type: 'array', items: { type: 'string' } }],
  [
    'makes a tuple an array of any of its members',
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
    { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
  ],
  [
    'merges allOf',
    {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { properties: { b: { type: 'number' } }, required: ['b'] },
      ],
    },
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } }, required: ['a', 'b'] },
  ],
  [
    'puts definitions where they are referred to',
    {
      type: 'object',
      properties: { a: { $ref: '#/$defs/A~1b', description: 'own' } },
      $defs: { 'A/b': { type: 'string', description: 'other' } },
    },
    { type: 'object', properties: { a: { type: 'string', description: 'own' } } },
  ],
  [
    'takes a reference that leads nowhere for anything',
    { type: 'object', properties: { a: { $ref: '#/$defs/x' }, b: { $ref: 'https://x.example/s' } } },
    { type: 'object', properties: { a: {}, b: {} } },
  ],
] as const)('%s', (_name, schema, reduced) => {
  expect(reduceSchema(schema)).toEqual(reduced as Record<string, unknown>)
})

test('a recursive schema has no reduced form', () => {
  const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } } }
  expect(reduceSchema({ $ref: '#/$defs/node', $defs: { node } })).toBeNull()
  expect(reduceSchema({ $ref: '#' })).toBeNull()
})

test('two references to one definition are not a recursion', () => {
  const schema = {
    type: 'object',
    properties: { a: { $ref: '#/$defs/x' }, b: { $ref: '#/$defs/x' } },
    $defs: { x: { type: 'string' } },
  }
  expect(reduceSchema(schema)?.['properties']).toEqual({ a: { type: 'string' }, b: { type: 'string' } })
})

test('gives up on references that multiply', () => {
  const $defs: Record<string, unknown> = { d0: { type: 'string' } }
  for (let i = 1; i < 40; i++) {
    const $ref = `#/$defs/d${i - 1}`
    $defs[`d${i}`] = { type: 'object', properties: { a: { $ref }, b: { $ref } } }
  }
  expect(reduceSchema({ $ref: '#/$defs/d39', $defs })).toBeNull()
})

test('never throws, and returns only members of Gemini’s Schema', () => {
  const known =
    /^(?:type|format|title|description|nullable|enum|default|example|items|anyOf|properties|required|pattern|propertyOrdering|(?:min|max)(?:imum|Items|Length|Properties))$/
  const check = (schema: unknown): void => {
    const node = schema as Record<string, unknown>
    for (const key of Object.keys(node)) expect(key).toMatch(known)
    for (const property of Object.values((node['properties'] ?? {}) as object)) check(property)
    for (const variant of (node['anyOf'] ?? []) as unknown[]) check(variant)
    if (node['items'] !== undefined) check(node['items'])
  }
  const leaf = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom('string', 'null', 'object', 'array', '#/a', '__proto__'),
  )
  const words = [
    'type',
    '$ref',
    'anyOf',
    'oneOf',
    'allOf',
    'items',
    'prefixItems',
    'properties',
    'required',
    'enum',
    'const',
    'format',
    'x',
  ]
  const { node } = fc.letrec((tie) => ({
    node: fc.dictionary(
      fc.constantFrom(...words),
      fc.oneof({ depthSize: 'small' }, leaf, tie('node'), fc.array(tie('node'), { maxLength: 3 })),
      { maxKeys: 4 },
    ),
  }))
  fc.assert(
    fc.property(node, (schema) => {
      const reduced = reduceSchema(schema as Record<string, unknown>)
      if (reduced) check(reduced)
    }),
    { numRuns: propertyRuns(500) },
  )
})
