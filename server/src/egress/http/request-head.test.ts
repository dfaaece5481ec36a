import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { RequestHeads, type Sending } from './request-head.ts'

const bytesOf = (method: string, headers: Record<string, string>) => ({ method, headers, url: '', body: null })

test('a head is its request line, what HTTP needs, the headers given, and how the body comes', () => {
  const heads = new RequestHeads()
  const request = bytesOf('POST', { 'x-a': '1', host: 'not this', 'content-length': '7', accept: 'text/plain' })
  expect(heads.write(request, '/v1/chat?a=b', 'h.example', 12)).toBe(
    'POST /v1/chat?a=b HTTP/1.1\r\nhost: h.example\r\nconnection: keep-alive\r\nx-a: 1\r\naccept: text/plain\r\n' +
      'user-agent: gatehouse\r\ncontent-length: 12\r\n\r\n',
  )
  expect(heads.write(request, '/v1/chat?a=b', 'h.example', 'chunked')).toEndWith('transfer-encoding: chunked\r\n\r\n')
  expect(heads.write(request, '/v1/chat?a=b', 'h.example', null)).toEndWith('user-agent: gatehouse\r\n\r\n')
})

test('headers that were changed in their own object are sent as they are now', () => {
  const heads = new RequestHeads()
  const request = bytesOf('POST', { authorization: 'Bearer one' })
  heads.write(request, '/', 'h', 0)
  request.headers['authorization'] = 'Bearer two'
  expect(heads.write(request, '/', 'h', 0)).toContain('Bearer two')
})

test('what cannot be sent is refused each time', () => {
  const heads = new RequestHeads()
  for (const headers of [{ 'a b': 'c' }, { a: 'b\r\nc: d' }, { a: '\u2603' }]) {
    for (let often = 0; often < 3; often++) {
      expect(() => heads.write(bytesOf('POST', headers as never), '/', 'h', 0)).toThrow('HTTP cannot carry')
    }
  }
})

const REQUEST = fc.record({
  method: fc.constantFrom('GET', 'POST'),
  path: fc.constantFrom('/a', '/b', 'c'),
  host: fc.constantFrom('h', 'i'),
  sending: fc.constantFrom<Sending>(null, 0, 5, 'chunked'),
  headers: fc.array(fc.tuple(fc.constantFrom('a', 'b', 'accept', 'user-agent', 'host'), fc.constantFrom('1', '2'))),
})

test('what a connection remembers of its last head changes nothing about the next', () => {
  fc.assert(
    fc.property(fc.array(REQUEST, { maxLength: 20 }), (requests) => {
      const heads = new RequestHeads()
      for (const { method, path, host, sending, headers } of requests) {
        const request = bytesOf(method, Object.fromEntries(headers))
        const alone = new RequestHeads().write(request, path, host, sending)
        expect(heads.write(request, path, host, sending)).toBe(alone)
      }
    }),
  )
})
