/** HTTP framing on a raw socket: ambiguous framing is refused or read in one way. */

import { type Case, CHAT_BODY, type Expected, type Group, type Text } from '../../case.ts'
import { LENGTH, START, USUAL } from './raw-chat.ts'
import { startLineCases } from './start-lines.ts'

const PLAIN = `${START}${USUAL}${LENGTH}\r\n${CHAT_BODY}`

const CHUNKED = `${CHAT_BODY.length.toString(16)}\r\n${CHAT_BODY}\r\n0\r\n\r\n`

const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: gateway\r\n\r\n'

/** Refused by the HTTP server before the gateway: only a status and a closed connection. */
const REFUSED: Expected = { status: [400, 405, 413, 417, 431, 501, 505], upstreamContacted: false }

const PASSES: Expected = { status: 200, upstreamContacted: true }

const HEALTHY: Expected = { status: 200, upstreamContacted: false }

export function framingGroup(): Group {
  const cases = [
    ...lengths(),
    ...transferCodings(),
    ...chunks(),
    ...headerLines(),
    ...startLineCases(),
    ...connections(),
  ]
  return { name: 'framing', about: 'HTTP framing on a raw socket', cases }
}

function post(name: string, lines: string, body: Text, expected: Expected): Case {
  return { name, raw: [`${START}${USUAL}${lines}\r\n`, body], expected }
}

function lengths(): Case[] {
  const size = CHAT_BODY.length
  const bad: readonly (readonly [string, string])[] = [
    ['a sign', `+${size}`],
    ['a minus', `-${size}`],
    ['hexadecimal', `0x${size.toString(16)}`],
    ['a fraction', `${size}.0`],
    ['an exponent', '1e2'],
    ['a letter', `${size}a`],
    ['a space inside', '5 7'],
    ['two values in one line', `${size}, ${size + 1}`],
    ['more than 64 bits', '18446744073709551616'],
    ['a hundred digits', '9'.repeat(100)],
    ['a value in quotes', `"${size}"`],
    ['no value', ''],
    ['Arabic digits', '٥٧'],
  ]
  return [
    ...bad.map(([what, value]) => post(`a length with ${what}`, `Content-Length: ${value}\r\n`, CHAT_BODY, REFUSED)),
    post('two lengths that differ', `${LENGTH}Content-Length: 3\r\n`, CHAT_BODY, REFUSED),
    post('two lengths, the smaller first', `Content-Length: 3\r\n${LENGTH}`, CHAT_BODY, REFUSED),
    // RFC 9110 8.6 lets a recipient accept equal values as one; one is forwarded.
    post('two equal lengths', LENGTH + LENGTH, CHAT_BODY, PASSES),
    post('a length with a space before the colon', `Content-Length : ${size}\r\n`, CHAT_BODY, REFUSED),
    post('a length in mixed case', `cOnTeNt-LeNgTh: ${size}\r\n`, CHAT_BODY, PASSES),
    post('a length with leading zeros', `Content-Length: 000${size}\r\n`, CHAT_BODY, PASSES),
  ]
}

function transferCodings(): Case[] {
  const bad: readonly (readonly [string, string])[] = [
    ['xchunked', 'xchunked'],
    ['chunked, identity', 'chunked, identity'],
    ['identity', 'identity'],
    ['gzip, chunked', 'gzip, chunked'],
    ['chunked twice', 'chunked, chunked'],
    ['chunked with a parameter', 'chunked;q=1'],
    ['chunked in quotes', '"chunked"'],
    ['chunked after a vertical tab', '\x0bchunked'],
    ['nothing', ''],
  ]
  return [
    ...bad.map(([what, value]) =>
      post(`transfer coding: ${what}`, `Transfer-Encoding: ${value}\r\n`, CHUNKED, REFUSED),
    ),
    post('length and chunks', `${LENGTH}Transfer-Encoding: chunked\r\n`, CHUNKED, REFUSED),
    post('chunks and length', `Transfer-Encoding: chunked\r\n${LENGTH}`, CHUNKED, REFUSED),
    post(
      'a second coding that hides',
      'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n',
      CHUNKED,
      REFUSED,
    ),
    post('coding with a space before the colon', 'Transfer-Encoding : chunked\r\n', CHUNKED, REFUSED),
    {
      name: 'HTTP/1.0 with chunks',
      raw: `POST /v1/chat/completions HTTP/1.0\r\n${USUAL}Transfer-Encoding: chunked\r\n\r\n${CHUNKED}`,
      expected: REFUSED,
    },
    post('chunked in mixed case', 'Transfer-Encoding: ChUnKeD\r\n', CHUNKED, PASSES),
    post('plain chunks', 'Transfer-Encoding: chunked\r\n', CHUNKED, PASSES),
  ]
}

