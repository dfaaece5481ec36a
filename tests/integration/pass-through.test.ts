import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at, under } from '../harness/at.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
  '%s with a body reaches the same path with the same bytes',
  async (method) => {
    await using simulator = await startSimulator({ answers: [{ echo: true }] })
    const body = '{ "a": 1.0, "n": 12345678901234567890 }'
    const headers = under(simulator, { 'content-type': 'application/json' })
    const reply = await gateway.fetch('/v1/some/deep/path?x=1&x=2&y=a%20b', { method, headers, body })
    const request = simulator.requests[0]!
    expect([request.method, request.target, request.text]).toEqual([method, '/v1/some/deep/path?x=1&x=2&y=a%20b', body])
    expect([reply.status, await reply.text()]).toEqual([200, body])
  },
)

test('GET is sent without a body and returns the response', async () => {
  await using simulator = await startSimulator({ answers: [{ body: '[1, 2.0]' }] })
  const reply = await gateway.fetch('/v1/things?limit=2', { headers: under(simulator) })
  expect(await reply.text()).toBe('[1, 2.0]')
  const request = simulator.requests[0]!
  expect([request.method, request.target, request.bodyBytes]).toEqual(['GET', '/v1/things?limit=2', 0])
  expect(request.headers['content-length']).toBeUndefined()
})

test('/v1/proxy reaches any endpoint, even one with a path of the gateway', async () => {
  await using simulator = await startSimulator({ answers: [{ body: 'upstream logs' }] })
  const reply = await gateway.fetch('/v1/proxy/logs?a=b', { headers: under(simulator) })
  expect(await reply.text()).toBe('upstream logs')
  expect(simulator.requests[0]?.target).toBe('/v1/logs?a=b')
})

test('a percent-encoded path is not decoded', async () => {
  await using simulator = await startSimulator({ answers: ['ok'] })
  await gateway.fetch('/v1/files/a%2Fb%20c', { headers: under(simulator) })
  expect(simulator.requests[0]?.target).toBe('/v1/files/a%2Fb%20c')
})

test('a multipart form arrives byte for byte', async () => {
  await using simulator = await startSimulator({ answers: [{ sink: true }] })
  const file = crypto.getRandomValues(new Uint8Array(60_000))
  const form = new FormData()
  form.append('purpose', 'test')
  form.append('file', new File([file], 'ä.bin', { type: 'application/x-test' }))
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type')!
  const body = await encoded.bytes()
  const headers = under(simulator, { 'content-type': type })
  const reply = await gateway.fetch('/v1/uploads', { method: 'POST', headers, body })
  const sha256 = new Bun.CryptoHasher('sha256').update(body).digest('hex')
  expect(await reply.json()).toEqual({ sha256, bytes: body.length })
  expect(simulator.requests[0]?.headers['content-type']).toBe(type)
  expect(simulator.requests[0]?.headers['content-length']).toBe(String(body.length))
})

test('binary bodies pass in both directions', async () => {
  const bytes = new Uint8Array(256 * 64).map((_, i) => i)
  await using simulator = await startSimulator({ answers: [{ echo: true }] })
  const headers = under(simulator, { 'content-type': 'application/octet-stream' })
  const reply = await gateway.fetch('/v1/blob', { method: 'PUT', headers, body: bytes })
  expect(reply.headers.get('content-type')).toBe('application/octet-stream')
  expect(await reply.bytes()).toEqual(bytes)
})

test('compressed bytes are forwarded unchanged', async () => {
  const text = '{"zipped":true}'.repeat(50)
  await using simulator = await startSimulator({ answers: [{ body: text, gzip: true }] })
  const headers = under(simulator, { 'accept-encoding': 'gzip' })
  const reply = await gateway.fetch('/v1/things', { headers, decompress: false })
  expect(simulator.requests[0]?.headers['accept-encoding']).toBe('gzip')
  expect(reply.headers.get('content-encoding')).toBe('gzip')
  const bytes = await reply.bytes()
  expect(Buffer.from(bytes).equals(Buffer.from(Bun.gzipSync(text)))).toBe(true)
})

