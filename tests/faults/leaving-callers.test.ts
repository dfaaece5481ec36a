import { expect, test } from 'bun:test'
import type { Answer } from '../../simulators/answer.ts'
import { type Simulator, startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { eventually } from '../harness/eventually.ts'
import { openSockets } from '../harness/process-use.ts'
import { connectRaw, type RawClient, rawChat } from '../harness/raw-client.ts'
import { shareGatewayProcess } from '../harness/share-gateway.ts'

const gateway = await shareGatewayProcess()
const pid = gateway.process.child.pid
const TIMES = 200
const AT_ONCE = 20

type Moment = {
  readonly name: string
  readonly answers: readonly Answer[]
  readonly more?: object
  /** Resolves when the caller should disconnect. */
  readonly ready: (client: RawClient, simulator: Simulator, index: number) => Promise<unknown>
}

const MOMENTS: readonly Moment[] = [
  {
    name: 'before the headers',
    answers: [{ fault: 'hang' }],
    ready: (_client, simulator, index) => simulator.received(index + 1),
  },
  {
    name: 'before the first token',
    answers: [{ stream: [{ raw: ': wait\n\n' }, 'late'], stallAfter: 1 }],
    ready: (client) => client.until(': wait'),
  },
  {
    name: 'in the middle of a stream',
    answers: [{ stream: ['one', 'two'], stallAfter: 1 }],
    ready: (client) => client.until('"one"'),
  },
]

test.each(MOMENTS.map((moment) => [moment.name, moment] as const))(
  'a caller who disconnects %s closes the upstream connection and leaks no socket',
  async (_name, { answers, ready }) => {
    await using simulator = await startSimulator({ answers })
    const before = openSockets(pid)
    for (let done = 0; done < TIMES; done += AT_ONCE) {
      const clients = await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          const client = await connectRaw(gateway.url)
          client.send(rawChat(gateway.workspaceKey, at(simulator), { stream: true }))
          return client
        }),
      )
      await Promise.all(clients.map((client, i) => ready(client, simulator, done + i)))
      await simulator.received(done + AT_ONCE)
      for (const client of clients) client.leave()
      const requests = simulator.requests.slice(done, done + AT_ONCE)
      for (const request of requests) expect(await request.ended).toBe('aborted')
    }
    await eventually('the sockets are closed', () => openSockets(pid) <= before + 2)
  },
)

test('a caller who disconnects during the wait for a retry ends the plan: no further call', async () => {
  // Much longer than a caller's disconnect takes to arrive on a busy machine.
  await using simulator = await startSimulator({ answers: [{ status: 503, retryAfter: { ms: 50_000 } }] })
  const traces: string[] = []
  for (let i = 0; i < 20; i++) {
    const trace = crypto.randomUUID()
    traces.push(trace)
    const client = await connectRaw(gateway.url)
    const config = JSON.stringify(at(simulator, { retry: { attempts: 5, use_retry_after_headers: true } }))
    const body = JSON.stringify({ model: 'm', messages: [] })
    client.send(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nx-gateway-api-key: ${gateway.workspaceKey}\r\nx-gateway-trace-id: ${trace}\r\nx-gateway-config: ${config}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    await (await simulator.received(i + 1)).ended
    client.leave()
  }
  const endings = await Promise.all(traces.map(async (trace) => (await gateway.waitForLog(trace))['ending']))
  const calls = simulator.requests.length
  expect(new Set(endings)).toEqual(new Set(['abandoned']))
  expect(calls).toBe(20)
})

test('if a caller disconnects while its response is being cached, no partial response is cached', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: ['one', 'two'], stallAfter: 1 }, 'whole answer'] })
  const config = at(simulator, { cache: { mode: 'simple' } })
  const client = await connectRaw(gateway.url)
  client.send(rawChat(gateway.workspaceKey, config, { stream: true }))
  await client.until('"one"')
  client.leave()
  expect(await simulator.requests[0]!.ended).toBe('aborted')
  const again = await gateway.chat(config, { body: { stream: true } })
  expect(await again.text()).toContain('whole')
  expect(again.headers.get('x-gateway-cache-status')).toBe('MISS')
})
