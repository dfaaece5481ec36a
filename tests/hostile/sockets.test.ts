import { expect, test } from 'bun:test'
import { startRawSocketSimulator } from '../../simulators/raw-socket-simulator.ts'
import { startSocketSimulator } from '../../simulators/socket-simulator.ts'
import { eventually } from '../harness/eventually.ts'
import { residentBytes } from '../harness/process-use.ts'
import { shareGatewayProcess } from '../harness/share-gateway.ts'
import { connectSocket, type SocketClient, upgradeResponse } from '../harness/socket-client.ts'

const gateway = await shareGatewayProcess({ environment: { GATEWAY_SOCKET_MESSAGE_BYTES: '1048576' } })

function headers(url: string, more: Record<string, string> = {}): Record<string, string> {
  const target = { provider: 'openai', custom_host: `${url}/v1`, api_key: 'sk' }
  return { authorization: `Bearer ${gateway.workspaceKey}`, 'x-gateway-config': JSON.stringify(target), ...more }
}

function open(url: string, more: Record<string, string> = {}): Promise<SocketClient> {
  return connectSocket(`${gateway.url}/v1/realtime?model=gpt-realtime`, { headers: headers(url, more) })
}

const frame = (first: number, ...bytes: number[]) => Buffer.from([first, ...bytes])
const long = (first: number, length: bigint, payload = '') => {
  const head = Buffer.alloc(10)
  head[0] = first
  head[1] = 127
  head.writeBigUInt64BE(length, 2)
  return Buffer.concat([head, Buffer.from(payload)])
}

test.each<[string, Buffer, string]>([
  ['a masked frame', Buffer.concat([frame(0x81, 0x81, 1, 2, 3, 4), Buffer.from('x')]), 'masked'],
  ['a reserved bit', frame(0xc1, 1, 120), 'extension'],
  ['a reserved opcode', frame(0x83, 0), 'opcode 3'],
  ['a reserved control opcode', frame(0x8b, 0), 'opcode 11'],
  ['a continuation of nothing', frame(0x80, 0), 'continues no message'],
  ['a message inside a message', Buffer.concat([frame(0x01, 1, 120), frame(0x81, 1, 120)]), 'inside another'],
  ['a fragmented ping', frame(0x09, 0), 'fragmented'],
  ['a long ping', frame(0x89, 126, 0, 200), '125 bytes'],
  ['a length with the first bit set', long(0x82, 2n ** 63n), 'most significant bit'],
  ['a huge length', long(0x82, 2n ** 40n), 'larger than 1048576'],
  ['a message just over the limit', long(0x82, 1_048_577n), 'larger than 1048576'],
  ['invalid UTF-8', frame(0x81, 2, 0xc3, 0x28), 'UTF-8'],
  ['half a close code', frame(0x88, 1, 3), 'payload of one byte'],
  ['a forbidden close code', frame(0x88, 2, 0x03, 0xed), '1005'],
])('%s of the provider ends the session with 1011, and the caller learns why', async (_name, bytes, why) => {
  await using provider = startRawSocketSimulator({ open: (peer) => peer.send(bytes) })
  const client = await open(provider.url)
  const event = JSON.parse(String(await client.next())) as { error: { code: string; message: string } }
  expect(event.error.code).toBe('upstream_broken')
  expect(event.error.message).toContain(why)
  expect((await client.closed).code).toBe(1011)
  await provider.peers[0]!.closed
})

test('fragments and interleaved pings are one message, however the bytes are cut', async () => {
  const bytes = Buffer.concat([
    frame(0x01, 3, 0xe2, 0x82, 0xac),
    frame(0x89, 2, 1, 2),
    frame(0x00, 0),
    frame(0x00, 1, 0xc3),
    frame(0x80, 1, 0xa4),
  ])
  await using provider = startRawSocketSimulator({
    open: async (peer) => {
      for (const byte of bytes) {
        peer.send(Buffer.from([byte]))
        await Bun.sleep(1)
      }
    },
  })
  const client = await open(provider.url)
  expect(await client.next()).toBe('€ä')
  // A pong with the same payload, masked.
  const pong = await eventually('a pong', async () => {
    const all = Buffer.concat(provider.peers[0]!.received)
    return all.length >= 8 ? all : undefined
  })
  expect([pong[0], pong[1]]).toEqual([0x8a, 0x82])
  expect([pong[6]! ^ pong[2]!, pong[7]! ^ pong[3]!]).toEqual([1, 2])
  client.socket.close()
})

