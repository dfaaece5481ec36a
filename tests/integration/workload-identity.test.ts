import { afterAll, expect, test } from 'bun:test'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { ControlScene } from '../harness/control-scene.ts'
import { errorOf } from '../harness/error-of.ts'
import { eventually } from '../harness/eventually.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const { publicKey, privateKey } = await generateKeyPair('ES256')
const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }
let keyRequests = 0
const issuerServer: Bun.Server<undefined> = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch({ url }): Response {
    keyRequests++
    const { origin } = issuerServer.url
    if (new URL(url).pathname === '/jwks') return Response.json({ keys: [jwk] })
    return Response.json({ issuer: origin, jwks_uri: `${origin}/jwks` })
  },
})
const ISSUER = issuerServer.url.origin
afterAll(() => issuerServer.stop(true))

const token = (changes: JWTPayload = {}) => {
  const seconds = Math.floor(Date.now() / 1_000)
  const times = { iat: seconds, exp: seconds + 300, jti: crypto.randomUUID() }
  return new SignJWT({ iss: ISSUER, sub: 'job', aud: 'gatehouse', ...times, ...changes })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .sign(privateKey)
}

const makeIssuer = (changes: object = {}) =>
  scene.do('POST', '/admin/workload-issuers', { name: 'Jobs', issuer: ISSUER, audiences: ['gatehouse'], ...changes })

