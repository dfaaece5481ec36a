import { expect, test } from 'bun:test'
import type { Answer } from '../../simulators/answer.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { errorOf } from '../harness/error-of.ts'
import { residentBytes } from '../harness/process-use.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { figure, milliseconds, percentile, timed } from './figure.ts'

const gateway = await shareGateway()
const MIB = 1024 * 1024

test('F-09 a 200 with invalid JSON reaches the caller as received and is never a 500 of ours', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'invalid-json' }] })
  const first = await gateway.chat(at(simulator))
  const proxied = await gateway.fetch('/v1/proxy/anything', {
    method: 'POST',
    headers: { 'x-gateway-config': JSON.stringify(at(simulator)) },
    body: {},
  })
  const texts = [await first.text(), await proxied.text()]
  figure(
    'F-09',
    'invalid JSON: first-class and pass-through',
    `${first.status} and ${proxied.status}, bytes unchanged`,
    'no 500',
  )
  expect(texts[1]).toBe('{"id": "chatcmpl-sim", "choices": [ oops')
  expect([200, 502]).toContain(first.status)
})

test('F-10 a 200 with an error body is passed on and not cached', async () => {
  await using simulator = await startSimulator({ answers: [{ body: { error: { message: 'no' } } }] })
  const config = at(simulator, { cache: { mode: 'simple' } })
  for (let i = 0; i < 2; i++) expect(await (await gateway.chat(config)).json()).toEqual({ error: { message: 'no' } })
  figure('F-10', '200 with an error body, asked twice with the cache on', `${simulator.requests.length} calls`, '2')
  expect(simulator.requests).toHaveLength(2)
})

test.each<[string, string, string]>([
  ['JSON', 'application/json', '{"error":{"message":"busy"}}'],
  ['HTML', 'text/html', '<html><body>Bad gateway</body></html>'],
])('F-11 %s instead of a stream is passed as received with its type', async (name, type, body) => {
  await using simulator = await startSimulator({ answers: [{ headers: { 'content-type': type }, body }] })
  const reply = await gateway.chat(at(simulator), { body: { stream: true } })
  expect(reply.headers.get('content-type')).toBe(type)
  expect(await reply.text()).toBe(body)
  figure('F-11', `${name} on a stream request`, `${reply.status}, bytes and type unchanged`, 'unchanged')
})

test('F-13 events of any size pass with little held', async () => {
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
    figure(
      'F-13',
      `an event of ${(sizeBytes / MIB).toFixed(2)} MiB passes, memory grows by`,
      `${grown.toFixed(1)} MiB`,
      '128 MiB',
    )
    expect(grown).toBeLessThan(128)
  }
}, 30_000)

test('F-14 six million tiny lines pass in linear time and nobody else waits', async () => {
  const kinds = ['\n\n', ': c\n\n', 'retry: 1\r\n\r\n', 'data:\r\r', 'event: x\n']
  const block = Array.from({ length: 10_000 }, (_, i) => kinds[i % kinds.length]).join('')
  await using simulator = await startSimulator({
    answers: [() => ({ stream: Array.from({ length: 600 }, () => ({ raw: block })) })],
  })
  const lag: number[] = []
  const reading = timed(
    async () => (await (await gateway.chat(at(simulator), { body: { stream: true } })).bytes()).length,
  )
  let isDone = false
  void reading.then(() => (isDone = true))
  while (!isDone) lag.push((await timed(() => gateway.fetch('/healthz'))).ms)
  const { result: bytes, ms } = await reading
  const speed = bytes / MIB / (ms / 1000)
  figure(
    'F-14',
    `${bytes} bytes of empty events, comments, retry lines`,
    `${speed.toFixed(0)} MiB/s`,
    '20 MiB/s with simulator and client on the same cores',
  )
  // This process feeds and reads the flood itself, so its slowest samples are its own; the bulk shows the gateway.
  figure('F-14', 'health check meanwhile', `p75 ${milliseconds(percentile(lag, 0.75))} of ${lag.length}`, '100 ms')
  expect(bytes).toBeGreaterThanOrEqual(block.length * 600)
  expect(speed).toBeGreaterThan(20)
  expect(percentile(lag, 0.75)).toBeLessThan(100)
}, 30_000)

test('F-14 the same lines before the first content are held back only up to the limit', async () => {
  const block = ': c\n\n'.repeat(10_000)
  const stream = [...Array.from({ length: 20 }, () => ({ raw: block })), 'hello']
  await using simulator = await startSimulator({ answers: [() => ({ stream })] })
  const config = { strategy: { mode: 'fallback' }, targets: [at(simulator), at(simulator)] }
  const { result: reply, ms } = await timed(() => gateway.chat(config, { body: { stream: true } }))
  expect(await reply.text()).toContain('hello')
  figure('F-14', 'a megabyte of comments before the first content, committed after', milliseconds(ms), '500 ms')
  expect(ms).toBeLessThan(500)
})

test.each<[string, Answer]>([
  ['10,000 headers', { fault: 'header-flood', count: 10_000 }],
  ['one header of 1 MiB', { headers: { 'x-huge': 'x'.repeat(MIB) }, body: {} }],
])('F-38 an answer with %s is 502', async (name, answer) => {
  await using simulator = await startSimulator({ answers: [answer] })
  const { result, ms } = await timed(() => gateway.chat(at(simulator)))
  const refused = await errorOf(result)
  figure('F-38', `answer with ${name}`, `${refused.status} ${refused.code} in ${milliseconds(ms)}`, '502')
  expect(refused.status).toBe(502)
  expect((await gateway.chat({ provider: 'mock' })).status).toBe(200)
})

test('F-38 Set-Cookie and a policy of the provider do not reach the caller', async () => {
  const headers = { 'set-cookie': 'a=1', 'content-security-policy': "default-src 'none'", 'x-kept': 'yes' }
  await using simulator = await startSimulator({ answers: [{ headers, body: {} }] })
  const reply = await gateway.fetch('/v1/proxy/page', {
    headers: { 'x-gateway-config': JSON.stringify(at(simulator)) },
  })
  expect(reply.headers.get('x-kept')).toBe('yes')
  const passed = [reply.headers.has('set-cookie'), reply.headers.get('content-security-policy') !== 'sandbox']
  figure('F-38', 'Set-Cookie or Content-Security-Policy passed on', `${passed.filter(Boolean).length}`, '0')
  expect(passed).toEqual([false, false])
})

test('F-38 a bare CR in a header is 502 or removed, never passed on', async () => {
  const raw =
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nx-odd: a\rx-injected: 1\r\ncontent-length: 2\r\n\r\n{}'
  await using simulator = await startSimulator({ answers: [{ raw, ending: 'end' }] })
  const reply = await gateway.chat(at(simulator))
  figure('F-38', 'bare CR in a header of the provider', `${reply.status}`, '502, or the header gone')
  expect(reply.headers.has('x-injected')).toBe(false)
  expect(reply.headers.get('x-odd') ?? '').not.toContain('\r')
})
