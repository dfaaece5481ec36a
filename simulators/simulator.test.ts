import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../tests/harness/property-runs.ts'
import { startSimulator } from './simulator.ts'

const MESSAGES = [{ role: 'user', content: 'hi' }]

function ask(url: string, body: object = {}, init: BunFetchRequestInit = {}): Promise<Response> {
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'm', messages: MESSAGES, ...body }),
    ...init,
  })
}

test('follows the script and repeats its last response', async () => {
  await using simulator = await startSimulator({ answers: [429, 'hello', 'again'] })
  const statuses: number[] = []
  const texts: string[] = []
  for (let i = 0; i < 4; i++) {
    const reply = await ask(simulator.url)
    statuses.push(reply.status)
    texts.push(await reply.text())
  }
  expect(statuses).toEqual([429, 200, 200, 200])
  expect(JSON.parse(texts[0]!).error.type).toBe('rate_limit_error')
  expect(JSON.parse(texts[1]!).choices[0].message.content).toBe('hello')
  expect(JSON.parse(texts[3]!).choices[0].message.content).toBe('again')
})

test('responds with 599 after the script if it must not repeat', async () => {
  await using simulator = await startSimulator({ answers: ['once'], exhausted: 'refuse' })
  expect((await ask(simulator.url)).status).toBe(200)
  expect((await ask(simulator.url)).status).toBe(599)
})

test('records method, target, headers in order with duplicates, and the exact body', async () => {
  await using simulator = await startSimulator({ answers: ['ok'] })
  const body = 'a\u0000b'
  const raw = `PUT /x/y?q=1&q=2 HTTP/1.1\r\nHost: h\r\nX-B: 1\r\nx-a: 2\r\nX-B: 3\r\nContent-Length: 3\r\n\r\n${body}`
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: Number(new URL(simulator.url).port),
    socket: { data() {} },
  })
  for (const letter of raw) socket.write(letter)
  const request = await simulator.received(1)
  expect(await request.ended).toBe('answered')
  socket.end()
  expect([request.method, request.target, request.path]).toEqual(['PUT', '/x/y?q=1&q=2', '/x/y'])
  expect(request.rawHeaders).toEqual([
    ['Host', 'h'],
    ['X-B', '1'],
    ['x-a', '2'],
    ['X-B', '3'],
    ['Content-Length', '3'],
  ])
  expect(request.headers['x-b']).toBe('1, 3')
  expect(request.text).toBe(body)
})

test('hashes uploads with Content-Length or chunked, and can echo them', async () => {
  await using simulator = await startSimulator({ answers: [{ sink: true }] })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 5000 })),
      fc.boolean(),
      async (parts, chunked) => {
        const whole = Buffer.concat(parts)
        const body = chunked ? new ReadableStream<Uint8Array>({ start: (c) => feed(c, parts) }) : whole
        const reply = await fetch(simulator.url, { method: 'POST', body })
        const sha256 = new Bun.CryptoHasher('sha256').update(whole).digest('hex')
        expect(await reply.json()).toEqual({ sha256, bytes: whole.length })
      },
    ),
    { numRuns: propertyRuns(50) },
  )
  simulator.script([{ echo: true }])
  const echoed = await fetch(simulator.url, { method: 'POST', body: 'same', headers: { 'content-type': 'text/x' } })
  expect([await echoed.text(), echoed.headers.get('content-type')]).toEqual(['same', 'text/x'])
})

function feed(controller: ReadableStreamDefaultController<Uint8Array>, parts: readonly Uint8Array[]): void {
  for (const part of parts) controller.enqueue(part)
  controller.close()
}

test('sends exactly the scripted status, headers, Retry-After and compressed bytes', async () => {
  const date = new Date(Date.UTC(2030, 0, 1))
  await using simulator = await startSimulator({
    answers: [
      { status: 418, headers: { 'x-one': '1', 'content-type': 'text/plain' }, body: 'teapot' },
      { status: 429, retryAfter: '2' },
      { status: 429, retryAfter: date },
      { status: 429, retryAfter: { ms: 150 } },
      { body: { zipped: true }, gzip: true },
      (request) => ({ body: { path: request.path } }),
    ],
  })
  const teapot = await ask(simulator.url)
  expect([teapot.status, teapot.headers.get('x-one'), await teapot.text()]).toEqual([418, '1', 'teapot'])
  expect((await ask(simulator.url)).headers.get('retry-after')).toBe('2')
  expect((await ask(simulator.url)).headers.get('retry-after')).toBe('Tue, 01 Jan 2030 00:00:00 GMT')
  expect((await ask(simulator.url)).headers.get('retry-after-ms')).toBe('150')
  const zipped = await ask(simulator.url, {}, { decompress: false })
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  expect(JSON.parse(new TextDecoder().decode(Bun.gunzipSync(await zipped.arrayBuffer())))).toEqual({ zipped: true })
  expect(await (await ask(simulator.url)).json()).toEqual({ path: '/v1/chat/completions' })
})

test('records a client that disconnects before the response', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'hang' }] })
  const leave = new AbortController()
  const reply = ask(simulator.url, {}, { signal: leave.signal }).catch((error: Error) => error.name)
  const request = await simulator.received(1)
  expect(request.aborted).toBe(false)
  leave.abort()
  expect(await request.ended).toBe('aborted')
  expect(request.aborted).toBe(true)
  expect(await reply).toBe('AbortError')
})
