/**
 * Four nodes with a Redis that is stopped, killed, emptied and frozen under load: requests are served, budgets stay
 * exact, rate limits hold, and a revoked key is refused by every node.
 */

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Redis } from 'ioredis'
import { type Simulator, startSimulator } from '../../../simulators/simulator.ts'
import { at } from '../../harness/at.ts'
import { eventually } from '../../harness/eventually.ts'
import { takeRest } from '../../harness/nodes/take-rest.ts'
import { DAY_MS, windowLasts } from '../../harness/window-end.ts'
import { NodeScene } from './node-scene.ts'

const FEE_USD = 0.01
const body = { model: 'fee-model' }

let scene: NodeScene
let simulator: Simulator

beforeAll(async () => {
  // The tests take about a minute, and much longer on a busy machine.
  await windowLasts(DAY_MS, 600_000)
  simulator = await startSimulator({ answers: ['one two three'] })
  // Long enough for a busy machine, short enough for the test with a frozen Redis.
  scene = await NodeScene.open({ environment: () => ({ GATEWAY_REDIS_TIMEOUT_MS: '3000' }) })
  await scene.fee('fee-model')
})

afterAll(async () => {
  await scene.close()
  await simulator.stop()
})

const perDay = (value: number) => ({ rate_limits: [{ type: 'requests', unit: 'rpd', value }] })

type Answered = { readonly key: string; readonly status: number; readonly code: string | null }

async function call(place: number, key: string, config: object = at(simulator)): Promise<Answered> {
  return scene
    .node(place)
    .chat(config, { key, body })
    .then(
      async (reply) => ({ key, status: reply.status, code: /"code":"(\w+)"/.exec(await reply.text())?.[1] ?? null }),
      (error: unknown) => ({ key, status: 0, code: String(error) }),
    )
}

const count = (calls: readonly Answered[], key: string, status: number) =>
  calls.filter((one) => one.key === key && one.status === status).length

test('of 600 concurrent requests to four nodes, exactly the limit passes', async () => {
  const { key } = await scene.key('exact', perDay(100))
  const before = simulator.requests.length
  const calls = await Promise.all(Array.from({ length: 600 }, (_, i) => call(i, key)))
  const admitted = count(calls, key, 200)
  expect(admitted + count(calls, key, 429)).toBe(600)
  expect(admitted).toBeLessThanOrEqual(100)
  const rest = await takeRest(scene.nodes.length, async (place) => (await call(place, key)).status === 200)
  expect(admitted + rest).toBe(100)
  expect(simulator.requests.length - before).toBe(100)
})

const REVOKED: string[] = []

/** Deletes a key on one node and waits until every node refuses it. */
async function revoke(round: number): Promise<void> {
  const { id, key } = await scene.key(`revoked ${REVOKED.length}`, {})
  const mock = { provider: 'mock' }
  for (const place of scene.nodes.keys()) expect((await call(place, key, mock)).status).toBe(200)
  await scene.control(round % 4).do('DELETE', `/api-keys/${id}`)
  await Promise.all(
    [...scene.nodes.keys()].map((place) =>
      eventually('the key is refused', async () => (await call(place, key, mock)).status === 401),
    ),
  )
  REVOKED.push(key)
}

async function resurrections(): Promise<number> {
  const tries = REVOKED.flatMap((key) => [...scene.nodes.keys()].map((place) => call(place, key, { provider: 'mock' })))
  return (await Promise.all(tries)).filter(({ status }) => status !== 401).length
}

test('a deleted key is refused by every node and stays refused', async () => {
  for (let round = 0; round < 4; round++) await revoke(round)
  expect(await resurrections()).toBe(0)
})

type Misfortune = {
  readonly name: string
  readonly hitsHealth: boolean
  happen(): Promise<void>
  mend(): Promise<void>
}

