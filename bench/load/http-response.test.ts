import { expect, test } from 'bun:test'
import { HttpResponseReader } from './http-response.ts'

const TWO_ANSWERS = Buffer.from(
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nx-a: b\r\n\r\nhello' +
    'HTTP/1.1 429 Too Many Requests\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n' +
    'HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n',
)

function readIn(pieces: readonly Uint8Array[]): string[] {
  const seen: string[] = []
  let body = ''
  const reader = new HttpResponseReader({
    head: (status) => seen.push(String(status)),
    body: (bytes) => {
      body += Buffer.from(bytes).toString()
    },
    end: () => {
      seen.push(body)
      body = ''
    },
  })
  for (const piece of pieces) reader.feed(piece)
  return seen
}

const EXPECTED = ['200', 'hello', '429', 'abc0123456789', '204', '']

test('parses sized, chunked and empty responses on one connection, split at any byte', () => {
  for (let cut = 0; cut <= TWO_ANSWERS.length; cut++) {
    expect(readIn([TWO_ANSWERS.subarray(0, cut), TWO_ANSWERS.subarray(cut)])).toEqual(EXPECTED)
  }
})

test('parses responses that arrive byte by byte', () => {
  expect(readIn([...TWO_ANSWERS].map((byte) => Uint8Array.of(byte)))).toEqual(EXPECTED)
})

test('rejects bytes that are not an HTTP response', () => {
  expect(() => readIn([Buffer.from('SSH-2.0-OpenSSH\r\n\r\n')])).toThrow('not an HTTP/1.1 response')
})
