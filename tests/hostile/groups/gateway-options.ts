/** c5: the values of gateway headers: each of its type, within its limit, or refused by its name. */

import type { Case, Expected, Group, Text } from '../case.ts'
import { each, FORWARDED, refused } from './outcomes.ts'

export function gatewayOptionsGroup(): Group {
  const cases = [
    ...timeouts(),
    ...booleans(),
    ...traceIds(),
    ...metadata(),
    ...namespaces(),
    ...forwardHeaders(),
    ...configs(),
    ...choices(),
    ...hosts(),
  ]
  return { file: 'c05-gateway-options.json', about: 'values of the gateway’s own headers', cases }
}

function option(
  header: string,
  what: string,
  value: Text,
  expected: Expected = refused('invalid_header', header),
): Case {
  return { name: `${header}: ${what}`, headers: [[header, value]], expected }
}

function timeouts(): Case[] {
  const header = 'x-gateway-request-timeout'
  const bad = [
    '0',
    '-1',
    '-0',
    '+1',
    '1.5',
    '1e3',
    '1e9',
    '0x10',
    'abc',
    '٣',
    '１０',
    'NaN',
    'Infinity',
    '1 000',
    '1,000',
    '1_000',
    '30s',
    'null',
    '[]',
    '{"a":1}',
    '99999999999',
    '1'.repeat(400),
    '""',
    '0.1',
    'true',
    '1;2',
    '٠',
    '00',
  ]
  return [
    ...bad.map((value) => option(header, `${value.slice(0, 20)} (${value.length} characters)`, value)),
    option(header, 'empty', ''),
    option(header, 'the longest', '9999999999', FORWARDED),
    option(header, 'leading zeros', '005000', FORWARDED),
    option(header, 'spaces around it', '  5000  ', FORWARDED),
  ]
}

function booleans(): Case[] {
  const bad = [
    'yes',
    'no',
    '1',
    '0',
    'TRUE',
    'False',
    'on',
    'null',
    '',
    '"true"',
    'true ,',
    'true;',
    'truefalse',
    'ｔrue',
    '{}',
    'true, true',
  ]
  return ['x-gateway-cache-force-refresh', 'x-gateway-debug'].flatMap((header) => [
    ...bad.map((value) => option(header, JSON.stringify(value), value)),
    option(header, 'true', 'true', FORWARDED),
  ])
}

function traceIds(): Case[] {
  const header = 'x-gateway-trace-id'
  return [
    option(header, 'empty', ''),
    option(header, '129 characters', { repeat: 't', times: 129 }),
    option(header, '8 KiB', { repeat: 't', times: 8192 }),
    option(header, '40 KiB', { repeat: 't', times: 40_960 }),
    option(header, 'a tab', 'a\tb'),
    option(header, 'DEL', 'a\u007fb', { status: 400, upstreamContacted: false }),
    option(header, 'an escape sequence', 'a\u001b[31m', { status: 400, upstreamContacted: false }),
    option(header, 'two spaces', 'a  b'),
    option(
      header,
      '128 characters',
      { repeat: 't', times: 128 },
      { ...FORWARDED, headers: { [header]: 't'.repeat(128) } },
    ),
    option(header, 'HTML', '<script>alert(1)</script>', {
      ...FORWARDED,
      headers: { [header]: '<script>alert(1)</script>' },
    }),
    option(header, 'a formula', '=HYPERLINK("http://x")', {
      ...FORWARDED,
      headers: { [header]: '=HYPERLINK("http://x")' },
    }),
    option(header, 'SQL', "'; DROP TABLE logs; --", { ...FORWARDED, headers: { [header]: "'; DROP TABLE logs; --" } }),
    option(header, 'a template', '{{7*7}}<%= 7 %>', { ...FORWARDED, headers: { [header]: '{{7*7}}<%= 7 %>' } }),
    option(header, 'an encoded line break', 'a%0d%0ab', { ...FORWARDED, headers: { [header]: 'a%0d%0ab' } }),
  ]
}

