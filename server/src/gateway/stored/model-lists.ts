/**
 * The model lists of virtual keys' providers. Each is cached for a minute, and concurrent callers share one request.
 */

import { LRUCache } from 'lru-cache'
import type { Target } from '../../config/plan.ts'
import { type JsonObject, parseObject } from '../../core/body/json-text.ts'
import type { Caller } from '../../core/caller.ts'
import type { Endpoint } from '../../core/endpoints.ts'
import type { AttemptRecord } from '../../core/record.ts'
import { modelsIn as modelsInGemini } from '../../dialects/generate-content/models.ts'
import { type AttemptPorts, TargetAttempts } from '../attempt/plan-attempts.ts'
import type { ProviderResponse } from '../attempt/provider-response.ts'
import { ClientConnection } from '../client-connection.ts'
import { Journal } from '../journal.ts'
import { RequestHolds } from '../limits/request-holds.ts'
import type { RequestLimits } from '../limits/request-limits.ts'
import { RequestBody } from '../receive/request-body.ts'
import { ResponseBody } from '../relay/response-body.ts'
import type { Outbound } from '../request.ts'

const CACHED_MS = 60_000
/** A provider that gave no list is tried again sooner. */
const FAILURE_CACHED_MS = 10_000
/** Parsing this much takes 20 ms. */
const MAX_LIST_BYTES = 2 * 1024 * 1024
const MAX_CACHED_BYTES = 16 * 1024 * 1024
/** The size of an entry without its list. */
const ENTRY_BYTES = 512

const NOTHING_USED = { usage: null, costNanoUsd: 0 }

/** Null if the provider has no model list, or did not respond. */
export type Models = readonly JsonObject[] | null

export type ListPorts = AttemptPorts & { readonly limits: Pick<RequestLimits, 'holdFor' | 'budgetService'> }

type Listed = { readonly models: Models; readonly sizeBytes: number }
type Cached = Listed & { readonly target: Target; readonly untilMs: number }

/** One upstream request, and the number of callers that wait for it. */
type Listing = { readonly target: Target; readonly request: Outbound; readonly done: Promise<Models>; waiting: number }

/** `over` resolves when the caller stops waiting. It never rejects. */
export type Patience = { readonly over: Promise<'over'> }

type Query = {
  readonly target: Target
  readonly slug: string
  readonly caller: Caller
  readonly endpoint: Endpoint
  readonly patience: Patience
  /** Called with the attempts of a listing that this query has started. */
  readonly onAttempts: (attempts: readonly AttemptRecord[]) => void
}

export class ModelLists {
  readonly #cached = new LRUCache<string, Cached>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ sizeBytes }) => ENTRY_BYTES + sizeBytes,
  })
  readonly #inFlight = new Map<string, Listing>()

  /** `queriesProviders` is false if the operator has switched these requests off. */
  constructor(readonly queriesProviders: boolean) {}

  /** The cached list; undefined if the provider would have to be queried. */
  peek(caller: Caller, slug: string, target: Target): Models | undefined {
    const cached = this.#cached.get(keyOf(caller, slug))
    // A virtual key that has changed has another target.
    return cached && cached.target === target && performance.now() < cached.untilMs ? cached.models : undefined
  }

  async find(query: Query, ports: ListPorts): Promise<Models> {
    const { caller, slug, target, patience } = query
    const known = this.peek(caller, slug, target)
    if (known !== undefined) return known
    const key = keyOf(caller, slug)
    const inFlight = this.#inFlight.get(key)
    const isShared = inFlight?.target === target && !inFlight.request.connection.hasLeft
    const listing = isShared ? inFlight : this.#start(key, query, ports)
    listing.waiting++
    const models = await Promise.race([listing.done, patience.over])
    listing.waiting--
    if (models !== 'over') return models
    if (listing.waiting === 0) listing.request.connection.leave()
    return null
  }

  #start(key: string, { caller, target, endpoint, onAttempts }: Query, ports: ListPorts): Listing {
    const request = listRequest(caller, endpoint, ports)
    const done = list(request, target, ports).then((listed) => {
      const untilMs = performance.now() + (listed.models ? CACHED_MS : FAILURE_CACHED_MS)
      if (!request.connection.hasLeft) this.#cached.set(key, { ...listed, target, untilMs })
      if (this.#inFlight.get(key) === listing) this.#inFlight.delete(key)
      onAttempts(request.journal.attemptRecords())
      return listed.models
    })
    const listing: Listing = { target, request, done, waiting: 0 }
    this.#inFlight.set(key, listing)
    return listing
  }
}

function keyOf({ workspaceId }: Caller, slug: string): string {
  return `${workspaceId}\0${slug}`
}

/** A separate request without the caller's headers, because other callers get its result too. */
function listRequest(caller: Caller, endpoint: Endpoint, { limits }: ListPorts): Outbound {
  const pathname = '/v1/models'
  const id = Bun.randomUUIDv7()
  const journal = new Journal()
  const headers = { accept: 'application/json' }
  return {
    id,
    head: { method: 'GET', pathname, path: '/models', search: '', endpoint, headers, traceId: id, deployment: null },
    journal,
    connection: new ClientConnection(new Request(`http://inside${pathname}`)),
    caller,
    options: null,
    body: new RequestBody(),
    memory: null,
    holds: new RequestHolds(limits.budgetService, journal),
    prompt: null,
    savedConfig: null,
  }
}

const NOT_LISTED: Listed = { models: null, sizeBytes: 0 }

async function list(request: Outbound, target: Target, ports: ListPorts): Promise<Listed> {
  let attempt: ProviderResponse['attempt'] = null
  try {
    const outcome = await new TargetAttempts(request, ports).attempt(target, 0, null)
    if (outcome.kind !== 'answered') return NOT_LISTED
    attempt = outcome.response.attempt
    if (outcome.status === 200) return (await listedIn(outcome.response)) ?? NOT_LISTED
    attempt?.abort()
    return NOT_LISTED
  } catch {
    // The provider has no endpoint for model lists, or the response broke off.
    return NOT_LISTED
  } finally {
    request.connection.settle()
    request.holds.settle(attempt?.hold ?? null, NOTHING_USED)
  }
}

async function listedIn(response: ProviderResponse): Promise<Listed | null> {
  const bytes = await bytesOf(response)
  const models = bytes && modelsIn(bytes)
  return models ? { models, sizeBytes: bytes.length } : null
}

/** Null if the bytes are not a list of models. */
export function modelsIn(bytes: Uint8Array): readonly JsonObject[] | null {
  const list = parseObject(bytes)
  // The list of the models that every key may use is in the caller's format, which may be Gemini's.
  const data = typeof list === 'string' ? null : (list['data'] ?? modelsInGemini(list))
  return Array.isArray(data) ? data.filter(isModel) : null
}

export function isModel(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}

/** Null if the response is larger than a model list may be. */
export async function bytesOf({ body, attempt, status }: ProviderResponse): Promise<Uint8Array | null> {
  if (!(body instanceof ResponseBody)) return body.length > MAX_LIST_BYTES ? null : body
  const chunks: Uint8Array[] = []
  let total = 0
  for (let chunk = await body.read(); chunk !== null; chunk = await body.read()) {
    chunks.push(chunk)
    total += chunk.length
    if (total > MAX_LIST_BYTES) {
      attempt?.end(status, null)
      attempt?.abort()
      return null
    }
  }
  attempt?.end(status, null)
  return Buffer.concat(chunks)
}