test('a token authenticates in every header of a key, reaches no provider, and is in no log', async () => {
  const { id } = await makeIssuer({ claims: { kind: 'headers' }, metadata: { team: 'team' } })
  await using provider = await startSimulator({ answers: [200] })
  const sent = await token({ kind: 'headers', team: 'search' })
  for (const name of ['x-gateway-api-key', 'x-portkey-api-key', 'authorization', 'x-api-key', 'x-goog-api-key']) {
    const reply = await fetch(`${gateway.baseURL}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [name]: name === 'authorization' ? `Bearer ${sent}` : sent,
        'x-gateway-config': JSON.stringify(at(provider, {})),
        // A caller cannot replace the labels of its token.
        'x-gateway-metadata': JSON.stringify({ _workload_subject: 'admin', team: 'other', own: 'yes' }),
      },
      body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] }),
    })
    expect([name, reply.status]).toEqual([name, 200])
    const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
    expect(log).toMatchObject({
      api_key_id: id,
      metadata: { _workload_issuer: 'Jobs', _workload_subject: 'job', team: 'search', own: 'yes' },
    })
    expect(JSON.stringify(log.decisions)).toContain('token of Jobs, subject job')
    expect(JSON.stringify(log)).not.toContain(sent.slice(-40))
  }
  expect(provider.requests.length).toBe(5)
  expect(JSON.stringify(provider.requests)).not.toContain(sent.slice(-40))
  expect(keyRequests).toBeLessThanOrEqual(2)
})

test('a wrong token gets an error that names the problem and not the token', async () => {
  await makeIssuer({ claims: { kind: 'errors' } })
  const wrong = await token({ kind: 'errors', aud: 'other' })
  const reply = await gateway.chat({ provider: 'mock' }, { key: wrong })
  expect(reply.status).toBe(401)
  const error = await errorOf(reply)
  expect(error).toMatchObject({ code: 'token_invalid', message: 'The token is for another audience (claim aud).' })
  expect(JSON.stringify(error)).not.toContain(wrong.split('.')[1]!)
  const unknown = await gateway.chat({ provider: 'mock' }, { key: await token({ iss: 'https://nobody.example' }) })
  expect((await errorOf(unknown)).message).toContain('No workload issuer of this gateway')
})

test('a disabled issuer, a revoked token and a revoked subject are refused with the next request', async () => {
  const { id } = await makeIssuer({ claims: { kind: 'revoked' } })
  const path = `/admin/workload-issuers/${id}`
  const status = async (key: string) => (await gateway.chat({ provider: 'mock' }, { key })).status
  const [first, second] = await Promise.all([
    token({ kind: 'revoked', sub: 'a', jti: 'first' }),
    token({ kind: 'revoked', sub: 'b', jti: 'second' }),
  ])
  expect([await status(first), await status(second)]).toEqual([200, 200])
  await scene.do('POST', `${path}/revocations`, { jti: 'first' })
  expect([await status(first), await status(second)]).toEqual([401, 200])
  const { id: revocation } = await scene.do('POST', `${path}/revocations`, { subject: 'b' })
  expect([await status(first), await status(second)]).toEqual([401, 401])
  await scene.do('DELETE', `${path}/revocations/${revocation}`)
  expect(await status(second)).toBe(200)
  await scene.do('PUT', path, { enabled: false })
  expect(await status(second)).toBe(401)
  await scene.do('PUT', path, { enabled: true })
  expect(await status(second)).toBe(200)
  await scene.do('DELETE', path)
  expect(await status(second)).toBe(401)
})

test('a token has the scopes and the workspace of its issuer, and no others', async () => {
  const workspaceId = await scene.workspace()
  await makeIssuer({ claims: { kind: 'scopes' }, scopes: ['logs.list'], workspace_id: workspaceId })
  const key = await token({ kind: 'scopes' })
  expect((await gateway.fetch('/v1/logs', { key })).status).toBe(200)
  expect((await gateway.fetch('/v1/configs', { key })).status).toBe(403)
  expect((await gateway.fetch('/v1/admin/users', { key })).status).toBe(403)
  expect((await gateway.fetch('/metrics', { key })).status).toBe(403)
  expect((await gateway.chat({ provider: 'mock' }, { key })).status).toBe(403)
  const elsewhere = await scene.defaultWorkspace()
  expect((await gateway.fetch(`/v1/logs?workspace_id=${elsewhere}`, { key })).status).toBe(404)
})

test('the workspace and the scopes come from claims, also for the same idempotency key', async () => {
  await makeIssuer({
    claims: { kind: 'claims' },
    workspace_claim: 'portkey_workspace',
    scopes: ['completions.write', 'configs.create'],
    scope_claim: 'scope',
  })
  const [one, other] = [await scene.workspace(), await scene.workspace()]
  const make = async (portkey_workspace: string) => {
    const key = await token({ kind: 'claims', portkey_workspace, scope: 'portkey.configs.create completions.write' })
    const headers = { 'idempotency-key': 'same' }
    const reply = await gateway.fetch('/v1/configs', {
      method: 'POST',
      key,
      headers,
      body: { name: 'Made', config: { provider: 'mock' } },
    })
    expect(reply.status).toBe(200)
    expect((await gateway.chat({ provider: 'mock' }, { key })).status).toBe(200)
    return ((await reply.json()) as { id: string }).id
  }
  // Another workspace gets its own config, not the stored response.
  expect(await make(one)).not.toBe(await make(other))
  const narrow = await token({ kind: 'claims', portkey_workspace: one, scope: 'configs.create' })
  expect((await gateway.chat({ provider: 'mock' }, { key: narrow })).status).toBe(403)
})

test('limits of the issuer apply to all its tokens together', async () => {
  const rate_limits = [{ type: 'requests', unit: 'rpd', value: 2 }]
  await makeIssuer({ claims: { kind: 'limited' }, rate_limits })
  const statuses: number[] = []
  for (const sub of ['a', 'b', 'c']) {
    const reply = await gateway.chat({ provider: 'mock' }, { key: await token({ kind: 'limited', sub }) })
    statuses.push(reply.status)
  }
  expect(statuses).toEqual([200, 200, 429])
})

test('the last use of an issuer and of its subjects is recorded, also that of calls of the admin API', async () => {
  const { id } = await makeIssuer({ claims: { kind: 'used' }, scopes: ['completions.write', 'logs.list'] })
  const path = `/admin/workload-issuers/${id}`
  expect(await scene.do('GET', path)).toMatchObject({ last_used_at: null })
  const [sender, reader] = [await token({ kind: 'used', sub: 'sender' }), await token({ kind: 'used', sub: 'reader' })]
  expect((await gateway.chat({ provider: 'mock' }, { key: sender })).status).toBe(200)
  expect((await gateway.fetch('/v1/logs', { key: reader })).status).toBe(200)
  type Listed = { readonly data: readonly { readonly subject: string; readonly last_used_at: string }[] }
  const used = await eventually('both subjects are listed', async () => {
    const { data } = (await scene.do('GET', `${path}/subjects`)) as unknown as Listed
    return data.length === 2 && data
  })
  expect(used.map(({ subject }) => subject).sort()).toEqual(['reader', 'sender'])
  expect(await scene.do('GET', path)).toMatchObject({ last_used_at: used[0]?.last_used_at })
})
