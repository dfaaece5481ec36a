/** Request bodies that do not arrive must not hold memory, slots or connections. */

import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { errorOf } from '../harness/error-of.ts'
import { eventually } from '../harness/eventually.ts'
import { openSockets } from '../harness/process-use.ts'
import { connectRaw, type Headers, type RawClient, rawRequest } from '../harness/raw-client.ts'
import { shareGateway, shareGatewayProcess } from '../harness/share-gateway.ts'
import { type Gateway, startGateway } from '../harness/start-gateway.ts'
import { LimitedScene, rate } from './limits/limited-gateway.ts'

const MIB = 1024 * 1024
/** A receive timeout that is longer than any test. */
const patient = await shareGatewayProcess({ environment: { GATEWAY_RECEIVE_GRACE_MS: '600000' } })
const hasty = await shareGatewayProcess({
  environment: { GATEWAY_RECEIVE_GRACE_MS: '300', GATEWAY_IDLE_TIMEOUT_MS: '100', GATEWAY_KEEP_ALIVE_SECONDS: '4' },
})
const workers = await shareGatewayProcess({
  environment: { GATEWAY_WORKERS: '2', GATEWAY_RECEIVE_GRACE_MS: '300', GATEWAY_IDLE_TIMEOUT_MS: '100' },
})
const small = await shareGateway({
  environment: {
    GATEWAY_BODY_MEMORY_BYTES: String(8 * MIB),
    GATEWAY_MAX_BODY_BYTES: String(MIB),
    GATEWAY_KEY_BODY_PERCENT: '25',
    GATEWAY_WORKSPACE_BODY_PERCENT: '50',
    GATEWAY_RECEIVE_GRACE_MS: '600000',
  },
})

async function gauge(gateway: Gateway, name: string): Promise<number> {
  const text = await (await gateway.fetch('/metrics', { key: gateway.adminKey })).text()
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
}

const heldBytes = (gateway: Gateway) => gauge(gateway, 'gatehouse_request_body_bytes')
const running = (gateway: Gateway) => gauge(gateway, 'gatehouse_requests_running')

function head(key: string, config: object, declaredBytes: number, more: Headers = []): string {
  return rawRequest('POST', '/v1/chat/completions', [
    ['content-type', 'application/json'],
    ['x-gateway-api-key', key],
    ['x-gateway-config', JSON.stringify(config)],
    ['content-length', String(declaredBytes)],
    ...more,
  ])
}

async function send(gateway: Gateway, ...bytes: readonly string[]): Promise<RawClient> {
  const client = await connectRaw(gateway.url)
  for (const part of bytes) client.send(part)
  return client
}

test('bodies that were declared and never sent hold no memory, and other callers are served', async () => {
  await using upstream = await startSimulator({ answers: ['fine'] })
  const lurking = head(patient.workspaceKey, at(upstream), 32 * MIB)
  const clients = await Promise.all(Array.from({ length: 40 }, () => send(patient, lurking, '{')))
  await eventually('the requests are running', async () => (await running(patient)) === 40)
  expect(await heldBytes(patient)).toBeLessThanOrEqual(40)
  for (const key of [patient.adminKey, patient.workspaceKey]) {
    const reply = await patient.chat(at(upstream), { key, body: { pad: 'x'.repeat(MIB) } })
    await reply.bytes()
    expect(reply.status).toBe(200)
  }
  for (const client of clients) client.leave()
  await eventually('no request is running', async () => (await running(patient)) === 0)
  expect(await heldBytes(patient)).toBe(0)
})

test('a key over its request limit is rejected although its body was never sent', async () => {
  const { key } = await new LimitedScene(patient).key(rate('requests', 'rpd', 1))
  const first = await send(patient, head(key, { provider: 'mock' }, 32 * MIB), '{')
  await eventually('the requests are running', async () => (await running(patient)) === 1)
  const others = await Promise.all(
    Array.from({ length: 10 }, () => send(patient, head(key, { provider: 'mock' }, 32 * MIB))),
  )
  for (const client of others) {
    await client.until('\r\n\r\n{')
    expect(client.text).toStartWith('HTTP/1.1 429 ')
    expect(client.text).toContain('"code":"rate_limited"')
    client.leave()
  }
  first.leave()
})

test('a key over its budget is rejected although its body was never sent', async () => {
  const usage = { prompt_tokens: 5_000, completion_tokens: 5_000, total_tokens: 10_000 }
  const body = { object: 'chat.completion', choices: [], usage }
  await using upstream = await startSimulator({ answers: [{ body }] })
  const { key } = await new LimitedScene(patient).key({ usage_limits: { type: 'tokens', credit_limit: 9_000 } })
  const reply = await patient.chat(at(upstream), { key, body: { max_tokens: 10 } })
  await reply.bytes()
  expect(reply.status).toBe(200)
  const client = await send(patient, head(key, at(upstream), 32 * MIB))
  await client.until('\r\n\r\n{')
  expect(client.text).toStartWith('HTTP/1.1 412 ')
  client.leave()
})

