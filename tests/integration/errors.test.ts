import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { errorOf } from '../harness/error-of.ts'
import { connectRaw, rawRequest } from '../harness/raw-client.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()
const CHAT = '/v1/chat/completions'

test.each<[string, number, string, () => Promise<Response>]>([
  ['no key', 401, 'api_key_missing', () => gateway.chat({}, { key: null })],
  ['no provider', 400, 'provider_missing', () => gateway.chat(null)],
  ['unknown provider', 400, 'provider_unknown', () => gateway.chat({ provider: 'opnai', api_key: 'x' })],
  [
    'saved config that does not exist',
    400,
    'config_unknown',
    () => gateway.chat(null, { headers: { 'x-gateway-config': 'pc-none' } }),
  ],
  [
    'config that is not JSON',
    400,
    'config_invalid',
    () => gateway.chat(null, { headers: { 'x-gateway-config': '{oops' } }),
  ],
  ['virtual key that does not exist', 400, 'virtual_key_unknown', () => gateway.chat({ virtual_key: 'none' })],
  [
    'guardrail that does not exist',
    400,
    'guardrail_unknown',
    () => gateway.chat({ provider: 'mock', input_guardrails: ['pg-1'] }),
  ],
  [
    'check of a partner service',
    400,
    'not_supported',
    () => gateway.chat({ provider: 'mock', input_guardrails: [{ 'partner.check': {} }] }),
  ],
  [
    'metadata address',
    400,
    'address_forbidden',
    () => gateway.chat({ provider: 'openai-compatible', api_key: 'x', custom_host: 'http://169.254.169.254/v1' }),
  ],
  ['own listener', 400, 'address_forbidden', () => gateway.chat(at(gateway))],
  ['body that is not JSON', 400, 'invalid_json', () => gateway.chat({ provider: 'mock' }, { body: '{"model":' })],
  [
    'model named twice',
    400,
    'duplicate_member',
    () => gateway.chat({ provider: 'mock' }, { body: '{"model":"a","model":"b","messages":[]}' }),
  ],
  [
    'unknown content coding',
    415,
    'unsupported_encoding',
    () => gateway.chat({ provider: 'mock' }, { headers: { 'content-encoding': 'lzma' } }),
  ],
  ['nothing there', 404, 'not_found', () => gateway.fetch('/v2/whatever')],
  [
    'wrong method of an admin path',
    405,
    'method_not_allowed',
    () => gateway.fetch('/v1/logs', { method: 'PUT', body: {} }),
  ],
])('%s: %p %s in the common error format', async (_name, status, code, call) => {
  const reply = await call()
  const traceId = reply.headers.get('x-gateway-trace-id')
  expect(reply.headers.get('content-type')).toStartWith('application/json')
  const text = await reply.clone().text()
  const refused = await errorOf(reply)
  expect({ status: refused.status, code: refused.code }).toEqual({ status, code })
  expect(refused.traceId).toBe(traceId!)
  expect(traceId).not.toBe('')
  expect(refused.message.length).toBeGreaterThan(10)
  expect(refused.hint.length).toBeGreaterThan(5)
  const hasAttempt = code === 'address_forbidden'
  const members = ['status', 'message', 'error', ...(hasAttempt ? ['provider'] : [])]
  expect(Object.keys(JSON.parse(text))).toEqual(members)
})

test('a config error names the config path and suggests the correct name', async () => {
  const misspelt = {
    strategy: { mode: 'fallback' },
    targets: [{ provider: 'mock' }, { provider: 'mock', retri: { attempts: 1 } }],
  }
  const refused = await errorOf(await gateway.chat(misspelt))
  expect(refused).toMatchObject({ status: 400, code: 'config_invalid', param: 'targets[1].retri' })
  expect(refused.message).toContain('retry')
})

test('errors that cannot succeed on retry have x-should-retry: false', async () => {
  expect((await gateway.chat({}, { key: null })).headers.get('x-should-retry')).toBe('false')
  expect((await gateway.fetch('/v2/whatever')).headers.get('x-should-retry')).toBe('false')
})

test('a provider error is forwarded unchanged, with the gateway’s trace id', async () => {
  const body = '{"error": {"message":"no such model",  "code":"model_not_found"}}'
  await using simulator = await startSimulator({
    answers: [{ status: 404, headers: { 'x-request-id': 'up-1' }, body }],
  })
  const reply = await gateway.chat(at(simulator))
  expect(reply.status).toBe(404)
  expect(reply.headers.get('x-request-id')).toBe('up-1')
  expect(reply.headers.get('x-gateway-trace-id')).not.toBeNull()
  expect(reply.headers.get('x-gateway-gateway-exception')).not.toBe('true')
  expect(await reply.text()).toBe(body)
})

test('a body over the limit is rejected with 413', async () => {
  const reply = await gateway.chat({ provider: 'mock' }, { body: { padding: 'x'.repeat(33 * 1024 * 1024) } })
  expect(await errorOf(reply)).toMatchObject({ status: 413, code: 'body_too_large' })
})

test('more than 100 headers are rejected, not silently dropped', async () => {
  const client = await connectRaw(gateway.url)
  const flood = Array.from({ length: 150 }, (_, i): [string, string] => [`x-flood-${i}`, '1'])
  client.send(rawRequest('GET', '/v1/models', [...flood, ['x-gateway-api-key', gateway.workspaceKey]]))
  await client.until('\r\n\r\n')
  expect(client.text).toStartWith('HTTP/1.1 431')
  client.leave()
})

test.each([
  ['two lengths', `POST ${CHAT} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  [
    'length and chunks',
    `POST ${CHAT} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['no host', `GET /healthz HTTP/1.1\r\n\r\n`],
  ['space before the colon', `GET /healthz HTTP/1.1\r\nHost: x\r\nX-A : 1\r\n\r\n`],
])('a request with invalid framing (%s) is rejected and its connection closed', async (_name, bytes) => {
  const client = await connectRaw(gateway.url)
  client.send(bytes)
  await client.closed
  expect(client.text === '' || client.text.startsWith('HTTP/1.1 400')).toBe(true)
})
