/** Redis with Sentinel: the master is killed, a replica is promoted, and the node connects to it without a restart. */

import { expect, test } from 'bun:test'
import { Redis } from 'ioredis'
import { eventually } from '../../harness/eventually.ts'
import { NodeScene } from './node-scene.ts'
import type { OwnServers } from './own-servers.ts'

const LIMIT = 40

async function withSentinel(servers: OwnServers): Promise<string> {
  const { port } = new URL(servers.redisUrl)
  await servers.add('replica', 'redis', ['--replicaof', `127.0.0.1 ${port}`])
  const sentinel = await servers.add('sentinel', 'sentinel', [
    `sentinel monitor gatehouse 127.0.0.1 ${port} 1`,
    // Long enough for a replica that gets little of the CPU: one that counts as down is not promoted.
    'sentinel down-after-milliseconds gatehouse 2000',
    'sentinel failover-timeout gatehouse 3000',
  ])
  return `redis-sentinel://${new URL(sentinel).host}/gatehouse`
}

test('after a failover to the replica the node counts there, and the rate limit holds', async () => {
  let sentinelUrl = ''
  const redisUrl = async (servers: OwnServers) => {
    sentinelUrl = await withSentinel(servers)
    return sentinelUrl
  }
  const scene = await NodeScene.open({ nodes: 1, redisUrl })
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
    const sentinel = new Redis({ host: '127.0.0.1', port: Number(new URL(`http://${sentinelUrl.split('/')[2]}`).port) })
    await eventually('Sentinel could promote the replica', async () => {
      const [replica = []] = (await sentinel.call('SENTINEL', 'replicas', 'gatehouse')) as string[][]
      const member = (name: string) => replica[replica.indexOf(name) + 1]
      return member('flags') === 'slave' && member('master-link-status') === 'ok'
    })
    sentinel.disconnect()
    const statuses = await send(16)
    await scene.servers.end('redis', 'SIGKILL')
    await scene.everywhere('Redis is gone', (is) => !is.redis.is_reachable)
    statuses.push(...(await send(8)))
    await scene.everywhere('the replica has taken over', (is) => is.redis.is_reachable)
    statuses.push(...(await send(60)))
    const admitted = statuses.filter((status) => status === 200).length
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(admitted).toBeLessThanOrEqual(LIMIT)
    expect(admitted).toBeGreaterThan(LIMIT / 2)
  } finally {
    await scene.close()
  }
})
