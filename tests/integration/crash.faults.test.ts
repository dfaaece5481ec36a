import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import type { Gateway } from '../harness/start-gateway.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'
import { storedTraces } from '../harness/stored-traces.ts'

/** Sends requests until the gateway exits; returns the trace id of every response that arrived complete. */
async function callUntilDead(gateway: Gateway, config: object, worker: number): Promise<string[]> {
  const seen: string[] = []
  for (let i = 0; ; i++) {
    const trace = `crash-${worker}-${i}`
    const headers = { 'x-gateway-trace-id': trace }
    try {
      const reply = await gateway.chat(config, { headers, body: { stream: i % 2 === 0 } })
      const text = await reply.text()
      if (reply.status === 200 && text.length > 0) seen.push(trace)
    } catch {
      return seen
    }
  }
}

test('kill -9 under load loses no request that the caller saw finish', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-crash-'))
  try {
    await using simulator = await startSimulator({ answers: ['one two three'] })
    const gateway = await startGatewayProcess({ dataDirectory })
    const workers = Array.from({ length: 16 }, (_, worker) => callUntilDead(gateway, at(simulator), worker))
    await simulator.received(1500)
    await gateway.kill9()
    const seen = (await Promise.all(workers)).flat()
    expect(seen.length).toBeGreaterThan(1000)
    await using again = await startGatewayProcess({ dataDirectory })
    await storedTraces(again, seen)
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
})

test('keys and records survive a clean restart', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-restart-'))
  try {
    const first = await startGatewayProcess({ dataDirectory })
    const headers = { 'x-gateway-trace-id': 'before-restart' }
    await (await first.chat({ provider: 'mock' }, { headers })).text()
    expect(await first.stop()).toBe(0)
    await using second = await startGatewayProcess({ dataDirectory })
    expect((await second.waitForLog('before-restart')).status_code).toBe(200)
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
})