function metadata(): Case[] {
  const header = 'x-gateway-metadata'
  const object = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":"v"`).join()}}`
  const bad: readonly (readonly [string, Text])[] = [
    ['empty', ''],
    ['no JSON', 'user=1'],
    ['cut', '{"_user":'],
    ['null', 'null'],
    ['a list', '["a"]'],
    ['a text', '"text"'],
    ['a number', '1'],
    ['true', 'true'],
    ['trailing text', '{"a":"1"} x'],
    ['two objects', '{"a":"1"}{"b":"2"}'],
    ['single quotes', "{'a':'1'}"],
    ['65 keys', object(65)],
    ['over 4 KiB', ['{"a":"', { repeat: 'v', times: 4096 }, '"}']],
    ['40 KiB', ['{"a":"', { repeat: 'v', times: 40_000 }, '"}']],
    ['a key twice', '{"_user":"a","_user":"b"}'],
    ['a key twice, one escaped', '{"_user":"a","\\u005fuser":"b"}'],
    ['NUL in a value', '{"a":"x\\u0000y"}'],
    ['NUL in a key', '{"x\\u0000y":"a"}'],
    ['half a surrogate pair', '{"a":"\\ud800"}'],
    ['600 levels', [{ repeat: '{"a":', times: 600 }, '1', { repeat: '}', times: 600 }]],
  ]
  const good: readonly (readonly [string, string])[] = [
    ['64 keys', object(64)],
    ['an empty object', '{}'],
    ['a number as value', '{"a":1}'],
    ['null as value', '{"a":null}'],
    ['an object as value', '{"a":{"b":1}}'],
    ['an empty key', '{"":"x"}'],
    ['an escaped emoji', '{"a":"\\ud83d\\ude00"}'],
    ['HTML', '{"a":"<img src=x onerror=alert(1)>"}'],
    ['a formula', '{"a":"=1+1"}'],
    ['SQL', '{"a":"x\' OR 1=1 --"}'],
    ['someone else as _user', '{"_user":"admin"}'],
    ['another organisation', '{"_organisation":"other"}'],
  ]
  return [
    ...each(bad, (what, value) => option(header, what, value)),
    ...each(good, (what, value) => option(header, what, value, FORWARDED)),
  ]
}

function namespaces(): Case[] {
  const header = 'x-gateway-cache-namespace'
  return [
    option(header, 'empty', ''),
    option(header, '257 characters', { repeat: 'n', times: 257 }),
    option(header, '40 KiB', { repeat: 'n', times: 40_960 }),
    option(header, '256 characters', { repeat: 'n', times: 256 }, FORWARDED),
    option(header, 'a path', '../../other', FORWARDED),
    option(header, '__proto__', '__proto__', FORWARDED),
    option(header, 'a glob', '*', FORWARDED),
    option(header, 'a separator', 'a\\0b', FORWARDED),
  ]
}

function forwardHeaders(): Case[] {
  const header = 'x-gateway-forward-headers'
  const framing = [
    'Host',
    'host',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'Keep-Alive',
    'TE',
    'Trailer',
    'Upgrade',
    'Proxy-Authorization',
    'Proxy-Connection',
    'Expect',
  ]
  const own = ['x-gateway-api-key', 'X-Gateway-Config', 'x-portkey-api-key', 'X-PORTKEY-CONFIG', 'x-gateway-anything']
  const bad: readonly (readonly [string, Text])[] = [
    ['a list of numbers', '[1]'],
    ['a list of null', '[null]'],
    ['a list in a list', '[["x-a"]]'],
    ['an object', '{"x-a":1}'],
    ['two words', '["two words"]'],
    ['a colon', '["x-a:"]'],
    ['an empty name', '[""]'],
    ['a line break', '["x-a\\r\\nx-b"]'],
    ['a NUL', '["x-a\\u0000"]'],
    ['non-ASCII', '["x-ä"]'],
    ['an open list', '["x-a"'],
    ['a comma too many', 'x-a,,x-b'],
    ['an empty value', ''],
    ['9 KiB', { repeat: 'x-abcdefg,', times: 920 }],
  ]
  const config = (name: string) =>
    `{"provider":"openai-compatible","custom_host":"%UPSTREAM%/v1","api_key":"k","forward_headers":[${JSON.stringify(name)}]}`
  return [
    ...[...framing, ...own].map((name) => option(header, name, JSON.stringify([name]))),
    ...[...framing, ...own].map(
      (name): Case => ({
        name: `forward_headers in the config: ${name}`,
        config: config(name),
        expected: refused('config_invalid', 'forward_headers[0]'),
      }),
    ),
    ...each(bad, (what, value) => option(header, what, value)),
    {
      name: 'a named cookie travels',
      headers: [
        [header, 'cookie'],
        ['cookie', 'a=1'],
      ],
      expected: { ...FORWARDED, forwarded: { cookie: 'a=1' } },
    },
    {
      name: 'a named credential never replaces the one in place',
      headers: [
        [header, 'authorization'],
        ['authorization', 'Bearer other'],
      ],
      expected: { ...FORWARDED, forwarded: { authorization: 'Bearer sk-upstream' } },
    },
    {
      name: 'names that are absent add nothing',
      headers: [[header, 'x-absent, __proto__, constructor']],
      expected: { ...FORWARDED, forwarded: { 'x-absent': null, constructor: null } },
    },
  ]
}

