/** Validates a config tree against the served schema while typing. The gateway checks the rest. */

import { canonicalKey, realMaximum, resolve, type Schema, typeWords } from './config-schema.ts'
import { rangeAt } from './json-paths.ts'
import type { JsonNode, Path } from './json-tree.ts'
import { nearest } from './nearest.ts'
import type { Problem } from './problem.ts'

const MAX_PROBLEMS = 50

type Found = Pick<Problem, 'path' | 'message'>

export function checkSchema(root: JsonNode, schema: Schema): readonly Problem[] {
  const check = new Check(schema)
  check.node(root, schema, [])
  return check.found.map(({ path, message }) => ({
    ...rangeAt(root, path),
    severity: 'error' as const,
    path,
    message,
    fixes: [],
  }))
}

class Check {
  readonly found: Found[] = []

  constructor(private readonly root: Schema) {}

  node(node: JsonNode, given: Schema, path: Path): void {
    if (this.found.length >= MAX_PROBLEMS || node.kind === 'missing') return
    const schema = resolve(this.root, given)
    if (schema.anyOf) {
      const isFine = schema.anyOf.some((one) => this.#fits(node, one))
      if (!isFine) this.#add(path, `expected ${typeWords(schema)}, got ${words(node)}.`)
      return
    }
    if (schema.type && !hasType(node, schema.type)) {
      if (isShortForm(node, schema, path)) return
      this.#add(path, `expected ${typeWords(schema)}, got ${words(node)}.`)
      return
    }
    if (schema.enum) this.#enum(node, schema.enum, path)
    if (node.kind === 'number') this.#number(node.value, schema, path)
    if (node.kind === 'string') this.#text(node.value, schema, path)
    if (node.kind === 'array') this.#list(node, schema, path)
    if (node.kind === 'object') this.#object(node, schema, path)
  }

  #fits(node: JsonNode, schema: Schema): boolean {
    const trial = new Check(this.root)
    trial.node(node, schema, [])
    return trial.found.length === 0
  }

  #enum(node: JsonNode, allowed: NonNullable<Schema['enum']>, path: Path): void {
    if ('value' in node && allowed.includes(node.value)) return
    const meant = node.kind === 'string' ? nearest(node.value, allowed.map(String)) : null
    this.#add(path, `expected ${typeWords({ enum: allowed })}, got ${words(node)}.${didYouMean(meant)}`)
  }

  #number(value: number, schema: Schema, path: Path): void {
    const maximum = realMaximum(schema)
    const isLow = schema.minimum !== undefined && value < schema.minimum
    const isNone = schema.exclusiveMinimum !== undefined && value <= schema.exclusiveMinimum
    if (isLow || isNone || (maximum !== null && value > maximum))
      this.#add(path, `expected ${typeWords(schema)}, got ${value}.`)
  }

  #text(value: string, schema: Schema, path: Path): void {
    if (schema.minLength !== undefined && value.length < schema.minLength) this.#add(path, 'must not be empty.')
    else if (schema.maxLength !== undefined && value.length > schema.maxLength)
      this.#add(path, `must not be longer than ${schema.maxLength} characters.`)
    else if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(value))
      this.#add(path, `does not match the required pattern (${schema.pattern}).`)
  }

  #list(node: JsonNode & { kind: 'array' }, schema: Schema, path: Path): void {
    if (schema.minItems !== undefined && node.items.length < schema.minItems)
      this.#add(path, `needs at least ${schema.minItems} ${schema.minItems === 1 ? 'item' : 'items'}.`)
    if (schema.maxItems !== undefined && node.items.length > schema.maxItems)
      this.#add(path, `has ${node.items.length} items, at most ${schema.maxItems} are allowed.`)
    const { items } = schema
    if (items) for (const [index, item] of node.items.entries()) this.node(item, items, [...path, index])
  }

  #object(node: JsonNode & { kind: 'object' }, schema: Schema, path: Path): void {
    const properties = schema.properties ?? {}
    const present = new Set<string>()
    for (const { key, value } of node.members) {
      const name = canonicalKey(key, properties)
      present.add(name)
      // The parser already reported the missing value.
      if (value.kind === 'missing') continue
      const inner = properties[name]
      if (inner) this.node(value, inner, [...path, key])
      else if (schema.additionalProperties === false)
        this.#add([...path, key], `unknown key “${key}”.${didYouMean(nearest(key, Object.keys(properties)))}`)
    }
    for (const name of schema.required ?? []) {
      if (!present.has(name)) this.#add([...path, name], `required: ${typeWords(properties[name] ?? {})}.`)
    }
  }

  #add(path: Path, message: string): void {
    this.found.push({ path, message })
  }
}

/** `"cache": "simple"` is short for `{"mode": "simple"}`. */
function isShortForm(node: JsonNode, schema: Schema, path: Path): boolean {
  const modes = schema.properties?.['mode']?.enum
  return path.at(-1) === 'cache' && node.kind === 'string' && modes?.includes(node.value) === true
}

function hasType(node: JsonNode, type: NonNullable<Schema['type']>): boolean {
  if (type === 'integer') return node.kind === 'number' && Number.isInteger(node.value)
  return node.kind === type
}

function didYouMean(meant: string | null): string {
  return meant === null ? '' : ` Did you mean “${meant}”?`
}

function words(node: JsonNode): string {
  if (node.kind === 'string') return JSON.stringify(node.value.length > 40 ? `${node.value.slice(0, 40)}…` : node.value)
  if (node.kind === 'number' || node.kind === 'boolean') return String(node.value)
  return node.kind === 'array' ? 'a list' : node.kind === 'object' ? 'an object' : 'null'
}
