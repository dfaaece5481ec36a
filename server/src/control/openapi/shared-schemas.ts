/** Converts Zod schemas to JSON Schema and moves their inner `$defs` to `components/schemas`. */

import { z } from 'zod'

export type JsonSchema = Readonly<Record<string, unknown>>

export class SharedSchemas {
  readonly schemas: Record<string, JsonSchema> = {}

  /** `owner` prefixes the names of inner schemas to make them unique. */
  schemaOf(schema: z.ZodType, io: 'input' | 'output', owner: string): JsonSchema {
    const { $schema: _, $defs, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
    const prefix = owner.replace(/[^A-Za-z0-9]+(.)?/g, (_match, next: string | undefined) => next?.toUpperCase() ?? '')
    const nameOf = (inner: string) => `${prefix}_${inner}`
    for (const [inner, definition] of Object.entries(($defs ?? {}) as Record<string, JsonSchema>))
      this.#put(nameOf(inner), relink(definition, nameOf))
    const linked = relink(rest, nameOf) as JsonSchema
    if (!JSON.stringify(linked).includes(`"${REFERENCE}${nameOf('itself')}"`)) return linked
    this.#put(nameOf('itself'), linked)
    return { $ref: `${REFERENCE}${nameOf('itself')}` }
  }

  #put(name: string, schema: unknown): void {
    this.schemas[name] = schema as JsonSchema
  }
}

const REFERENCE = '#/components/schemas/'

/** Rewrites references: `#` is the schema itself, `#/$defs/x` an inner schema. */
function relink(value: unknown, nameOf: (inner: string) => string): unknown {
  if (Array.isArray(value)) return value.map((inner) => relink(inner, nameOf))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(spelledOut(value as JsonSchema)).map(([name, inner]): [string, unknown] => {
    if (name !== '$ref' || typeof inner !== 'string') return [name, relink(inner, nameOf)]
    return [name, REFERENCE + nameOf(inner === '#' ? 'itself' : inner.replace('#/$defs/', ''))]
  })
  return Object.fromEntries(entries)
}

/** Converts a record with enumerated keys (`propertyNames`) to `properties`, which readers and linters understand. */
function spelledOut(schema: JsonSchema): JsonSchema {
  const { propertyNames, additionalProperties: inner, ...rest } = schema
  const names = (propertyNames as JsonSchema | undefined)?.['enum']
  if (!Array.isArray(names)) return schema
  const properties = Object.fromEntries(names.map((name) => [String(name), inner]))
  return { ...rest, properties, additionalProperties: false }
}
