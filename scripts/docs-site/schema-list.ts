/** Renders a JSON Schema as a list of fields. */

import { type Html, html, marked } from '../../server/src/control/docs/html.ts'

export type Schema = Readonly<Record<string, unknown>>

export type Resolve = (reference: string) => Schema

/** Limits recursive schemas. Deeper fields show only their type. */
const MAX_LEVEL = 4

export function schemaList(schema: Schema, resolve: Resolve, level = 0): Html {
  const found = followed(schema, resolve)
  const inner = elementOf(found, resolve)
  const fields = Object.entries((inner['properties'] ?? {}) as Record<string, Schema>)
  if (fields.length === 0 || level >= MAX_LEVEL) return html``
  const required = new Set((inner['required'] ?? []) as readonly string[])
  const rows = fields.map(([name, field]) => fieldRow(name, field, required.has(name), resolve, level))
  return html`<ul class="fields">${rows}</ul>`
}

function fieldRow(name: string, field: Schema, isRequired: boolean, resolve: Resolve, level: number): Html {
  const about = String(followed(field, resolve)['description'] ?? field['description'] ?? '')
  const must = isRequired ? html` <em>required</em>` : html``
  const words = html`<code>${name}</code> <small>${typeText(field, resolve)}</small>${must} ${marked(about)}`
  return html`<li>${words}${schemaList(field, resolve, level + 1)}</li>`
}

/** `array of string or null`, `"a" | "b"`. */
export function typeText(schema: Schema, resolve: Resolve): string {
  const found = followed(schema, resolve)
  if (found['const'] !== undefined) return JSON.stringify(found['const'])
  if (Array.isArray(found['enum'])) return found['enum'].map((value) => JSON.stringify(value)).join(' | ')
  const choices = choicesOf(found)
  if (choices.length > 0) return [...new Set(choices.map((choice) => typeText(choice, resolve)))].join(' or ')
  const { type } = found
  if (type === 'array') return `array of ${typeText((found['items'] ?? {}) as Schema, resolve)}`
  if (Array.isArray(type)) return type.join(' or ')
  return typeof type === 'string' ? type + limitsText(found) : 'anything'
}

function limitsText(schema: Schema): string {
  const words: string[] = []
  if (schema['minimum'] !== undefined) words.push(`from ${schema['minimum']}`)
  // Zod sets this maximum on every integer; it is not a real limit.
  if (schema['maximum'] !== undefined && schema['maximum'] !== Number.MAX_SAFE_INTEGER)
    words.push(`to ${schema['maximum']}`)
  if (schema['maxLength'] !== undefined) words.push(`up to ${schema['maxLength']} characters`)
  if (schema['default'] !== undefined) words.push(`default ${JSON.stringify(schema['default'])}`)
  return words.length === 0 ? '' : ` (${words.join(', ')})`
}

function choicesOf(schema: Schema): readonly Schema[] {
  return (schema['anyOf'] ?? schema['oneOf'] ?? []) as readonly Schema[]
}

/** The schema that has the fields: the object itself, the items of an array, or the first object in a union. */
function elementOf(schema: Schema, resolve: Resolve): Schema {
  if (schema['type'] === 'array') return elementOf(followed((schema['items'] ?? {}) as Schema, resolve), resolve)
  const choices = choicesOf(schema).map((choice) => followed(choice, resolve))
  const withFields = choices.map((choice) => (choice['type'] === 'array' ? elementOf(choice, resolve) : choice))
  return withFields.find((choice) => choice['properties'] !== undefined) ?? schema
}

function followed(schema: Schema, resolve: Resolve): Schema {
  const reference = schema['$ref']
  return typeof reference === 'string' ? resolve(reference) : schema
}
