import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSocketSimulator } from '../../../simulators/socket-simulator.ts'
import { at } from '../../harness/at.ts'
import { errorOf } from '../../harness/error-of.ts'
import { eventually } from '../../harness/eventually.ts'
import { type SharedDatabase, sharedDatabase } from '../../harness/nodes/shared-database.ts'
import { waitForChanges } from '../../harness/nodes/wait-for-changes.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'
import { connectSocket } from '../../harness/socket-client.ts'
import type { GatewayProcess } from '../../harness/start-gateway-process.ts'
import { cost, LimitedScene } from '../limits/limited-gateway.ts'

const simulator = await shareSimulator({ answers: ['one two three'] })
const body = { model: 'fee-model' }
const FEE_NANO_USD = 10_000_000
/** GATEHOUSE_TEST_ROUNDS sets more rounds for a longer run. */
const ROUNDS = Number(process.env['GATEHOUSE_TEST_ROUNDS'] ?? 1)

let database: SharedDatabase
let nodes: GatewayProcess[]
let scene: LimitedScene

beforeAll(async () => {
  database = await sharedDatabase()
  nodes = await Promise.all([database.startNode(), database.startNode()])
  scene = new LimitedScene(nodes[0]!)
  await scene.fee('dear-model', 0.1)
  await scene.fee('fee-model', 0.01)
  // The other nodes get new prices by polling.
  const key = await scene.key(cost(1))
  await eventually('the other node knows the price', async () => (await call(nodes[1]!, key.key)) === 200)
})

