import { afterAll, expect, test } from 'bun:test'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { UpstreamResponse } from '../outbound.ts'
import { createEgress } from '../send.ts'
import { LOCAL_POLICY } from '../test-policy.ts'

const egress = createEgress(LOCAL_POLICY)
const closers: (() => unknown)[] = [() => egress.close()]
afterAll(() => {
  for (const close of closers) close()
})

type Visit = { readonly socket: Socket; readonly request: string; readonly connection: number }

/** Calls `react` with each request head and the bytes after it. */
async function serveRaw(react: (visit: Visit) => void): Promise<string> {
  let connections = 0
  const server = createServer((socket) => {
    const connection = ++connections
    socket.on('error', () => undefined)
    socket.on('data', (data) => react({ socket, request: data.toString('latin1'), connection }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

type Body = Uint8Array | ReadableStream<Uint8Array> | null

function ask(url: string, body: Body = null, headers: Record<string, string> = {}): Promise<UpstreamResponse> {
  const method = body === null ? 'GET' : 'POST'
  return egress.open({ method, url, headers, body }, new AbortController().signal)
}

const textOf = async (answer: UpstreamResponse) => Buffer.from(await answer.bytes()).toString()

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

test('a response is parsed correctly for any network segmentation', async () => {
  const answer =
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n'
  let at = 0
  const url = await serveRaw(async ({ socket }) => {
    const cut = at++
    socket.write(answer.slice(0, cut))
    await Bun.sleep(1)
    socket.write(answer.slice(cut))
  })
  for (let i = 0; i < answer.length; i++) expect(await textOf(await ask(`${url}/`))).toBe('abc')
})

test('sequential calls share a connection, concurrent calls do not', async () => {
  const seen: number[] = []
  const url = await serveRaw(({ socket, connection }) => {
    seen.push(connection)
    setTimeout(() => socket.write(OK), 5)
  })
  for (let i = 0; i < 3; i++) await textOf(await ask(`${url}/`))
  expect(seen).toEqual([1, 1, 1])
  await Promise.all([1, 2, 3].map(async () => textOf(await ask(`${url}/`))))
  expect(new Set(seen.slice(3)).size).toBe(3)
})

test.each([
  ['says so', 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok'],
  ['sends more than its answer', `${OK}HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil`],
  ['speaks an old version', 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok'],
])('a connection whose server %s is not used again', async (_, answer) => {
  const seen: number[] = []
  const url = await serveRaw(({ socket, connection }) => {
    seen.push(connection)
    socket.write(answer)
  })
  for (let i = 0; i < 3; i++) expect(await textOf(await ask(`${url}/`))).toBe('ok')
  expect(seen).toEqual([1, 2, 3])
})

test('bytes on an idle connection are never read as a response', async () => {
  const closed = Promise.withResolvers<void>()
  const url = await serveRaw(({ socket, connection }) => {
    socket.write(OK)
    if (connection !== 1) return
    socket.on('close', () => closed.resolve())
    setTimeout(() => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil'), 5)
  })
  expect(await textOf(await ask(`${url}/`))).toBe('ok')
  // The client closes the connection when it reads the bytes.
  await closed.promise
  expect(await textOf(await ask(`${url}/`))).toBe('ok')
})

test('a GET on a closing connection is retried on a new one', async () => {
  const seen: number[] = []
  const url = await serveRaw(({ socket, connection }) => {
    seen.push(connection)
    // The server closes the first connection on its second request.
    if (seen.length === 2) socket.resetAndDestroy()
    else socket.write(OK)
  })
  expect(await textOf(await ask(`${url}/`))).toBe('ok')
  expect(await textOf(await ask(`${url}/`))).toBe('ok')
  expect(seen).toEqual([1, 1, 2])
})

test('a POST is never sent twice, on a new or a reused connection', async () => {
  let calls = 0
  const url = await serveRaw(({ socket }) => {
    calls++
    if (calls === 1) socket.write(OK)
    else socket.resetAndDestroy()
  })
  await textOf(await ask(`${url}/`, Buffer.from('x')))
  await expect(ask(`${url}/`, Buffer.from('x'))).rejects.toMatchObject({ code: 'upstream_broken' })
  expect(calls).toBe(2)
  await expect(ask(`${url}/`, Buffer.from('x'))).rejects.toMatchObject({ code: 'upstream_broken' })
  expect(calls).toBe(3)
})

test('a connection is not reused after its Keep-Alive timeout', async () => {
  const seen: number[] = []
  const url = await serveRaw(({ socket, connection }) => {
    seen.push(connection)
    socket.write('HTTP/1.1 200 OK\r\nkeep-alive: timeout=1\r\ncontent-length: 2\r\n\r\nok')
  })
  for (let i = 0; i < 2; i++) await textOf(await ask(`${url}/`))
  expect(seen).toEqual([1, 2])
})

test('a response that arrives before the end of the upload is accepted', async () => {
  const url = await serveRaw(({ socket }) => {
    socket.end('HTTP/1.1 413 Too Large\r\ncontent-length: 3\r\nconnection: close\r\n\r\nbig')
  })
  const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(1000)) })
  const answer = await ask(`${url}/`, endless)
  expect([answer.status, await textOf(answer)]).toEqual([413, 'big'])
})

test('a stream whose length does not match Content-Length fails', async () => {
  const url = await serveRaw(({ socket, request }) => {
    if (request.endsWith('abcde')) socket.write(OK)
  })
  const five = () => new Blob(['abcde']).stream()
  expect(await textOf(await ask(`${url}/`, five(), { 'content-length': '5' }))).toBe('ok')
  for (const length of ['4', '6']) {
    await expect(ask(`${url}/`, five(), { 'content-length': length })).rejects.toMatchObject({
      code: 'invalid_body',
    })
  }
})

test('an upload to a slow server arrives completely and in order', async () => {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    maxRequestBodySize: 1e9,
    async fetch(request) {
      await Bun.sleep(50)
      const hasher = new Bun.CryptoHasher('sha256')
      for await (const chunk of request.body!) {
        hasher.update(chunk)
        await Bun.sleep(1)
      }
      return new Response(hasher.digest('hex'))
    },
  })
  closers.push(() => server.stop(true))
  const bytes = Buffer.alloc(12_000_000, 'all in order ')
  const expected = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  const url = `http://127.0.0.1:${server.port}/`
  const pieces = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 4_000_000) controller.enqueue(bytes.slice(at, at + 4_000_000))
        controller.close()
      },
    })
  expect(await textOf(await ask(url, pieces()))).toBe(expected)
  expect(await textOf(await ask(url, pieces(), { 'content-length': String(bytes.length) }))).toBe(expected)
  expect(await textOf(await ask(url, bytes))).toBe(expected)
})

test('a path is normalized like a URL and cannot inject header lines', async () => {
  const lines: string[] = []
  const url = await serveRaw(({ socket, request }) => {
    lines.push(request.slice(0, request.indexOf('\r\n')))
    socket.write(OK)
  })
  for (const path of ['/a?b=c', '', '/a/../b', '/ä b', '/x#y', '/a\r\nx: y', '/%2e%2e/z'])
    await textOf(await ask(url + path))
  expect(lines).toEqual(
    ['/a?b=c', '/', '/b', '/%C3%A4%20b', '/x', '/ax:%20y', '/z'].map((path) => `GET ${path} HTTP/1.1`),
  )
})

test('reading a large response slowly applies back-pressure', async () => {
  let isDone = false
  const url = await serveRaw(({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    socket.end(Buffer.alloc(30_000_000, 'x'), () => {
      isDone = true
    })
  })
  const answer = await ask(`${url}/`)
  // Without back-pressure the server would have sent everything by then.
  await Bun.sleep(100)
  expect(isDone).toBe(false)
  expect((await answer.bytes()).length).toBe(30_000_000)
})
