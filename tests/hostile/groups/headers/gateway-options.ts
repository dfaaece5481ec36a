/** Values of gateway headers: of the right type and within the limit, or refused by name. */

import type { Case, Group, Text } from '../../case.ts'
import { each, FORWARDED, refused } from '../outcomes.ts'
import { optionCase } from './option-case.ts'
import { planHeaderCases } from './plan-headers.ts'

export function gatewayOptionsGroup(): Group {
  const cases = [
    ...timeouts(),
    ...booleans(),
    ...traceIds(),
    ...metadata(),
    ...namespaces(),
    ...forwardHeaders(),
    ...planHeaderCases(),
  ]
  return { name: 'gateway-options', about: 'values of the gateway’s own headers', cases }
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
    ...bad.map((value) => optionCase(header, `${value.slice(0, 20)} (${value.length} characters)`, value)),
    optionCase(header, 'empty', ''),
    optionCase(header, 'the longest', '9999999999', FORWARDED),
    optionCase(header, 'leading zeros', '00600000', FORWARDED),
    optionCase(header, 'spaces around it', '  600000  ', FORWARDED),
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
    ...bad.map((value) => optionCase(header, JSON.stringify(value), value)),
    optionCase(header, 'true', 'true', FORWARDED),
  ])
}

function traceIds(): Case[] {
  const header = 'x-gateway-trace-id'
  return [
    optionCase(header, 'empty', ''),
    optionCase(header, '129 characters', { repeat: 't', times: 129 }),
    optionCase(header, '8 KiB', { repeat: 't', times: 8192 }),
    optionCase(header, '40 KiB', { repeat: 't', times: 40_960 }),
    optionCase(header, 'a tab', 'a\tb'),
    optionCase(header, 'DEL', 'a\u007fb', { status: 400, upstreamContacted: false }),
    optionCase(header, 'an escape sequence', 'a\u001b[31m', { status: 400, upstreamContacted: false }),
    optionCase(header, 'two spaces', 'a  b'),
    optionCase(
      header,
      '128 characters',
      { repeat: 't', times: 128 },
      { ...FORWARDED, headers: { [header]: 't'.repeat(128) } },
    ),
    optionCase(header, 'HTML', '<script>alert(1)</script>', {
      ...FORWARDED,
      headers: { [header]: '<script>alert(1)</script>' },
    }),
    optionCase(header, 'a formula', '=HYPERLINK("http://x")', {
      ...FORWARDED,
      headers: { [header]: '=HYPERLINK("http://x")' },
    }),
    optionCase(header, 'SQL', "'; DROP TABLE logs; --", {
      ...FORWARDED,
      headers: { [header]: "'; DROP TABLE logs; --" },
    }),
    optionCase(header, 'a template', '{{7*7}}<%= 7 %>', { ...FORWARDED, headers: { [header]: '{{7*7}}<%= 7 %>' } }),
    optionCase(header, 'an encoded line break', 'a%0d%0ab', { ...FORWARDED, headers: { [header]: 'a%0d%0ab' } }),
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
    ...each(bad, (what, value) => optionCase(header, what, value)),
    ...each(good, (what, value) => optionCase(header, what, value, FORWARDED)),
  ]
}

function namespaces(): Case[] {
  const header = 'x-gateway-cache-namespace'
  return [
    optionCase(header, 'empty', ''),
    optionCase(header, '257 characters', { repeat: 'n', times: 257 }),
    optionCase(header, '40 KiB', { repeat: 'n', times: 40_960 }),
    optionCase(header, '256 characters', { repeat: 'n', times: 256 }, FORWARDED),
    optionCase(header, 'a path', '../../other', FORWARDED),
    optionCase(header, '__proto__', '__proto__', FORWARDED),
    optionCase(header, 'a glob', '*', FORWARDED),
    optionCase(header, 'a separator', 'a\\0b', FORWARDED),
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
    ...[...framing, ...own].map((name) => optionCase(header, name, JSON.stringify([name]))),
    ...[...framing, ...own].map(
      (name): Case => ({
        name: `forward_headers in the config: ${name}`,
        config: config(name),
        expected: refused('config_invalid', 'forward_headers[0]'),
      }),
    ),
    ...each(bad, (what, value) => optionCase(header, what, value)),
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