const nothing = async () => {}
const MISFORTUNES: readonly Misfortune[] = [
  {
    name: 'ended (SIGTERM)',
    hitsHealth: true,
    happen: () => scene.servers.end('redis', 'SIGTERM'),
    mend: () => scene.servers.start('redis'),
  },
  { name: 'emptied (FLUSHALL)', hitsHealth: false, happen: flush, mend: nothing },
  {
    name: 'frozen (SIGSTOP)',
    hitsHealth: true,
    happen: () => scene.servers.freeze('redis'),
    mend: () => scene.servers.thaw('redis'),
  },
  {
    name: 'killed (SIGKILL)',
    hitsHealth: true,
    happen: () => scene.servers.end('redis', 'SIGKILL'),
    mend: () => scene.servers.start('redis'),
  },
]

async function flush(): Promise<void> {
  const redis = new Redis(scene.servers.redisUrl)
  // This Redis belongs to this test.
  await redis.flushall()
  await redis.script('FLUSH')
  redis.disconnect()
}

test('Redis stopped, killed, emptied and frozen under load: requests are served, budgets and rate limits hold', async () => {
  const LIMIT = 150
  const paid = await scene.key('paid', { ...perDay(1_000_000), usage_limits: { type: 'cost', credit_limit: 10_000 } })
  const limited = await scene.key('limited', perDay(LIMIT))
  const before = simulator.requests.length
  const calls: Answered[] = []
  let hasEnded = false
  const load = Array.from({ length: 8 }, async (_, worker) => {
    for (let i = worker; !hasEnded; i++) {
      calls.push(await call(i, paid.key))
      // Leaves CPU time for the nodes' own recovery.
      await Bun.sleep(200)
    }
  })
  const burst = async (size: number) => {
    calls.push(...(await Promise.all(Array.from({ length: size }, (_, i) => call(i, limited.key)))))
  }
  for (const { hitsHealth, happen, mend } of MISFORTUNES) {
    await burst(8)
    await happen()
    await burst(12)
    if (hitsHealth) {
      await scene.everywhere('Redis is unreachable', (is) => !is.redis.is_reachable)
      expect((await scene.health(0)).http).toBe(200)
    }
    await burst(8)
    const withoutRedis = calls.length
    await eventually('the load goes on', () => calls.length > withoutRedis + 32)
    await mend()
    await scene.everywhere('Redis is reachable', (is) => is.redis.is_reachable)
  }
  await burst(LIMIT)
  hasEnded = true
  await Promise.all(load)
  const admitted = count(calls, limited.key, 200)
  const failed = calls.filter(({ status, key }) => status !== 200 && !(status === 429 && key === limited.key))
  // Each of the three losses of Redis data costs at most a sixteenth of the limit per node (docs/many-nodes.md).
  const least = LIMIT - 3 * scene.nodes.length * Math.ceil(LIMIT / 16)
  expect(failed).toEqual([])
  expect(admitted).toBeLessThanOrEqual(LIMIT)
  expect(admitted).toBeGreaterThanOrEqual(least)
  const served = count(calls, paid.key, 200)
  expect(simulator.requests.length - before).toBe(served + admitted)
  await eventually('every call is counted against the budget', async () => (await usedCalls(paid.id)) === served)
})

async function usedCalls(id: string): Promise<number> {
  const [row] = await scene.query<[string]>(`SELECT used_units FROM balances WHERE account = 'api_key/${id}/cost'`)
  return Number(row?.[0]) / (FEE_USD * 1e9)
}

test('without Redis every node learns of a deleted key by polling, and no restart lets it in again', async () => {
  await scene.servers.end('redis', 'SIGKILL')
  await scene.everywhere('Redis is unreachable', (is) => !is.redis.is_reachable)
  for (let round = 0; round < 2; round++) await revoke(round)
  await scene.servers.start('redis')
  await scene.node(3).kill9()
  await scene.start(3)
  await scene.everywhere('Redis is reachable', (is) => is.redis.is_reachable)
  expect(await resurrections()).toBe(0)
})
