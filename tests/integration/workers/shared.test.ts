import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { at } from '../../harness/at.ts'
import { eventually } from '../../harness/eventually.ts'
import { StartFailure } from '../../harness/gateway-program.ts'
import { leaveRecord } from '../../harness/nodes/leave-record.ts'
import { sharedDatabase } from '../../harness/nodes/shared-database.ts'
import { steadyLoad } from '../../harness/nodes/steady-load.ts'
import { isAlive, workerProcesses } from '../../harness/nodes/worker-processes.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'
import { startGatewayProcess } from '../../harness/start-gateway-process.ts'
import { cost, LimitedScene } from '../limits/limited-gateway.ts'

const simulator = await shareSimulator({ answers: ['one two three'] })

test('four workers on PostgreSQL: exact limits, immediate revocation, rolling restart, exit at SIGTERM', async () => {
  await using database = await sharedDatabase()
  await using gateway = await database.startNode({ environment: { GATEWAY_WORKERS: '4' } })
  const scene = new LimitedScene(gateway)
  const first = workerProcesses(gateway)
  expect(first).toHaveLength(4)
  const call = async (key: string) => {
    const reply = await gateway.chat(at(simulator), { key, headers: { connection: 'close' }, body: { model: 'fee' } })
    await reply.text()
    return reply.status
  }

  // Without Redis the workers exchange events through the parent process.
  await scene.fee('fee', 0.1)
  const { key, id } = await scene.key(cost(1))
  const before = simulator.requests.length
  await eventually('the budget is spent to its end', async () => {
    const statuses = await Promise.all(Array.from({ length: 16 }, () => call(key)))
    return statuses.every((status) => status === 412)
  })
  expect(simulator.requests.length - before).toBe(10)
  await scene.control.do('DELETE', `/api-keys/${id}`)
  await eventually('refused everywhere', async () => {
    const statuses = await Promise.all(Array.from({ length: 30 }, () => call(key)))
    return statuses.every((status) => status === 401)
  })

  // One connection per request: a worker that exits may close an idle connection while a caller reuses it.
  const headers = { connection: 'close' }
  const load = steadyLoad(8, (i) => gateway.chat(at(simulator), { headers, body: { stream: i % 2 === 0 } }), 50)
  const sent = simulator.requests.length
  await load.more(100)
  gateway.process.child.kill('SIGHUP')
  await eventually('all are new', async () => {
    const now = workerProcesses(gateway)
    return now.length === 4 && now.every((pid) => !first.includes(pid))
  })
  await load.more(300)
  await load.stop()
  expect(load.failed()).toEqual([])
  // A connection that was reset reached no worker.
  expect(simulator.requests.length - sent).toBe(load.whole())

  const refused = await startGatewayProcess({
    environment: { GATEWAY_WORKERS: '2', GATEWAY_PORT: new URL(gateway.url).port },
  }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StartFailure)
  expect((refused as StartFailure).message).toContain('is taken by another process')

  const workers = workerProcesses(gateway)
  expect(await gateway.stop()).toBe(0)
  expect(workers.filter(isAlive)).toEqual([])
  await using alone = await database.startNode()
  const reply = await alone.fetch('/v1/analytics/summary?status_code=200')
  const { summary } = (await reply.json()) as { summary: { requests: number } }
  expect(summary.requests).toBe(load.whole() + 10)
})

test('after a restart with fewer workers, the journal of a killed worker is stored', async () => {
  await using database = await sharedDatabase()
  await using two = await database.startNode({ environment: { GATEWAY_WORKERS: '2' } })
  const reply = await two.chat(at(simulator))
  await two.waitForLog(reply.headers.get('x-gateway-trace-id'))
  const [row = []] = await database.query('SELECT organisation_id, workspace_id FROM gatehouse_logs.logs')
  const [organisationId, workspaceId] = row.map(String)
  await two.stop()
  const owner = { organisationId: organisationId!, workspaceId: workspaceId! }
  const traceId = await leaveRecord(join(two.dataDirectory, 'worker-2'), owner)
  await using one = await database.startNode({ dataDirectory: two.dataDirectory })
  await one.waitForLog(traceId)
})
