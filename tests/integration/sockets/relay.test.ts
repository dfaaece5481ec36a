import { expect, test } from 'bun:test'
import { REALTIME_USAGE, realtimeScript } from '../../../simulators/realtime-wire.ts'
import { startSocketSimulator } from '../../../simulators/socket-simulator.ts'
import { eventually } from '../../harness/eventually.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { connectSocket, upgradeResponse } from '../../harness/socket-client.ts'

const gateway = await shareGateway()

function config(url: string, extra: object = {}): Record<string, string> {
  const target = { provider: 'openai', custom_host: `${url}/v1`, api_key: 'sk-provider', ...extra }
  return { 'x-gateway-config': JSON.stringify(target), authorization: `Bearer ${gateway.workspaceKey}` }
}

const at = (path: string) => `${gateway.url}${path}`

test('text and binary messages pass unchanged in both directions, with the credential of the provider', async () => {
  await using provider = startSocketSimulator({
    message: (peer, message) => peer.send(message),
  })
  const client = await connectSocket(at('/v1/realtime?model=gpt-realtime&x=1'), { headers: config(provider.url) })
  const text = JSON.stringify({ type: 'x', text: 'ä€𝄞\u0000', spaces: [1.0, 2] })
  const bytes = new Uint8Array(70_000).map((_, i) => i * 7)
  for (const message of [text, '', bytes, 'x'.repeat(200), 'y'.repeat(3_000_000)]) {
    client.send(message)
    const back = await client.next()
    expect(Buffer.from(back as string).equals(Buffer.from(message as string))).toBe(true)
    expect(typeof back).toBe(typeof message === 'string' ? 'string' : 'object')
  }
  const peer = await provider.peer(1)
  expect(peer.target).toBe('/v1/realtime?x=1&model=gpt-realtime')
  expect(peer.headers.get('authorization')).toBe('Bearer sk-provider')
  for (const [name, value] of peer.headers) {
    expect(name.startsWith('x-gateway-')).toBe(false)
    expect(value).not.toContain(gateway.workspaceKey)
  }
  expect(peer.headers.get('sec-websocket-extensions')).toBeNull()
  client.socket.close(4010, 'done here')
  expect(await peer.closed).toEqual({ code: 4010, reason: 'done here' })
})

test('the record has the size of the messages in bytes, with and without their text', async () => {
  await using provider = startSocketSimulator({ message: (peer, message) => peer.send(message) })
  for (const debug of ['true', 'false']) {
    const traceId = `relayed-bytes-${debug}`
    const client = await connectSocket(at('/v1/realtime?model=gpt-realtime'), {
      headers: { ...config(provider.url), 'x-gateway-trace-id': traceId, 'x-gateway-debug': debug },
    })
    const text = JSON.stringify({ type: 'x', text: '\u8a9e'.repeat(100) })
    client.send(text)
    await client.next()
    client.socket.close(1000)
    const log = await eventually('the record', async () => (await gateway.logs({ trace_id: traceId })).data[0])
    const bytes = Buffer.byteLength(`${text}\n`)
    expect([debug, log.request_bytes, log.response_bytes]).toEqual([debug, bytes, bytes])
  }
})

test('close codes of the provider reach the caller', async () => {
  await using provider = startSocketSimulator({ message: (peer) => peer.close(4444, 'session ended') })
  const client = await connectSocket(at('/v1/realtime?model=gpt-realtime'), { headers: config(provider.url) })
  client.send('go')
  expect(await client.closed).toEqual({ code: 4444, reason: 'session ended' })
})

test('a lost provider closes with 1011 and an error event', async () => {
  await using provider = startSocketSimulator({ message: (peer) => peer.terminate() })
  const client = await connectSocket(at('/v1/realtime?model=gpt-realtime'), { headers: config(provider.url) })
  client.send('go')
  const event = JSON.parse(String(await client.next())) as { type: string; error: { code: string } }
  expect([event.type, event.error.code]).toEqual(['error', 'upstream_broken'])
  expect((await client.closed).code).toBe(1011)
})

