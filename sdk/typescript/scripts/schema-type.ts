/** Writes a JSON schema as a TypeScript type. */

import type { Schema } from './contract-shapes.ts'

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
  object: 'Record<string, unknown>',
  array: 'unknown[]',
}

export type TypeRules = {
  /** Name of the type that `$ref: "#"` refers to. */
  readonly self?: string
  readonly indent?: string
}

export function schemaType(schema: Schema, rules: TypeRules = {}): string {
  if (schema.$ref !== undefined) return schema.$ref === '#' && rules.self !== undefined ? rules.self : 'unknown'
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return union(schema.enum.map(literal))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return union(choices.map((choice) => schemaType(choice, rules)))
  if (Array.isArray(schema.type))
    return union(schema.type.map((type: string) => schemaType({ ...schema, type }, rules)))
  if (schema.type === 'array') return arrayType(schema, rules)
  if (schema.properties) return objectType(schema, rules)
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return `Record<string, ${schemaType(schema.additionalProperties, rules)}>`
  return typeof schema.type === 'string' ? (PLAIN[schema.type] ?? 'unknown') : 'unknown'
}

function arrayType(schema: Schema, rules: TypeRules): string {
  const item = schema.items ? schemaType(schema.items, rules) : 'unknown'
  return /^[\w<>, ]+$/.test(item) ? `${item}[]` : `Array<${item}>`
}

function objectType(schema: Schema, rules: TypeRules): string {
  const indent = rules.indent ?? ''
  const inner = { ...rules, indent: `${indent}  ` }
  const required = new Set(schema.required)
  const lines = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    ...comment(property.description, inner.indent),
    `${inner.indent}${propertyName(name)}${required.has(name) ? '' : '?'}: ${optional(required.has(name), schemaType(property, inner))}`,
  ])
  if (schema.additionalProperties === true || typeof schema.additionalProperties === 'object')
    lines.push(`${inner.indent}[name: string]: unknown`)
  return lines.length === 0 ? 'Record<string, unknown>' : `{\n${lines.join('\n')}\n${indent}}`
}

export function comment(text: string | undefined, indent: string): readonly string[] {
  return text === undefined || text === ''
    ? []
    : [`${indent}/** ${text.replaceAll('*/', '* /').replaceAll('\n', ' ')} */`]
}

function optional(isRequired: boolean, type: string): string {
  return isRequired || type === 'unknown' ? type : `${type} | undefined`
}

export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
}

function literal(value: unknown): string {
  return typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : JSON.stringify(value)
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)]
  return distinct.includes('unknown') ? 'unknown' : distinct.join(' | ')
}
