/** Generates docs/config.md from the config schema: every key with examples that the tests validate. */

import { configJsonSchema } from '../../server/src/config/schema.ts'
import { compactJson } from './compact-json.ts'
import examplesOfKeys from './config-examples.json'
import { code, table, WRITTEN, words } from './marks.ts'

type Schema = {
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** Example configs for every key; the tests validate each. */
const EXAMPLES: Readonly<Record<string, readonly unknown[]>> = examplesOfKeys

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Choosing among targets': ['strategy', 'targets', 'name', 'weight', 'on_status_codes'],
  'Where a request is sent': [
    'provider',
    'api_key',
    'Authorization',
    'virtual_key',
    'custom_host',
    'passthrough',
    'prompt_id',
  ],
  'Handling failures': ['retry', 'request_timeout', 'connect_timeout', 'cb_config', 'circuit_breaker'],
  'Caching responses': ['cache'],
  'Changing the request': [
    'override_params',
    'default_params',
    'drop_params',
    'forward_headers',
    'strict_open_ai_compliance',
  ],
}

export function configPage(): string {
  const schema = configJsonSchema() as Schema
  const keys = schema.properties ?? {}
  const grouped = Object.values(GROUPS).flat()
  const settings = Object.keys(keys).filter((key) => !grouped.includes(key))
  const groups = Object.entries({ ...GROUPS, 'Provider settings': settings }).map(
    ([title, own]) => `## ${title}\n\n${own.map((key) => section(key, keys[key])).join('\n')}`,
  )
  return `# Config keys

${WRITTEN}

A config is a JSON object. Send it in the header \`x-gateway-config\`, or save it and send its ID in that header.
[Routing](routing.md) explains how the keys work together. The JSON schema for editors is at
\`http://127.0.0.1:8787/schemas/config.json\`. Keys are written in \`snake_case\`; \`camelCase\` is accepted too. An unknown key is
rejected with its path and a suggestion, never ignored. Limits: 64 KiB, 8 levels of targets, 100 targets per level, 256 in total.

Targets inherit from the object that contains \`targets\`. \`override_params\`, \`default_params\` and \`drop_params\` are merged;
the target's own values win. \`retry\`, \`cache\`, \`cb_config\`, \`request_timeout\`, \`connect_timeout\`, \`custom_host\`,
\`forward_headers\` and \`strict_open_ai_compliance\` apply from the nearest level that sets them. All other keys apply only to the
level they are on. Headers override every level.

${groups.join('\n')}`
}

function section(key: string, schema: Schema | undefined): string {
  const examples = EXAMPLES[key]
  if (schema === undefined) throw new Error(`${key} is not a config key any more; remove it from config-page.ts`)
  if (examples === undefined) throw new Error(`${key} needs an example in scripts/docs-pages/config-examples.json`)
  const members = membersOf(schema, '')
  const inner =
    members.length === 0
      ? ''
      : `\n${table(
          ['member', 'type', 'meaning'],
          members.map((row) => [...row]),
        )}\n`
  const blocks = examples.map((example) => `\n\`\`\`json config\n${compactJson(example, 100)}\n\`\`\`\n`)
  return `### ${code(key)}

${words(schema.description ?? '')} Type: ${typeOf(schema)}.
${inner}${blocks.join('')}`
}

function membersOf(schema: Schema, path: string): (readonly [string, string, string])[] {
  // Targets follow the whole schema again.
  const owner = schema.items ?? schema
  return Object.entries(owner.properties ?? {}).flatMap(([name, member]) => {
    const memberPath = `${path}${name}`
    const required = owner.required?.includes(name) ? ', required' : ''
    const below = member.type === 'array' ? `${memberPath}[].` : `${memberPath}.`
    return [
      [code(memberPath), `${typeOf(member)}${required}`, words(member.description ?? '')] as const,
      ...membersOf(member, below),
    ]
  })
}

function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => code(value)).join(' or ')
  if (schema.items) return `list of ${plural(schema.items)}`
  const most = schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER ? ` to ${schema.maximum}` : ''
  const least = schema.minimum !== undefined ? ` from ${schema.minimum}${most}` : ''
  return `${schema.type ?? 'any'}${schema.exclusiveMinimum === undefined ? least : ` above ${schema.exclusiveMinimum}`}`
}

function plural(items: Schema): string {
  if (items.anyOf) return 'status codes (`429`, `"5xx"`)'
  if (items.type === 'string') return 'strings'
  return items.properties ? 'objects' : 'configs'
}
