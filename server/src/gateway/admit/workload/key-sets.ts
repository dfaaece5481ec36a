/** The public keys of workload issuers: fetched through the egress policy, kept, and refreshed in the background. */

import type { createLocalJWKSet, JSONWebKeySet } from 'jose'
import { LRUCache } from 'lru-cache'
import { readResponse } from '../../../core/body/read-response.ts'
import { GatewayError } from '../../../core/errors.ts'
import { isObject } from '../../../core/json.ts'
import { atMost } from '../../../core/runtime/at-most.ts'
import { discoveryUrl, isKeyUrl, readKeySet } from '../../../core/workload/key-set.ts'
import type { WorkloadIssuer } from '../../../core/workload/workload-issuers.ts'
import type { Egress } from '../../../egress/send.ts'

const MAX_SETS = 1_000
const FETCH_MS = 5_000
const LIMITS = { maxBytes: 256 * 1_024, timeoutMs: FETCH_MS }
/** Older keys are still used while new ones are fetched in the background. */
const FRESH_MS = 10 * 60_000
/** If the issuer is unreachable, its last keys are used for this long. */
const STALE_MS = 24 * 3_600_000
/** Minimum time between two fetches: tokens with unknown key ids must not cause one fetch each. */
const REFETCH_MS = 30_000
/** While no keys are known, a failed fetch is repeated after this shorter time. */
const RETRY_MS = 5_000
/** At most this many requests wait for one fetch. Further requests get a 503 at once. */
const MAX_WAITING = 500

const NO_TERMS = { hasStoredCredential: false, trustedOrigin: null }
const HEADERS = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'gatehouse' }

type KeySet = ReturnType<typeof createLocalJWKSet>

type Source = {
  keys: KeySet | null
  fetchedAtMs: number
  triedAtMs: number
  running: Promise<void> | null
  failure: string
  waiting: number
}

export class KeySets {
  readonly #sources = new LRUCache<string, Source>(atMost(MAX_SETS))
  readonly #inline = new WeakMap<WorkloadIssuer, KeySet>()

  constructor(
    private readonly egress: Pick<Egress, 'send'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** The known keys. Waits for a fetch only if there are none, or if they are too old. */
  async of(issuer: WorkloadIssuer): Promise<KeySet> {
    if (issuer.settings.jwks !== null) return this.#inlineKeys(issuer, issuer.settings.jwks)
    const source = this.#sourceOf(issuer)
    const ageMs = this.now() - source.fetchedAtMs
    if (source.keys && ageMs < STALE_MS) {
      if (ageMs >= FRESH_MS && this.now() - source.triedAtMs >= REFETCH_MS) void this.#fetch(issuer, source)
      return source.keys
    }
    if (source.running || this.now() - source.triedAtMs >= RETRY_MS) await this.#wait(issuer, source)
    if (source.keys && this.now() - source.fetchedAtMs < STALE_MS) return source.keys
    throw new GatewayError('token_keys_unavailable', {
      message: `The keys of the workload issuer "${issuer.name}" are unavailable: ${source.failure}`,
      retryAfterMs: RETRY_MS,
    })
  }

  /**
   * Fetches the keys again after a token named an unknown one. Returns the same keys if the last fetch is under 30 s
   * old.
   */
  async refreshed(issuer: WorkloadIssuer): Promise<KeySet> {
    if (issuer.settings.jwks === null) {
      const source = this.#sourceOf(issuer)
      if (source.running || this.now() - source.triedAtMs >= REFETCH_MS) await this.#wait(issuer, source)
    }
    return this.of(issuer)
  }

  async #inlineKeys(issuer: WorkloadIssuer, jwks: NonNullable<WorkloadIssuer['settings']['jwks']>): Promise<KeySet> {
    let keys = this.#inline.get(issuer)
    if (!keys) {
      keys = await keySetOf(jwks as unknown as JSONWebKeySet)
      this.#inline.set(issuer, keys)
    }
    return keys
  }

  /** Keyed by the id of the workload issuer, so that tokens of one tenant never use up the fetches of another. */
  #sourceOf({ id, issuer, settings }: WorkloadIssuer): Source {
    const name = `${id} ${settings.jwksUrl ?? `discovery ${issuer}`}`
    let source = this.#sources.get(name)
    if (!source) {
      source = { keys: null, fetchedAtMs: 0, triedAtMs: 0, running: null, failure: '', waiting: 0 }
      this.#sources.set(name, source)
    }
    return source
  }

  async #wait(issuer: WorkloadIssuer, source: Source): Promise<void> {
    if (source.waiting >= MAX_WAITING)
      throw new GatewayError('token_keys_unavailable', {
        message: `Too many requests wait for the keys of the workload issuer "${issuer.name}".`,
        retryAfterMs: RETRY_MS,
      })
    source.waiting++
    try {
      await (source.running ?? this.#fetch(issuer, source))
    } finally {
      source.waiting--
    }
  }

  /** Never rejects. */
  #fetch(issuer: WorkloadIssuer, source: Source): Promise<void> {
    source.running ??= this.#load(issuer)
      .then(
        (keys) => {
          source.keys = keys
          source.fetchedAtMs = this.now()
        },
        (error: unknown) => {
          // Unauthenticated callers see this text, so it must not name an address.
          source.failure =
            error instanceof KeyError ? error.message : error instanceof GatewayError ? error.code : 'no response.'
        },
      )
      .finally(() => {
        source.running = null
        source.triedAtMs = this.now()
      })
    return source.running
  }

  async #load({ issuer, settings }: WorkloadIssuer): Promise<KeySet> {
    const signal = AbortSignal.timeout(FETCH_MS)
    const url = settings.jwksUrl ?? (await this.#discover(issuer, signal))
    const keys = readKeySet(await this.#read(url, 'The JWKS URL', signal))
    if (typeof keys === 'string') throw new KeyError(`the key set ${keys}.`)
    return keySetOf(keys as unknown as JSONWebKeySet)
  }

  async #discover(issuer: string, signal: AbortSignal): Promise<string> {
    const document = await this.#read(discoveryUrl(issuer), 'The discovery URL', signal)
    if (document['issuer'] !== issuer) throw new KeyError('the discovery document names another issuer.')
    const url = document['jwks_uri']
    if (typeof url !== 'string' || !isKeyUrl(url))
      throw new KeyError('the discovery document has no "jwks_uri" with https.')
    return url
  }

  async #read(url: string, what: string, signal: AbortSignal): Promise<Record<string, unknown>> {
    const { origin, pathname, search } = new URL(url)
    const request = { method: 'GET', url: `${origin}${pathname}${search}`, headers: { ...HEADERS }, body: null }
    const response = await this.egress.send(request, signal, NO_TERMS)
    if (response.status !== 200) {
      await response.body?.cancel().catch(() => undefined)
      throw new KeyError(`${what} returned HTTP ${response.status}.`)
    }
    try {
      const value: unknown = JSON.parse(await readResponse(response, LIMITS))
      if (isObject(value)) return value
    } catch {
      // Reported below.
    }
    throw new KeyError(`${what} returned no JSON object of at most ${LIMITS.maxBytes} bytes.`)
  }
}

/** The library is loaded with the first keys: most gateways have no workload issuers. */
async function keySetOf(keys: JSONWebKeySet): Promise<KeySet> {
  const { createLocalJWKSet } = await import('jose')
  return createLocalJWKSet(keys)
}

/** The message continues a sentence after a colon. */
class KeyError extends Error {}
