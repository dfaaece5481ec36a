/** Encodings and Unicode: invalid UTF-8 is never accepted as text, and no look-alike as another name. */

import type { Case, Group, Text } from '../case.ts'
import { each, refused, UNCHANGED } from './outcomes.ts'

export function encodingsGroup(): Group {
  const cases = [...invalidUtf8(), ...validUnicode(), ...lookAlikes(), ...inHeaders(), ...inConfigs(), ...split()]
  return { name: 'encodings', about: 'encodings and Unicode', cases }
}

const INVALID: readonly (readonly [string, string])[] = [
  ['a lone continuation byte', '80'],
  ['two continuation bytes', '80bf'],
  ['0xff', 'ff'],
  ['0xfe', 'fe'],
  ['an overlong slash in 2 bytes', 'c0af'],
  ['an overlong slash in 3 bytes', 'e080af'],
  ['an overlong slash in 4 bytes', 'f08080af'],
  ['an overlong NUL', 'c080'],
  ['an overlong quote', 'c0a2'],
  ['a cut 2-byte character', 'c3'],
  ['a cut 3-byte character', 'e282'],
  ['a cut 4-byte character', 'f09f98'],
  ['a high surrogate', 'eda080'],
  ['a low surrogate', 'edb080'],
  ['a surrogate pair in 6 bytes', 'eda0bdedb880'],
  ['beyond U+10FFFF', 'f4908080'],
  ['a 5-byte form', 'f888808080'],
  ['a 6-byte form', 'fc8480808080'],
  ['Latin-1', 'e4f6fc'],
  ['UTF-16', 'fffe6100'],
]

function hex(text: string): Text {
  return { base64: Buffer.from(text, 'hex').toString('base64') }
}

function invalidUtf8(): Case[] {
  return INVALID.flatMap(([what, bytes]): Case[] => [
    {
      name: `in a text: ${what}`,
      body: ['{"model":"m","x":"', hex(bytes), '"}'],
      expected: refused('invalid_json', 'body'),
    },
    {
      name: `in a key: ${what}`,
      body: ['{"model":"m","', hex(bytes), '":1}'],
      expected: refused('invalid_json', 'body'),
    },
    { name: `pass-through: ${what}`, path: '/v1/proxy/raw', body: ['{"x":"', hex(bytes), '"}'], expected: UNCHANGED },
  ])
}

const UNICODE: readonly (readonly [string, string])[] = [
  ['bidi controls', '\u202eabc\u202c'],
  ['bidi isolates', '\u2066abc\u2069'],
  ['zero-width joiners', 'a\u200db\u200cc'],
  ['a byte order mark inside', 'a\ufeffb'],
  ['NFC', 'é'],
  ['NFD', 'e\u0301'],
  ['a hundred combining marks', `a${'\u0301'.repeat(100)}`],
  ['a family of emoji', '👨‍👩‍👧‍👦'],
  ['the last code point', '\u{10ffff}'],
  ['a noncharacter', '\uffff'],
  ['private use', '\ue000'],
  ['a tag sequence', '\u{e0041}\u{e0042}'],
  ['line and paragraph separators', '\u2028\u2029'],
  ['DEL and C1 controls', '\u007f\u0080\u009f'],
]

function validUnicode(): Case[] {
  return each(UNICODE, (what, text) => ({
    name: `forwarded as it is: ${what}`,
    body: `{"model":"m","x":${JSON.stringify(text)}}`,
    expected: UNCHANGED,
  }))
}

