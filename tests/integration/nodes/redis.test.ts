import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Redis } from 'ioredis'
import { startSimulator } from '../../../simulators/simulator.ts'
import { at } from '../../harness/at.ts'
import { eventually } from '../../harness/eventually.ts'
import { openDoor, type SharedDatabase, sharedDatabase } from '../../harness/nodes/shared-database.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'
import type { Gateway } from '../../harness/start-gateway.ts'
import { redisServer } from '../../harness/test-servers.ts'

const simulator = await shareSimulator({ answers: ['one two three'] })

let database: SharedDatabase
let redisProxy: Awaited<ReturnType<typeof openDoor>>
let one: Gateway
let other: Gateway

beforeAll(async () => {
  const server = redisServer()
  database = await sharedDatabase()
  const direct = new URL(server)
  redisProxy = await openDoor(direct.hostname, Number(direct.port))
  const environment = { REDIS_URL: Object.assign(direct, { port: String(redisProxy.port) }).href }
  const nodes = await Promise.all([database.startNode({ environment }), database.startNode({ environment })])
  one = nodes[0]
  other = nodes[1]
})

afterAll(async () => {
  await one[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
  redisProxy.close()
  await database[Symbol.asyncDispose]()
})

async function deleteKeyAndWait(): Promise<void> {
  const made = await one.fetch('/v1/api-keys/workspace/service', {
    method: 'POST',
    body: { name: `short-lived ${crypto.randomUUID()}`, scopes: ['logs.list'] },
  })
  const { id, key } = (await made.json()) as { id: string; key: string }
  expect((await other.chat({ provider: 'mock' }, { key })).status).toBe(200)
  expect((await one.fetch(`/v1/api-keys/${id}`, { method: 'DELETE' })).status).toBe(200)
  await eventually('the deleted key is refused', async () => {
    return (await other.chat({ provider: 'mock' }, { key })).status === 401
  })
}

async function cached(node: Gateway, content: string): Promise<string | null> {
  const config = { ...at(simulator), cache: { mode: 'simple' } }
  const reply = await node.chat(config, { body: { messages: [{ role: 'user', content }] } })
  expect(reply.status).toBe(200)
  expect(await reply.text()).toContain('one two three')
  return reply.headers.get('x-gateway-cache-status')
}

/** States of the circuits that a node has for this upstream, read without sending a request to it. */
async function circuitStates(node: Gateway, upstream: { readonly url: string }): Promise<readonly string[]> {
  const reply = await node.fetch('/v1/breakers', { key: node.adminKey })
  const { data } = (await reply.json()) as { data: readonly { custom_host: string | null; state: string }[] }
  return data.filter(({ custom_host }) => custom_host?.startsWith(upstream.url)).map(({ state }) => state)
}

const isReady = async () => {
  const body = (await (await fetch(`${other.url}/readyz`)).json()) as { redis: { is_reachable: boolean } }
  return body.redis.is_reachable
}

test('a key deleted on one node is announced on the bus and refused on the other node', async () => {
  const announced = Promise.withResolvers<string>()
  const listener = new Redis(redisServer())
  listener.on('message', (_channel, kind: string) => announced.resolve(kind))
  await listener.subscribe('gatehouse:bus:changes')
  await deleteKeyAndWait()
  expect(await announced.promise).toBeString()
  listener.disconnect()
})

test('the other node serves a cached response until it is purged', async () => {
  let content = ''
  await eventually('the other node serves what this node has stored', async () => {
    // Each try has its own text: after a miss, the other node would serve a response that it has stored itself.
    content = crypto.randomUUID()
    expect(await cached(one, content)).toBe('MISS')
    const before = simulator.requests.length
    await Bun.sleep(50)
    return (await cached(other, content)) === 'HIT' && simulator.requests.length === before
  })
  const purged = await one.fetch('/v1/cache', { method: 'DELETE', key: one.adminKey })
  expect([purged.status, await purged.json()]).toEqual([200, { object: 'cache', purged: expect.any(Number) }])
  await eventually('the other node has forgotten it', async () => (await cached(other, content)) === 'MISS')
})

test('a circuit that one node opens is open on the other', async () => {
  await using failing = await startSimulator({ answers: [503] })
  const config = at(failing, { cb_config: { failure_threshold: 20, cooldown_interval: 30_000 } })
  // The other node has a closed circuit with one failure, so failures of its own cannot open it.
  expect((await other.chat(config)).status).toBe(503)
  expect(await circuitStates(other, failing)).toEqual(['closed'])
  for (let i = 0; i < 20; i++) expect((await one.chat(config)).status).toBe(503)
  await eventually('the circuit is open on the other node', async () => {
    return (await circuitStates(other, failing))[0] === 'open'
  })
  expect(await (await other.chat(config)).text()).toContain('circuit_open')
  expect(failing.requests.length).toBe(21)
})

test('a circuit that one node opens by its percentage of failures is open on the other', async () => {
  // The second request succeeds. The circuit has no failure threshold, so only the percentage can open it.
  await using failing = await startSimulator({ answers: [503, 200, 503] })
  const rules = { failure_threshold_percentage: 90, minimum_requests: 20, cooldown_interval: 30_000 }
  const config = at(failing, { cb_config: rules })
  expect((await other.chat(config)).status).toBe(503)
  expect(await circuitStates(other, failing)).toEqual(['closed'])
  for (let i = 0; i < 20; i++) expect((await one.chat(config)).status).toBe(i === 0 ? 200 : 503)
  expect(await (await one.chat(config)).text()).toContain('circuit_open')
  await eventually('the circuit is open on the other node', async () => {
    return (await circuitStates(other, failing))[0] === 'open'
  })
  expect(await (await other.chat(config)).text()).toContain('circuit_open')
  expect(failing.requests.length).toBe(21)
})

test('without Redis each node keeps its own cache, polls for revoked keys and serves traffic', async () => {
  redisProxy.shut()
  await eventually('the node knows', async () => !(await isReady()))
  expect(await cached(one, 'alone')).toBe('MISS')
  expect(await cached(one, 'alone')).toBe('HIT')
  expect(await cached(other, 'alone')).toBe('MISS')
  await deleteKeyAndWait()
  // Redis and the other node still have responses, so the purge fails, although this node purges its own cache.
  const purged = await one.fetch('/v1/cache', { method: 'DELETE', key: one.adminKey })
  expect([purged.status, await purged.json()]).toMatchObject([503, { error: { code: 'store_unavailable' } }])
  expect(await cached(one, 'alone')).toBe('MISS')
  expect(await cached(other, 'alone')).toBe('HIT')
  redisProxy.open()
  await eventually('Redis is back', isReady)
  await deleteKeyAndWait()
})
