/**
 * Four nodes with a PostgreSQL that crashes, is stopped and is frozen under load: known keys are served, unknown keys
 * get 503 and never 401, no acknowledged change is lost, and the nodes recover without a restart.
 */

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Simulator, startSimulator } from '../../../simulators/simulator.ts'
import { at } from '../../harness/at.ts'
import { eventually } from '../../harness/eventually.ts'
import { DAY_MS, windowLasts } from '../../harness/window-end.ts'
import { NodeScene } from './node-scene.ts'

const MOCK = { provider: 'mock' }
const OUTAGE_MS = 24_000
/** A node counts the outage from its last successful poll: up to a second before the stop, more on a busy machine. */
const HEARD_BEFORE_MS = 8_000
const FEE_UNITS = 10_000_000
const UNKNOWN_KEY = 'gww_nobody-has-ever-seen-this-key'

let scene: NodeScene
let simulator: Simulator

beforeAll(async () => {
  simulator = await startSimulator({ answers: ['one two three'] })
  scene = await NodeScene.open({
    environment: () => ({ GATEWAY_STORE_OUTAGE_MS: String(OUTAGE_MS), GATEWAY_STORE_TIMEOUT_MS: '10000' }),
  })
  await scene.fee('fee-model')
})

afterAll(async () => {
  await scene.close()
  await simulator.stop()
})

type Answered = { readonly status: number; readonly endedMs: number; readonly traceId: string }

let traces = 0

async function call(place: number, key: string | undefined, config: object): Promise<Answered> {
  const traceId = `outage-${++traces}`
  const headers = { 'x-gateway-trace-id': traceId }
  const status = await scene
    .node(place)
    .chat(config, { headers, body: { model: 'fee-model' }, ...(key !== undefined && { key }) })
    .then(
      async (reply) => {
        await reply.text()
        return reply.status
      },
      () => 0,
    )
  return { status, endedMs: performance.now(), traceId }
}

/** Sequential requests to each node with a key that it knows, until stopped. */
function traffic(places: readonly number[], config: object = MOCK) {
  const calls: Answered[] = []
  let hasEnded = false
  const running = places.map(async (place) => {
    while (!hasEnded) {
      calls.push(await call(place, undefined, config))
      // Leaves CPU time for the nodes' own recovery.
      await Bun.sleep(150)
    }
  })
  return {
    calls,
    async end() {
      hasEnded = true
      await Promise.all(running)
      return calls
    },
  }
}

const statusesOf = (calls: readonly Answered[]) => [...new Set(calls.map(({ status }) => status))].sort()

async function allRecordsArrive(calls: readonly Answered[]): Promise<void> {
  await eventually('every record has arrived', async () => {
    const sql = 'SELECT trace_id FROM gatehouse_logs.logs WHERE trace_id = ANY($1)'
    const found = new Set((await scene.query<[string]>(sql, [calls.map(({ traceId }) => traceId)])).flat())
    return calls.every(({ traceId }) => found.has(traceId))
  })
}

