/** Running requests end when their key is deleted or rotated, their user is disabled or their token is revoked. */

import { describe, expect, test } from 'bun:test'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { StreamItem } from '../../../simulators/answer.ts'
import { eventChannel } from '../../../simulators/event-channel.ts'
import { startSimulator } from '../../../simulators/simulator.ts'
import { startSocketSimulator } from '../../../simulators/socket-simulator.ts'
import { at } from '../../harness/at.ts'
import { ControlScene } from '../../harness/control-scene.ts'
import { connectRaw, rawRequest } from '../../harness/raw-client.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { connectSocket } from '../../harness/socket-client.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const workspaceId = await scene.defaultWorkspace()

async function personWithKey() {
  const person = await scene.person('member', [{ id: workspaceId, role: 'manager' }])
  const body = { name: 'Own', scopes: ['completions.write'], workspace_id: workspaceId }
  const made = (await scene.call(person, 'POST', '/api-keys/workspace/user', body)).body
  return { person, key: String(made['key']) }
}

async function serviceKey() {
  const body = { name: 'Service', scopes: ['completions.write'], workspace_id: workspaceId }
  const made = await scene.do('POST', '/api-keys/workspace/service', body)
  return { id: String(made['id']), key: String(made['key']) }
}

async function workloadIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'RS256' }
  const issuer = `https://issuer-${crypto.randomUUID()}.example`
  const body = { issuer, jwks: { keys: [jwk] }, audiences: ['gatehouse'], scopes: ['completions.write'] }
  const made = await scene.do('POST', '/admin/workload-issuers', { name: issuer, workspace_id: workspaceId, ...body })
  const token = (claims: { readonly sub: string; readonly jti: string }) =>
    new SignJWT({ iss: issuer, aud: 'gatehouse', ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'key-1' })
      .setIssuedAt()
      .setExpirationTime('50m')
      .sign(privateKey)
  return { id: String(made['id']), token }
}

type Sent = { readonly key?: string; readonly headers?: Readonly<Record<string, string>> }

/**
 * Opens a stream and revokes the access of its caller after the first word. Resolves with the received bytes and the
 * log. A raw connection: `fetch` drops an error event that arrives together with the reset after it.
 */
async function revoked({ key, headers }: Sent, revoke: () => Promise<unknown>, path = '/v1/chat/completions') {
  const channel = eventChannel<StreamItem>()
  channel.push('alpha')
  await using simulator = await startSimulator({ answers: [{ stream: channel }] })
  const trace = crypto.randomUUID()
  const all = {
    ...headers,
    ...(key !== undefined && { 'x-gateway-api-key': key }),
    'content-type': 'application/json',
    'x-gateway-trace-id': trace,
    'x-gateway-config': JSON.stringify(at(simulator)),
    // A response that ends normally closes the connection too.
    connection: 'close',
  }
  const body = { model: 'sim-model', max_tokens: 100, messages: [{ role: 'user', content: 'hi' }], stream: true }
  const client = await connectRaw(gateway.url)
  client.send(rawRequest('POST', path, Object.entries(all), JSON.stringify(body)))
  await client.until('alpha')
  await revoke()
  await client.closed
  // The provider's stream is still open: only the gateway ended it.
  expect(client.text).not.toContain('[DONE]')
  expect(client.text).toContain('access_revoked')
  channel.close()
  const log = await gateway.waitForLog(trace)
  expect(log).toMatchObject({ ending: 'broken', error_code: 'access_revoked' })
  return { text: client.text, log }
}

describe('a running stream', () => {
  test('ends with an error event when its key is deleted, and is billed for what was used', async () => {
    const { id, key } = await serviceKey()
    const { text, log } = await revoked({ key }, () => scene.do('DELETE', `/api-keys/${id}`))
    expect(text).toContain('event: error')
    expect(text).toContain('"code":"access_revoked"')
    expect(log.usage?.output_tokens ?? 0).toBeGreaterThan(0)
  })

  test('of a personal key ends when the person is disabled', async () => {
    const { person, key } = await personWithKey()
    await revoked({ key }, () => scene.do('PUT', `/admin/users/${person.id}`, { status: 'disabled' }))
  })

  test('of the playground ends when the person is deleted', async () => {
    const { person } = await personWithKey()
    // The Host header of a raw request is `gateway`.
    const headers = { ...person.headers, origin: 'http://gateway' }
    await revoked({ headers }, () => scene.do('DELETE', `/admin/users/${person.id}`))
  })

  test('ends when the person leaves the workspace', async () => {
    const { person, key } = await personWithKey()
    const path = `/admin/workspaces/${workspaceId}/users/${person.id}`
    await revoked({ key }, () => scene.do('DELETE', path))
  })

  test('has the shape of its format: Messages', async () => {
    const { id, key } = await serviceKey()
    const { text } = await revoked({ key }, () => scene.do('DELETE', `/api-keys/${id}`), '/v1/messages')
    const data = /event: error\ndata: (.*)\n/.exec(text)?.[1]
    expect(JSON.parse(data ?? '{}')).toMatchObject({ type: 'error', error: { code: 'access_revoked' } })
  })
})