test('a request over its token limit does not count as a request', async () => {
  const limits = {
    rate_limits: [
      { type: 'requests', unit: 'rpd', value: 2 },
      { type: 'tokens', unit: 'rpd', value: 1_000 },
    ],
  }
  const { key } = await new LimitedScene(patient).key(limits)
  const chat = (body: object) => patient.chat({ provider: 'mock' }, { key, body })
  for (let i = 0; i < 5; i++) {
    const refused = await chat({ max_tokens: 5_000 })
    expect(refused.headers.get('x-ratelimit-remaining-requests')).toBeNull()
    expect(await errorOf(refused)).toMatchObject({ status: 429, code: 'rate_limited' })
  }
  const first = await chat({ max_tokens: 10 })
  expect(first.headers.get('x-ratelimit-remaining-requests')).toBe('1')
  expect(Number(first.headers.get('x-ratelimit-remaining-tokens'))).toBeLessThan(1_000)
  expect([first.status, (await chat({ max_tokens: 10 })).status, (await chat({ max_tokens: 10 })).status]).toEqual([
    200, 200, 429,
  ])
})

test('a key and a workspace can use only their share of the memory', async () => {
  const scene = new LimitedScene(small)
  const [one, two, three] = [await scene.key({}), await scene.key({}), await scene.key({})]
  const almost = MIB - 20_000
  const clients: RawClient[] = []
  const hold = async (key: string) => {
    const before = await heldBytes(small)
    clients.push(await send(small, head(key, { provider: 'mock' }, MIB), 'x'.repeat(almost)))
    await eventually('the held bytes are counted', async () => (await heldBytes(small)) === before + almost)
  }
  const refused = async (key: string) =>
    errorOf(await small.chat({ provider: 'mock' }, { key, body: { pad: 'x'.repeat(200_000) } }))
  for (let i = 0; i < 2; i++) await hold(one.key)
  expect(await refused(one.key)).toMatchObject({ status: 429, code: 'body_memory_limit' })
  expect((await refused(one.key)).message).toContain(`of the ${2 * MIB} bytes that one key may hold`)
  for (let i = 0; i < 2; i++) await hold(two.key)
  expect((await refused(three.key)).message).toContain(`of the ${4 * MIB} bytes that one workspace may hold`)
  for (const client of clients) client.leave()
  await eventually('no bytes are held', async () => (await heldBytes(small)) === 0)
  expect((await small.chat({ provider: 'mock' }, { key: one.key, body: { pad: 'x'.repeat(900_000) } })).status).toBe(
    200,
  )
})

test('a large body that stalls gets 408 and its connection is closed', async () => {
  const client = await send(hasty, head(hasty.workspaceKey, { provider: 'mock' }, MIB), '{"model":')
  await client.closed
  expect(client.text).toStartWith('HTTP/1.1 408 ')
  expect(client.text).toContain('"code":"receive_timeout"')
  await eventually('no request is running', async () => (await running(hasty)) === 0)
  expect(await heldBytes(hasty)).toBe(0)
})

test.each<[string, Headers, string]>([
  [
    'a small body',
    [
      ['content-type', 'application/json'],
      ['content-length', '100'],
    ],
    '/v1/chat/completions',
  ],
  [
    'a chunked body',
    [
      ['content-type', 'application/json'],
      ['transfer-encoding', 'chunked'],
    ],
    '/v1/chat/completions',
  ],
  [
    'a form',
    [
      ['content-type', 'multipart/form-data; boundary=b'],
      ['content-length', '500000'],
    ],
    '/v1/files',
  ],
  ['a chunked upload', [['transfer-encoding', 'chunked']], '/v1/blob'],
])('%s that stalls is dropped, and its memory and slot are released', async (_, headers, path) => {
  const all: Headers = [['x-gateway-api-key', hasty.workspaceKey], ['x-gateway-provider', 'mock'], ...headers]
  const client = await send(hasty, rawRequest('POST', path, all))
  await client.closed
  await eventually('no request is running', async () => (await running(hasty)) === 0)
  expect(await heldBytes(hasty)).toBe(0)
})

