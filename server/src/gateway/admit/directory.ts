/**
 * The callers known in memory: gateway keys by their keyed hash, and client certificates by their names. SQL is queried only
 * on a miss.
 */

import { LRUCache } from 'lru-cache'
import type { Caller } from '../../core/caller.ts'
import type { ClientCertificate } from '../../core/client-certificate.ts'
import { GatewayError } from '../../core/errors.ts'
import { foreignHashOf } from '../../core/key-secret.ts'
import type { Awaitable } from '../../core/ports.ts'
import { atMost } from '../../core/runtime/at-most.ts'
import { withTimeout } from '../../core/runtime/with-timeout.ts'
import type { ApiKeyStore, KeyUse } from '../../core/stores/api-keys.ts'
import { DEFAULT_STORE_TIMEOUT_MS } from '../../core/stores/stores.ts'
import { MAX_SUBJECTS } from '../../core/workload/workload-issuers.ts'

const MAX_KEYS = 100_000
const MAX_MISSES = 10_000
/** Limits the queries that guessing keys can cause. Creating a key clears all misses. */
const MISS_MS = 1_000
const RETRY_AFTER_MS = 2_000

export type KeyStore = Pick<ApiKeyStore, 'findCaller' | 'findCallerIn' | 'findCallerOf' | 'certificates' | 'recordUses'>

type Tokens = { find(token: string): Awaitable<Caller | undefined> }

export class Directory {
  readonly #callers = new LRUCache<string, Caller>(atMost(MAX_KEYS))
  /** Callers as they act in a workspace that they named. */
  readonly #inWorkspaces = new LRUCache<string, Caller>(atMost(MAX_KEYS))
  readonly #misses = new LRUCache<string, true>({ ...atMost(MAX_MISSES), ttl: MISS_MS })
  /** Queries in progress: concurrent requests with the same unknown key share one. */
  readonly #loading = new Map<string, Promise<Caller | undefined>>()
  /** Key ids by certificate entry; null if they must be read from the store. */
  #certificates: Promise<ReadonlyMap<string, readonly string[]>> | null = null
  /** Callers that a certificate has authenticated, by the id of their key. */
  readonly #certified = new LRUCache<string, Caller>(atMost(MAX_KEYS))
  readonly #uses: KeyUses
  /** Counts invalidations: a result that was read before the latest invalidation is read again and not cached. */
  #revision = 0

  constructor(
    private readonly keys: KeyStore,
    private readonly hash: (secret: string) => string,
    /** True if the store has been unreachable for so long that cached keys may be outdated. */
    private readonly isStale: () => boolean = () => false,
    /** A query that takes longer counts as a failure, so that the caller gets a 503 before it gives up. */
    private readonly lookUpMs = DEFAULT_STORE_TIMEOUT_MS,
    private readonly tokens: Tokens | null = null,
  ) {
    this.#uses = new KeyUses((uses) => keys.recordUses(uses))
  }

