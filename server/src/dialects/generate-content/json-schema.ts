/**
 * Converts Gemini's `Schema` (https://ai.google.dev/api/caching#Schema), which has upper-case types, `nullable` and
 * counts written as strings, to JSON schema.
 */

import type { JsonObject } from '../dialect.ts'
import { isObject, listOf } from '../json.ts'
import { memberOf, snakeCase } from './spelling.ts'

/** Deeper schemas stay unchanged. */
const MAX_DEPTH = 64

/** Google writes 64-bit integers as strings. */
const COUNTS = ['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties'] as const
/** Not copied unchanged: members that only Gemini has, and members that are converted below. */
const CONVERTED: ReadonlySet<string> = new Set(
  ['type', 'nullable', 'properties', 'items', 'anyOf', 'propertyOrdering', 'format', 'prefixItems', ...COUNTS].flatMap(
    (name) => [name, snakeCase(name)],
  ),
)

/** `isClosed`: objects allow only their listed properties, as in Gemini's responses. Some providers require this. */
export function toJsonSchema(schema: JsonObject, isClosed = false, depth = 0): JsonObject {
  if (depth > MAX_DEPTH) return schema
  const { type, format } = schema
  const properties = schema['properties']
  const anyOf = memberOf(schema, 'anyOf')
  const prefixItems = memberOf(schema, 'prefixItems')
  const nested = (value: unknown) => (isObject(value) ? toJsonSchema(value, isClosed, depth + 1) : value)
  const converted: JsonObject = {
    ...(type !== undefined && { type: typeName(type, schema['nullable'] === true) }),
    // `enum` is Gemini's own format.
    ...(format !== undefined && format !== 'enum' && { format }),
    ...(isObject(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, nested(value)])),
    }),
    ...(schema['items'] !== undefined && { items: nested(schema['items']) }),
    ...(Array.isArray(anyOf) && { anyOf: nullableAny(anyOf.map(nested), schema) }),
    ...(Array.isArray(prefixItems) && { prefixItems: prefixItems.map(nested) }),
  }
  for (const name of COUNTS) {
    const count = memberOf(schema, name)
    if (count !== undefined) converted[name] = typeof count === 'string' && count !== '' ? Number(count) : count
  }
  for (const [name, value] of Object.entries(schema)) {
    if (!CONVERTED.has(name) && name !== '__proto__') converted[name] = value
  }
  if (isClosed && isObject(properties)) converted['additionalProperties'] ??= false
  const values = schema['enum']
  if (schema['nullable'] === true && Array.isArray(values) && !values.includes(null))
    converted['enum'] = [...values, null]
  return converted
}

function typeName(type: unknown, isNullable: boolean): unknown {
  const names = (Array.isArray(type) ? listOf(type) : [type]).map((name) =>
    typeof name === 'string' ? name.toLowerCase() : name,
  )
  if (isNullable && !names.includes('null')) names.push('null')
  return names.length === 1 ? names[0] : names
}

function nullableAny(schemas: unknown[], schema: JsonObject): unknown[] {
  const isNullable = schema['nullable'] === true && schema['type'] === undefined
  return isNullable ? [...schemas, { type: 'null' }] : schemas
}