test('a browser sends the key as a subprotocol, which the provider never sees', async () => {
  await using provider = startSocketSimulator({ protocol: 'realtime', ...realtimeScript() })
  const { authorization: _, ...headers } = config(provider.url)
  const client = await connectSocket(at('/v1/realtime?model=gpt-realtime'), {
    headers,
    protocols: ['realtime', `openai-insecure-api-key.${gateway.workspaceKey}`, 'openai-beta.realtime-v1'],
  })
  expect(client.protocol).toBe('realtime')
  const peer = await provider.peer(1)
  expect(peer.headers.get('sec-websocket-protocol')).toBe('realtime, openai-beta.realtime-v1')
  expect(peer.headers.get('authorization')).toBe('Bearer sk-provider')
  client.socket.close()
})

test('the record has the turns, their tokens and decisions', async () => {
  await using provider = startSocketSimulator(realtimeScript())
  const client = await connectSocket(at('/v1/realtime?model=gpt-realtime'), {
    headers: { ...config(provider.url), 'x-gateway-trace-id': 'socket-record' },
  })
  for (let turn = 0; turn < 2; turn++) {
    client.sendJson({ type: 'response.create' })
    await client.until((message) => message.includes('"response.done"'))
  }
  client.socket.close(1000, 'bye')
  const log = await gateway.waitForLog('socket-record')
  expect(log).toMatchObject({
    status_code: 101,
    endpoint: 'realtime',
    ai_model: 'gpt-realtime',
    provider: 'openai',
    usage: { input_tokens: 2 * REALTIME_USAGE.input_tokens, output_tokens: 2 * REALTIME_USAGE.output_tokens },
  })
  const turns = log.decisions.filter(({ kind }) => kind === 'turn')
  expect(turns).toHaveLength(2)
  expect(turns[0]?.reason).toContain('100 input tokens (20 cached, 60 audio), 50 output tokens (40 audio)')
})

test('an upgrade that is refused falls back to the next target', async () => {
  await using refusing = startSocketSimulator({ refuse: () => 503 })
  await using provider = startSocketSimulator(realtimeScript())
  const targets = [refusing, provider].map(({ url }) => ({
    provider: 'openai',
    custom_host: `${url}/v1`,
    api_key: 'sk',
  }))
  const client = await connectSocket(at('/v1/realtime?model=gpt-realtime'), {
    headers: {
      'x-gateway-config': JSON.stringify({ strategy: { mode: 'fallback' }, targets }),
      authorization: `Bearer ${gateway.workspaceKey}`,
    },
  })
  expect(String(await client.next())).toContain('session.created')
  expect([refusing.handshakes.length, provider.peers.length]).toEqual([1, 1])
  client.socket.close()
})

test('a refusal of the provider reaches the caller as it is', async () => {
  await using provider = startSocketSimulator({ refuse: () => 401 })
  const response = await upgradeResponse(at('/v1/realtime?model=gpt-realtime'), config(provider.url))
  expect([response.status, await response.text()]).toEqual([401, '{"error":{"message":"refused with 401"}}'])
})

test('paths and providers without a WebSocket get 426 at once, and no request goes out', async () => {
  await using provider = startSocketSimulator()
  const cases = [
    ['/v1/realtime?model=claude', { provider: 'anthropic', custom_host: provider.url, api_key: 'k' }],
    ['/v1/chat/completions', { provider: 'openai', custom_host: `${provider.url}/v1`, api_key: 'k' }],
    ['/v1/anything', { provider: 'openai', custom_host: `${provider.url}/v1`, api_key: 'k' }],
    ['/v1/realtime?model=x', { provider: 'mock' }],
    ['/v1/proxy/realtime', { provider: 'mock' }],
  ] as const
  for (const [path, target] of cases) {
    const response = await upgradeResponse(at(path), {
      'x-gateway-config': JSON.stringify(target),
      authorization: `Bearer ${gateway.workspaceKey}`,
    })
    const body = (await response.json()) as { error: { code: string } }
    expect([path, response.status, body.error.code]).toEqual([path, 426, 'websocket_unsupported'])
  }
  expect(provider.handshakes).toHaveLength(0)
})

