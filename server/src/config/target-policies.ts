/** Converts the retry, cache, circuit and parameter settings of a target to the form the request path uses. */

import { type StatusSet, statusSet } from '../core/status-set.ts'
import { parseDropPath } from './drop-path.ts'
import type { CachePolicy, CircuitPolicy, ParamChanges, RetryPolicy } from './plan.ts'
import type { ConfigObject } from './schema.ts'
import { type SemanticRules, thresholdOf } from './semantic-rules.ts'

export const MAX_RETRIES = 5
export const MAX_CACHE_AGE_SECONDS = 7_776_000
const DEFAULT_CACHE_AGE_SECONDS = 604_800

const DEFAULT_RETRIED = statusSet([429, 500, 502, 503, 504, 529])

/** Portkey's default. */
const DEFAULT_MINIMUM_REQUESTS = 5

/** The documented default is "all above 500", so a plain 500 is not a failure. */
const DEFAULT_FAILURES: StatusSet = Object.freeze({ has: (status: number) => status > 500 })

export function retryPolicy(retry: ConfigObject['retry']): RetryPolicy | null {
  if (retry === undefined || retry.attempts === 0) return null
  return Object.freeze({
    attempts: Math.min(retry.attempts, MAX_RETRIES),
    on: retry.on_status_codes === undefined ? DEFAULT_RETRIED : statusSet(retry.on_status_codes),
    useRetryAfter: retry.use_retry_after_headers ?? false,
  })
}

export function cachePolicy(cache: ConfigObject['cache'], isSaved: boolean, rules: SemanticRules): CachePolicy | null {
  if (cache === undefined) return null
  const seconds = Math.min(cache.max_age ?? DEFAULT_CACHE_AGE_SECONDS, MAX_CACHE_AGE_SECONDS)
  return Object.freeze({
    mode: cache.mode,
    maxAgeMs: seconds * 1000,
    threshold: thresholdOf(rules, cache.threshold, isSaved),
    isShadow: cache.shadow ?? false,
  })
}

export function circuitPolicy(circuit: ConfigObject['cb_config']): CircuitPolicy | null {
  if (circuit === undefined) return null
  return Object.freeze({
    failureThreshold: circuit.failure_threshold ?? null,
    failurePercentage: circuit.failure_threshold_percentage ?? null,
    minimumRequests: circuit.minimum_requests ?? DEFAULT_MINIMUM_REQUESTS,
    cooldownMs: circuit.cooldown_interval,
    failures: circuit.failure_status_codes === undefined ? DEFAULT_FAILURES : statusSet(circuit.failure_status_codes),
    codes: circuit.failure_status_codes?.join() ?? '>500',
  })
}

type Params = Pick<ConfigObject, 'default_params' | 'override_params' | 'drop_params'>

export function paramChanges(params: Params): ParamChanges | null {
  const defaults = frozenMap(params.default_params)
  const overrides = frozenMap(params.override_params)
  const drops = (params.drop_params ?? []).flatMap((path) => {
    const steps = parseDropPath(path)
    return steps === null ? [] : [Object.freeze(steps)]
  })
  if (defaults.size + overrides.size + drops.length === 0) return null
  return Object.freeze({ defaults, overrides, drops: Object.freeze(drops) })
}

function frozenMap(params: Readonly<Record<string, unknown>> | undefined): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(params ?? {}).map(([key, value]) => [key, freezeDeep(value)]))
}

/** Recursion is safe, because normaliseKeys has limited the depth. */
function freezeDeep(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const member of Object.values(value)) freezeDeep(member)
  return Object.freeze(value)
}