test('a compressed request body is forwarded unchanged', async () => {
  await using simulator = await startSimulator({ answers: [{ sink: true }] })
  const body = Bun.gzipSync('{"a":1}')
  const headers = under(simulator, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
  const reply = await gateway.fetch('/v1/things', { method: 'POST', headers, body })
  expect(await reply.json()).toMatchObject({ bytes: body.length })
  expect(simulator.requests[0]?.headers['content-encoding']).toBe('gzip')
})

test('status and headers of the response are returned; cookies and connection headers are not', async () => {
  await using simulator = await startSimulator({
    answers: [
      {
        status: 203,
        headers: [
          ['x-custom', 'kept'],
          ['set-cookie', 'a=1'],
          ['keep-alive', 'timeout=9'],
          ['content-security-policy', 'default-src *'],
          ['content-type', 'text/html'],
        ],
        body: '<b>hi</b>',
      },
    ],
  })
  const reply = await gateway.fetch('/v1/page', { headers: under(simulator) })
  expect([reply.status, reply.headers.get('x-custom')]).toEqual([203, 'kept'])
  for (const name of ['set-cookie', 'keep-alive']) expect([name, reply.headers.get(name)]).toEqual([name, null])
  expect(reply.headers.get('content-security-policy')).toBe('sandbox')
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await reply.text()).toBe('<b>hi</b>')
})

test.each([204, 304])('a %p without a body is returned without a body', async (status) => {
  await using simulator = await startSimulator({ answers: [{ status }] })
  const reply = await gateway.fetch('/v1/things/1', {
    method: status === 204 ? 'DELETE' : 'GET',
    headers: under(simulator),
  })
  expect([reply.status, await reply.text()]).toEqual([status, ''])
})

test('redirects are returned to the caller, never followed', async () => {
  await using other = await startSimulator({ answers: ['never'] })
  await using simulator = await startSimulator({ answers: [{ status: 307, headers: { location: other.url } }] })
  const headers = under(simulator)
  const reply = await fetch(`${gateway.url}/v1/things`, {
    headers: { ...headers, 'x-gateway-api-key': gateway.workspaceKey },
    redirect: 'manual',
  })
  expect([reply.status, reply.headers.get('location')]).toEqual([307, other.url])
  expect(other.requests).toHaveLength(0)
})

test('a 200 with invalid JSON is forwarded unchanged', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'invalid-json' }] })
  const reply = await gateway.fetch('/v1/rerank', { method: 'POST', headers: under(simulator), body: {} })
  expect([reply.status, await reply.text()]).toEqual([200, '{"id": "chatcmpl-sim", "choices": [ oops'])
})

test('retries and fallbacks also work on pass-through', async () => {
  await using busy = await startSimulator({ answers: [503] })
  await using free = await startSimulator({ answers: [{ echo: true }] })
  const config = JSON.stringify({ strategy: { mode: 'fallback' }, targets: [at(busy), at(free)] })
  const headers = { 'x-gateway-config': config, 'content-type': 'application/json' }
  const reply = await gateway.fetch('/v1/rerank', { method: 'POST', headers, body: '{"query":1.0}' })
  expect(await reply.text()).toBe('{"query":1.0}')
  expect(reply.headers.get('x-gateway-last-used-option-index')).toBe('config.targets[1]')
})

test('an early error response to an upload is delivered', async () => {
  await using simulator = await startSimulator({ answers: [{ status: 413, body: 'too much', early: true }] })
  const headers = under(simulator, { 'content-type': 'application/octet-stream' })
  const reply = await gateway.fetch('/v1/blob', { method: 'POST', headers, body: new Uint8Array(100_000) })
  expect([reply.status, await reply.text()]).toEqual([413, 'too much'])
})

test('the first pass-through call after the start has no short timeout', async () => {
  await using fresh = await shareGateway()
  await using simulator = await startSimulator({ answers: [{ body: 'late', delayMs: 3_500 }] })
  const reply = await fresh.fetch('/v1/proxy/things', { headers: under(simulator) })
  expect([reply.status, await reply.text()]).toEqual([200, 'late'])
})
