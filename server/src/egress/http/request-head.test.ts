import { expect, test } from 'bun:test'
import { writeHead } from './request-head.ts'

const bytesOf = (method: string, headers: Record<string, string>) => ({ method, headers, url: '', body: null })

test('a head has the request line, required headers, given headers and the framing', () => {
  const request = bytesOf('POST', { 'x-a': '1', host: 'not this', 'content-length': '7', accept: 'text/plain' })
  expect(writeHead(request, '/v1/chat?a=b', 'h.example', 12)).toBe(
    'POST /v1/chat?a=b HTTP/1.1\r\nhost: h.example\r\nconnection: keep-alive\r\nx-a: 1\r\naccept: text/plain\r\n' +
      'user-agent: gatehouse\r\ncontent-length: 12\r\n\r\n',
  )
  expect(writeHead(request, '/v1/chat?a=b', 'h.example', 'chunked')).toEndWith('transfer-encoding: chunked\r\n\r\n')
  expect(writeHead(request, '/v1/chat?a=b', 'h.example', null)).toEndWith('user-agent: gatehouse\r\n\r\n')
})

test('invalid headers are rejected', () => {
  for (const headers of [{ 'a b': 'c' }, { a: 'b\r\nc: d' }, { a: '\u2603' }]) {
    expect(() => writeHead(bytesOf('POST', headers as never), '/', 'h', 0)).toThrow('not valid in HTTP')
  }
})
