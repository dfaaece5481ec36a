/** Writes src/generated/options.ts: every gateway option with its header, and the config object as a type. */

import { namedRows, type OptionRow, type OptionsContract, type Schema } from './contract-shapes.ts'
import { comment, schemaType } from './schema-type.ts'

const TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'boolean',
  integer: 'number',
  'json object': 'Readonly<Record<string, unknown>>',
  'list of names': 'readonly string[] | string',
  'string or JSON': 'string | Config',
  'string or JSON list': 'string | readonly (string | Readonly<Record<string, unknown>>)[]',
}

export function optionsSource(contract: OptionsContract, configSchema: Schema): string {
  const rows = namedRows(contract)
  return `/** GENERATED from contract/: every option of a request, its header and its type. */

/** Routing and behaviour of a request; see the config reference. Send it inline, or save it and name its id. */
export interface Config ${schemaType(withVendorNames(configSchema, rows), { self: 'Config' })}

export interface KnownOptions {
${rows.flatMap(optionLines).join('\n')}
}

export const OPTION_HEADERS: Readonly<Record<keyof KnownOptions, string>> = {
${rows.map((row) => `  ${row.camelCase}: '${row.header}',`).join('\n')}
}
`
}

/** Config keys have the same two names as options. */
function withVendorNames(schema: Schema, rows: readonly OptionRow[]): Schema {
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const vendor = rows.find((row) => row.snake_case === name)?.vendor_name?.snake_case
    if (vendor === undefined) return [[name, property]]
    return [
      [vendor, property],
      [name, { ...property, description: `The same as ${vendor}.` }],
    ]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

function optionLines(row: OptionRow): readonly string[] {
  const type = TYPES[row.type]
  if (type === undefined) throw new Error(`No TypeScript type for options of type ${row.type}.`)
  const about = row.vendor_name === undefined ? row.about : `The same as ${row.vendor_name.camelCase}.`
  return [...comment(about, '  '), `  ${row.camelCase}?: ${type} | null | undefined`]
}
