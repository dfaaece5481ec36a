import { afterAll, expect, test } from 'bun:test'
import { type AddressInfo, createServer } from 'node:net'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { createEgress } from '../send.ts'
import { LOCAL_POLICY } from '../test-policy.ts'

const egress = createEgress(LOCAL_POLICY)
const closers: (() => unknown)[] = [() => egress.close()]
afterAll(() => {
  for (const close of closers) close()
})

/** The requests of one connection, and whether its peer closed it. */
type Visit = { readonly paths: string[]; readonly closed: Promise<void> }

type Script = { readonly answer: string; readonly surplus: string; readonly cut: number }

/** The first connection follows the script. Every other one responds to each request with its path. */
async function serve({ answer, surplus, cut }: Script, whenRead: Promise<void>) {
  const visits: Visit[] = []
  const server = createServer((socket) => {
    const closed = Promise.withResolvers<void>()
    const paths: string[] = []
    const isFirst = visits.push({ paths, closed: closed.promise }) === 1
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    socket.on('close', () => closed.resolve())
    socket.on('data', async (data) => {
      const path = data.toString('latin1').split(' ')[1]!
      paths.push(path)
      if (!isFirst || paths.length > 1) return socket.write(ok(path))
      socket.write(answer + surplus.slice(0, cut))
      await whenRead
      socket.write(surplus.slice(cut))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, visits, close: () => server.close() }
}

const ok = (text: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`

async function ask(url: string, method = 'GET') {
  const request = { method, url, headers: {}, body: method === 'POST' ? Buffer.from('{}') : null }
  const answer = await egress.open(request, new AbortController().signal)
  return { status: answer.status, text: Buffer.from(await answer.bytes()).toString() }
}

/** Every way a response can end, with the expected status and text. */
const KINDS = [
  ['GET', ok('first'), 200, 'first'],
  ['POST', ok('first'), 200, 'first'],
  ['GET', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', 200, ''],
  ['GET', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nfirst\r\n0\r\n\r\n', 200, 'first'],
  ['GET', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx: y\r\n\r\n', 200, ''],
  ['GET', `HTTP/1.1 100 Continue\r\n\r\n${ok('first')}`, 200, 'first'],
  ['POST', 'HTTP/1.1 205 Reset Content\r\ncontent-length: 0\r\n\r\n', 205, ''],
  ['POST', 'HTTP/1.1 205 Reset Content\r\ncontent-length: 40\r\n\r\n', 205, ''],
  ['DELETE', 'HTTP/1.1 204 No Content\r\n\r\n', 204, ''],
  ['DELETE', 'HTTP/1.1 204 No Content\r\ncontent-length: 40\r\n\r\n', 204, ''],
  ['DELETE', 'HTTP/1.1 204 No Content\r\ntransfer-encoding: chunked\r\n\r\n', 204, ''],
  ['GET', 'HTTP/1.1 304 Not Modified\r\n\r\n', 304, ''],
  ['GET', 'HTTP/1.1 304 Not Modified\r\ncontent-length: 40\r\n\r\n', 304, ''],
  ['GET', 'HTTP/1.1 304 Not Modified\r\ntransfer-encoding: chunked\r\n\r\n', 304, ''],
  ['HEAD', 'HTTP/1.1 200 OK\r\ncontent-length: 40\r\n\r\n', 200, ''],
  ['HEAD', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', 200, ''],
  ['HEAD', 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n', 404, ''],
] as const

const SURPLUS = fc.constantFrom(
  ok('evil'),
  'HTTP/1.1 ',
  '\r\n',
  '{"error":"the body of the answer before"}',
  '5\r\nevil!',
)

test('bytes after a response close its connection, for every kind of response and segmentation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...KINDS), SURPLUS, fc.nat(50), async ([method, answer, ...read], surplus, at) => {
      const whenRead = Promise.withResolvers<void>()
      const script = { answer, surplus, cut: at % surplus.length }
      const { url, visits, close } = await serve(script, whenRead.promise)
      const first = await ask(`${url}/first`, method)
      expect([first.status, first.text]).toEqual([...read])
      whenRead.resolve()
      await visits[0]!.closed
      expect(await ask(`${url}/second`, 'POST')).toEqual({ status: 200, text: '/second' })
      expect(visits.map(({ paths }) => paths)).toEqual([['/first'], ['/second']])
      close()
    }),
    { numRuns: propertyRuns(200) },
  )
})

test.each(KINDS.filter(([method, , status]) => method === 'HEAD' || [204, 205, 304].includes(status)))(
  'after %s %j no other call uses the connection, even before any body came',
  async (method, answer) => {
    const never = new Promise<void>(() => undefined)
    const { url, visits, close } = await serve({ answer, surplus: '', cut: 0 }, never)
    await ask(`${url}/first`, method)
    for (let i = 0; i < 3; i++) expect((await ask(`${url}/next`, 'POST')).text).toBe('/next')
    await visits[0]!.closed
    expect(visits.map(({ paths }) => paths.length)).toEqual([1, 3])
    close()
  },
)

test.each([
  ['only line feeds', 'HTTP/1.1 200 OK\ncontent-length: 2\n\nok'],
  ['only line feeds in its headers', 'HTTP/1.1 200 OK\r\ncontent-length: 2\n\nok'],
  ['a line feed in its status line', 'HTTP/1.1 200 OK\nx: y\r\ncontent-length: 2\r\n\r\nok'],
  ['only carriage returns', 'HTTP/1.1 200 OK\rcontent-length: 2\r\rok'],
  ['line feeds after an interim answer', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\n\nok'],
])('a head with %s is a broken answer at once, wherever it is cut', async (_, answer) => {
  for (let cut = 1; cut < answer.length; cut++) {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', async () => {
        socket.setNoDelay(true)
        socket.write(answer.slice(0, cut))
        await Bun.sleep(1)
        // The connection stays open, so waiting for more bytes would time out.
        socket.write(answer.slice(cut))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await expect(ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)).rejects.toMatchObject({
      code: 'upstream_broken',
    })
    server.close()
  }
})

test.each([
  ['a chunk size that is no number', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'],
  ['a chunk longer than it says', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nabc\r\n'],
  ['a head with bare line feeds', 'HTTP/1.1 200 OK\ncontent-length: 0\n\n'],
  ['something else than HTTP', 'SSH-2.0-x\r\n\r\n'],
])('the connection of an answer with %s is closed', async (_, answer) => {
  const server = await serve({ answer, surplus: '', cut: 0 }, Promise.resolve())
  closers.push(server.close)
  await expect(ask(server.url)).rejects.toThrow()
  await server.visits[0]!.closed
})
