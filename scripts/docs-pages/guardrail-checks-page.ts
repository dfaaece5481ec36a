/** Generates docs/guardrail-checks.md: every check of guardrails with its parameters, from the catalogue. */

import { z } from 'zod'
import { CHECK_CATALOGUE, type CheckDescription } from '../../server/src/guardrails/catalogue.ts'
import { code, table, WRITTEN, words } from './marks.ts'

type Schema = {
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
}

export function guardrailChecksPage(): string {
  const rows = CHECK_CATALOGUE.map(({ id, about, directions }) => [
    `[${code(id)}](#${id.toLowerCase().replaceAll('.', '')})`,
    words(about),
    directions.length === 2 ? 'request, response' : directions[0] === 'input' ? 'request' : 'response',
  ])
  return `# Guardrail checks

${WRITTEN}

Look up a check here; [Guardrails](guardrails.md) explains how to use them. The prefix \`default.\` may be left out.
\`GET /v1/guardrails/checks\` returns the same list with the JSON schemas of the parameters.

${table(['check', 'passes if', 'checks'], rows)}

${CHECK_CATALOGUE.map(section).join('\n\n')}
`
}

function section({ id, name, about, parameters }: CheckDescription): string {
  const schema = z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' }) as Schema
  const rows = Object.entries(schema.properties ?? {}).map(([member, one]) => [
    code(member),
    words(typeOf(one)),
    one.default === undefined
      ? schema.required?.includes(member)
        ? 'required'
        : ''
      : code(JSON.stringify(one.default)),
    words(one.description ?? ''),
  ])
  const fields = rows.length === 0 ? 'It has no parameters.' : table(['parameter', 'type', 'default', 'meaning'], rows)
  return `## ${id}\n\n${name}. ${words(about)}\n\n${fields}`
}

function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ')
  if (schema.type === 'array' && schema.items) return `list of ${typeOf(schema.items)}`
  if (schema.type !== undefined) return schema.type
  const kinds = new Set((schema.anyOf ?? []).map(typeOf))
  return kinds.size === 0 ? 'any JSON' : [...kinds].join(' or ')
}
