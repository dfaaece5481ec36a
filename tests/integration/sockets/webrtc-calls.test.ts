import { expect, test } from 'bun:test'
import { playResponse, type RealtimeUsage } from '../../../simulators/realtime-wire.ts'
import { type SocketPeer, type SocketScript, startSocketSimulator } from '../../../simulators/socket-simulator.ts'
import { eventually } from '../../harness/eventually.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { cost, LimitedScene, rate } from '../limits/limited-gateway.ts'

const gateway = await shareGateway()
const scene = new LimitedScene(gateway)

const OFFER = 'v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\n'
/** $0.0348 at the list price of gpt-realtime. */
const TURN: RealtimeUsage = { total_tokens: 2_400, input_tokens: 300, output_tokens: 2_100 }

/** A stand-in that creates calls, accepts their sideband connections and hangs up. */
function startCalls(script: SocketScript = {}, hangUpStatus = () => 200, callStatus = 201) {
  const posts: { path: string; authorization: string | null; body: string }[] = []
  const simulator = startSocketSimulator({
    ...script,
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      posts.push({ path: pathname, authorization: request.headers.get('authorization'), body: await request.text() })
      if (pathname.endsWith('/client_secrets')) {
        const session = { type: 'realtime', model: 'gpt-realtime' }
        return Response.json({ value: 'ek_of_the_provider', expires_at: Date.now() / 1000 + 60, session })
      }
      if (pathname.endsWith('/hangup')) return new Response(null, { status: hangUpStatus() })
      if (callStatus !== 201) return new Response(null, { status: callStatus })
      const headers = { location: '/v1/realtime/calls/rtc_1', 'content-type': 'application/sdp' }
      return new Response('v=0 answer', { status: 201, headers })
    },
  })
  return Object.assign(simulator, { posts })
}

const configOf = (url: string) =>
  JSON.stringify({ provider: 'openai', custom_host: `${url}/v1`, api_key: 'sk-provider' })

