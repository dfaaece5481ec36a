import { expect, test } from 'bun:test'
import type { StreamItem } from '../../simulators/answer.ts'
import { eventChannel } from '../../simulators/event-channel.ts'
import { startRefusal } from '../../simulators/refusal.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { connectRaw, rawRequest } from '../harness/raw-client.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { startGateway } from '../harness/start-gateway.ts'

const gateway = await shareGateway()
const SIMPLE = { cache: { mode: 'simple' } }
const CB = { cb_config: { failure_threshold: 2, cooldown_interval: 30_000 } }
const fb = (targets: object[], more: object = {}) => ({ strategy: { mode: 'fallback', ...more }, targets })

test('a response of a target without cache is not stored under the key of the previous target', async () => {
  await using a = await startSimulator({ answers: [503, 'from A'] })
  await using b = await startSimulator({ answers: ['from B'] })
  const config = fb([at(a, SIMPLE), at(b)])
  await (await gateway.chat(config)).text()
  const second = await gateway.chat(config)
  expect([second.headers.get('x-gateway-cache-status'), (await second.text()).includes('from A')]).toEqual([
    'MISS',
    true,
  ])
})

test('a buffered response of A (2xx with a listed code) is not stored under B', async () => {
  await using a = await startSimulator({ answers: [{ status: 203, body: { from: 'A' } }] })
  await using b = await startSimulator({ answers: [{ fault: 'reset' }, 'from B'] })
  const config = { ...fb([at(a), at(b)], { on_status_codes: [203, 502] }), ...SIMPLE }
  expect(await (await gateway.chat(config)).text()).toContain('"A"')
  const direct = await gateway.chat(at(b, SIMPLE))
  expect(await direct.text()).toContain('from B')
})

test('a buffered in-band error is sent complete', async () => {
  const raw =
    'data: {"choices":[{"index":0,"delta":{"role":"assistant"}}]}\n\ndata: {"error":{"message":"busy","type":"overloaded_error"}}\n\n'
  await using a = await startSimulator({ answers: [{ stream: [{ raw }], withoutDone: true }] })
  await using refusal = await startRefusal()
  const reply = await gateway.chat(fb([at(a), at(refusal)]), { body: { stream: true } })
  expect([reply.status, await reply.text()]).toEqual([200, raw])
})

test('a cache hit does not reset the failure count of the target', async () => {
  await using a = await startSimulator({ answers: ['kept', 503, 503, 'never'] })
  const config = at(a, { ...SIMPLE, ...CB })
  await (await gateway.chat(config)).text()
  expect((await gateway.chat(config, { body: { n: 1 } })).status).toBe(503)
  expect((await gateway.chat(config)).headers.get('x-gateway-cache-status')).toBe('HIT')
  expect((await gateway.chat(config, { body: { n: 2 } })).status).toBe(503)
  expect(await (await gateway.chat(config, { body: { n: 3 } })).text()).toContain('circuit_open')
})

test('fine-tuning and audio through pass-through are never cached', async () => {
  for (const path of [
    '/v1/fine_tuning/jobs',
    '/v1/proxy/audio/speech',
    '/v1/proxy/batches',
    '/v1/proxy/files',
    '/v1/proxy/images/edits',
  ]) {
    await using a = await startSimulator({ answers: ['x'] })
    const headers = { 'x-gateway-config': JSON.stringify(at(a, SIMPLE)) }
    for (let i = 0; i < 2; i++)
      await (await gateway.fetch(path, { method: 'POST', headers, body: { model: 'm' } })).text()
    expect([path, a.requests.length]).toEqual([path, 2])
  }
})

test('a 429 with content type text/event-stream is a 429', async () => {
  await using a = await startSimulator({
    answers: [
      { status: 429, headers: { 'content-type': 'text/event-stream' }, body: 'data: {"error":{"message":"x"}}\n\n' },
    ],
  })
  await using b = await startSimulator({ answers: ['from B'] })
  const reply = await gateway.chat(fb([at(a), at(b)], { on_status_codes: [429] }), { body: { stream: true } })
  expect([reply.status, (await reply.text()).includes('from')]).toEqual([200, true])
})

test('a compressed event stream on pass-through is not buffered', async () => {
  const channel = eventChannel<StreamItem>()
  await using a = await startSimulator({
    answers: [{ stream: channel, headers: { 'content-encoding': 'br', 'content-type': 'text/event-stream' } }],
  })
  await using b = await startSimulator({ answers: ['x'] })
  const client = await connectRaw(gateway.url)
  client.send(
    rawRequest(
      'POST',
      '/v1/proxy/chat/completions',
      [
        ['x-gateway-api-key', gateway.workspaceKey],
        ['x-gateway-config', JSON.stringify(fb([at(a), at(b)]))],
        ['accept-encoding', 'br'],
        ['content-type', 'application/json'],
      ],
      '{"stream":true}',
    ),
  )
  channel.push({ raw: 'compressed-bytes' })
  // The channel stays open, so only bytes that the gateway forwards before the end of the stream can arrive.
  await client.until('compressed-bytes')
  client.leave()
})

test('an in-band error falls back at once, even if the provider leaves the stream open', async () => {
  await using a = await startSimulator({
    answers: [
      { stream: [{ raw: 'data: {"error":{"message":"busy","type":"overloaded_error"}}\n\n' }, 'x'], stallAfter: 1 },
    ],
  })
  await using b = await startSimulator({ answers: ['from B'] })
  const reply = await gateway.chat(fb([at(a), at(b)]), { body: { stream: true } })
  expect(await reply.text()).toContain('"content":"from"')
  expect(await a.requests[0]!.ended).toBe('aborted')
})

