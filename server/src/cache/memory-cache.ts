/** In-memory response cache, limited by bytes, with LRU eviction. */

import { LRUCache } from 'lru-cache'
import type { CachedResponse, CacheStore } from '../core/ports.ts'

/** Estimated overhead per entry: key, headers, LRU bookkeeping. */
const ENTRY_BYTES = 1_024

export class MemoryCache implements CacheStore {
  readonly #responses: LRUCache<string, CachedResponse>

  constructor(maxBytes: number) {
    this.#responses = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (response) => response.body.length + ENTRY_BYTES,
    })
  }

  get(key: string): CachedResponse | undefined {
    return this.#responses.get(key)
  }

  set(key: string, response: CachedResponse, maxAgeMs: number): void {
    this.#responses.set(key, response, { ttl: maxAgeMs })
  }

  purge(scope: string): number {
    let count = 0
    for (const key of [...this.#responses.keys()]) if (key.startsWith(scope) && this.#responses.delete(key)) count++
    return count
  }
}
