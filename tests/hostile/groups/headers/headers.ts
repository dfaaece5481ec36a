/** Headers: duplicates, keys in every spelling, names that must not be forwarded, invalid values. */

import type { Case, Expected, Group, HeaderLine, Text } from '../../case.ts'
import { each, FORWARDED, refused } from '../outcomes.ts'
import { gatewayKeyCases } from './gateway-keys.ts'

export function headersGroup(): Group {
  const cases = [
    ...gatewayKeyCases(),
    ...duplicates(),
    ...disguises(),
    ...notForwarded(),
    ...counts(),
    ...injected(),
    ...odd(),
  ]
  return { name: 'headers', about: 'headers, keys and what may travel', cases }
}

/** An option sent twice is refused, because two parsers may use different values. */
function duplicates(): Case[] {
  const rows: readonly (readonly [string, Text, Text])[] = [
    ['x-gateway-provider', 'mock', 'openai'],
    ['x-gateway-virtual-key', 'one', 'two'],
    ['x-gateway-config', '{"provider":"mock"}', '{"provider":"openai"}'],
    ['x-gateway-custom-host', 'http://a.example', 'http://b.example'],
    ['x-gateway-trace-id', 'one', 'two'],
    ['x-gateway-metadata', '{"a":"1"}', '{"b":"2"}'],
    ['x-gateway-cache-force-refresh', 'true', 'false'],
    ['x-gateway-cache-namespace', 'one', 'two'],
    ['x-gateway-request-timeout', '1000', '2000'],
    ['x-gateway-debug', 'true', 'false'],
  ]
  return rows.flatMap(([name, one, two]): Case[] => {
    const short = name.slice('x-gateway-'.length)
    const config =
      name === 'x-gateway-config' || name === 'x-gateway-provider' || name === 'x-gateway-virtual-key'
        ? null
        : undefined
    const base = config === null ? { config } : {}
    const expected: Expected = { status: 400, upstreamContacted: false }
    return [
      {
        name: `${short} twice with different values`,
        ...base,
        headers: [
          [name, one],
          [name, two],
        ],
        expected,
      },
      {
        name: `${short} under two prefixes with different values`,
        ...base,
        headers: [
          [name, one],
          [`x-portkey-${short}`, two],
        ],
        expected: refused('header_conflict'),
      },
    ]
  })
}

/** Proxies may turn `_` into `-`. A name that would then become a gateway header is refused. */
function disguises(): Case[] {
  const names = [
    'x_gateway_api_key',
    'x_gateway_config',
    'x_gateway_provider',
    'x-gateway_api_key',
    'x_gateway-custom-host',
    'X_GATEWAY_TRACE_ID',
    'x_portkey_api_key',
    'x_portkey_config',
  ]
  return names.map((name) => ({
    name: `an underscore name: ${name}`,
    headers: [[name, '%KEY%']],
    expected: { ...refused('invalid_header'), forwarded: { [name.toLowerCase()]: null } },
  }))
}

