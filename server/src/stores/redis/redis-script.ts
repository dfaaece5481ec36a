/** A Lua script, called by its hash. The text is sent only if the server does not have it. */

import { createHash } from 'node:crypto'
import type { RedisClient } from './open-redis.ts'
import { withRedisTimeout } from './redis-timeout.ts'

export class RedisScript {
  readonly #hash: string

  constructor(private readonly text: string) {
    this.#hash = createHash('sha1').update(text).digest('hex')
  }

  async run(
    client: RedisClient,
    timeoutMs: number,
    keys: readonly string[],
    values: readonly (string | number)[],
  ): Promise<unknown> {
    try {
      return await withRedisTimeout(timeoutMs, client.evalsha(this.#hash, keys.length, ...keys, ...values))
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return withRedisTimeout(timeoutMs, client.eval(this.text, keys.length, ...keys, ...values))
    }
  }
}
