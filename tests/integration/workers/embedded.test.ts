import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { StreamItem } from '../../../simulators/answer.ts'
import { eventChannel } from '../../../simulators/event-channel.ts'
import { startSimulator } from '../../../simulators/simulator.ts'
import { at } from '../../harness/at.ts'
import { eventually } from '../../harness/eventually.ts'
import { steadyLoad } from '../../harness/nodes/steady-load.ts'
import { isAlive, workerProcesses } from '../../harness/nodes/worker-processes.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'
import { type GatewayProcess, startGatewayProcess } from '../../harness/start-gateway-process.ts'
import { DAY_MS, windowLasts } from '../../harness/window-end.ts'
import { cost, LimitedScene, rate } from '../limits/limited-gateway.ts'

const WORKERS = 3
const PAUSE_MS = 10
const simulator = await shareSimulator({ answers: ['one two three'] })

let gateway: GatewayProcess
let scene: LimitedScene

beforeAll(async () => {
  gateway = await startGatewayProcess({ environment: { GATEWAY_WORKERS: String(WORKERS) } })
  scene = new LimitedScene(gateway)
  await scene.fee('fee-model', 0.01)
})

afterAll(() => gateway[Symbol.asyncDispose]())

/** Uses a new connection, which the kernel assigns to any of the workers. */
async function call(key: string, traceId?: string, config: object = at(simulator)): Promise<number> {
  const headers = { connection: 'close', ...(traceId !== undefined && { 'x-gateway-trace-id': traceId }) }
  const reply = await gateway.chat(config, { key, headers, body: { model: 'fee-model' } })
  await reply.text()
  return reply.status
}

type Summary = { readonly summary: { readonly requests: number } }

/** Logs of requests with this key. Logs of earlier tests may be stored at any time, so tests do not count all logs. */
async function countLogs(keyId: string, of = gateway): Promise<number> {
  const reply = await of.fetch(`/v1/analytics/summary?api_key_ids=${keyId}`)
  return ((await reply.json()) as Summary).summary.requests
}

async function countMetrics(): Promise<number> {
  const text = await (await gateway.fetch('/metrics', { key: gateway.adminKey })).text()
  const samples = text.matchAll(/^gatehouse_requests_total\{endpoint="chat.completions".*\} (\d+)$/gm)
  return [...samples].reduce((sum, [, count]) => sum + Number(count), 0)
}

test('exactly 100 of 300 requests over three workers are served from a budget for 100', async () => {
  const { key, id } = await scene.key(cost(1))
  const before = simulator.requests.length
  const statuses = await Promise.all(Array.from({ length: 300 }, () => call(key)))
  expect(simulator.requests.length - before).toBe(100)
  expect(statuses.filter((status) => status === 200)).toHaveLength(100)
  expect(statuses.filter((status) => status === 412)).toHaveLength(200)
  // A worker responds without waiting until the owner process has settled the hold.
  await eventually('all holds are settled', async () => (await scene.usageOf(id)).held === 0)
  expect(await scene.usageOf(id)).toMatchObject({ current_usage: 1, held: 0, status: 'exhausted' })
})

test('exactly 50 of 200 requests over three workers are served under a rate limit of 50', async () => {
  await windowLasts(DAY_MS, 120_000)
  const { key } = await scene.key(rate('requests', 'rpd', 50))
  const statuses = await Promise.all(Array.from({ length: 200 }, () => call(key)))
  expect(statuses.filter((status) => status === 200)).toHaveLength(50)
  expect(statuses.filter((status) => status === 429)).toHaveLength(150)
})

test('every worker rejects a deleted key', async () => {
  const { key, id } = await scene.key({})
  const known = await Promise.all(Array.from({ length: 30 }, () => call(key)))
  expect(new Set(known)).toEqual(new Set([200]))
  await scene.control.do('DELETE', `/api-keys/${id}`)
  await eventually('refused everywhere', async () => {
    const statuses = await Promise.all(Array.from({ length: 30 }, () => call(key)))
    return statuses.every((status) => status === 401)
  })
})

test('a circuit that one worker opens is open in all, is listed once, and can be reset for all', async () => {
  await using broken = await startSimulator({ answers: [503] })
  const config = at(broken, { cb_config: { failure_threshold: 3, cooldown_interval: 60_000 } })
  const key = gateway.workspaceKey
  for (let i = 0; i < 30; i++) await call(key, undefined, config)
  // Each worker counts its own failures until it receives another worker's event.
  expect(broken.requests.length).toBeLessThanOrEqual(WORKERS * 3)
  const list = async () => ((await (await gateway.fetch('/v1/breakers')).json()) as { data: Breaker[] }).data
  const [shown, ...others] = await list()
  expect([shown?.state, others]).toEqual(['open', []])
  const reset = await gateway.fetch(`/v1/breakers/${shown?.id}/reset`, { method: 'POST', key: gateway.adminKey })
  expect(reset.status).toBe(200)
  expect((await list()).map(({ state }) => state)).toEqual(['closed'])
})

type Breaker = { readonly id: string; readonly state: string }

