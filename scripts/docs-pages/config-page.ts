/** Generates docs/config.md: every key of a config, from its schema, with examples. */

import { configJsonSchema, IGNORED_KEYS } from '../../server/src/config/schema.ts'
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

/** Example configs by key. tests/docs validates each of them with the gateway. */
const EXAMPLES: Readonly<Record<string, readonly unknown[]>> = examplesOfKeys

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Choosing a target': ['strategy', 'targets', 'name', 'weight', 'on_status_codes'],
  'Where a request goes': [
    'provider',
    'api_key',
    'Authorization',
    'virtual_key',
    'custom_host',
    'passthrough',
    'prompt_id',
  ],
  'Retries, timeouts and circuit breakers': [
    'retry',
    'request_timeout',
    'connect_timeout',
    'cb_config',
    'circuit_breaker',
  ],
  Caching: ['cache'],
  Guardrails: [
    'input_guardrails',
    'output_guardrails',
    'before_request_hooks',
    'after_request_hooks',
    'input_mutators',
    'output_mutators',
  ],
  'Changing the request': [
    'model',
    'override_params',
    'default_params',
    'drop_params',
    'forward_headers',
    'strict_open_ai_compliance',
  ],
}

/** Lists with the fields of `input_guardrails`. */
const GUARDRAIL_LISTS: ReadonlySet<string> = new Set(GROUPS['Guardrails']?.slice(1))

const IGNORED = Object.keys(IGNORED_KEYS)

export function configPage(): string {
  const schema = configJsonSchema() as Schema
  const keys = schema.properties ?? {}
  const grouped = Object.values(GROUPS).flat()
  const settings = Object.keys(keys).filter((key) => !grouped.includes(key) && !IGNORED.includes(key))
  const groups = Object.entries({ ...GROUPS, 'Provider settings': settings, 'Without effect': IGNORED }).map(
    ([title, own]) => `## ${title}\n\n${own.map((key) => section(key, keys[key])).join('\n')}`,
  )
  return `# Config keys

${WRITTEN}

Look up a key of a config here; [Routing](routing.md) explains how the keys work together. A config is a JSON object. Send it in
the header \`x-gateway-config\`, or save it and send its id there:

\`\`\`json config
{
  "strategy": { "mode": "fallback" },
  "retry": { "attempts": 2 },
  "targets": [{ "virtual_key": "openai-main" }, { "virtual_key": "azure-eu" }]
}
\`\`\`

Editors complete and check configs with the schema at \`http://127.0.0.1:8787/schemas/config.json\`. Write keys in \`snake_case\`;
\`camelCase\` is accepted too. An unknown key is an error that names its path and suggests a correction; the
keys under [Without effect](#without-effect) are accepted with a warning. Limits: 64 KiB,
8 levels of targets, 100 targets in a level, 256 in total; 16 guardrails in a list, 128 checks and 64 saved guardrails in total.

Targets inherit keys from the configs that contain them:

| keys | inheritance |
|---|---|
| \`override_params\`, \`default_params\`, \`drop_params\` | merged; the target's values take precedence |
| \`retry\`, \`cache\`, \`cb_config\`, \`request_timeout\`, \`connect_timeout\`, \`custom_host\`, \`forward_headers\`, \`strict_open_ai_compliance\` | the target's value, else that of the nearest config around it |
| the keys under [Guardrails](#guardrails) | the target's lists for requests (or for responses) replace all lists for requests (or for responses) around it |
| all others | not inherited |

Headers take precedence over every level.

${groups.join('\n')}`
}

function section(key: string, schema: Schema | undefined): string {
  const examples = EXAMPLES[key]
  if (schema === undefined) throw new Error(`${key} is no longer a config key: remove it from config-page.ts`)
  if (examples === undefined) throw new Error(`${key} needs an example in scripts/docs-pages/config-examples.json`)
  const isList = GUARDRAIL_LISTS.has(key)
  const members = isList ? [] : membersOf(schema, '')
  const inner =
    members.length === 0
      ? ''
      : `\n${table(
          ['field', 'type', 'meaning'],
          members.map((row) => [...row]),
        )}\n`
  const blocks = examples.map((example) => `\n\`\`\`json config\n${compactJson(example, 100)}\n\`\`\`\n`)
  return `### ${code(key)}

${words(schema.description ?? '')} Type: ${typeOf(schema)}${isList ? ', with the fields of [`input_guardrails`](#input_guardrails)' : ''}.
${inner}${blocks.join('')}`
}

function membersOf(schema: Schema, path: string): (readonly [string, string, string])[] {
  // Targets have no `properties` in the schema: they repeat the whole config.
  const item = schema.items ?? schema
  const owner = item.anyOf?.find((one) => one.properties !== undefined) ?? item
  return Object.entries(owner.properties ?? {}).flatMap(([name, member]) => {
    const fieldPath = `${path}${name}`
    const required = owner.required?.includes(name) ? ', required' : ''
    const below = member.type === 'array' ? `${fieldPath}[].` : `${fieldPath}.`
    return [
      [code(fieldPath), `${typeOf(member)}${required}`, words(member.description ?? '')] as const,
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
  if (items.anyOf?.some((one) => one.properties !== undefined)) return 'strings and objects'
  if (items.anyOf) return 'status codes (`429`, `"5xx"`)'
  if (items.type === 'string') return 'strings'
  return items.properties ? 'objects' : 'configs'
}
