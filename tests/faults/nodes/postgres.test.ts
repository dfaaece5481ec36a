/**
 * Gates 19, 22 and 23 on four nodes with a PostgreSQL that crashes, is stopped and is frozen under load: known keys are
 * served, unknown ones get 503 and never 401, nothing that was acknowledged is lost, and nobody has to restart a node.
 */

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Simulator, startSimulator } from '../../../simulators/simulator.ts'
import { at } from '../../harness/at.ts'
import { eventually } from '../../harness/nodes/eventually.ts'
import { figure, milliseconds, withSlack } from '../figure.ts'
import { NodeScene } from './node-scene.ts'

const MOCK = { provider: 'mock' }
const OUTAGE_MS = 7_000
const FEE_UNITS = 10_000_000
/** Every node asks for changes once a second, and then reads again what was changed. */
const HEARD_MS = 1_500
/** A database that hangs is waited for so long before Redis counts alone (docs/many-nodes.md). */
const GRANT_WAIT_MS = 4_000
const UNKNOWN_KEY = 'gww_nobody-has-ever-seen-this-key'

let scene: NodeScene
let simulator: Simulator

beforeAll(async () => {
  simulator = await startSimulator({ answers: ['one two three'] })
  scene = await NodeScene.open({ environment: () => ({ GATEWAY_STORE_OUTAGE_MS: String(OUTAGE_MS) }) })
  await scene.fee('fee-model')
}, 60_000)

afterAll(async () => {
  await scene.close()
  await simulator.stop()
}, 30_000)

type Answered = { readonly status: number; readonly ms: number; readonly traceId: string }

let traces = 0

async function call(place: number, key: string | undefined, config: object): Promise<Answered> {
  const startMs = performance.now()
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
  return { status, ms: performance.now() - startMs, traceId }
}

