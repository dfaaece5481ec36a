/** What the TLS port accepts and refuses. */

import { afterAll, describe, expect, test } from 'bun:test'
import { newPort } from '../../../simulators/new-port.ts'
import { eventually } from '../../harness/eventually.ts'
import { openSockets } from '../../harness/process-use.ts'
import { connectRaw, rawRequest } from '../../harness/raw-client.ts'
import { startGatewayProcess } from '../../harness/start-gateway-process.ts'
import { startTlsGateway } from '../../harness/tls-gateway.ts'

const tls = await startTlsGateway()
afterAll(() => tls[Symbol.asyncDispose]())
const { gateway } = tls

const REQUEST = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

test('the API, the dashboard and the documents are served over https only', async () => {
  expect(gateway.url).toStartWith('https://127.0.0.1:')
  for (const path of ['/healthz', '/readyz', '/', '/openapi.json', '/v1/models'])
    expect([path, (await gateway.fetch(path)).status]).toEqual([path, 200])
  const plain = await fetch(`${gateway.url.replace('https', 'http')}/healthz`).then(
    () => 'answered',
    () => 'refused',
  )
  expect(plain).toBe('refused')
  expect((await gateway.fetch('/healthz')).status).toBe(200)
})

test('links in errors have the scheme https, and no header claims strict transport security', async () => {
  const reply = await gateway.fetch('/v1/chat/completions', { method: 'POST', key: null, body: {} })
  const { error } = (await reply.json()) as { error: { doc_url: string } }
  expect(error.doc_url).toStartWith(`${gateway.url}/docs/errors`)
  expect(reply.headers.get('strict-transport-security')).toBeNull()
})

test('the client address is that of the TLS connection', async () => {
  const reply = await gateway.chat({ provider: 'mock' })
  expect(reply.status).toBe(200)
  await reply.text()
  await eventually('the use of the key is recorded', async () => {
    const list = await gateway.fetch('/v1/api-keys', { key: gateway.adminKey })
    const { data } = (await list.json()) as { data: readonly { last_used_ip: string | null }[] }
    return data.some((key) => key.last_used_ip === '127.0.0.1')
  })
})

test.each(['-tls1', '-tls1_1'])('a client with %s is refused', async (version) => {
  const printed = await tls.sClient([version, '-cipher', 'DEFAULT@SECLEVEL=0'])
  expect(printed).toContain('alert protocol version')
})

test.each(['-tls1_2', '-tls1_3'])('a client with %s is served', async (version) => {
  const printed = await tls.sClient(
    [version, '-quiet', '-verify_return_error', '-CAfile', tls.pki.path('ca.pem')],
    REQUEST,
  )
  expect(printed).toContain('"alive"')
})

test.each(['DES-CBC3-SHA', 'RC4-SHA', 'NULL-SHA256', 'AES128-SHA', 'ADH-AES128-SHA'])(
  'the cipher %s is refused',
  async (cipher) => {
    // openssl fails before it connects if it does not support the cipher itself.
    const printed = await tls.sClient(['-tls1_2', '-cipher', `${cipher}:@SECLEVEL=0`])
    expect(printed).toMatch(/handshake failure|no cipher match|no ciphers available/)
  },
)

test('a client cannot renegotiate', async () => {
  expect(await tls.sClient(['-tls1_2'], 'R\n')).toMatch(/no renegotiation|NO_RENEGOTIATION|RENEGOTIATING/)
  const printed = await tls.sClient(['-tls1_2'], `R\n${REQUEST}`)
  expect(printed).not.toContain('"alive"')
})

test('a client that names another host gets the same certificate', async () => {
  expect(await tls.sClient(['-servername', 'other.example'])).toContain('subject=CN = first')
})

test('bytes that are not TLS end the connection, and the gateway keeps serving', async () => {
  for (const bytes of ['\0'.repeat(600), `GET / HTTP/1.1\r\n\r\n`, '\x16\x03\x01\xff\xff'.padEnd(70_000, 'x')]) {
    const client = await connectRaw(gateway.url)
    client.send(Buffer.from(bytes, 'latin1'))
    await client.closed
  }
  expect((await gateway.fetch('/healthz')).status).toBe(200)
})

describe('half-open handshakes', () => {
  test('are bounded: the oldest is closed, and a client that completes its handshake is served', async () => {
    const first = await connectRaw(gateway.url)
    // `allSettled`, because a connection that the gateway closes at once rejects.
    const others = await Promise.allSettled(Array.from({ length: 1_010 }, () => connectRaw(gateway.url)))
    await first.closed
    const reply = await gateway.fetch('/healthz', { headers: { connection: 'close' } })
    expect(reply.status).toBe(200)
    for (const other of others) if (other.status === 'fulfilled') other.value.leave()
    await eventually('the sockets are closed', () => openSockets(gateway.process.child.pid) < 100)
  })

  test('end after ten seconds', async () => {
    const client = await connectRaw(gateway.url)
    client.send(Buffer.from('1603010200', 'hex'))
    await client.closed
    expect((await gateway.fetch('/healthz')).status).toBe(200)
  })
})

