/** A JSON schema in the subset Anthropic's constrained decoding takes; what it refuses moves into the description. */

import type { JsonObject } from '../../dialect.ts'
import { isObject, textOf } from '../json-value.ts'

// platform.claude.com/docs/en/build-with-claude/structured-outputs, "JSON schema limitations".
const KEPT = new Set(['type', 'enum', 'const', 'description', 'title', 'default', 'required', '$ref'])
const NESTED_LISTS = new Set(['anyOf', 'allOf'])
const NESTED_MAPS = new Set(['properties', '$defs', 'definitions'])
const FORMATS = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'])
// Deeper schemas are no one's; the limit keeps a hostile one from exhausting the stack.
const MAX_DEPTH = 100

export function strictSchema(schema: JsonObject, depth = 0): JsonObject {
  if (depth > MAX_DEPTH) return schema
  const inner = (value: unknown) => (isObject(value) ? strictSchema(value, depth + 1) : value)
  const strict: [string, unknown][] = []
  const refused: string[] = []
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$schema' || key === 'additionalProperties') continue
    if (key === 'oneOf' && Array.isArray(value)) strict.push(['anyOf', value.map(inner)])
    else if (NESTED_LISTS.has(key) && Array.isArray(value)) strict.push([key, value.map(inner)])
    else if (NESTED_MAPS.has(key) && isObject(value)) {
      strict.push([key, Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inner(member)]))])
    } else if (key === 'items') strict.push([key, inner(value)])
    else if (KEPT.has(key) || isTaken(key, value)) strict.push([key, value])
    else refused.push(`${key}: ${JSON.stringify(value)}`)
  }
  const result: JsonObject = Object.fromEntries(strict)
  if (isObjectSchema(schema)) result.additionalProperties = false
  if (refused.length > 0) {
    const description = textOf(schema.description)
    result.description = `${description}${description && '\n\n'}{${refused.join(', ')}}`
  }
  return result
}

function isTaken(key: string, value: unknown): boolean {
  if (key === 'format') return typeof value === 'string' && FORMATS.has(value)
  return key === 'minItems' && (value === 0 || value === 1)
}

function isObjectSchema(schema: JsonObject): boolean {
  return schema.type === 'object' || (Array.isArray(schema.type) && schema.type.includes('object'))
}