test.each([
  ['/v1/chat/completions', {}],
  ['/v1/messages', { 'x-gateway-provider': 'anthropic' }],
  ['/v1/anything', {}],
  ['/v1beta/models/gemini-2.5-flash:streamGenerateContent', { 'x-gateway-provider': 'google' }],
  ['/openai/deployments/gpt-4o/chat/completions', { 'x-gateway-provider': 'azure-openai' }],
  ['/v1/realtime?model=x', { 'x-gateway-provider': 'anthropic' }],
  ['/v1/realtime?model=x', { 'x-gateway-config': '{"provider":"anthropic"}' }],
  ['/v1/realtime?model=x', { 'x-gateway-config': '{"provider":"bedrock"}' }],
  [
    '/v1/realtime?model=x',
    {
      'x-gateway-config': '{"strategy":{"mode":"fallback"},"targets":[{"provider":"anthropic"},{"provider":"cohere"}]}',
    },
  ],
  [`/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent`, { 'x-gateway-provider': 'openai' }],
] as const)(
  'a missing provider or credential does not hide that there is no WebSocket: %s %p',
  async (path, headers) => {
    const response = await upgradeResponse(at(path), { 'x-gateway-api-key': gateway.workspaceKey, ...headers })
    const body = (await response.json()) as { error: { code: string | number; status?: string } }
    expect(response.status).toBe(426)
    expect(JSON.stringify(body).toLowerCase()).toContain('websocket_unsupported')
    expect((await upgradeResponse(at(path), { ...headers })).status).toBe(401)
  },
)

test('a provider that has a WebSocket still needs a credential', async () => {
  for (const headers of [
    { 'x-gateway-provider': 'openai' },
    {
      'x-gateway-config': '{"strategy":{"mode":"fallback"},"targets":[{"provider":"anthropic"},{"provider":"openai"}]}',
    },
  ] as const) {
    const response = await upgradeResponse(at('/v1/realtime?model=x'), {
      'x-gateway-api-key': gateway.workspaceKey,
      ...headers,
    })
    expect(response.status).toBe(400)
  }
})

test('a virtual key without a usable credential does not hide that its provider has no WebSocket', async () => {
  const slug = 'no-socket-key'
  const expiresAtMs = Date.now() + 10_000
  const made = await gateway.fetch('/v1/virtual-keys', {
    method: 'POST',
    key: gateway.adminKey,
    body: { name: slug, slug, provider: 'anthropic', key: 'k', expires_at: new Date(expiresAtMs).toISOString() },
  })
  expect(made.status).toBeLessThan(300)
  await Bun.sleep(expiresAtMs - Date.now() + 5)
  const response = await upgradeResponse(at('/v1/realtime?model=x'), {
    'x-gateway-api-key': gateway.workspaceKey,
    'x-gateway-virtual-key': slug,
  })
  expect(response.status).toBe(426)
})

test('a provider that answers the upgrade as a plain GET is a 426', async () => {
  await using plain = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json({ ok: true }) })
  const response = await upgradeResponse(
    at('/v1/realtime?model=gpt-realtime'),
    config(`http://127.0.0.1:${plain.port}`),
  )
  expect(response.status).toBe(426)
})

test('a missing key, a wrong version and a bad handshake key are refused before any upstream request', async () => {
  await using provider = startSocketSimulator()
  const url = at('/v1/realtime?model=gpt-realtime')
  const { authorization: _, ...keyless } = config(provider.url)
  expect((await upgradeResponse(url, keyless)).status).toBe(401)
  expect((await upgradeResponse(url, { ...config(provider.url), 'sec-websocket-version': '8' })).status).toBe(426)
  expect((await upgradeResponse(url, { ...config(provider.url), 'sec-websocket-key': 'short' })).status).toBe(400)
  expect(provider.handshakes).toHaveLength(0)
})

test('any path below /v1/proxy may be a WebSocket', async () => {
  await using provider = startSocketSimulator({ message: (peer, message) => peer.send(message) })
  const client = await connectSocket(at('/v1/proxy/v1/listen?encoding=opus&a=b%20c'), { headers: config(provider.url) })
  client.send('ping')
  expect(await client.next()).toBe('ping')
  expect((await provider.peer(1)).target).toBe('/v1/v1/listen?encoding=opus&a=b%20c')
  client.socket.close()
})
