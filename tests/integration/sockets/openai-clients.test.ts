import { expect, test } from 'bun:test'
import OpenAI from 'openai'
import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket'
import { realtimeScript } from '../../../simulators/realtime-wire.ts'
import { startSocketSimulator } from '../../../simulators/socket-simulator.ts'
import { ControlScene } from '../../harness/control-scene.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway({ environment: { GATEWAY_TRUSTED_HOSTS: '127.0.0.1' } })
const provider = startSocketSimulator({ protocol: 'realtime', ...realtimeScript() })

/** Browsers cannot send gateway headers with a WebSocket, so the model selects the virtual key. */
const control = new ControlScene(gateway)
await control.do('POST', '/virtual-keys', {
  name: 'voice',
  slug: 'voice',
  provider: 'openai',
  key: 'sk-stored',
  custom_host: `${provider.url}/v1`,
})

const plain = (url: URL) => {
  url.protocol = 'ws'
}

test('OpenAI’s realtime client for browsers talks through the gateway, with a stored key', async () => {
  const client = new OpenAI({ apiKey: gateway.workspaceKey, baseURL: gateway.baseURL })
  const realtime = new OpenAIRealtimeWebSocket({ model: '@voice/gpt-realtime', onURL: plain }, client)
  const seen: string[] = []
  const done = Promise.withResolvers<number>()
  realtime.on('error', (error) => done.reject(error))
  realtime.on('event', ({ type }) => seen.push(type))
  realtime.on('session.created', () => realtime.send({ type: 'response.create' }))
  realtime.on('response.done', ({ response }) => done.resolve(response.usage?.total_tokens ?? 0))
  expect(await done.promise).toBe(150)
  realtime.close({ code: 1000, reason: 'bye' })
  expect(seen).toEqual([
    'session.created',
    'response.created',
    'response.output_text.delta',
    'response.output_text.delta',
    'response.done',
  ])
  const peer = await provider.peer(1)
  expect(peer.headers.get('authorization')).toBe('Bearer sk-stored')
  expect(peer.target).toBe('/v1/realtime?model=gpt-realtime')
  expect(await peer.closed).toEqual({ code: 1000, reason: 'bye' })
})

test('Azure’s address names a deployment, and the key in it does not reach the provider', async () => {
  const query = new URLSearchParams({
    'api-version': '2025-04-01-preview',
    deployment: '@voice/gpt-realtime',
    'api-key': gateway.workspaceKey,
  })
  const url = new URL(`${gateway.url}/openai/realtime?${query}`)
  plain(url)
  const socket = new WebSocket(url.href, ['realtime'])
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('close', reject)
  })
  const peer = await provider.peer(2)
  expect(peer.target).toBe('/v1/realtime?model=gpt-realtime')
  expect(JSON.stringify([...peer.headers])).not.toContain(gateway.workspaceKey)
  socket.close()
})
