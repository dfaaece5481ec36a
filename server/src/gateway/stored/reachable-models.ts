/**
 * `GET /v1/models` without a provider: the virtual models of the workspace, the models every key may use, and those of each
 * virtual key of the workspace.
 */

import type { RootDefaults } from '../../config/compilation.ts'
import { splitModel } from '../../config/saved/split-model.ts'
import type { JsonObject } from '../../core/body/json-text.ts'
import { MODELS } from '../../core/endpoints.ts'
import { GatewayError } from '../../core/errors.ts'
import type { AttemptRecord } from '../../core/record.ts'
import { keyRefusal, servesModel } from '../../core/stores/virtual-keys.ts'
import type { ProviderAdapter } from '../../providers/adapter.ts'
import type { ClientConnection } from '../client-connection.ts'
import { round } from '../journal.ts'
import type { Attempted } from '../request.ts'
import { mayUseVirtualModel } from './configs.ts'
import type { ListPorts, ModelLists, Models, Patience } from './model-lists.ts'
import type { PlanCache } from './plan-cache.ts'
import type { LiveVirtualKey } from './virtual-keys.ts'

/** Timeouts for one provider, and for all providers together. */
const TIMEOUT_MS = 3_000
const TOTAL_TIMEOUT_MS = 5_000
/** The total timeout for clients in a hurry: Claude Code waits 3 seconds for the list. */
const HASTY_TIMEOUT_MS = 2_000
const CONCURRENCY = 8

export type ReachablePorts = ListPorts & { readonly plans: PlanCache; readonly modelLists: ModelLists }

const LIST_DEFAULTS: RootDefaults = {
  provider: null,
  virtualKey: null,
  modelKey: null,
  customHost: null,
  timeoutMs: TIMEOUT_MS,
  forwardHeaders: null,
  settings: {},
  hasCallerCredential: false,
  inputGuardrails: null,
  outputGuardrails: null,
}

/**
 * `base` and the models that the key may use. Each `id` is the text that a caller sends as `model`. `isHasty`: the
 * caller does not wait as long as `TOTAL_TIMEOUT_MS`.
 */
