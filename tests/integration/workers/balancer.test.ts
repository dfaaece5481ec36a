import { expect, test } from 'bun:test'
import { figure, milliseconds, timed } from '../../faults/figure.ts'
import { at } from '../../harness/at.ts'
import { startBalancer } from '../../harness/nodes/balancer.ts'
import { eventually } from '../../harness/nodes/eventually.ts'
import { sharedDatabase } from '../../harness/nodes/shared-database.ts'
import { steadyLoad } from '../../harness/nodes/steady-load.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'

/** More when asked for: gate 17 speaks of 100,000. */
const REQUESTS = Number(process.env['GATEHOUSE_TEST_REQUESTS'] ?? 3_000)
const DELAY_MS = 400
const simulator = await shareSimulator({ answers: ['one two three'] })

test('gate 17: SIGTERM of one of four nodes behind a balancer fails no request, and says so before it closes', async () => {
  await using database = await sharedDatabase()
  const environment = { GATEWAY_DRAIN_DELAY_MS: String(DELAY_MS) }
  const nodes = []
  for (let i = 0; i < 4; i++) nodes.push(await database.startNode({ environment, readyMs: 40_000 }))
  try {
    const [leaver] = nodes
    if (!leaver) throw new Error('no node')
    await using balancer = startBalancer(nodes.map(({ url }) => url))
    const body = { model: 'sim-model', messages: [{ role: 'user', content: 'hi' }] }
    const headers = {
      'content-type': 'application/json',
      'x-gateway-api-key': leaver.workspaceKey,
      'x-gateway-config': JSON.stringify(at(simulator)),
    }
    const load = steadyLoad(16, (i) =>
      fetch(`${balancer.url}/v1/chat/completions`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...body, stream: i % 2 === 0 }),
      }),
    )
    await load.more(REQUESTS / 3)
    const stopping = timed(() => leaver.stop())
    const open: number[] = []
    const told = await eventually('the node says no', 2_000, async () => {
      const status = await fetch(`${leaver.url}/readyz`, { keepalive: false }).then((reply) => reply.status)
      open.push(status)
      return status === 503
    })
    const { result: exitCode, ms } = await stopping
    await load.more(REQUESTS / 3)
    await using successor = await database.startNode({ dataDirectory: leaver.dataDirectory, readyMs: 40_000 })
    expect((await successor.chat(at(simulator))).status).toBe(200)
    await load.more(REQUESTS / 3)
    await load.stop()
    const total = load.whole() + load.failed().length
    figure('gate 17', `failed of ${total} over one SIGTERM, 4 nodes`, `${load.failed().length}`, '0')
    figure('gate 17', 'sent to another node', `${balancer.movedOn()}`, 'any')
    figure('gate 17', 'exit', `${exitCode} after ${milliseconds(ms)}`, '0 within 30 s')
    expect(load.failed()).toEqual([])
    expect(exitCode).toBe(0)
    expect(load.whole()).toBeGreaterThanOrEqual(REQUESTS)
    // While it still took connections.
    expect(open.at(-1)).toBe(503)
    expect(told).toBeLessThan(ms)
    expect(ms).toBeGreaterThanOrEqual(DELAY_MS)
    await eventually('every answer is logged', 10_000, async () => {
      const reply = await successor.fetch('/v1/analytics/summary')
      const { summary } = (await reply.json()) as { summary: { requests: number } }
      return summary.requests === load.whole() + 1
    })
  } finally {
    for (const node of nodes) await node[Symbol.asyncDispose]()
  }
}, 120_000)
