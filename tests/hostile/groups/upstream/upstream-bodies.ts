/** Responses with a hostile body: invalid JSON, false usage, compression bombs. */

import { type Case, COMPLETION, type Text } from '../../case.ts'
import { answered, whole } from './upstream-case.ts'

export function upstreamBodyCases(): Case[] {
  return [...bodies(), ...usage(), ...compressed()]
}

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

/** Usage from a provider counts only if it is an exact, non-negative integer. */
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
      { input_tokens: 5, output_tokens: 5, total_tokens: 10, cached_tokens: null, reasoning_tokens: null },
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
      { status: 200, body: inText, record: { usage: { is_estimate: true } } },
    ),
  ]
}

/** The gateway does not decompress: a bomb stays as small as it arrived. */
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
