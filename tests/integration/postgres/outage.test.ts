import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eventually } from '../../harness/eventually.ts'
import { type SharedDatabase, sharedDatabase } from '../../harness/nodes/shared-database.ts'
import type { Gateway } from '../../harness/start-gateway.ts'

const MOCK = { provider: 'mock' }
const SHORT_OUTAGE_MS = 6_000

let database: SharedDatabase

beforeAll(async () => {
  database = await sharedDatabase()
})

afterAll(() => database[Symbol.asyncDispose]())

async function readiness(node: Gateway): Promise<{ status: number; state: string; reachable: boolean }> {
  const reply = await fetch(`${node.url}/readyz`)
  const body = (await reply.json()) as { status: string; database: { is_reachable: boolean } }
  return { status: reply.status, state: body.status, reachable: body.database.is_reachable }
}

test('without the database, cached keys are served, unknown keys get 503, and records are stored later', async () => {
  await using node = await database.startNode()
  expect((await node.chat(MOCK)).status).toBe(200)
  expect(await readiness(node)).toEqual({ status: 200, state: 'ready', reachable: true })
  database.shut()
  await eventually('readiness says so', async () => (await readiness(node)).state === 'degraded')
  expect((await readiness(node)).status).toBe(200)
  const traces: string[] = []
  for (let i = 0; i < 5; i++) {
    const reply = await node.chat(MOCK)
    expect(reply.status).toBe(200)
    traces.push(reply.headers.get('x-gateway-trace-id')!)
  }
  const unknown = await node.chat(MOCK, { key: 'gww_nobody-has-ever-seen-this-key' })
  expect(unknown.status).toBe(503)
  expect(unknown.headers.get('retry-after')).not.toBeNull()
  expect(((await unknown.json()) as { error: { code: string } }).error.code).toBe('store_unavailable')
  const admin = await node.fetch('/v1/configs')
  expect(admin.status).toBe(503)
  database.open()
  await eventually('the node is ready again', async () => (await readiness(node)).state === 'ready')
  expect((await node.chat(MOCK, { key: 'gww_nobody-has-ever-seen-this-key' })).status).toBe(401)
  await eventually('every record has arrived', async () => {
    const reply = await node.fetch('/v1/logs?page_size=100')
    if (reply.status !== 200) return false
    const { data } = (await reply.json()) as { data: { trace_id: string }[] }
    const found = new Set(data.map((log) => log.trace_id))
    return traces.every((trace) => found.has(trace))
  })
})

test('after the configured grace period cached keys also get 503, never 401, until the database is back', async () => {
  await using node = await database.startNode({ environment: { GATEWAY_STORE_OUTAGE_MS: String(SHORT_OUTAGE_MS) } })
  expect((await node.chat(MOCK)).status).toBe(200)
  database.shut()
  const statuses = new Set<number>()
  await eventually('known keys are refused', async () => {
    const { status } = await node.chat(MOCK)
    statuses.add(status)
    return status === 503
  })
  expect([...statuses]).toEqual([200, 503])
  expect(await readiness(node)).toMatchObject({ status: 503, state: 'cut_off' })
  database.open()
  await eventually('known keys are served again', async () => (await node.chat(MOCK)).status === 200)
})
