/** Converts LiteLLM's config.yaml to virtual keys and one config per model name. */

import { CommandError } from '../../command-error.ts'
import { isObject, type JsonObject, objectsOf } from '../../remote.ts'
import { Conversion, type Converted, slugOf } from './conversion.ts'
import { CREDENTIAL_PARAMS, readModel, VirtualKeys } from './litellm-credentials.ts'
import { type LiteLlmTables, withKeys } from './litellm-keys.ts'
import { type Router, readRouter } from './litellm-router.ts'

/** Routing parameters of a deployment, which are neither credentials nor request parameters. */
const ROUTING_PARAMS = ['model', 'rpm', 'tpm', 'weight', 'timeout', 'stream_timeout', 'max_retries', 'num_retries']
/** Parameters without an equivalent. They are reported and not sent to a provider. */
const UNSUPPORTED_PARAMS = [
  'tags',
  'cooldown_time',
  'input_cost_per_token',
  'output_cost_per_token',
  'max_budget',
  'budget_duration',
  'mock_response',
  'drop_params',
  'use_in_pass_through',
  'merge_reasoning_content_in_choices',
  'model_info',
]
const KNOWN_SECTIONS = [
  'model_list',
  'router_settings',
  'litellm_settings',
  'general_settings',
  'environment_variables',
]

/** Converts config.yaml, or the keys and teams of a database export alone. */
export function fromLiteLlm(
  config: { readonly text: string; readonly path: string } | null,
  tables: LiteLlmTables,
): Converted {
  const conversion = new Conversion()
  const models =
    config === null ? new Map<string, string>() : convertConfig(parseYaml(config.text, config.path), conversion, tables)
  return withKeys(conversion, tables, models)
}

/** Returns the slug of the config of each model name. */
function convertConfig(file: JsonObject, conversion: Conversion, tables: LiteLlmTables): ReadonlyMap<string, string> {
  const keys = new VirtualKeys(conversion)
  const router = readRouter(file, conversion)
  const models = new Map<string, JsonObject[]>()
  for (const [i, entry] of objectsOf(file['model_list']).entries()) {
    const name = String(entry['model_name'] ?? '')
    const target = deployment(entry, `model_list[${i}] (${name})`, keys, conversion)
    if (target !== null && !name.includes('*')) models.set(name, [...(models.get(name) ?? []), target])
  }
  const slugs = new Map<string, string>()
  for (const [name, targets] of models) {
    let slug = slugOf(name)
    for (let count = 2; conversion.has('configs', slug, null); count++) slug = `${slugOf(name)}-${count}`
    const config = configFor(name, targets, models, router, conversion)
    slugs.set(name, conversion.add('configs', slug, { slug, name, config }))
  }
  modelFiles(slugs, router, conversion)
  skipGuardrails(file['guardrails'], conversion)
  for (const section of Object.keys(file).filter((one) => !KNOWN_SECTIONS.includes(one) && one !== 'guardrails'))
    conversion.skip(`${section}: has no equivalent`)
  skipGeneralSettings(file, conversion, tables)
  return slugs
}

/** Creates a virtual model for each name and each alias, so that callers can keep sending `"model": "chat"`. */
function modelFiles(slugs: ReadonlyMap<string, string>, { aliases }: Router, conversion: Conversion): void {
  const names = new Map(slugs)
  for (const [alias, name] of aliases) {
    const slug = slugs.get(name)
    if (slug === undefined) conversion.skip(`model_group_alias ${alias}: the file has no model ${name}`)
    else names.set(alias, slug)
  }
  for (const [name, config] of names) conversion.add('virtual-models', name, { name, config })
}

function parseYaml(text: string, path: string): JsonObject {
  let file: unknown
  try {
    file = Bun.YAML.parse(text)
  } catch (error) {
    throw new CommandError({
      what: `${path} is not YAML.`,
      why: error instanceof Error ? error.message.split('\n')[0] : String(error),
    })
  }
  checkTree(file, path)
  if (isObject(file) && Array.isArray(file['model_list'])) return file
  throw new CommandError({
    what: `${path} is not a LiteLLM config.`,
    why: 'It has no model_list.',
    fix: 'Use the config.yaml that the LiteLLM proxy is started with.',
  })
}

const MAX_VALUES = 1_000_000
const MAX_DEPTH = 100

/** Throws if the file is too large or too deep: a YAML alias can contain itself, or repeat a large value many times. */
function checkTree(file: unknown, path: string): void {
  let left = MAX_VALUES
  const walk = (value: unknown, depth: number): void => {
    if (--left < 0 || depth > MAX_DEPTH)
      throw new CommandError({
        what: `${path} is too large, nests deeper than ${MAX_DEPTH} levels, or has an alias that contains itself.`,
        fix: 'Use the config.yaml that the LiteLLM proxy is started with.',
      })
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) walk(inner, depth + 1)
  }
  walk(file, 0)
}

