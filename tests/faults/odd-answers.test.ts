import { expect, test } from 'bun:test'
import type { Answer } from '../../simulators/answer.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { errorOf } from '../harness/error-of.ts'
import { residentBytes } from '../harness/process-use.ts'
import { shareGatewayProcess } from '../harness/share-gateway.ts'

const gateway = await shareGatewayProcess()
const MIB = 1024 * 1024

test('a 200 with invalid JSON is passed on unchanged and is never a gateway 500', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'invalid-json' }] })
  const first = await gateway.chat(at(simulator))
  const proxied = await gateway.fetch('/v1/proxy/anything', {
    method: 'POST',
    headers: { 'x-gateway-config': JSON.stringify(at(simulator)) },
    body: {},
  })
  const texts = [await first.text(), await proxied.text()]
  const sent = '{"id": "chatcmpl-sim", "choices": [ oops'
  expect(texts).toEqual([sent, sent])
  expect([first.status, proxied.status]).toEqual([200, 200])
})

test('a 200 with an error body is passed on and not cached', async () => {
  await using simulator = await startSimulator({ answers: [{ body: { error: { message: 'no' } } }] })
  const config = at(simulator, { cache: { mode: 'simple' } })
  for (let i = 0; i < 2; i++) expect(await (await gateway.chat(config)).json()).toEqual({ error: { message: 'no' } })
  expect(simulator.requests).toHaveLength(2)
})

test.each<[string, string, string]>([
  ['JSON', 'application/json', '{"error":{"message":"busy"}}'],
  ['HTML', 'text/html', '<html><body>Bad gateway</body></html>'],
])('%s instead of a stream is passed on unchanged with its content type', async (_name, type, body) => {
  await using simulator = await startSimulator({ answers: [{ headers: { 'content-type': type }, body }] })
  const reply = await gateway.chat(at(simulator), { body: { stream: true } })
  expect(reply.headers.get('content-type')).toBe(type)
  expect(await reply.text()).toBe(body)
})

test('events of any size are passed on with little memory', async () => {
  const pid = gateway.process.child.pid
  await (await gateway.chat({ provider: 'mock' })).text()
  for (const sizeBytes of [MIB - 1, MIB + 1, 256 * MIB]) {
    await using simulator = await startSimulator({ answers: [{ fault: 'huge-event', sizeBytes }] })
    const before = residentBytes(pid)
    let most = before
    const reply = await gateway.chat(at(simulator), { body: { stream: true } })
    let received = 0
    for await (const chunk of reply.body!) {
      received += chunk.length
      most = Math.max(most, residentBytes(pid))
    }
    expect(received).toBeGreaterThan(sizeBytes)
    const grown = (most - before) / MIB
    expect(grown).toBeLessThan(128)
  }
})

test('six million tiny lines are passed on unchanged while other callers are served', async () => {
  const kinds = ['\n\n', ': c\n\n', 'retry: 1\r\n\r\n', 'data:\r\r', 'event: x\n']
  const block = Array.from({ length: 10_000 }, (_, i) => kinds[i % kinds.length]).join('')
  await using simulator = await startSimulator({
    answers: [() => ({ stream: Array.from({ length: 600 }, () => ({ raw: block })) })],
  })
  const reply = await gateway.chat(at(simulator), { body: { stream: true } })
  let bytes = 0
  let servedMeanwhile = 0
  for await (const chunk of reply.body!) {
    if (bytes === 0) {
      // The stream is not read meanwhile, so most of it is still to come when these responses arrive.
      for (let i = 0; i < 10; i++) servedMeanwhile += (await gateway.fetch('/healthz')).status === 200 ? 1 : 0
      expect(simulator.requests[0]!.endedAtMs).toBeNull()
    }
    bytes += chunk.length
  }
  expect(servedMeanwhile).toBe(10)
  expect(bytes).toBeGreaterThanOrEqual(block.length * 600)
})

test('the same lines before the first content are buffered only up to the limit', async () => {
  const block = ': c\n\n'.repeat(10_000)
  // The stream stalls after the comments: the gateway has to commit to this target without seeing content.
  const stream = Array.from({ length: 20 }, () => ({ raw: block }))
  await using simulator = await startSimulator({ answers: [() => ({ stream, stallAfter: 20 })] })
  const config = { strategy: { mode: 'fallback' }, targets: [at(simulator), at(simulator)] }
  const stop = new AbortController()
  const reply = await gateway.chat(config, { body: { stream: true }, signal: stop.signal })
  expect(reply.status).toBe(200)
  expect(simulator.requests).toHaveLength(1)
  stop.abort()
  expect(await simulator.requests[0]!.ended).toBe('aborted')
})

test.each<[string, Answer]>([
  ['10,000 headers', { fault: 'header-flood', count: 10_000 }],
  ['one header of 1 MiB', { headers: { 'x-huge': 'x'.repeat(MIB) }, body: {} }],
])('a response with %s is 502', async (_name, answer) => {
  await using simulator = await startSimulator({ answers: [answer] })
  const refused = await errorOf(await gateway.chat(at(simulator)))
  expect(refused.status).toBe(502)
  expect((await gateway.chat({ provider: 'mock' })).status).toBe(200)
})

test('Set-Cookie and Content-Security-Policy of the provider do not reach the caller', async () => {
  const headers = { 'set-cookie': 'a=1', 'content-security-policy': "default-src 'none'", 'x-kept': 'yes' }
  await using simulator = await startSimulator({ answers: [{ headers, body: {} }] })
  const reply = await gateway.fetch('/v1/proxy/page', {
    headers: { 'x-gateway-config': JSON.stringify(at(simulator)) },
  })
  expect(reply.headers.get('x-kept')).toBe('yes')
  const passed = [reply.headers.has('set-cookie'), reply.headers.get('content-security-policy') !== 'sandbox']
  expect(passed).toEqual([false, false])
})

test('a response with a bare CR in a header is 502', async () => {
  const raw =
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nx-odd: a\rx-injected: 1\r\ncontent-length: 2\r\n\r\n{}'
  await using simulator = await startSimulator({ answers: [{ raw, ending: 'end' }] })
  const reply = await gateway.chat(at(simulator))
  expect(reply.status).toBe(502)
  for (const name of ['x-injected', 'x-odd']) expect(reply.headers.has(name)).toBe(false)
})
