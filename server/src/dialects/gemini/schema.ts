/** Reduces a JSON schema to the subset of OpenAPI 3.0 in Gemini's `Schema` type (https://ai.google.dev/api/caching#Schema). */

import type { JsonObject } from '../dialect.ts'
import { isAbsent, isObject, listOf, objectOf, textOrNull } from '../json.ts'

/** Copied unchanged. Members that this file does not name are dropped. */
const COPIED_MEMBERS = [
  'title',
  'description',
  'default',
  'example',
  'pattern',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
  'propertyOrdering',
]
/** Gemini rejects all other formats. */
const FORMATS: ReadonlySet<string> = new Set(['date-time', 'enum', 'float', 'double', 'int32', 'int64'])
/** References multiply: a schema of a few hundred bytes can expand to millions of nodes. */
const MAX_NODES = 5_000
const MAX_DEPTH = 64
/** Limits the JSON characters that references and unions repeat: 5,000 references to one large enum would be gigabytes. */
const MAX_REPEATED_CHARACTERS = 1024 * 1024
/** Maximum length of a list of types. JSON schema has only seven types. */
const MAX_TYPES = 8

/** Thrown if the schema has no finite reduced form. */
class Unreducible extends Error {}

/** Null if the schema is recursive or exceeds the limits. */
export function reduceSchema(schema: JsonObject): JsonObject | null {
  try {
    return new Reduction(schema).reduce(schema, 0)
  } catch (error) {
    if (error instanceof Unreducible) return null
    throw error
  }
}

class Reduction {
  readonly #root: JsonObject
  readonly #open = new Set<string>()
  readonly #sizes = new Map<string, number>()
  #nodes = 0
  #repeatedCharacters = 0

  constructor(root: JsonObject) {
    this.#root = root
  }

