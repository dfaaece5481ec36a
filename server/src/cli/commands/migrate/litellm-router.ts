/** Converts LiteLLM's router_settings and litellm_settings to settings that all configs share. */

import { isObject, type JsonObject, objectsOf } from '../../remote.ts'
import type { Conversion } from './conversion.ts'

export type Router = {
  /** Members of every config: retry, request_timeout, cache. */
  readonly shared: JsonObject
  readonly breaker: JsonObject | null
  readonly fallbacks: ReadonlyMap<string, readonly string[]>
  readonly defaultFallbacks: readonly string[]
  /** Model names by alias. */
  readonly aliases: ReadonlyMap<string, string>
}

const MIN_COOLDOWN_MS = 30_000
const MAX_RETRIES = 5
const CONVERTED = [
  'num_retries',
  'max_retries',
  'request_timeout',
  'timeout',
  'fallbacks',
  'default_fallbacks',
  'allowed_fails',
  'cooldown_time',
  'cache',
  'cache_params',
  'routing_strategy',
  'model_group_alias',
  'drop_params',
  'set_verbose',
  'json_logs',
  'redis_host',
  'redis_port',
  'redis_password',
  'redis_url',
]

export function readRouter(file: JsonObject, conversion: Conversion): Router {
  const sections: readonly (readonly [string, JsonObject])[] = ['litellm_settings', 'router_settings'].map((name) => [
    name,
    isObject(file[name]) ? file[name] : {},
  ])
  const settings: JsonObject = Object.assign({}, ...sections.map(([, section]) => section))
  for (const [title, section] of sections)
    for (const name of Object.keys(section))
      if (!CONVERTED.includes(name)) conversion.skip(`${title}.${name}: ${reasonFor(name)}`)
  skipStrategy(settings, conversion)
  return {
    shared: { ...retryOf(settings, conversion), ...timeoutOf(settings), ...cacheOf(settings, conversion) },
    breaker: breakerOf(settings, conversion),
    fallbacks: new Map(
      objectsOf(settings['fallbacks']).flatMap((entry) =>
        Object.entries(entry).map(([name, others]) => [name, names(others)] as const),
      ),
    ),
    defaultFallbacks: names(settings['default_fallbacks']),
    aliases: aliasesOf(settings['model_group_alias']),
  }
}

/** Reads `{alias: "model"}`, or `{alias: {"model": "model", "hidden": true}}`. */
function aliasesOf(value: unknown): ReadonlyMap<string, string> {
  const entries = Object.entries(isObject(value) ? value : {})
  return new Map(entries.map(([alias, model]) => [alias, String(isObject(model) ? model['model'] : model)]))
}

function reasonFor(name: string): string {
  if (/callback/.test(name)) return 'Gatehouse logs every request itself; other sinks are not supported'
  if (/fallbacks/.test(name)) return 'fallbacks by kind of error are not supported; strategy.on_status_codes is closest'
  if (/budget/.test(name)) return 'set budgets on keys and virtual keys'
  return 'has no equivalent'
}

function skipStrategy({ routing_strategy: strategy }: JsonObject, conversion: Conversion): void {
  if (strategy === undefined || strategy === 'simple-shuffle') return
  conversion.skip(`router_settings.routing_strategy ${strategy}: not supported; load is balanced by weight`)
}

function retryOf(settings: JsonObject, conversion: Conversion): JsonObject {
  const retries = settings['num_retries'] ?? settings['max_retries']
  if (typeof retries !== 'number' || retries < 1) return {}
  if (retries > MAX_RETRIES) conversion.skip(`num_retries ${retries}: reduced to the maximum of ${MAX_RETRIES}`)
  return { retry: { attempts: Math.min(MAX_RETRIES, retries) } }
}

function timeoutOf(settings: JsonObject): JsonObject {
  const seconds = settings['timeout'] ?? settings['request_timeout']
  return typeof seconds === 'number' && seconds > 0 ? { request_timeout: Math.round(seconds * 1_000) } : {}
}

function cacheOf(settings: JsonObject, conversion: Conversion): JsonObject {
  if (settings['cache'] !== true) return {}
  const params = isObject(settings['cache_params']) ? settings['cache_params'] : {}
  const type = String(params['type'] ?? 'local')
  const isSemantic = /semantic/.test(type)
  if (type !== 'local' && !isSemantic)
    conversion.skip(`cache_params.type ${type}: not supported; the gateway caches responses itself`)
  const ttl = params['ttl']
  return {
    cache: {
      mode: isSemantic ? 'semantic' : 'simple',
      ...(typeof ttl === 'number' && ttl >= 1 && { max_age: Math.round(ttl) }),
    },
  }
}

function breakerOf(settings: JsonObject, conversion: Conversion): JsonObject | null {
  const [fails, cooldown] = [settings['allowed_fails'], settings['cooldown_time']]
  if (typeof fails !== 'number' && typeof cooldown !== 'number') return null
  const cooldownMs = typeof cooldown === 'number' ? cooldown * 1_000 : MIN_COOLDOWN_MS
  if (cooldownMs < MIN_COOLDOWN_MS)
    conversion.skip(`cooldown_time ${cooldown}: raised to 30 s, the minimum for a circuit breaker`)
  return {
    failure_threshold: typeof fails === 'number' ? Math.max(1, fails + 1) : 3,
    cooldown_interval: Math.max(MIN_COOLDOWN_MS, cooldownMs),
  }
}

function names(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}
