/** In-memory response cache, limited by bytes, with LRU eviction. */

import { LRUCache } from 'lru-cache'
import type { CachedResponse, CacheStore } from '../core/ports.ts'

/** Estimated overhead per entry: key, headers, LRU bookkeeping. */
const ENTRY_BYTES = 1_024

export class MemoryCache implements CacheStore {
  readonly #answers: LRUCache<string, CachedResponse>

  constructor(maxBytes: number) {
    this.#answers = new LRUCache({ maxSize: maxBytes, sizeCalculation: (answer) => answer.body.length + ENTRY_BYTES })
  }

  get(key: string): CachedResponse | undefined {
    return this.#answers.get(key)
  }

  set(key: string, answer: CachedResponse, maxAgeMs: number): void {
    this.#answers.set(key, answer, { ttl: maxAgeMs })
  }

  purge(scope: string): number {
    let count = 0
    for (const key of [...this.#answers.keys()]) if (key.startsWith(scope) && this.#answers.delete(key)) count++
    return count
  }
}
