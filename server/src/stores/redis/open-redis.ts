/** Connections to Redis: one server, Sentinel or a cluster, from one address. Nothing waits for a Redis that is gone. */

import { Cluster, Redis } from 'ioredis'

const CONNECT_MS = 2_000
/** A server that takes longer is as good as gone; whoever has less time waits for less. */
const ANSWER_MS = 2_000
const LONGEST_PAUSE_MS = 1_000
const DEFAULT_PORT = 6_379

export type RedisClient = Redis | Cluster

type ConnectOptions = {
  readonly connectTimeout: number
  readonly commandTimeout: number
  readonly maxRetriesPerRequest: number | null
  readonly enableOfflineQueue: boolean
  readonly retryStrategy: (times: number) => number
}

const OPTIONS: ConnectOptions = {
  connectTimeout: CONNECT_MS,
  commandTimeout: ANSWER_MS,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  retryStrategy: (times) => Math.min(50 * times, LONGEST_PAUSE_MS),
}

/**
 * `redis://` or `rediss://` for one server, `redis-cluster://host:port,host:port` for a cluster,
 * `redis-sentinel://host:port,host:port/master` for Sentinel.
 */
export function openRedis(url: string, use: 'commands' | 'subscription'): RedisClient {
  // A subscription is restored by itself; until then its command waits.
  const options: ConnectOptions =
    use === 'subscription' ? { ...OPTIONS, enableOfflineQueue: true, maxRetriesPerRequest: null } : OPTIONS
  const client = connect(url, options)
  // Every command tells its caller; without a listener the same news would end the process.
  client.on('error', () => {})
  return client
}

function connect(url: string, options: ConnectOptions): RedisClient {
  const [, kind, credentials, hosts = '', path] =
    /^redis-(cluster|sentinel):\/\/(?:([^@/]*)@)?([^/]+)(?:\/(.*))?$/.exec(url) ?? []
  if (kind === undefined) return new Redis(url, options)
  const [username, password] = (credentials ?? '').split(':').map(decodeURIComponent)
  const secrets = { ...(username && { username }), ...(password && { password }) }
  const places = hosts.split(',').map((place) => {
    const [host = '', port] = place.split(':')
    return { host, port: Number(port ?? DEFAULT_PORT) }
  })
  if (kind === 'sentinel') return new Redis({ ...options, ...secrets, sentinels: places, name: path || 'mymaster' })
  return new Cluster(places, {
    enableOfflineQueue: options.enableOfflineQueue,
    clusterRetryStrategy: (times) => Math.min(50 * times, LONGEST_PAUSE_MS),
    redisOptions: { ...options, ...secrets },
  })
}