afterAll(async () => {
  for (const node of nodes) await node[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

async function call(node: GatewayProcess, key: string, model = 'fee-model'): Promise<number> {
  const reply = await node.chat(at(simulator), { key, body: { model } })
  await reply.text()
  return reply.status
}

const usedUnits = async (id: string) =>
  (await database.query(`SELECT used_units, leased_units FROM balances WHERE account = 'api_key/${id}/cost'`))[0]?.map(
    Number,
  )

test('exactly 100 of 400 requests over two nodes are served from a budget for 100', async () => {
  const { key, id } = await scene.key(cost(1))
  const before = simulator.requests.length
  const statuses = await Promise.all(Array.from({ length: 400 }, (_, i) => call(nodes[i % 2]!, key)))
  const served = simulator.requests.length - before
  expect(statuses.filter((status) => status === 200)).toHaveLength(served)
  expect(served).toBeLessThanOrEqual(100)
  // Nodes return unused leases, so the budget can be spent to the last unit.
  await eventually('the rest can be spent', async () => {
    await Promise.all(nodes.map((node) => call(node, key)))
    return simulator.requests.length - before === 100
  })
  expect(await call(nodes[0]!, key)).toBe(412)
  expect(await call(nodes[1]!, key)).toBe(412)
  await eventually('both have reported', async () => {
    const row = await usedUnits(id)
    return row?.[0] === 100 * FEE_NANO_USD && row[1] === 0
  })
  for (const node of nodes) {
    expect(await new LimitedScene(node).usageOf(id)).toMatchObject({ current_usage: 1, held: 0, status: 'exhausted' })
  }
})

test('a realtime response that was served is charged although another node has exhausted the budget', async () => {
  await using provider = startSocketSimulator()
  const { key, id } = await scene.key(cost(1))
  const config = JSON.stringify({ provider: 'openai', custom_host: `${provider.url}/v1`, api_key: 'sk' })
  const headers = { 'x-gateway-api-key': key, 'x-gateway-config': config }
  const url = `${nodes[1]!.url}/v1/realtime?model=gpt-realtime`
  const client = await connectSocket(url, { headers })
  for (let i = 0; i < 100; i++) expect(await call(nodes[0]!, key)).toBe(200)
  expect(await call(nodes[0]!, key)).toBe(412)
  // $0.0348 at the list price.
  const usage = { total_tokens: 2_400, input_tokens: 300, output_tokens: 2_100 }
  const response = { id: 'resp_1', status: 'completed', conversation_id: 'c', usage }
  ;(await provider.peer(1)).sendJson({ type: 'response.done', response })
  expect(await client.closed).toMatchObject({ code: 1008, reason: expect.stringContaining('budget_exhausted') })
  await eventually('both have reported', async () => (await usedUnits(id))?.[0] === 1_034_800_000)
})

test('a budget may be raised, lowered and reset on one node while the other spends it', async () => {
  const { key, id } = await scene.key(cost(1))
  for (let i = 0; i < 10; i++) expect(await call(nodes[1]!, key, 'dear-model')).toBe(200)
  expect(await call(nodes[1]!, key, 'dear-model')).toBe(412)
  await scene.control.do('PUT', `/api-keys/${id}`, cost(2))
  await eventually('the raise has arrived', async () => (await call(nodes[1]!, key, 'dear-model')) === 200)
  expect(await scene.usageOf(id)).toMatchObject({ status: 'active' })
  await scene.control.do('PUT', `/api-keys/${id}`, cost(1.1))
  await eventually('the cut has arrived', async () => (await call(nodes[1]!, key, 'dear-model')) === 412)
  await scene.control.do('PUT', `/api-keys/${id}`, { reset_usage: true })
  expect(await call(nodes[1]!, key, 'dear-model')).toBe(200)
  await eventually('the period is new for all', async () => {
    const { current_usage } = await scene.usageOf(id)
    return current_usage === 0.1
  })
})

test('four nodes with one killed at random under load never overspend, and the usage is exact after its restart', async () => {
  await using fourth = await database.startNode()
  for (let round = 0; round < ROUNDS; round++) {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-killed-'))
    try {
      const doomed = await database.startNode({ dataDirectory: folder })
      const { key, id } = await scene.key(cost(2))
      const before = simulator.requests.length
      const all = [nodes[0]!, nodes[1]!, fourth, doomed]
      const load = Promise.all(
        Array.from({ length: 480 }, async (_, i) => {
          // Spreads the requests over half a second.
          await Bun.sleep(i)
          return call(all[i % 4]!, key).catch(() => 0)
        }),
      )
      // The kill comes at any time of the load.
      await Bun.sleep(50 + Math.random() * 350)
      await doomed.kill9()
      await load
      const servedUnits = () => (simulator.requests.length - before) * FEE_NANO_USD
      expect(servedUnits()).toBeLessThanOrEqual(200 * FEE_NANO_USD)
      const again = await database.startNode({ dataDirectory: folder })
      await eventually('nothing is leased', async () => (await usedUnits(id))?.[1] === 0)
      // Unfinished calls count in full: the usage is at least the served amount, and at most the amount of all calls.
      const [used = 0] = (await usedUnits(id)) ?? []
      expect(used).toBeGreaterThanOrEqual(servedUnits())
      expect(used).toBeLessThanOrEqual(200 * FEE_NANO_USD)
      // A node refuses a request while other nodes lease the rest, so one refusal does not mean that all is spent.
      await eventually('all is spent and reported', async () => {
        await Promise.all([nodes[0]!, nodes[1]!, fourth, again].map((node) => call(node, key)))
        return (await usedUnits(id))?.[0] === 200 * FEE_NANO_USD
      })
      expect(servedUnits()).toBeLessThanOrEqual(200 * FEE_NANO_USD)
      await again[Symbol.asyncDispose]()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
})

test('without PostgreSQL a node spends its leased budget, then returns 503, and loses no usage', async () => {
  const { key, id } = await scene.key(cost(100))
  await waitForChanges([nodes[0]!], database.query)
  const before = simulator.requests.length
  for (let i = 0; i < 5; i++) expect(await call(nodes[0]!, key)).toBe(200)
  database.shut()
  const statuses: number[] = []
  for (let i = 0; i < 200 && statuses.at(-1) !== 503; i++) statuses.push(await call(nodes[0]!, key))
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  const refused = await errorOf(await nodes[0]!.chat(at(simulator), { key, body }))
  expect(refused).toMatchObject({ status: 503, code: 'store_unavailable' })
  const ready = (await (await fetch(`${nodes[0]!.url}/readyz`)).json()) as { ledger: { status: string } }
  expect(ready.ledger.status).toBe('unreachable')
  database.open()
  await eventually('the budget is there again', async () => (await call(nodes[0]!, key)) === 200)
  await eventually('all that was served is booked', async () => {
    return (await usedUnits(id))?.[0] === (simulator.requests.length - before) * FEE_NANO_USD
  })
})