test('PostgreSQL crashes twice and a node is killed during administrative changes', async () => {
  const acknowledged: string[] = []
  let refused = 0
  let hasEnded = false
  const people = Array.from({ length: 4 }, async (_, place) => {
    for (let i = 0; !hasEnded; i++) {
      const body = { name: `change ${place} ${i}`, config: MOCK }
      const reply = await scene
        .control(place)
        .call(scene.control(0).admin, 'POST', '/configs', body)
        .catch(() => null)
      if (reply?.status === 200) acknowledged.push(String(reply.body['id']))
      else {
        refused++
        // A killed node does not respond; a short pause keeps the logs of the others readable.
        await Bun.sleep(20)
      }
    }
  })
  for (const place of scene.nodes.keys()) expect((await call(place, undefined, MOCK)).status).toBe(200)
  const served = traffic([0, 1, 2])
  for (let crash = 0; crash < 2; crash++) {
    const before = acknowledged.length
    await eventually('people change things', async () => acknowledged.length > before + 10)
    await scene.servers.end('postgres', 'SIGQUIT')
    // The length of the outage.
    await Bun.sleep(400)
    await scene.servers.start('postgres')
    const since = acknowledged.length
    await eventually('changes are accepted again', () => acknowledged.length > since)
    if (crash === 0) await scene.node(3).kill9()
  }
  hasEnded = true
  await Promise.all(people)
  const calls = await served.end()
  await scene.start(3)
  const audited = await scene.query<[string]>("SELECT target_id FROM audit_entries WHERE action = 'config.create'")
  const kept = await scene.query<[string]>('SELECT id FROM configs')
  const [withAudit, known] = [new Set(audited.flat()), new Set(kept.flat())]
  const without = acknowledged.filter((id) => !withAudit.has(id) || !known.has(id)).length
  const verdict = await scene.control().do('GET', '/audit-logs/verify')
  const failed = calls.filter(({ status }) => status !== 200)
  expect(refused).toBeGreaterThan(0)
  expect(without).toBe(0)
  expect([...known].filter((id) => !withAudit.has(id))).toEqual([])
  expect(verdict).toMatchObject({ is_whole: true })
  expect(failed).toEqual([])
  await allRecordsArrive(calls)
})

test('PostgreSQL stopped: known keys are served for the documented time, unknown keys get 503, budgets last as long as their lease', async () => {
  await windowLasts(DAY_MS, 300_000)
  const budget = await scene.key('budget', { usage_limits: { type: 'cost', credit_limit: 20 } })
  const limited = await scene.key('limited', { rate_limits: [{ type: 'requests', unit: 'rpd', value: 40 }] })
  const before = simulator.requests.length
  const target = at(simulator)
  await scene.changesHeard()
  const spent: Answered[] = []
  for (let i = 0; i < 8; i++) spent.push(await call(i, budget.key, target))
  const counted = [await call(0, limited.key, MOCK), await call(1, limited.key, MOCK)]
  for (const place of scene.nodes.keys()) expect((await call(place, undefined, MOCK)).status).toBe(200)
  await scene.servers.end('postgres', 'SIGINT')
  const stoppedMs = performance.now()
  const served = traffic([0, 1, 2, 3])
  await scene.everywhere('the database is unreachable', (is) => !is.database.is_reachable)
  expect((await scene.health(0)).status).toBe('degraded')
  counted.push(...(await Promise.all(Array.from({ length: 60 }, (_, i) => call(i % 2, limited.key, MOCK)))))
  const unknown = await Promise.all(Array.from({ length: 12 }, (_, i) => call(i, UNKNOWN_KEY, MOCK)))
  for (let i = 0; i < 200 && spent.at(-1)?.status !== 503; i++) spent.push(await call(0, budget.key, target))
  await eventually('known keys are refused too', () => served.calls.at(-1)?.status === 503)
  const lastedMs = performance.now() - stoppedMs
  // Each node loses the database at a different time.
  await scene.everywhere('cut off', ({ http, status }) => http === 503 && status === 'cut_off')
  await scene.servers.start('postgres')
  await scene.everywhere('ready again', (is) => is.status === 'ready')
  const calls = await served.end()
  const allowed = counted.filter(({ status }) => status === 200).length
  // Until shortly before the documented time every node serves known keys.
  const early = calls.filter(({ endedMs }) => endedMs < stoppedMs + OUTAGE_MS - HEARD_BEFORE_MS)
  expect(statusesOf(early)).toEqual([200])
  expect(statusesOf(calls)).toEqual([200, 503])
  expect(lastedMs).toBeGreaterThan(OUTAGE_MS - HEARD_BEFORE_MS)
  expect(statusesOf(unknown)).toEqual([503])
  expect(statusesOf(spent)).toEqual([200, 503])
  expect(allowed).toBeLessThanOrEqual(40)
  expect(allowed).toBeGreaterThan(20)
  expect((await call(0, UNKNOWN_KEY, MOCK)).status).toBe(401)
  await allRecordsArrive([...calls, ...spent].filter(({ status }) => status === 200))
  await eventually('all that was served is booked', async () => {
    const [row] = await scene.query<[string]>(
      `SELECT used_units FROM balances WHERE account = 'api_key/${budget.id}/cost'`,
    )
    return Number(row?.[0]) === (simulator.requests.length - before) * FEE_UNITS
  })
})

