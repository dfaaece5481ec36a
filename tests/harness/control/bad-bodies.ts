/** Invalid bodies for an operation, derived from its documented schema. */

import Ajv2020 from 'ajv/dist/2020.js'
import type { DocumentedOperation, JsonSchema, OpenapiDocument } from './openapi-document.ts'

export type BadBody = {
  readonly title: string
  readonly body: Bun.BodyInit
  readonly headers?: Readonly<Record<string, string>>
  /** The expected status; absent: any 4xx. */
  readonly status?: number
  /** The field that the error must name. */
  readonly param?: string
}

export class SchemaJudge {
  // Each schema judges a few values, so its code is not worth optimizing.
  readonly #validator = new Ajv2020({
    strict: false,
    validateFormats: false,
    allErrors: true,
    // The document is a valid one: this does not judge schemas.
    validateSchema: false,
    code: { optimize: false },
  })
  /** By the schema's text: many operations return the same object. */
  readonly #compiled = new Map<string, ReturnType<Ajv2020['compile']>>()
  readonly #judges = new WeakMap<JsonSchema, ReturnType<Ajv2020['compile']>>()

  constructor(document: OpenapiDocument) {
    this.#validator.addSchema(document as object, 'document')
  }

  /** The violations of the schema; empty if the value is valid. */
  flaws(schema: JsonSchema, value: unknown): unknown[] {
    const validate = this.#judges.get(schema) ?? this.#compile(schema)
    return validate(value) ? [] : (validate.errors ?? [])
  }

  #compile(schema: JsonSchema): ReturnType<Ajv2020['compile']> {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
    const validate = this.#compiled.get(text) ?? this.#validator.compile(JSON.parse(text) as object)
    this.#compiled.set(text, validate)
    this.#judges.set(schema, validate)
    return validate
  }
}

const OF_ALL_TYPES: readonly unknown[] = [
  null,
  true,
  7,
  -1.5,
  1e300,
  'text',
  '',
  [],
  [[]],
  {},
  { a: { b: 1 } },
  'x'.repeat(10_000),
]
const MIB = 1024 * 1024

/** `good` is a valid body. */
export function badBodies({ body }: DocumentedOperation, good: unknown, judge: SchemaJudge): BadBody[] {
  const schema = body?.schema ?? {}
  const object =
    typeof good === 'object' && good !== null && !Array.isArray(good) ? (good as Record<string, unknown>) : {}
  return [...wrongFields(schema, object, judge), ...wrongWholes(schema, judge), ...wrongTexts(object)]
}

function wrongFields(schema: JsonSchema, good: Record<string, unknown>, judge: SchemaJudge): BadBody[] {
  const cases: BadBody[] = []
  for (const name of Object.keys(propertiesOf(schema))) {
    for (const value of OF_ALL_TYPES) {
      const body = { ...good, [name]: value }
      if (judge.flaws(schema, body).length === 0) continue
      cases.push({ title: `${name} = ${JSON.stringify(value).slice(0, 40)}`, body: JSON.stringify(body), param: name })
    }
    const { [name]: _, ...without } = good
    if (judge.flaws(schema, without).length > 0)
      cases.push({ title: `without ${name}`, body: JSON.stringify(without), param: name })
  }
  const long = 'n'.repeat(10_000)
  if ('name' in propertiesOf(schema))
    cases.push({ title: 'a name of 10,000 characters', body: JSON.stringify({ ...good, name: long }), param: 'name' })
  return cases
}

function wrongWholes(schema: JsonSchema, judge: SchemaJudge): BadBody[] {
  return [[], [1], 'text', 7, true, null]
    .filter((value) => judge.flaws(schema, value).length > 0)
    .map((value) => ({ title: `${JSON.stringify(value)} for a body`, body: JSON.stringify(value) }))
}

/** Bodies that are invalid for every operation: malformed JSON, unknown fields, wrong size or encoding. */
function wrongTexts(good: Record<string, unknown>): BadBody[] {
  const text = JSON.stringify(good)
  const with_ = (member: string) => (text === '{}' ? `{${member}}` : `{${member},${text.slice(1)}`)
  return [
    { title: 'an unknown field', body: with_('"no_such_field":1'), status: 400, param: 'no_such_field' },
    { title: '__proto__', body: with_('"__proto__":{"isAdmin":true}'), status: 400, param: '__proto__' },
    { title: 'constructor', body: with_('"constructor":{"prototype":{"a":1}}'), status: 400, param: 'constructor' },
    { title: 'a field twice', body: '{"name":"a","name":"b"}', status: 400, param: 'name' },
    { title: 'NUL in a text', body: '{"name":"a\\u0000b"}', status: 400, param: 'name' },
    { title: 'half a character', body: '{"name":"\\ud800"}', status: 400, param: 'name' },
    { title: 'JSON cut off', body: text.slice(0, -1), status: 400 },
    { title: 'no JSON', body: 'name=a', status: 400 },
    { title: 'a byte order mark', body: `\uFEFF${text}`, status: 400 },
    { title: 'invalid UTF-8', body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), status: 400 },
    { title: 'a nest of 100,000 lists', body: `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, status: 400 },
    { title: 'one byte over 1 MiB', body: `{"name":"${'a'.repeat(MIB + 1 - 11)}"}`, status: 413 },
    { title: 'another content type', body: text, headers: { 'content-type': 'text/plain' }, status: 415 },
    { title: 'a compressed body', body: Bun.gzipSync(text), headers: { 'content-encoding': 'gzip' }, status: 415 },
  ]
}

/** The schema of the object, or of the first object among alternatives. */
function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const choices = [schema, ...((schema['anyOf'] ?? schema['oneOf'] ?? []) as JsonSchema[])]
  return (choices.find((choice) => choice['properties'] !== undefined)?.['properties'] ?? {}) as Record<
    string,
    JsonSchema
  >
}