function deployment(entry: JsonObject, subject: string, keys: VirtualKeys, conversion: Conversion): JsonObject | null {
  const params = isObject(entry['litellm_params']) ? entry['litellm_params'] : {}
  const found = readModel(params)
  if (found === null) {
    conversion.skip(
      `${subject}: no provider for "${params['model']}"; use a virtual key with provider openai-compatible and a custom_host`,
    )
    return null
  }
  const { provider, model } = found
  const virtualKey = keys.slugFor(provider, model, params, subject)
  if (String(entry['model_name']).includes('*')) {
    conversion.skip(`${subject}: wildcards need no config; request "@${virtualKey}/<model>"`)
    return null
  }
  const known = [...CREDENTIAL_PARAMS, ...ROUTING_PARAMS, ...UNSUPPORTED_PARAMS]
  const requestParams = Object.fromEntries(Object.entries(params).filter(([name]) => !known.includes(name)))
  for (const name of UNSUPPORTED_PARAMS)
    if (params[name] !== undefined) conversion.skip(`${subject}: ${name} has no equivalent in a config`)
  if (
    entry['model_info'] !== undefined &&
    isObject(entry['model_info']) &&
    'input_cost_per_token' in entry['model_info']
  )
    conversion.skip(`${subject}: set custom prices with POST /v1/prices`)
  const [timeout, retries] = [params['timeout'], params['max_retries'] ?? params['num_retries']]
  return {
    virtual_key: virtualKey,
    override_params: { model, ...requestParams },
    ...weightOf(params),
    ...(typeof timeout === 'number' && { request_timeout: Math.round(timeout * 1_000) }),
    ...(typeof retries === 'number' && retries > 0 && { retry: { attempts: Math.min(5, retries) } }),
  }
}

/** LiteLLM balances load by weight, else by rpm, else by tpm. */
function weightOf(params: JsonObject): JsonObject {
  const weight = params['weight'] ?? params['rpm'] ?? params['tpm']
  return typeof weight === 'number' && weight > 0 ? { weight } : {}
}

function configFor(
  name: string,
  targets: readonly JsonObject[],
  models: ReadonlyMap<string, readonly JsonObject[]>,
  router: Router,
  conversion: Conversion,
): JsonObject {
  const fallbacks = (router.fallbacks.get(name) ?? router.defaultFallbacks).filter((other) => other !== name)
  const known = fallbacks.filter((other) => models.has(other))
  for (const other of fallbacks)
    if (!models.has(other)) conversion.skip(`fallback of ${name} to ${other}: the file has no such model`)
  const own = group(targets, router)
  const chain = [own, ...known.map((other) => group(models.get(other) ?? [], router))]
  const whole = chain.length === 1 ? own : { strategy: { mode: 'fallback' }, targets: chain }
  return { ...router.shared, ...whole }
}

/** Deployments with the same name share the load. */
function group(targets: readonly JsonObject[], { breaker }: Router): JsonObject {
  const guarded = targets.map((target) => ({ ...target, ...(breaker !== null && { cb_config: breaker }) }))
  const [only] = guarded
  if (guarded.length === 1 && only !== undefined) {
    const { weight: _weight, ...alone } = only as JsonObject
    return alone
  }
  return { strategy: { mode: 'loadbalance' }, targets: guarded.map((target) => ({ weight: 1, ...target })) }
}

/** Guardrail checks call other services or code of the proxy, so none can be converted. */
function skipGuardrails(guardrails: unknown, conversion: Conversion): void {
  for (const [i, row] of objectsOf(guardrails).entries()) {
    const params = isObject(row['litellm_params']) ? row['litellm_params'] : {}
    const name = String(row['guardrail_name'] ?? `guardrails[${i}]`)
    conversion.skip(
      `guardrail ${name} (${String(params['guardrail'] ?? 'unknown type')}): it is not migrated, so requests will not be checked by it; create one with gatehouse guardrails create`,
    )
  }
}

function skipGeneralSettings(file: JsonObject, conversion: Conversion, { keys }: LiteLlmTables): void {
  const general = isObject(file['general_settings']) ? file['general_settings'] : {}
  for (const name of Object.keys(general)) {
    if (name === 'master_key')
      conversion.skip('general_settings.master_key: callers need gateway keys; create them with gatehouse keys create')
    else if (name === 'database_url') {
      if (keys.length === 0)
        conversion.skip(
          'general_settings.database_url: export its keys and teams as JSON or CSV and name the files too',
        )
    } else conversion.skip(`general_settings.${name}: has no equivalent`)
  }
  if (isObject(file['environment_variables']))
    conversion.skip('environment_variables: set them where the gateway and this command run')
}