test('requests that arrive in one TLS record or byte by byte are served on one connection', async () => {
  const client = await connectRaw(gateway.url, { tls: tls.trust })
  client.send(rawRequest('GET', '/healthz', []))
  await client.until('"alive"')
  for (const byte of rawRequest('GET', '/readyz', [])) client.send(byte)
  await client.until('"ready"')
  client.leave()
})

test('GATEWAY_TLS_MIN_VERSION=1.3 refuses TLS 1.2, and GATEWAY_TLS_HSTS_SECONDS adds a header', async () => {
  await using strict = await startTlsGateway({ GATEWAY_TLS_MIN_VERSION: '1.3', GATEWAY_TLS_HSTS_SECONDS: '3600' })
  expect(await strict.sClient(['-tls1_2'])).toContain('alert protocol version')
  expect(await strict.sClient(['-tls1_3', '-quiet'], REQUEST)).toContain('"alive"')
  for (const path of ['/healthz', '/', '/v1/models', '/nothing'])
    expect((await strict.gateway.fetch(path)).headers.get('strict-transport-security')).toBe('max-age=3600')
})

test('a start with unusable files fails and names the setting', async () => {
  const { pki } = tls
  const good = pki.server('second')
  const other = pki.server('third')
  const cases: [Record<string, string>, string][] = [
    [{ GATEWAY_TLS_CERT_FILE: good.cert }, 'GATEWAY_TLS_KEY_FILE is not'],
    [{ GATEWAY_TLS_HSTS_SECONDS: '60' }, 'GATEWAY_TLS_CERT_FILE is not'],
    [{ GATEWAY_TLS_CERT_FILE: '/nowhere.pem', GATEWAY_TLS_KEY_FILE: good.key }, '/nowhere.pem cannot be read'],
    [{ GATEWAY_TLS_CERT_FILE: good.cert, GATEWAY_TLS_KEY_FILE: other.key }, 'is not the key of the first certificate'],
    [{ GATEWAY_TLS_CERT_FILE: good.key, GATEWAY_TLS_KEY_FILE: good.key }, 'contains no certificate'],
    [{ GATEWAY_TLS_CERT_FILE: good.cert, GATEWAY_TLS_KEY_FILE: good.cert }, 'contains no private key'],
  ]
  for (const [environment, message] of cases) {
    const failure: unknown = await startGatewayProcess({ environment }).catch((error: unknown) => error)
    expect(String(failure)).toContain(message)
    expect(failure).toMatchObject({ exitCode: 78 })
  }
})

test('an encrypted key needs its passphrase', async () => {
  const { pki } = tls
  const files = pki.server('sealed')
  const key = pki.path('sealed-encrypted.key')
  pki.encryptKey(files, key, 'open-sesame')
  const environment = { GATEWAY_TLS_CERT_FILE: files.cert, GATEWAY_TLS_KEY_FILE: key }
  const failure = String(await startGatewayProcess({ environment }).catch((error: unknown) => error))
  expect(failure).toContain('Check GATEWAY_TLS_KEY_PASSPHRASE')
  const passphrase = { GATEWAY_TLS_KEY_PASSPHRASE: 'open-sesame' }
  await using opened = await startGatewayProcess({ environment: { ...environment, ...passphrase }, tls: tls.trust })
  expect((await opened.fetch('/healthz')).status).toBe(200)
})

test('GATEWAY_TLS_REDIRECT_PORT redirects browsers and refuses keys', async () => {
  const redirectPort = String(newPort())
  await using redirecting = await startTlsGateway({ GATEWAY_TLS_REDIRECT_PORT: redirectPort })
  const plain = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${redirectPort}${path}`, { redirect: 'manual', ...init })
  const page = await plain('/logs?model=x')
  expect([page.status, page.headers.get('location')]).toEqual([308, `${redirecting.gateway.url}/logs?model=x`])
  expect(page.headers.get('strict-transport-security')).toBeNull()
  for (const name of ['authorization', 'x-api-key', 'x-goog-api-key', 'x-gateway-api-key', 'x-portkey-api-key'])
    expect([name, (await plain('/v1/models', { headers: { [name]: 'Bearer x' } })).status]).toEqual([name, 404])
  expect((await plain('/v1/chat/completions', { method: 'POST', body: '{}' })).status).toBe(404)
})
