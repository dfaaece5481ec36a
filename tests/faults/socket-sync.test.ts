/** With GATEWAY_DURABILITY=disk, the close frame of a WebSocket waits until the record of the session is on disk. */

import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { startSocketSimulator } from '../../simulators/socket-simulator.ts'
import { eventually } from '../harness/eventually.ts'
import { connectSocket } from '../harness/socket-client.ts'
import { type GatewayProcess, startGatewayProcess } from '../harness/start-gateway-process.ts'

const ENVIRONMENT = {
  GATEWAY_DURABILITY: 'disk',
  BUN_OPTIONS: `--preload=${join(import.meta.dir, 'power-loss/failing-disk.ts')}`,
}

async function signal(gateway: GatewayProcess, name: 'SIGUSR2' | 'SIGWINCH', printed: string): Promise<void> {
  gateway.process.child.kill(name)
  await prints(gateway, printed)
}

async function prints(gateway: GatewayProcess, text: string): Promise<void> {
  await eventually(text, async () => gateway.process.output().includes(text))
}

function open(gateway: GatewayProcess, url: string, path = '/v1/realtime?model=gpt-realtime') {
  const target = { provider: 'openai', custom_host: `${url}/v1`, api_key: 'sk' }
  return connectSocket(`${gateway.url}${path}`, {
    headers: { authorization: `Bearer ${gateway.workspaceKey}`, 'x-gateway-config': JSON.stringify(target) },
  })
}

const ending = () => startSocketSimulator({ message: (peer) => peer.close(4444, 'session ended') })

test('the close frame leaves after the sync of the record', async () => {
  await using provider = ending()
  await using gateway = await startGatewayProcess({ environment: ENVIRONMENT })
  const client = await open(gateway, provider.url)
  let isClosed = false
  void client.closed.then(() => (isClosed = true))
  await signal(gateway, 'SIGWINCH', 'syncs wait now')
  client.send('go')
  await prints(gateway, 'a sync waits')
  // A close frame sent before the sync would arrive before the responses to these later requests.
  for (let i = 0; i < 5; i++) await (await gateway.fetch('/healthz')).text()
  expect(isClosed).toBe(false)
  await signal(gateway, 'SIGWINCH', 'syncs go on')
  expect(await client.closed).toEqual({ code: 4444, reason: 'session ended' })
})

test('a session whose record cannot be saved does not end cleanly', async () => {
  await using provider = ending()
  await using gateway = await startGatewayProcess({ environment: ENVIRONMENT })
  const client = await open(gateway, provider.url)
  await signal(gateway, 'SIGUSR2', 'syncs fail now')
  client.send('go')
  const { code, reason } = await client.closed
  expect(code).toBe(1011)
  expect(reason).toStartWith('store_unavailable: ')
})

test('sessions that a shutdown ends are closed after the sync of their records', async () => {
  await using provider = startSocketSimulator({ message: (peer, message) => peer.send(message) })
  await using gateway = await startGatewayProcess({ environment: { ...ENVIRONMENT, GATEWAY_DRAIN_DELAY_MS: '0' } })
  const clients = [await open(gateway, provider.url), await open(gateway, provider.url, '/v1/responses')]
  let closed = 0
  for (const client of clients) void client.closed.then(() => closed++)
  await signal(gateway, 'SIGWINCH', 'syncs wait now')
  const stopped = gateway.stop()
  await prints(gateway, 'a sync waits')
  expect(closed).toBe(0)
  await signal(gateway, 'SIGWINCH', 'syncs go on')
  for (const client of clients) expect((await client.closed).code).toBe(1012)
  expect(await stopped).toBe(0)
})
