/** Limits failed sign-ins per account and client network, and more loosely per account. Callers pass the time. */

import { createHash } from 'node:crypto'
import { networkOf } from '../core/client-network.ts'

const MINUTE_MS = 60_000
/** Failures of one account from one network before further attempts are delayed. */
const FREE_FAILURES = 5
const FIRST_DELAY_MS = 5_000
const LONGEST_DELAY_MS = 5 * MINUTE_MS
const FORGET_AFTER_MS = 15 * MINUTE_MS
/** Failures of one account from all networks: a burst of 100, then one every 36 seconds (100 an hour). */
const ACCOUNT_BURST = 100
const ACCOUNT_INTERVAL_MS = 36_000
/** For this long after a successful sign-in, failures from other networks do not delay sign-ins from its network. */
const FAMILIAR_MS = 30 * 24 * 60 * MINUTE_MS
/**
 * Entries per table; the least recently used one is evicted. To evict an entry, an attacker needs this many other
 * sign-ins. Together, their argon2id checks take longer than LONGEST_DELAY_MS.
 */
const MAX_ENTRIES = 16_384

type SignInAttempt = { readonly account: string; readonly address: string; readonly atMs: number }

type Failures = { readonly count: number; readonly lastMs: number }

export class SignInThrottle {
  /** By account and network. */
  readonly #failures = new Map<string, Failures>()
  /** By account: when the burst will be available in full again (GCRA's theoretical arrival time). */
  readonly #accounts = new Map<string, number>()
  /** By account and network: the last successful sign-in. */
  readonly #familiar = new Map<string, number>()

  /** Number of entries in all tables, for tests. */
  get size(): number {
    return this.#failures.size + this.#accounts.size + this.#familiar.size
  }

  /**
   * Milliseconds to wait before this attempt; 0 allows it. The attempt counts as failed until `succeed`, so that parallel
   * attempts count too.
   */
  begin({ account, address, atMs }: SignInAttempt): number {
    const pair = pairKey(account, address)
    const failures = this.#failures.get(pair)
    const count = failures && atMs - failures.lastMs < FORGET_AFTER_MS ? failures.count : 0
    const waitMs = Math.max(pairWaitMs(count, failures?.lastMs ?? 0, atMs), this.#accountWaitMs(account, pair, atMs))
    if (waitMs > 0) return waitMs
    put(this.#failures, pair, { count: count + 1, lastMs: atMs })
    put(this.#accounts, digest(account), this.#arrivalMs(account, atMs) + ACCOUNT_INTERVAL_MS)
    return 0
  }

  /** Correct password: resets the failures of this account and network. The account limit gets one attempt back. */
  succeed({ account, address, atMs }: SignInAttempt): void {
    const pair = pairKey(account, address)
    this.#failures.delete(pair)
    put(this.#familiar, pair, atMs)
    this.#giveBack(account)
  }

  /** Removes an attempt whose password was not checked. */
  release({ account, address }: SignInAttempt): void {
    const pair = pairKey(account, address)
    const failures = this.#failures.get(pair)
    if (failures) this.#failures.set(pair, { ...failures, count: failures.count - 1 })
    this.#giveBack(account)
  }

  #giveBack(account: string): void {
    const arrivalMs = this.#accounts.get(digest(account))
    if (arrivalMs !== undefined) this.#accounts.set(digest(account), arrivalMs - ACCOUNT_INTERVAL_MS)
  }

  #accountWaitMs(account: string, pair: string, atMs: number): number {
    const signedInMs = this.#familiar.get(pair)
    if (signedInMs !== undefined && atMs - signedInMs < FAMILIAR_MS) return 0
    const burstMs = (ACCOUNT_BURST - 1) * ACCOUNT_INTERVAL_MS
    return Math.max(0, this.#arrivalMs(account, atMs) - burstMs - atMs)
  }

  #arrivalMs(account: string, atMs: number): number {
    return Math.max(this.#accounts.get(digest(account)) ?? 0, atMs)
  }
}

function pairWaitMs(failures: number, lastMs: number, atMs: number): number {
  if (failures < FREE_FAILURES) return 0
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (failures - FREE_FAILURES), LONGEST_DELAY_MS)
  return Math.max(0, lastMs + delayMs - atMs)
}

/** Moves the entry to the end and evicts the least recently used entry of a full table. */
function put<Value>(table: Map<string, Value>, key: string, value: Value): void {
  table.delete(key)
  table.set(key, value)
  if (table.size <= MAX_ENTRIES) return
  const oldest = table.keys().next()
  if (!oldest.done) table.delete(oldest.value)
}

function pairKey(account: string, address: string): string {
  return digest(`${networkOf(address)} ${account}`)
}

/** Fixed-length keys, because the client chooses the account text. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64').slice(0, 22)
}
