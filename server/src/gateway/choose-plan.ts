/** From the request's headers to its plan; a config is compiled once per distinct text and kept. */

import { LRUCache } from 'lru-cache'
import { planFromHeaders } from '../config/from-headers.ts'
import type { Plan, Route } from '../config/plan.ts'
import { CREDENTIAL_HEADERS } from '../core/headers.ts'
import type { GatewayOptions } from '../core/options/gateway-options.ts'
import type { Exchange } from './exchange.ts'

const MAX_PLANS = 5_000
/** The provider every key may use. */
const REACHED_BY_ALL = 'mock'
const MAX_PLAN_BYTES = 64 * 1024 * 1024

const plans = new LRUCache<string, Plan>({ max: MAX_PLANS, maxSize: MAX_PLAN_BYTES, sizeCalculation: planBytes })

/** An estimate: what a compiled target with its policies takes. */
function planBytes(plan: Plan): number {
  const count = (route: Route): number =>
    route.kind === 'target' ? 1 : route.routes.reduce((sum, child) => sum + count(child), 1)
  return 4096 * count(plan.route)
}

export function choosePlan(exchange: Exchange, given: GatewayOptions): Plan {
  const options = withReach(exchange, given)
  const atMs = exchange.elapsedMs()
  const hasCredential = CREDENTIAL_HEADERS.some((name) => exchange.incoming.headers[name] !== undefined)
  const key = planKey(options, hasCredential)
  const plan = plans.get(key) ?? compilePlan(key, options, hasCredential)
  exchange.decide('planned', null, describe(options), atMs, exchange.elapsedMs() - atMs)
  for (const warning of plan.warnings) exchange.warnings.push(warning)
  return plan
}

/** A caller who asks for models without naming a provider is told what it can reach with no credential of its own. */
function withReach(exchange: Exchange, options: GatewayOptions): GatewayOptions {
  const { name } = exchange.incoming.endpoint
  if (name !== 'models' && name !== 'models.read') return options
  const isOpen = options.provider === null && options.config === null && options.virtualKey === null
  return isOpen ? { ...options, provider: REACHED_BY_ALL } : options
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

/** Everything a plan depends on, hashed: a config may hold credentials, and a key of a map shows up in heap dumps. */
function planKey(options: GatewayOptions, hasCredential: boolean): string {
  let settings = ''
  for (const name in options.settings) settings += `${name}=${options.settings[name]}\n`
  const parts = [
    options.provider,
    options.virtualKey,
    options.customHost,
    options.requestTimeoutMs,
    options.forwardHeaders?.join(),
    hasCredential,
    settings,
    options.config,
  ]
  return Bun.CryptoHasher.hash('sha256', parts.join('\0'), 'base64')
}

function describe(options: GatewayOptions): string {
  if (options.config !== null) return 'config from x-gateway-config'
  if (options.virtualKey !== null) return `virtual key ${options.virtualKey}`
  return `provider ${options.provider} from x-gateway-provider`
}
