/**
 * Nodes whose clocks are an hour and a day apart. The clock of the store decides, so no rate limit window, budget
 * period or cached response ends early or late, and every node finds records that a node with a wrong clock wrote.
 */

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { fileURLToPath } from 'node:url'
import { type Simulator, startSimulator } from '../../../simulators/simulator.ts'
import { at } from '../../harness/at.ts'
import { contentOf } from '../../harness/error-of.ts'
import { eventually } from '../../harness/eventually.ts'
import { takeRest } from '../../harness/nodes/take-rest.ts'
import { DAY_MS, HOUR_MS, windowLasts } from '../../harness/window-end.ts'
import { NodeScene } from './node-scene.ts'

const SHIFTS_MS = [0, HOUR_MS, -HOUR_MS, DAY_MS]
const FEE_UNITS = 10_000_000
const BUN_OPTIONS = `--preload=${fileURLToPath(new URL('./shifted-clock.ts', import.meta.url))}`

let scene: NodeScene
let simulator: Simulator

beforeAll(async () => {
  // Neither the hour nor the day may end in the middle of a test.
  await windowLasts(HOUR_MS, 240_000)
  simulator = await startSimulator({ answers: ['one two three'] })
  const environment = (place: number) => ({ BUN_OPTIONS, GATEHOUSE_CLOCK_SHIFT_MS: String(SHIFTS_MS[place]) })
  scene = await NodeScene.open({ environment })
  await scene.fee('fee-model')
})

afterAll(async () => {
  await scene.close()
  await simulator.stop()
})

async function call(place: number, key: string, traceId: string): Promise<number> {
  const headers = { 'x-gateway-trace-id': traceId }
  const reply = await scene.node(place).chat(at(simulator), { key, headers, body: { model: 'fee-model' } })
  await reply.text()
  return reply.status
}

const burst = (key: string, name: string, count: number) =>
  Promise.all(Array.from({ length: count }, (_, i) => call(i, key, `${name}-${i}`)))

test.each(['rph', 'rpd'])('a rate limit in %s holds across nodes whose clocks are a day apart', async (unit) => {
  const { key } = await scene.key(`windowed ${unit}`, { rate_limits: [{ type: 'requests', unit, value: 60 }] }, 3)
  const statuses = await burst(key, unit, 240)
  const admitted = statuses.filter((status) => status === 200).length
  expect(admitted).toBeLessThanOrEqual(60)
  const rest = await takeRest(
    scene.nodes.length,
    async (place) => (await call(place, key, crypto.randomUUID())) === 200,
  )
  expect(admitted + rest).toBe(60)
  // The next window starts by the clock of the store, whichever node is called.
  const waits = await Promise.all(
    [0, 1, 2, 3].map(async (place) => {
      const reply = await scene.node(place).chat(at(simulator), { key, body: { model: 'fee-model' } })
      return Number(reply.headers.get('retry-after'))
    }),
  )
  const sizeS = (unit === 'rph' ? HOUR_MS : DAY_MS) / 1_000
  const leftS = sizeS - ((Date.now() / 1_000) % sizeS)
  // The shifts differ by at least an hour; the minute covers the time the calls took.
  for (const wait of waits) expect(Math.abs(wait - leftS)).toBeLessThan(60)
})

test('a daily budget starts once for all nodes, and no unit of it is spent twice', async () => {
  const usage_limits = { type: 'cost', credit_limit: 1, periodic_reset_days: 1 }
  const { id, key } = await scene.key('daily', { usage_limits }, 3)
  const before = simulator.requests.length
  const beforeMs = Date.now()
  await eventually('all of it is spent', async () => {
    const statuses = await burst(key, `daily-${simulator.requests.length}`, 100)
    return statuses.every((status) => status === 412)
  })
  const served = simulator.requests.length - before
  const sql = 'SELECT used_units, period_started_at_ms FROM balances WHERE account = $1'
  const row = async () => (await scene.query<[string, string]>(sql, [`api_key/${id}/cost`]))[0]
  await eventually('all is booked', async () => Number((await row())?.[0]) === 100 * FEE_UNITS)
  expect(served).toBe(100)
  // The first period starts with the first request by the clock of the database, and ends at 00:00 UTC.
  const startedAtMs = Number((await row())?.[1])
  expect(startedAtMs).toBeGreaterThanOrEqual(beforeMs)
  expect(startedAtMs).toBeLessThanOrEqual(Date.now())
})

test('a response cached by one node expires at the same time on the others, whatever their clocks', async () => {
  // Long enough that the four reads finish before it expires on a busy machine.
  const MAX_AGE_S = 6
  let answers = 0
  await using counting = await startSimulator({ answers: [() => `answer ${++answers}`] })
  const ask = async (place: number) => {
    const config = at(counting, { cache: { mode: 'simple', max_age: MAX_AGE_S } })
    return contentOf(await scene.node(place).chat(config))
  }
  // Written by a clock a day ahead and read by clocks behind it. The response does not wait until it is stored.
  let stored: string | undefined
  await eventually('every node returns the same response', async () => {
    stored = await ask(3)
    return (await Promise.all([0, 1, 2].map(ask))).every((one) => one !== undefined && one === stored)
  })
  // By its own clock, a node that is a day behind would keep the response for another day.
  for (const place of [0, 1, 2, 3]) {
    await eventually('the cached response has expired', async () => (await ask(place)) !== stored)
  }
})

test('a key deleted by a node with a wrong clock is refused by every node, and all records are found', async () => {
  const { id, key } = await scene.key('short-lived', {}, 3)
  expect(await burst(key, 'skewed', 8)).toEqual(Array(8).fill(200))
  await scene.control(3).do('DELETE', `/api-keys/${id}`)
  for (const place of [0, 1, 2, 3]) {
    await eventually('it is refused', async () => (await call(place, key, 'late')) === 401)
  }
  await eventually('all records are there', async () => {
    const rows = await scene.query("SELECT 1 FROM gatehouse_logs.logs WHERE trace_id LIKE 'skewed-%'")
    return rows.length === 8
  })
})

test('a price without a start date applies at once on every node, and all nodes agree on the newest of two', async () => {
  const price = async (place: number, usd: number) => {
    const body = { provider: 'openai-compatible', model: 'dated-model', prices: { requests: { usd, per: 1 } } }
    const { id } = await scene.change('POST', '/prices', body, place)
    const path = '/prices/effective?provider=openai-compatible&model=dated-model'
    for (const one of [0, 1, 2, 3]) {
      await eventually(`node ${one} knows the price`, async () => {
        return (await scene.control(one).do('GET', path))['price_id'] === id
      })
    }
  }
  // A node a day ahead sets the first price, a node with the right clock the second.
  await price(3, 0.01)
  await price(0, 0.02)
  for (const place of [0, 1, 2, 3]) {
    const headers = { 'x-gateway-trace-id': `dated-${place}` }
    const reply = await scene.node(place).chat(at(simulator), { headers, body: { model: 'dated-model' } })
    expect(reply.status).toBe(200)
    await reply.text()
  }
  const sql = "SELECT cost_nano_usd FROM gatehouse_logs.logs WHERE trace_id LIKE 'dated-%'"
  let costs: number[] = []
  await eventually('all records are there', async () => {
    costs = (await scene.query<[string]>(sql)).map(([cost]) => Number(cost) / FEE_UNITS)
    return costs.length === 4
  })
  expect(costs).toEqual([2, 2, 2, 2])
})
