import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Redis } from 'ioredis'
import { at } from '../../harness/at.ts'
import { eventually } from '../../harness/eventually.ts'
import { openDoor, type SharedDatabase, sharedDatabase } from '../../harness/nodes/shared-database.ts'
import { takeRest } from '../../harness/nodes/take-rest.ts'
import { waitForChanges } from '../../harness/nodes/wait-for-changes.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'
import type { Gateway } from '../../harness/start-gateway.ts'
import { redisServer } from '../../harness/test-servers.ts'
import { DAY_MS, HOUR_MS, windowLasts } from '../../harness/window-end.ts'
import { LimitedScene, rate } from '../limits/limited-gateway.ts'

const simulator = await shareSimulator({ answers: ['one two three'] })
const TEST_MS = 120_000
const TEN_AN_HOUR = rate('requests', 'rph', 10)

let database: SharedDatabase
let redisProxy: Awaited<ReturnType<typeof openDoor>>
let redis: Redis
let without: Gateway[]
let nodes: [Gateway, Gateway]

beforeAll(async () => {
  const server = redisServer()
  database = await sharedDatabase()
  const direct = new URL(server)
  redis = new Redis(server)
  redisProxy = await openDoor(direct.hostname, Number(direct.port))
  const environment = { REDIS_URL: Object.assign(new URL(server), { port: String(redisProxy.port) }).href }
  without = await Promise.all([database.startNode(), database.startNode()])
  nodes = await Promise.all([database.startNode({ environment }), database.startNode({ environment })])
})

afterAll(async () => {
  for (const node of [...without, ...nodes]) await node[Symbol.asyncDispose]()
  redisProxy.close()
  redis.disconnect()
  await database[Symbol.asyncDispose]()
})

async function limitedKey(node: Gateway, limit: number): Promise<string> {
  await windowLasts(DAY_MS, TEST_MS)
  return (await new LimitedScene(node).key(rate('requests', 'rpd', limit))).key
}

async function send(over: readonly Gateway[], key: string, count: number): Promise<Map<number, number>> {
  const statuses = await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const reply = await over[i % over.length]!.chat(at(simulator), { key })
      await reply.text()
      return reply.status
    }),
  )
  return new Map([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]))
}

const redisIs = (node: Gateway, isReachable: boolean) => async () => {
  const body = (await (await fetch(`${node.url}/readyz`)).json()) as { redis: { is_reachable: boolean } }
  return body.redis.is_reachable === isReachable
}

test('without Redis exactly as many requests as the limit allows pass over two nodes', async () => {
  const key = await limitedKey(without[0]!, 60)
  expect(await send(without, key, 300)).toEqual(
    new Map([
      [200, 60],
      [429, 240],
    ]),
  )
})

test('with Redis exactly as many requests as the limit allows pass over two nodes', async () => {
  const key = await limitedKey(nodes[0]!, 60)
  const before = simulator.requests.length
  const counts = await send(nodes, key, 300)
  const admitted = counts.get(200) ?? 0
  expect(admitted + (counts.get(429) ?? 0)).toBe(300)
  expect(admitted).toBeLessThanOrEqual(60)
  const rest = await takeRest(2, async (place) => (await send([nodes[place]!], key, 1)).has(200))
  expect(admitted + rest).toBe(60)
  expect(simulator.requests.length - before).toBe(60)
  const reply = await nodes[1]!.chat(at(simulator), { key })
  expect(reply.status).toBe(429)
  expect(reply.headers.get('retry-after')).not.toBeNull()
  expect(reply.headers.get('x-ratelimit-remaining-requests')).toBe('0')
})

/** Only the counters of these nodes: other test files use the same Redis at the same time. */
async function deleteCounters(): Promise<void> {
  const { id } = await new LimitedScene(nodes[0]).control.do('GET', '/admin/organisation')
  const counters = await redis.keys(`gatehouse:{${id}}:window:*`)
  expect(counters).not.toBeEmpty()
  await redis.del(counters)
  await redis.script('FLUSH')
}

