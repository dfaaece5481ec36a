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
  // Connects like a browser, with the secret only. The other model and config must have no effect.
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

type Step = 'issue' | 'connect'

/** Two providers in one config. `fails` selects the steps that each of them refuses. */
function startPair() {
  const fails = { first: new Set<Step>(), second: new Set<Step>() }
  const start = (name: 'first' | 'second') =>
    startSocketSimulator({
      ...realtimeScript(),
      refuse: () => (fails[name].has('connect') ? 503 : undefined),
      fetch: () => {
        if (fails[name].has('issue')) return Response.json({ error: { message: 'busy' } }, { status: 503 })
        const session = { type: 'realtime', model: 'gpt-realtime' }
        return Response.json({ value: `ek_of_the_${name}`, expires_at: Date.now() / 1000 + 60, session })
      },
    })
  const [first, second] = [start('first'), start('second')]
  const targets = [first, second].map(({ url }) => ({
    provider: 'openai',
    custom_host: `${url}/v1`,
    api_key: 'sk-provider',
  }))
  return {
    first,
    second,
    fails,
    targets,
    async [Symbol.asyncDispose]() {
      await first.stop()
      await second.stop()
    },
  }
}

async function issued(config: string): Promise<string> {
  const response = await gateway.fetch('/v1/realtime/client_secrets', {
    method: 'POST',
    headers: { 'x-gateway-config': config },
    body: { session: { type: 'realtime', model: 'gpt-realtime' } },
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as { value: string }).value
}

const REALTIME = '/v1/realtime?model=gpt-realtime'

test('a secret that the fallback issued connects to the fallback', async () => {
  await using pair = startPair()
  const { first, second, fails, targets } = pair
  fails.first.add('issue')
  const value = await issued(JSON.stringify({ strategy: { mode: 'fallback' }, targets }))
  fails.first.clear()
  const client = await connectSocket(gateway.url + REALTIME, { headers: { authorization: `Bearer ${value}` } })
  expect((await second.peer(1)).headers.get('authorization')).toBe('Bearer ek_of_the_second')
  expect(first.handshakes).toHaveLength(0)
  client.socket.close()
})

test('a secret is never sent to another target: no fallback while connecting', async () => {
  await using pair = startPair()
  const { first, second, fails, targets } = pair
  const value = await issued(JSON.stringify({ strategy: { mode: 'fallback' }, targets }))
  fails.first.add('connect')
  const response = await upgradeResponse(gateway.url + REALTIME, { authorization: `Bearer ${value}` })
  expect(response.status).toBe(503)
  expect(first.handshakes).toHaveLength(1)
  expect(second.handshakes).toHaveLength(0)
})

test('load balancing sends each secret to the target that issued it', async () => {
  await using pair = startPair()
  const { first, second, targets } = pair
  const config = JSON.stringify({ strategy: { mode: 'loadbalance' }, targets })
  const values = await Promise.all(Array.from({ length: 12 }, () => issued(config)))
  for (const value of values) {
    const client = await connectSocket(gateway.url + REALTIME, { headers: { authorization: `Bearer ${value}` } })
    client.socket.close()
  }
  for (const { headers } of first.handshakes) expect(headers.get('authorization')).toBe('Bearer ek_of_the_first')
  for (const { headers } of second.handshakes) expect(headers.get('authorization')).toBe('Bearer ek_of_the_second')
  expect(first.handshakes.length + second.handshakes.length).toBe(values.length)
})

test('a secret follows its target to another place in a saved config, and opens nothing once the target is gone', async () => {
  await using pair = startPair()
  const { first, second, targets } = pair
  const save = (list: readonly object[]) => ({ strategy: { mode: 'fallback' }, targets: list })
  const created = await gateway.fetch('/v1/configs', {
    method: 'POST',
    key: gateway.adminKey,
    body: { name: 'Issued secrets', config: save(targets) },
  })
  const { slug } = (await created.json()) as { slug: string }
  const change = (config: object) =>
    gateway.fetch(`/v1/configs/${slug}`, { method: 'PUT', key: gateway.adminKey, body: { config } })
  const value = await issued(slug)
  expect((await change(save([...targets].reverse()))).status).toBe(200)
  const client = await connectSocket(gateway.url + REALTIME, { headers: { authorization: `Bearer ${value}` } })
  client.socket.close()
  expect([first.handshakes.length, second.handshakes.length]).toEqual([1, 0])
  expect((await change(save(targets.slice(1)))).status).toBe(200)
  const response = await upgradeResponse(gateway.url + REALTIME, { authorization: `Bearer ${value}` })
  expect(response.status).toBe(401)
  expect(((await response.json()) as { error: object }).error).toMatchObject({ code: 'api_key_invalid' })
  expect([first.handshakes.length, second.handshakes.length]).toEqual([1, 0])
})

test('a secret whose model chose the virtual key connects to that key', async () => {
  await using pair = startPair()
  const { first } = pair
  const slug = 'secret-by-model'
  const saved = await gateway.fetch('/v1/virtual-keys', {
    method: 'POST',
    key: gateway.adminKey,
    body: { name: slug, slug, provider: 'openai', key: 'sk-provider', custom_host: `${first.url}/v1` },
  })
  expect(saved.status).toBeLessThan(300)
  const response = await gateway.fetch('/v1/realtime/sessions', {
    method: 'POST',
    body: { model: `@${slug}/gpt-realtime` },
  })
  expect(response.status).toBe(200)
  const { value } = (await response.json()) as { value: string }
  const client = await connectSocket(gateway.url + REALTIME, { headers: { authorization: `Bearer ${value}` } })
  expect((await first.peer(1)).headers.get('authorization')).toBe('Bearer ek_of_the_first')
  client.socket.close()
})
