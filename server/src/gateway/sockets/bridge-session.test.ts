import { expect, test } from 'bun:test'
import { BodyWorkers } from '../large/body-workers.ts'
import { testGateway } from '../test-gateway.ts'
import { openSocket } from './open-socket.ts'
import { type CallerSocket, type SocketHandler, Sockets } from './sockets.ts'

const HANDSHAKE = {
  upgrade: 'websocket',
  connection: 'Upgrade',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'x-gateway-api-key': 'KEY',
  'x-gateway-config': JSON.stringify({ provider: 'anthropic', api_key: 'sk' }),
}

/** Large messages are parsed when the test says so. */
class SlowBodies extends BodyWorkers {
  readonly parsed = Promise.withResolvers<null>()

  override message(): Promise<null> {
    return this.parsed.promise
  }
}

class TestCaller implements CallerSocket {
  readonly completed: string[] = []
  readonly first = Promise.withResolvers<void>()
  readonly closed = Promise.withResolvers<number>()

  sendText(text: string): number {
    if (text.includes('response.completed')) this.completed.push(text)
    this.first.resolve()
    return 1
  }

  close(code = 1005): void {
    this.closed.resolve(code)
  }

  sendBinary(): number {
    return 1
  }

  terminate(): void {}
  pause(): void {}
  resume(): void {}

  getBufferedAmount(): number {
    return 0
  }

  cork(send: () => void): void {
    send()
  }
}

const completed = (id: number) =>
  new Response(`data: {"type":"response.completed","response":{"id":"resp_${id}"}}\n\n`, {
    headers: { 'content-type': 'text/event-stream' },
  })

test('a shutdown waits for the turn of a large message that is still being parsed', async () => {
  const { ports } = testGateway([])
  let session = null as SocketHandler | null
  const sockets = new Sockets(ports.sockets.limits, (_, opened) => {
    session = opened
    return true
  })
  const bodies = new SlowBodies(1_000)
  const first = Promise.withResolvers<Response>()
  let turns = 0
  const respond = () => (++turns === 1 ? first.promise : Promise.resolve(completed(turns)))
  await openSocket(new Request('http://g/v1/responses', { headers: HANDSHAKE }), { ...ports, sockets, bodies }, respond)
  const caller = new TestCaller()
  await session!.onOpen(caller)
  session!.onMessage(JSON.stringify({ type: 'response.create', model: 'm', input: 'x' }))
  session!.onMessage(JSON.stringify({ type: 'response.create', model: 'm', input: 'x'.repeat(2_000) }))
  sockets.drain()
  first.resolve(completed(1))
  await caller.first.promise
  // The first turn ends.
  await new Promise((resolve) => setImmediate(resolve))
  bodies.parsed.resolve(null)
  expect(await caller.closed.promise).toBe(1012)
  expect(caller.completed).toHaveLength(2)
  bodies.close()
})
