/**
 * `GET /v1/models` without a provider: the virtual models of the workspace, the models every key may use, and those of each
 * virtual key of the workspace.
 */

import type { RootDefaults } from '../../config/compilation.ts'
import type { JsonObject } from '../../core/body/json-text.ts'
import { MODELS } from '../../core/endpoints.ts'
import { GatewayError } from '../../core/errors.ts'
import type { AttemptRecord } from '../../core/record.ts'
import { toModels } from '../../dialects/generate-content/models.ts'
import type { ProviderResponse } from '../attempt/provider-response.ts'
import type { ClientConnection } from '../client-connection.ts'
import { round } from '../journal.ts'
import { servesModel } from '../limits/model-access.ts'
import type { Attempted } from '../request.ts'
import { mayUseVirtualModel } from './configs.ts'
import { type ListPorts, listedIn, type ModelLists, type Models, type Patience } from './model-lists.ts'
import type { PlanCache } from './plan-cache.ts'

/** For one provider, and for all of them together. */
const TIMEOUT_MS = 3_000
const TOTAL_TIMEOUT_MS = 5_000
const CONCURRENCY = 8
const MAX_MODELS = 10_000

type Ports = ListPorts & { readonly plans: PlanCache; readonly modelLists: ModelLists }

const LIST_DEFAULTS: RootDefaults = {
  provider: null,
  virtualKey: null,
  modelKey: null,
  customHost: null,
  timeoutMs: TIMEOUT_MS,
  forwardHeaders: null,
  settings: {},
  hasCallerCredential: false,
}

/** The response with the workspace's models added. Each `id` is the text that a caller sends as `model`. */
export async function addReachableModels(
  request: Attempted,
  response: ProviderResponse,
  ports: Ports,
): Promise<ProviderResponse> {
  const { caller, connection, journal, head } = request
  const base = await listedIn(response)
  if (!base?.models) return response
  const slugs = await ports.plans.configs.usableKeys(caller)
  const patience = new LimitedPatience(connection)
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
  if (connection.hasLeft || connection.isShuttingDown) throw new GatewayError('shutting_down')
  const data = [...(await virtualModels(request, ports)), ...base.models, ...lists.flat()]
  if (data.length > MAX_MODELS)
    journal.warn(`models: ${data.length} were listed, of which the first ${MAX_MODELS} are sent.`)
  const sent = data.slice(0, MAX_MODELS)
  const list = head.gemini ? toModels(sent) : { object: 'list', data: sent }
  return { ...response, body: Buffer.from(JSON.stringify(list)) }
}

/** Those that the key may use. */
async function virtualModels({ caller }: Attempted, { plans }: Ports): Promise<JsonObject[]> {
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
  ports: Ports,
): Promise<JsonObject[]> {
  const { modelLists } = ports
  const { caller, head, journal } = request
  const root = { ...LIST_DEFAULTS, virtualKey: slug }
  const { route } = await ports.plans.find(caller, { root, config: null, namedBy: '' })
  if (route.kind !== 'target') return []
  const { target } = route
  const { provider } = target
  const key = await ports.virtualKeys.find(caller.workspaceId, slug)
  const grant = key?.integration ?? null
  const owned_by = provider.slug
  const named = (models: readonly string[]) =>
    models.map((model) => ({ id: `@${slug}/${model}`, object: 'model', created: 0, owned_by }))
  const configured = key ? (provider.namedModels?.(key.settings) ?? null) : null
  if (configured !== null) {
    const allowed = configured.filter(({ served }) => !grant || servesModel(grant, served))
    return named(allowed.map(({ name }) => name))
  }
  if (grant && !grant.allowsAllModels) return named([...grant.exceptions])
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
  return served.map((model) => ({ ...model, id: `@${slug}/${String(model['id'])}` }))
}

/** Adds the attempts of a listing to the request's own, with times since the request arrived. */
function noteAttempts({ connection, journal }: Attempted, attempts: readonly AttemptRecord[], startMs: number): void {
  if (connection.isSettled) return
  const at = (ms: number) => round(startMs + ms)
  for (const row of attempts) {
    const firstByteMs = row.firstByteMs === null ? null : at(row.firstByteMs)
    journal.attempts.push({ record: { ...row, startMs: at(row.startMs), firstByteMs } })
  }
}

/** Ends when the caller leaves, when the gateway shuts down, or after the total time-out. */
class LimitedPatience implements Patience {
  readonly over: Promise<'over'>
  isOver = false
  #end: (over: 'over') => void = () => {}
  readonly #timer: ReturnType<typeof setTimeout>

  constructor(connection: ClientConnection) {
    const { promise, resolve } = Promise.withResolvers<'over'>()
    this.over = promise
    this.#end = resolve
    this.#timer = setTimeout(() => this.end(), TOTAL_TIMEOUT_MS)
    connection.current = { clock: null, interrupt: () => this.end() }
    if (connection.hasLeft) this.end()
  }

  end(): void {
    clearTimeout(this.#timer)
    this.isOver = true
    this.#end('over')
  }
}
