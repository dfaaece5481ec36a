/**
 * Caches the secrets that references name, in memory only. A value is read again in the background before it expires.
 * If the store fails, the last value is used until `staleMs` after it was read. Requests wait for a secret that has no
 * usable value. If its value has expired but is usable, they wait at most EXPIRED_WAIT_MS for a new one.
 */

import { LRUCache } from 'lru-cache'
import { GatewayError } from '../core/errors.ts'
import type { Awaitable } from '../core/ports.ts'
import { atMost } from '../core/runtime/at-most.ts'
import { RepeatedTask } from '../core/runtime/repeated-task.ts'
import { Secret } from '../core/secret.ts'
import { parseReference, type SecretReference } from '../core/secrets/secret-reference.ts'
import type { SecretInspection, SecretReferences } from '../core/secrets/secret-references.ts'
import { asSourceError } from './request-json.ts'
import { fieldOf, type SecretSource, type SecretSourceError, type StoredSecret } from './secret-source.ts'

const MAX_SECRETS = 1_000
/** After this share of its lifetime, a value is read again in the background. */
const REFRESH_SHARE = 0.8
/** How long a request waits for a new value while it has an expired one. */
const EXPIRED_WAIT_MS = 1_000
/** Pause after a failed read. It doubles with each further failure, up to LONGEST_PAUSE_MS. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** The shortest time between two reads that are caused by a provider rejecting the value. */
const RENEW_EVERY_MS = 60_000
/** A secret that no request has used for this long is no longer refreshed. */
const UNUSED_MS = 3_600_000
const SWEEP_MS = 1_000

type CacheTerms = {
  /** Lifetime of a value. */
  readonly ttlMs: number
  /** How long after its last read a value is used if the store fails. */
  readonly staleMs: number
  readonly now?: () => number
}

type CacheParts = {
  readonly sources: ReadonlyMap<string, SecretSource>
  /** By source: the prefixes of paths that callers of a workspace may use. */
  readonly workspacePaths: ReadonlyMap<string, Readonly<Record<string, readonly string[]>>>
  /** Called if a secret could not be read, whether or not an earlier value can still be used. */
  readonly onProblem: (message: string) => void
}

type Held = {
  readonly stored: StoredSecret
  /** By field; '' for references without a field. */
  readonly values: Map<string, Secret>
  readonly readAtMs: number
  readonly revision: number
}

/** One secret of a store: its value, if it was read, and the state of failed reads. */
type Entry = {
  readonly source: string
  readonly path: string
  held: Held | null
  failure: SecretSourceError | null
  retryAtMs: number
  pauseMs: number
  usedAtMs: number
  renewedAtMs: number
  reading: Promise<void> | null
}

export class SecretCache implements SecretReferences {
  readonly #entries = new LRUCache<string, Entry>(atMost(MAX_SECRETS))
  readonly #sweeps: RepeatedTask
  readonly #now: () => number
  #revision = 0

