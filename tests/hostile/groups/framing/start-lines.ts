/** Request lines and Host headers. */

import { type Case, CHAT_BODY, type Expected, type Text } from '../../case.ts'
import { LENGTH, START, USUAL } from './raw-chat.ts'

const REFUSED: Expected = { status: [400, 405, 431, 501, 505], upstreamContacted: false }

export function startLineCases(): Case[] {
  return [...startLines(), ...hosts()]
}

function startLines(): Case[] {
  const started = (name: string, line: Text, expected: Expected): Case => ({
    name,
    raw: [line, '\r\nHost: gateway\r\n\r\n'],
    expected,
  })
  return [
    started('HTTP/9.9', 'GET /healthz HTTP/9.9', REFUSED),
    started('HTTP/1', 'GET /healthz HTTP/1', REFUSED),
    started('HTTP/2.0 in the start line', 'GET /healthz HTTP/2.0', REFUSED),
    started('no version', 'GET /healthz', { status: [0, 400, 505], upstreamContacted: false }),
    started('a method in lower case', 'get /healthz HTTP/1.1', {
      status: [0, 400, 404, 405, 501],
      upstreamContacted: false,
    }),
    started('an unknown method', 'BREW /v1/models HTTP/1.1', {
      status: [0, 400, 401, 405, 501],
      upstreamContacted: false,
    }),
    started('two spaces in the start line', 'GET  /healthz HTTP/1.1', { status: [400, 404], upstreamContacted: false }),
    started('a tab in the start line', 'GET\t/healthz\tHTTP/1.1', REFUSED),
    started('a NUL in the path', 'GET /health\u0000z HTTP/1.1', { status: [400, 404, 505], upstreamContacted: false }),
    started('a target of 70 KB', ['GET /', { repeat: 'a', times: 70_000 }, ' HTTP/1.1'], {
      status: [414, 431],
      upstreamContacted: false,
    }),
    started('CONNECT', 'CONNECT example.com:443 HTTP/1.1', { status: [400, 404, 405, 501], upstreamContacted: false }),
    started('TRACE', 'TRACE /healthz HTTP/1.1', { status: [200, 400, 404, 405, 501], upstreamContacted: false }),
    started('OPTIONS *', 'OPTIONS * HTTP/1.1', { status: [200, 204, 400, 404, 405], upstreamContacted: false }),
    started('an absolute target of another host', 'GET http://other.example/healthz HTTP/1.1', {
      status: [200, 400, 421],
      upstreamContacted: false,
    }),
    started('a target without a slash', 'GET healthz HTTP/1.1', { status: [400, 404], upstreamContacted: false }),
    started('a start line of spaces', '   ', { status: [0, 400], upstreamContacted: false }),
    {
      name: 'a TLS hello on the plain port',
      raw: { base64: 'FgMBAgABAAH8AwMAAAAAAAAAAAAAAAAAAAAA' },
      expected: { status: [0, 400], upstreamContacted: false },
    },
    {
      name: 'an HTTP/2 preface',
      raw: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      expected: { status: [0, 400, 505], upstreamContacted: false },
    },
    {
      name: 'binary noise',
      raw: { base64: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8NCg0K' },
      expected: { status: [0, 400], upstreamContacted: false },
    },
  ]
}

/** The gateway does not use Host: any value is refused or ignored. */
function hosts(): Case[] {
  const values = [
    '',
    'a b',
    'a/b',
    'a/v1/logs',
    'a?x',
    'a#x',
    'a\\b',
    'user@a',
    '@',
    ':',
    ':80',
    'a:',
    'a:b',
    'a:99999',
    'a:-1',
    '[::1',
    '::1',
    '[]',
    '[::1]:x',
    'a,b',
    '..',
    '%00',
    '%2f',
    'ä.example',
    '*',
    '<script>',
    'http://a',
    '//a',
    'a'.repeat(300),
    '127.0.0.1:6379',
    '169.254.169.254',
  ]
  return values.flatMap((value): Case[] => {
    const shown = value.slice(0, 30) || 'empty'
    const chat = `${USUAL.replace('Host: gateway', `Host: ${value}`)}${LENGTH}`
    return [
      {
        name: `Host ${shown}, no key`,
        raw: `GET /healthz HTTP/1.1\r\nHost: ${value}\r\n\r\n`,
        expected: { status: [200, 400], upstreamContacted: false },
      },
      {
        name: `Host ${shown}, a chat`,
        raw: `${START}${chat}\r\n${CHAT_BODY}`,
        expected: { status: [200, 400], upstreamContacted: 'either' },
      },
    ]
  })
}