function lookAlikes(): Case[] {
  const config = (provider: string): string => `{"provider":${asciiJson(provider)},"api_key":"k"}`
  const slugs: readonly (readonly [string, string])[] = [
    ['a Cyrillic letter', 'оpenai'],
    ['a full-width letter', 'ｏpenai'],
    ['a zero-width space', 'open\u200bai'],
    ['a trailing NUL', 'openai\u0000'],
    ['a soft hyphen', 'open\u00adai'],
    ['a dotless i', 'opena\u0131'],
    ['a non-breaking space', 'openai\u00a0'],
    ['a right-to-left override', '\u202eianepo'],
  ]
  const members: readonly (readonly [string, string])[] = [
    ['a Cyrillic model', '{"mоdel":"x","model":"m"}'],
    ['model with a zero-width space', '{"mod\u200bel":"x","model":"m"}'],
    ['Model in upper case', '{"Model":"x","model":"m"}'],
  ]
  return [
    ...each(slugs, (what, slug) => ({
      name: `a provider with ${what}`,
      config: config(slug),
      expected: {
        status: 400,
        code: ['provider_unknown', 'config_invalid'],
        param: 'provider',
        upstreamContacted: false,
      },
    })),
    ...each(members, (what, body) => ({ name: `no duplicate: ${what}`, body, expected: UNCHANGED })),
  ]
}

/** JSON in ASCII, as clients send it in a header. */
function asciiJson(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function inHeaders(): Case[] {
  const values: readonly (readonly [string, Text])[] = [
    ['UTF-8', 'grüße'],
    ['Latin-1', hex('6772fcdf65')],
    ['an emoji', '😀'],
    ['a zero-width space', 'a\u200bb'],
    ['0xff', hex('ff')],
  ]
  return [
    ...each(values, (what, value) => ({
      name: `trace id: ${what}`,
      headers: [['x-gateway-trace-id', value]],
      expected: refused('invalid_header', 'x-gateway-trace-id'),
    })),
    ...each(values, (what, value) => ({
      name: `provider: ${what}`,
      config: null,
      headers: [['x-gateway-provider', value]],
      expected: { status: 400, code: ['provider_unknown', 'invalid_header'], upstreamContacted: false },
    })),
    ...each(values, (what, value) => ({
      name: `time-out: ${what}`,
      headers: [['x-gateway-request-timeout', value]],
      expected: refused('invalid_header', 'x-gateway-request-timeout'),
    })),
    ...each(values, (what, value) => ({
      name: `forward-headers: ${what}`,
      headers: [['x-gateway-forward-headers', value]],
      expected: refused('invalid_header', 'x-gateway-forward-headers'),
    })),
  ]
}

/** NUL and lone surrogates cannot be stored: they are refused anywhere in a config. */
function inConfigs(): Case[] {
  const base = '"provider":"openai-compatible","custom_host":"%UPSTREAM%/v1","api_key":"k"'
  const places: readonly (readonly [string, (text: string) => string])[] = [
    ['a name', (text) => `{${base},"name":"${text}"}`],
    ['an override', (text) => `{${base},"override_params":{"x":"${text}"}}`],
    ['the name of an override', (text) => `{${base},"override_params":{"${text}":1}}`],
    ['a default', (text) => `{${base},"default_params":{"x":["${text}"]}}`],
    [
      'a query',
      (text) =>
        `{"strategy":{"mode":"conditional","conditions":[{"query":{"metadata.x":"${text}"},"then":"a"}],"default":"a"},"targets":[{"name":"a",${base}}]}`,
    ],
    [
      'a custom host',
      (text) => `{"provider":"openai-compatible","api_key":"k","custom_host":"http://a${text}.example"}`,
    ],
    ['a drop path', (text) => `{${base},"drop_params":["${text}"]}`],
  ]
  return places.flatMap(([where, make]): Case[] => [
    {
      name: `NUL in ${where}`,
      config: make('a\\u0000b'),
      expected: { status: 400, code: 'config_invalid', upstreamContacted: false },
    },
    {
      name: `half a surrogate pair in ${where}`,
      config: make('a\\ud800b'),
      expected: { status: 400, code: 'config_invalid', upstreamContacted: false },
    },
  ])
}

function split(): Case[] {
  const body = '{"model":"m","x":"😀é😀"}'
  return [1, 2, 3, 5].map((pieceBytes) => ({
    name: `emoji in packets of ${pieceBytes}`,
    body,
    pieceBytes,
    expected: UNCHANGED,
  }))
}
