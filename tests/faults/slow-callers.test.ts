import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { eventually } from '../harness/eventually.ts'
import { openSockets } from '../harness/process-use.ts'
import { connectRaw, type RawClient, rawChat } from '../harness/raw-client.ts'
import { shareGatewayProcess } from '../harness/share-gateway.ts'

const gateway = await shareGatewayProcess()
const pid = gateway.process.child.pid
const SLOW = 300
/** Sockets of earlier tests that may close while this one runs. */
const STILL_CLOSING = 10

async function crowd(count: number, first: string): Promise<RawClient[]> {
  const clients = await Promise.all(Array.from({ length: count }, () => connectRaw(gateway.url)))
  for (const client of clients) client.send(first)
  return clients
}

test.each<[string, string]>([
  ['connections that send nothing', ''],
  ['callers who stop in the middle of the head', 'POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nx-ga'],
  [
    'callers who never send their body',
    `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nx-gateway-api-key: ${gateway.workspaceKey}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
  ],
])('%s do not block other callers and leave no socket open', async (_name, first) => {
  const before = openSockets(pid)
  const clients = await crowd(SLOW, first)
  let closed = 0
  for (const client of clients) void client.closed.then(() => closed++)
  // On a busy machine, the first connections may time out before the last ones are accepted.
  const held = () => openSockets(pid) - before
  await eventually('the gateway has accepted all connections', () => held() + closed >= SLOW - STILL_CLOSING)
  for (let i = 0; i < 20; i++) expect((await gateway.chat({ provider: 'mock' })).status).toBe(200)
  for (const client of clients) client.leave()
  await eventually('the sockets are closed', () => openSockets(pid) <= before + STILL_CLOSING)
})

test('a request whose body arrives byte by byte is served', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const bytes = rawChat(gateway.workspaceKey, at(simulator), {})
  const bodyAt = bytes.indexOf('\r\n\r\n') + 4
  const client = await connectRaw(gateway.url)
  client.send(bytes.slice(0, bodyAt))
  for (const letter of bytes.slice(bodyAt)) {
    client.send(letter)
    await Bun.sleep(1)
  }
  await client.until('hello')
})

test('a caller who half-closes its connection counts as disconnected: the upstream call is aborted', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'hang' }] })
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: Number(new URL(gateway.url).port),
    allowHalfOpen: true,
    socket: { data() {} },
  })
  socket.write(rawChat(gateway.workspaceKey, at(simulator), {}))
  const request = await simulator.received(1)
  socket.shutdown()
  expect(await request.ended).toBe('aborted')
  socket.terminate()
})

test('the gateway closes a connection that does not send complete headers', async () => {
  const silent = await connectRaw(gateway.url)
  const halting = await connectRaw(gateway.url)
  halting.send('POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nx-ga')
  await Promise.all([silent.closed, halting.closed])
  expect(silent.text).toBe('')
})
