/** Writes src/generated/options.ts: every gateway option with its header, and the config object as a type. */

import type { OptionRow, OptionsContract, Schema } from './contract-shapes.ts'
import { comment, schemaType } from './schema-type.ts'

const TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'boolean',
  integer: 'number',
  'json object': 'Readonly<Record<string, unknown>>',
  'list of names': 'readonly string[] | string',
  'string or JSON': 'string | Config',
}

export function optionsSource(contract: OptionsContract, configSchema: Schema): string {
  const rows = [...contract.options, ...contract.provider_settings]
  return `/** GENERATED from contract/: every option of a request, its header and its type. */

/** Routing and behaviour of a request; see the config reference. Send it inline, or save it and name its id. */
export interface Config ${schemaType(configSchema, { self: 'Config' })}

export interface KnownOptions {
${rows.flatMap(optionLines).join('\n')}
}

export const OPTION_HEADERS: Readonly<Record<keyof KnownOptions, string>> = {
${rows.map((row) => `  ${row.camelCase}: '${row.header}',`).join('\n')}
}
`
}

function optionLines(row: OptionRow): readonly string[] {
  const type = TYPES[row.type]
  if (type === undefined) throw new Error(`No TypeScript type for options of type ${row.type}.`)
  return [...comment(row.about, '  '), `  ${row.camelCase}?: ${type} | null | undefined`]
}
