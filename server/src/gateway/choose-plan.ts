/** From the request's headers to its plan; a config is compiled once per distinct text and kept. */

import { LRUCache } from 'lru-cache'
import { planFromHeaders } from '../config/from-headers.ts'
import type { Plan } from '../config/plan.ts'
import { CREDENTIAL_HEADERS } from '../core/headers.ts'
import type { GatewayOptions } from '../core/gateway-options.ts'
import type { Exchange } from './exchange.ts'

const MAX_PLANS = 5_000
const MAX_PLAN_BYTES = 64 * 1024 * 1024

const plans = new LRUCache<string, Plan>({ max: MAX_PLANS, maxSize: MAX_PLAN_BYTES, sizeCalculation: (_, key) => 1024 + key.length * 4 })

export function choosePlan(exchange: Exchange, options: GatewayOptions): Plan {
  const atMs = exchange.elapsedMs()
  const hasCredential = CREDENTIAL_HEADERS.some((name) => exchange.incoming.headers[name] !== undefined)
  const key = planKey(options, hasCredential)
  const plan = plans.get(key) ?? compilePlan(key, options, hasCredential)
  exchange.decide('planned', null, describe(options), atMs, exchange.elapsedMs() - atMs)
  for (const warning of plan.warnings) exchange.warnings.push(warning)
  return plan
}

function compilePlan(key: string, options: GatewayOptions, hasCallerCredential: boolean): Plan {
  const plan = planFromHeaders({
    provider: options.provider,
    virtualKey: options.virtualKey,
    config: options.config,
    customHost: options.customHost,
    timeoutMs: options.requestTimeoutMs,
    forwardHeaders: options.forwardHeaders,
    settings: options.settings,
    hasCallerCredential,
  })
  plans.set(key, plan)
  return plan
}

/** Everything a plan depends on. Credentials are not in it: the plan only refers to them. */
function planKey(options: GatewayOptions, hasCredential: boolean): string {
  let settings = ''
  for (const name in options.settings) settings += `${name}=${options.settings[name]}\n`
  return [
    options.provider,
    options.virtualKey,
    options.customHost,
    options.requestTimeoutMs,
    options.forwardHeaders?.join(),
    hasCredential,
    settings,
    options.config,
  ].join('\0')
}

function describe(options: GatewayOptions): string {
  if (options.config !== null) return 'config from x-gateway-config'
  if (options.virtualKey !== null) return `virtual key ${options.virtualKey}`
  return `provider ${options.provider} from x-gateway-provider`
}
