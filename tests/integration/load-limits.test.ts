import { expect, test } from 'bun:test'
import { type Simulator, startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import type { CallOptions } from '../harness/call-options.ts'
import { errorOf } from '../harness/error-of.ts'
import { eventually } from '../harness/eventually.ts'
import { connectRaw, rawRequest } from '../harness/raw-client.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { type Gateway, startGateway } from '../harness/start-gateway.ts'

const single = await shareGateway({ environment: { GATEWAY_KEY_CONCURRENCY: '1' } })
const tight = await shareGateway({ environment: { GATEWAY_BODY_MEMORY_BYTES: '1000000' } })

/** Starts a request; `leave` disconnects and resolves when the gateway has ended the request. */
async function begin(gateway: Gateway, upstream: Simulator, options: CallOptions = {}, config: object = at(upstream)) {
  const controller = new AbortController()
  const trace = crypto.randomUUID()
  const count = upstream.requests.length
  const headers = { ...options.headers, 'x-gateway-trace-id': trace }
  const reply = gateway.chat(config, { ...options, headers, signal: controller.signal })
  reply.catch(() => {})
  await upstream.received(count + 1)
  return {
    reply,
    async leave() {
      controller.abort()
      await gateway.waitForLog(trace)
    },
  }
}

const HANG = { fault: 'hang' } as const

test('a request over the key’s concurrency limit is rejected at once, and other keys are served', async () => {
  await using upstream = await startSimulator({ answers: [HANG, 'fine'] })
  const running = await begin(single, upstream)
  const refused = await single.chat(at(upstream))
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await errorOf(refused)).toMatchObject({ status: 429, code: 'too_many_concurrent', type: 'rate_limit_error' })
  expect(upstream.requests).toHaveLength(1)
  const other = await single.chat(at(upstream), { key: single.adminKey })
  await other.bytes()
  expect(other.status).toBe(200)
  const log = await single.waitForLog(refused.headers.get('x-gateway-trace-id'))
  expect(log).toMatchObject({ status_code: 429, error_code: 'too_many_concurrent', ending: 'refused', attempts: [] })
  await running.leave()
  const next = await single.chat(at(upstream))
  await next.bytes()
  expect(next.status).toBe(200)
})

const ENDINGS: readonly (readonly [string, (upstream: Simulator) => Promise<unknown>])[] = [
  ['a response', async (upstream) => (await single.chat(at(upstream))).bytes()],
  ['a streamed response', async (upstream) => (await single.chat(at(upstream), { body: { stream: true } })).bytes()],
  [
    'a provider’s error',
    async (upstream) => {
      upstream.script([500, 'fine'])
      return (await single.chat(at(upstream))).bytes()
    },
  ],
  [
    'a broken response',
    async (upstream) => {
      upstream.script([{ fault: 'reset' }, 'fine'])
      return (await single.chat(at(upstream))).bytes()
    },
  ],
  [
    'a broken stream',
    async (upstream) => {
      upstream.script([{ stream: ['a', 'b'], cutAfter: 1, gapMs: 20 }, 'fine'])
      return single
        .chat(at(upstream), { body: { stream: true } })
        .then((reply) => reply.text())
        .catch(() => 'broken')
    },
  ],
  ['a rejected body', async (upstream) => (await single.chat(at(upstream), { body: '{' })).bytes()],
  ['a rejected config', async () => (await single.chat({ provider: 'nobody' })).bytes()],
  [
    'a disconnect before the response',
    async (upstream) => {
      upstream.script([HANG, 'fine'])
      await (await begin(single, upstream)).leave()
    },
  ],
  [
    'a disconnect during the stream',
    async (upstream) => {
      upstream.script([{ stream: ['a', 'b'], stallAfter: 1 }, 'fine'])
      const running = await begin(single, upstream, { body: { stream: true } })
      await (await running.reply).body!.getReader().read()
      await running.leave()
    },
  ],
  [
    'a disconnect during the wait for a retry',
    async (upstream) => {
      upstream.script([503, 'fine'])
      const running = await begin(single, upstream, {}, at(upstream, { retry: { attempts: 1 } }))
      await upstream.requests.at(-1)!.ended
      await running.leave()
    },
  ],
  [
    'a disconnect during the request body',
    async (upstream) => {
      const trace = crypto.randomUUID()
      const client = await connectRaw(single.url)
      const config = JSON.stringify(at(upstream))
      const headers = [
        ['content-type', 'application/json'],
        ['x-gateway-api-key', single.workspaceKey],
        ['x-gateway-config', config],
        ['x-gateway-trace-id', trace],
      ] as const
      client.send(`${rawRequest('POST', '/v1/chat/completions', [...headers, ['content-length', '500']])}{"model":`)
      while (!(await (await single.fetch('/readyz', { key: null })).text()).includes('"running":1')) await Bun.sleep(1)
      client.leave()
      await single.waitForLog(trace)
    },
  ],
]

