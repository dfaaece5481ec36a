import { expect, test } from 'bun:test'
import { realtimeScript } from '../../../simulators/realtime-wire.ts'
import { startSocketSimulator } from '../../../simulators/socket-simulator.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { connectSocket, upgradeResponse } from '../../harness/socket-client.ts'
import { cost, LimitedScene } from '../limits/limited-gateway.ts'

const gateway = await shareGateway()
const scene = new LimitedScene(gateway)

async function created(url: string, key: string, expiresAt = Date.now() / 1000 + 60) {
  const target = { provider: 'openai', custom_host: `${url}/v1`, api_key: 'sk-provider' }
  const response = await gateway.fetch('/v1/realtime/client_secrets', {
    method: 'POST',
    key: null,
    headers: { authorization: `Bearer ${key}`, 'x-gateway-config': JSON.stringify(target) },
    body: { session: { type: 'realtime', model: 'gpt-realtime' }, expires_after: { seconds: expiresAt } },
  })
  return { response, body: (await response.json()) as { value: string; expires_at: number; session: object } }
}

const provider = startSocketSimulator({
  ...realtimeScript(),
  fetch: async (request) => {
    const { session, expires_after } = (await request.json()) as { session: object; expires_after: { seconds: number } }
    return Response.json({ value: 'ek_of_the_provider', expires_at: expires_after.seconds, session })
  },
})

test('a client secret works only at the gateway, with the key, config and model of its creation', async () => {
  const { key, id } = await scene.key(cost(1))
  const { response, body } = await created(provider.url, key)
  expect(response.status).toBe(200)
  expect(body.value.startsWith('ek_gatehouse_')).toBe(true)
  expect(JSON.stringify(body)).not.toContain('ek_of_the_provider')
  const log = await gateway.waitForLog(response.headers.get('x-gateway-trace-id'))
  expect(JSON.stringify(log)).not.toContain('ek_of_the_provider')
  // As a browser connects: without any other header, and with another model and config in vain.
  const client = await connectSocket(`${gateway.url}/v1/realtime?model=gpt-other`, {
    headers: { 'x-gateway-config': '{"provider":"mock"}', 'x-gateway-trace-id': 'ignored' },
    protocols: ['realtime', `openai-insecure-api-key.${body.value}`],
  })
  client.sendJson({ type: 'response.create' })
  await client.until((message) => message.includes('"response.done"'))
  client.socket.close()
  const peer = provider.peers.at(-1)!
  expect(peer.headers.get('authorization')).toBe('Bearer ek_of_the_provider')
  expect(peer.target).toBe('/v1/realtime?model=gpt-realtime')
  for (const value of peer.headers.values()) expect(value).not.toContain('ek_gatehouse_')
  expect((await scene.usageOf(id)).current_usage).toBeGreaterThan(0)
})

test('an expired or changed secret is refused', async () => {
  const { key } = await scene.key(cost(1))
  const before = provider.handshakes.length
  const url = `${gateway.url}/v1/realtime?model=gpt-realtime`
  const { body: expired } = await created(provider.url, key, Date.now() / 1000 - 1)
  expect((await upgradeResponse(url, { authorization: `Bearer ${expired.value}` })).status).toBe(401)
  const { body } = await created(provider.url, key)
  const changed = `${body.value.slice(0, -2)}${body.value.endsWith('AA') ? 'BB' : 'AA'}`
  expect((await upgradeResponse(url, { authorization: `Bearer ${changed}` })).status).toBe(401)
  expect(provider.handshakes.length).toBe(before)
})

test.each([
  '/v1/realtime/%63lient_secrets',
  '/v1/realtime%2Fclient_secrets',
  '/v1/realtime//client_secrets',
  '/v1/realtime/client_secrets/',
  '/v1/proxy/realtime/client_secret%73',
  '/openai/realtimeapi/sessions',
])('the secret of the provider never reaches the caller or the log, however the path is written: %s', async (path) => {
  const target = { provider: 'openai', custom_host: `${provider.url}/v1`, api_key: 'sk-provider' }
  const traceId = `secret-${path}`
  const response = await fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${gateway.workspaceKey}`,
      'content-type': 'application/json',
      'x-gateway-config': JSON.stringify(target),
      'x-gateway-trace-id': traceId,
    },
    body: JSON.stringify({ session: { model: 'gpt-realtime' }, expires_after: { seconds: Date.now() / 1000 + 60 } }),
  })
  const text = await response.text()
  expect(text).not.toContain('ek_of_the_provider')
  expect(text).toContain('ek_gatehouse_')
  expect(JSON.stringify(await gateway.waitForLog(traceId))).not.toContain('ek_of_the_provider')
})

test('a secret of a deleted key opens nothing', async () => {
  const { key, id } = await scene.key(cost(1))
  const { body } = await created(provider.url, key)
  await scene.control.do('DELETE', `/api-keys/${id}`)
  const before = provider.handshakes.length
  const url = `${gateway.url}/v1/realtime?model=gpt-realtime`
  expect((await upgradeResponse(url, { authorization: `Bearer ${body.value}` })).status).toBe(401)
  expect(provider.handshakes.length).toBe(before)
})

test.each(['/v1/proxy/listen', '/v1/proxy/realtime', '/v1/responses'])('a secret does not open %s', async (path) => {
  const { key } = await scene.key({})
  const { body } = await created(provider.url, key)
  const before = provider.handshakes.length
  const response = await upgradeResponse(`${gateway.url}${path}`, { authorization: `Bearer ${body.value}` })
  expect(response.status).toBe(401)
  expect(provider.handshakes.length).toBe(before)
})
