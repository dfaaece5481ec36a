/** The headers that select the route: config, provider, virtual key, custom host. */

import type { Case, Text } from '../../case.ts'
import { each, refused } from '../outcomes.ts'
import { optionCase } from './option-case.ts'

export function planHeaderCases(): Case[] {
  return [...configs(), ...choices(), ...hosts()]
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
    ...empty.map((name): Case => optionCase(name, 'empty', '')),
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
    optionCase(header, what, value, {
      status: 400,
      code: ['custom_host_invalid', 'invalid_header'],
      param: header,
      upstreamContacted: false,
    }),
  )
}
