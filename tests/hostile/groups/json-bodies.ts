/** JSON bodies: anything but a JSON object is refused; an object is forwarded byte for byte. */

import type { Case, Expected, Group, Text } from '../case.ts'
import { each, refused, UNCHANGED } from './outcomes.ts'

const INVALID = refused('invalid_json', 'body')
const PATHS = [
  '/v1/chat/completions',
  '/v1/completions',
  '/v1/embeddings',
  '/v1/moderations',
  '/v1/responses',
  '/v1/images/generations',
  '/v1/audio/speech',
  '/v1/batches',
]

export function jsonBodiesGroup(): Group {
  const cases = [
    ...broken(),
    ...everyPath(),
    ...exactBytes(),
    ...depth(),
    ...duplicates(),
    ...sizes(),
    ...passThrough(),
    ...memberTypes(),
  ]
  return { name: 'json-bodies', about: 'JSON bodies', cases }
}

function chat(name: string, body: Text, expected: Expected): Case {
  return { name, body, expected }
}

const BROKEN: readonly (readonly [string, string])[] = [
  ['empty', ''],
  ['a space', ' '],
  ['null', 'null'],
  ['true', 'true'],
  ['a number', '42'],
  ['a text', '"hello"'],
  ['an array', '[]'],
  ['an array of objects', '[{"model":"m"}]'],
  ['an open brace', '{'],
  ['an open member', '{"model":'],
  ['an open string', '{"model":"m'],
  ['a closing brace too many', '{"model":"m"}}'],
  ['a closing bracket', '{"model":"m"]'],
  ['a trailing comma', '{"model":"m",}'],
  ['a trailing comma in a list', '{"messages":[1,]}'],
  ['a leading comma', '{,"model":"m"}'],
  ['two commas', '{"a":1,,"b":2}'],
  ['a missing colon', '{"model" "m"}'],
  ['a missing value', '{"model":}'],
  ['single quotes', "{'model':'m'}"],
  ['a key without quotes', '{model:"m"}'],
  ['NaN', '{"n":NaN}'],
  ['Infinity', '{"n":Infinity}'],
  ['minus Infinity', '{"n":-Infinity}'],
  ['undefined', '{"n":undefined}'],
  ['a hexadecimal number', '{"n":0x10}'],
  ['a leading zero', '{"n":01}'],
  ['a leading plus', '{"n":+1}'],
  ['a leading point', '{"n":.5}'],
  ['a trailing point', '{"n":5.}'],
  ['a lone minus', '{"n":-}'],
  ['an open exponent', '{"n":1e}'],
  ['a comment', '{"model":"m"/* x */}'],
  ['a line comment', '{"model":"m"}//x'],
  ['two documents', '{"model":"m"}{"model":"n"}'],
  ['lines of documents', '{"model":"m"}\n{"model":"n"}'],
  ['a bad escape', '{"model":"\\x41"}'],
  ['a cut escape', '{"model":"\\u00"}'],
  ['a raw line break in a text', '{"model":"a\nb"}'],
  ['a raw tab in a text', '{"model":"a\tb"}'],
  ['a raw NUL in a text', '{"model":"a\u0000b"}'],
  ['a NUL after the end', '{"model":"m"}\u0000'],
  ['a byte order mark', '\ufeff{"model":"m"}'],
  ['True of Python', '{"stream":True}'],
  ['None of Python', '{"stop":None}'],
  ['a template', '{"model":"m","messages":{{messages}}}'],
  ['HTML', '<html></html>'],
  ['XML with an entity', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['YAML', 'model: m\nmessages: []'],
  ['a query string', 'model=m&messages=hi'],
  ['a non-breaking space between members', '{"a":1,\u00a0"b":2}'],
  ['a form feed between members', '{"a":1,\f"b":2}'],
]

function broken(): Case[] {
  return each(BROKEN, (what, body) => chat(`no JSON object: ${what}`, body, INVALID))
}

function everyPath(): Case[] {
  return PATHS.slice(1).flatMap((path): Case[] => [
    { name: `${path}: an empty body`, path, body: '', expected: INVALID },
    { name: `${path}: a cut body`, path, body: '{"model":"m"', expected: INVALID },
    { name: `${path}: an array`, path, body: '[1]', expected: INVALID },
    { name: `${path}: an unknown parameter goes on`, path, body: '{"model":"m","x_unknown":1.0}', expected: UNCHANGED },
  ])
}

/** Bytes are forwarded unchanged: parsing and serialising would change each of these. */
function exactBytes(): Case[] {
  const bodies: readonly (readonly [string, string])[] = [
    ['1e400', '{"model":"m","temperature":1e400}'],
    ['-1e400', '{"model":"m","temperature":-1e400}'],
    ['2^53 + 1', '{"model":"m","seed":9007199254740993}'],
    ['a number of 100 digits', `{"model":"m","seed":${'1234567890'.repeat(10)}}`],
    ['minus zero', '{"model":"m","temperature":-0}'],
    ['1.0', '{"model":"m","temperature":1.0}'],
    ['1E0', '{"model":"m","temperature":1E0}'],
    ['an escaped letter', '{"model":"\\u006d"}'],
    ['an escaped slash', '{"model":"a\\/b"}'],
    ['an escaped NUL', '{"model":"m","user":"a\\u0000b"}'],
    ['a lone high surrogate', '{"model":"m","user":"\\ud800"}'],
    ['a lone low surrogate', '{"model":"m","user":"\\udc00"}'],
    ['swapped surrogates', '{"model":"m","user":"\\udc00\\ud800"}'],
    ['white space everywhere', ' {\n"model" :\t"m" ,\r\n"n" : 1 }  '],
    ['keys in no order', '{"z":1,"model":"m","a":2}'],
    ['numeric keys', '{"model":"m","2":1,"1":2}'],
    ['an empty key', '{"model":"m","":1}'],
    ['a duplicate of a member we do not act on', '{"model":"m","user":"a","user":"b"}'],
    ['a deep duplicate', '{"model":"m","x":{"model":"a","model":"b"}}'],
    ['an empty object', '{}'],
    ['a model that is a number', '{"model":7}'],
    ['a model that is an object', '{"model":{"a":1}}'],
    ['a model that is null', '{"model":null}'],
    ['a model of spaces', '{"model":"   "}'],
    ['stream as a text', '{"model":"m","stream":"true"}'],
    ['stream as a number', '{"model":"m","stream":1}'],
    ['messages that are no list', '{"model":"m","messages":"hi"}'],
    ['max_tokens below zero', '{"model":"m","max_tokens":-1}'],
    ['n of a million', '{"model":"m","n":1000000}'],
    [
      'a URL nobody may fetch',
      '{"model":"m","messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"http://169.254.169.254/"}}]}]}',
    ],
  ]
  return each(bodies, (what, body) => chat(`forwarded as it is: ${what}`, body, UNCHANGED))
}

function depth(): Case[] {
  const nested = (open: string, close: string, times: number): Text => [
    '{"model":"m","x":',
    { repeat: open, times },
    '1',
    { repeat: close, times },
    '}',
  ]
  const tooDeep = refused('invalid_body', 'body')
  return [
    chat('63 lists deep in an object', nested('[', ']', 63), UNCHANGED),
    chat('64 lists deep in an object', nested('[', ']', 64), tooDeep),
    chat('63 objects deep in an object', nested('{"a":', '}', 63), UNCHANGED),
    chat('64 objects deep in an object', nested('{"a":', '}', 64), tooDeep),
    chat('1,000 lists deep', nested('[', ']', 1000), tooDeep),
    ...[100_000, 200_000, 2_000_000].flatMap((times): Case[] => [
      chat(`${times} lists deep`, nested('[', ']', times), {
        status: 400,
        code: ['invalid_body', 'invalid_json'],
        param: 'body',
        upstreamContacted: false,
      }),
      chat(`${times} objects deep`, nested('{"a":', '}', times), {
        status: 400,
        code: ['invalid_body', 'invalid_json'],
        param: 'body',
        upstreamContacted: false,
      }),
      chat(`${times} lists never closed`, ['{"x":', { repeat: '[', times }], {
        status: 400,
        code: ['invalid_body', 'invalid_json'],
        param: 'body',
        upstreamContacted: false,
      }),
    ]),
    ...[100_000, 2_000_000].map(
      (times): Case => ({
        name: `pass-through of ${times} lists deep is no work for us`,
        path: '/v1/proxy/deep',
        body: nested('[', ']', times),
        expected: UNCHANGED,
      }),
    ),
    chat('brackets inside a text are no depth', ['{"model":"m","x":"', { repeat: '[', times: 1000 }, '"}'], UNCHANGED),
  ]
}

function duplicates(): Case[] {
  const twice: readonly (readonly [string, string, string])[] = [
    ['model', '"a"', '"b"'],
    ['stream', 'true', 'false'],
    ['stream_options', '{}', 'null'],
    ['max_tokens', '1', '1000'],
    ['n', '1', '9'],
  ]
  return twice.flatMap(([key, one, two]): Case[] => {
    const expected = refused('duplicate_member', key)
    const escaped = `\\u${key.charCodeAt(0).toString(16).padStart(4, '0')}${key.slice(1)}`
    return [
      chat(`${key} twice`, `{"${key}":${one},"${key}":${two}}`, expected),
      chat(`${key} twice, the same value`, `{"${key}":${one},"x":1,"${key}":${one}}`, expected),
      chat(`${key} twice, one of them escaped`, `{"${key}":${one},"${escaped}":${two}}`, expected),
      chat(`${key} inside a text is no second one`, `{"${key}":${one},"x":"\\"${key}\\":1"}`, UNCHANGED),
    ]
  })
}

function sizes(): Case[] {
  return [
    chat('a text of 1 MiB', ['{"model":"m","x":"', { repeat: 'a', times: 2 ** 20 }, '"}'], UNCHANGED),
    chat('a text of 8 MiB', ['{"model":"m","x":"', { repeat: 'a', times: 8 * 2 ** 20 }, '"}'], {
      status: 200,
      upstreamContacted: true,
    }),
    chat('a model name of 1 MiB', ['{"model":"', { repeat: 'm', times: 2 ** 20 }, '"}'], {
      ...UNCHANGED,
      record: { status_code: 200 },
    }),
    chat('100,000 members', ['{"model":"m"', { repeat: ',"k":1', times: 100_000 }, '}'], UNCHANGED),
    chat('900,000 members', ['{"model":"m"', { repeat: ',"k":1', times: 900_000 }, '}'], UNCHANGED),
    chat('a list of 900,000 numbers', ['{"model":"m","input":[0', { repeat: ',0', times: 900_000 }, ']}'], UNCHANGED),
    chat(
      'two million members',
      ['{"model":"m"', { repeat: ',"k":1', times: 2_000_000 }, '}'],
      refused('invalid_body', 'body'),
    ),
    chat(
      'a list of two million numbers',
      ['{"input":[0', { repeat: ',0', times: 2_000_000 }, ']}'],
      refused('invalid_body', 'body'),
    ),
    chat('a million escapes', ['{"model":"m","x":"', { repeat: '\\n', times: 1_000_000 }, '"}'], UNCHANGED),
    chat(
      'a million backslashes before the end',
      ['{"model":"m","x":"', { repeat: '\\\\', times: 1_000_000 }, '"}'],
      UNCHANGED,
    ),
    chat('a million quotes, escaped', ['{"model":"m","x":"', { repeat: '\\"', times: 1_000_000 }, '"}'], UNCHANGED),
    chat('a key of 1 MiB', ['{"model":"m","', { repeat: 'k', times: 2 ** 20 }, '":1}'], UNCHANGED),
    chat('a MiB of spaces', ['{"model":"m"', { repeat: ' ', times: 2 ** 20 }, '}'], UNCHANGED),
    chat('a number of a million digits', ['{"model":"m","x":1', { repeat: '0', times: 1_000_000 }, '}'], UNCHANGED),
    chat(
      '33 MiB',
      ['{"model":"m","x":"', { repeat: 'a', times: 33 * 2 ** 20 }, '"}'],
      refused('body_too_large', 'body', 413),
    ),
    {
      name: 'a promise of 1 TiB is refused before it comes',
      headers: [['content-length', '1099511627776']],
      expected: refused('body_too_large', 'body', 413),
    },
  ]
}

/** Pass-through bodies are not validated: even invalid JSON is forwarded unchanged. */
function passThrough(): Case[] {
  return BROKEN.slice(0, 30).map(
    ([what, body]): Case => ({
      name: `pass-through takes it as it is: ${what}`,
      path: '/v1/proxy/custom/endpoint',
      body,
      expected: body === '' ? { status: 200, upstreamContacted: true } : UNCHANGED,
    }),
  )
}

function memberTypes(): Case[] {
  const config = (more: string) =>
    `{"provider":"openai-compatible","custom_host":"%UPSTREAM%/v1","api_key":"k",${more}}`
  const bodies: readonly (readonly [string, string])[] = [
    ['1e400 beside an override', '{"model":"m","x":1e400}'],
    ['2^53 + 1 beside an override', '{"model":"m","x":9007199254740993}'],
    ['a lone surrogate beside an override', '{"model":"m","x":"\\ud800"}'],
    ['a duplicate beside an override', '{"model":"m","x":1,"x":2}'],
    ['__proto__ beside an override', '{"model":"m","__proto__":{"x":1}}'],
  ]
  return each(bodies, (what, body) => ({
    name: `overridden: ${what}`,
    config: config('"override_params":{"temperature":0}'),
    body,
    expected: { status: 200, upstreamContacted: true },
  }))
}
