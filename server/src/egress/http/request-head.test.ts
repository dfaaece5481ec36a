import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type BodyFraming, RequestHeads } from './request-head.ts'

const bytesOf = (method: string, headers: Record<string, string>) => ({ method, headers, url: '', body: null })

test('a head has the request line, required headers, given headers and the framing', () => {
  const heads = new RequestHeads()
  const request = bytesOf('POST', { 'x-a': '1', host: 'not this', 'content-length': '7', accept: 'text/plain' })
  expect(heads.write(request, '/v1/chat?a=b', 'h.example', 12)).toBe(
    'POST /v1/chat?a=b HTTP/1.1\r\nhost: h.example\r\nconnection: keep-alive\r\nx-a: 1\r\naccept: text/plain\r\n' +
      'user-agent: gatehouse\r\ncontent-length: 12\r\n\r\n',
  )
  expect(heads.write(request, '/v1/chat?a=b', 'h.example', 'chunked')).toEndWith('transfer-encoding: chunked\r\n\r\n')
  expect(heads.write(request, '/v1/chat?a=b', 'h.example', null)).toEndWith('user-agent: gatehouse\r\n\r\n')
})

test('headers mutated in place are sent with their current values', () => {
  const heads = new RequestHeads()
  const request = bytesOf('POST', { authorization: 'Bearer one' })
  heads.write(request, '/', 'h', 0)
  request.headers['authorization'] = 'Bearer two'
  expect(heads.write(request, '/', 'h', 0)).toContain('Bearer two')
})

test('invalid headers are rejected every time', () => {
  const heads = new RequestHeads()
  for (const headers of [{ 'a b': 'c' }, { a: 'b\r\nc: d' }, { a: '\u2603' }]) {
    for (let often = 0; often < 3; often++) {
      expect(() => heads.write(bytesOf('POST', headers as never), '/', 'h', 0)).toThrow('not valid in HTTP')
    }
  }
})

const REQUEST = fc.record({
  method: fc.constantFrom('GET', 'POST'),
  path: fc.constantFrom('/a', '/b', 'c'),
  host: fc.constantFrom('h', 'i'),
  sending: fc.constantFrom<BodyFraming>(null, 0, 5, 'chunked'),
  headers: fc.array(fc.tuple(fc.constantFrom('a', 'b', 'accept', 'user-agent', 'host'), fc.constantFrom('1', '2'))),
})

test('the cache of the previous head does not change the next head', () => {
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
