import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../../harness/eventually.ts'
import { type SharedDatabase, sharedDatabase } from '../../harness/nodes/shared-database.ts'
import type { GatewayProcess } from '../../harness/start-gateway-process.ts'

const MOCK = { provider: 'mock' }

let database: SharedDatabase
let one: GatewayProcess
let other: GatewayProcess

beforeAll(async () => {
  database = await sharedDatabase({ isEmpty: true })
  // Both nodes start at the same time. One creates the tables and the first keys; both use them.
  const nodes = await Promise.all([database.startNode(), database.startNode()])
  one = nodes[0]
  other = nodes[1]
})

afterAll(async () => {
  await one[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const ids = async (node: GatewayProcess) => (await node.logs({ page_size: '100' })).data.map((log) => log.id)

async function makeKey(node: GatewayProcess, name: string): Promise<{ id: string; key: string }> {
  const reply = await node.fetch('/v1/api-keys/workspace/service', {
    method: 'POST',
    body: { name, scopes: ['logs.list'] },
  })
  expect(reply.status).toBe(200)
  return (await reply.json()) as { id: string; key: string }
}

test('the first keys are created once and work on every node', async () => {
  expect(await database.query('SELECT count(*)::int FROM api_keys')).toEqual([[2]])
  for (const node of [one, other]) expect((await node.chat(MOCK)).status).toBe(200)
  for (const node of [one, other])
    expect((await node.fetch('/v1/admin/workspaces', { key: node.adminKey })).status).toBe(200)
})

test('logs of all nodes are in one list, and every node returns the same analytics', async () => {
  const traces: (string | null)[] = []
  for (let i = 0; i < 6; i++) traces.push((await (i % 2 ? one : other).chat(MOCK)).headers.get('x-gateway-trace-id'))
  for (const trace of traces) expect((await one.waitForLog(trace)).trace_id).toBe(trace!)
  expect(await ids(one)).toEqual(await ids(other))
  const summary = async (node: GatewayProcess) => (await node.fetch('/v1/analytics/summary')).json()
  const figures = (await summary(one)) as { summary: { requests: number } }
  expect(figures).toEqual((await summary(other)) as typeof figures)
  expect(figures.summary.requests).toBe((await ids(one)).length)
  const detail = await other.waitForLog(traces[0]!)
  expect(JSON.stringify(detail)).toContain('hi')
})

test('a key created on one node works on the other, and is rejected there after deletion', async () => {
  const { id, key } = await makeKey(one, 'short-lived')
  expect((await other.chat(MOCK, { key })).status).toBe(200)
  expect((await one.fetch(`/v1/api-keys/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await one.chat(MOCK, { key })).status).toBe(401)
  await eventually('the deleted key is refused', async () => {
    return (await other.chat(MOCK, { key })).status === 401
  })
})

test('the other node uses a config change at once', async () => {
  const saved = await one.fetch('/v1/configs', {
    method: 'POST',
    body: { name: 'shared', config: { provider: 'mock', override_params: { model: 'before' } } },
  })
  expect(saved.status).toBe(200)
  const { slug } = (await saved.json()) as { slug: string }
  const modelOn = async (node: GatewayProcess) => {
    const reply = await node.chat(null, { headers: { 'x-gateway-config': slug } })
    return ((await reply.json()) as { model: string }).model
  }
  expect([await modelOn(one), await modelOn(other)]).toEqual(['before', 'before'])
  const changed = await one.fetch(`/v1/configs/${slug}`, {
    method: 'PUT',
    body: { config: { provider: 'mock', override_params: { model: 'after' } } },
  })
  expect(changed.status).toBe(200)
  await eventually('the config is the new one', async () => (await modelOn(other)) === 'after')
})

test('feedback through one node is on a log of the other', async () => {
  const trace = (await one.chat(MOCK)).headers.get('x-gateway-trace-id')!
  await one.waitForLog(trace)
  const reply = await other.fetch('/v1/feedback', { method: 'POST', body: { trace_id: trace, value: 7, weight: 1 } })
  expect(reply.status).toBe(200)
  // The log is stored, and the feedback was accepted.
  expect((await one.logs({ trace_id: trace })).data[0]).toMatchObject({ feedback_count: 1, weighted_feedback: 7 })
})

test('a killed node’s journal is in the list after its restart', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-node-'))
  try {
    const node = await database.startNode({ dataDirectory })
    const sent: string[] = []
    const send = async () => {
      const trace = `killed-${sent.length}`
      const reply = await node.chat(MOCK, { headers: { 'x-gateway-trace-id': trace } }).catch(() => null)
      if (reply?.status !== 200) return
      await reply.text()
      sent.push(trace)
    }
    await Promise.all(Array.from({ length: 20 }, send))
    await send()
    await node.kill9()
    const again = await database.startNode({ dataDirectory })
    for (const trace of sent) expect((await other.waitForLog(trace)).trace_id).toBe(trace)
    const traces = new Set((await other.logs({ page_size: '100' })).data.map((log) => log.trace_id))
    expect(sent.filter((trace) => !traces.has(trace))).toEqual([])
    await again[Symbol.asyncDispose]()
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
})
