/** Responses with hostile headers: status lines, headers, and pages that would run on the gateway's origin. */

import { type Case, COMPLETION, type Expected } from '../../case.ts'
import { answered, BROKEN, whole } from './upstream-case.ts'

export function upstreamHeadCases(): Case[] {
  return [...headers(), ...statusLines(), ...proxied()]
}

function headers(): Case[] {
  const given = (name: string, lines: string, expected: Expected['headers'], more: Partial<Expected> = {}): Case =>
    answered(name, { sends: [whole('{}', lines)] }, { status: 200, body: '{}', ...more, headers: expected ?? {} })
  const stripped: readonly (readonly [string, string])[] = [
    ['set-cookie', 'session=evil; Domain=gateway'],
    ['set-cookie2', 'a=1'],
    ['content-security-policy', "default-src 'none'"],
    ['content-security-policy-report-only', "default-src 'none'"],
    ['strict-transport-security', 'max-age=31536000'],
    ['clear-site-data', '"*"'],
    ['alt-svc', 'h3=":443"'],
    ['service-worker-allowed', '/'],
    ['access-control-allow-origin', '*'],
    ['access-control-allow-credentials', 'true'],
    ['access-control-expose-headers', '*'],
    ['keep-alive', 'timeout=5'],
    ['proxy-authenticate', 'Basic'],
    ['upgrade', 'h2c'],
    ['trailer', 'x-a'],
    ['te', 'trailers'],
  ]
  const forged: readonly (readonly [string, string, string])[] = [
    ['x-gateway-trace-id', 'forged', 'trace id'],
    ['x-gateway-provider', 'forged', 'provider'],
    ['x-gateway-cache-status', 'HIT', 'cache status'],
    ['x-gateway-request-id', 'forged', 'request id'],
  ]
  const flood = (count: number) =>
    Array.from({ length: count }, (_, i) => `x-flood-${i}: ${'x'.repeat(40)}\r\n`).join('')
  const ownValue = (name: string) => (name === 'content-security-policy' ? 'sandbox' : null)
  return [
    ...stripped.map(([name, value]) =>
      given(`${name} stays here`, `${name}: ${value}\r\n`, { [name]: ownValue(name) }),
    ),
    ...stripped.slice(0, 11).map(([name, value]): Case => {
      const own = ownValue(name)
      const one = given(`pass-through: ${name} stays here`, `${name}: ${value}\r\n`, {
        [name]: own,
        'x-content-type-options': 'nosniff',
      })
      return { ...one, method: 'GET', path: '/v1/proxy/page' }
    }),
    ...forged.map(([name, value, what]): Case => {
      const one = given(`a forged ${what} does not pass`, `${name}: ${value}\r\n`, {})
      const real =
        name === 'x-gateway-provider'
          ? { [name]: 'openai-compatible' }
          : name === 'x-gateway-cache-status'
            ? { [name]: 'DISABLED' }
            : null
      return real
        ? { ...one, expected: { ...one.expected, headers: real } }
        : {
            ...one,
            headers: [['x-gateway-trace-id', 'mine']],
            expected: { ...one.expected, headers: name === 'x-gateway-trace-id' ? { [name]: 'mine' } : {} },
          }
    }),
    given(
      'a forged exception mark does not pass',
      'x-gateway-gateway-exception: true\r\nx-gateway-error-source: gateway\r\n',
      { 'x-gateway-gateway-exception': null, 'x-gateway-error-source': null },
    ),
    given(
      'a forged mark under an alias does not pass',
      'x-portkey-trace-id: forged\r\nx-portkey-cache-status: HIT\r\n',
      { 'x-portkey-trace-id': null, 'x-portkey-cache-status': null },
    ),
    given('names that Connection lists stay here', 'connection: x-hop, close\r\nx-hop: 1\r\n', { 'x-hop': null }),
    given('nosniff cannot be taken off', 'x-content-type-options: none\r\n', { 'x-content-type-options': 'nosniff' }),
    given('ten cookies', 'set-cookie: a=1\r\n'.repeat(10), { 'set-cookie': null }),
    given('50 headers go on', flood(50), { 'x-flood-49': 'x'.repeat(40) }),
    answered('200 headers', { sends: [whole('{}', flood(200))], ending: 'close' }, { status: [200, 502] }),
    answered('1,000 headers', { sends: [whole('{}', flood(1000))], ending: 'close' }, { status: [200, 502] }),
    answered(
      '20,000 headers',
      {
        sends: [['HTTP/1.1 200 OK\r\ncontent-length: 2\r\n', { repeat: 'x-flood: 1\r\n', times: 20_000 }, '\r\n{}']],
        ending: 'close',
      },
      { status: [200, 502] },
    ),
    answered(
      'a header of 100 KB',
      { sends: [whole('{}', `x-large: ${'a'.repeat(100_000)}\r\n`)], ending: 'close' },
      { status: [200, 502] },
    ),
    answered(
      'a header of 1 MB',
      {
        sends: [[`HTTP/1.1 200 OK\r\ncontent-length: 2\r\nx-large: `, { repeat: 'a', times: 1_000_000 }, '\r\n\r\n{}']],
        ending: 'close',
      },
      { status: [200, 502] },
    ),
    answered(
      'a header without end',
      { sends: ['HTTP/1.1 200 OK\r\nx-large: '], endless: { repeat: 'a', times: 65_536 } },
      BROKEN,
    ),
    answered(
      'a NUL in a header',
      { sends: [whole('{}', 'x-bad: a\u0000b\r\n')], ending: 'close' },
      { status: [200, 502] },
    ),
    answered(
      'a bare carriage return in a header',
      { sends: [whole('{}', 'x-bad: a\rset-cookie: b=1\r\n')], ending: 'close' },
      { status: [200, 502], headers: { 'set-cookie': null } },
    ),
    answered(
      'a folded header',
      { sends: [whole('{}', 'x-bad: a\r\n b\r\n')], ending: 'close' },
      { status: [200, 502] },
    ),
    answered(
      'a header without a colon',
      { sends: [whole('{}', 'x-bad\r\n')], ending: 'close' },
      { status: [200, 502] },
    ),
    answered(
      'a space before the colon',
      { sends: [whole('{}', 'set-cookie : a=1\r\n')], ending: 'close' },
      { status: [200, 502], headers: { 'set-cookie': null } },
    ),
    answered(
      'bytes that are no ASCII',
      { sends: [whole('{}', 'x-bad: grüße\r\n')], ending: 'close' },
      { status: [200, 502] },
    ),
  ]
}

