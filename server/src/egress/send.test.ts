import { afterAll, expect, test } from 'bun:test'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { gzipSync } from 'bun'
import { isAbort, mapReadError } from './failures.ts'
import type { EgressRequest } from './outbound.ts'
import type { EgressPolicy } from './policy.ts'
import type { Lookup } from './resolve.ts'
import { createEgress, type Egress, type EgressOptions } from './send.ts'
import { LOCAL_POLICY } from './test-policy.ts'

const closers: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

function serve(answer: (request: Request) => Response | Promise<Response>) {
  const seen: { readonly url: string; readonly headers: Headers }[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      // Copied immediately: the request's headers are unavailable after the response.
      seen.push({ url: request.url, headers: new Headers(request.headers) })
      return answer(request)
    },
  })
  closers.push(() => server.stop(true))
  return { origin: `http://127.0.0.1:${server.port}`, port: server.port!, seen }
}

/** A server that calls `react` with the socket after the first bytes of each connection. */
async function serveRaw(react: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => react(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  return (server.address() as AddressInfo).port
}

function open(policy: Partial<EgressPolicy> = {}, options: EgressOptions = {}): Egress {
  const egress = createEgress({ ...LOCAL_POLICY, ...policy }, options)
  closers.push(() => egress.close())
  return egress
}

const NEVER = new AbortController().signal

function get(egress: Egress, url: string, change: Partial<EgressRequest> = {}): Promise<Response> {
  return egress.send({ method: 'GET', url, headers: {}, body: null, ...change }, NEVER)
}

const answering =
  (...answers: readonly (readonly string[])[]): Lookup =>
  async () =>
    answers.length > 1 ? (answers as (readonly string[])[]).shift()! : answers[0]!

test('the connection goes to the checked address and the Host header keeps the hostname', async () => {
  const { port, seen } = serve(() => new Response('ok'))
  const egress = open({}, { lookup: answering(['127.0.0.1']) })
  expect(await (await get(egress, `http://api.example:${port}/a?b=c`)).text()).toBe('ok')
  expect(seen[0]!.headers.get('host')).toBe(`api.example:${port}`)
  expect(new URL(seen[0]!.url).pathname).toBe('/a')
})

test('a hostname that resolves to a forbidden address after the check is not connected to (DNS rebinding)', async () => {
  const { port, seen } = serve(() => new Response('ok'))
  let nowMs = 1_000
  // The first lookup returns an allowed address, the second a forbidden one, which a plain fetch would have used.
  const lookup = answering(['127.0.0.1'], ['169.254.169.254'])
  const egress = open({}, { lookup, now: () => nowMs })
  await egress.check(`http://rebind.example:${port}/`)
  expect((await get(egress, `http://rebind.example:${port}/`)).status).toBe(200)
  nowMs += 46_000
  await expect(get(egress, `http://rebind.example:${port}/`)).rejects.toMatchObject({ code: 'address_forbidden' })
  expect(seen.length).toBe(1)
})

test('a background refresh that finds a forbidden address removes the route', async () => {
  const { port } = serve(() => new Response('ok'))
  let nowMs = 1_000
  const egress = open({}, { lookup: answering(['127.0.0.1'], ['10.0.0.1']), now: () => nowMs })
  await get(egress, `http://rebind.example:${port}/`)
  nowMs += 21_000
  expect((await get(egress, `http://rebind.example:${port}/`)).status).toBe(200)
  await expect(get(egress, `http://rebind.example:${port}/`)).rejects.toMatchObject({ code: 'address_forbidden' })
})

test('one forbidden address rejects the hostname', async () => {
  for (const bad of ['169.254.169.254', '10.0.0.1', '0.0.0.0', '::ffff:169.254.169.254']) {
    const egress = open({}, { lookup: answering(['127.0.0.1', bad]) })
    await expect(egress.check('http://mixed.example:8000/')).rejects.toMatchObject({ code: 'address_forbidden' })
  }
})

test('the error names the host and the reason, not the resolved address', async () => {
  const egress = open({}, { lookup: answering(['10.20.30.40']) })
  const refused = await egress.check('http://inner.example:8000/secret?key=1').catch((error: Error) => error.message)
  expect(refused).toBe('The gateway may not connect to inner.example:8000, because it is a private address.')
})

test("the gateway's own listener is denied under every spelling", async () => {
  const { port, seen } = serve(() => new Response('loop'))
  const egress = open({ ownPorts: [port] }, { lookup: answering(['127.0.0.1']) })
  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '[::1]',
    '[::ffff:7f00:1]',
    'own.example',
    '127.0.0.1.',
  ]) {
    await expect(get(egress, `http://${host}:${port}/`)).rejects.toMatchObject({ code: 'address_forbidden' })
  }
  expect(seen.length).toBe(0)
})