test('a Redis that loses its counters under load does not grant requests twice', async () => {
  const key = await limitedKey(nodes[0]!, 80)
  const first = await send(nodes, key, 40)
  expect(first.get(200)).toBe(40)
  await deleteCounters()
  const second = await send(nodes, key, 200)
  const total = (first.get(200) ?? 0) + (second.get(200) ?? 0)
  expect(total).toBeLessThanOrEqual(80)
  // Granted but unused requests are lost: one sixteenth of the limit per loss and one per node.
  expect(total).toBeGreaterThanOrEqual(60)
})

test('traffic continues while Redis restarts, and the total limit holds', async () => {
  const key = await limitedKey(nodes[0]!, 80)
  const first = await send(nodes, key, 30)
  expect(first.get(200)).toBe(30)
  redisProxy.shut()
  await eventually('the node knows', redisIs(nodes[0]!, false))
  const free = await nodes[0]!.chat({ provider: 'mock' })
  expect(free.status).toBe(200)
  const second = await send(nodes, key, 20)
  expect(second.get(200)).toBe(20)
  redisProxy.open()
  for (const node of nodes) await eventually('Redis is back', redisIs(node, true))
  let total = 50
  await eventually('what is left is let through', async () => {
    total += (await send(nodes, key, 20)).get(200) ?? 0
    return total >= 80
  })
  total += (await send(nodes, key, 50)).get(200) ?? 0
  expect(total).toBe(80)
})

test('without both stores each node allows only its share', async () => {
  const key = await limitedKey(nodes[0]!, 80)
  await waitForChanges(nodes, database.query)
  const first = await send(nodes, key, 8)
  expect(first.get(200)).toBe(8)
  redisProxy.shut()
  database.shut()
  try {
    const counts = await send(nodes, key, 200)
    expect((counts.get(200) ?? 0) + 8).toBeLessThanOrEqual(80)
    expect(counts.get(200) ?? 0).toBeGreaterThan(0)
  } finally {
    redisProxy.open()
    database.open()
  }
  for (const node of nodes) {
    await eventually('Redis is back', redisIs(node, true))
    await eventually('all nodes count together again', async () => {
      const reply = await node.chat(at(simulator), { key: (await new LimitedScene(node).key(TEN_AN_HOUR)).key })
      await reply.text()
      return reply.headers.get('x-ratelimit-remaining-requests') === '9'
    })
  }
})

test('unused tokens are released to the shared window', async () => {
  const scene = new LimitedScene(nodes[0]!)
  const { key } = await scene.key(rate('tokens', 'rph', 1_000))
  const body = { model: 'sim-model', max_tokens: 400 }
  for (let i = 0; i < 6; i++) {
    await eventually('the tokens of earlier requests are released', async () => {
      const reply = await nodes[i % 2]!.chat(at(simulator), { key, body })
      await reply.text()
      return reply.status === 200
    })
  }
})

test('the error names the exhausted one of two limits', async () => {
  await windowLasts(HOUR_MS, TEST_MS)
  const [hour] = TEN_AN_HOUR.rate_limits
  const limits = {
    rate_limits: [
      { type: 'requests', unit: 'rpd', value: 50 },
      { ...hour, value: 2 },
    ],
  }
  const { key } = await new LimitedScene(nodes[0]!).key(limits)
  expect((await send(nodes, key, 2)).get(200)).toBe(2)
  const refused = await nodes[1]!.chat(at(simulator), { key })
  expect([refused.status, refused.headers.get('x-ratelimit-limit-requests')]).toEqual([429, '2'])
  expect(await refused.text()).toContain('2 requests a hour')
})

test('a request over its token limit counts on no node', async () => {
  await windowLasts(DAY_MS, TEST_MS)
  for (const over of [nodes, without]) {
    const limits = {
      rate_limits: [
        { type: 'requests', unit: 'rpd', value: 2 },
        { type: 'tokens', unit: 'rpd', value: 1_000 },
      ],
    }
    const { key } = await new LimitedScene(over[0]!).key(limits)
    const body = { model: 'sim-model', max_tokens: 5_000 }
    for (let i = 0; i < 4; i++) {
      const refused = await over[i % 2]!.chat(at(simulator), { key, body })
      expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining('can never allow')])
    }
    // The node corrects the count in the store after it has responded.
    let admitted = 0
    await eventually('both requests are admitted', async () => {
      admitted += (await send(over, key, 1)).get(200) ?? 0
      return admitted === 2
    })
    expect(await send(over, key, 4)).toEqual(new Map([[429, 4]]))
  }
})
