/** Looks up the response cache once the body to send is known, and stores complete responses. */

import { type CacheIdentity, cacheKey, partitionKey } from '../../cache/cache-key.ts'
import { isComplete } from '../../cache/completeness.ts'
import { hasQuestion, questionOf } from '../../cache/semantic/extract-question.ts'
import type { Outcome, SemanticCache } from '../../cache/semantic/semantic-cache.ts'
import type { CachePolicy, Target } from '../../config/plan.ts'
import type { JsonObject } from '../../core/body/json-text.ts'
import type { EndpointName } from '../../core/endpoints.ts'
import { isPlain } from '../../core/headers.ts'
import type { GatewayOptions } from '../../core/options/gateway-options.ts'
import type { CachedResponse, CacheStore } from '../../core/ports.ts'
import { asBuffer } from '../relay/capture.ts'
import { type CacheSlot, type CacheState, logsBodies, type Outbound, type RequestHead } from '../request.ts'
import type { VirtualKeys } from '../stored/virtual-keys.ts'
import { fingerprint } from './credential.ts'
import type { Prepared } from './prepare.ts'
import type { ProviderResponse } from './provider-response.ts'

export type CachePorts = {
  readonly cache: CacheStore
  readonly virtualKeys: Pick<VirtualKeys, 'peek'> | null
  /** Null: there is no semantic cache. */
  readonly semantic: Pick<SemanticCache, 'embedder' | 'findExact' | 'find'> | null
  readonly logBodies: boolean
}

/** Larger responses are not stored. */
export const MAX_CACHED_BYTES = 4 * 1024 * 1024

export const NOT_CACHED: CacheState = { status: 'DISABLED', slot: null }

/** Uploads, jobs and audio are never cached. */
const CACHED: ReadonlySet<EndpointName> = new Set([
  'chat.completions',
  'completions',
  'embeddings',
  'images.generations',
  'moderations',
  'messages',
  'responses',
  'gemini.generate',
  'gemini.stream',
  'gemini.embed',
  'gemini.embedMany',
  'proxy',
])

/** The paths of uploads, jobs and audio on the pass-through endpoint. */
const JOB_PATH = /^\/(audio|files|batches|fine_tuning|images\/edits|realtime)(\/|$)/

function isCacheable({ endpoint, path, gemini }: RequestHead): boolean {
  // Streams as JSON arrays are not cached: only events show whether a stream is complete.
  return CACHED.has(endpoint.name) && !JOB_PATH.test(path) && gemini?.isArray !== true
}

type PreparedParts = Pick<
  Prepared,
  'outgoing' | 'params' | 'translation' | 'translatedFrom' | 'settings' | 'hidesUsage'
>

type Lookup = { readonly response: ProviderResponse | null; readonly state: CacheState }

const NO_LOOKUP: Lookup = { response: null, state: NOT_CACHED }

/** The stored response if there is one; else the slot for the response that the provider will give. */
export async function lookUp(
  request: Outbound,
  target: Target,
  prepared: PreparedParts,
  ports: CachePorts,
): Promise<Lookup> {
  const { options, head, journal } = request
  const { cache: policy } = target
  const identity = identityOf(request, target, prepared, ports.virtualKeys)
  if (!policy || !options || !identity) return NO_LOOKUP
  const atMs = journal.elapsedMs()
  const key = await cacheKey(identity)
  const found = options.cacheForceRefresh ? undefined : await findEqual(key, policy, ports)
  const similar =
    !found && isSemantic(head, policy)
      ? await findSimilar(request, { policy, identity, key, params: prepared.params }, ports)
      : null
  const ageMs = found ? steadyMs() - found.storedAtMs : 0
  const status = found ? 'HIT' : similar?.response ? 'SEMANTIC HIT' : missStatus(options, similar?.isCompared ?? false)
  const why = found ? `hit: stored ${Math.round(ageMs / 1000)} s ago` : options.cacheForceRefresh ? REFRESH : 'miss'
  const reason = similar ? (similar.response ? similar.reason : `${why}; ${similar.reason}`) : why
  journal.decide('cache', target.configPath, reason, atMs, journal.elapsedMs() - atMs)
  const cached = found ?? similar?.response
  if (cached) return { response: responseOf(target, cached, journal.elapsedMs()), state: { status, slot: null } }
  const slot = { target, key, maxAgeMs: policy.maxAgeMs, ...(similar && { storeQuestion: similar.store }) }
  return { response: null, state: { status, slot } }
}

const REFRESH = 'refresh requested'

/**
 * Used for a retry, or for the next provider key of a virtual key: the request may differ from the one that was looked
 * up, for example by the settings of that provider key. Its response must then not be stored under the first cache key.
 */
export async function checkSlot(
  state: CacheState,
  request: Outbound,
  target: Target,
  prepared: PreparedParts,
  ports: CachePorts,
): Promise<CacheState> {
  if (!state.slot) return state
  const identity = identityOf(request, target, prepared, ports.virtualKeys)
  const isSame = identity !== null && (await cacheKey(identity)) === state.slot.key
  return isSame ? state : { ...state, slot: null }
}

function missStatus(options: GatewayOptions, isCompared: boolean): CacheState['status'] {
  if (options.cacheForceRefresh) return 'REFRESH'
  return isCompared ? 'SEMANTIC MISS' : 'MISS'
}

