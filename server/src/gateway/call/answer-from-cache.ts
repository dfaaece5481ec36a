/** Asks the cache at the leaf, once the final bytes are known, and keeps complete answers for the next one. */

import { cacheKey } from '../../cache/cache-key.ts'
import { isComplete } from '../../cache/completeness.ts'
import type { Target } from '../../config/plan.ts'
import type { EndpointName } from '../../core/endpoints.ts'
import { isPlain } from '../../core/headers.ts'
import type { CachedAnswer, CacheStore } from '../../core/ports.ts'
import type { Outgoing } from '../../providers/adapter.ts'
import type { Exchange } from '../exchange.ts'
import type { VirtualKeys } from '../stored/virtual-keys.ts'
import { fingerprint } from './credential.ts'
import type { Reply } from './reply.ts'

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

/** The kept answer as a reply, or null; on a miss the exchange knows where to put the answer it gets. */
export async function answerFromCache(
  exchange: Exchange,
  target: Target,
  outgoing: Outgoing,
  cache: CacheStore,
  virtualKeys: Pick<VirtualKeys, 'peek'> | null = null,
): Promise<Reply | null> {
  const { endpoint, method } = exchange.incoming
  const { options, caller } = exchange
  if (!target.cache || !options || !caller || !isCacheable(exchange)) return null
  if (method !== 'POST' || !(outgoing.body instanceof Uint8Array) || !options.debug) return null
  const atMs = exchange.elapsedMs()
  const key = cacheKey({
    workspaceId: caller.workspaceId,
    credential: fingerprint(exchange, target, virtualKeys),
    endpoint: endpoint.name,
    method,
    url: outgoing.url,
    body: outgoing.body,
    namespace: options.cacheNamespace,
    metadata: options.metadata,
  })
  const found = options.cacheForceRefresh ? undefined : await cache.get(key)
  const ageMs = found ? steadyMs() - found.storedAtMs : 0
  const isFresh = found !== undefined && ageMs <= target.cache.maxAgeMs
  exchange.cacheStatus = isFresh ? 'HIT' : options.cacheForceRefresh ? 'REFRESH' : 'MISS'
  const why = isFresh
    ? `hit: stored ${Math.round(ageMs / 1000)} s ago`
    : options.cacheForceRefresh
      ? 'refresh asked for'
      : 'miss'
  const without = target.cache.mode === 'semantic' && !isFresh ? '; no embedder, exact look-up only' : ''
  exchange.decide('cache', target.place, why + without, atMs, exchange.elapsedMs() - atMs)
  exchange.cacheSlot = isFresh ? null : { target, key, maxAgeMs: target.cache.maxAgeMs }
  return isFresh && found ? replyOf(target, found, exchange.elapsedMs()) : null
}

function replyOf(target: Target, answer: CachedAnswer, nowMs: number): Reply {
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
export function rememberAnswer(exchange: Exchange, reply: Reply, body: Uint8Array, cache: CacheStore): void {
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
  Promise.resolve(cache.set(slot.key, answer, slot.maxAgeMs)).catch(() => {
    // A cache that cannot store is a cache that misses.
  })
}
