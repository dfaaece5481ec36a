/** Everything nodes share through Redis: messages, rate limits and the cache. All of it is optional. */

import type { WindowStore } from '../../core/money/shared-ledger.ts'
import type { CacheStore } from '../../core/ports.ts'
import { openRedis, type RedisClient } from './open-redis.ts'
import { RedisBus } from './redis-bus.ts'
import { RedisCache } from './redis-cache.ts'
import { withRedisTimeout } from './redis-timeout.ts'
import { RedisWindows } from './redis-windows.ts'

/** Interval of pings. A hanging server keeps its connections open, so the connection state alone is not enough. */
const PING_EVERY_MS = 500

export class SharedRedis {
  readonly bus: RedisBus
  readonly #client: RedisClient
  readonly #timer: ReturnType<typeof setInterval>
  #isResponding = true

  constructor(
    url: string,
    /** How long a request waits for Redis. */
    private readonly timeoutMs: number,
  ) {
    this.#client = openRedis(url, 'commands', timeoutMs)
    this.bus = new RedisBus(this.#client, url, timeoutMs)
    this.#timer = setInterval(() => void this.#ping(), PING_EVERY_MS)
    this.#timer.unref()
  }

  get isReachable(): boolean {
    return this.#client.status === 'ready' && this.#isResponding
  }

  /** Rate limits counted in Redis from units granted by the database. */
  windows(grants: WindowStore, grantMs: number): WindowStore {
    return new RedisWindows(this.#client, grants, { redisMs: this.timeoutMs, grantMs })
  }

  cache(near: CacheStore): CacheStore {
    return new RedisCache(near, this.#client, this.bus, this.timeoutMs)
  }

  close(): void {
    clearInterval(this.#timer)
    this.bus.close()
    this.#client.disconnect()
  }

  async #ping(): Promise<void> {
    this.bus.probe()
    this.#isResponding = await withRedisTimeout(this.timeoutMs, this.#client.ping()).then(
      () => true,
      () => false,
    )
  }
}