test('a provider that never ends its close is cut off', async () => {
  await using provider = startRawSocketSimulator({ open: () => undefined })
  const client = await open(provider.url)
  client.socket.close(1000)
  await client.closed
  await provider.peers[0]!.closed
})

test.each<[string, (accept: string) => string]>([
  ['a wrong accept key', () => head('sec-websocket-accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=')],
  ['an extension', (accept) => head(`sec-websocket-accept: ${accept}\r\nsec-websocket-extensions: permessage-deflate`)],
  [
    'a subprotocol that was not offered',
    (accept) => head(`sec-websocket-accept: ${accept}\r\nsec-websocket-protocol: x`),
  ],
])('a handshake with %s is a 502', async (_name, make) => {
  await using provider = startRawSocketSimulator({ head: make, open: () => undefined })
  const response = await upgradeResponse(`${gateway.url}/v1/realtime?model=m`, headers(provider.url))
  const { error } = (await response.json()) as { error: { code: string } }
  expect([response.status, error.code]).toEqual([502, 'upstream_broken'])
})

function head(lines: string): string {
  return `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n${lines}\r\n\r\n`
}

test('an unasked 101 is not followed', async () => {
  await using provider = startRawSocketSimulator({ open: () => undefined })
  const response = await gateway.fetch('/v1/proxy/x', {
    headers: { ...headers(provider.url), 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' },
  })
  expect(response.status).toBe(502)
})

test('a caller’s message over the limit closes with 1009', async () => {
  await using provider = startSocketSimulator()
  const client = await open(provider.url)
  client.send('x'.repeat(1_048_577))
  expect((await client.closed).code).toBe(1009)
  expect((await provider.peer(1)).received).toHaveLength(0)
})

test('private addresses are refused before a connection is made', async () => {
  for (const host of ['http://169.254.169.254/v1', 'http://10.1.2.3/v1']) {
    const response = await upgradeResponse(`${gateway.url}/v1/realtime?model=m`, headers(host.slice(0, -3)))
    const { error } = (await response.json()) as { error: { code: string } }
    expect(error.code).toBe('address_forbidden')
  }
})

const rssKb = () => residentBytes(gateway.process.child.pid) / 1024

test('a caller that does not read pauses the provider: the gateway does not buffer, and nothing is lost', async () => {
  const count = 1_000
  const block = 'x'.repeat(100_000)
  const start = Promise.withResolvers<void>()
  await using provider = startSocketSimulator({
    async message(peer) {
      // The listener of the simulator queues what the gateway does not read.
      for (let i = 0; i < count; i++) peer.send(`${i}:${block}`)
      start.resolve()
    },
  })
  const client = await open(provider.url)
  client.send('go')
  expect(String(await client.next()).startsWith('0:')).toBe(true)
  client.socket.pause()
  const before = rssKb()
  await start.promise
  // A gateway that does not pause the provider would have read everything by then.
  await Bun.sleep(1_000)
  // 100 MB were sent; the gateway holds what fits into one read and the kernel's buffers.
  expect(rssKb() - before).toBeLessThan(40_000)
  client.socket.resume()
  for (let i = 1; i < count; i++) expect(String(await client.next()).startsWith(`${i}:`)).toBe(true)
  client.socket.close()
})

test('a provider that does not read pauses the caller: the gateway does not buffer what it is sent', async () => {
  await using provider = startSocketSimulator({ open: (peer) => peer.pause() })
  const client = await open(provider.url)
  const peer = await provider.peer(1)
  const startKb = rssKb()
  const message = 'y'.repeat(500_000)
  for (let i = 0; i < 200; i++) client.send(message)
  // Messages that the gateway does not read stay in the buffer of the client.
  await eventually('back-pressure reaches the client', async () =>
    client.socket.bufferedAmount > 50_000_000 ? true : undefined,
  )
  // A gateway that reads everything would have emptied the buffer by then.
  await Bun.sleep(500)
  expect(client.socket.bufferedAmount).toBeGreaterThan(50_000_000)
  expect(rssKb() - startKb).toBeLessThan(60_000)
  peer.resume()
  await eventually('everything arrives', async () => (peer.received.length === 200 ? true : undefined))
  expect(peer.received.every((one) => one === message)).toBe(true)
  client.socket.close()
})