function statusLines(): Case[] {
  const line = (name: string, text: string, expected: Omit<Expected, 'upstreamContacted'>): Case =>
    answered(
      name,
      { sends: [`${text}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`], ending: 'close' },
      expected,
    )
  return [
    answered(
      'HTTP/1.0',
      { sends: [`HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n${COMPLETION}`], ending: 'close' },
      { status: 200, body: COMPLETION },
    ),
    answered(
      'HTTP/1.0 with a length',
      { sends: [`HTTP/1.0 200 OK\r\ncontent-length: ${COMPLETION.length}\r\n\r\n${COMPLETION}`], ending: 'close' },
      { status: 200, body: COMPLETION },
    ),
    line('no reason', 'HTTP/1.1 200', { status: [200, 502] }),
    line('a reason of 4 KB', `HTTP/1.1 200 ${'a'.repeat(4096)}`, { status: [200, 502] }),
    line('a reason with HTML', 'HTTP/1.1 200 <script>', { status: 200 }),
    line('status 99', 'HTTP/1.1 99 X', { status: 502 }),
    line('status 000', 'HTTP/1.1 000 X', { status: 502 }),
    line('status 600', 'HTTP/1.1 600 X', { status: [502, 600] }),
    line('status 999', 'HTTP/1.1 999 X', { status: [502, 999] }),
    line('status 1000', 'HTTP/1.1 1000 X', { status: 502 }),
    line('status -1', 'HTTP/1.1 -1 X', { status: 502 }),
    line('status abc', 'HTTP/1.1 abc X', { status: 502 }),
    line('HTTP/2.0', 'HTTP/2.0 200 OK', { status: [200, 502] }),
    line('HTTP/9.9', 'HTTP/9.9 200 OK', { status: [200, 502] }),
    ...[
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '418',
      '422',
      '429',
      '451',
      '500',
      '501',
      '502',
      '503',
      '504',
      '529',
      '599',
    ].map((status) => line(`status ${status} goes on`, `HTTP/1.1 ${status} X`, { status: Number(status), body: '{}' })),
    line('status 205', 'HTTP/1.1 205 Reset', { status: 205 }),
    answered(
      'a 100 before the answer',
      { sends: ['HTTP/1.1 100 Continue\r\n\r\n', whole('{}')] },
      { status: 200, body: '{}' },
    ),
    answered(
      'a 102 before the answer',
      { sends: ['HTTP/1.1 102 Processing\r\n\r\n', whole('{}')] },
      { status: 200, body: '{}' },
    ),
    answered(
      'a 103 with a cookie before the answer',
      { sends: ['HTTP/1.1 103 Early Hints\r\nset-cookie: a=1\r\n\r\n', whole('{}')] },
      { status: 200, body: '{}', headers: { 'set-cookie': null } },
    ),
    answered(
      'fifty 100s before the answer',
      { sends: ['HTTP/1.1 100 Continue\r\n\r\n'.repeat(50), whole('{}')] },
      { status: [200, 502] },
    ),
    answered(
      'a 101 nobody asked for',
      {
        sends: ['HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'],
        ending: 'close',
      },
      { status: 502 },
    ),
    answered('a banner of another protocol', { sends: ['SSH-2.0-OpenSSH_9.0\r\n'], ending: 'close' }, BROKEN),
    answered('a Redis error', { sends: ['-ERR unknown command\r\n'], ending: 'close' }, BROKEN),
    answered(
      'noise',
      {
        sends: [{ base64: Buffer.from(Array.from({ length: 256 }, (_, i) => i)).toString('base64') }],
        ending: 'close',
      },
      BROKEN,
    ),
    answered('a TLS alert', { sends: [{ base64: 'FQMBAAICRg==' }], ending: 'close' }, BROKEN),
    answered('nothing, closed', { sends: [], ending: 'close' }, BROKEN),
    answered('nothing, reset', { sends: [], ending: 'reset' }, BROKEN),
    answered('half a status line, closed', { sends: ['HTTP/1.'], ending: 'close' }, BROKEN),
    answered('half a head, closed', { sends: ['HTTP/1.1 200 OK\r\ncontent-le'], ending: 'close' }, BROKEN),
  ]
}

/** Pass-through responses never run as a page of the gateway's origin. */
function proxied(): Case[] {
  const types = [
    'text/html',
    'image/svg+xml',
    'application/javascript',
    'application/xhtml+xml',
    'text/xml',
    'application/pdf',
  ]
  return types.map(
    (type): Case => ({
      name: `pass-through: ${type} is sandboxed`,
      method: 'GET',
      path: '/v1/proxy/page',
      upstream: { sends: [`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: 6\r\n\r\n<evil>`] },
      expected: {
        status: 200,
        upstreamContacted: true,
        body: '<evil>',
        headers: { 'content-type': type, 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' },
      },
    }),
  )
}