export async function reachableModels(
  request: Attempted,
  base: readonly JsonObject[],
  isHasty: boolean,
  ports: ReachablePorts,
): Promise<readonly JsonObject[]> {
  const { caller, connection } = request
  const slugs = await ports.plans.configs.usableKeys(caller)
  const patience = new LimitedPatience(connection, isHasty ? HASTY_TIMEOUT_MS : TOTAL_TIMEOUT_MS)
  const lists: JsonObject[][] = slugs.map(() => [])
  let next = 0
  const work = async () => {
    for (let i = next++; i < slugs.length; i = next++) {
      lists[i] = await modelsOf(request, slugs[i]!, i < ports.maxAttempts, patience, ports)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  patience.end()
  // If the caller has left, the error is not sent.
  connection.requireRunning()
  if (connection.hasLeft) throw new GatewayError('shutting_down')
  return [...(await virtualModels(request, ports)), ...base, ...lists.flat()]
}

/** Null if the key may not use this model; `elsewhere` if the id names neither a virtual model nor a virtual key. */
export async function findReachable(
  request: Attempted,
  id: string,
  ports: ReachablePorts,
): Promise<JsonObject | 'elsewhere' | null> {
  const virtual = (await virtualModels(request, ports)).find((model) => model['id'] === id)
  if (virtual) return virtual
  const named = splitModel(id)
  if (named === null) return 'elsewhere'
  const key = await ports.virtualKeys.find(request.caller.workspaceId, named.slug)
  if (key?.slug !== named.slug || keyRefusal(key, Date.now()) !== null) return null
  const patience = new LimitedPatience(request.connection, HASTY_TIMEOUT_MS)
  const models = await modelsOf(request, named.slug, true, patience, ports)
  patience.end()
  const found = models.find((model) => model['id'] === id)
  if (found) return found
  // A provider without a list may still serve the model.
  const isUnlisted = models.length === 1 && models[0]!['id'] === `@${named.slug}`
  return isUnlisted ? { ...models[0], id } : null
}

/** The virtual models that the key may use. */
async function virtualModels({ caller }: Attempted, { plans }: ReachablePorts): Promise<JsonObject[]> {
  const routing = await plans.configs.routingOf(caller)
  return [...routing.virtualModels]
    .filter(([, { configSlug }]) => mayUseVirtualModel(caller, configSlug, routing))
    .map(([id, { createdAtMs }]) => ({
      id,
      object: 'model',
      created: Math.floor(createdAtMs / 1000),
      owned_by: 'gatehouse',
    }))
}

async function modelsOf(
  request: Attempted,
  slug: string,
  mayQuery: boolean,
  patience: LimitedPatience,
  ports: ReachablePorts,
): Promise<JsonObject[]> {
  const { modelLists } = ports
  const { caller, head, journal } = request
  const root = { ...LIST_DEFAULTS, virtualKey: slug }
  const { route } = await ports.plans.find(caller, { root, config: null, namedBy: '', hasDefaults: false })
  if (route.kind !== 'target') return []
  const { target } = route
  const { provider } = target
  const key = await ports.virtualKeys.find(caller.workspaceId, slug)
  const grant = key?.integration ?? null
  const owned_by = provider.slug
  const named = (models: readonly string[]) =>
    models.map((model) => ({ id: `@${slug}/${model}`, object: 'model', created: 0, owned_by }))
  const configured = key ? configuredModels(provider, key) : null
  if (configured !== null) return named(configured)
  const startMs = journal.elapsedMs()
  const onAttempts = (attempts: readonly AttemptRecord[]) => noteAttempts(request, attempts, startMs)
  // The caller may switch the queries off for this request.
  const isOff = !modelLists.queriesProviders || new URLSearchParams(head.search).get('providers') === 'false'
  const models: Models =
    !mayQuery || isOff || patience.isOver
      ? (modelLists.peek(caller, slug, target) ?? null)
      : await modelLists.find({ target, slug, caller, endpoint: MODELS, patience, onAttempts }, ports)
  // A provider without a model list, or one that did not respond, can still serve requests.
  if (models === null) return [{ id: `@${slug}`, object: 'model', created: 0, owned_by }]
  const served = grant ? models.filter((model) => servesModel(grant, String(model['id']))) : models
  return served.map((model) => ({ owned_by, ...model, id: `@${slug}/${String(model['id'])}` }))
}

/**
 * The models that the settings or the integration of a virtual key name. Null if only the provider's list names them.
 */
export function configuredModels(
  provider: ProviderAdapter,
  { settings, integration }: LiveVirtualKey,
): readonly string[] | null {
  const configured = provider.namedModels?.(settings) ?? null
  if (configured !== null) {
    const allowed = configured.filter(({ served }) => !integration || servesModel(integration, served))
    return allowed.map(({ name }) => name)
  }
  return integration && !integration.allowsAllModels ? [...integration.exceptions] : null
}

/** Adds the attempts of a listing to the request's own, with times since the request arrived. */
function noteAttempts({ connection, journal }: Attempted, attempts: readonly AttemptRecord[], startMs: number): void {
  if (connection.isSettled) return
  const at = (ms: number) => round(startMs + ms)
  for (const row of attempts) {
    const firstByteMs = row.firstByteMs === null ? null : at(row.firstByteMs)
    journal.attempts.push({ record: { ...row, isBeside: true, startMs: at(row.startMs), firstByteMs } })
  }
}

/** Ends when the caller leaves, when the gateway shuts down, or after the total timeout. */
class LimitedPatience implements Patience {
  readonly over: Promise<'over'>
  isOver = false
  #end: (over: 'over') => void = () => {}
  readonly #timer: ReturnType<typeof setTimeout>

  constructor(connection: ClientConnection, timeoutMs: number) {
    const { promise, resolve } = Promise.withResolvers<'over'>()
    this.over = promise
    this.#end = resolve
    this.#timer = setTimeout(() => this.end(), timeoutMs)
    connection.current = { clock: null, interrupt: () => this.end() }
    if (connection.hasLeft) this.end()
  }

  end(): void {
    clearTimeout(this.#timer)
    this.isOver = true
    this.#end('over')
  }
}
