/** Asks the cache at the leaf, once the final bytes are known, and keeps complete answers for the next one. */

import { type CacheIdentity, cacheKey } from '../../cache/cache-key.ts'
import { isComplete } from '../../cache/completeness.ts'
import type { CachePolicy, Target } from '../../config/plan.ts'
import type { EndpointName } from '../../core/endpoints.ts'
import { isPlain } from '../../core/headers.ts'
import type { GatewayOptions } from '../../core/options/gateway-options.ts'
import type { CachedResponse, CacheStore } from '../../core/ports.ts'
import type { Exchange } from '../exchange.ts'
import type { VirtualKeys } from '../stored/virtual-keys.ts'
import { askSimilar, isSemantic, type SemanticPorts } from './ask-similar.ts'
import { fingerprint } from './credential.ts'
import type { Prepared } from './prepare.ts'
import type { UpstreamReply } from './reply.ts'

export type CachePorts = SemanticPorts & {
  readonly cache: CacheStore
  readonly virtualKeys: Pick<VirtualKeys, 'peek'> | null
}

/** Answers larger than this are not kept. */
export const MAX_CACHED_BYTES = 4 * 1024 * 1024

/** Contract 1.7: uploads, jobs and audio are never answered from memory. */
const CACHED: ReadonlySet<EndpointName> = new Set([
  'chat.completions',
  'completions',
  'embeddings',
  'images.generations',
  'moderations',
  'responses',
  'proxy',
])

/** The same by their paths, for callers that take the pass-through way. */
const JOB_PATH = /^\/(audio|files|batches|fine_tuning|images\/edits|realtime)(\/|$)/

function isCacheable(exchange: Exchange): boolean {
  const { endpoint, path } = exchange.incoming
  return CACHED.has(endpoint.name) && !JOB_PATH.test(path)
}

type Prepare = Pick<Prepared, 'outgoing' | 'params' | 'translatedFrom' | 'settings' | 'hidesUsage'>

/** The kept answer as a reply, or null; on a miss the exchange knows where to put the answer it gets. */
export async function answerFromCache(
  exchange: Exchange,
  target: Target,
  prepared: Prepare,
  ports: CachePorts,
): Promise<UpstreamReply | null> {
  const { options } = exchange
  const { cache: policy } = target
  const identity = identityOf(exchange, target, prepared, ports.virtualKeys)
  if (!policy || !options || !identity) return null
  const atMs = exchange.elapsedMs()
  const keying = cacheKey(identity)
  const key = keying instanceof Promise ? await keying : keying
  const found = options.cacheForceRefresh ? undefined : await findEqual(key, policy, ports)
  const wantsSimilar = isSemantic(exchange, policy)
  const similar =
    !found && wantsSimilar
      ? await askSimilar(exchange, { policy, identity, key, params: prepared.params }, ports)
      : null
  const ageMs = found ? steadyMs() - found.storedAtMs : 0
  exchange.cacheStatus = found
    ? 'HIT'
    : similar?.answer
      ? 'SEMANTIC HIT'
      : missStatus(options, similar?.isCompared ?? false)
  const why = found ? `hit: stored ${Math.round(ageMs / 1000)} s ago` : options.cacheForceRefresh ? REFRESH : 'miss'
  const reason = similar ? (similar.answer ? similar.reason : `${why}; ${similar.reason}`) : why
  exchange.decide('cache', target.configPath, reason, atMs, exchange.elapsedMs() - atMs)
  const answer = found ?? similar?.answer
  exchange.cacheSlot = answer
    ? null
    : { target, key, maxAgeMs: policy.maxAgeMs, ...(similar && { keepQuestion: similar.keep }) }
  return answer ? replyOf(target, answer, exchange.elapsedMs()) : null
}

const REFRESH = 'refresh asked for'

/**
 * For a retry, or the next provider key of a virtual key: its request may differ from the one that was looked up, by the
 * settings of that key for example. Then its answer must not be kept under the key of the first.
 */
export async function keepSlotOfSameRequest(
  exchange: Exchange,
  target: Target,
  prepared: Prepare,
  ports: CachePorts,
): Promise<void> {
  if (!exchange.cacheSlot) return
  const identity = identityOf(exchange, target, prepared, ports.virtualKeys)
  if (!identity || (await cacheKey(identity)) !== exchange.cacheSlot.key) exchange.cacheSlot = null
}

function missStatus(options: GatewayOptions, isCompared: boolean): Exchange['cacheStatus'] {
  if (options.cacheForceRefresh) return 'REFRESH'
  return isCompared ? 'SEMANTIC MISS' : 'MISS'
}

function identityOf(
  exchange: Exchange,
  target: Target,
  { outgoing, translatedFrom, settings, hidesUsage }: Prepare,
  virtualKeys: CachePorts['virtualKeys'],
): CacheIdentity | null {
  const { endpoint, method } = exchange.incoming
  const { options, caller } = exchange
  if (!target.cache || !options || !caller || !isCacheable(exchange)) return null
  const { url, headers, credentialHeaders = [], body } = outgoing
  if (method !== 'POST' || !(body instanceof Uint8Array) || !options.debug) return null
  return {
    workspaceId: caller.workspaceId,
    credential: fingerprint(exchange, target, virtualKeys),
    provider: target.provider.slug,
    settings,
    sent: { method: outgoing.method, url, headers, credentialHeaders, body },
    endpoint: endpoint.name,
    translatedFrom,
    hidesUsage,
    namespace: options.cacheNamespace,
    metadata: options.metadata,
    user: userOf(target.cache, options),
  }
}

/** A namespace replaces the metadata, in simple mode all of it. */
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

function replyOf(target: Target, answer: CachedResponse, nowMs: number): UpstreamReply {
  const { status, headers, body, isEventStream } = answer
  return {
    target,
    status,
    headers: { ...headers },
    isEventStream,
    body,
    hasError: false,
    call: null,
    firstByteMs: nowMs,
    settle: null,
  }
}

/** Epoch milliseconds that do not jump when somebody sets the clock. */
function steadyMs(): number {
  return performance.timeOrigin + performance.now()
}

/** Keeps a whole 2xx answer; called when its last byte is there. */
export function rememberAnswer(exchange: Exchange, reply: UpstreamReply, body: Uint8Array, cache: CacheStore): void {
  const slot = exchange.cacheSlot
  if (!slot || slot.target !== reply.target || reply.status < 200 || reply.status > 299 || reply.call === null) return
  const type = reply.headers['content-type'] ?? ''
  if (!isPlain(reply.headers) || body.length > MAX_CACHED_BYTES || !isComplete(body, type)) return
  const storedAtMs = steadyMs()
  // A copy: the bytes may be a view into a larger buffer.
  const answer = {
    status: reply.status,
    headers: { 'content-type': type },
    body: new Uint8Array(body),
    isEventStream: reply.isEventStream,
    storedAtMs,
  }
  slot.keepQuestion?.(answer)
  Promise.resolve(cache.set(slot.key, answer, slot.maxAgeMs)).catch(() => {
    // A cache that cannot store is a cache that misses.
  })
}
