import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { connectRaw, rawChat, rawRequest } from '../harness/raw-client.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()

test('a connection stays open after a rejected request', async () => {
  const client = await connectRaw(gateway.url)
  client.send(rawRequest('POST', '/v1/chat/completions', [['content-type', 'application/json']], '{"model":"m"}'))
  await client.until('api_key_missing')
  client.send(rawChat(gateway.workspaceKey, { provider: 'mock' }, {}))
  await client.until('"chat.completion"')
  client.leave()
})

test('a request that arrives byte by byte is served', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const client = await connectRaw(gateway.url)
  for (const byte of rawChat(gateway.workspaceKey, at(simulator), {})) client.send(byte)
  await client.until('"content":"hello"')
  client.leave()
})

test('the gateway reuses connections to a provider', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  for (let i = 0; i < 20; i++) await (await gateway.chat(at(simulator))).text()
  expect(simulator.requests).toHaveLength(20)
  expect(simulator.acceptedConnections).toBeLessThanOrEqual(2)
})

test('a kept connection that the provider has closed does not fail the next request', async () => {
  const body = '{"choices":[]}'
  const raw = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  await using simulator = await startSimulator({ answers: [{ raw, ending: 'end' }] })
  for (let i = 0; i < 10; i++) {
    const reply = await gateway.chat(at(simulator))
    expect([i, reply.status, await reply.text()]).toEqual([i, 200, body])
  }
})
