/** Public keys of token issuers, fetched through the egress policy and kept for a while. */

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
/** Tokens with unknown key ids must not make the gateway fetch the keys for each of them. */
const MIN_REFETCH_MS = 30_000
/** If an issuer is down, its keys are not fetched again for every request. */
const FAILURE_MS = 5_000
/** The check that waits has a limit of its own. Other checks may wait for the same keys. */
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

  /** `refetch`: the key of a token is not among them. Returns the same keys if they were fetched a moment ago. */
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
      // Its own rejection handler: the check that started it may have ended before.
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

/** Only public keys: a symmetric key in a public document could sign tokens too. */
export function readKeys(value: unknown): JSONWebKeySet {
  const keys = isObject(value) ? value['keys'] : null
  if (!Array.isArray(keys) || keys.length > MAX_KEYS || !keys.every(isObject))
    throw new CheckError(`The JWKS has no list of at most ${MAX_KEYS} keys.`)
  return { keys: keys.filter((key) => typeof key['kty'] === 'string' && key['kty'] !== 'oct') } as JSONWebKeySet
}