function chunks(): Case[] {
  const coded = (name: string, body: Text, expected: Expected): Case =>
    post(name, 'Transfer-Encoding: chunked\r\n', body, expected)
  const size = CHAT_BODY.length.toString(16)
  const bytewise = [...CHAT_BODY].map((letter) => `1\r\n${letter}\r\n`).join('')
  return [
    coded('a chunk size that is no number', `zz\r\n${CHAT_BODY}\r\n0\r\n\r\n`, REFUSED),
    coded('a negative chunk size', `-1\r\n${CHAT_BODY}\r\n0\r\n\r\n`, REFUSED),
    coded('a chunk size with 0x', `0x${size}\r\n${CHAT_BODY}\r\n0\r\n\r\n`, REFUSED),
    coded('a chunk size of 2^64', `10000000000000000\r\n${CHAT_BODY}\r\n0\r\n\r\n`, REFUSED),
    coded('a chunk size of 2^64 and the real one', `1000000000000000${size}\r\n${CHAT_BODY}\r\n0\r\n\r\n`, REFUSED),
    coded(
      'a chunk size of a thousand digits',
      [{ repeat: 'f', times: 1000 }, `\r\n${CHAT_BODY}\r\n0\r\n\r\n`],
      REFUSED,
    ),
    coded('an empty chunk size', `\r\n${CHAT_BODY}\r\n0\r\n\r\n`, REFUSED),
    coded('a chunk longer than its size', `3\r\n${CHAT_BODY}\r\n0\r\n\r\n`, REFUSED),
    coded('a chunk size ended by a line feed', `${size}\n${CHAT_BODY}\r\n0\r\n\r\n`, REFUSED),
    coded('a chunk ended by a line feed', `${size}\r\n${CHAT_BODY}\n0\r\n\r\n`, REFUSED),
    coded(
      'a chunk extension of 20 KB',
      [`${size};x=`, { repeat: 'a', times: 20_000 }, `\r\n${CHAT_BODY}\r\n0\r\n\r\n`],
      REFUSED,
    ),
    coded('a small chunk extension', `${size};name=value\r\n${CHAT_BODY}\r\n0\r\n\r\n`, PASSES),
    coded('chunks of one byte', `${bytewise}0\r\n\r\n`, { ...PASSES, upstreamContacted: true }),
    coded('trailers after the chunks', `${size}\r\n${CHAT_BODY}\r\n0\r\nx-gateway-provider: mock\r\n\r\n`, {
      // The runtime rejects trailers, but only after the body has arrived.
      status: [200, 400],
      upstreamContacted: 'either',
    }),
  ]
}

function headerLines(): Case[] {
  const lined = (name: string, lines: Text, expected: Expected): Case => ({
    name,
    raw: [`${START}${USUAL}`, lines, `${LENGTH}\r\n${CHAT_BODY}`],
    expected,
  })
  const many = Array.from({ length: 2500 }, (_, i) => `x-h${i}: 1\r\n`).join('')
  return [
    lined('a space before the colon', 'X-A : 1\r\n', REFUSED),
    lined('a space before the name', ' X-A: 1\r\n', REFUSED),
    lined('a folded value', 'X-A: 1\r\n 2\r\n', REFUSED),
    lined('a value folded by a tab', 'X-A: 1\r\n\t2\r\n', REFUSED),
    lined('an empty name', ': 1\r\n', REFUSED),
    lined('a parenthesis in a name', 'X(A: 1\r\n', REFUSED),
    lined('a NUL in a name', 'X\u0000A: 1\r\n', REFUSED),
    lined('a NUL in a value', 'X-A: 1\u00002\r\n', REFUSED),
    lined('a bare carriage return in a value', 'X-A: 1\rX-B: 2\r\n', REFUSED),
    lined('no colon', 'X-A\r\n', REFUSED),
    lined('a non-ASCII name', 'X-Ä: 1\r\n', REFUSED),
    lined('a header of 70 KB', ['X-A: ', { repeat: 'a', times: 70_000 }, '\r\n'], {
      status: 431,
      upstreamContacted: false,
    }),
    lined('2,500 headers before the last', many, { status: [400, 431], upstreamContacted: false }),
    lined('two Host headers', 'Host: other\r\n', REFUSED),
    {
      name: 'bare line feeds throughout',
      raw: PLAIN.replaceAll('\r\n', '\n'),
      expected: { status: [0, 400, 505], upstreamContacted: false },
    },
    { name: 'no Host', raw: PLAIN.replace('Host: gateway\r\n', ''), expected: REFUSED },
    lined('an unknown Expect', 'Expect: 200-maybe\r\n', {
      ...REFUSED,
      status: [200, 400, 417],
      upstreamContacted: true,
    }),
    lined('a key that Connection names is used all the same', 'Connection: x-gateway-api-key\r\n', PASSES),
    lined('a header that Connection names stays here', 'Connection: close, x-secret\r\nx-secret: 1\r\n', {
      ...PASSES,
      forwarded: { 'x-secret': null },
    }),
  ]
}

function connections(): Case[] {
  return [
    { name: 'one byte a packet', raw: PLAIN, pieceBytes: 1, expected: PASSES },
    { name: 'seven bytes a packet', raw: PLAIN, pieceBytes: 7, expected: PASSES },
    {
      name: 'two pipelined requests keep their order',
      raw: HEALTH + PLAIN,
      expected: { ...PASSES, sequence: [200, 200] },
    },
    {
      name: 'a good request, then a bad one',
      raw: `${HEALTH}GET /healthz HTTP/9.9\r\n\r\n`,
      expected: { status: [200, 400, 505], upstreamContacted: false },
    },
    {
      name: 'a body that looks like a request is a body',
      raw: `${START}${USUAL}Content-Length: ${HEALTH.length}\r\n\r\n${HEALTH}`,
      expected: { status: 400, code: 'invalid_json', param: 'body', upstreamContacted: false },
    },
    {
      name: 'an upgrade to h2c is not taken up',
      raw: 'GET /healthz HTTP/1.1\r\nHost: gateway\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n',
      expected: HEALTHY,
    },
    {
      name: 'an upgrade to a web socket is not taken up',
      raw: 'GET /healthz HTTP/1.1\r\nHost: gateway\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
      expected: { status: [200, 400, 426], upstreamContacted: false },
    },
  ]
}