function notForwarded(): Case[] {
  const dropped: readonly HeaderLine[] = [
    ['cookie', 'session=1'],
    ['forwarded', 'for=10.0.0.1'],
    ['x-forwarded-for', '10.0.0.1'],
    ['x-forwarded-host', 'internal'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-anything', '1'],
    ['te', 'trailers'],
    ['trailer', 'x-a'],
    ['proxy-authorization', 'Basic eA=='],
    ['proxy-connection', 'keep-alive'],
    ['proxy-authenticate', 'Basic'],
    ['authorization', 'Bearer sk-of-another-provider'],
    ['x-api-key', 'sk-of-another-provider'],
    ['api-key', 'sk-of-another-provider'],
    ['x-gateway-unknown-option', '1'],
    ['x-portkey-unknown-option', '1'],
  ]
  const kept: readonly HeaderLine[] = [
    ['x-custom', 'value'],
    ['accept', 'text/event-stream'],
    ['user-agent', 'hostile/1.0'],
    ['openai-beta', 'assistants=v2'],
    ['x-empty', ''],
    ['x-__proto__', '1'],
    ['__proto__', '1'],
    ['constructor', '1'],
    ['hasownproperty', '1'],
    ['tostring', '1'],
    ['x-comma', 'a, b,, c'],
    ['x-quote', '"a\\"b"'],
  ]
  return [
    ...dropped.map(([name, value]): Case => {
      const expected = name === 'authorization' ? 'Bearer sk-upstream' : null
      return {
        name: `${name} does not travel`,
        headers: [[name, value]],
        expected: { ...FORWARDED, forwarded: { [name]: expected } },
      }
    }),
    ...kept.map(
      ([name, value]): Case => ({
        name: `${name} travels as it is`,
        headers: [[name, value]],
        expected: { ...FORWARDED, forwarded: { [name]: String(value) } },
      }),
    ),
  ]
}

function counts(): Case[] {
  const many = (count: number): HeaderLine[] => Array.from({ length: count }, (_, i) => [`x-flood-${i}`, '1'])
  return [
    { name: '90 more headers pass', headers: many(90), expected: { ...FORWARDED, forwarded: { 'x-flood-89': '1' } } },
    {
      name: '101 headers',
      headers: many(101),
      expected: { status: 431, code: 'too_many_headers', upstreamContacted: false },
    },
    {
      name: '150 headers',
      headers: many(150),
      expected: { status: 431, code: 'too_many_headers', upstreamContacted: false },
    },
    { name: '1,000 headers', headers: many(1000), expected: { status: 431, upstreamContacted: false } },
    {
      name: 'one name 300 times',
      headers: Array.from({ length: 300 }, (): HeaderLine => ['x-same', '1']),
      expected: { status: [200, 431], upstreamContacted: 'either' },
    },
    { name: 'a header of 30 KiB travels', headers: [['x-large', { repeat: 'a', times: 30_720 }]], expected: FORWARDED },
    { name: 'a header name of 1 KiB', headers: [['x-'.padEnd(1024, 'n'), '1']], expected: FORWARDED },
    {
      name: 'a block of 66 KiB',
      headers: [['x-large', { repeat: 'a', times: 67_584 }]],
      expected: { status: 431, upstreamContacted: false },
    },
  ]
}

/** A line break from a config's JSON must not become one in an HTTP header. */
function injected(): Case[] {
  const breaks: readonly (readonly [string, string])[] = [
    ['CR LF', '\\r\\n'],
    ['LF', '\\n'],
    ['CR', '\\r'],
    ['NUL', '\\u0000'],
    ['a non-ASCII letter', '\\u00e4'],
    ['a line separator', '\\u2028'],
  ]
  const config = (more: string) => `{"provider":"openai-compatible","custom_host":"%UPSTREAM%/v1",${more}}`
  return breaks.flatMap(([what, text]): Case[] => [
    {
      name: `${what} in api_key`,
      config: config(`"api_key":"sk${text}x-evil: 1"`),
      expected: refused('config_invalid', 'api_key'),
    },
    {
      name: `${what} in Authorization`,
      config: config(`"Authorization":"Bearer sk${text}x-evil: 1"`),
      expected: refused('config_invalid', 'Authorization'),
    },
    {
      name: `${what} in forward_headers`,
      config: config(`"api_key":"k","forward_headers":["x-a${text}x-evil"]`),
      expected: refused('config_invalid', 'forward_headers[0]'),
    },
    {
      name: `${what} in a setting that becomes a header`,
      config: `{"provider":"openai","custom_host":"%UPSTREAM%/v1","api_key":"k","openai_organization":"org${text}x-evil: 1"}`,
      expected: {
        status: 400,
        code: ['config_invalid', 'provider_settings_invalid', 'invalid_header'],
        upstreamContacted: false,
      },
    },
  ])
}

function odd(): Case[] {
  const encoded: readonly (readonly [string, Text])[] = [
    ['UTF-8 in a value', 'grüße'],
    ['bytes that are no UTF-8', { base64: 'gP/+' }],
    ['a tab in a value', 'a\tb'],
    ['DEL in a value', 'a\u007fb'],
    ['an escape character in a value', 'a\u001b[31mb'],
  ]
  return [
    ...each(encoded, (what, value) => ({
      name: `a forwarded header: ${what}`,
      headers: [['x-note', value]],
      expected: { status: [200, 400], upstreamContacted: 'either' },
    })),
    {
      name: 'a content type that is no JSON',
      headers: [['content-type', 'text/plain']],
      expected: refused('unsupported_media_type', 'content-type', 415),
    },
    {
      name: 'a content type of 4 KiB',
      headers: [['content-type', { repeat: 'x', times: 4096 }]],
      expected: refused('unsupported_media_type', 'content-type', 415),
    },
    {
      name: 'a form where JSON is due',
      headers: [['content-type', 'application/x-www-form-urlencoded']],
      expected: refused('unsupported_media_type', 'content-type', 415),
    },
    {
      name: 'multipart where JSON is due',
      headers: [['content-type', 'multipart/form-data; boundary=x']],
      expected: refused('unsupported_media_type', 'content-type', 415),
    },
    { name: 'a traceparent of the wrong form', headers: [['traceparent', '00-zz-zz-01']], expected: FORWARDED },
    { name: 'a traceparent of 8 KiB', headers: [['traceparent', { repeat: '0', times: 8192 }]], expected: FORWARDED },
    {
      name: 'no content type',
      headers: [['content-type', '']],
      expected: { status: [200, 415], upstreamContacted: 'either' },
    },
  ]
}
