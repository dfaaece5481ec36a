/** Settings of the Redis server that several nodes share. */

export type RedisSettings = {
  /** Null: rate limits are counted in the database, and each node has its own cache. */
  readonly redisUrl: string | null
}

export const REDIS_ENVIRONMENT = [
  [
    'REDIS_URL',
    'none',
    'Redis that nodes share: redis://, rediss://, redis-cluster://host,host or redis-sentinel://host,host/master; needs DATABASE_URL.',
  ],
] as const

type Text = (name: string) => string | null
type Refuse = (message: string) => never

export function readRedis(text: Text, refuse: Refuse): RedisSettings {
  const redisUrl = text('REDIS_URL')
  if (redisUrl === null) return { redisUrl }
  if (!/^rediss?:\/\/[^/]+/.test(redisUrl) && !/^redis-(cluster|sentinel):\/\/[^/]+/.test(redisUrl)) {
    refuse(
      'REDIS_URL must be redis://host:port, rediss://host:port, redis-cluster://host:port,... or redis-sentinel://host:port,.../master.',
    )
  }
  if (text('DATABASE_URL') === null)
    refuse(
      'REDIS_URL requires DATABASE_URL, because Redis stores only data that may be lost. Unset REDIS_URL, or set both.',
    )
  return { redisUrl }
}