test('a streamed upload is dropped if it pauses for longer than the receive timeout', async () => {
  await using gateway = await startGateway({
    environment: { GATEWAY_RECEIVE_TIMEOUT_MS: '500', GATEWAY_IDLE_TIMEOUT_MS: '600000' },
  })
  await using upstream = await startSimulator({ answers: [{ sink: true }] })
  const headers: Headers = [
    ['x-gateway-api-key', gateway.workspaceKey],
    ['x-gateway-config', JSON.stringify(at(upstream))],
    ['content-length', String(4 * MIB)],
  ]
  const client = await send(gateway, rawRequest('POST', '/v1/blob', headers), 'x'.repeat(100_000))
  const request = await upstream.received(1)
  await client.closed
  expect(await request.ended).toBe('aborted')
  await eventually('no request is running', async () => (await running(gateway)) === 0)
})

test.each([
  ['one process', hasty],
  ['workers', workers],
])('200 incomplete sign-ins are dropped and hold no memory (%s)', async (_, gateway) => {
  const before = openSockets(gateway.process.child.pid)
  const signIn = rawRequest('POST', '/v1/sessions', [
    ['content-type', 'application/json'],
    ['content-length', '16000'],
  ])
  const clients = await Promise.all(Array.from({ length: 200 }, () => send(gateway, signIn, 'x'.repeat(15_000))))
  for (const client of clients) {
    await client.until('\r\n\r\n{')
    expect(client.text).toStartWith('HTTP/1.1 408 ')
    await client.closed
  }
  expect(await heldBytes(gateway)).toBe(0)
  await eventually('the sockets are closed', () => openSockets(gateway.process.child.pid) <= before + 4)
})

test('a sign-in over the size limit is rejected before its body is sent', async () => {
  const headers: Headers = [
    ['content-type', 'application/json'],
    ['content-length', '16385'],
  ]
  const client = await send(patient, rawRequest('POST', '/v1/sessions', headers))
  await client.until('\r\n\r\n{')
  expect(client.text).toStartWith('HTTP/1.1 413 ')
  client.leave()
  const chunked = await patient.fetch('/v1/sessions', {
    method: 'POST',
    key: null,
    headers: { 'content-type': 'application/json' },
    body: new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(17_000))
        controller.close()
      },
    }),
  })
  expect(await errorOf(chunked)).toMatchObject({ status: 413, code: 'body_too_large' })
})

test('a body of the admin API is counted while it arrives', async () => {
  const headers: Headers = [
    ['content-type', 'application/json'],
    ['x-gateway-api-key', patient.adminKey],
    ['content-length', String(MIB)],
  ]
  const client = await send(patient, rawRequest('POST', '/v1/configs', headers), 'x'.repeat(500_000))
  await eventually('the held bytes are counted', async () => (await heldBytes(patient)) === 500_000)
  client.leave()
  await eventually('no bytes are held', async () => (await heldBytes(patient)) === 0)
  // A disconnected caller must not cause an error log.
  expect(patient.process.output()).not.toContain('AbortError')
})

test.concurrent('an idle connection is closed: when new, during a request head, and after a response', async () => {
  const idle = await Promise.all([
    send(hasty),
    send(hasty, 'GET /healthz HTTP/1.1\r\nhost: x\r\nx-a'),
    send(hasty, rawRequest('GET', '/healthz', [])),
    send(hasty, rawRequest('GET', '/v1/configs', [['x-gateway-api-key', hasty.adminKey]])),
    send(hasty, rawRequest('POST', '/v1/nothing', [['content-length', '1000000']])),
  ])
  for (const client of idle) await client.closed
  expect(idle.map(({ text }) => text.slice(0, 12))).toEqual(['', '', 'HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 401'])
})

test.concurrent('a worker keeps a log stream open that is silent for longer than the runtime’s default timeout', async () => {
  const client = await send(workers, rawRequest('GET', '/v1/logs/stream', [['x-gateway-api-key', workers.adminKey]]))
  // The first heartbeat comes after 15 s; the runtime closes silent connections after 10.
  await client.until(': heartbeat')
  expect(client.text).toContain(': connected')
  client.leave()
})

test.concurrent('a response that is silent for longer than the idle timeout arrives, then its connection is closed', async () => {
  await using gateway = await startGateway({ environment: { GATEWAY_KEEP_ALIVE_SECONDS: '4' } })
  await using upstream = await startSimulator({ answers: [{ stream: ['one', 'two'], gapMs: 10_000 }] })
  const headers: Headers = [
    ['content-type', 'application/json'],
    ['x-gateway-api-key', gateway.workspaceKey],
    ['x-gateway-config', JSON.stringify(at(upstream))],
  ]
  const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'hi' }] })
  const client = await send(gateway, rawRequest('POST', '/v1/chat/completions', headers, body))
  await client.until('[DONE]')
  expect(client.text).toContain('two')
  await client.closed
})