test('an error event after content is in the record', async () => {
  await using a = await startSimulator({ answers: [{ stream: ['hello', 'x'], errorAfter: 1 }] })
  const reply = await gateway.chat(at(a), { body: { stream: true } })
  await reply.text()
  const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
  expect(JSON.stringify(log.decisions)).toMatch(/error event|overload/i)
})

test('an error event before content from the last target is in the record', async () => {
  await using a = await startSimulator({ answers: [{ fault: 'error-in-stream' }] })
  const reply = await gateway.chat(at(a), { body: { stream: true } })
  await reply.text()
  const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
  expect(JSON.stringify(log.decisions)).toMatch(/error event|overload/i)
})

test.each([
  ['no space', 'data:{"error":{"message":"x"}}\n\n'],
  ['not first member', 'data: {"id":"1","error":{"message":"x"}}\n\n'],
  ['typed', 'data: {"type":"error","error":{"message":"x"}}\n\n'],
  ['event first', 'event:error\ndata: {"type":"error","message":"x"}\n\n'],
])('a stream with an error event (%s) and [DONE] is not cached', async (_, raw) => {
  await using a = await startSimulator({ answers: [{ stream: ['hello', { raw }] }] })
  for (let i = 0; i < 2; i++) await (await gateway.chat(at(a, SIMPLE), { body: { stream: true } })).text()
  expect(a.requests).toHaveLength(2)
})

test('the text "data: [DONE]" inside content does not complete a stream', async () => {
  await using a = await startSimulator({
    answers: [{ stream: ['the end is data: [DONE] they say', ' and'], withoutDone: true }],
  })
  for (let i = 0; i < 2; i++) await (await gateway.chat(at(a, SIMPLE), { body: { stream: true } })).text()
  expect(a.requests).toHaveLength(2)
})

test('a chunked body counts while it arrives', async () => {
  await using small = await startGateway({ environment: { GATEWAY_BODY_MEMORY_BYTES: '1048576' } })
  await using a = await startSimulator({ answers: ['x'] })
  const text = JSON.stringify({ model: 'm', messages: [], pad: 'x'.repeat(3_000_000) })
  const bytes = Buffer.from(text)
  const body = () =>
    new ReadableStream({
      start(c) {
        for (let i = 0; i < bytes.length; i += 65536) c.enqueue(bytes.subarray(i, i + 65536))
        c.close()
      },
    })
  const headers = { 'x-gateway-config': JSON.stringify(at(a)), 'content-type': 'application/json' }
  const sized = await small.fetch('/v1/chat/completions', { method: 'POST', headers, body: bytes })
  const chunked = await small.fetch('/v1/chat/completions', { method: 'POST', headers, body: body() as never })
  expect([sized.status, chunked.status]).toEqual([503, 503])
})

test('a load balancer skips a conditional whose selected target has an open circuit', async () => {
  await using open = await startSimulator({ answers: [503, 'never'] })
  await using fine = await startSimulator({ answers: ['fine'] })
  const cb = { cb_config: { failure_threshold: 1, cooldown_interval: 30000 } }
  await (await gateway.chat(at(open, cb))).text()
  const inner = {
    // biome-ignore lint/suspicious/noThenProperty: the wire name of the key.
    strategy: { mode: 'conditional', conditions: [{ query: { 'metadata.x': { $eq: '1' } }, then: 'b' }], default: 'a' },
    targets: [at(open, { name: 'a' }), at(fine, { name: 'b' })],
  }
  const config = { strategy: { mode: 'loadbalance', ...cb }, targets: [{ ...inner, weight: 1000 }, at(fine)] }
  expect((await gateway.chat(config)).status).toBe(200)
})

test('an in-band error from a single target counts as a failure', async () => {
  await using a = await startSimulator({ answers: [{ fault: 'error-in-stream' }] })
  const config = at(a, CB)
  for (let i = 0; i < 2; i++) await (await gateway.chat(config, { body: { stream: true } })).text()
  expect(await (await gateway.chat(config, { body: { stream: true } })).text()).toContain('circuit_open')
})

test('a stream cut after content counts as a failure', async () => {
  await using a = await startSimulator({ answers: [{ stream: ['x', 'y'], cutAfter: 1, gapMs: 20 }] })
  const config = at(a, CB)
  for (let i = 0; i < 2; i++)
    await gateway
      .chat(config, { body: { stream: true } })
      .then((r) => r.text())
      .catch(() => '')
  const text = await gateway
    .chat(config, { body: { stream: true } })
    .then((r) => r.text())
    .catch(() => 'broken')
  expect(text).toContain('circuit_open')
})

test('a response too large to buffer and an open last target do not return circuit_open with retry-after 0', async () => {
  await using a = await startSimulator({ answers: [{ status: 500, body: 'x'.repeat(400_000) }] })
  await using b = await startSimulator({ answers: [503, 'never'] })
  const cb = { cb_config: { failure_threshold: 1, cooldown_interval: 30000 } }
  await (await gateway.chat(at(b, cb))).text()
  const reply = await gateway.chat(fb([at(a), at(b, cb)]))
  const text = await reply.text()
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([502, null])
  expect(text).toContain('returned 500 with a body too large to buffer')
})