  /** Undefined if no key has this secret. Expired keys are returned too. */
  findKey(secret: string): Awaitable<Caller | undefined> {
    const hash = this.hash(secret)
    const known = this.isStale() ? undefined : this.#callers.get(hash)
    return known ?? (this.#misses.has(hash) ? undefined : (this.#loading.get(hash) ?? this.#load(hash, secret)))
  }

  /** Undefined if no workload issuer has issued the token. Throws if it is not valid. A cached token may be expired. */
  findToken(token: string): Awaitable<Caller | undefined> {
    return this.tokens?.find(token)
  }

  /** Undefined if no key names the certificate. Throws if several keys do. Expired keys are returned too. */
  async findCertificate(certificate: ClientCertificate, isRepeated = false): Promise<Caller | undefined> {
    const { names } = certificate
    const revision = this.#revision
    const keys = await this.#certificateKeys()
    for (const part of [names.slice(0, 1), names.slice(1)]) {
      // The first name is the fingerprint, which identifies one certificate. Certificates can share the other names.
      const found = part.flatMap((entry) => (keys.get(entry) ?? []).map((keyId) => ({ keyId, entry })))
      const [first] = found
      if (first === undefined) continue
      if (found.some(({ keyId }) => keyId !== first.keyId)) throw ambiguous()
      const cached = this.isStale() ? undefined : this.#certified.get(first.keyId)
      const caller = cached ?? (await this.#inTime(this.keys.findCallerOf(first.keyId)))
      // The certificate may have been removed from the key while the queries ran.
      if (revision !== this.#revision && !isRepeated) return this.findCertificate(certificate, true)
      if (caller === undefined) return undefined
      if (revision === this.#revision) this.#certified.set(first.keyId, caller)
      return { ...caller, certificate: first.entry }
    }
    return undefined
  }

  /** The caller in the workspace it names, by id or slug. Admin keys may name any workspace, other keys their own. */
  async inWorkspace(caller: Caller, workspaceIdOrSlug: string): Promise<Caller> {
    if (caller.workspaceId === workspaceIdOrSlug) return caller
    if (caller.workload) {
      if (caller.workload.workspaceSlug === workspaceIdOrSlug) return caller
      throw new GatewayError('workspace_unknown', { param: 'x-gateway-workspace-id' })
    }
    const key = `${caller.keyId} ${caller.secretHash} ${workspaceIdOrSlug}`
    const known = this.isStale() ? undefined : this.#inWorkspaces.get(key)
    if (known) return withCertificateOf(caller, known)
    const revision = this.#revision
    const found = await this.#inTime(this.keys.findCallerIn(caller.keyId, workspaceIdOrSlug, caller.secretHash))
    if (!found) throw new GatewayError('workspace_unknown', { param: 'x-gateway-workspace-id' })
    if (revision === this.#revision) this.#inWorkspaces.set(key, found)
    return withCertificateOf(caller, found)
  }

  noteUse(caller: Caller, ipOf: () => string): void {
    this.#uses.note(caller.keyId, Date.now(), ipOf, caller.workload?.subject)
  }

  /** Call after the key was created, changed, rotated or deleted. The next use reads it again. */
  forget(keyId: string): void {
    this.#revision++
    this.#misses.clear()
    this.#loading.clear()
    this.#certificates = null
    this.#certified.delete(keyId)
    for (const cache of [this.#callers, this.#inWorkspaces]) {
      for (const [key, caller] of cache.entries()) if (caller.keyId === keyId) cache.delete(key)
    }
  }

  /** Call after a change that many keys inherit: of a workspace, the organisation or a user. */
  forgetAll(): void {
    this.#revision++
    this.#misses.clear()
    this.#loading.clear()
    this.#callers.clear()
    this.#inWorkspaces.clear()
    this.#certificates = null
    this.#certified.clear()
  }

  /** Writes the last uses. */
  close(): Promise<void> {
    return this.#uses.close()
  }

  /** Reads the certificates of all keys at once: few keys have any, and an unknown certificate then causes no query. */
  #certificateKeys(): Promise<ReadonlyMap<string, readonly string[]>> {
    if (this.#certificates !== null && !this.isStale()) return this.#certificates
    const reading = this.#inTime(this.keys.certificates()).then((rows) => {
      const keys = new Map<string, string[]>()
      for (const { keyId, entry } of rows) keys.set(entry, [...(keys.get(entry) ?? []), keyId])
      return keys
    })
    this.#certificates = reading
    reading.catch(() => {
      if (this.#certificates === reading) this.#certificates = null
    })
    return reading
  }

  #load(hash: string, secret: string): Promise<Caller | undefined> {
    const loading = this.#read(hash, secret).finally(() => {
      if (this.#loading.get(hash) === loading) this.#loading.delete(hash)
    })
    this.#loading.set(hash, loading)
    return loading
  }

  async #read(hash: string, secret: string): Promise<Caller | undefined> {
    const revision = this.#revision
    const caller = await this.#inTime(this.#find(hash, secret))
    // The key may have been deleted while the query ran.
    if (revision !== this.#revision) return this.#inTime(this.#find(hash, secret))
    if (caller) this.#callers.set(hash, caller)
    else this.#misses.set(hash, true)
    return caller
  }

  /** For a key that was imported from another gateway, the store has our keyed hash of that gateway's hash. */
  async #find(hash: string, secret: string): Promise<Caller | undefined> {
    const caller = await this.keys.findCaller(hash)
    if (caller !== undefined) return caller
    const foreign = foreignHashOf(secret, this.hash)
    return foreign === null ? undefined : this.keys.findCaller(foreign)
  }

  #inTime<Found>(query: Promise<Found>): Promise<Found> {
    return withTimeout(this.lookUpMs, query).catch(unavailable)
  }
}

function withCertificateOf({ certificate }: Caller, found: Caller): Caller {
  return certificate === undefined ? found : { ...found, certificate }
}

function ambiguous(): GatewayError {
  return new GatewayError('api_key_invalid', {
    message: 'Several API keys name this client certificate.',
    hint: 'Remove it from all but one, or send the key that you mean.',
  })
}

/** A failed query must not look like an unknown key. */
function unavailable(cause: unknown): never {
  throw new GatewayError('store_unavailable', {
    cause,
    message: 'The key cannot be looked up now.',
    retryAfterMs: RETRY_AFTER_MS,
  })
}

const FLUSH_MS = 5_000
const FRESH_MS = 1_000
/** Rows per statement. A statement with this many rows takes far less than a millisecond. */
const BATCH_SIZE = 100
/** Limit of the uses noted between two flushes: an issuer can have any number of subjects. */
const MAX_NOTED = 100_000

/** When and from where each key and workload subject was last used: collected in memory, written every few seconds. */
export class KeyUses {
  #uses = new Map<string, KeyUse>()
  readonly #timer: NodeJS.Timeout

