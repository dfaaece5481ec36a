/** c9: answers of broken and hostile upstreams: bytes go on, lies do not, and nothing of it is our failure. */

import { type Case, COMPLETION, type Expected, type Group, type Play, type Text } from '../case.ts'

export function hostileUpstreamsGroup(): Group {
  const cases = [
    ...bodies(),
    ...framing(),
    ...headers(),
    ...statusLines(),
    ...cuts(),
    ...usage(),
    ...streams(),
    ...compressed(),
    ...redirects(),
    ...early(),
    ...proxied(),
  ]
  return { file: 'c09-hostile-upstreams.json', about: 'answers of hostile upstreams', cases }
}

function answered(
  name: string,
  play: Play,
  expected: Omit<Expected, 'upstreamContacted'>,
  more: Partial<Case> = {},
): Case {
  return { name, ...more, upstream: play, expected: { ...expected, upstreamContacted: true } }
}

function whole(body: string, lines = '', status = '200 OK'): Text {
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${lines}\r\n${body}`
}

const BROKEN = { status: 502, code: ['upstream_broken', 'upstream_unreachable'] } as const

function bodies(): Case[] {
  const texts: readonly (readonly [string, string])[] = [
    ['cut JSON', '{"id": "c", "choices": [ oops'],
    ['nothing', ''],
    ['HTML', '<html><script>alert(1)</script></html>'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"hello"'],
    ['NaN', '{"n":NaN}'],
    ['two documents', '{}{}'],
    ['an error inside a 200', '{"error":{"message":"no","type":"server_error"}}'],
    ['a thousand levels', `${'['.repeat(1000)}${']'.repeat(1000)}`],
    ['__proto__', '{"__proto__":{"a":1},"constructor":{"prototype":{}}}'],
    ['ids with HTML', '{"id":"<img src=x onerror=alert(1)>","model":"<b>m</b>"}'],
    ['a byte order mark', '\ufeff{"id":"c"}'],
    ['2^53 + 1', '{"id":9007199254740993}'],
    ['1e400', '{"n":1e400}'],
    ['a lone surrogate', '{"id":"\\ud800"}'],
    ['a NUL', '{"id":"a\u0000b"}'],
  ]
  const large: readonly (readonly [string, Text, number])[] = [
    ['a model name of 1 MiB', ['{"model":"', { repeat: 'm', times: 2 ** 20 }, '"}'], 2 ** 20 + 12],
    ['an id of 1 MiB', ['{"id":"', { repeat: 'i', times: 2 ** 20 }, '"}'], 2 ** 20 + 9],
    [
      '100,000 levels',
      [
        { repeat: '[', times: 100_000 },
        { repeat: ']', times: 100_000 },
      ],
      200_000,
    ],
    ['a million members', ['{"a":1', { repeat: ',"a":1', times: 1_000_000 }, '}'], 6_000_007],
    ['100,000 usage words', ['{', { repeat: '"usage":{', times: 100_000 }], 900_001],
    [
      '16 KiB of open usage objects at the end',
      ['{"x":"', { repeat: 'y', times: 300_000 }, '"', { repeat: ',"usage":{"a":{', times: 1200 }],
      300_007 + 1200 * 15,
    ],
  ]
  return [
    ...texts.flatMap(([what, body]): Case[] => [
      answered(
        `200 with ${what}: the bytes go on`,
        { sends: [whole(body)] },
        { status: 200, body, record: { status_code: 200, ending: 'complete' } },
      ),
      answered(`500 with ${what}: the bytes go on`, { sends: [whole(body, '', '500 Oops')] }, { status: 500, body }),
    ]),
    ...large.map(([what, body, size]) =>
      answered(
        `200 with ${what}: the bytes go on`,
        { sends: [[`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${size}\r\n\r\n`, body]] },
        { status: 200, body, record: { status_code: 200, ending: 'complete' } },
      ),
    ),
  ]
}

function framing(): Case[] {
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
  const chunked = `${head}transfer-encoding: chunked\r\n\r\n`
  const size = COMPLETION.length
  return [
    answered(
      'a length longer than the body, then closed',
      { sends: [`${head}content-length: ${size + 10}\r\n\r\n${COMPLETION}`], ending: 'close' },
      BROKEN,
    ),
    answered(
      'a length longer than the body, then reset',
      { sends: [`${head}content-length: ${size + 10}\r\n\r\n${COMPLETION}`], ending: 'reset' },
      BROKEN,
    ),
    answered(
      'a length shorter than the body',
      { sends: [`${head}content-length: 2\r\n\r\n{}{"smuggled":true}`], ending: 'close' },
      { status: 200, body: '{}' },
    ),
    answered(
      'two lengths that differ',
      { sends: [`${head}content-length: 2\r\ncontent-length: 3\r\n\r\n{} `], ending: 'close' },
      { status: [200, 502] },
    ),
    answered(
      'a negative length',
      { sends: [`${head}content-length: -1\r\n\r\n{}`], ending: 'close' },
      { status: [200, 502] },
    ),
    answered(
      'a length that is no number',
      { sends: [`${head}content-length: two\r\n\r\n{}`], ending: 'close' },
      { status: [200, 502] },
    ),
    answered(
      'a length of 2^64',
      { sends: [`${head}content-length: 18446744073709551616\r\n\r\n{}`], ending: 'close' },
      { status: [200, 502], isCut: true },
    ),
    answered(
      'a length of 1 PiB, then closed',
      { sends: [`${head}content-length: 1125899906842624\r\n\r\n{}`], ending: 'close' },
      { status: [0, 200, 502], isCut: true },
    ),
    answered(
      'neither length nor chunks',
      { sends: [`${head}\r\n${COMPLETION}`], ending: 'close' },
      { status: 200, body: COMPLETION },
    ),
    answered(
      'chunks',
      { sends: [`${chunked}${size.toString(16)}\r\n${COMPLETION}\r\n0\r\n\r\n`] },
      { status: 200, body: COMPLETION },
    ),
    answered(
      'chunks with trailers',
      { sends: [`${chunked}${size.toString(16)}\r\n${COMPLETION}\r\n0\r\nset-cookie: a=1\r\nx-trailer: 1\r\n\r\n`] },
      { status: 200, body: COMPLETION, headers: { 'set-cookie': null, 'x-trailer': null } },
    ),
    answered(
      'chunks with an extension',
      { sends: [`${chunked}${size.toString(16)};a=b\r\n${COMPLETION}\r\n0\r\n\r\n`] },
      { status: [200, 502] },
    ),
    answered(
      'a chunk size that is no number',
      { sends: [`${chunked}zz\r\n${COMPLETION}\r\n0\r\n\r\n`], ending: 'close' },
      BROKEN,
    ),
    answered(
      'a chunk size of 2^64',
      { sends: [`${chunked}fffffffffffffffff\r\n${COMPLETION}\r\n0\r\n\r\n`], ending: 'close' },
      BROKEN,
    ),
    answered(
      'a last chunk that never comes',
      { sends: [`${chunked}${size.toString(16)}\r\n${COMPLETION}\r\n`], ending: 'close' },
      BROKEN,
    ),
    answered(
      'a last chunk that never comes, then reset',
      { sends: [`${chunked}${size.toString(16)}\r\n${COMPLETION}\r\n`], ending: 'reset' },
      BROKEN,
    ),
    answered(
      'length and chunks',
      {
        sends: [`${head}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
        ending: 'close',
      },
      { status: [200, 502] },
    ),
    answered(
      'an unknown transfer coding',
      { sends: [`${head}transfer-encoding: zip\r\n\r\n{}`], ending: 'close' },
      { status: [200, 502] },
    ),
    answered(
      'two answers for one request',
      { sends: [[whole('{"n":1}'), whole('{"n":2}')]] },
      { status: 200, body: '{"n":1}' },
    ),
    answered(
      'a 204 with a body',
      { sends: ['HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\n{}'], ending: 'close' },
      { status: [204, 502] },
    ),
    answered(
      'a 304 with a length',
      { sends: ['HTTP/1.1 304 Not Modified\r\ncontent-length: 100\r\n\r\n'] },
      { status: 304 },
    ),
    answered(
      'one byte a packet',
      { sends: [...`HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}`] },
      { status: 200, body: '{}' },
    ),
  ]
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
  return [
    ...stripped.map(([name, value]) => given(`${name} stays here`, `${name}: ${value}\r\n`, { [name]: null })),
    ...stripped.slice(0, 11).map(([name, value]): Case => {
      const own = name === 'content-security-policy' ? 'sandbox' : null
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

/** A reset at every tenth of the way: never a short answer that looks whole. */
function cuts(): Case[] {
  const text = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${COMPLETION.length}\r\n\r\n${COMPLETION}`
  return Array.from({ length: 20 }, (_, i) => Math.floor((text.length * i) / 20)).map((offset) =>
    answered(
      `reset after ${offset} bytes`,
      { sends: offset === 0 ? [] : [text.slice(0, offset)], ending: 'reset' },
      BROKEN,
    ),
  )
}

/** What a provider claims to have used is believed only when it is a whole, exact, non-negative number. */
function usage(): Case[] {
  const claims: readonly (readonly [string, string, unknown])[] = [
    ['-1', '{"prompt_tokens":-1,"completion_tokens":-1,"total_tokens":-1}', null],
    ['1e400', '{"prompt_tokens":1e400,"total_tokens":1e400}', null],
    ['2^53 + 1', '{"prompt_tokens":9007199254740993,"total_tokens":9007199254740993}', null],
    ['texts', '{"prompt_tokens":"1","completion_tokens":"2","total_tokens":"3"}', null],
    ['fractions', '{"prompt_tokens":1.5,"total_tokens":2.5}', null],
    ['null', 'null', null],
    ['a list', '[1,2,3]', null],
    ['a number', '7', null],
    ['an empty object', '{}', null],
    ['objects', '{"prompt_tokens":{},"total_tokens":[]}', null],
    ['booleans', '{"prompt_tokens":true,"total_tokens":true}', null],
    ['a prototype', '{"__proto__":{"total_tokens":5}}', null],
    [
      'zero',
      '{"prompt_tokens":0,"completion_tokens":0,"total_tokens":0}',
      { input_tokens: 0, output_tokens: 0, total_tokens: 0, cached_tokens: null, reasoning_tokens: null },
    ],
    [
      'a sum that is wrong',
      '{"prompt_tokens":5,"completion_tokens":5,"total_tokens":1}',
      { input_tokens: 5, output_tokens: 5, total_tokens: 1, cached_tokens: null, reasoning_tokens: null },
    ],
    [
      'details that are no objects',
      '{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2,"prompt_tokens_details":"x","completion_tokens_details":null}',
      { input_tokens: 1, output_tokens: 1, total_tokens: 2, cached_tokens: null, reasoning_tokens: null },
    ],
  ]
  const inText = JSON.stringify({ model: 'm', choices: [{ message: { content: '"usage":{"total_tokens":99}' } }] })
  return [
    ...claims.map(([what, claim, recorded]) => {
      const body = `{"id":"c","model":"m","choices":[],"usage":${claim}}`
      return answered(
        `usage claimed as ${what}`,
        { sends: [whole(body)] },
        { status: 200, body, record: { usage: recorded } },
      )
    }),
    answered(
      'usage inside the model’s own words',
      { sends: [whole(inText)] },
      { status: 200, body: inText, record: { usage: null } },
    ),
  ]
}

function streams(): Case[] {
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n'
  const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
  const event = 'data: {"choices":[{"delta":{"content":"a"}}]}\n\n'
  const body = '{"model":"m","stream":true,"messages":[]}'
  const streamed = (
    name: string,
    parts: readonly string[],
    more: Partial<Play> = {},
    expected: Partial<Expected> = {},
  ): Case =>
    answered(
      `stream: ${name}`,
      { sends: [head, ...parts.map(chunk), '0\r\n\r\n'], ...more },
      { status: 200, body: parts.join(''), ...expected },
      { body },
    )
  const cut = (name: string, parts: readonly string[], ending: 'close' | 'reset'): Case =>
    answered(
      `stream: ${name}`,
      { sends: [head, ...parts.map(chunk)], ending },
      { status: [200, 502], isCut: true },
      { body },
    )
  const retrying =
    '{"provider":"openai-compatible","custom_host":"%UPSTREAM%/v1","api_key":"k","retry":{"attempts":1,"on_status_codes":[418]}}'
  return [
    streamed('a plain one', [event, 'data: [DONE]\n\n']),
    streamed('CR only', [event.replaceAll('\n', '\r'), 'data: [DONE]\r\r']),
    streamed('CR LF', [event.replaceAll('\n', '\r\n'), 'data: [DONE]\r\n\r\n']),
    streamed('mixed line ends', ['data: 1\r\rdata: 2\n\ndata: 3\r\n\r\n']),
    streamed('comments only', [': ping\n\n'.repeat(1000)]),
    streamed('empty events', ['\n\n'.repeat(5000)]),
    streamed('retry lines', ['retry: 99999999999999\n\n', event]),
    streamed('an event without data', ['event: x\n\n', event]),
    streamed('data that is no JSON', ['data: {oops\n\n', 'data: <html>\n\n']),
    streamed('without [DONE]', [event]),
    streamed('without a blank line at the end', [event, 'data: {"choices":[']),
    streamed('an error event', ['data: {"error":{"message":"no","type":"server_error"}}\n\n']),
    streamed('an error that is a number', ['data: {"error":7}\n\n']),
    streamed('an error that is a list', ['data: {"error":[1]}\n\n']),
    streamed('choices that are no list', ['data: {"choices":7}\n\n']),
    streamed('choices that hold null', ['data: {"choices":[null]}\n\n']),
    streamed('a delta that is a text', ['data: {"choices":[{"delta":"x"}]}\n\n']),
    streamed('a type that is an object', ['data: {"type":{}}\n\n']),
    streamed('__proto__', ['data: {"__proto__":{"error":1}}\n\n']),
    streamed('a prototype as event', ['event: __proto__\ndata: {}\n\n']),
    streamed(
      'usage that lies',
      [event, 'data: {"choices":[],"usage":{"total_tokens":-5}}\n\n'],
      {},
      { record: { usage: null, is_stream: true } },
    ),
    streamed('a character cut between two chunks', ['data: "\u00e4', '\u00f6"\n\n']),
    {
      ...streamed('an error event with a retry that does not take it', ['data: {"error":{"message":"no"}}\n\n']),
      config: retrying,
    },
    { ...streamed('preliminaries without end', [': x\n\n'.repeat(30_000), event]), config: retrying },
    {
      ...streamed('65 KiB of one event while it is held', [`data: {"x":"${'a'.repeat(66_000)}"}\n\n`]),
      config: retrying,
    },
    { ...streamed('200,000 line ends while it is held', ['\n'.repeat(200_000), event]), config: retrying },
    answered(
      'stream: an event of 2 MiB goes on',
      { sends: [[head, `200008\r\ndata: `, { repeat: 'x', times: 2 ** 21 }, '\n\n\r\n0\r\n\r\n']] },
      { status: 200 },
      { body },
    ),
    answered(
      'stream: an event without end',
      { sends: [head], endless: ['10000\r\n', { repeat: 'x', times: 65_536 }, '\r\n'] },
      { status: 200 },
      { body, leaveAfterBytes: 16 * 2 ** 20 },
    ),
    answered(
      'stream: events without end',
      { sends: [head], endless: ['10000\r\n', { repeat: 'data: 1\n', times: 8192 }, '\r\n'] },
      { status: 200 },
      { body, leaveAfterBytes: 16 * 2 ** 20 },
    ),
    answered(
      'stream: comments without end, while it is held',
      { sends: [head], endless: ['10000\r\n', { repeat: ': ping\n\n', times: 8192 }, '\r\n'] },
      { status: 200 },
      { body, config: retrying, leaveAfterBytes: 4 * 2 ** 20 },
    ),
    cut('closed before the first event', [], 'close'),
    cut('closed after the first event', [event], 'close'),
    cut('reset after the first event', [event], 'reset'),
    cut('closed inside an event', [event, 'data: {"cho'], 'close'),
    cut('closed inside a character', ['data: "\u00e4'.slice(0, 7)], 'close'),
    answered(
      'stream: JSON instead of events goes on as it is',
      { sends: [whole(COMPLETION)] },
      { status: 200, body: COMPLETION, headers: { 'content-type': 'application/json' } },
      { body },
    ),
    answered(
      'stream: HTML instead of events goes on as it is',
      { sends: ['HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 7\r\n\r\n<html/>'] },
      { status: 200, body: '<html/>', headers: { 'content-type': 'text/html', 'x-content-type-options': 'nosniff' } },
      { body },
    ),
    answered(
      'stream: events nobody asked for',
      { sends: [head, chunk(event), '0\r\n\r\n'] },
      { status: 200, body: event },
    ),
    answered(
      'stream: an odd content type',
      { sends: [head.replace('text/event-stream', 'TEXT/Event-Stream; charset=x'), chunk(event), '0\r\n\r\n'] },
      { status: 200, body: event },
      { body },
    ),
    answered(
      'stream: no content type',
      { sends: [head.replace('content-type: text/event-stream\r\n', ''), chunk(event), '0\r\n\r\n'] },
      { status: 200, body: event },
      { body },
    ),
  ]
}

/** Nothing is unpacked on the way: a bomb stays as small as it came. */
function compressed(): Case[] {
  const bomb = Buffer.from(Bun.gzipSync(Buffer.alloc(10 * 2 ** 20)))
  const small = Buffer.from(Bun.gzipSync(Buffer.from(COMPLETION)))
  const packed = (name: string, bytes: Buffer, encoding: string, more: Partial<Case> = {}): Case => {
    const text: Text = { base64: bytes.toString('base64') }
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${bytes.length}\r\n\r\n`
    return answered(
      `packed: ${name}`,
      { sends: [[head, text]] },
      { status: 200, body: text, headers: { 'content-encoding': encoding } },
      more,
    )
  }
  const cutOff = small.subarray(0, small.length - 8)
  return [
    packed('gzip nobody asked for', small, 'gzip'),
    packed('gzip on pass-through', small, 'gzip', { path: '/v1/proxy/x', headers: [['accept-encoding', 'gzip']] }),
    packed('a bomb', bomb, 'gzip'),
    packed('a bomb on pass-through', bomb, 'gzip', { method: 'GET', path: '/v1/proxy/x' }),
    packed('five codings', small, 'gzip, gzip, gzip, gzip, gzip'),
    packed('a hundred codings', small, Array(100).fill('gzip').join(', ')),
    packed('gzip that is none', Buffer.from('{"id":"c"}'), 'gzip'),
    packed('gzip cut off', cutOff, 'gzip'),
    packed('br that is gzip', small, 'br'),
    packed('zstd that is gzip', small, 'zstd'),
    packed('an unknown coding', small, 'lzma'),
    packed('identity', Buffer.from(COMPLETION), 'identity'),
  ]
}

function redirects(): Case[] {
  const places = [
    'http://169.254.169.254/latest',
    '%GATEWAY%/v1/logs',
    '%UPSTREAM%/v1/again',
    '//169.254.169.254/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '',
  ]
  return ['301', '302', '303', '307', '308'].flatMap((status) =>
    places
      .slice(0, status === '307' ? 7 : 2)
      .map(
        (place): Case =>
          answered(
            `${status} to ${place || 'nowhere'} is not followed`,
            { sends: [['HTTP/1.1 ', status, ' Moved\r\nlocation: ', place, '\r\ncontent-length: 0\r\n\r\n']] },
            { status: Number(status), body: '' },
          ),
      ),
  )
}

function early(): Case[] {
  const upload = (name: string, play: Play, expected: Omit<Expected, 'upstreamContacted'>): Case =>
    answered(`early: ${name}`, { early: true, ...play }, expected, {
      body: ['{"model":"m","x":"', { repeat: 'a', times: 4 * 2 ** 20 }, '"}'],
    })
  return [
    upload(
      '413 while the body is on its way, then closed',
      { sends: [whole('{"error":"too large"}', 'connection: close\r\n', '413 Too Large')], ending: 'close' },
      { status: [413, 502] },
    ),
    upload(
      '413 while the body is on its way',
      { sends: [whole('{"error":"too large"}', '', '413 Too Large')] },
      { status: 413, body: '{"error":"too large"}' },
    ),
    upload(
      '401 while the body is on its way',
      { sends: [whole('{"error":"who"}', '', '401 No')] },
      { status: 401, body: '{"error":"who"}' },
    ),
    upload('200 while the body is on its way', { sends: [whole('{}')] }, { status: 200, body: '{}' }),
    upload('reset while the body is on its way', { sends: [], ending: 'reset' }, BROKEN),
    upload('closed while the body is on its way', { sends: [], ending: 'close' }, BROKEN),
  ]
}

/** Pass-through answers never run as a page of ours. */
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
