import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { openSockets } from '../harness/process-use.ts'
import { connectRaw, type RawClient, rawChat } from '../harness/raw-client.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { figure, milliseconds, percentile, timed, until, withSlack } from './figure.ts'

const gateway = await shareGateway()
const pid = gateway.process.child.pid
const SLOW = 300

async function served(count: number): Promise<number[]> {
  const took: number[] = []
  for (let i = 0; i < count; i++) {
    const { result, ms } = await timed(() => gateway.chat({ provider: 'mock' }))
    expect(result.status).toBe(200)
    await result.text()
    took.push(ms)
  }
  return took
}

async function crowd(count: number, first: string): Promise<RawClient[]> {
  const clients = await Promise.all(Array.from({ length: count }, () => connectRaw(gateway.url)))
  for (const client of clients) client.send(first)
  return clients
}

test.each<[string, string, string]>([
  ['F-37', 'connections that never say anything', ''],
  ['F-19', 'callers who stop in the middle of the head', 'POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nx-ga'],
  [
    'F-19',
    'callers who never send their body',
    `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nx-gateway-api-key: ${gateway.workspaceKey}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
  ],
])(
  '%s %s do not disturb others and cost nothing once gone',
  async (id, name, first) => {
    await served(50)
    const alone = percentile(await served(200), 0.95)
    const before = openSockets(pid)
    const clients = await crowd(SLOW, first)
    const among = percentile(await served(200), 0.95)
    figure(
      id,
      `valid callers among ${SLOW} ${name}`,
      `p95 ${milliseconds(among)}, alone ${milliseconds(alone)}`,
      '1.2 x + 5 ms',
    )
    expect(among).toBeLessThan(withSlack(alone * 1.2 + 5))
    for (const client of clients) client.leave()
    expect(await until(() => openSockets(pid) <= before + 2)).toBe(true)
  },
  30_000,
)

test('F-19 a body that comes byte by byte is served in the end', async () => {
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
  figure('F-19', 'a body of one byte a millisecond', 'served', 'served')
})

test('F-19 a caller who half-closes after its request still gets the answer', async () => {
  await using simulator = await startSimulator({ answers: [{ body: { late: true }, delayMs: 100 }] })
  const request = rawChat(gateway.workspaceKey, at(simulator), {})
  let text = ''
  const closed = Promise.withResolvers<void>()
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: Number(new URL(gateway.url).port),
    allowHalfOpen: true,
    socket: {
      data(_socket, bytes) {
        text += bytes.toString()
      },
      close: () => closed.resolve(),
    },
  })
  socket.write(request)
  await simulator.received(1)
  socket.shutdown()
  await Promise.race([closed.promise, until(() => text.includes('late'), 2_000)])
  const isAnswered = text.includes('{"late":true}')
  figure(
    'F-19',
    'a caller who half-closes after its request',
    isAnswered ? 'answered' : 'treated as gone',
    'answered, or upstream aborted',
  )
  expect(isAnswered || (await simulator.requests[0]!.ended) === 'aborted').toBe(true)
  socket.terminate()
})

test('F-19 a connection without a whole head is closed within 15 s', async () => {
  const silent = await connectRaw(gateway.url)
  const halting = await connectRaw(gateway.url)
  halting.send('POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nx-ga')
  const { ms } = await timed(() => Promise.all([silent.closed, halting.closed]))
  figure('F-19', 'a connection without a head, and one with half a head, closed after', milliseconds(ms), '15 s')
  expect(ms).toBeLessThan(16_000)
}, 20_000)
