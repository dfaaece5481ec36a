/** LiteLLM's router_settings and litellm_settings as what every config shares. */

import { isObject, type JsonObject, objectsOf } from '../../remote.ts'
import type { Baggage } from './carried.ts'

export type Router = {
  /** Members of every config: retry, request_timeout, cache. */
  readonly shared: JsonObject
  readonly breaker: JsonObject | null
  readonly fallbacks: ReadonlyMap<string, readonly string[]>
  readonly defaultFallbacks: readonly string[]
}

const LEAST_COOLDOWN_MS = 30_000
const MOST_RETRIES = 5
const CARRIED = [
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
  'drop_params',
  'set_verbose',
  'json_logs',
  'redis_host',
  'redis_port',
  'redis_password',
  'redis_url',
]

export function readRouter(file: JsonObject, baggage: Baggage): Router {
  const sections: readonly (readonly [string, JsonObject])[] = ['litellm_settings', 'router_settings'].map((name) => [
    name,
    isObject(file[name]) ? file[name] : {},
  ])
  const settings: JsonObject = Object.assign({}, ...sections.map(([, section]) => section))
  for (const [title, section] of sections)
    for (const name of Object.keys(section))
      if (!CARRIED.includes(name)) baggage.leave(`${title}.${name}: ${reasonFor(name)}`)
  leaveStrategy(settings, baggage)
  return {
    shared: { ...retryOf(settings, baggage), ...timeoutOf(settings), ...cacheOf(settings, baggage) },
    breaker: breakerOf(settings, baggage),
    fallbacks: new Map(
      objectsOf(settings['fallbacks']).flatMap((entry) =>
        Object.entries(entry).map(([name, others]) => [name, names(others)] as const),
      ),
    ),
    defaultFallbacks: names(settings['default_fallbacks']),
  }
}

function reasonFor(name: string): string {
  if (/callback/.test(name)) return 'every request is recorded here; other sinks are not connected'
  if (/fallbacks/.test(name)) return 'fallbacks by kind of error have no equal; strategy.on_status_codes comes nearest'
  if (name === 'model_group_alias') return 'callers name configs here; give the alias its own config or key default'
  if (/budget/.test(name)) return 'set budgets on keys and virtual keys'
  return 'has no equal here'
}

function leaveStrategy({ routing_strategy: strategy }: JsonObject, baggage: Baggage): void {
  if (strategy === undefined || strategy === 'simple-shuffle') return
  baggage.leave(`router_settings.routing_strategy ${strategy}: load is shared by weight here`)
}

function retryOf(settings: JsonObject, baggage: Baggage): JsonObject {
  const retries = settings['num_retries'] ?? settings['max_retries']
  if (typeof retries !== 'number' || retries < 1) return {}
  if (retries > MOST_RETRIES) baggage.leave(`num_retries ${retries}: at most ${MOST_RETRIES} here`)
  return { retry: { attempts: Math.min(MOST_RETRIES, retries) } }
}

function timeoutOf(settings: JsonObject): JsonObject {
  const seconds = settings['timeout'] ?? settings['request_timeout']
  return typeof seconds === 'number' && seconds > 0 ? { request_timeout: Math.round(seconds * 1_000) } : {}
}

function cacheOf(settings: JsonObject, baggage: Baggage): JsonObject {
  if (settings['cache'] !== true) return {}
  const params = isObject(settings['cache_params']) ? settings['cache_params'] : {}
  const type = String(params['type'] ?? 'local')
  const isSemantic = /semantic/.test(type)
  if (type !== 'local' && !isSemantic)
    baggage.leave(`cache_params.type ${type}: answers are cached by this gateway itself`)
  const ttl = params['ttl']
  return {
    cache: {
      mode: isSemantic ? 'semantic' : 'simple',
      ...(typeof ttl === 'number' && ttl >= 1 && { max_age: Math.round(ttl) }),
    },
  }
}

function breakerOf(settings: JsonObject, baggage: Baggage): JsonObject | null {
  const [fails, cooldown] = [settings['allowed_fails'], settings['cooldown_time']]
  if (typeof fails !== 'number' && typeof cooldown !== 'number') return null
  const cooldownMs = typeof cooldown === 'number' ? cooldown * 1_000 : LEAST_COOLDOWN_MS
  if (cooldownMs < LEAST_COOLDOWN_MS)
    baggage.leave(`cooldown_time ${cooldown}: raised to 30 s, the least a circuit may rest`)
  return {
    failure_threshold: typeof fails === 'number' ? Math.max(1, fails + 1) : 3,
    cooldown_interval: Math.max(LEAST_COOLDOWN_MS, cooldownMs),
  }
}

function names(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}
