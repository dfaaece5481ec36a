import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eventually } from '../../harness/eventually.ts'
import { type SharedDatabase, sharedDatabase } from '../../harness/nodes/shared-database.ts'
import type { GatewayProcess } from '../../harness/start-gateway-process.ts'

/** More logs than the writer's page size, so that a job can stop between two pages. */
const LOGS = 260

let database: SharedDatabase
let one: GatewayProcess
let other: GatewayProcess
const traces = Array.from({ length: LOGS }, (_, i) => `export-${String(i).padStart(3, '0')}`)

beforeAll(async () => {
  database = await sharedDatabase()
  const nodes = await Promise.all([database.startNode(), database.startNode()])
  one = nodes[0]
  other = nodes[1]
  const left = [...traces]
  const send = async () => {
    for (let trace = left.pop(); trace !== undefined; trace = left.pop())
      await (await one.chat({ provider: 'mock' }, { headers: { 'x-gateway-trace-id': trace } })).text()
  }
  await Promise.all(Array.from({ length: 10 }, send))
  await eventually('all logs are in the store', async () => {
    const { summary } = (await (await one.fetch('/v1/analytics/summary')).json()) as { summary: { requests: number } }
    return summary.requests === LOGS
  })
})

afterAll(async () => {
  await one[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

async function call(
  node: GatewayProcess,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const reply = await node.fetch(`/v1/logs/exports${path}`, { method, ...(body && { body }) })
  expect(reply.status).toBe(200)
  return (await reply.json()) as Record<string, unknown>
}

async function startExport(node: GatewayProcess): Promise<string> {
  const { id } = await call(node, 'POST', '', { requested_data: ['trace_id', 'request', 'response'] })
  await call(node, 'POST', `/${id}/start`)
  return String(id)
}

async function untilDone(node: GatewayProcess, id: string): Promise<void> {
  let job: Record<string, unknown> = {}
  await eventually(`the export ends, it is ${JSON.stringify(job)}`, async () => {
    job = await call(node, 'GET', `/${id}`)
    return job['status'] !== 'in_progress'
  })
  expect(job).toMatchObject({ status: 'success', written: LOGS, error: null })
}

const tracesIn = (file: string) =>
  file
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { trace_id: string }).trace_id)
    .sort()

test('an export of one node can be downloaded and deleted through the other, with a key or a link', async () => {
  const id = await startExport(one)
  await untilDone(other, id)
  const direct = await other.fetch(`/v1/logs/exports/${id}/content`)
  expect(direct.headers.get('content-type')).toStartWith('application/jsonl')
  const file = await direct.text()
  expect(tracesIn(file)).toEqual(traces)
  // The other node accepts a link that this node signed.
  const link = new URL(String((await call(one, 'GET', `/${id}/download`))['signed_url']))
  expect(await (await fetch(other.url + link.pathname + link.search)).text()).toBe(file)
  expect(await (await fetch(link)).text()).toBe(file)
  await call(other, 'DELETE', `/${id}`)
  expect((await one.fetch(`/v1/logs/exports/${id}/content`)).status).toBe(404)
  expect((await fetch(link)).status).toBe(404)
  expect(await database.query('SELECT count(*)::int FROM log_export_chunks')).toEqual([[0]])
})

test('another workspace cannot read an export file on any node', async () => {
  const id = await startExport(one)
  await untilDone(one, id)
  const made = await one.fetch('/v1/admin/workspaces', { method: 'POST', key: one.adminKey, body: { name: 'Other' } })
  const { id: workspace_id } = (await made.json()) as { id: string }
  const reply = await one.fetch('/v1/api-keys/workspace/service', {
    method: 'POST',
    key: one.adminKey,
    body: { name: 'stranger', workspace_id, scopes: ['logs.export'] },
  })
  const { key } = (await reply.json()) as { key: string }
  for (const node of [one, other]) {
    const ask = async (job: string) => {
      const answer = await node.fetch(`/v1/logs/exports/${job}/content`, { key })
      const { error } = (await answer.json()) as { error: { code: string; message: string } }
      return { status: answer.status, code: error.code, message: error.message }
    }
    const refused = await ask(id)
    expect(refused.status).toBe(404)
    expect(refused).toEqual(await ask(crypto.randomUUID()))
  }
})

test('another node finishes a killed node’s export, with each log once', async () => {
  // The writer stores the first page at once. The trigger slows the next one down, so that the test can kill the node.
  await database.query(`CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF NEW.at_byte > 0 THEN PERFORM pg_sleep(5); END IF; RETURN NEW; END $$`)
  await database.query('CREATE TRIGGER slow BEFORE INSERT ON log_export_chunks FOR EACH ROW EXECUTE FUNCTION be_slow()')
  const id = await startExport(one)
  const progress = async () =>
    (await database.query(`SELECT written::int, status, run_by FROM log_exports WHERE id = '${id}'`))[0] ?? []
  await eventually('the first page is written', async () => Number((await progress())[0]) > 0)
  await one.kill9()
  const [written, status, runBy] = await progress()
  expect({ status, isHalf: Number(written) < LOGS, isClaimed: runBy !== null }).toEqual({
    status: 'in_progress',
    isHalf: true,
    isClaimed: true,
  })
  // DROP TRIGGER waits until the database has cancelled the dead node's last statement.
  await database.query('DROP TRIGGER slow ON log_export_chunks')
  await untilDone(other, id)
  expect(tracesIn(await (await other.fetch(`/v1/logs/exports/${id}/content`)).text())).toEqual(traces)
  const chunks = await database.query(
    `SELECT count(*)::int, sum(length(data))::int = max(at_byte + length(data)) FROM log_export_chunks
     WHERE export_id = '${id}'`,
  )
  expect(chunks).toEqual([[expect.any(Number), true]])
})
