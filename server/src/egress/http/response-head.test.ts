import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type HeadLines, readHead } from './response-head.ts'

const head = (...lines: string[]) => lines.join('\r\n')
const read = (text: string, method = 'POST') => readHead(text, method)

test('a head has a status, lower-case headers and the framing of its body', () => {
  const { status, headers, framing, keepsAlive } = read(
    head('HTTP/1.1 200 OK', 'Content-Type: text/plain', 'X-Two: a', 'x-two:  b ', 'Content-Length: 5', 'Empty:'),
  )
  expect(status).toBe(200)
  expect({ ...headers }).toEqual({ 'content-type': 'text/plain', 'x-two': 'a, b', 'content-length': '5', empty: '' })
  expect([framing, keepsAlive]).toEqual([5, true])
})

test('a header named __proto__ is an ordinary header', () => {
  const { headers } = read(head('HTTP/1.1 200 OK', '__proto__: x', 'constructor: y'))
  expect(Object.keys(headers)).toEqual(['__proto__', 'constructor'])
})

test.each<[string, string[], string, number | string, boolean]>([
  ['chunks', ['Transfer-Encoding: Chunked'], 'POST', 'chunked', true],
  ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 5'], 'POST', 'chunked', false],
  ['the same length twice', ['Content-Length: 5', 'Content-Length: 5'], 'POST', 5, true],
  ['no length at all', [], 'POST', 'until-close', false],
  ['a length and a farewell', ['Content-Length: 5', 'Connection: Close'], 'POST', 5, false],
  ['a farewell among others', ['Content-Length: 5', 'Connection: x, close'], 'POST', 5, false],
  ['a header that only sounds like a farewell', ['Content-Length: 5', 'Connection: closed'], 'POST', 5, true],
  ['an empty body', ['Content-Length: 0'], 'POST', 0, true],
  ['an answer to HEAD', ['Content-Length: 5'], 'HEAD', 0, false],
])('%s', (_, lines, method, framing, keepsAlive) => {
  expect(read(head('HTTP/1.1 200 OK', ...lines), method)).toMatchObject({ framing, keepsAlive })
})

test.each([100, 103, 204, 205, 304])('status %d has no body, whatever its headers declare', (status) => {
  expect(read(head(`HTTP/1.1 ${status} X`, 'Content-Length: 5')).framing).toBe(0)
})

test.each([204, 205, 304])('the connection of a %d is not kept: its body may come all the same', (status) => {
  for (const line of ['Content-Length: 5', 'Content-Length: 0', 'Transfer-Encoding: chunked', 'X: y'])
    expect(read(head(`HTTP/1.1 ${status} X`, line)).keepsAlive).toBe(false)
})

test('an HTTP/1.0 connection closes after its response', () => {
  expect(read(head('HTTP/1.0 200 OK', 'Content-Length: 5')).keepsAlive).toBe(false)
})

test.each<[string, string, string]>([
  ['another protocol', 'SSH-2.0-x', 'not_http'],
  ['a newer version', 'HTTP/2 200', 'not_http'],
  ['a status of two digits', 'HTTP/1.1 20 OK', 'not_http'],
  ['a status of four digits', 'HTTP/1.1 2000', 'not_http'],
  ['a line without a colon', head('HTTP/1.1 200 OK', 'nonsense'), 'bad_header'],
  ['a space before the colon', head('HTTP/1.1 200 OK', 'Content-Length : 5'), 'bad_header'],
  ['a line that goes on', head('HTTP/1.1 200 OK', 'A: b', ' c: d'), 'bad_header'],
  ['an empty name', head('HTTP/1.1 200 OK', ': x'), 'bad_header'],
  ['a bare carriage return', head('HTTP/1.1 200 OK', 'a: b\rc: d'), 'bad_header'],
  ['a bare line feed in the status line', 'HTTP/1.1 200 OK\na: b', 'not_http'],
  ['a bare line feed', head('HTTP/1.1 200 OK', 'a: b\nc: d'), 'bad_header'],
  ['a zero byte', head('HTTP/1.1 200 OK', 'a: b\0'), 'bad_header'],
  ['two lengths', head('HTTP/1.1 200 OK', 'Content-Length: 5', 'Content-Length: 6'), 'bad_length'],
  ['a length with a sign', head('HTTP/1.1 200 OK', 'Content-Length: +5'), 'bad_length'],
  ['a negative length', head('HTTP/1.1 200 OK', 'Content-Length: -1'), 'bad_length'],
  ['a length in hexadecimal', head('HTTP/1.1 200 OK', 'Content-Length: 0x5'), 'bad_length'],
  ['a length beyond counting', head('HTTP/1.1 200 OK', 'Content-Length: 99999999999999999999'), 'bad_length'],
  ['an empty length', head('HTTP/1.1 200 OK', 'Content-Length:'), 'bad_length'],
  ['a bad length that does not count', head('HTTP/1.1 204 X', 'Content-Length: x'), 'bad_length'],
  [
    'an encoding we cannot take off',
    head('HTTP/1.1 200 OK', 'TE: x', 'Transfer-Encoding: gzip, chunked'),
    'unknown_transfer_encoding',
  ],
  [
    'chunked twice',
    head('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'),
    'unknown_transfer_encoding',
  ],
])('%s is no answer', (_, text, code) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code }))
})

/** Header lines that are prefixes of each other, repeated, malformed or reordered. */
const LINE = fc.constantFrom(
  'a: b',
  'a: bc',
  'a:',
  'A: b',
  'b: c',
  'Content-Length: 5',
  'content-length: 55',
  'x',
  ' a: b',
)

test('the cache of previous header lines does not change the next head', () => {
  fc.assert(
    fc.property(fc.array(fc.array(LINE, { maxLength: 5 }), { maxLength: 12 }), (heads) => {
      const known: HeadLines = []
      const outcome = (text: string, lines?: HeadLines) => {
        try {
          const { headers, ...rest } = readHead(text, 'POST', lines)
          return { ...rest, headers: Object.entries(headers) }
        } catch (error) {
          return (error as { code: string }).code
        }
      }
      for (const lines of heads) {
        const text = head('HTTP/1.1 200 OK', ...lines)
        expect(outcome(text, known)).toEqual(outcome(text))
      }
    }),
  )
})

test('Content-Length together with chunked is removed from the headers', () => {
  const { framing, headers } = read(head('HTTP/1.1 200 OK', 'Content-Length: 5', 'Transfer-Encoding: chunked'))
  expect([framing, Object.keys(headers)]).toEqual(['chunked', ['transfer-encoding']])
})
