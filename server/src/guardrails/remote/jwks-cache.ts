/** Fetches and caches the public keys of token issuers. The egress policy applies. */

import type { JSONWebKeySet } from 'jose'
import { LRUCache } from 'lru-cache'
import { isObject } from '../../core/json.ts'
import { atMost } from '../../core/runtime/at-most.ts'
import type { CheckServices } from '../check.ts'
import { CheckError } from './check-error.ts'
import { readJsonObject } from './service-reply.ts'

const MAX_SETS = 200
const MAX_SET_BYTES = 128 * 1024
const MAX_KEYS = 100
/** Minimum time between fetches for unknown key ids, so that not every token with an unknown id causes a fetch. */
const MIN_REFETCH_MS = 30_000
/** A failed fetch is not repeated within this time. */
const FAILURE_MS = 5_000
/** Timeout of a fetch, which several checks may wait for. Each check has a timeout of its own. */
const FETCH_MS = 30_000

type Entry = { readonly keys: JSONWebKeySet; readonly fetchedAtMs: number }
type Failure = { readonly error: unknown; readonly atMs: number }

export class JwksCache {
  readonly #entries = new LRUCache<string, Entry>(atMost(MAX_SETS))
  readonly #failures = new LRUCache<string, Failure>(atMost(MAX_SETS))
  readonly #pending = new Map<string, Promise<Entry>>()

  constructor(
    private readonly fetch: CheckServices['fetch'],
    private readonly now: () => number,
  ) {}

  /** Set `refetch` if the cached keys lack the key of a token. Keys younger than MIN_REFETCH_MS are still returned. */
  async keysOf(
    url: string,
    terms: { readonly isTrusted: boolean; readonly maxAgeMs: number; readonly refetch: boolean },
  ): Promise<JSONWebKeySet> {
    const name = `${terms.isTrusted} ${url}`
    const known = this.#entries.get(name)
    const ageMs = known ? this.now() - known.fetchedAtMs : Number.POSITIVE_INFINITY
    const limitMs = terms.refetch ? Math.min(MIN_REFETCH_MS, terms.maxAgeMs) : terms.maxAgeMs
    if (known && ageMs < limitMs) return known.keys
    const failure = this.#failures.get(name)
    if (failure && this.now() - failure.atMs < FAILURE_MS) throw failure.error
    let running = this.#pending.get(name)
    if (!running) {
      running = this.#load(url, terms.isTrusted)
      // Has its own rejection handler, because the check that started the fetch may have ended before.
      running
        .then(
          (entry) => void this.#entries.set(name, entry),
          (error: unknown) => void this.#failures.set(name, { error, atMs: this.now() }),
        )
        .finally(() => this.#pending.delete(name))
      this.#pending.set(name, running)
    }
    return (await running).keys
  }

  async #load(url: string, isTrusted: boolean): Promise<Entry> {
    const signal = AbortSignal.timeout(FETCH_MS)
    const headers = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'gatehouse' }
    const response = await this.fetch({ method: 'GET', url, headers, body: null, isTrusted, hasSecret: false }, signal)
    if (response.body.length > MAX_SET_BYTES) throw new CheckError(`The JWKS is larger than ${MAX_SET_BYTES} bytes.`)
    return { keys: readKeys(readJsonObject('The JWKS URL', response)), fetchedAtMs: this.now() }
  }
}

/** Drops symmetric keys: anyone who reads them in a public document could sign tokens. */
export function readKeys(value: unknown): JSONWebKeySet {
  const keys = isObject(value) ? value['keys'] : null
  if (!Array.isArray(keys) || keys.length > MAX_KEYS || !keys.every(isObject))
    throw new CheckError(`The JWKS has no list of at most ${MAX_KEYS} keys.`)
  return { keys: keys.filter((key) => typeof key['kty'] === 'string' && key['kty'] !== 'oct') } as JSONWebKeySet
}