test('a URL that hides another host, a user or another scheme is rejected', async () => {
  const { port, seen } = serve(() => new Response('ok'))
  const egress = open()
  for (const url of [
    `http://user@127.0.0.1:${port}/`,
    `http://user:word@127.0.0.1:${port}/`,
    `http://127.0.0.1:${port}?x=/`,
    `http://127.0.0.1:${port}#/`,
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'nonsense',
    '',
  ]) {
    await expect(get(egress, url)).rejects.toMatchObject({ code: 'custom_host_invalid' })
  }
  expect(seen.length).toBe(0)
})

test('redirects are returned, not followed', async () => {
  const other = serve(() => new Response('stolen'))
  const first = serve(() => new Response(null, { status: 307, headers: { location: `${other.origin}/` } }))
  const headers = { 'x-api-key': 'secret' }
  const response = await get(open(), `${first.origin}/`, { method: 'POST', headers, body: new Uint8Array([1]) })
  expect(response.status).toBe(307)
  expect(response.headers.get('location')).toBe(`${other.origin}/`)
  expect(other.seen.length).toBe(0)
})

test('compressed bodies are passed through unchanged', async () => {
  const bytes = gzipSync(new TextEncoder().encode('hello '.repeat(100)))
  const { origin } = serve(() => new Response(bytes, { headers: { 'content-encoding': 'gzip' } }))
  const response = await get(open(), `${origin}/`)
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array(bytes))
})

test('only the given headers are sent, plus those HTTP requires', async () => {
  const { origin, seen } = serve(() => new Response('ok'))
  const headers = { authorization: 'Bearer x', 'accept-encoding': 'identity', 'user-agent': 'u', accept: 'a' }
  await get(open(), `${origin}/`, { headers: { ...headers, host: 'forged.example' } })
  expect(Object.fromEntries(seen[0]!.headers)).toEqual({ ...headers, host: origin.slice(7), connection: 'keep-alive' })
})

test('a proxy in the environment is not used', async () => {
  const proxy = serve(() => new Response('proxy'))
  const { origin } = serve(() => new Response('direct'))
  const script = `
    import { createEgress } from ${JSON.stringify(`${import.meta.dir}/send.ts`)}
    const egress = createEgress(${JSON.stringify(LOCAL_POLICY)})
    const request = { method: 'GET', url: ${JSON.stringify(`${origin}/`)}, headers: {}, body: null }
    const response = await egress.send(request, new AbortController().signal)
    process.stdout.write(await response.text())`
  const env = {
    HTTP_PROXY: proxy.origin,
    http_proxy: proxy.origin,
    ALL_PROXY: proxy.origin,
    NO_PROXY: '',
    no_proxy: '',
  }
  const child = Bun.spawn([process.execPath, '-e', script], { env, stdout: 'pipe', stderr: 'inherit' })
  expect(await new Response(child.stdout).text()).toBe('direct')
  expect(proxy.seen.length).toBe(0)
})

test('a stream with a known length is sent with Content-Length', async () => {
  const { origin, seen } = serve(async (request) => new Response(await request.text()))
  const body = new Blob(['hello']).stream()
  const response = await get(open(), `${origin}/`, { method: 'POST', headers: { 'content-length': '5' }, body })
  expect(await response.text()).toBe('hello')
  expect(seen[0]!.headers.get('content-length')).toBe('5')
  expect(seen[0]!.headers.get('transfer-encoding')).toBeNull()
})

test('the next checked address is tried if the first refuses the connection', async () => {
  const { port, seen } = serve(async (request) => new Response(await request.text()))
  const egress = open({}, { lookup: answering(['127.0.0.2', '127.0.0.1']) })
  const body = new TextEncoder().encode('again')
  const response = await get(egress, `http://two.example:${port}/`, { method: 'POST', body })
  expect(await response.text()).toBe('again')
  expect(seen.length).toBe(1)
})