test('the admin API, the dashboard and the live logs work through any worker', async () => {
  const watched = await gateway.fetch('/v1/logs/stream')
  const reader = watched.body?.pipeThrough(new TextDecoderStream()).getReader()
  let seen = ''
  const watching = (async () => {
    for (;;) {
      const chunk = await reader?.read()
      if (!chunk || chunk.done) return
      seen += chunk.value
    }
  })()
  // The workers learn of a new log stream with a short delay; after that no log is missing.
  await eventually('all of a round are seen', async () => {
    const ids = Array.from({ length: 30 }, () => crypto.randomUUID())
    await Promise.all(ids.map((id) => call(gateway.workspaceKey, id)))
    // Each round begins after the last one has been shown, or is taken as missing.
    await Bun.sleep(600)
    return ids.every((id) => seen.includes(id))
  })
  await reader?.cancel()
  await watching
  const headers = { connection: 'close', 'x-gatehouse-peer': '10.9.8.7', 'x-forwarded-for': '10.9.8.7' }
  for (let i = 0; i < 10; i++) {
    const made = await gateway.fetch('/v1/configs', {
      method: 'POST',
      headers,
      body: { name: `config ${i}`, config: at(simulator) },
    })
    expect(made.status).toBe(200)
  }
  const audit = await gateway.fetch('/v1/audit-logs?page_size=10', { key: gateway.adminKey })
  const { records } = (await audit.json()) as { records: { client_ip: string }[] }
  // The gateway ignores a client address that the caller sends.
  expect(new Set(records.map(({ client_ip }) => client_ip))).toEqual(new Set(['127.0.0.1']))
  const page = await fetch(`${gateway.url}/openapi.json`)
  expect([page.status, ((await page.json()) as { openapi: string }).openapi]).toEqual([200, expect.any(String)])
  const wrong = await gateway.fetch('/v1/breakers', { method: 'DELETE' })
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET'])
})

test('a worker killed under load is replaced while the others serve; its responses are in the logs and its holds are spent', async () => {
  const channel = eventChannel<StreamItem>()
  await using slow = await startSimulator({ answers: [{ stream: channel }] })
  const { key, id } = await scene.key(cost(1))
  const loaded = await scene.key({})
  const victims = workerProcesses(gateway)
  expect(victims).toHaveLength(WORKERS)
  // One open stream, in an unknown worker: the stream breaks when the test kills that worker.
  channel.push('begun')
  const held = await gateway.chat(at(slow), { key, body: { model: 'fee-model', stream: true } })
  const broken = held.text().then(
    () => false,
    () => true,
  )
  expect(await scene.usageOf(id)).toMatchObject({ current_usage: 0 })
  const load = steadyLoad(6, () => gateway.chat(at(simulator), { key: loaded.key }), PAUSE_MS)
  await load.more(60)
  for (const victim of victims) {
    process.kill(victim, 'SIGKILL')
    if (await Promise.race([broken, Bun.sleep(300).then(() => false)])) break
  }
  expect(await broken).toBe(true)
  await load.stop()
  // The stream may have been in the last worker, so none may be running now.
  await eventually('somebody answers', async () => {
    const reply = await fetch(`${gateway.url}/healthz`, { keepalive: false }).catch(() => null)
    return reply?.ok === true
  })
  // The cost is unknown, so the whole hold counts.
  await eventually('spent', async () => {
    const { current_usage, held: open } = (await scene.usageOf(id)) as { current_usage: number; held: number }
    return current_usage === 0.01 && open === 0
  })
  await eventually('another is there', async () => workerProcesses(gateway).length === WORKERS)
  await eventually('every answer is in the logs', async () => (await countLogs(loaded.id)) >= load.whole())
})

test('SIGHUP replaces every worker without a failed request, and readiness stays 200', async () => {
  const before = workerProcesses(gateway)
  const used = await scene.key({})
  expect(await call(used.key)).toBe(200)
  const loaded = await scene.key({})
  const counted = await countMetrics()
  const load = steadyLoad(
    6,
    (i) => gateway.chat(at(simulator), { key: loaded.key, body: { stream: i % 2 === 0 } }),
    PAUSE_MS,
  )
  const ready = steadyLoad(1, () => fetch(`${gateway.url}/readyz`), PAUSE_MS)
  await load.more(50)
  gateway.process.child.kill('SIGHUP')
  await eventually('all are new', async () => {
    const now = workerProcesses(gateway)
    return now.length === WORKERS && now.every((pid) => !before.includes(pid))
  })
  await load.more(200)
  await Promise.all([load.stop(), ready.stop()])
  expect([load.failed(), ready.failed()]).toEqual([[], []])
  await eventually('logged', async () => (await countLogs(loaded.id)) === load.whole())
  expect(await scene.control.do('GET', `/api-keys/${used.id}`)).toMatchObject({ last_used_ip: '127.0.0.1' })
  // The metrics include the killed workers.
  expect((await countMetrics()) - counted).toBe(load.whole())
})

test('if the parent and all workers are killed, no process remains, and the next start has every record', async () => {
  const { dataDirectory } = gateway
  const { key, id } = await scene.key({})
  const statuses = await Promise.all(Array.from({ length: 60 }, () => call(key)))
  const workers = workerProcesses(gateway)
  await gateway.kill9()
  expect(statuses.every((status) => status === 200)).toBe(true)
  await eventually('the workers have ended', async () => !workers.some(isAlive))
  await using again = await startGatewayProcess({ dataDirectory, environment: { GATEWAY_WORKERS: '2' } })
  await eventually('all are in the logs', async () => (await countLogs(id, again)) === 60)
  expect(await again.stop()).toBe(0)
})
