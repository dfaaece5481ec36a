/** Converts Portkey exports: configs, virtual keys without secrets, and prompts. */

import { CommandError } from '../../command-error.ts'
import { isObject, type JsonObject, objectsOf } from '../../remote.ts'
import { Conversion, type Converted, slugOf, variableFor } from './conversion.ts'
import { promptFile } from './portkey-prompt.ts'

/** Guardrails are removed from configs and reported, so that they do not vanish silently. */
const GUARDRAILS =
  /^(before_request_hooks|after_request_hooks|input_guardrails|output_guardrails|default_input_guardrails|default_output_guardrails|input_mutators|output_mutators)$/
const SECTIONS = ['configs', 'virtual_keys', 'virtualKeys', 'prompts']
const VIRTUAL_KEY_FIELDS = ['note', 'usage_limits', 'rate_limits', 'expires_at']

export function fromPortkey(exports: readonly (readonly [path: string, file: JsonObject])[]): Converted {
  const conversion = new Conversion()
  for (const [path, file] of exports) {
    const virtualKeys = [
      ...rowsOf(file['virtual_keys']),
      ...rowsOf(file['virtualKeys']),
      ...listed(file, 'virtual-key'),
    ]
    const configs = [...rowsOf(file['configs']), ...listed(file, 'config')]
    const prompts = [...rowsOf(file['prompts']), ...listed(file, 'prompt')]
    if (virtualKeys.length + configs.length + prompts.length === 0) throw notAnExport(path)
    for (const row of virtualKeys) addVirtualKey(row, conversion)
    for (const row of configs) addConfig(row, conversion)
    for (const row of prompts) addPrompt(row, conversion)
    for (const name of Object.keys(file))
      if (!SECTIONS.includes(name) && Array.isArray(file[name]) && name !== 'data')
        conversion.skip(`${name}: not converted`)
  }
  return conversion.result()
}

function notAnExport(path: string): CommandError {
  return new CommandError({
    what: `${path} contains nothing to convert.`,
    why: 'It has no configs, virtual_keys or prompts and is not a list of them.',
    fix: 'Use the responses of GET /v1/configs, /v1/virtual-keys and /v1/prompts, one by one or as {"configs": [...], "virtual_keys": [...], "prompts": [...]}.',
  })
}

/** Accepts a list, or the response of a list operation. */
function rowsOf(value: unknown): readonly JsonObject[] {
  return isObject(value) ? objectsOf(value['data']) : objectsOf(value)
}

/** Rows of a file that is itself the response of a list operation. */
function listed(file: JsonObject, object: string): readonly JsonObject[] {
  return objectsOf(file['data']).filter((row) => kindOf(row) === object)
}

function kindOf(row: JsonObject): string {
  if (typeof row['object'] === 'string') return row['object']
  if (row['ai_provider_name'] !== undefined || row['provider'] !== undefined) return 'virtual-key'
  return row['config'] === undefined ? 'prompt' : 'config'
}

function addVirtualKey(row: JsonObject, conversion: Conversion): void {
  const slug = slugOf(String(row['slug'] ?? row['name'] ?? ''))
  const provider = row['ai_provider_name'] ?? row['provider']
  if (typeof provider !== 'string') return conversion.skip(`virtual key ${slug}: it has no provider`)
  const settings = isObject(row['model_config']) ? row['model_config'] : {}
  const { customHost, ...rest } = settings
  const kept = VIRTUAL_KEY_FIELDS.filter((name) => row[name] !== null && row[name] !== undefined && !isEmpty(row[name]))
  const plain = Object.entries(rest).filter(
    ([name, value]) => typeof value === 'string' && !/secret|token|accessKeyId|json/i.test(name),
  )
  conversion.add('virtual-keys', slug, {
    name: String(row['name'] ?? slug),
    provider: provider.toLowerCase(),
    key: { env: variableFor(slug, 'API_KEY') },
    ...(typeof customHost === 'string' && { custom_host: customHost }),
    ...Object.fromEntries(kept.map((name) => [name, row[name]])),
    ...Object.fromEntries(plain.map(([name, value]) => [snakeCase(name), value])),
  })
  conversion.skip(`virtual key ${slug}: its credential is not in the export; set ${variableFor(slug, 'API_KEY')}`)
}

function addConfig(row: JsonObject, conversion: Conversion): void {
  const name = String(row['name'] ?? row['slug'] ?? 'Config')
  const config = configOf(row['config'])
  if (config === null) return conversion.skip(`config ${name}: it is not a JSON object; export it with its content`)
  conversion.add('configs', String(row['slug'] ?? name), {
    name,
    config: withoutGuardrails(config, `config ${name}`, conversion),
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

function withoutGuardrails(config: JsonObject, place: string, conversion: Conversion): JsonObject {
  const kept = Object.entries(config).filter(([name]) => {
    if (!GUARDRAILS.test(name)) return true
    conversion.skip(`${place}: ${name} is a guardrail, which is not supported; requests will not be checked by it`)
    return false
  })
  return Object.fromEntries(
    kept.map(([name, value]) =>
      name === 'targets'
        ? [name, objectsOf(value).map((target, i) => withoutGuardrails(target, `${place}.targets[${i}]`, conversion))]
        : [name, value],
    ),
  )
}

function addPrompt(row: JsonObject, conversion: Conversion): void {
  const slug = slugOf(String(row['slug'] ?? row['id'] ?? row['name'] ?? ''))
  const file = promptFile(row, slug)
  if (file === null)
    return conversion.skip(`prompt ${slug}: the export contains no template; export it with its content`)
  conversion.add('prompts', slug, file)
}

function isEmpty(value: unknown): boolean {
  return (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0)
}

function snakeCase(name: string): string {
  return name.replace(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`)
}
