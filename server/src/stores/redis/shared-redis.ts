/** All that nodes share through one Redis; nothing of it has to be there. */

import type { WindowStore } from '../../core/money/shared-ledger.ts'
import type { CacheStore } from '../../core/ports.ts'
import { openRedis, type RedisClient } from './open-redis.ts'
import { RedisBus } from './redis-bus.ts'
import { RedisCache } from './redis-cache.ts'
import { RedisWindows } from './redis-windows.ts'

export class SharedRedis {
  readonly bus: RedisBus
  readonly #client: RedisClient

  constructor(url: string) {
    this.#client = openRedis(url, 'commands')
    this.bus = new RedisBus(this.#client, url)
  }

  get isReachable(): boolean {
    return this.#client.status === 'ready'
  }

  /** Counts in Redis what the database has granted. */
  windows(grants: WindowStore): WindowStore {
    return new RedisWindows(this.#client, grants)
  }

  cache(near: CacheStore): CacheStore {
    return new RedisCache(near, this.#client, this.bus)
  }

  close(): void {
    this.bus.close()
    this.#client.disconnect()
  }
}
