/**
 * Finds the texts of a tool definition or a JSON schema. Agents may send a hundred kilobytes of them with each request.
 */

import { isObject } from '../../core/json.ts'
import { type JsonLeaves, jsonLeaves, MAX_PATH } from './json-leaves.ts'
import { rawOf } from './raw-values.ts'

export type DefinitionText = {
  readonly text: string
  /** Such as `.function.description`. The path of a key ends with `.*`. */
  readonly path: string
  /** The index of the leaf in the JSON of the definition, as `jsonLeaves` counts. */
  readonly index: number
  readonly inner: JsonLeaves | null
}

const MAX_DEPTH = 64

/** Standard words of definitions and schemas. Skipping them halves the number of texts to check. */
const KEYWORDS: ReadonlySet<string> = new Set([
  ...['$schema', 'type', 'name', 'description', 'title', 'properties', 'required', 'items', 'enum', 'const', 'default'],
  ...['additionalProperties', 'anyOf', 'oneOf', 'allOf', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems'],
  ...['maxItems', 'exclusiveMinimum', 'exclusiveMaximum', 'pattern', 'format', 'nullable', 'propertyOrdering'],
  ...['function', 'parameters', 'input_schema', 'strict', 'functionDeclarations', 'schema', 'json_schema'],
  ...['object', 'string', 'number', 'integer', 'boolean', 'array', 'null', 'OBJECT', 'STRING', 'NUMBER', 'INTEGER'],
  ...['BOOLEAN', 'ARRAY', 'http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2020-12/schema'],
])

/** Null if the value is nested too deeply, or contains values kept as source text (see `raw-values.ts`). */
export function definitionTexts(value: unknown): readonly DefinitionText[] | null {
  const texts: DefinitionText[] = []
  return collect(value, '', texts, { next: 0 }, 0) ? texts : null
}

type Counter = { next: number }

function collect(value: unknown, path: string, texts: DefinitionText[], counter: Counter, depth: number): boolean {
  if (typeof value === 'string') {
    if (rawOf(value) !== null) return false
    const index = counter.next++
    if (!KEYWORDS.has(value)) texts.push({ text: value, path, index, inner: innerOf(value) })
    return true
  }
  if (typeof value === 'number') {
    // JSON has no infinity: it is written as null.
    if (Number.isFinite(value)) texts.push({ text: JSON.stringify(value), path, index: counter.next++, inner: null })
    return true
  }
  if (typeof value !== 'object' || value === null) return true
  if (depth >= MAX_DEPTH) return false
  if (Array.isArray(value)) return value.every((item, i) => collect(item, `${path}[${i}]`, texts, counter, depth + 1))
  if (!isObject(value)) return true
  for (const key of Object.keys(value)) {
    const at = `${path.slice(0, MAX_PATH)}.${key}`
    const index = counter.next++
    if (!KEYWORDS.has(key)) texts.push({ text: key, path: `${path}.*`, index, inner: null })
    if (!collect(value[key], at, texts, counter, depth + 1)) return false
  }
  return true
}

/** As in `jsonLeaves`: JSON in a string is decoded if it has escapes. */
function innerOf(text: string): JsonLeaves | null {
  if (!text.includes('\\') || !/^\s*[{[]/.test(text)) return null
  const inner = jsonLeaves(text, 1)
  return inner.isJson ? inner : null
}
