/** Who and what is known, in memory: gateway keys by their keyed hash. SQL is asked only on a miss. */

import { LRUCache } from 'lru-cache'
import type { Caller } from '../core/caller.ts'
import type { ApiKeyStore, Awaitable } from '../core/ports.ts'

const MAX_KEYS = 100_000

export class Directory {
  readonly #callers = new LRUCache<string, Caller>({ max: MAX_KEYS })

  constructor(
    private readonly keys: ApiKeyStore,
    private readonly hash: (secret: string) => string,
  ) {}

  findKey(secret: string): Awaitable<Caller | undefined> {
    const hash = this.hash(secret)
    return this.#callers.get(hash) ?? this.#load(hash)
  }

  async #load(hash: string): Promise<Caller | undefined> {
    const caller = await this.keys.findByHash(hash)
    if (caller) this.#callers.set(hash, caller)
    return caller
  }
}
