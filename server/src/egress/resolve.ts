/** Resolves hostnames and caches the result briefly. The policy decides whether the addresses may be used. */

import { lookup as systemLookup } from 'node:dns/promises'
import { LRUCache } from 'lru-cache'
import { GatewayError } from '../core/errors.ts'
import { atMost } from '../core/runtime/at-most.ts'
import { outOfDescriptors } from './failures.ts'
import type { RelieveDescriptors } from './outbound.ts'

/** All addresses of a hostname in order of preference. Rejects if there are none. */
export type Lookup = (name: string) => Promise<readonly string[]>

export type Resolver = { resolve(name: string): Promise<readonly string[]> }

/** A route made from the result lives 45 s more (send.ts), so a connection opens at most 60 s after its DNS lookup. */
const RESULT_TTL_MS = 15_000
const FAILURE_TTL_MS = 5_000
const LOOKUP_TIMEOUT_MS = 5_000
const MAX_NAMES = 1_000

type CachedLookup = { readonly addresses: readonly string[] } | { readonly failure: GatewayError }

export function createResolver(
  lookup: Lookup = lookupAll,
  now: () => number = () => performance.now(),
  relieveDescriptors: RelieveDescriptors = () => null,
): Resolver {
  const cache = new LRUCache<string, CachedLookup>({ ...atMost(MAX_NAMES), ttlResolution: 0, perf: { now } })
  const pending = new Map<string, Promise<readonly string[]>>()

  /** Retries once if the lookup failed for lack of file descriptors. */
  async function lookUp(name: string): Promise<readonly string[]> {
    try {
      return await lookup(name)
    } catch (error) {
      const relief = relieveDescriptors()
      if (relief === null) throw error
      await relief
    }
    try {
      return await lookup(name)
    } catch (error) {
      throw relieveDescriptors() === null ? error : outOfDescriptors()
    }
  }

  async function lookUpAndCache(name: string): Promise<readonly string[]> {
    try {
      const addresses = await withTimeout(lookUp(name), name)
      if (addresses.length === 0) throw unresolved(name, 'no address')
      cache.set(name, { addresses }, { ttl: RESULT_TTL_MS })
      return addresses
    } catch (error) {
      const failure = error instanceof GatewayError ? error : unresolved(name, codeOf(error))
      // A lack of file descriptors is not a property of the hostname, so it is not cached.
      if (failure.code !== 'overloaded') cache.set(name, { failure }, { ttl: FAILURE_TTL_MS })
      throw failure
    }
  }

  return {
    resolve(name) {
      const known = cache.get(name)
      if (known) return 'failure' in known ? Promise.reject(known.failure) : Promise.resolve(known.addresses)
      let running = pending.get(name)
      if (!running) {
        running = lookUpAndCache(name).finally(() => pending.delete(name))
        pending.set(name, running)
      }
      return running
    },
  }
}

/** IPv4 first: a pinned connection does not fall back to the other address family, and every provider has IPv4. */
async function lookupAll(name: string): Promise<readonly string[]> {
  const results = await systemLookup(name, { all: true })
  return results.sort((a, b) => a.family - b.family).map(({ address }) => address)
}

async function withTimeout(lookup: Promise<readonly string[]>, name: string): Promise<readonly string[]> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unresolved(name, `no response within ${LOOKUP_TIMEOUT_MS} ms`)), LOOKUP_TIMEOUT_MS)
  })
  try {
    return await Promise.race([lookup, timeout])
  } finally {
    clearTimeout(timer)
  }
}

function unresolved(name: string, reason: string): GatewayError {
  return new GatewayError('upstream_unreachable', {
    message: `The host ${name} could not be resolved (${reason}).`,
    hint: "Check the spelling of the host and the gateway's DNS.",
  })
}

function codeOf(error: unknown): string {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error
  return hasCode ? String(error.code) : 'the lookup failed'
}
