import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { eventually } from '../harness/eventually.ts'
import { openSockets } from '../harness/process-use.ts'
import { propertyRuns } from '../harness/property-runs.ts'
import { connectRaw, rawChat } from '../harness/raw-client.ts'
import { shareGatewayProcess } from '../harness/share-gateway.ts'

const gateway = await shareGatewayProcess()
const key = gateway.workspaceKey

test('a caller that disconnects before the first byte aborts the upstream call', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'hang' }] })
  const client = await connectRaw(gateway.url)
  client.send(rawChat(key, at(simulator), {}))
  const request = await simulator.received(1)
  client.leave()
  expect(await request.ended).toBe('aborted')
})

test('a caller that disconnects during a stream aborts the upstream call', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: ['one', 'two'], stallAfter: 1 }] })
  const client = await connectRaw(gateway.url)
  client.send(rawChat(key, at(simulator), { stream: true }))
  await client.until('"content":"one"')
  client.leave()
  const request = simulator.requests[0]!
  expect(await request.ended).toBe('aborted')
})

test('a caller that disconnects while the head of a stream is buffered aborts the upstream call', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: [], stallAfter: 0 }] })
  await using other = await startSimulator({ answers: ['never'] })
  const client = await connectRaw(gateway.url)
  const config = { strategy: { mode: 'fallback' }, targets: [at(simulator), at(other)] }
  client.send(rawChat(key, config, { stream: true }))
  const request = await simulator.received(1)
  client.leave()
  expect(await request.ended).toBe('aborted')
  expect(other.requests).toHaveLength(0)
})

test('hundreds of quick disconnects leave no open socket, and the gateway keeps serving', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'hang' }] })
  const before = openSockets(gateway.process.child.pid)
  for (let round = 0; round < propertyRuns(10); round++) {
    const clients = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const client = await connectRaw(gateway.url)
        client.send(rawChat(key, at(simulator), { stream: true }))
        return client
      }),
    )
    // Half of them disconnect at once, the other half when requests have reached the provider.
    for (const client of clients.slice(0, 50)) client.leave()
    await simulator.received((round + 1) * 50)
    for (const client of clients.slice(50)) client.leave()
  }
  await eventually('the upstream connections are closed', () => simulator.openConnections === 0)
  await eventually('the sockets are closed', () => openSockets(gateway.process.child.pid) <= before + 2)
  expect((await gateway.chat({ provider: 'mock' })).status).toBe(200)
})

test('the record of an abandoned request has that ending', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: ['one'], stallAfter: 1 }] })
  const leave = new AbortController()
  const headers = { 'x-gateway-trace-id': 'left-early' }
  const reply = await gateway.chat(at(simulator), { headers, body: { stream: true }, signal: leave.signal })
  await reply.body!.getReader().read()
  leave.abort()
  await simulator.requests[0]?.ended
  const log = await gateway.waitForLog('left-early')
  expect(log['ending']).toBe('abandoned')
  expect(log.decisions.map((decision) => decision.kind)).toContain('abandoned')
})
