import { expect, test } from 'bun:test'
import { at } from '../../harness/at.ts'
import { eventually } from '../../harness/eventually.ts'
import { startBalancer } from '../../harness/nodes/balancer.ts'
import { sharedDatabase } from '../../harness/nodes/shared-database.ts'
import { steadyLoad } from '../../harness/nodes/steady-load.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'

/** GATEHOUSE_TEST_REQUESTS sets more requests for a longer run. */
const REQUESTS = Number(process.env['GATEHOUSE_TEST_REQUESTS'] ?? 900)
/** The delay between the first 503 of /readyz and the closing of the port; the balancer polls every 50 ms. */
const DELAY_MS = 5_000
/** Between the requests of each of the 16 callers. */
const PAUSE_MS = 100
const simulator = await shareSimulator({ answers: ['one two three'] })

test('SIGTERM of one of four nodes behind a balancer fails no request, and /readyz reports 503 before the port closes', async () => {
  await using database = await sharedDatabase()
  const environment = { GATEWAY_DRAIN_DELAY_MS: String(DELAY_MS) }
  const nodes = []
  for (let i = 0; i < 4; i++) nodes.push(await database.startNode({ environment }))
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
    const load = steadyLoad(
      16,
      (i) =>
        fetch(`${balancer.url}/v1/chat/completions`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ ...body, stream: i % 2 === 0 }),
        }),
      PAUSE_MS,
    )
    await load.more(REQUESTS / 3)
    const stopping = leaver.stop()
    // A node that closed its port before it reported 503 would refuse this connection, and fetch would throw.
    await eventually('the node reports that it is not ready', async () => {
      const reply = await fetch(`${leaver.url}/readyz`, { keepalive: false })
      return reply.status === 503
    })
    const exitCode = await stopping
    await load.more(REQUESTS / 3)
    await using successor = await database.startNode({ dataDirectory: leaver.dataDirectory })
    expect((await successor.chat(at(simulator))).status).toBe(200)
    await load.more(REQUESTS / 3)
    await load.stop()
    expect([load.failed(), load.resets()]).toEqual([[], 0])
    expect(exitCode).toBe(0)
    expect(load.whole()).toBeGreaterThanOrEqual(REQUESTS)
    await eventually('every answer is logged', async () => {
      const reply = await successor.fetch('/v1/analytics/summary')
      const { summary } = (await reply.json()) as { summary: { requests: number } }
      return summary.requests === load.whole() + 1
    })
  } finally {
    for (const node of nodes) await node[Symbol.asyncDispose]()
  }
})
