import { expect, test } from 'bun:test'
import { createServer, type Socket } from 'node:net'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { eventually } from '../harness/eventually.ts'
import { residentBytes } from '../harness/process-use.ts'
import { connectRaw, rawChat, rawRequest } from '../harness/raw-client.ts'
import { shareGatewayProcess } from '../harness/share-gateway.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'

const gateway = await shareGatewayProcess()
const READERS = 100
const MIB = 1024 * 1024
const EVENT = 'x'.repeat(16 * 1024)
const OFFERED_BYTES = 64 * MIB

function* plenty(): Generator<string> {
  for (let sent = 0; sent < OFFERED_BYTES; sent += EVENT.length) yield EVENT
}

test('callers who stop reading slow their providers down, use little memory, and other callers are served', async () => {
  await using simulator = await startSimulator({ answers: [() => ({ stream: plenty() })] })
  await (await gateway.chat({ provider: 'mock' })).text()
  const before = residentBytes(gateway.process.child.pid)
  const bytes = rawChat(gateway.workspaceKey, at(simulator), { stream: true })
  const clients = await Promise.all(Array.from({ length: READERS }, () => connectRaw(gateway.url, { keep: false })))
  for (const client of clients) {
    client.pause()
    client.send(bytes)
  }
  await simulator.received(READERS)
  const sent = () => simulator.requests.reduce((sum, request) => sum + request.acceptedBytes, 0)
  for (let last = -1; last !== sent(); await Bun.sleep(300)) last = sent()
  // Most bytes from the provider are in the kernel's buffers of both connections.
  expect(sent() / READERS).toBeLessThan(OFFERED_BYTES / 2)
  expect(simulator.requests.every((request) => request.endedAtMs === null)).toBe(true)
  // bench/ measures the exact memory; here it must not grow with the size of the response.
  expect((residentBytes(gateway.process.child.pid) - before) / READERS / MIB).toBeLessThan(4)
  expect((await gateway.chat({ provider: 'mock' })).status).toBe(200)
  for (const client of clients) client.leave()
  await Promise.all(simulator.requests.map((request) => request.ended))
})

test('a caller who stops reading is disconnected even if its upload continues, and its slot is freed', async () => {
  await using narrow = await startGatewayProcess({
    environment: { GATEWAY_STALL_TIMEOUT_MS: '1000', GATEWAY_KEY_CONCURRENCY: '1' },
  })
  const ended = Promise.withResolvers<void>()
  const upstream = createServer((socket) => {
    socket.once('close', ended.resolve)
    answerEarly(socket)
  }).listen(0, '127.0.0.1')
  await new Promise((ready) => upstream.once('listening', ready))
  const { port } = upstream.address() as { readonly port: number }
  const client = await connectRaw(narrow.url, { keep: false })
  client.pause()
  const head = rawRequest('POST', '/v1/proxy/upload', [
    ['x-gateway-api-key', narrow.workspaceKey],
    ['x-gateway-config', JSON.stringify(at({ url: `http://127.0.0.1:${port}` }))],
    ['content-type', 'application/octet-stream'],
    ['content-length', '500000000'],
  ])
  client.send(head)
  client.send(Buffer.alloc(200_000))
  const trickle = setInterval(() => client.send('u'), 100)
  try {
    // The upload never ends: only the gateway can end this call.
    await ended.promise
    await eventually('the slot is free', async () => (await narrow.chat({ provider: 'mock' })).status === 200)
  } finally {
    clearInterval(trickle)
    client.leave()
    upstream.close()
  }
})

/** Responds at the first byte of the request, with as many bytes as the other side accepts. */
function answerEarly(socket: Socket): void {
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const fill = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('error', () => {})
  socket.on('drain', fill)
  socket.once('data', () => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/octet-stream\r\ntransfer-encoding: chunked\r\n\r\n')
    fill()
    socket.resume()
  })
}
