/** Redis with Sentinel: the master is killed, a replica is promoted, and the node connects to it without a restart. */

import { expect, test } from 'bun:test'
import { Redis } from 'ioredis'
import { eventually } from '../../harness/eventually.ts'
import { DAY_MS, windowLasts } from '../../harness/window-end.ts'
import { NodeScene } from './node-scene.ts'
import type { OwnServers } from './own-servers.ts'

const LIMIT = 40

async function withSentinel(servers: OwnServers): Promise<string> {
  const { port } = new URL(servers.redisUrl)
  await servers.add('replica', 'redis', ['--replicaof', `127.0.0.1 ${port}`])
  const sentinel = await servers.add('sentinel', 'sentinel', [
    `sentinel monitor gatehouse 127.0.0.1 ${port} 1`,
    // Long enough for a replica that gets little CPU time: a replica that counts as down is not promoted.
    'sentinel down-after-milliseconds gatehouse 2000',
    'sentinel failover-timeout gatehouse 3000',
  ])
  return `redis-sentinel://${new URL(sentinel).host}/gatehouse`
}

test.each(['killed', 'frozen'])('after a failover from a %s master the node counts at the replica', async (how) => {
  await windowLasts(DAY_MS, 300_000)
  let sentinelUrl = ''
  const redisUrl = async (servers: OwnServers) => {
    sentinelUrl = await withSentinel(servers)
    return sentinelUrl
  }
  // A connection to a hanging server is closed after the longer of this time and five seconds.
  const environment = () => ({ GATEWAY_REDIS_TIMEOUT_MS: '3000' })
  const scene = await NodeScene.open({ nodes: 1, redisUrl, environment })
  const sentinel = new Redis(sentinelUrl.replace('redis-sentinel:', 'redis:').replace('/gatehouse', ''))
  try {
    const { key } = await scene.key('limited', { rate_limits: [{ type: 'requests', unit: 'rpd', value: LIMIT }] })
    const send = async (count: number) => {
      const replies = await Promise.all(
        Array.from({ length: count }, (_, i) => scene.node(i).chat({ provider: 'mock' }, { key })),
      )
      return replies.map(({ status }) => status)
    }
    await scene.everywhere('Redis is there', (is) => is.redis.is_reachable)
    // Sentinel promotes only replicas that it has discovered and that have copied the master.
    await eventually('Sentinel could promote the replica', async () => {
      const [replica = []] = (await sentinel.call('SENTINEL', 'replicas', 'gatehouse')) as string[][]
      const member = (name: string) => replica[replica.indexOf(name) + 1]
      return member('flags') === 'slave' && member('master-link-status') === 'ok'
    })
    const statuses = await send(16)
    if (how === 'killed') await scene.servers.end('redis', 'SIGKILL')
    else await scene.servers.freeze('redis')
    await scene.everywhere('Redis is gone', (is) => !is.redis.is_reachable)
    statuses.push(...(await send(8)))
    await scene
      .everywhere('the replica has taken over', (is) => is.redis.is_reachable)
      .catch(async (failure: Error) => {
        const view = ['masters', 'replicas gatehouse'].map((what) => sentinel.call('SENTINEL', ...what.split(' ')))
        throw new Error(`${failure.message} For Sentinel: ${JSON.stringify(await Promise.allSettled(view))}`)
      })
    statuses.push(...(await send(60)))
    const admitted = statuses.filter((status) => status === 200).length
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(admitted).toBeLessThanOrEqual(LIMIT)
    expect(admitted).toBeGreaterThan(LIMIT / 2)
    await eventually('the node listens to the other nodes there', async () => (await channelsOf(sentinel)).length > 0)
  } finally {
    sentinel.disconnect()
    await scene.close()
  }
})

/** The channels that clients of the current master have subscribed to. */
async function channelsOf(sentinel: Redis): Promise<readonly string[]> {
  const [host, port] = (await sentinel.call('SENTINEL', 'get-master-addr-by-name', 'gatehouse')) as [string, string]
  const master = new Redis({ host, port: Number(port) })
  try {
    return (await master.pubsub('CHANNELS', 'gatehouse:bus:*')) as string[]
  } finally {
    master.disconnect()
  }
}
