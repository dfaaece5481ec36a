import { expect, test } from 'bun:test'
import { realtimeScript } from '../../../simulators/realtime-wire.ts'
import { type SocketScript, startSocketSimulator } from '../../../simulators/socket-simulator.ts'
import { ControlScene } from '../../harness/control-scene.ts'
import { errorOf } from '../../harness/error-of.ts'
import { eventually } from '../../harness/eventually.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { connectSocket, upgradeResponse } from '../../harness/socket-client.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)

/** Creates a workspace with a key and a guardrail. */
async function guarded(actions: object) {
  const name = scene.uniqueName('guarded')
  const { id: workspaceId } = await scene.do('POST', '/admin/workspaces', { name, slug: name.replaceAll(' ', '-') })
  const { key } = await scene.do('POST', '/api-keys/workspace/service', {
    name,
    scopes: ['completions.write'],
    workspace_id: workspaceId,
  })
  const checks = [{ id: 'default.contains', parameters: { words: ['falcon'], operator: 'none' } }]
  const { slug } = await scene.do('POST', '/guardrails', { name, checks, actions, workspace_id: workspaceId })
  const setDefaults = (on: boolean, direction = 'input_guardrails') =>
    scene.do('PUT', `/admin/workspaces/${workspaceId}`, { defaults: { [direction]: on ? [slug] : [] } })
  return { key: String(key), workspaceId, setDefaults }
}

/** A simulator of the Realtime API with client secrets and calls. */
function startProvider(script: SocketScript = realtimeScript()) {
  const posts: string[] = []
  const simulator = startSocketSimulator({
    ...script,
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      posts.push(pathname)
      if (pathname.endsWith('/hangup')) return new Response()
      if (pathname.endsWith('/calls'))
        return new Response('v=0 answer', { status: 201, headers: { location: '/v1/realtime/calls/rtc_1' } })
      const session = { type: 'realtime', model: 'gpt-realtime' }
      return Response.json({ value: 'ek_of_the_provider', expires_at: Date.now() / 1000 + 60, session })
    },
  })
  return Object.assign(simulator, { posts })
}

const DENIES = { deny: true, async: false }
const openai = (url: string) => ({ provider: 'openai', custom_host: `${url}/v1`, api_key: 'sk' })
const PATHS = [
  ['/v1/realtime?model=gpt-realtime', openai],
  ['/v1/responses', openai],
  ['/v1/responses', (url: string) => ({ ...openai(url), provider: 'anthropic' })],
  ['/v1/proxy/v1/anything', openai],
  [
    '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent',
    (url: string) => ({ provider: 'google', custom_host: url, api_key: 'k' }),
  ],
] as const

for (const direction of ['input_guardrails', 'output_guardrails']) {
  test(`a denying default of the workspace refuses every WebSocket (${direction})`, async () => {
    await using provider = startProvider()
    const { key, setDefaults } = await guarded(DENIES)
    await setDefaults(true, direction)
    for (const [path, target] of PATHS) {
      const response = await upgradeResponse(gateway.url + path, {
        authorization: `Bearer ${key}`,
        'x-gateway-config': JSON.stringify(target(provider.url)),
      })
      const { code, message } = await errorOf(response)
      expect([path, code]).toEqual([path, 'guardrail_uncovered'])
      expect(String(message)).toContain('WebSocket')
    }
    expect(provider.handshakes).toHaveLength(0)
  })
}

test('client secrets and calls are refused, also with a secret from before the guardrail', async () => {
  await using provider = startProvider()
  const { key, setDefaults } = await guarded(DENIES)
  const config = JSON.stringify(openai(provider.url))
  const post = (path: string, authorization: string, headers: Record<string, string> = {}) =>
    fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${authorization}`, 'content-type': 'application/sdp', ...headers },
      body: 'v=0\r\n',
    })
  const secret = await post('/v1/realtime/client_secrets', key, { 'x-gateway-config': config })
  const { value } = (await secret.json()) as { value: string }
  expect((await post('/v1/realtime/calls', value)).status).toBe(201)
  const [posts, handshakes] = [provider.posts.length, provider.handshakes.length]
  await setDefaults(true)
  for (const path of [
    '/v1/realtime/client_secrets',
    '/v1/realtime/sessions',
    '/v1/realtime/calls',
    '/v1/realtime%2Fcalls',
  ])
    expect([path, (await errorOf(await post(path, key, { 'x-gateway-config': config }))).code]).toEqual([
      path,
      'guardrail_uncovered',
    ])
  expect((await errorOf(await post('/v1/realtime/calls', value))).code).toBe('guardrail_uncovered')
  const upgraded = await upgradeResponse(`${gateway.url}/v1/realtime`, { authorization: `Bearer ${value}` })
  expect((await errorOf(upgraded)).code).toBe('guardrail_uncovered')
  // The call from before the guardrail is hung up, see below.
  expect(provider.posts.filter((path) => !path.endsWith('/hangup'))).toHaveLength(posts)
  expect(provider.handshakes).toHaveLength(handshakes)
})

test('a guardrail that is added ends open sessions and calls', async () => {
  await using provider = startProvider()
  const { key, setDefaults } = await guarded(DENIES)
  const headers = { authorization: `Bearer ${key}`, 'x-gateway-config': JSON.stringify(openai(provider.url)) }
  const client = await connectSocket(`${gateway.url}/v1/realtime?model=gpt-realtime`, { headers })
  const call = await fetch(`${gateway.url}/v1/realtime/calls`, { method: 'POST', headers, body: 'v=0\r\n' })
  expect(call.status).toBe(201)
  await setDefaults(true)
  expect(await client.closed).toMatchObject({ code: 1008, reason: expect.stringContaining('guardrail_uncovered') })
  await eventually('the hang-up', () => provider.posts.some((path) => path.endsWith('/rtc_1/hangup')))
})

test('turns over HTTP are checked like any request', async () => {
  const calls: string[] = []
  await using anthropic = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      calls.push(await request.text())
      return Response.json({ error: { message: 'called' } }, { status: 400 })
    },
  })
  const { key, workspaceId, setDefaults } = await guarded(DENIES)
  const { slug } = await scene.do('POST', '/virtual-keys', {
    name: scene.uniqueName('turns'),
    provider: 'anthropic',
    key: 'k',
    custom_host: `http://127.0.0.1:${anthropic.port}/v1`,
    workspace_id: workspaceId,
  })
  await setDefaults(true)
  // The model of each turn chooses the provider.
  const client = await connectSocket(`${gateway.url}/v1/responses`, { headers: { authorization: `Bearer ${key}` } })
  const turn = async (input: string) => {
    client.sendJson({ type: 'response.create', model: `@${slug}/claude-sonnet-4-5`, input })
    return JSON.parse(String(await client.next())) as object
  }
  expect(await turn('the falcon')).toMatchObject({ type: 'error', status: 446 })
  expect(calls).toHaveLength(0)
  expect(await turn('the hawk')).toMatchObject({ type: 'error', status: 400 })
  expect(calls).toHaveLength(1)
  client.socket.close()
})

test('a guardrail that only observes leaves WebSockets alone', async () => {
  await using provider = startProvider()
  const { key, setDefaults } = await guarded({ deny: false, async: false })
  await setDefaults(true)
  const client = await connectSocket(`${gateway.url}/v1/realtime?model=gpt-realtime`, {
    headers: { authorization: `Bearer ${key}`, 'x-gateway-config': JSON.stringify(openai(provider.url)) },
  })
  client.sendJson({ type: 'response.create' })
  await client.until((message) => message.includes('response.done'))
  client.socket.close()
})
