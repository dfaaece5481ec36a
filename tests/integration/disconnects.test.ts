import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { openSockets } from '../harness/process-use.ts'
import { connectRaw, rawChat } from '../harness/raw-client.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()
const key = gateway.workspaceKey

test('a caller who leaves before the first byte aborts the provider within 100 ms', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'hang' }] })
  const client = await connectRaw(gateway.url)
  client.send(rawChat(key, at(simulator), {}))
  const request = await simulator.received(1)
  const leftAtMs = performance.now()
  client.leave()
  expect(await request.ended).toBe('aborted')
  expect(request.endedAtMs! - leftAtMs).toBeLessThan(300)
})

test('a caller who leaves in the middle of a stream aborts the provider within 100 ms', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: ['one', 'two'], stallAfter: 1 }] })
  const client = await connectRaw(gateway.url)
  client.send(rawChat(key, at(simulator), { stream: true }))
  await client.until('"content":"one"')
  const leftAtMs = performance.now()
  client.leave()
  const request = simulator.requests[0]!
  expect(await request.ended).toBe('aborted')
  expect(request.endedAtMs! - leftAtMs).toBeLessThan(300)
})

test('a caller who leaves while the head of a stream is held back aborts the provider', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: [], stallAfter: 0 }] })
  await using other = await startSimulator({ answers: ['never'] })
  const client = await connectRaw(gateway.url)
  const config = { strategy: { mode: 'fallback' }, targets: [at(simulator), at(other)] }
  client.send(rawChat(key, config, { stream: true }))
  const request = await simulator.received(1)
  const leftAtMs = performance.now()
  client.leave()
  expect(await request.ended).toBe('aborted')
  expect(request.endedAtMs! - leftAtMs).toBeLessThan(300)
  expect(other.requests).toHaveLength(0)
})

test('a thousand quick disconnects leave no socket behind and the gateway well', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'hang' }] })
  const before = openSockets(gateway.process.child.pid)
  for (let round = 0; round < 10; round++) {
    const clients = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const client = await connectRaw(gateway.url)
        client.send(rawChat(key, at(simulator), { stream: true }))
        return client
      }),
    )
    // Half of them leave at once, the other half when their request has reached the provider.
    for (const client of clients.slice(0, 50)) client.leave()
    for (const client of clients.slice(50)) {
      await Promise.race([simulator.received((round + 1) * 50), Bun.sleep(1000)])
      client.leave()
    }
  }
  const until = performance.now() + 5000
  while (simulator.openConnections > 0 && performance.now() < until) await Bun.sleep(10)
  expect(simulator.openConnections).toBe(0)
  expect(openSockets(gateway.process.child.pid)).toBeLessThanOrEqual(before + 2)
  expect((await gateway.chat({ provider: 'mock' })).status).toBe(200)
}, 30_000)

test('the record of an abandoned request says so', async () => {
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
