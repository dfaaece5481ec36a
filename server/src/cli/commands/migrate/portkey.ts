/** Exports of the modelled product: configs, virtual keys without secrets, prompts. */

import { CommandError } from '../../command-error.ts'
import { isObject, type JsonObject, objectsOf } from '../../remote.ts'
import { Baggage, type Carried, slugOf, variableFor } from './carried.ts'
import { promptFile } from './portkey-prompt.ts'

/** Safety rules must not vanish silently: they are taken out and listed. */
const GUARDS =
  /^(before_request_hooks|after_request_hooks|input_guardrails|output_guardrails|default_input_guardrails|default_output_guardrails|input_mutators|output_mutators)$/
const SECTIONS = ['configs', 'virtual_keys', 'virtualKeys', 'prompts']
const VIRTUAL_KEY_FIELDS = ['note', 'usage_limits', 'rate_limits', 'expires_at']

export function fromPortkey(exports: readonly (readonly [path: string, file: JsonObject])[]): Carried {
  const baggage = new Baggage()
  for (const [path, file] of exports) {
    const virtualKeys = [
      ...rowsOf(file['virtual_keys']),
      ...rowsOf(file['virtualKeys']),
      ...listed(file, 'virtual-key'),
    ]
    const configs = [...rowsOf(file['configs']), ...listed(file, 'config')]
    const prompts = [...rowsOf(file['prompts']), ...listed(file, 'prompt')]
    if (virtualKeys.length + configs.length + prompts.length === 0) throw notAnExport(path)
    for (const row of virtualKeys) addVirtualKey(row, baggage)
    for (const row of configs) addConfig(row, baggage)
    for (const row of prompts) addPrompt(row, baggage)
    for (const name of Object.keys(file))
      if (!SECTIONS.includes(name) && Array.isArray(file[name]) && name !== 'data')
        baggage.leave(`${name}: not carried over`)
  }
  return baggage.packed()
}

function notAnExport(path: string): CommandError {
  return new CommandError({
    what: `${path} holds nothing to carry over.`,
    why: 'It has none of configs, virtual_keys and prompts, and is no list of them.',
    fix: 'Give what GET /v1/configs, /v1/virtual-keys and /v1/prompts answer, one by one or as {"configs": [...], "virtual_keys": [...], "prompts": [...]}.',
  })
}

/** A list, or a whole answer of a list operation. */
function rowsOf(value: unknown): readonly JsonObject[] {
  return isObject(value) ? objectsOf(value['data']) : objectsOf(value)
}

/** A file that is itself the answer of one list operation. */
function listed(file: JsonObject, object: string): readonly JsonObject[] {
  return objectsOf(file['data']).filter((row) => kindOf(row) === object)
}

function kindOf(row: JsonObject): string {
  if (typeof row['object'] === 'string') return row['object']
  if (row['ai_provider_name'] !== undefined || row['provider'] !== undefined) return 'virtual-key'
  return row['config'] === undefined ? 'prompt' : 'config'
}

function addVirtualKey(row: JsonObject, baggage: Baggage): void {
  const slug = slugOf(String(row['slug'] ?? row['name'] ?? ''))
  const provider = row['ai_provider_name'] ?? row['provider']
  if (typeof provider !== 'string') return baggage.leave(`virtual key ${slug}: it names no provider`)
  const settings = isObject(row['model_config']) ? row['model_config'] : {}
  const { customHost, ...rest } = settings
  const kept = VIRTUAL_KEY_FIELDS.filter((name) => row[name] !== null && row[name] !== undefined && !isEmpty(row[name]))
  const plain = Object.entries(rest).filter(
    ([name, value]) => typeof value === 'string' && !/secret|token|accessKeyId|json/i.test(name),
  )
  baggage.add('virtual-keys', slug, {
    name: String(row['name'] ?? slug),
    provider: provider.toLowerCase(),
    key: { env: variableFor(slug, 'API_KEY') },
    ...(typeof customHost === 'string' && { custom_host: customHost }),
    ...Object.fromEntries(kept.map((name) => [name, row[name]])),
    ...Object.fromEntries(plain.map(([name, value]) => [snakeCase(name), value])),
  })
  baggage.leave(`virtual key ${slug}: its credential is not in the export; set ${variableFor(slug, 'API_KEY')}`)
}

function addConfig(row: JsonObject, baggage: Baggage): void {
  const name = String(row['name'] ?? row['slug'] ?? 'Config')
  const config = configOf(row['config'])
  if (config === null) return baggage.leave(`config ${name}: it holds no JSON object; export it with its content`)
  baggage.add('configs', String(row['slug'] ?? name), {
    name,
    config: withoutGuards(config, `config ${name}`, baggage),
  })
}

function configOf(value: unknown): JsonObject | null {
  if (isObject(value)) return value
  try {
    const parsed: unknown = JSON.parse(String(value))
    return isObject(parsed) ? parsed : null
  } catch {
    return null
  }
}

function withoutGuards(config: JsonObject, place: string, baggage: Baggage): JsonObject {
  const kept = Object.entries(config).filter(([name]) => {
    if (!GUARDS.test(name)) return true
    baggage.leave(`${place}: ${name} is a safety rule that does not exist here; requests will not be checked by it`)
    return false
  })
  return Object.fromEntries(
    kept.map(([name, value]) =>
      name === 'targets'
        ? [name, objectsOf(value).map((target, i) => withoutGuards(target, `${place}.targets[${i}]`, baggage))]
        : [name, value],
    ),
  )
}

function addPrompt(row: JsonObject, baggage: Baggage): void {
  const slug = slugOf(String(row['slug'] ?? row['id'] ?? row['name'] ?? ''))
  const file = promptFile(row, slug)
  if (file === null) return baggage.leave(`prompt ${slug}: the export holds no template; export it with its content`)
  baggage.add('prompts', slug, file)
}

function isEmpty(value: unknown): boolean {
  return (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0)
}

function snakeCase(name: string): string {
  return name.replace(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`)
}