test.each([
  ['closes without a word', (socket: Socket) => socket.end(), 'upstream_broken'],
  ['resets', (socket: Socket) => socket.resetAndDestroy(), 'upstream_broken'],
  ['stops inside the head', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-l'), 'upstream_broken'],
  ['speaks another protocol', (socket: Socket) => socket.end('SSH-2.0-x\r\n\r\n'), 'upstream_broken'],
] as const)('a server that %s is reported without URL and secret', async (_, react, code) => {
  const port = await serveRaw(react)
  const url = `http://127.0.0.1:${port}/path?key=secret`
  const error = await get(open(), url, { headers: { authorization: 'Bearer secret' } }).catch(
    (reason: unknown) => reason,
  )
  expect(error).toMatchObject({ code })
  expect(Bun.inspect(error)).not.toContain('secret')
  expect(String(error)).toContain(`127.0.0.1:${port}`)
})

test('a refused connection, an unknown host, missing TLS and an invalid header have their own codes', async () => {
  const port = await serveRaw(() => undefined)
  const plain = serve(() => new Response('ok'))
  const failing = async () => {
    throw Object.assign(new Error('no'), { code: 'ENOTFOUND' })
  }
  await expect(get(open(), `http://127.0.0.2:${port}/`)).rejects.toMatchObject({ code: 'upstream_unreachable' })
  await expect(get(open({}, { lookup: failing }), 'http://nowhere.example/')).rejects.toMatchObject({
    code: 'upstream_unreachable',
    message: 'The host nowhere.example could not be resolved (ENOTFOUND).',
  })
  await expect(get(open(), `https://127.0.0.1:${plain.port}/`)).rejects.toMatchObject({ code: 'upstream_tls' })
  await expect(get(open(), `${plain.origin}/`, { headers: { x: 'a\nb' } })).rejects.toMatchObject({
    code: 'invalid_header',
  })
})

test('an abort rejects with its own reason, during the DNS lookup and during the call', async () => {
  const port = await serveRaw(() => undefined)
  const during = new AbortController()
  const request = { method: 'GET', url: `http://127.0.0.1:${port}/`, headers: {}, body: null }
  const calling = open().send(request, during.signal)
  during.abort()
  expect(isAbort(await calling.catch((reason: unknown) => reason))).toBe(true)

  const early = new AbortController()
  const egress = open({}, { lookup: () => new Promise(() => undefined) })
  const looking = egress.send({ ...request, url: 'http://slow.example/' }, early.signal)
  early.abort(new Error('mine'))
  await expect(looking).rejects.toThrow('mine')
})

test('a truncated body is mapped to upstream_broken', async () => {
  const port = await serveRaw((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc'))
  const error = await get(open(), `http://127.0.0.1:${port}/`)
    .then((response) => response.text())
    .catch((reason: unknown) => mapReadError(reason))
  expect(error).toMatchObject({ code: 'upstream_broken' })
})

test('a trusted origin applies only to calls that pass it, and to no other origin', async () => {
  const { origin, seen } = serve(() => new Response('ok'))
  const other = serve(() => new Response('ok'))
  const egress = open({ isLoopbackOpen: false })
  const send = (url: string, trustedOrigin: string | null) =>
    egress.send({ method: 'GET', url, headers: {}, body: null }, NEVER, { hasStoredCredential: true, trustedOrigin })
  const refused = { code: 'address_forbidden' }
  await expect(get(egress, `${origin}/`)).rejects.toMatchObject(refused)
  expect((await send(`${origin}/v1`, origin)).status).toBe(200)
  await expect(get(egress, `${origin}/`)).rejects.toMatchObject(refused)
  await expect(send(`${origin}/v1`, null)).rejects.toMatchObject(refused)
  await expect(send(`${other.origin}/v1`, origin)).rejects.toMatchObject(refused)
  expect(seen).toHaveLength(1)
  expect(other.seen).toHaveLength(0)
})

test('an invalid URL is parsed again by each call and its error is not cached', async () => {
  const egress = open()
  const fail = () => get(egress, 'ftp://files.example/').catch((error: unknown) => error)
  const [first, second] = [await fail(), await fail()]
  expect(first).toMatchObject({ code: 'custom_host_invalid' })
  expect(second).toMatchObject({ code: 'custom_host_invalid' })
  // The same error object would mean that the failure is cached.
  expect(second).not.toBe(first)
})
