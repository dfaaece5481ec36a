/** Answers that all nodes share, behind each node's own memory: a Redis that is slow or gone is a miss. */

import type { CachedResponse, CacheStore } from '../../core/ports.ts'
import type { RedisClient } from './open-redis.ts'
import { patiently } from './patiently.ts'
import type { RedisBus } from './redis-bus.ts'

/** Asking a provider takes hundreds of milliseconds: so long a look-up may take. */
const WAIT_MS = 20
/** After so many failures in a row Redis is left alone for a while. */
const MOST_FAILURES = 3
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
  ) {
    bus.listen(TOPIC, (scope) => void near.purge(scope))
  }

  async get(key: string): Promise<CachedResponse | undefined> {
    const known = await this.near.get(key)
    if (known || performance.now() < this.#restUntilMs) return known
    const bytes = await this.#ask(this.client.getBuffer(PREFIX + key))
    const found = bytes && decode(bytes)
    if (!found) return undefined
    // By the clock of Redis: the node that wrote it may have another than this one.
    const leftMs = await this.#ask(this.client.pttl(PREFIX + key))
    if (leftMs !== undefined && leftMs > 0) await this.near.set(key, found, leftMs)
    return found
  }

  async set(key: string, answer: CachedResponse, maxAgeMs: number): Promise<void> {
    await this.near.set(key, answer, maxAgeMs)
    if (answer.body.length > MAX_VALUE_BYTES || performance.now() < this.#restUntilMs) return
    const value = encode(answer)
    const written = this.client.set(PREFIX + key, value, 'PX', Math.max(1, Math.floor(maxAgeMs)))
    await patiently(written).catch(() => this.#failed())
  }

  /** Counts the answers in Redis, or those in memory when there are more. */
  async purge(scope: string): Promise<number> {
    let count = 0
    try {
      const servers = 'nodes' in this.client ? this.client.nodes('master') : [this.client]
      for (const server of servers) {
        let cursor = '0'
        do {
          const [next, keys] = await server.scan(cursor, 'MATCH', `${PREFIX}${literal(scope)}*`, 'COUNT', KEYS_AT_ONCE)
          for (const key of keys) count += await this.client.unlink(key)
          cursor = next
        } while (cursor !== '0')
      }
    } catch {
      this.#failed()
    }
    // Last, or somebody would take them from Redis again.
    const near = await this.near.purge(scope)
    this.bus.publish(TOPIC, scope)
    return Math.max(near, count)
  }

  async #ask<Value>(asked: Promise<Value>): Promise<Value | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        this.#failed()
        resolve(undefined)
      }, WAIT_MS)
    })
    const answered = asked.then(
      (value) => {
        this.#failures = 0
        return value
      },
      () => {
        this.#failed()
        return undefined
      },
    )
    return Promise.race([answered, late]).finally(() => clearTimeout(timer))
  }

  #failed(): void {
    this.#failures++
    if (this.#failures < MOST_FAILURES) return
    this.#failures = 0
    this.#restUntilMs = performance.now() + REST_MS
  }
}

/** u32 length, JSON of all but the body, the body. */
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
    return { ...meta, body: new Uint8Array(bytes.subarray(end)) }
  } catch {
    return null
  }
}

/** In a pattern of Redis these mean something. */
function literal(text: string): string {
  return text.replace(/[\\*?[\]]/g, '\\$&')
}
