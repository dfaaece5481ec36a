/** From the request, and the defaults of its key and workspace, to its plan. */

import type { RootDefaults } from '../config/compilation.ts'
import type { Plan } from '../config/plan.ts'
import { splitModel } from '../config/saved/split-model.ts'
import { boundaryOf } from '../core/body/multipart.ts'
import type { Caller } from '../core/caller.ts'
import { GatewayError } from '../core/errors.ts'
import { CREDENTIAL_HEADERS, type HeaderMap } from '../core/headers.ts'
import type { GatewayOptions } from '../core/options/gateway-options.ts'
import type { Awaitable } from '../core/ports.ts'
import { readLimited, takeBytes } from './edge.ts'
import type { Exchange } from './exchange.ts'
import type { StoredPrompts } from './prompts/stored-prompts.ts'
import { virtualKeyOf } from './prompts/take-prompt.ts'
import type { PlanCache } from './stored/plan-cache.ts'
import type { PlanInputs } from './stored/plan-inputs.ts'

/** The provider every key may use. */
const REACHED_BY_ALL = 'mock'

export type PlanPorts = {
  readonly plans: PlanCache
  readonly prompts: StoredPrompts
  readonly maxBodyBytes: number
}

export function choosePlan(
  exchange: Exchange,
  options: GatewayOptions,
  caller: Caller,
  ports: PlanPorts,
): Awaitable<Plan> {
  const atMs = exchange.elapsedMs()
  const wish = wishOf(exchange, options, caller, ports)
  return wish instanceof Promise
    ? findOpen(exchange, wish, caller, ports, atMs)
    : find(exchange, wish, caller, ports, atMs)
}

async function findOpen(
  exchange: Exchange,
  wishing: Promise<PlanInputs>,
  caller: Caller,
  ports: PlanPorts,
  atMs: number,
): Promise<Plan> {
  return find(exchange, await wishing, caller, ports, atMs)
}

function find(exchange: Exchange, asked: PlanInputs, caller: Caller, ports: PlanPorts, atMs: number): Awaitable<Plan> {
  const { prompt } = exchange
  const wish = prompt ? wishOfPrompt(asked, prompt.main.virtualKey, caller, ports.prompts) : asked
  const plan = ports.plans.find(caller, wish)
  // What is in memory answers at once: a promise would cost more than the look-up.
  return plan instanceof Promise ? takeMade(exchange, wish, plan, atMs) : take(exchange, wish, plan, atMs)
}

function wishOfPrompt(
  asked: PlanInputs,
  virtualKey: string | null,
  caller: Caller,
  prompts: StoredPrompts,
): PlanInputs {
  return { ...asked, prompt: { virtualKey, keyOf: (id) => virtualKeyOf(prompts, caller, id) } }
}

async function takeMade(exchange: Exchange, wish: PlanInputs, making: Promise<Plan>, atMs: number): Promise<Plan> {
  return take(exchange, wish, await making, atMs)
}

function take(exchange: Exchange, wish: PlanInputs, plan: Plan, atMs: number): Plan {
  exchange.savedConfig = plan.saved
  exchange.decide('planned', null, describe(wish, plan), atMs, exchange.elapsedMs() - atMs)
  for (const warning of plan.warnings) exchange.warnings.push(warning)
  return plan
}

/** Contract 2.2: the config sent along, else the key's own, else (for requests that name no provider) the workspace's. */
function wishOf(exchange: Exchange, options: GatewayOptions, caller: Caller, ports: PlanPorts): Awaitable<PlanInputs> {
  const { configSlug, allowConfigOverride } = caller.defaults
  const sent = options.config
  if (sent !== null) {
    const wish = { root: rootOf(exchange, options), config: sent, namedBy: 'x-gateway-config' }
    if (allowConfigOverride || sent.trim() === configSlug) return wish
    if (configSlug === null) return wishOfDefault(wish, sent.trim(), caller, ports)
    throw overrideForbidden()
  }
  if (configSlug !== null)
    return { root: rootOf(exchange, options), config: configSlug, namedBy: "the key's default config" }
  const promptKey = exchange.prompt?.main.virtualKey ?? null
  if (options.provider !== null || options.virtualKey !== null || promptKey !== null)
    return { root: rootOf(exchange, options), config: null, namedBy: '' }
  return wishOfOpen(exchange, options, caller, ports)
}

/** A key that may send no other config may name the one it gets anyway: the workspace's default. */
async function wishOfDefault(wish: PlanInputs, slug: string, caller: Caller, ports: PlanPorts): Promise<PlanInputs> {
  if (slug === (await ports.plans.configs.defaultOf(caller))) return wish
  throw overrideForbidden()
}

function overrideForbidden(): GatewayError {
  return new GatewayError('config_override_forbidden', { param: 'x-gateway-config' })
}

/** Nothing but the body can still name a provider: its model may be `@slug/model`. */
async function wishOfOpen(
  exchange: Exchange,
  options: GatewayOptions,
  caller: Caller,
  ports: PlanPorts,
): Promise<PlanInputs> {
  await readForm(exchange, ports)
  const root = rootOf(exchange, options)
  const isNamed = root.modelKey !== null && (await ports.plans.hasKey(caller.workspaceId, root.modelKey))
  if (isNamed) return { root, config: null, namedBy: '' }
  const { name } = exchange.incoming.endpoint
  if (name === 'models' || name === 'models.read') {
    exchange.listsReach = name === 'models'
    return { root: { ...root, provider: REACHED_BY_ALL }, config: null, namedBy: '' }
  }
  const config = await ports.plans.configs.defaultOf(caller)
  return { root, config, namedBy: config === null ? '' : "the workspace's default config" }
}

/** The model of an upload stands in its form; taking its prefix off needs the form in memory anyway. */
async function readForm(exchange: Exchange, { maxBodyBytes }: PlanPorts): Promise<void> {
  const { body, incoming } = exchange
  if (body.kind !== 'stream' || boundaryOf(incoming.headers['content-type']) === null) return
  takeBytes(exchange, await readLimited(exchange, body.stream, maxBodyBytes))
}

function rootOf(exchange: Exchange, options: GatewayOptions): RootDefaults {
  const { headers } = exchange.incoming
  // A prompt's own virtual key wins over whatever the request names.
  const promptKey = exchange.prompt?.main.virtualKey ?? null
  return {
    provider: promptKey === null ? options.provider : null,
    virtualKey: promptKey ?? options.virtualKey,
    modelKey: splitModel(exchange.model)?.slug ?? null,
    customHost: options.customHost,
    timeoutMs: options.requestTimeoutMs,
    forwardHeaders: options.forwardHeaders,
    settings: options.settings,
    hasCallerCredential: hasCredential(headers),
  }
}

function hasCredential(headers: HeaderMap): boolean {
  for (const name of CREDENTIAL_HEADERS) if (headers[name] !== undefined) return true
  return false
}

function describe({ root, config, namedBy }: PlanInputs, { saved }: Plan): string {
  const version = saved === null ? '' : ` ${saved.slug} version ${saved.versionNumber}`
  if (config !== null) return namedBy === 'x-gateway-config' ? `config${version} from ${namedBy}` : namedBy + version
  if (root.virtualKey !== null) return `virtual key ${root.virtualKey}`
  if (root.provider === null) return `virtual key ${root.modelKey} from the model`
  return `provider ${root.provider} from x-gateway-provider`
}
