/** The served config schema: loaded once, and resolved along a path. */

import { loadServed } from '../../../api/load-served.ts'
import type { Path, Step } from './json-tree.ts'

export type Schema = {
  readonly $ref?: string
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean'
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly (string | number | boolean)[]
  readonly examples?: readonly unknown[]
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

let loading: Promise<Schema> | null = null

export function loadSchema(): Promise<Schema> {
  loading ??= loadServed<Schema>('/schemas/config.json').catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** Null where the schema defines nothing, such as below override_params. */
export function schemaAt(root: Schema, path: Path): Schema | null {
  let schema: Schema | null = root
  for (const step of path) schema = schema && stepInto(resolve(root, schema), step)
  return schema && resolve(root, schema)
}

export function resolve(root: Schema, schema: Schema): Schema {
  return schema.$ref === '#' ? root : schema
}

function stepInto(schema: Schema, step: Step): Schema | null {
  if (typeof step === 'number') return schema.items ?? null
  const { properties, additionalProperties } = schema
  const known = properties?.[canonicalKey(step, properties)]
  if (known) return known
  return typeof additionalProperties === 'object' ? additionalProperties : null
}

/** The gateway also accepts camelCase, dashes and prefixes such as `azure_`; unknown names are returned unchanged. */
export function canonicalKey(name: string, properties: Readonly<Record<string, Schema>>): string {
  if (Object.hasOwn(properties, name)) return name
  const snake = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()
  const own = Object.keys(properties).find((key) => key.toLowerCase() === snake)
  if (own) return own
  const twin = snake
    .replace(/^azure_/, 'cloud_a_')
    .replace(/^vertex_/, 'cloud_b_')
    .replace(/^aws_/, 'cloud_c_')
  return Object.hasOwn(properties, twin) ? twin : name
}

/** Ignores MAX_SAFE_INTEGER, which the schema generator adds to every integer. */
export function realMaximum({ maximum }: Schema): number | null {
  return maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? null : maximum
}

/** `number, at least 30000`. */
export function typeWords(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const words = [typeName(schema)]
  if (schema.minimum !== undefined) words.push(`at least ${schema.minimum}`)
  if (schema.exclusiveMinimum !== undefined) words.push(`more than ${schema.exclusiveMinimum}`)
  const maximum = realMaximum(schema)
  if (maximum !== null) words.push(`at most ${maximum}`)
  return words.join(', ')
}

function typeName(schema: Schema): string {
  if (schema.type === 'integer') return 'whole number'
  if (schema.type === 'array') return 'list'
  if (schema.type === 'boolean') return 'true | false'
  if (schema.type === 'string') return 'text'
  return schema.type ?? (schema.anyOf ? schema.anyOf.map(typeName).join(' or ') : 'any value')
}