  reduce(value: unknown, depth: number): JsonObject {
    if (++this.#nodes > MAX_NODES || depth > MAX_DEPTH) throw new Unreducible()
    // `true` and `{}` allow anything, as does a Schema without members.
    const node: JsonObject = objectOf(value)
    const reference = textOrNull(node['$ref'])
    if (reference !== null) return this.#follow(reference, node, depth)
    const merged = this.#withAllOf(node, depth)
    const variants = listOf(merged['anyOf'] ?? merged['oneOf'])
    return variants.length > 0 ? this.#union(merged, variants, depth) : this.#single(merged, depth)
  }

  #follow(reference: string, node: JsonObject, depth: number): JsonObject {
    if (this.#open.has(reference)) throw new Unreducible()
    this.#open.add(reference)
    const { $ref: _, ...siblings } = node
    const found = this.#find(reference)
    const size = this.#sizes.get(reference) ?? JSON.stringify(found).length
    this.#sizes.set(reference, size)
    this.#repeat(size)
    const reduced = this.reduce({ ...found, ...siblings }, depth + 1)
    this.#open.delete(reference)
    return reduced
  }

  #repeat(characters: number): void {
    this.#repeatedCharacters += characters
    if (this.#repeatedCharacters > MAX_REPEATED_CHARACTERS) throw new Unreducible()
  }

  /** Resolves a JSON pointer in the schema. An unresolved pointer allows anything. */
  #find(reference: string): JsonObject {
    if (!reference.startsWith('#')) return {}
    let found: unknown = this.#root
    for (const step of reference.slice(1).split('/').slice(1)) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
      const holder: unknown = found
      found =
        typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name) ? (holder as JsonObject)[name] : {}
    }
    return objectOf(found)
  }

  #withAllOf(node: JsonObject, depth: number): JsonObject {
    const parts = listOf(node['allOf'])
    if (parts.length === 0) return node
    const { allOf: _, ...own } = node
    const all = [...parts.map((part) => this.reduce(part, depth + 1)), own]
    const merged: JsonObject = Object.assign({}, ...all)
    const properties = all.map((part) => part['properties']).filter(isObject)
    if (properties.length > 0) merged['properties'] = Object.assign({}, ...properties)
    const required = all.flatMap((part) => listOf(part['required']))
    if (required.length > 0) merged['required'] = [...new Set(required)]
    return merged
  }

  /** Vertex rejects other members next to `anyOf`, so description and nullability move into the variants. */
  #union(node: JsonObject, variants: readonly unknown[], depth: number): JsonObject {
    const real = variants.filter((variant) => !isObject(variant) || variant['type'] !== 'null')
    const isNullable = real.length < variants.length || node['nullable'] === true
    const { anyOf: _, oneOf: __, ...own } = node
    this.#repeat((textOrNull(own['description'])?.length ?? 0) * real.length)
    const reduced = real.map((variant) => {
      const found = this.reduce(variant, depth + 1)
      if (isNullable) found['nullable'] = true
      if (!isAbsent(own['description'])) found['description'] ??= own['description']
      return found
    })
    if (reduced.length > 1) return { anyOf: reduced }
    return { ...this.#single({ ...own, nullable: isNullable || undefined }, depth), ...reduced[0] }
  }

  #single(node: JsonObject, depth: number): JsonObject {
    const types = Array.isArray(node['type']) ? node['type'] : [node['type']]
    const named = types.filter((type): type is string => typeof type === 'string' && type !== 'null')
    if (named.length > MAX_TYPES) throw new Unreducible()
    if (named.length > 1) {
      const { type: _, ...rest } = node
      return this.#union(
        rest,
        types.map((type) => ({ ...rest, type })),
        depth,
      )
    }
    const out: JsonObject = {}
    const type = named[0] ?? (types.includes('null') ? 'null' : impliedType(node))
    if (type !== undefined) out['type'] = type
    if (node['nullable'] === true || (types.includes('null') && named.length > 0)) out['nullable'] = true
    for (const key of COPIED_MEMBERS) if (!isAbsent(node[key])) out[key] = node[key]
    const format = textOrNull(node['format'])
    if (format !== null && FORMATS.has(format)) out['format'] = format
    addValues(out, node)
    this.#addProperties(out, node, depth)
    this.#addItems(out, node, depth)
    return out
  }

  #addProperties(out: JsonObject, node: JsonObject, depth: number): void {
    const properties = Object.entries(objectOf(node['properties'])).filter(([name]) => name !== '__proto__')
    if (properties.length === 0) return
    out['properties'] = Object.fromEntries(properties.map(([name, schema]) => [name, this.reduce(schema, depth + 1)]))
    // Gemini rejects a required name without a property.
    const names = new Set(properties.map(([name]) => name))
    const required = listOf(node['required']).filter((name) => typeof name === 'string' && names.has(name))
    if (required.length > 0) out['required'] = required
  }

  #addItems(out: JsonObject, node: JsonObject, depth: number): void {
    if (out['type'] !== 'array' && out['type'] !== 'ARRAY') return
    // Gemini has no tuples. Every item may be any of the tuple's items.
    const tuple = Array.isArray(node['items']) ? node['items'] : listOf(node['prefixItems'])
    if (tuple.length > 0) out['items'] = this.reduce({ anyOf: tuple }, depth + 1)
    // Gemini rejects an array without items.
    else out['items'] = isObject(node['items']) ? this.reduce(node['items'], depth + 1) : { type: 'string' }
  }
}

function impliedType(node: JsonObject): string | undefined {
  if (isObject(node['properties'])) return 'object'
  if (!isAbsent(node['items']) || !isAbsent(node['prefixItems'])) return 'array'
  const values = Object.hasOwn(node, 'const') ? [node['const']] : listOf(node['enum'])
  return values.length > 0 && values.every((value) => typeof value === 'string') ? 'string' : undefined
}

/** Gemini's `enum` only takes strings. Other values are listed in the description. */
function addValues(out: JsonObject, node: JsonObject): void {
  const values = Object.hasOwn(node, 'const') ? [node['const']] : listOf(node['enum'])
  const given = values.filter((value) => value !== null)
  if (given.length === 0) return
  if (given.length < values.length) out['nullable'] = true
  if (given.every((value) => typeof value === 'string')) {
    out['enum'] = given
    return
  }
  const allowed = `Allowed values: ${given.map((value) => JSON.stringify(value)).join(', ')}.`
  const described = textOrNull(out['description'])
  out['description'] = described === null ? allowed : `${described} ${allowed}`
}