function identityOf(
  request: Outbound,
  target: Target,
  { outgoing, translation, translatedFrom, settings, hidesUsage }: PreparedParts,
  virtualKeys: CachePorts['virtualKeys'],
): CacheIdentity | null {
  const { options, caller, head } = request
  if (!target.cache || !options || !isCacheable(head)) return null
  const { url, headers, credentialHeaders = [], body } = outgoing
  if (head.method !== 'POST' || !(body instanceof Uint8Array) || !options.debug) return null
  return {
    workspaceId: caller.workspaceId,
    credential: fingerprint(request, target, virtualKeys),
    provider: target.provider.slug,
    settings,
    sent: { method: outgoing.method, url, headers, credentialHeaders, body },
    endpoint: head.endpoint.name,
    translatedFrom,
    strict: translation?.context.strict ?? null,
    hidesUsage,
    namespace: options.cacheNamespace,
    metadata: options.metadata,
    user: userOf(target.cache, options),
  }
}

/** A namespace replaces the metadata in the cache key, but in semantic mode the user stays in it. */
function userOf({ mode }: CachePolicy, { metadata }: GatewayOptions): string | null {
  const user = metadata?.['_user']
  return mode === 'simple' || user === undefined ? null : JSON.stringify(user)
}

async function findEqual(
  key: string,
  { mode, maxAgeMs }: CachePolicy,
  { cache, semantic }: CachePorts,
): Promise<CachedResponse | undefined> {
  const found = await cache.get(key)
  if (found) return steadyMs() - found.storedAtMs <= maxAgeMs ? found : undefined
  return mode === 'semantic' ? semantic?.findExact(key, maxAgeMs) : undefined
}

function isSemantic({ endpoint }: RequestHead, policy: CachePolicy): boolean {
  return policy.mode === 'semantic' && hasQuestion(endpoint.name)
}

type SimilarSearch = {
  readonly policy: CachePolicy
  readonly identity: CacheIdentity
  readonly key: string
  /** The parameters as they are sent. */
  readonly params: JsonObject | null
}

/** `isCompared`: false if only the exact lookup ran, without a search for similar questions. */
type Similar = Outcome & { readonly isCompared: boolean }

async function findSimilar(request: Outbound, search: SimilarSearch, ports: CachePorts): Promise<Similar> {
  const { caller, options, body, head } = request
  const { semantic } = ports
  const embedder = semantic?.embedder ?? null
  // The plan already has a warning that there is no embedder.
  if (!semantic || !options || embedder === null) return exactOnly('no embedder, exact lookup only')
  const { params, policy, identity, key } = search
  if (params === null || body.params === null || body.content.kind !== 'bytes')
    return exactOnly('exact lookup only: the request cannot be read')
  const question = questionOf(head.endpoint.name, params, { bytes: body.content.bytes, given: body.params })
  if (typeof question === 'string') return exactOnly(`exact lookup only: ${question}`)
  const others = [question.rest, embedder, head.pathname, String(options.isStrict)]
  const outcome = await semantic.find({
    key,
    partition: partitionKey(identity, others),
    text: question.text,
    namespace: options.cacheNamespace,
    traceId: head.traceId,
    owner: {
      organisationId: caller.organisationId,
      workspaceId: caller.workspaceId,
      logBodies: caller.logBodies,
    },
    threshold: policy.threshold,
    maxAgeMs: policy.maxAgeMs,
    isShadow: policy.isShadow,
    isRefresh: options.cacheForceRefresh,
    keepsBodies: logsBodies(request, ports.logBodies),
  })
  return { ...outcome, isCompared: true }
}

function exactOnly(reason: string): Similar {
  return { response: null, reason, store: () => {}, isCompared: false }
}

function responseOf(target: Target, cached: CachedResponse, nowMs: number): ProviderResponse {
  const { status, headers, body, isEventStream, tookMs } = cached
  return {
    target,
    status,
    headers: { ...headers },
    isEventStream,
    body,
    hasErrorEvent: false,
    attempt: null,
    originalMs: tookMs,
    firstByteMs: nowMs,
    reportResult: null,
  }
}

/** Epoch milliseconds on a clock that does not jump when the system time is set. */
function steadyMs(): number {
  return performance.timeOrigin + performance.now()
}

/**
 * Stores a complete 2xx response. Call it when the last byte has arrived. `tookMs`: the time since the request arrived.
 */
export function storeResponse(
  slot: CacheSlot | null,
  response: ProviderResponse,
  body: Uint8Array,
  tookMs: number,
  cache: CacheStore,
): void {
  const { target, status, headers, isEventStream, attempt } = response
  if (!slot || slot.target !== target || status < 200 || status > 299 || attempt === null) return
  const type = headers['content-type'] ?? ''
  if (!isPlain(headers) || body.length > MAX_CACHED_BYTES || !isWhole(response, body, type)) return
  // A copy: the bytes may be a view into a larger buffer.
  const cached = {
    status,
    headers: { 'content-type': type },
    body: new Uint8Array(body),
    isEventStream,
    storedAtMs: steadyMs(),
    tookMs,
  }
  slot.storeQuestion?.(cached)
  Promise.resolve(cache.set(slot.key, cached, slot.maxAgeMs)).catch(() => {
    // If storing fails, the cache only misses more often.
  })
}

/** A translated document is our own JSON: unless it mentions an error, it need not be parsed again. */
function isWhole({ isTranslated, isEventStream }: ProviderResponse, body: Uint8Array, type: string): boolean {
  if (isTranslated && !isEventStream && !asBuffer(body).includes('"error"')) return true
  return isComplete(body, type)
}
