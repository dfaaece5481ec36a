import { expect, test } from 'bun:test'
import { startSocketSimulator } from '../../../simulators/socket-simulator.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { connectSocket } from '../../harness/socket-client.ts'

const gateway = await shareGateway({ environment: { GATEWAY_SOCKET_IDLE_MS: '1000' } })
/** The pauses between messages are far below this, even on a busy machine. */
const PATIENT_IDLE_MS = 6_000
const patient = await shareGateway({ environment: { GATEWAY_SOCKET_IDLE_MS: String(PATIENT_IDLE_MS) } })
const unread = await shareGateway({ environment: { GATEWAY_STALL_TIMEOUT_MS: '300' } })

function open(url: string, traceId: string, through = gateway) {
  const target = { provider: 'openai', custom_host: `${url}/v1`, api_key: 'sk' }
  return connectSocket(`${through.url}/v1/realtime?model=m`, {
    headers: {
      authorization: `Bearer ${through.workspaceKey}`,
      'x-gateway-config': JSON.stringify(target),
      'x-gateway-trace-id': traceId,
    },
  })
}

test('a socket without messages is closed, and both sides learn it', async () => {
  await using provider = startSocketSimulator()
  const client = await open(provider.url, 'idle')
  expect(await client.closed).toEqual({ code: 1000, reason: 'idle' })
  expect((await (await provider.peer(1)).closed).code).toBe(1000)
  expect((await gateway.waitForLog('idle')).warnings.join()).toContain('without a message')
})

test('messages of one side keep the socket open', async () => {
  await using provider = startSocketSimulator()
  const client = await open(provider.url, 'busy', patient)
  const peer = await provider.peer(1)
  const openedAtMs = performance.now()
  for (let i = 0; performance.now() < openedAtMs + 1.5 * PATIENT_IDLE_MS; i++) {
    peer.send(String(i))
    expect(await client.next()).toBe(String(i))
    // The idle time is real time.
    await Bun.sleep(150)
  }
  client.socket.close(1000)
})

test('a caller that does not read is disconnected after the stall time', async () => {
  await using provider = startSocketSimulator({
    message(peer) {
      for (let i = 0; i < 400; i++) peer.send('x'.repeat(100_000))
    },
  })
  const client = await open(provider.url, 'stalled', unread)
  client.send('go')
  await client.next()
  client.socket.pause()
  expect((await unread.waitForLog('stalled')).warnings.join()).toContain('did not read')
  client.socket.resume()
  await client.closed
})
