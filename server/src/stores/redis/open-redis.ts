/** Connections to Redis: one server, Sentinel or a cluster, from one URL. Commands fail at once while disconnected. */

import { Cluster, Redis } from 'ioredis'

const CONNECT_MS = 2_000
/**
 * A connection that waits for responses and receives nothing for this long is closed: another server may be the master
 * by now.
 */
const SILENCE_MS = 5_000
/** Upper limit per command. Callers with less time use their own timeout. */
const COMMAND_MS = 2_000
const LONGEST_PAUSE_MS = 1_000
const DEFAULT_PORT = 6_379

export type RedisClient = Redis | Cluster

type ConnectOptions = {
  readonly connectTimeout: number
  readonly commandTimeout: number
  readonly socketTimeout: number
  /** How long one Sentinel may take before the next one is asked. */
  readonly sentinelCommandTimeout: number
  readonly maxRetriesPerRequest: number | null
  readonly enableOfflineQueue: boolean
  readonly retryStrategy: (times: number) => number
}

/**
 * `redis://` or `rediss://` for one server, `redis-cluster://host:port,host:port` for a cluster,
 * `redis-sentinel://host:port,host:port/master` for Sentinel.
 */
export function openRedis(url: string, use: 'commands' | 'subscription', timeoutMs: number): RedisClient {
  const options: ConnectOptions = {
    connectTimeout: CONNECT_MS,
    commandTimeout: Math.max(COMMAND_MS, timeoutMs),
    socketTimeout: Math.max(SILENCE_MS, timeoutMs),
    sentinelCommandTimeout: COMMAND_MS,
    // ioredis restores subscriptions after a reconnect, so the command may wait in the queue.
    maxRetriesPerRequest: use === 'subscription' ? null : 0,
    enableOfflineQueue: use === 'subscription',
    retryStrategy: (times) => Math.min(50 * times, LONGEST_PAUSE_MS),
  }
  const client = connect(url, options)
  // Each command rejects on its own; an `error` event without a listener would end the process.
  client.on('error', () => {})
  return client
}

function connect(url: string, options: ConnectOptions): RedisClient {
  const [, kind, credentials, hosts = '', path] =
    /^redis-(cluster|sentinel):\/\/(?:([^@/]*)@)?([^/]+)(?:\/(.*))?$/.exec(url) ?? []
  if (kind === undefined) return new Redis(url, options)
  const [username, password] = (credentials ?? '').split(':').map(decodeURIComponent)
  const secrets = { ...(username && { username }), ...(password && { password }) }
  const addresses = hosts.split(',').map((address) => {
    const [host = '', port] = address.split(':')
    return { host, port: Number(port ?? DEFAULT_PORT) }
  })
  if (kind === 'sentinel') return new Redis({ ...options, ...secrets, sentinels: addresses, name: path || 'mymaster' })
  return new Cluster(addresses, {
    enableOfflineQueue: options.enableOfflineQueue,
    clusterRetryStrategy: (times) => Math.min(50 * times, LONGEST_PAUSE_MS),
    redisOptions: { ...options, ...secrets },
  })
}