test.each(ENDINGS)('after %s the slot is released', async (_, end) => {
  await using upstream = await startSimulator({ answers: ['fine'] })
  for (let round = 0; round < 3; round++) await end(upstream)
  const reply = await single.chat(at(upstream))
  await reply.bytes()
  expect(reply.status).toBe(200)
})

const filled = (bytes: number) => ({ body: { pad: 'x'.repeat(bytes) } })

test('a body larger than the total body memory is rejected before it is read', async () => {
  await using upstream = await startSimulator({ answers: ['fine'] })
  const reply = await tight.chat(at(upstream), filled(1_100_000))
  expect(reply.headers.get('retry-after')).toBe('1')
  expect(await errorOf(reply)).toMatchObject({ status: 503, code: 'overloaded' })
  expect(upstream.requests).toHaveLength(0)
})

test('concurrent bodies share the body memory, and each releases its part', async () => {
  await using upstream = await startSimulator({ answers: [HANG, 'fine'] })
  for (let round = 0; round < 3; round++) {
    upstream.script([HANG, 'fine'])
    const running = await begin(tight, upstream, filled(600_000))
    expect(await errorOf(await tight.chat(at(upstream), filled(600_000)))).toMatchObject({
      status: 503,
      code: 'overloaded',
    })
    const small = await tight.chat(at(upstream), filled(1000))
    await small.bytes()
    expect(small.status).toBe(200)
    await running.leave()
    const next = await tight.chat(at(upstream), filled(600_000))
    await next.bytes()
    expect(next.status).toBe(200)
  }
})

test('a rejected body releases its memory', async () => {
  await using upstream = await startSimulator({ answers: ['fine'] })
  const invalid = `{"pad":"${'x'.repeat(600_000)}`
  for (let i = 0; i < 4; i++) expect((await tight.chat(at(upstream), { body: invalid })).status).toBe(400)
})

test('a streamed upload uses no body memory', async () => {
  await using upstream = await startSimulator({ answers: [{ sink: true }] })
  const headers = { 'x-gateway-config': JSON.stringify(at(upstream)), 'content-type': 'application/octet-stream' }
  const reply = await tight.fetch('/v1/blob', { method: 'POST', headers, body: new Uint8Array(3_000_000) })
  expect(await reply.json()).toMatchObject({ bytes: 3_000_000 })
})

test('with resident memory over its limit requests are rejected before any upstream call, and other endpoints respond', async () => {
  // The idle timeout also sets the interval of the memory check.
  const environment = { GATEWAY_MAX_RESIDENT_BYTES: '1024', GATEWAY_IDLE_TIMEOUT_MS: '100' }
  await using full = await startGateway({ environment })
  await using upstream = await startSimulator({ answers: ['fine'] })
  await eventually('requests are refused', async () => (await full.chat(at(upstream))).status === 503)
  const served = upstream.requests.length
  const reply = await full.chat(at(upstream))
  expect(reply.headers.get('retry-after')).toBe('1')
  expect(await errorOf(reply)).toMatchObject({ status: 503, code: 'overloaded' })
  expect(upstream.requests).toHaveLength(served)
  expect((await full.fetch('/healthz', { key: null })).status).toBe(200)
  expect((await full.fetch('/v1/breakers')).status).toBe(200)
  expect((await full.waitForLog(reply.headers.get('x-gateway-trace-id'))).error_code).toBe('overloaded')
})
