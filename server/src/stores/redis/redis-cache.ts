/** Response cache shared by all nodes, behind each node's memory cache. A slow or unavailable Redis is a cache miss. */

import { GatewayError } from '../../core/errors.ts'
import type { CachedResponse, CacheStore } from '../../core/ports.ts'
import type { RedisClient } from './open-redis.ts'
import type { RedisBus } from './redis-bus.ts'
import { withRedisTimeout } from './redis-timeout.ts'

/** Timeout of a lookup: small compared with the hundreds of milliseconds of a provider call. */
const WAIT_MS = 20
/** After this many consecutive failures Redis is not called for REST_MS. */
const MAX_FAILURES = 3
const REST_MS = 1_000
const MAX_VALUE_BYTES = 1024 * 1024
const PREFIX = 'gatehouse:cache:'
const KEYS_AT_ONCE = 500
const TOPIC = 'purge'

type Meta = Omit<CachedResponse, 'body'>

export class RedisCache implements CacheStore {
  #failures = 0
  #restUntilMs = 0

  constructor(
    private readonly near: CacheStore,
    private readonly client: RedisClient,
    private readonly bus: RedisBus,
    private readonly timeoutMs: number,
  ) {
    bus.listen(TOPIC, (scope) => void near.purge(scope))
  }

  async get(key: string): Promise<CachedResponse | undefined> {
    const known = await this.near.get(key)
    if (known || performance.now() < this.#restUntilMs) return known
    const bytes = await this.#orUndefined(this.client.getBuffer(PREFIX + key))
    const found = bytes && decode(bytes)
    if (!found) return undefined
    // Use the TTL from Redis, because the clocks of the nodes may differ.
    const leftMs = await this.#orUndefined(this.client.pttl(PREFIX + key))
    if (leftMs !== undefined && leftMs > 0) await this.near.set(key, found, leftMs)
    return found
  }

  async set(key: string, response: CachedResponse, maxAgeMs: number): Promise<void> {
    await this.near.set(key, response, maxAgeMs)
    if (response.body.length > MAX_VALUE_BYTES || performance.now() < this.#restUntilMs) return
    const value = encode(response)
    const written = this.client.set(PREFIX + key, value, 'PX', Math.max(1, Math.floor(maxAgeMs)))
    await withRedisTimeout(this.timeoutMs, written).catch(() => this.#failed())
  }

  /**
   * Returns the number of responses deleted from Redis or from memory, whichever is larger. Purges the memory of this
   * node even if Redis fails, and then throws.
   */
  async purge(scope: string): Promise<number> {
    const [deleted] = await Promise.allSettled([this.#deleteFromRedis(scope)])
    // Purge memory last; otherwise a request could copy an entry back from Redis.
    const near = await this.near.purge(scope)
    const [announced] = await Promise.allSettled([this.bus.send(TOPIC, scope)])
    if (deleted.status === 'rejected') throw purgeFailed(deleted.reason)
    if (announced.status === 'rejected') throw purgeFailed(announced.reason)
    return Math.max(near, deleted.value)
  }

  async #deleteFromRedis(scope: string): Promise<number> {
    let count = 0
    const servers = 'nodes' in this.client ? this.client.nodes('master') : [this.client]
    for (const server of servers) {
      let cursor = '0'
      do {
        const [next, keys] = await server.scan(cursor, 'MATCH', `${PREFIX}${literal(scope)}*`, 'COUNT', KEYS_AT_ONCE)
        for (const key of keys) count += await this.client.unlink(key)
        cursor = next
      } while (cursor !== '0')
    }
    return count
  }

  async #orUndefined<Value>(lookup: Promise<Value>): Promise<Value | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        this.#failed()
        resolve(undefined)
      }, WAIT_MS)
    })
    const settled = lookup.then(
      (value) => {
        this.#failures = 0
        return value
      },
      () => {
        this.#failed()
        return undefined
      },
    )
    return Promise.race([settled, late]).finally(() => clearTimeout(timer))
  }

  #failed(): void {
    this.#failures++
    if (this.#failures < MAX_FAILURES) return
    this.#failures = 0
    this.#restUntilMs = performance.now() + REST_MS
  }
}

function purgeFailed(cause: unknown): GatewayError {
  return new GatewayError('store_unavailable', {
    cause,
    message: 'The cache is purged on this node only, because Redis is unavailable.',
    hint: 'Repeat the request when Redis is available. Until then, Redis and other nodes may keep the responses.',
  })
}

/** Format: u32 length, JSON of all fields except the body, then the body. */
function encode({ body, ...meta }: CachedResponse): Buffer {
  const text = Buffer.from(JSON.stringify(meta satisfies Meta))
  const head = Buffer.alloc(4)
  head.writeUInt32LE(text.length)
  return Buffer.concat([head, text, body])
}

function decode(bytes: Buffer): CachedResponse | null {
  const end = bytes.length < 4 ? Number.POSITIVE_INFINITY : 4 + bytes.readUInt32LE(0)
  if (end > bytes.length) return null
  try {
    const meta = JSON.parse(bytes.toString('utf8', 4, end)) as Meta
    return { ...meta, tookMs: meta.tookMs ?? null, body: new Uint8Array(bytes.subarray(end)) }
  } catch {
    return null
  }
}

/** Escapes the special characters of a Redis pattern. */
function literal(text: string): string {
  return text.replace(/[\\*?[\]]/g, '\\$&')
}
