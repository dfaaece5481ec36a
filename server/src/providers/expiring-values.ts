/** Caches values that expire, such as access tokens, and renews them early. Concurrent calls share one renewal. */

import { LRUCache } from 'lru-cache'
import type { Awaitable } from '../core/ports.ts'
import { atMost } from '../core/runtime/at-most.ts'

export type Expiring<Value> = { readonly value: Value; readonly expiresAtMs: number }

type Held<Value> = Expiring<Value> & { readonly renewAtMs: number }

const MAX_VALUES = 1_000
/** A value is renewed in the background from RENEW_MS before its expiry. It is not used in its last UNUSED_MS. */
const RENEW_MS = 300_000
const UNUSED_MS = 30_000

export class ExpiringValues<Value extends NonNullable<unknown>> {
  readonly #held = new LRUCache<string, Held<Value>>(atMost(MAX_VALUES))
  readonly #underway = new Map<string, Promise<Value>>()

  constructor(readonly now: () => number = Date.now) {}

  /** Synchronous if a valid value is cached. `key` must identify the credential and everything else that `load` uses. */
  get(key: string, load: () => Promise<Expiring<Value>>): Awaitable<Value> {
    const found = this.#held.get(key)
    const nowMs = this.now()
    if (!found || nowMs >= found.expiresAtMs - UNUSED_MS) return this.#renew(key, load)
    // The cached value is still valid. The next call retries a failed renewal.
    if (nowMs >= found.renewAtMs) this.#renew(key, load).catch(() => undefined)
    return found.value
  }

  /** Drops a value that was rejected, unless it has already been renewed. */
  discard(key: string, value: Value): void {
    if (this.#held.get(key)?.value === value) this.#held.delete(key)
  }

  #renew(key: string, load: () => Promise<Expiring<Value>>): Promise<Value> {
    const waiting = this.#underway.get(key)
    if (waiting) return waiting
    const call = this.#load(key, load).finally(() => this.#underway.delete(key))
    this.#underway.set(key, call)
    return call
  }

  async #load(key: string, load: () => Promise<Expiring<Value>>): Promise<Value> {
    const askedAtMs = this.now()
    const { value, expiresAtMs } = await load()
    // A value that lives less than twice RENEW_MS is renewed at half its lifetime, so that it is not renewed at once.
    const renewAtMs = Math.max(expiresAtMs - RENEW_MS, askedAtMs + (expiresAtMs - askedAtMs) / 2)
    this.#held.set(key, { value, renewAtMs, expiresAtMs })
    return value
  }
}

/** Identifies a credential without storing it. */
export function keyOf(parts: readonly unknown[]): string {
  return Bun.CryptoHasher.hash('sha256', JSON.stringify(parts), 'base64')
}
