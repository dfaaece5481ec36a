/** Client certificates that authenticate as API keys. */

import { afterAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:tls'
import OpenAI from 'openai'
import type { StreamItem } from '../../../simulators/answer.ts'
import { eventChannel } from '../../../simulators/event-channel.ts'
import { realtimeScript } from '../../../simulators/realtime-wire.ts'
import { startSimulator } from '../../../simulators/simulator.ts'
import { startSocketSimulator } from '../../../simulators/socket-simulator.ts'
import { at } from '../../harness/at.ts'
import type { ClientTls } from '../../harness/call-options.ts'
import { ControlScene } from '../../harness/control-scene.ts'
import { type CertificateFiles, Pki } from '../../harness/pki.ts'
import { connectSocket } from '../../harness/socket-client.ts'
import { startTlsGateway, type TlsGateway } from '../../harness/tls-gateway.ts'

const pki = new Pki()
const tls = await startTlsGateway(
  { GATEWAY_TLS_CLIENT_CERTIFICATES: 'optional', GATEWAY_TLS_CLIENT_CA_FILE: pki.path('ca.pem') },
  { pki },
)
afterAll(() => tls[Symbol.asyncDispose]())
const { gateway } = tls
const scene = new ControlScene(gateway)

const billing = pki.issue('billing', {
  names: 'DNS:billing.example.com,URI:spiffe://cluster/billing',
  usage: 'clientAuth',
})

type Made = { readonly id: string; readonly key: string }

async function keyFor(entries: readonly string[], more: object = {}): Promise<Made> {
  const body = { name: `for ${entries[0]}`, scopes: ['logs.list'], client_certificates: entries, ...more }
  return (await scene.do('POST', '/api-keys/workspace/service', body)) as unknown as Made
}

type Answer = {
  readonly status: number
  readonly code: string | null
  readonly keyId: string | null
  readonly text: string
}

/** Sends a request without a key, unless the headers have one. */
async function send(client: ClientTls, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const reply = await gateway.chat({ provider: 'mock' }, { key: null, headers, tls: client })
  const text = await reply.text()
  const code = reply.ok ? null : ((JSON.parse(text) as { error: { code: string } }).error.code ?? null)
  const log = reply.ok ? await gateway.waitForLog(reply.headers.get('x-gateway-trace-id')) : null
  return { status: reply.status, code, keyId: log?.api_key_id ?? null, text }
}

test('a request with a certificate and without a key acts as the key that names it', async () => {
  const client = tls.as(billing)
  const before = await send(client)
  expect([before.status, before.code]).toEqual([401, 'api_key_missing'])
  expect(before.text).toContain(`sha256:${pki.fingerprint(billing.cert).replaceAll(':', '').toLowerCase()}`)
  for (const entry of [
    'dns:billing.example.com',
    'uri:spiffe://cluster/billing',
    // As openssl prints it.
    `sha256:${pki.fingerprint(billing.cert)}`,
  ]) {
    const { id } = await keyFor([entry])
    expect([entry, await send(client)]).toMatchObject([entry, { status: 200, keyId: id }])
    await scene.do('DELETE', `/api-keys/${id}`)
    expect((await send(client)).status).toBe(401)
  }
})

test('a key in a header wins over the certificate, and an unknown key is refused', async () => {
  const { id } = await keyFor(['dns:billing.example.com'])
  const other = await keyFor([], { name: 'other', client_certificates: null })
  const client = tls.as(billing)
  expect(await send(client, { 'x-gateway-api-key': other.key })).toMatchObject({ status: 200, keyId: other.id })
  expect(await send(client, { authorization: `Bearer ${other.key}` })).toMatchObject({ status: 200, keyId: other.id })
  for (const headers of [{ 'x-gateway-api-key': 'wrong' }, { authorization: 'Bearer sk-wrong' }, { 'x-api-key': 'no' }])
    expect(await send(client, headers)).toMatchObject({ status: 401, code: 'api_key_invalid' })
  expect(await send(client)).toMatchObject({ status: 200, keyId: id })
  await scene.do('DELETE', `/api-keys/${id}`)
})

test('headers of a proxy never stand for a certificate', async () => {
  const { id } = await keyFor(['dns:billing.example.com', `sha256:${pki.fingerprint(billing.cert)}`])
  const fingerprint = pki.fingerprint(billing.cert).replaceAll(':', '').toLowerCase()
  const forged = JSON.stringify({ names: [`sha256:${fingerprint}`, 'dns:billing.example.com'], expiresAtMs: 9e15 })
  const names = ['x-gatehouse-certificate', 'x-ssl-client-cert', 'x-forwarded-client-cert', 'ssl-client-verify']
  const headers = Object.fromEntries(names.map((name) => [name, forged]))
  expect(await send(tls.trust, headers)).toMatchObject({ status: 401, code: 'api_key_missing' })
  await scene.do('DELETE', `/api-keys/${id}`)
})

test('a page in a browser cannot use the certificate', async () => {
  const { id } = await keyFor(['dns:billing.example.com'])
  for (const headers of [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-origin' },
  ])
    expect(await send(tls.as(billing), headers)).toMatchObject({ status: 401, code: 'api_key_missing' })
  await scene.do('DELETE', `/api-keys/${id}`)
})

test('the admin API accepts the certificate within the scopes of its key', async () => {
  const { id } = await keyFor(['dns:billing.example.com'])
  const call = (path: string) => gateway.fetch(path, { key: null, tls: tls.as(billing) })
  expect((await call('/v1/logs')).status).toBe(200)
  expect((await call('/v1/api-keys')).status).toBe(403)
  expect((await call('/metrics')).status).toBe(403)
  await scene.do('DELETE', `/api-keys/${id}`)
})

describe('refused certificates', () => {
  const later = { from: '20400101000000Z', until: '20410101000000Z' }
  const past = { from: '20200101000000Z', until: '20210101000000Z' }
  pki.authority('other')
  const names = 'DNS:refused.example.com'
  const cases: [string, CertificateFiles][] = [
    ['expired', pki.issue('expired', { names, ...past })],
    ['not yet valid', pki.issue('later', { names, ...later })],
    ['of another authority', pki.issue('foreign', { names, authority: 'other' })],
    ['self-signed', pki.selfSigned('self', { names })],
    ['for servers only', pki.issue('server-only', { names, usage: 'serverAuth' })],
  ]
  test.each(cases)('%s: the connection ends', async (_, files) => {
    const { id } = await keyFor(['dns:refused.example.com', `sha256:${pki.fingerprint(files.cert)}`])
    const outcome = await send(tls.as(files)).catch(() => 'no connection')
    expect(outcome).toBe('no connection')
    await scene.do('DELETE', `/api-keys/${id}`)
  })

  test.each([
    ['a wildcard', 'DNS:*.example.com'],
    ['a NUL', 'DNS:refused.example.com\0.evil'],
    ['an unrelated name', 'DNS:refused.example.com.evil.example'],
    ['the name as a common name only', 'DNS:unrelated.example.com'],
  ])('%s in the name matches no key', async (_, wrong) => {
    const files = pki.issue('refused.example.com', { names: wrong, usage: 'clientAuth' })
    const { id } = await keyFor(['dns:refused.example.com'])
    expect(await send(tls.as(files))).toMatchObject({ status: 401, code: 'api_key_missing' })
    await scene.do('DELETE', `/api-keys/${id}`)
  })
})

describe('the field client_certificates', () => {
  test.each([
    'billing.example.com',
    'dns:*.example.com',
    'dns:',
    'sha256:abc',
    'cn:billing',
    'dns:a b',
    'uri:x',
    'dns:a\0b',
  ])('refuses %j', async (entry) => {
    const body = { name: 'x', scopes: [], client_certificates: [entry] }
    const refused = await scene.call(scene.admin, 'POST', '/api-keys/workspace/service', body)
    expect([refused.status, refused.body['error']]).toMatchObject([400, { param: 'client_certificates[0]' }])
  })

  test('a certificate is of one key, and only organisation-wide callers can add it', async () => {
    const first = await keyFor(['dns:shared.example.com'])
    const taken = { name: 'x', scopes: [], client_certificates: ['dns:SHARED.example.com'] }
    expect(await scene.call(scene.admin, 'POST', '/api-keys/workspace/service', taken)).toMatchObject({ status: 409 })
    const workspaceId = await scene.defaultWorkspace()
    const manager = await scene.person('member', [{ id: workspaceId, role: 'manager' }])
    const own = { name: 'x', scopes: [], client_certificates: ['dns:own.example.com'], workspace_id: workspaceId }
    expect(await scene.call(manager, 'POST', '/api-keys/workspace/service', own)).toMatchObject({ status: 403 })
    const change = { client_certificates: ['dns:shared.example.com', 'dns:own.example.com'], workspace_id: workspaceId }
    expect(await scene.call(manager, 'PUT', `/api-keys/${first.id}`, change)).toMatchObject({ status: 403 })
    const removal = { client_certificates: [], workspace_id: workspaceId }
    expect(await scene.call(manager, 'PUT', `/api-keys/${first.id}`, removal)).toMatchObject({ status: 200 })
    const read = (await scene.do('GET', `/api-keys/${first.id}`)) as { client_certificates: unknown }
    expect(read.client_certificates).toEqual([])
  })

  test('an Admin key cannot add a certificate to a key that can do more than it may grant', async () => {
    const strong = await keyFor([], { client_certificates: [], scopes: ['logs.list', 'configs.create'] })
    const weak = (await scene.do('POST', '/api-keys/organisation/service', {
      name: 'weak',
      scopes: ['workspace_service_api_keys.update', 'workspace_service_api_keys.read'],
      allow_inference: false,
    })) as unknown as Made
    const reply = await gateway.fetch(`/v1/api-keys/${strong.id}`, {
      method: 'PUT',
      key: weak.key,
      body: { client_certificates: ['dns:billing.example.com'] },
    })
    expect(reply.status).toBe(403)
    expect((await send(tls.as(billing))).status).toBe(401)
  })
})

describe('running requests', () => {
  async function endedStream(end: (id: string) => Promise<unknown>): Promise<string> {
    const { id } = await keyFor(['dns:billing.example.com'])
    const channel = eventChannel<StreamItem>()
    channel.push('alpha')
    await using simulator = await startSimulator({ answers: [{ stream: channel }] })
    const reply = await gateway.chat(at(simulator), { key: null, tls: tls.as(billing), body: { stream: true } })
    const reader = reply.body!.getReader()
    let text = ''
    const read = async (isEnough: () => boolean) => {
      for (;;) {
        const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
        text += value ? Buffer.from(value).toString() : ''
        if (done || isEnough()) return
      }
    }
    await read(() => text.includes('alpha'))
    await end(id)
    await read(() => false)
    channel.close()
    await scene.call(scene.admin, 'DELETE', `/api-keys/${id}`)
    return text
  }

  test('end when the key is deleted', async () => {
    const text = await endedStream((id) => scene.do('DELETE', `/api-keys/${id}`))
    expect(text).toContain('"code":"access_revoked"')
  })

  test('end when the certificate is removed from the key', async () => {
    const text = await endedStream((id) => scene.do('PUT', `/api-keys/${id}`, { client_certificates: [] }))
    expect(text).toContain('"code":"access_revoked"')
  })

  test('a WebSocket acts as the key of its certificate', async () => {
    const { id } = await keyFor(['dns:billing.example.com'])
    await using provider = startSocketSimulator(realtimeScript())
    const target = { provider: 'openai', custom_host: `${provider.url}/v1`, api_key: 'sk-provider' }
    const client = await connectSocket(`${gateway.url}/v1/realtime?model=gpt-realtime`, {
      headers: { 'x-gateway-config': JSON.stringify(target) },
      tls: tls.as(billing),
    })
    client.sendJson({ type: 'response.create' })
    await client.until((message) => message.includes('"response.done"'))
    await scene.do('DELETE', `/api-keys/${id}`)
    expect((await client.closed).code).not.toBe(1000)
  })

  test('turns of a WebSocket that are sent over HTTP act as the key too', async () => {
    const { id } = await keyFor(['dns:billing.example.com'])
    await using chat = await startSimulator({ answers: ['the answer'] })
    const client = await connectSocket(`${gateway.url}/v1/responses`, {
      headers: {
        'openai-beta': 'responses_websockets=2026-02-06',
        'x-gateway-config': JSON.stringify({ ...at(chat), provider: 'perplexity-ai' }),
      },
      tls: tls.as(billing),
    })
    client.sendJson({ type: 'response.create', model: 'sim-model', store: false, input: 'hi' })
    const isLast = (message: string) => /"type":"(response\.completed|response\.failed|error)"/.test(message)
    expect((await client.until(isLast)).at(-1)).toContain('"response.completed"')
    client.socket.close(1000)
    await scene.do('DELETE', `/api-keys/${id}`)
  })
})

test('the OpenAI SDK sends no key if its header is null, and acts as the key of its certificate', async () => {
  const { id } = await keyFor(['dns:billing.example.com'])
  const client = new OpenAI({
    baseURL: gateway.baseURL,
    apiKey: 'unused',
    maxRetries: 0,
    defaultHeaders: { Authorization: null, 'x-gateway-provider': 'mock' },
    fetch: (url, init) => fetch(url as string, { ...(init as RequestInit), tls: tls.as(billing), keepalive: false }),
  })
  const { data, response } = await client.chat.completions
    .create({ model: 'mock-1', messages: [{ role: 'user', content: 'hi' }] })
    .withResponse()
  expect(data.choices[0]?.message.content).toContain('You said: hi')
  const log = await gateway.waitForLog(response.headers.get('x-gateway-trace-id'))
  expect(log.api_key_id).toBe(id)
  await scene.do('DELETE', `/api-keys/${id}`)
})

test('required: a client without a certificate gets no connection', async () => {
  const own = new Pki()
  const program = own.issue('program', { names: 'DNS:program.example.com', usage: 'clientAuth' })
  const settings = { GATEWAY_TLS_CLIENT_CERTIFICATES: 'required', GATEWAY_TLS_CLIENT_CA_FILE: own.path('ca.pem') }
  await using strict = await startTlsGateway(settings, { pki: own })
  const refused = await strict.gateway.fetch('/healthz').then(
    () => 'answered',
    () => 'refused',
  )
  expect(refused).toBe('refused')
  expect(await withoutCertificate(strict)).toContain('CERTIFICATE_REQUIRED')
  expect((await strict.gateway.fetch('/healthz', { tls: strict.as(program) })).status).toBe(200)
})

/** How the gateway ends a connection without a client certificate. */
function withoutCertificate({ port }: TlsGateway): Promise<string> {
  return new Promise((ended) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
    socket.on('error', (error: Error & { code?: string }) => ended(`${error.code} ${error.message}`))
    socket.on('close', () => ended('closed'))
    socket.on('data', (data) => ended(String(data)))
    socket.write('GET /healthz HTTP/1.1\r\n\r\n')
  })
}