test('PostgreSQL frozen: known keys are served, unknown keys get 503, and the nodes become ready when it resumes', async () => {
  const limited = await scene.key('limited when frozen', {
    rate_limits: [{ type: 'requests', unit: 'rpd', value: 512 }],
  })
  await scene.changesHeard()
  expect((await call(0, limited.key, MOCK)).status).toBe(200)
  for (const place of scene.nodes.keys()) expect((await call(place, undefined, MOCK)).status).toBe(200)
  await scene.servers.freeze('postgres')
  const served = traffic([0, 1, 2, 3])
  // More than one grant of the database (a sixteenth of the limit): the rest is counted without it.
  const counted = await Promise.all(Array.from({ length: 64 }, () => call(0, limited.key, MOCK)))
  const unknown = call(1, UNKNOWN_KEY, MOCK)
  await scene.everywhere('the database is unreachable', (is) => !is.database.is_reachable)
  expect((await unknown).status).toBe(503)
  await scene.servers.thaw('postgres')
  await scene.everywhere('ready again', (is) => is.status === 'ready')
  const calls = await served.end()
  const failed = calls.filter(({ status }) => status !== 200)
  expect(failed).toEqual([])
  expect(statusesOf(counted)).toEqual([200])
  await allRecordsArrive(calls)
})

test('invalid and oversized configs are refused while every node keeps serving the old one', async () => {
  const made = await scene.control().do('POST', '/configs', { name: 'served', config: MOCK })
  const slug = String(made['slug'])
  for (const place of scene.nodes.keys()) expect((await byConfig(place, slug)).status).toBe(200)
  const targets = (count: number) => ({ strategy: { mode: 'loadbalance' }, targets: Array(count).fill(MOCK) })
  const pushed: readonly (readonly [string, unknown, number])[] = [
    ['no provider', { config: { retry: { attempts: 2 }, targets: [{}] } }, 400],
    ['an unknown key', { config: { ...MOCK, retries: 3 } }, 400],
    ['text that is no JSON', { config: '{"provider": "mock"' }, 400],
    ['twice too many targets', { config: targets(200) }, 400],
    ['100 KiB', { config: { ...MOCK, override_params: { user: 'x'.repeat(100 * 1024) } } }, 400],
    ['2 MiB', { config: { ...MOCK, override_params: { user: 'x'.repeat(2 * 1024 * 1024) } } }, 413],
  ]
  let hasEnded = false
  const statuses: number[] = []
  const load = [...scene.nodes.keys()].map(async (place) => {
    while (!hasEnded) statuses.push((await byConfig(place, slug)).status)
  })
  const answers: number[] = []
  for (const [i, [, body]] of pushed.entries()) {
    answers.push((await scene.control(i).call(scene.control().admin, 'PUT', `/configs/${slug}`, body)).status)
  }
  await eventually('more requests are served than changes refused', () => statuses.length > pushed.length)
  hasEnded = true
  await Promise.all(load)
  const failed = statuses.filter((status) => status !== 200).length
  expect(answers).toEqual(pushed.map(([, , status]) => status))
  expect(failed).toBe(0)
  expect(await scene.control(2).do('GET', `/configs/${slug}`)).toMatchObject({ version: 1, config_object: MOCK })
})

async function byConfig(place: number, slug: string): Promise<Response> {
  const reply = await scene.node(place).chat(null, { headers: { 'x-gateway-config': slug } })
  await reply.arrayBuffer()
  return reply
}
