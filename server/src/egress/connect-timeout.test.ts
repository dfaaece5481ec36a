import { afterAll, expect, test } from 'bun:test'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { silentListener } from '../../../tests/harness/silent-listener.ts'
import type { EgressRequest } from './outbound.ts'
import { createEgress, type Egress, type EgressOptions } from './send.ts'
import { LOCAL_POLICY } from './test-policy.ts'

const silent = await silentListener('127.0.0.1')
const closers: (() => unknown)[] = [() => silent[Symbol.asyncDispose]()]
afterAll(async () => {
  for (const close of closers) await close()
})

function open(options: EgressOptions): Egress {
  const egress = createEgress(LOCAL_POLICY, options)
  closers.push(() => egress.close())
  return egress
}

const NEVER = new AbortController().signal

function get(egress: Egress, url: string, change: Partial<EgressRequest> = {}): Promise<Response> {
  return egress.send({ method: 'GET', url, headers: {}, body: null, ...change }, NEVER)
}

/** Counts connections and calls `react` for each. */
async function serveRaw(address: string, port: number, react: (socket: Socket) => void) {
  const seen: string[] = []
  const server = createServer((socket) => {
    seen.push(address)
    socket.on('error', () => undefined)
    react(socket)
  })
  await new Promise<void>((resolve) => server.listen(port, address, resolve))
  closers.push(() => server.close())
  return { seen, port: (server.address() as AddressInfo).port }
}

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok'

test('connecting to an unresponsive address times out, and the error names host and limit', async () => {
  const failure = await get(open({ connectTimeoutMs: 100 }), `${silent.url}/path?key=secret`).catch((error) => error)
  expect(failure).toMatchObject({
    code: 'upstream_unreachable',
    status: 502,
    message: `127.0.0.1:${silent.port} did not respond within the connect timeout of 100 ms.`,
  })
})

test('a call can set its own connect timeout', async () => {
  const request = { method: 'GET', url: `${silent.url}/`, headers: {}, body: null }
  const terms = { hasStoredCredential: false, trustedOrigin: null, connectTimeoutMs: 50 }
  const failure = await open({ connectTimeoutMs: 600_000 })
    .send(request, NEVER, terms)
    .catch((error) => error)
  expect(failure.message).toContain('connect timeout of 50 ms')
})

test('the call falls back to the next address with the same body, and later calls use it too', async () => {
  const bodies: string[] = []
  const server = Bun.serve({
    hostname: '127.0.0.2',
    port: silent.port,
    async fetch(request) {
      bodies.push(await request.text())
      return new Response('ok')
    },
  })
  closers.push(() => server.stop(true))
  const egress = open({ connectTimeoutMs: 8_000, lookup: async () => ['127.0.0.1', '127.0.0.2'] })
  const url = `http://two.example:${silent.port}/`
  // The stream is only read after a connection is established, so it arrives complete at the second address.
  const other = open({ connectTimeoutMs: 8_000, lookup: async () => ['127.0.0.1', '127.0.0.2'] })
  const [first] = await Promise.all([
    get(egress, url, { method: 'POST', body: Buffer.from('bytes') }),
    get(other, url, { method: 'POST', body: new Blob(['stream']).stream() }),
  ])
  expect([first.status, await first.text()]).toEqual([200, 'ok'])
  // The route now uses the second address. A call to the silent address would time out after a minute.
  const terms = { hasStoredCredential: false, trustedOrigin: null, connectTimeoutMs: 60_000 }
  await egress.send({ method: 'POST', url, headers: {}, body: Buffer.from('again') }, NEVER, terms)
  expect([bodies.slice(0, 2).sort(), bodies.slice(2)]).toEqual([['bytes', 'stream'], ['again']])
})

test('at most three addresses of a hostname are tried', async () => {
  const addresses = ['127.0.1.1', '127.0.1.2', '127.0.1.3', '127.0.1.4', '127.0.1.5']
  const seen: string[] = []
  const refuse = (address: string) => (socket: Socket) => {
    seen.push(address)
    socket.once('data', () => socket.resetAndDestroy())
  }
  const first = await serveRaw(addresses[0]!, 0, refuse(addresses[0]!))
  for (const address of addresses.slice(1)) await serveRaw(address, first.port, refuse(address))
  const egress = open({ lookup: async () => addresses })
  await expect(get(egress, `https://many.example:${first.port}/`)).rejects.toMatchObject({ status: 502 })
  expect(seen).toEqual(addresses.slice(0, 3))
})

test('a TLS handshake that stalls counts as connecting, and its connection is closed', async () => {
  const closed = Promise.withResolvers<void>()
  const { port } = await serveRaw('127.0.0.1', 0, (socket) => {
    socket.on('data', () => undefined)
    socket.on('close', () => closed.resolve())
  })
  await expect(get(open({ connectTimeoutMs: 100 }), `https://127.0.0.1:${port}/`)).rejects.toMatchObject({
    code: 'upstream_unreachable',
    message: `127.0.0.1:${port} did not respond within the connect timeout of 100 ms.`,
  })
  await closed.promise
})

test('an interrupted TLS handshake falls back to the next address', async () => {
  const cut = await serveRaw('127.0.0.1', 0, (socket) => socket.once('data', () => socket.resetAndDestroy()))
  const next = await serveRaw('127.0.0.2', cut.port, (socket) => socket.once('data', () => socket.resetAndDestroy()))
  const egress = open({ lookup: async () => ['127.0.0.1', '127.0.0.2'] })
  await expect(get(egress, `https://two.example:${cut.port}/`)).rejects.toMatchObject({ status: 502 })
  expect([cut.seen, next.seen]).toEqual([['127.0.0.1'], ['127.0.0.2']])
})

test('the connect timeout ends a DNS lookup that never completes', async () => {
  const egress = open({ connectTimeoutMs: 100, lookup: () => new Promise(() => undefined) })
  await expect(get(egress, 'http://silent.example/')).rejects.toMatchObject({
    code: 'upstream_unreachable',
    message: 'The DNS lookup of silent.example did not respond within the connect timeout of 100 ms.',
  })
})

test('the connect timeout does not apply to a slow response', async () => {
  const { port } = await serveRaw('127.0.0.1', 0, (socket) => {
    socket.once('data', () => setTimeout(() => socket.end(OK), 2_500))
  })
  expect(await (await get(open({ connectTimeoutMs: 2_000 }), `http://127.0.0.1:${port}/`)).text()).toBe('ok')
})
