/** Who is known, in memory: gateway keys by their keyed hash. SQL is asked only on a miss. */

import { LRUCache } from 'lru-cache'
import type { Caller } from '../core/caller.ts'
import { GatewayError } from '../core/errors.ts'
import type { Awaitable } from '../core/ports.ts'
import { atMost } from '../core/runtime/at-most.ts'
import { within } from '../core/runtime/within.ts'
import type { ApiKeyStore } from '../core/stores/api-keys.ts'
import { KeyUses } from './key-uses.ts'

const MAX_KEYS = 100_000
const MAX_MISSES = 10_000
/** Guessing keys must not cost a query each; a key that is made clears them all. */
const MISS_MS = 1_000
const RETRY_AFTER_MS = 2_000
/** A store that hangs is a store that is down: whoever asks gets its 503 before it gives up itself. */
const LOOK_UP_MS = 3_000

export type KeyStore = Pick<ApiKeyStore, 'findCaller' | 'findCallerIn' | 'recordUses'>

export class Directory {
  readonly #callers = new LRUCache<string, Caller>(atMost(MAX_KEYS))
  /** Callers as they act in a workspace they asked for. */
  readonly #elsewhere = new LRUCache<string, Caller>(atMost(MAX_KEYS))
  readonly #misses = new LRUCache<string, true>({ ...atMost(MAX_MISSES), ttl: MISS_MS })
  /** Look-ups under way: many cold requests with one key are one question. */
  readonly #loading = new Map<string, Promise<Caller | undefined>>()
  readonly #uses: KeyUses
  /** How often anything was forgotten: what was read before the last time is answered, never kept. */
  #forgotten = 0

  constructor(
    private readonly keys: KeyStore,
    private readonly hash: (secret: string) => string,
    /** True when the store was out of reach for so long that what is known may no longer be so. */
    private readonly isStale: () => boolean = () => false,
    private readonly lookUpMs = LOOK_UP_MS,
  ) {
    this.#uses = new KeyUses((uses) => keys.recordUses(uses))
  }

  /** Undefined when no key has this secret; one that has expired is found. */
  findKey(secret: string): Awaitable<Caller | undefined> {
    const hash = this.hash(secret)
    const known = this.isStale() ? undefined : this.#callers.get(hash)
    return known ?? (this.#misses.has(hash) ? undefined : (this.#loading.get(hash) ?? this.#load(hash)))
  }

  /** The caller as it acts in the workspace it asks for, by id or slug: an Admin key in any, others in their own. */
  async inWorkspace(caller: Caller, workspaceIdOrSlug: string): Promise<Caller> {
    if (caller.workspaceId === workspaceIdOrSlug) return caller
    const place = `${caller.keyId} ${workspaceIdOrSlug}`
    const known = this.isStale() ? undefined : this.#elsewhere.get(place)
    if (known) return known
    const begun = this.#forgotten
    const found = await this.#inTime(this.keys.findCallerIn(caller.keyId, workspaceIdOrSlug))
    if (!found) throw new GatewayError('workspace_unknown', { param: 'x-gateway-workspace-id' })
    if (begun === this.#forgotten) this.#elsewhere.set(place, found)
    return found
  }

  /** A key was used; where from is asked only when it is written down. */
  noteUse(caller: Caller, ipOf: () => string): void {
    this.#uses.note(caller.keyId, Date.now(), ipOf)
  }

  /** The key was made, changed, rotated or deleted: the next use reads it again. */
  forget(keyId: string): void {
    this.#forgotten++
    this.#misses.clear()
    this.#loading.clear()
    for (const cache of [this.#callers, this.#elsewhere]) {
      for (const [place, caller] of cache.entries()) if (caller.keyId === keyId) cache.delete(place)
    }
  }

  /** Something that many keys take from was changed: their workspace, the organisation, a person. */
  forgetAll(): void {
    this.#forgotten++
    this.#misses.clear()
    this.#loading.clear()
    this.#callers.clear()
    this.#elsewhere.clear()
  }

  /** Writes down the last uses. */
  close(): Promise<void> {
    return this.#uses.close()
  }

  #load(hash: string): Promise<Caller | undefined> {
    const loading = this.#read(hash).finally(() => {
      if (this.#loading.get(hash) === loading) this.#loading.delete(hash)
    })
    this.#loading.set(hash, loading)
    return loading
  }

  async #read(hash: string): Promise<Caller | undefined> {
    const begun = this.#forgotten
    const caller = await this.#inTime(this.keys.findCaller(hash))
    if (begun !== this.#forgotten) return caller
    if (caller) this.#callers.set(hash, caller)
    else this.#misses.set(hash, true)
    return caller
  }

  #inTime<Found>(asked: Promise<Found>): Promise<Found> {
    return within(this.lookUpMs, asked).catch(unavailable)
  }
}

/** Nobody is told that a key is unknown because nobody could look. */
function unavailable(cause: unknown): never {
  throw new GatewayError('store_unavailable', {
    cause,
    message: 'The key cannot be looked up now.',
    retryAfterMs: RETRY_AFTER_MS,
  })
}