/** Requests of a key that every node knows, one after the other at each, until told to end. */
function traffic(places: readonly number[], config: object = MOCK) {
  const calls: Answered[] = []
  let hasEnded = false
  const running = places.map(async (place) => {
    while (!hasEnded) {
      calls.push(await call(place, undefined, config))
      await Bun.sleep(5)
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
const slowestOf = (calls: readonly Answered[]) => Math.max(...calls.map(({ ms }) => ms))

async function allRecordsArrive(calls: readonly Answered[]): Promise<void> {
  await eventually('every record has arrived', 45_000, async () => {
    const sql = 'SELECT trace_id FROM gatehouse_logs.logs WHERE trace_id = ANY($1)'
    const found = new Set((await scene.query<[string]>(sql, [calls.map(({ traceId }) => traceId)])).flat())
    return calls.every(({ traceId }) => found.has(traceId))
  })
}

test('gates 19 and 22: PostgreSQL crashes twice and a node is killed while people change things', async () => {
  const acknowledged: string[] = []
  let refused = 0
  let hasEnded = false
  const people = Array.from({ length: 4 }, async (_, place) => {
    for (let i = 0; !hasEnded; i++) {
      const wish = { name: `change ${place} ${i}`, config: MOCK }
      const reply = await scene
        .control(place)
        .call(scene.control(0).admin, 'POST', '/configs', wish)
        .catch(() => null)
      if (reply?.status === 200) acknowledged.push(String(reply.body['id']))
      else {
        refused++
        // A node that was killed answers nobody; a short pause keeps the others' logs readable.
        await Bun.sleep(20)
      }
    }
  })
  for (const place of scene.nodes.keys()) expect((await call(place, undefined, MOCK)).status).toBe(200)
  const served = traffic([0, 1, 2])
  const recoveries: number[] = []
  for (let crash = 0; crash < 2; crash++) {
    const before = acknowledged.length
    await eventually('people change things', 10_000, async () => acknowledged.length > before + 10)
    await scene.servers.end('postgres', 'SIGQUIT')
    await Bun.sleep(400)
    await scene.servers.start('postgres')
    const since = acknowledged.length
    recoveries.push(await eventually('changes are taken again', 10_000, async () => acknowledged.length > since))
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
  figure(
    'gate 19',
    `of ${acknowledged.length} acknowledged changes (${refused} refused) without audit row`,
    `${without}`,
    '0',
  )
  const failed = calls.filter(({ status }) => status !== 200)
  figure('gate 22', `crash and restart: of ${calls.length} requests of known keys failed`, `${failed.length}`, '0')
  figure('gate 22', 'changes taken again', milliseconds(Math.max(...recoveries)), '5000 ms')
  expect(refused).toBeGreaterThan(0)
  expect(without).toBe(0)
  expect([...known].filter((id) => !withAudit.has(id))).toEqual([])
  expect(verdict).toMatchObject({ is_whole: true })
  expect(failed).toEqual([])
  expect(Math.max(...recoveries)).toBeLessThan(withSlack(5_000))
  await allRecordsArrive(calls)
}, 120_000)

test('gate 22: PostgreSQL stopped: known keys for the stated time, unknown ones 503, budgets to the end of their slice', async () => {
  const budget = await scene.key('budget', { usage_limits: { type: 'cost', credit_limit: 20 } })
  const limited = await scene.key('limited', { rate_limits: [{ type: 'requests', unit: 'rpd', value: 40 }] })
  const before = simulator.requests.length
  const target = at(simulator)
  await Bun.sleep(HEARD_MS)
  const spent: Answered[] = []
  for (let i = 0; i < 8; i++) spent.push(await call(i, budget.key, target))
  const counted = [await call(0, limited.key, MOCK), await call(1, limited.key, MOCK)]
  for (const place of scene.nodes.keys()) expect((await call(place, undefined, MOCK)).status).toBe(200)
  await scene.servers.end('postgres', 'SIGINT')
  const stoppedMs = performance.now()
  const served = traffic([0, 1, 2, 3])
  const noticedMs = await scene.everywhere('the database is gone', 5_000, (is) => !is.database.is_reachable)
  expect((await scene.health(0)).status).toBe('degraded')
  counted.push(...(await Promise.all(Array.from({ length: 60 }, (_, i) => call(i % 2, limited.key, MOCK)))))
  const unknown = await Promise.all(Array.from({ length: 12 }, (_, i) => call(i, UNKNOWN_KEY, MOCK)))
  for (let i = 0; i < 200 && spent.at(-1)?.status !== 503; i++) spent.push(await call(0, budget.key, target))
  const isEarly = performance.now() - stoppedMs < OUTAGE_MS - 1_000
  const early = statusesOf(served.calls)
  await eventually('known keys are refused too', OUTAGE_MS + 5_000, async () => served.calls.at(-1)?.status === 503)
  const lastedMs = performance.now() - stoppedMs
  // Each has its own first moment without the database.
  await scene.everywhere('cut off', 5_000, ({ http, status }) => http === 503 && status === 'cut_off')
  await scene.servers.start('postgres')
  const backMs = await scene.everywhere('ready again', 10_000, (is) => is.status === 'ready')
  const calls = await served.end()
  const allowed = counted.filter(({ status }) => status === 200).length
  figure('gate 22', 'stopped: noticed by readiness', milliseconds(noticedMs), '5000 ms')
  figure('gate 22', `stopped: known keys served for`, milliseconds(lastedMs), `${OUTAGE_MS} ms as set`)
  figure('gate 22', 'stopped: unknown keys', statusesOf(unknown).join(), '503')
  figure('gate 22', 'stopped: known keys', statusesOf(calls).join(), '200 and 503, no 401')
  figure('gate 22', 'stopped: limit of 40 counted by Redis alone', `${allowed} admitted`, '<= 40')
  figure('gate 22', 'ready again, no node restarted', milliseconds(backMs), '5000 ms')
  if (isEarly) expect(early).toEqual([200])
  expect(statusesOf(calls)).toEqual([200, 503])
  expect(lastedMs).toBeGreaterThan(OUTAGE_MS - 1_500)
  expect(statusesOf(unknown)).toEqual([503])
  expect(statusesOf(spent)).toEqual([200, 503])
  expect(allowed).toBeLessThanOrEqual(40)
  expect(allowed).toBeGreaterThan(20)
  expect(backMs).toBeLessThan(withSlack(5_000))
  expect((await call(0, UNKNOWN_KEY, MOCK)).status).toBe(401)
  await allRecordsArrive([...calls, ...spent].filter(({ status }) => status === 200))
  await eventually('all that was served is booked', 10_000, async () => {
    const [row] = await scene.query<[string]>(
      `SELECT used_units FROM balances WHERE account = 'api_key/${budget.id}/cost'`,
    )
    return Number(row?.[0]) === (simulator.requests.length - before) * FEE_UNITS
  })
}, 90_000)

test('gate 22: PostgreSQL frozen: known keys as quick as before, unknown ones 503, and it goes on as it thaws', async () => {
  const limited = await scene.key('limited when frozen', {
    rate_limits: [{ type: 'requests', unit: 'rpd', value: 64 }],
  })
  await Bun.sleep(HEARD_MS)
  expect((await call(0, limited.key, MOCK)).status).toBe(200)
  for (const place of scene.nodes.keys()) expect((await call(place, undefined, MOCK)).status).toBe(200)
  await scene.servers.freeze('postgres')
  const served = traffic([0, 1, 2, 3])
  const counted = await Promise.all(Array.from({ length: 32 }, () => call(0, limited.key, MOCK)))
  const asked = call(1, UNKNOWN_KEY, MOCK)
  await scene.everywhere('the database is gone', 10_000, (is) => !is.database.is_reachable)
  const status = await Promise.race([asked.then((answer) => answer.status), Bun.sleep(0).then(() => null)])
  await scene.servers.thaw('postgres')
  const backMs = await scene.everywhere('ready again', 10_000, (is) => is.status === 'ready')
  const calls = await served.end()
  const unknown = await asked
  const failed = calls.filter(({ status }) => status !== 200)
  figure('gate 22', `frozen: of ${calls.length} requests of known keys failed`, `${failed.length}`, '0')
  figure('gate 22', 'frozen: slowest of them', milliseconds(slowestOf(calls)), '500 ms')
  figure('gate 22', 'frozen: slowest under a rate limit', milliseconds(slowestOf(counted)), `${GRANT_WAIT_MS + 500} ms`)
  figure(
    'gate 22',
    'frozen: an unknown key',
    status === null ? `${unknown.status} after the thaw` : `${status}`,
    '503, or later',
  )
  figure('gate 22', 'ready again after the thaw', milliseconds(backMs), '5000 ms')
  expect(failed).toEqual([])
  expect(slowestOf(calls)).toBeLessThan(withSlack(500))
  expect(statusesOf(counted)).toEqual([200])
  // A timer's time, which a busy machine does not double.
  expect(slowestOf(counted)).toBeLessThan(GRANT_WAIT_MS + withSlack(500))
  // Asked in the last moment it may have been answered by the database that was back.
  if (status !== null) expect(status).toBe(503)
  await allRecordsArrive(calls)
}, 60_000)

test('gate 23: invalid and oversized configs are refused while the old one serves on every node', async () => {
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
  for (const [i, [, wish]] of pushed.entries()) {
    answers.push((await scene.control(i).call(scene.control().admin, 'PUT', `/configs/${slug}`, wish)).status)
  }
  hasEnded = true
  await Promise.all(load)
  const failed = statuses.filter((status) => status !== 200).length
  figure('gate 23', `${pushed.length} bad configs pushed: of ${statuses.length} requests failed`, String(failed), '0')
  expect(answers).toEqual(pushed.map(([, , status]) => status))
  expect(failed).toBe(0)
  expect(statuses.length).toBeGreaterThan(pushed.length)
  expect(await scene.control(2).do('GET', `/configs/${slug}`)).toMatchObject({ version: 1, config_object: MOCK })
}, 30_000)

async function byConfig(place: number, slug: string): Promise<Response> {
  const reply = await scene.node(place).chat(null, { headers: { 'x-gateway-config': slug } })
  await reply.arrayBuffer()
  return reply
}
