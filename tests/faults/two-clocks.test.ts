import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { eventually } from '../harness/eventually.ts'
import { openSockets } from '../harness/process-use.ts'
import { connectRaw, rawRequest } from '../harness/raw-client.ts'
import { shareGatewayProcess } from '../harness/share-gateway.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'

const IDLE_MS = 4_000
const EVENT = 'x'.repeat(16 * 1024)
const EVENTS = 2_048

/** Larger than all buffers between a provider and a caller. */
function* plenty(): Generator<string> {
  for (let i = 0; i < EVENTS; i++) yield EVENT
}

/** A circuit that opens after one failure. */
const BREAKER = { cb_config: { failure_threshold: 1, cooldown_interval: 60_000 } }

function streaming(key: string, trace: string, config: object): string {
  const body = { model: 'sim-model', messages: [{ role: 'user', content: 'hi' }], stream: true }
  const headers = [
    ['content-type', 'application/json'],
    ['x-gateway-api-key', key],
    ['x-gateway-trace-id', trace],
    ['x-gateway-config', JSON.stringify(config)],
  ] as const
  return rawRequest('POST', '/v1/chat/completions', headers, JSON.stringify(body))
}

const patient = await shareGatewayProcess({ environment: { GATEWAY_IDLE_TIMEOUT_MS: String(IDLE_MS) } })

test.concurrent('a caller who pauses reading for longer than the idle limit gets the whole response when it resumes', async () => {
  await using simulator = await startSimulator({ answers: [() => ({ stream: plenty() })] })
  const trace = crypto.randomUUID()
  const config = at(simulator, BREAKER)
  const client = await connectRaw(patient.url, { keep: false })
  client.pause()
  client.send(streaming(patient.workspaceKey, trace, config))
  const request = await simulator.received(1)
  for (let last = -1; last !== request.acceptedBytes; await Bun.sleep(300)) last = request.acceptedBytes
  // No bytes are transferred for more than two idle limits and several sweeps.
  await Bun.sleep(2.5 * IDLE_MS)
  expect(request.endedAtMs).toBeNull()
  client.resume()
  const log = await patient.waitForLog(trace)
  expect(log).toMatchObject({ ending: 'complete', status_code: 200 })
  // The log is written before the last bytes have left the kernel.
  await eventually('the client has everything', () => client.receivedBytes > EVENTS * EVENT.length)
  // The pause is not counted as a failure of the provider.
  expect((await patient.chat(config)).status).toBe(200)
})

test.concurrent('a caller who never resumes reading is disconnected, its slot is freed, and its provider is not blamed', async () => {
  const environment = { GATEWAY_STALL_TIMEOUT_MS: '1000', GATEWAY_KEY_CONCURRENCY: '1' }
  await using gateway = await startGatewayProcess({ environment })
  await using simulator = await startSimulator({ answers: [() => ({ stream: plenty() }), 'served'] })
  const trace = crypto.randomUUID()
  const config = at(simulator, BREAKER)
  await (await gateway.chat({ provider: 'mock' })).text()
  const before = openSockets(gateway.process.child.pid)
  const client = await connectRaw(gateway.url, { keep: false })
  client.pause()
  client.send(streaming(gateway.workspaceKey, trace, config))
  const request = await simulator.received(1)
  expect(await request.ended).toBe('aborted')
  // Both of its connections are closed.
  await eventually('the sockets are closed', () => openSockets(gateway.process.child.pid) <= before)
  // The only slot of its key is free again, and no circuit is open.
  await eventually('the slot is free', async () => (await gateway.chat(config)).status === 200)
  const log = await gateway.waitForLog(trace)
  expect(log).toMatchObject({ ending: 'abandoned' })
  expect(log.decisions.find(({ kind }) => kind === 'abandoned')?.reason).toContain('stopped reading')
  client.resume()
  expect(await client.closed).toBeString()
  expect(client.receivedBytes).toBeLessThan(EVENTS * EVENT.length)
})

test.concurrent('at shutdown the record of a caller who stopped reading is still written', async () => {
  await using simulator = await startSimulator({ answers: [() => ({ stream: plenty() })] })
  const environment = { GATEWAY_DRAIN_MS: '200', GATEWAY_DRAIN_DELAY_MS: '0' }
  await using gateway = await startGatewayProcess({ environment })
  const trace = crypto.randomUUID()
  const client = await connectRaw(gateway.url, { keep: false })
  client.pause()
  client.send(streaming(gateway.workspaceKey, trace, at(simulator)))
  const request = await simulator.received(1)
  for (let last = -1; last !== request.acceptedBytes; await Bun.sleep(300)) last = request.acceptedBytes
  expect(await gateway.stop()).toBe(0)
  await using again = await startGatewayProcess({ dataDirectory: gateway.dataDirectory })
  expect(await again.waitForLog(trace)).toMatchObject({ ending: 'broken' })
  client.leave()
})