  constructor(
    private readonly record: (uses: readonly KeyUse[]) => Promise<void>,
    flushMs = FLUSH_MS,
  ) {
    this.#timer = setInterval(() => void this.#flush(), flushMs)
    this.#timer.unref()
  }

  /** Calls `ipOf` at most once a second for each key: finding a socket's address costs more than the rest of the check. */
  note(keyId: string, atMs: number, ipOf: () => string, subject?: string): void {
    const user = userOf(keyId, subject)
    const noted = this.#uses.get(user)
    if (noted ? atMs - noted.atMs < FRESH_MS : this.#uses.size >= MAX_NOTED) return
    this.#uses.set(user, { keyId, ip: ipOf(), atMs, ...(subject !== undefined && { subject }) })
  }

  /** Writes the remaining uses. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#flush()
  }

  async #flush(): Promise<void> {
    const uses = worthWriting([...this.#uses.values()])
    this.#uses = new Map()
    for (let start = 0; start < uses.length; start += BATCH_SIZE) {
      const batch = uses.slice(start, start + BATCH_SIZE)
      await this.record(batch).catch(() => this.#retryLater(batch))
      // Lets waiting requests run between two batches.
      await Bun.sleep(0)
    }
  }

  /** The store is busy or unavailable: the next flush writes these uses, unless newer ones are known. */
  #retryLater(uses: readonly KeyUse[]): void {
    for (const use of uses) {
      const user = userOf(use.keyId, use.subject)
      if (!this.#uses.has(user) && this.#uses.size < MAX_NOTED) this.#uses.set(user, use)
    }
  }
}

/** The store keeps only the most recently used subjects of each issuer, so older ones are not written. */
function worthWriting(uses: readonly KeyUse[]): readonly KeyUse[] {
  if (uses.length <= MAX_SUBJECTS) return uses
  const groups = Map.groupBy(uses, ({ keyId }) => keyId)
  return [...groups.values()].flatMap((group) =>
    group.length <= MAX_SUBJECTS ? group : group.toSorted((one, other) => other.atMs - one.atMs).slice(0, MAX_SUBJECTS),
  )
}

function userOf(keyId: string, subject: string | undefined): string {
  return subject === undefined ? keyId : `${keyId} ${subject}`
}
