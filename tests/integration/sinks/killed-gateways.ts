/** Gateways that are killed under load, and the logs that their sinks must have afterwards. */

import { expect } from 'bun:test'
import { eventually } from '../../harness/eventually.ts'
import type { GatewayProcess } from '../../harness/start-gateway-process.ts'

const CALLERS = 6

export type SentLog = { readonly id: string; readonly trace_id: string }

/** Requests whose whole response has arrived. */
export class Callers {
  readonly acknowledged = new Set<string>()
  #next = 0

  /** Calls these gateways until they are killed; resolves when every caller has ended. */
  async untilDead(gateways: readonly GatewayProcess[]): Promise<void> {
    await Promise.all(Array.from({ length: CALLERS }, (_, caller) => this.#call(gateways[caller % gateways.length]!)))
  }

  /** Resolves after this many more acknowledged requests; fails if a sink blocks requests. */
  async more(count: number): Promise<void> {
    const wanted = this.acknowledged.size + count
    await eventually(`${count} more responses`, () => this.acknowledged.size >= wanted)
  }

  /** One request that must succeed. */
  async one(gateway: GatewayProcess): Promise<void> {
    const trace = `sink-${this.#next++}`
    const reply = await gateway.chat({ provider: 'mock' }, { headers: { 'x-gateway-trace-id': trace } })
    await reply.text()
    expect(reply.status).toBe(200)
    this.acknowledged.add(trace)
  }

  async #call(gateway: GatewayProcess): Promise<void> {
    for (;;) {
      try {
        await this.one(gateway)
      } catch {
        if (gateway.process.child.exitCode !== null || gateway.process.child.signalCode !== null) return
        await Bun.sleep(1)
      }
    }
  }
}

/** Creates a sink and waits until every node has a position for it. */
export async function createSink(gateway: GatewayProcess, sink: object, nodes = 1): Promise<string> {
  const reply = await gateway.fetch('/v1/sinks', { method: 'POST', key: gateway.adminKey, body: sink })
  const { id } = (await reply.json()) as { id: string }
  expect([reply.status, typeof id]).toEqual([200, 'string'])
  await eventually('each node has a position', async () => (await progressOf(gateway, id)).length === nodes)
  return id
}

export type NodeProgress = { readonly delivered_logs: number; readonly dropped_logs: number; readonly failures: number }

export async function progressOf(gateway: GatewayProcess, id: string): Promise<readonly NodeProgress[]> {
  const reply = await gateway.fetch(`/v1/sinks/${id}/progress`, { key: gateway.adminKey })
  return ((await reply.json()) as { data: NodeProgress[] }).data
}

/** A sink must have every log of the store at least once, including all acknowledged requests. */
export async function expectAll(
  gateway: GatewayProcess,
  { acknowledged }: Callers,
  read: () => Promise<readonly SentLog[]>,
) {
  let problem = ''
  const sent = await eventually(
    () => `sink and store have the same logs; ${problem}`,
    async () => {
      const logs = await read()
      const traces = new Set(logs.map((log) => log.trace_id))
      const missing = acknowledged.difference(traces).size
      problem = `${missing} acknowledged requests are missing`
      // The store has hundreds of logs: it is read once the sink may have them all.
      if (missing > 0) return null
      const ids = new Set(logs.map((log) => log.id))
      const stored = await storedIds(gateway)
      // A request in flight at a kill may have a log without being acknowledged. Sink and store both get it, or neither.
      const different = { onlyStored: stored.difference(ids).size, onlySent: ids.difference(stored).size }
      problem = JSON.stringify(different)
      return Object.values(different).every((count) => count === 0) && ids
    },
  )
  expect(sent.size).toBeGreaterThanOrEqual(acknowledged.size)
}

async function storedIds(gateway: GatewayProcess): Promise<Set<string>> {
  const ids = new Set<string>()
  let cursor: string | null = null
  do {
    const page = await gateway.logs({ page_size: '100', ...(cursor !== null && { cursor }) })
    for (const log of page.data) ids.add(log.id)
    cursor = page.next_cursor
  } while (cursor !== null)
  return ids
}

export interface LogWebhook extends AsyncDisposable {
  readonly url: string
  readonly logs: SentLog[]
  /** `failing`: 503. `silent`: no response until the end of the test. */
  state: 'accepting' | 'failing' | 'silent'
  readonly refused: () => number
}

export function logWebhook(): LogWebhook {
  const logs: SentLog[] = []
  const ended = Promise.withResolvers<Response>()
  let refused = 0
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const given = (await request.json()) as SentLog[]
      if (webhook.state !== 'accepting') refused++
      if (webhook.state === 'failing') return new Response('down', { status: 503 })
      if (webhook.state === 'silent') return ended.promise
      for (const { id, trace_id } of given) logs.push({ id, trace_id })
      return new Response()
    },
  })
  const webhook: LogWebhook = {
    url: `http://127.0.0.1:${server.port}/logs`,
    logs,
    state: 'accepting',
    refused: () => refused,
    async [Symbol.asyncDispose]() {
      ended.resolve(new Response())
      await server.stop(true)
    },
  }
  return webhook
}