  constructor(
    private readonly parts: CacheParts,
    private readonly terms: CacheTerms,
  ) {
    this.#now = terms.now ?? Date.now
    this.#sweeps = new RepeatedTask(
      () => this.sweep(),
      Math.min(SWEEP_MS, Math.max(50, terms.ttlMs / 10)),
      () => {},
    )
    if (parts.sources.size > 0) void this.#sweeps.start()
  }

  refusal(text: string, workspaceId: string | null, param: string): GatewayError | null {
    const reference = parseReference(text)
    if (reference === null)
      return new GatewayError('secret_reference_invalid', {
        param,
        message: `${param}: is not a valid secret reference.`,
      })
    const names = [...this.parts.sources.keys()]
    if (!this.parts.sources.has(reference.source)) {
      const known = workspaceId === null && names.length > 0 ? ` Sources: ${names.join(', ')}.` : ''
      return new GatewayError('secret_reference_invalid', {
        param,
        message: `${param}: this gateway has no secret source "${reference.source}".${known}`,
        hint: 'The operator configures sources in GATEWAY_SECRET_SOURCES.',
      })
    }
    if (workspaceId === null || this.#isAllowed(reference, workspaceId)) return null
    return new GatewayError('secret_not_allowed', {
      param,
      message: `${param}: this workspace may not use this path of the secret source "${reference.source}".`,
    })
  }

  #isAllowed({ source, path }: SecretReference, workspaceId: string): boolean {
    const paths = this.parts.workspacePaths.get(source) ?? {}
    const own = Object.hasOwn(paths, workspaceId) ? (paths[workspaceId] ?? []) : []
    return [...own, ...(paths['*'] ?? [])].some((prefix) =>
      path.startsWith(prefix.replaceAll('{workspace_id}', workspaceId)),
    )
  }

  value(text: string, workspaceId: string | null): Awaitable<Secret> {
    const reference = this.#require(text, workspaceId)
    const entry = this.#entry(reference)
    const nowMs = this.#now()
    entry.usedAtMs = nowMs
    const { held } = entry
    if (held && nowMs < held.readAtMs + this.terms.ttlMs) return selected(held, reference)
    if (held && nowMs < held.readAtMs + this.terms.staleMs && nowMs < entry.retryAtMs) return selected(held, reference)
    return this.#waited(reference, entry)
  }

  revision(text: string): number {
    const reference = parseReference(text)
    return (reference && this.#entries.peek(keyOf(reference))?.held?.revision) ?? 0
  }

  async renew(text: string, rejected: Secret): Promise<boolean> {
    const reference = this.#require(text, null)
    const entry = this.#entry(reference)
    const isNew = () => entry.held !== null && selected(entry.held, reference).reveal() !== rejected.reveal()
    const nowMs = this.#now()
    try {
      if (isNew()) return true
      if (nowMs < entry.renewedAtMs + RENEW_EVERY_MS) return false
      entry.renewedAtMs = nowMs
      await this.#read(entry)
      return isNew()
    } catch {
      return false
    }
  }

  async inspect(text: string): Promise<SecretInspection> {
    const reference = this.#require(text, null)
    try {
      const stored = await this.#source(reference).read(reference.path)
      const { length } = fieldOf(stored.content, reference.field)
      const { version, rotatedAtMs } = stored
      return { isFound: true, length, version, rotatedAtMs, message: 'The secret was found.' }
    } catch (error) {
      const { message } = asSourceError(error)
      return {
        isFound: false,
        length: null,
        version: null,
        rotatedAtMs: null,
        message: `The secret source "${reference.source}" ${message}.`,
      }
    }
  }

  /** Reads every value that is in use and will soon expire, and deletes values that may no longer be used. */
  async sweep(): Promise<void> {
    const nowMs = this.#now()
    for (const [key, entry] of this.#entries.entries()) {
      const { held } = entry
      const isKept = held !== null && nowMs < held.readAtMs + this.terms.staleMs
      // Values are not kept in memory longer than they may be used.
      if (held && !isKept) entry.held = null
      if (!isKept && nowMs >= entry.usedAtMs + UNUSED_MS) this.#entries.delete(key)
      if (!held || nowMs >= entry.usedAtMs + UNUSED_MS || nowMs < entry.retryAtMs) continue
      if (nowMs >= held.readAtMs + this.terms.ttlMs * REFRESH_SHARE) this.#read(entry).catch(() => {})
    }
  }

  async close(): Promise<void> {
    await this.#sweeps.close()
    this.#entries.clear()
  }

  #require(text: string, workspaceId: string | null): SecretReference {
    const refusal = this.refusal(text, workspaceId, 'key')
    if (refusal !== null)
      throw new GatewayError('secret_unavailable', {
        message: 'The credential is a secret reference that this gateway cannot use.',
        hint: 'Check GATEWAY_SECRET_SOURCES and the reference with POST /v1/secret-references/test.',
        cause: refusal,
      })
    return parseReference(text)!
  }

  #source({ source }: Pick<SecretReference, 'source'>): SecretSource {
    return this.parts.sources.get(source)!
  }

  #entry(reference: SecretReference): Entry {
    const key = keyOf(reference)
    const found = this.#entries.get(key)
    if (found) return found
    const { source, path } = reference
    const entry: Entry = {
      source,
      path,
      held: null,
      failure: null,
      retryAtMs: 0,
      pauseMs: FIRST_PAUSE_MS,
      usedAtMs: this.#now(),
      renewedAtMs: Number.NEGATIVE_INFINITY,
      reading: null,
    }
    this.#entries.set(key, entry)
    return entry
  }

  /** Reads the secret, and uses the last value if that fails. */
  async #waited(reference: SecretReference, entry: Entry): Promise<Secret> {
    const usable = () => (entry.held && this.#now() < entry.held.readAtMs + this.terms.staleMs ? entry.held : null)
    if (this.#now() >= entry.retryAtMs) {
      const reading = this.#read(entry).catch(() => {})
      await (usable() ? Promise.race([reading, Bun.sleep(EXPIRED_WAIT_MS)]) : reading)
    }
    const held = usable()
    if (held) return selected(held, reference)
    throw unavailable(reference, entry.failure)
  }

  /** Concurrent calls share one read. */
  #read(entry: Entry): Promise<void> {
    entry.reading ??= this.#load(entry).finally(() => {
      entry.reading = null
    })
    return entry.reading
  }

  async #load(entry: Entry): Promise<void> {
    const readAtMs = this.#now()
    try {
      const stored = await this.#source(entry).read(entry.path)
      const { held } = entry
      const isSame = held !== null && isEqual(held.stored, stored)
      entry.held = isSame ? { ...held, readAtMs } : { stored, values: new Map(), readAtMs, revision: ++this.#revision }
      entry.failure = null
      entry.retryAtMs = 0
      entry.pauseMs = FIRST_PAUSE_MS
    } catch (error) {
      const failure = asSourceError(error)
      entry.failure = failure
      entry.retryAtMs = this.#now() + entry.pauseMs
      entry.pauseMs = Math.min(entry.pauseMs * 2, LONGEST_PAUSE_MS)
      // The store no longer has the secret.
      if (failure.failure === 'not_found') entry.held = null
      const consequence = entry.held ? 'The last value is used.' : 'Requests that need it fail.'
      this.parts.onProblem(
        `Secret source "${entry.source}" ${failure.message}: secret://${entry.source}/${entry.path}. ${consequence}`,
      )
      throw failure
    }
  }
}

function keyOf({ source, path }: SecretReference): string {
  return `${source}/${path}`
}

function selected(held: Held, reference: SecretReference): Secret {
  const field = reference.field ?? ''
  const known = held.values.get(field)
  if (known) return known
  try {
    const value = new Secret(fieldOf(held.stored.content, reference.field))
    held.values.set(field, value)
    return value
  } catch (error) {
    throw unavailable(reference, asSourceError(error))
  }
}

/** Names the source but not the path, which callers of the data plane do not need to know. */
function unavailable({ source }: SecretReference, failure: SecretSourceError | null): GatewayError {
  return new GatewayError('secret_unavailable', {
    message: `The credential cannot be read: the secret source "${source}" ${failure?.message ?? 'did not respond'}.`,
  })
}

function isEqual(left: StoredSecret, right: StoredSecret): boolean {
  if (typeof left.content === 'string' || typeof right.content === 'string') return left.content === right.content
  const other = right.content
  return left.content.size === other.size && [...left.content].every(([name, value]) => other.get(name) === value)
}