describe('a running stream of a workload', () => {
  test.each([
    ['its token is revoked', { jti: 'token-1' }],
    ['its subject is revoked', { subject: 'job' }],
  ])('ends when %s; that of another token continues', async (_, revocation) => {
    const issued = await workloadIssuer()
    const other = await issued.token({ sub: 'other job', jti: 'token-2' })
    const channel = eventChannel<StreamItem>()
    channel.push('alpha')
    await using simulator = await startSimulator({ answers: [{ stream: channel }] })
    const running = await gateway.chat(at(simulator), { key: other, body: { stream: true } })
    await revoked({ key: await issued.token({ sub: 'job', jti: 'token-1' }) }, () =>
      scene.do('POST', `/admin/workload-issuers/${issued.id}/revocations`, revocation),
    )
    channel.push('beta')
    channel.close()
    expect(await running.text()).toEndWith('data: [DONE]\n\n')
  })

  test('ends when its issuer is deleted', async () => {
    const issued = await workloadIssuer()
    const key = await issued.token({ sub: 'job', jti: 'token-1' })
    await revoked({ key }, () => scene.do('DELETE', `/admin/workload-issuers/${issued.id}`))
  })
})

describe('a running stream of a rotated key', () => {
  test.each([0, 1_500])('ends when the overlap of %d ms is over', async (overlapMs) => {
    const { id, key } = await serviceKey()
    let untilMs = 0
    await revoked({ key }, async () => {
      const body = { key_transition_period_ms: overlapMs }
      const rotated = await scene.do('POST', `/api-keys/${id}/rotate`, body)
      untilMs = Date.parse(String(rotated['key_transition_expires_at']))
    })
    expect(Date.now()).toBeGreaterThanOrEqual(untilMs)
  })

  test('that began during the overlap ends with it; one with the new secret continues', async () => {
    const { id, key } = await serviceKey()
    const rotated = await scene.do('POST', `/api-keys/${id}/rotate`, { key_transition_period_ms: 10_000 })
    const channel = eventChannel<StreamItem>()
    channel.push('alpha')
    await using simulator = await startSimulator({ answers: [{ stream: channel }] })
    const running = await gateway.chat(at(simulator), { key: String(rotated['key']), body: { stream: true } })
    await revoked({ key }, async () => {})
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(String(rotated['key_transition_expires_at'])))
    channel.push('beta')
    channel.close()
    expect(await running.text()).toEndWith('data: [DONE]\n\n')
  })
})

test('a change of the key that keeps its access does not end its streams', async () => {
  const { id, key } = await serviceKey()
  const channel = eventChannel<StreamItem>()
  channel.push('alpha')
  await using simulator = await startSimulator({ answers: [{ stream: channel }] })
  const reply = await gateway.chat(at(simulator), { key, body: { stream: true } })
  await scene.do('PUT', `/api-keys/${id}`, { name: 'Renamed' })
  // The gateway handles this deletion after the renaming: once its stream has ended, the other stream was checked.
  const other = await serviceKey()
  await revoked({ key: other.key }, () => scene.do('DELETE', `/api-keys/${other.id}`))
  channel.push('beta')
  channel.close()
  expect(await reply.text()).toEndWith('data: [DONE]\n\n')
})

test('a request that waits for its provider is refused when its key is deleted, and no fallback is tried', async () => {
  const { id, key } = await serviceKey()
  await using simulator = await startSimulator({ answers: [{ fault: 'hang' }, 'never sent'] })
  const config = { strategy: { mode: 'fallback' }, targets: [at(simulator), at(simulator)] }
  const waiting = gateway.chat(config, { key })
  while (simulator.requests.length === 0) await Bun.sleep(5)
  await scene.do('DELETE', `/api-keys/${id}`)
  const reply = await waiting
  expect(reply.status).toBe(401)
  expect(await reply.text()).toContain('access_revoked')
  expect(simulator.requests.length).toBe(1)
})

test.each(['/v1/realtime?model=gpt-realtime', '/v1/proxy/listen', '/v1/responses'])(
  '%s: a WebSocket ends when the person is disabled',
  async (path) => {
    await using provider = startSocketSimulator()
    const { person, key } = await personWithKey()
    const client = await connectSocket(`${gateway.url}${path}`, {
      headers: {
        authorization: `Bearer ${key}`,
        'x-gateway-config': JSON.stringify({ provider: 'openai', custom_host: `${provider.url}/v1`, api_key: 'sk' }),
      },
    })
    await scene.do('PUT', `/admin/users/${person.id}`, { status: 'disabled' })
    expect(await client.closed).toMatchObject({ code: 1008, reason: expect.stringContaining('access_revoked') })
  },
)