function callWith(url: string, key: string, model = 'gpt-realtime') {
  const form = new FormData()
  form.set('sdp', OFFER)
  form.set('session', JSON.stringify({ type: 'realtime', model }))
  return fetch(`${gateway.url}/v1/realtime/calls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'x-gateway-config': configOf(url) },
    body: form,
  })
}

function callBy(slug: string, key: string) {
  return fetch(`${gateway.url}/v1/realtime/calls?model=gpt-realtime`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/sdp', 'x-gateway-virtual-key': slug },
    body: OFFER,
  })
}

async function errorOf(response: Response): Promise<[number, string]> {
  const { error } = (await response.json()) as { error: { code: string } }
  return [response.status, error.code]
}

test('the usage of a call is read from its sideband connection, and charged', async () => {
  await using provider = startCalls()
  const { key, id } = await scene.key(cost(5))
  const response = await callWith(provider.url, key)
  expect([response.status, await response.text()]).toEqual([201, 'v=0 answer'])
  expect(response.headers.get('location')).toBe('/v1/realtime/calls/rtc_1')
  const peer = await provider.peer(1)
  expect(peer.target).toBe('/v1/realtime?call_id=rtc_1')
  expect(peer.headers.get('authorization')).toBe('Bearer sk-provider')
  // The hold exists before the caller can speak.
  expect((await scene.usageOf(id)).held).toBeGreaterThan(0.2)
  playResponse(peer, 1, TURN)
  await eventually('the charge', async () => (await scene.usageOf(id)).current_usage > 0.03)
  peer.close(1000, 'call ended')
  await eventually('the end', async () => (await scene.usageOf(id)).held === 0)
  expect((await scene.usageOf(id)).current_usage).toBeCloseTo(0.0348, 9)
  expect(provider.posts.map(({ path }) => path)).toEqual(['/v1/realtime/calls'])
  const log = await gateway.waitForLog(response.headers.get('x-gateway-trace-id'))
  expect(log).toMatchObject({ status_code: 201 })
})

test('a budget that runs out ends the call', async () => {
  await using provider = startCalls()
  const { key, id } = await scene.key(cost(1))
  expect((await callWith(provider.url, key)).status).toBe(201)
  const peer: SocketPeer = await provider.peer(1)
  // $0.96 at the list price: the next turn does not fit.
  playResponse(peer, 1, { total_tokens: 60_000, input_tokens: 0, output_tokens: 60_000 })
  await eventually('the end of the call', () => provider.posts.some(({ path }) => path.endsWith('/rtc_1/hangup')))
  await peer.closed
  await eventually('the settlement', async () => (await scene.usageOf(id)).held === 0)
  expect((await scene.usageOf(id)).current_usage).toBeLessThanOrEqual(1)
})

test('a call whose first turn has no known price is never answered', async () => {
  await using provider = startCalls()
  const { key } = await scene.key({ ...cost(1) })
  const response = await callWith(provider.url, key, 'a-model-without-a-price')
  expect(await errorOf(response)).toEqual([400, 'price_unknown'])
  await eventually('the hang-up', () => provider.posts.some(({ path }) => path.endsWith('/hangup')))
})

test('the error of a call names the limit that has no room for its first turn', async () => {
  await using provider = startCalls()
  const { key: poor } = await scene.key(cost(1))
  const { key: slow } = await scene.key({ rate_limits: [{ type: 'tokens', unit: 'rph', value: 2 }] })
  // Each call holds more than $0.20, and one token of the hour.
  for (const [key, code] of [
    [poor, [412, 'budget_exhausted']],
    [slow, [429, 'rate_limited']],
  ] as const) {
    let call = await callWith(provider.url, key)
    expect(call.status).toBe(201)
    for (let calls = 1; calls < 5 && call.ok; calls++) call = await callWith(provider.url, key)
    expect(await errorOf(call)).toEqual([...code])
  }
})

test('a provider without sideband connections serves only keys without limits', async () => {
  await using provider = startCalls({ refuse: () => 404 })
  const free = await callWith(provider.url, gateway.workspaceKey)
  expect([free.status, await free.text()]).toEqual([201, 'v=0 answer'])
  const { key } = await scene.key(cost(5))
  const limited = await callWith(provider.url, key)
  expect(limited.status).toBe(404)
  expect(provider.posts.filter(({ path }) => path.endsWith('/hangup'))).toHaveLength(1)
})

test('a provider without sideband connections serves no call that a virtual key or a policy limits', async () => {
  await using provider = startCalls({ refuse: () => 404 })
  const { key, id } = await scene.key({})
  const unlimited = await scene.virtualKey(provider, {})
  expect((await callBy(unlimited, key)).status).toBe(201)
  for (const limits of [cost(5), rate('tokens', 'rph', 100)]) {
    const limited = await scene.virtualKey(provider, limits)
    expect((await callBy(limited, key)).status).toBe(404)
  }
  await scene.control.do('POST', '/policies/usage-limits', {
    conditions: [
      { key: 'api_key', value: id },
      { key: 'model', value: 'gpt-realtime' },
    ],
    group_by: [{ key: 'api_key' }],
    type: 'cost',
    credit_limit: 5,
  })
  expect((await callBy(unlimited, key)).status).toBe(404)
  expect(provider.posts.filter(({ path }) => path.endsWith('/hangup'))).toHaveLength(3)
})

test('a browser starts a call with a client secret, which only the gateway knows', async () => {
  await using provider = startCalls()
  const { key, id } = await scene.key(cost(5))
  const created = await gateway.fetch('/v1/realtime/client_secrets', {
    method: 'POST',
    key: null,
    headers: { authorization: `Bearer ${key}`, 'x-gateway-config': configOf(provider.url) },
    body: { session: { type: 'realtime', model: 'gpt-realtime' } },
  })
  const { value } = (await created.json()) as { value: string }
  const response = await fetch(`${gateway.url}/v1/realtime/calls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${value}`, 'content-type': 'application/sdp' },
    body: OFFER,
  })
  expect([response.status, await response.text()]).toEqual([201, 'v=0 answer'])
  expect(provider.posts.at(-1)).toEqual({
    path: '/v1/realtime/calls',
    authorization: 'Bearer ek_of_the_provider',
    body: OFFER,
  })
  // The sideband connection uses the credential of the config.
  expect((await provider.peer(1)).headers.get('authorization')).toBe('Bearer sk-provider')
  expect((await scene.usageOf(id)).held).toBeGreaterThan(0)
})

test('without a key nothing is sent', async () => {
  await using provider = startCalls()
  expect((await callWith(provider.url, 'no-key')).status).toBe(401)
  expect(provider.posts).toHaveLength(0)
})

/** A call that the gateway must hang up even if new requests with its key would be refused. */
async function endsCall(
  prepare: (made: { key: string; id: string }) => Promise<void>,
  limits: object,
  firstStatus = 503,
): Promise<void> {
  let failures = 1
  await using provider = startCalls({}, () => (failures-- > 0 ? firstStatus : 200))
  const made = await scene.key(limits)
  expect((await callWith(provider.url, made.key)).status).toBe(201)
  const peer = await provider.peer(1)
  await prepare(made)
  // $0.0348 for each turn.
  for (let i = 1; i <= 40; i++) playResponse(peer, i, TURN)
  await eventually(
    'the end of the call',
    () => provider.posts.filter(({ path }) => path.endsWith('/hangup')).length === 2,
  )
  expect(provider.posts.at(-1)).toMatchObject({
    path: '/v1/realtime/calls/rtc_1/hangup',
    authorization: 'Bearer sk-provider',
  })
}

test('a call is ended although its budget is spent, and again if the provider is busy', async () => {
  await endsCall(async () => {}, cost(1))
})

test('a call goes on if the provider rejects the credential, so the gateway tries again to end it', async () => {
  await endsCall(async () => {}, cost(1), 401)
})

test('a call of a deleted key is ended', async () => {
  await endsCall(async ({ id }) => void (await scene.control.do('DELETE', `/api-keys/${id}`)), cost(5))
})

test.each([
  ['deleted', (path: string) => scene.control.do('DELETE', path)],
  ['disabled', (path: string) => scene.control.do('PUT', path, { status: 'archived' })],
] as const)('a call whose virtual key is %s is ended with the credential that created it', async (_, change) => {
  await using provider = startCalls()
  const { key } = await scene.key({})
  const slug = await scene.virtualKey(provider, {})
  expect((await callBy(slug, key)).status).toBe(201)
  const peer = await provider.peer(1)
  await change(`/virtual-keys/${slug}`)
  playResponse(peer, 1, TURN)
  await eventually('the end of the call', () => provider.posts.some(({ path }) => path.endsWith('/rtc_1/hangup')))
  expect(provider.posts.at(-1)).toMatchObject({ authorization: 'Bearer sk-sim' })
  await peer.closed
})

test('a call is ended although its key has no request left', async () => {
  await endsCall(async () => {}, { ...cost(1), rate_limits: [{ type: 'requests', unit: 'rph', value: 2 }] })
})

test('the sideband connection and the hang-up go to the target that created the call', async () => {
  await using busy = startCalls({}, () => 200, 503)
  await using provider = startCalls()
  const { key } = await scene.key(cost(1))
  const targets = [busy, provider].map(({ url }) => JSON.parse(configOf(url)) as object)
  const response = await fetch(`${gateway.url}/v1/realtime/calls?model=gpt-realtime`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/sdp',
      'x-gateway-config': JSON.stringify({ strategy: { mode: 'fallback' }, targets }),
    },
    body: OFFER,
  })
  expect(response.status).toBe(201)
  const peer = await provider.peer(1)
  playResponse(peer, 1, { total_tokens: 60_000, input_tokens: 0, output_tokens: 60_000 })
  await eventually('the end of the call', () => provider.posts.some(({ path }) => path.endsWith('/hangup')))
  expect(busy.handshakes).toHaveLength(0)
  expect(busy.posts.map(({ path }) => path)).toEqual(['/v1/realtime/calls'])
})