function configs(): Case[] {
  const broken: readonly (readonly [string, Text, string])[] = [
    ['an open brace', '{', 'config_invalid'],
    ['no JSON', '{oops', 'config_invalid'],
    ['a trailing comma', '{"provider":"mock",}', 'config_invalid'],
    ['two objects', '{"provider":"mock"}{"provider":"mock"}', 'config_invalid'],
    ['a key twice', '{"provider":"mock","provider":"openai"}', 'config_invalid'],
    ['a key twice, one escaped', '{"provider":"mock","\\u0070rovider":"openai"}', 'config_invalid'],
    ['1e400', '{"provider":"mock","weight":1e400}', 'config_invalid'],
    ['a single quote', "{'provider':'mock'}", 'config_invalid'],
    [
      '65 levels',
      [
        { repeat: '{"targets":[', times: 40 },
        { repeat: ']}', times: 40 },
      ],
      'config_invalid',
    ],
    ['a thousand open brackets', ['{"targets":', { repeat: '[', times: 1000 }], 'config_invalid'],
    ['20,000 open brackets', ['{"targets":', { repeat: '[', times: 20_000 }], 'config_invalid'],
    ['a list', '[{"provider":"mock"}]', 'config_unknown'],
    ['a text', '"mock"', 'config_unknown'],
    ['null', 'null', 'config_unknown'],
    ['an id that does not exist', 'pc-does-not-exist', 'config_unknown'],
    ['an id that is a path', '../../secret', 'config_unknown'],
    ['an id that is SQL', "pc' OR '1'='1", 'config_unknown'],
    ['an id of 4 KiB', { repeat: 'p', times: 4096 }, 'config_unknown'],
    ['__proto__', '__proto__', 'config_unknown'],
    ['base64', 'eyJwcm92aWRlciI6Im1vY2sifQ==', 'config_unknown'],
    ['a URL', 'http://127.0.0.1/config.json', 'config_unknown'],
    ['49 KiB', ['{"provider":"mock","name":"', { repeat: 'n', times: 49_152 }, '"}'], 'invalid_header'],
  ]
  return [
    ...broken.map(
      ([what, config, code]): Case => ({
        name: `x-gateway-config: ${what}`,
        config,
        expected: refused(code, code === 'config_invalid' ? undefined : 'x-gateway-config'),
      }),
    ),
    { name: 'x-gateway-config: empty', config: '', expected: refused('invalid_header', 'x-gateway-config') },
    { name: 'x-gateway-config: spaces', config: '   ', expected: refused('invalid_header', 'x-gateway-config') },
    { name: 'x-gateway-config: an empty object and nothing else', config: '{}', expected: refused('provider_missing') },
  ]
}

function choices(): Case[] {
  const providers = [
    'opnai',
    'OPENAI',
    'open ai',
    '../openai',
    'openai\\u0000',
    '__proto__',
    'constructor',
    'toString',
    '*',
    'http://evil.example',
    '{"a":1}',
    'a'.repeat(300),
    'mock/../openai',
    ';ls',
    '0',
    '-',
    'null',
    'undefined',
  ]
  const virtualKeys = [
    'none',
    '../none',
    '__proto__',
    'constructor',
    "x' OR 1=1",
    '*',
    'a'.repeat(300),
    '@',
    '@none/model',
  ]
  const empty = ['x-gateway-provider', 'x-gateway-virtual-key', 'x-gateway-custom-host', 'x-gateway-workspace-id']
  return [
    ...providers.map(
      (value): Case => ({
        name: `x-gateway-provider: ${value.slice(0, 30)}`,
        config: null,
        headers: [
          ['x-gateway-provider', value],
          ['authorization', 'Bearer k'],
        ],
        expected: {
          status: 400,
          code: ['provider_unknown', 'invalid_header'],
          param: 'x-gateway-provider',
          upstreamContacted: false,
        },
      }),
    ),
    ...virtualKeys.map(
      (value): Case => ({
        name: `x-gateway-virtual-key: ${value.slice(0, 30)}`,
        config: null,
        headers: [['x-gateway-virtual-key', value]],
        expected: refused('virtual_key_unknown', 'x-gateway-virtual-key'),
      }),
    ),
    ...empty.map((name): Case => option(name, 'empty', '')),
    { name: 'nothing chosen', config: null, expected: refused('provider_missing', null) },
    {
      name: 'a provider without its credential',
      config: null,
      headers: [['x-gateway-provider', 'openai']],
      expected: refused('credential_missing'),
    },
    {
      name: 'a stored credential named in the provider header',
      config: null,
      headers: [['x-gateway-provider', '@none']],
      expected: refused('virtual_key_unknown', 'x-gateway-provider'),
    },
  ]
}

function hosts(): Case[] {
  const header = 'x-gateway-custom-host'
  const bad: readonly (readonly [string, Text])[] = [
    ['no scheme', '127.0.0.1:80'],
    ['another scheme', 'ftp://a.example'],
    ['a file', 'file:///etc/passwd'],
    ['a space', 'http://a b.example'],
    ['a user', 'http://user@a.example'],
    ['a query', 'http://a.example/?x=1'],
    ['a fragment', 'http://a.example/#x'],
    ['2,049 characters', ['http://a.example/', { repeat: 'p', times: 2032 }]],
    ['two hosts', 'http://a.example, http://b.example'],
    ['non-ASCII', 'http://bücher.example'],
  ]
  return each(bad, (what, value) =>
    option(header, what, value, {
      status: 400,
      code: ['custom_host_invalid', 'invalid_header'],
      param: header,
      upstreamContacted: false,
    }),
  )
}
