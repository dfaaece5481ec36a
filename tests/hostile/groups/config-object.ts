/** c6: the config object: every key with values it does not take, every limit from both sides. */

import type { Case, Expected, Group, Text } from '../case.ts'
import { FORWARDED, refused } from './outcomes.ts'

const LEAF = '"provider":"openai-compatible","custom_host":"%UPSTREAM%/v1","api_key":"k"'
const TARGET = `{${LEAF}}`

export function configObjectGroup(): Group {
  const cases = [
    ...wrongTypes(),
    ...numbers(),
    ...statuses(),
    ...unknownKeys(),
    ...strategies(),
    ...conditions(),
    ...nesting(),
    ...params(),
    ...hosts(),
    ...credentials(),
    ...unsupported(),
  ]
  return { file: 'c06-config-object.json', about: 'the config object', cases }
}

function config(name: string, text: Text, expected: Expected): Case {
  return { name, config: text, expected }
}

const invalid = (param?: string): Expected => refused('config_invalid', param)

/** Each key with values of every type it does not take. */
function wrongTypes(): Case[] {
  const all: Readonly<Record<string, string>> = {
    null: 'null',
    true: 'true',
    '7': '7',
    text: '"text"',
    list: '[]',
    object: '{}',
    'empty text': '""',
  }
  const takes: Readonly<Record<string, readonly string[]>> = {
    name: ['text'],
    strategy: [],
    provider: ['text'],
    api_key: ['text'],
    Authorization: [],
    virtual_key: ['text'],
    passthrough: ['true'],
    targets: [],
    weight: ['7'],
    on_status_codes: ['list'],
    retry: [],
    cache: [],
    cb_config: [],
    circuit_breaker: [],
    request_timeout: ['7'],
    custom_host: [],
    forward_headers: ['list'],
    override_params: ['object'],
    default_params: ['object'],
    drop_params: ['list'],
    strict_open_ai_compliance: ['true'],
  }
  const missing: Readonly<Record<string, string>> = {
    retry: 'retry.attempts',
    cache: 'cache.mode',
    cb_config: 'cb_config.failure_threshold',
    circuit_breaker: 'cb_config.failure_threshold',
    strategy: 'strategy.mode',
  }
  return Object.entries(takes).flatMap(([key, good]) =>
    Object.entries(all)
      .filter(([kind]) => !good.includes(kind))
      .map(([kind, value]): Case => {
        const canonical = key === 'circuit_breaker' ? 'cb_config' : key
        const rest = LEAF.split(',')
          .filter((member) => !member.startsWith(`"${key}"`))
          .join()
        // A bare mode is the short form of a cache, so its text is judged as the mode.
        const short = key === 'cache' && (kind === 'text' || kind === 'empty text') ? 'cache.mode' : undefined
        const param = short ?? (kind === 'object' ? (missing[key] ?? canonical) : canonical)
        return config(`${key}: ${kind}`, `{${rest},"${key}":${value}}`, invalid(param))
      }),
  )
}

function numbers(): Case[] {
  const leaf = (more: string) => `{${LEAF},${more}}`
  const rows: readonly (readonly [name: string, text: string, param: string | null])[] = [
    ...['-1', '1.5', '"3"', '1e400', 'null', '-1e400', '[]'].map(
      (value) => [`retry.attempts ${value}`, leaf(`"retry":{"attempts":${value}}`), 'retry.attempts'] as const,
    ),
    ...['0', '5', '6', '1000000000'].map(
      (value) => [`retry.attempts ${value}`, leaf(`"retry":{"attempts":${value}}`), null] as const,
    ),
    ...['0', '-1', '1.5', '"5000"', '1e400', 'null'].map(
      (value) => [`request_timeout ${value}`, leaf(`"request_timeout":${value}`), 'request_timeout'] as const,
    ),
    ...['9007199254740991', '2147483648'].map(
      (value) => [`request_timeout ${value}`, leaf(`"request_timeout":${value}`), null] as const,
    ),
    ...['-1', '"1"', '1e400', '-0.5', 'null', '[]'].map(
      (value) => [`weight ${value}`, leaf(`"weight":${value}`), 'weight'] as const,
    ),
    ...['0', '1e308', '0.000001'].map(
      (value) => [`weight ${value} without a group`, leaf(`"weight":${value}`), null] as const,
    ),
    ...['0', '-1', '1.5', '"60"', '1e400'].map(
      (value) =>
        [`cache.max_age ${value}`, leaf(`"cache":{"mode":"simple","max_age":${value}}`), 'cache.max_age'] as const,
    ),
    ...['1', '9007199254740991'].map(
      (value) =>
        [
          `cache.max_age ${value}`,
          leaf(`"cache":{"mode":"semantic","max_age":${value}},"override_params":{"seed":${value}}`),
          null,
        ] as const,
    ),
    ...['0', '0.5', '-1', '"3"', 'null'].map(
      (value) =>
        [
          `failure_threshold ${value}`,
          leaf(`"cb_config":{"failure_threshold":${value},"cooldown_interval":30000}`),
          'cb_config.failure_threshold',
        ] as const,
    ),
    ...['29999', '0', '-30000', '"30000"', 'null'].map(
      (value) =>
        [
          `cooldown_interval ${value}`,
          leaf(`"cb_config":{"failure_threshold":3,"cooldown_interval":${value}}`),
          'cb_config.cooldown_interval',
        ] as const,
    ),
    ['the smallest breaker', leaf('"cb_config":{"failure_threshold":1,"cooldown_interval":30000}'), null],
  ]
  return rows.map(([name, text, param]) => config(name, text, param === null ? FORWARDED : invalid(param)))
}

function statuses(): Case[] {
  const bad = [
    '99',
    '600',
    '-1',
    '0',
    '429.5',
    '"99"',
    '"600"',
    '"6xx"',
    '"xx"',
    '"5x"',
    '"50x"',
    '""',
    '" 500"',
    '"0500"',
    'null',
    'true',
    '[500]',
    '{}',
    '1e400',
    '"٥٠٠"',
  ]
  const good = ['500', '"500"', '"5xx"', '"5XX"', '100', '599']
  return [
    ...bad.map((value) =>
      config(`retry on ${value}`, `{${LEAF},"retry":{"attempts":1,"on_status_codes":[${value}]}}`, {
        status: 400,
        code: 'config_invalid',
        upstreamContacted: false,
      }),
    ),
    ...good.map((value) =>
      config(`retry on ${value} is taken`, `{${LEAF},"retry":{"attempts":1,"on_status_codes":[${value}]}}`, FORWARDED),
    ),
    ...['99', '"6xx"', 'null'].map((value) =>
      config(
        `fallback on ${value}`,
        `{"strategy":{"mode":"fallback","on_status_codes":[${value}]},"targets":[${TARGET}]}`,
        invalid('strategy.on_status_codes[0]'),
      ),
    ),
    ...['99', '"6xx"', 'null'].map((value) =>
      config(
        `breaker on ${value}`,
        `{${LEAF},"cb_config":{"failure_threshold":1,"cooldown_interval":30000,"failure_status_codes":[${value}]}}`,
        invalid('cb_config.failure_status_codes[0]'),
      ),
    ),
    config(
      '512 status codes',
      `{${LEAF},"retry":{"attempts":1,"on_status_codes":[${Array(512).fill(500).join()}]}}`,
      FORWARDED,
    ),
    config(
      '513 status codes',
      `{${LEAF},"retry":{"attempts":1,"on_status_codes":[${Array(513).fill(500).join()}]}}`,
      invalid('retry.on_status_codes'),
    ),
    config(
      '10,000 status codes',
      `{${LEAF},"retry":{"attempts":1,"on_status_codes":[${Array(10_000).fill(500).join()}]}}`,
      invalid('retry.on_status_codes'),
    ),
  ]
}

function unknownKeys(): Case[] {
  const rows: readonly (readonly [string, string, string])[] = [
    ['at the root', `{${LEAF},"retri":{}}`, 'retri'],
    ['near a known one', `{${LEAF},"api_keys":"k"}`, 'api_keys'],
    ['in retry', `{${LEAF},"retry":{"attempts":1,"attempt":2}}`, 'retry.attempt'],
    ['in cache', `{${LEAF},"cache":{"mode":"simple","ttl":2}}`, 'cache.ttl'],
    ['in cb_config', `{${LEAF},"cb_config":{"failure_threshold":1,"cooldown_interval":30000,"x":1}}`, 'cb_config.x'],
    ['in strategy', `{"strategy":{"mode":"fallback","modes":1},"targets":[${TARGET}]}`, 'strategy.modes'],
    ['in a target', `{"strategy":{"mode":"fallback"},"targets":[{${LEAF},"wieght":1}]}`, 'targets[0].wieght'],
    ['with an odd name', `{${LEAF},"a b\\"c":1}`, '["a b\\"c"]'],
    ['empty', `{${LEAF},"":1}`, '[""]'],
    ['in other case', `{${LEAF},"RETRY":{"attempts":1}}`, 'RETRY'],
    ['with a long name', `{${LEAF},"${'k'.repeat(2000)}":1}`, `["${'k'.repeat(63)}…"]`],
  ]
  return [
    ...rows.map(([where, text, param]) => config(`an unknown key ${where}`, text, invalid(param))),
    config('128 unknown keys', `{${Array.from({ length: 128 }, (_, i) => `"k${i}":1`).join()}}`, invalid()),
    config('129 keys', `{${Array.from({ length: 129 }, (_, i) => `"k${i}":1`).join()}}`, invalid('config')),
    config('4,000 keys', `{${Array.from({ length: 4000 }, (_, i) => `"k${i}":1`).join()}}`, invalid('config')),
    config(
      'one key in two spellings with two values',
      `{${LEAF},"requestTimeout":1000,"request_timeout":2000}`,
      invalid(),
    ),
    config(
      'one key in two spellings with one value',
      `{${LEAF},"requestTimeout":1000,"request_timeout":1000}`,
      FORWARDED,
    ),
    config('camel case', `{"provider":"openai-compatible","customHost":"%UPSTREAM%/v1","apiKey":"k"}`, FORWARDED),
  ]
}

function strategies(): Case[] {
  const weights = (...values: string[]) =>
    `{"strategy":{"mode":"loadbalance"},"targets":[${values.map((value) => `{${LEAF},"weight":${value}}`).join()}]}`
  return [
    config('a strategy without targets', `{"strategy":{"mode":"fallback"}}`, invalid('targets')),
    config('targets without a strategy', `{"targets":[${TARGET}]}`, invalid('strategy')),
    config('no targets', `{"strategy":{"mode":"fallback"},"targets":[]}`, invalid('targets')),
    config('a target that is null', `{"strategy":{"mode":"fallback"},"targets":[null]}`, invalid('targets[0]')),
    config('a target that is a text', `{"strategy":{"mode":"fallback"},"targets":["openai"]}`, invalid('targets[0]')),
    config('a target that is a list', `{"strategy":{"mode":"fallback"},"targets":[[]]}`, invalid('targets[0]')),
    config('an empty target', `{"strategy":{"mode":"fallback"},"targets":[{}]}`, invalid('targets[0].provider')),
    config('an unknown mode', `{"strategy":{"mode":"random"},"targets":[${TARGET}]}`, invalid('strategy.mode')),
    config('a mode in upper case', `{"strategy":{"mode":"FALLBACK"},"targets":[${TARGET}]}`, invalid('strategy.mode')),
    config(
      'a mode that is a list',
      `{"strategy":{"mode":["fallback"]},"targets":[${TARGET}]}`,
      invalid('strategy.mode'),
    ),
    config('the strategy as a text', `{"strategy":"fallback","targets":[${TARGET}]}`, invalid('strategy')),
    config('provider and virtual_key', `{${LEAF},"virtual_key":"vk"}`, invalid('virtual_key')),
    config(
      'a virtual key that does not exist',
      `{"virtual_key":"none"}`,
      refused('virtual_key_unknown', 'virtual_key'),
    ),
    config('an unknown provider', `{"provider":"opnai","api_key":"k"}`, refused('provider_unknown', 'provider')),
    config(
      'an unknown provider in a target',
      `{"strategy":{"mode":"fallback"},"targets":[${TARGET},{"provider":"opnai","api_key":"k"}]}`,
      refused('provider_unknown', 'targets[1].provider'),
    ),
    config('weights all 0', weights('0', '0'), invalid('targets')),
    config('weights that overflow', weights('1e308', '1e308'), invalid('targets')),
    config('a negative weight', weights('1', '-1'), invalid('targets[1].weight')),
    config('a weight as a text', weights('1', '"1"'), invalid('targets[1].weight')),
    config('one huge weight', weights('0', '1e308'), FORWARDED),
    config('one tiny weight', weights('5e-324', '0'), FORWARDED),
    config(
      'sticky without enabled',
      `{"strategy":{"mode":"loadbalance","sticky":{}},"targets":[${TARGET}]}`,
      invalid('strategy.sticky.enabled'),
    ),
    ...['"user"', '"metadata"', '"metadata."', '"cookies.a"', '"__proto__.a"', '7', '""'].map((field) =>
      config(
        `sticky by ${field}`,
        `{"strategy":{"mode":"loadbalance","sticky":{"enabled":true,"hash_fields":[${field}]}},"targets":[${TARGET}]}`,
        invalid('strategy.sticky.hash_fields[0]'),
      ),
    ),
    ...['0', '-1', '"60"', 'null'].map((ttl) =>
      config(
        `sticky for ${ttl}`,
        `{"strategy":{"mode":"loadbalance","sticky":{"enabled":true,"ttl":${ttl}}},"targets":[${TARGET}]}`,
        invalid('strategy.sticky.ttl'),
      ),
    ),
    config(
      'sticky by a prototype’s member',
      `{"strategy":{"mode":"loadbalance","sticky":{"enabled":true,"hash_fields":["metadata.__proto__.a","params.constructor.name","headers.toString.length"]}},"targets":[${TARGET}]}`,
      FORWARDED,
    ),
    config(
      'sticky by 17 fields',
      `{"strategy":{"mode":"loadbalance","sticky":{"enabled":true,"hash_fields":[${Array.from({ length: 17 }, (_, i) => `"metadata.f${i}"`).join()}]}},"targets":[${TARGET}]}`,
      invalid('strategy.sticky.hash_fields'),
    ),
    config(
      'the breaker in two places',
      `{"strategy":{"mode":"fallback","cb_config":{"failure_threshold":1,"cooldown_interval":30000}},"cb_config":{"failure_threshold":1,"cooldown_interval":30000},"targets":[${TARGET}]}`,
      invalid('cb_config'),
    ),
  ]
}

function conditions(): Case[] {
  const query = (text: string) =>
    `{"strategy":{"mode":"conditional","conditions":[{"query":${text},"then":"a"}],"default":"a"},"targets":[{"name":"a",${LEAF}}]}`
  const at = 'strategy.conditions[0].query'
  const bad: readonly (readonly [string, string, string | undefined])[] = [
    ['null', 'null', at],
    ['a list', '[]', at],
    ['an unknown field', '{"user":"a"}', undefined],
    ['a field too deep', '{"metadata.a.b":"x"}', undefined],
    ['an unknown operator', '{"metadata.a":{"$where":"1"}}', undefined],
    ['JavaScript', '{"$where":"while(true){}"}', undefined],
    ['no operator', '{"metadata.a":{}}', undefined],
    ['a list as value', '{"metadata.a":["x"]}', undefined],
    ['$in of a text', '{"metadata.a":{"$in":"x"}}', undefined],
    ['$gt of an object', '{"metadata.a":{"$gt":{}}}', undefined],
    ['$eq of an object', '{"metadata.a":{"$eq":{}}}', undefined],
    ['$and of an object', '{"$and":{}}', undefined],
    ['$or of nothing', '{"$or":[]}', undefined],
    ['$regex of a number', '{"metadata.a":{"$regex":7}}', undefined],
    ['an open group', '{"metadata.a":{"$regex":"("}}', undefined],
    ['a look-behind', '{"metadata.a":{"$regex":"(?<=a)b"}}', undefined],
    ['a back reference', '{"metadata.a":{"$regex":"(a)\\\\1"}}', undefined],
    ['a repetition of a billion', '{"metadata.a":{"$regex":"a{1000000000}"}}', undefined],
    ['nested repetitions that multiply', '{"metadata.a":{"$regex":"((a{1000}){1000}){1000}"}}', undefined],
    ['a pattern of 513 characters', `{"metadata.a":{"$regex":"${'a'.repeat(513)}"}}`, undefined],
    ['33 patterns', `{"$and":[${Array(33).fill('{"metadata.a":{"$regex":"a"}}').join()}]}`, undefined],
  ]
  const evil: readonly (readonly [string, string])[] = [
    ['(a+)+$', 'a'.repeat(2000)],
    ['(a|aa)+$', 'a'.repeat(2000)],
    ['(.*a){20}', 'a'.repeat(2000)],
    ['^(\\\\w+\\\\s?)*$', 'a '.repeat(1000)],
  ]
  return [
    ...bad.map(([what, text, param]) => config(`a query: ${what}`, query(text), invalid(param))),
    ...evil.map(
      ([pattern, text]): Case => ({
        name: `a pattern that explodes elsewhere: ${pattern}`,
        config: query(`{"metadata.a":{"$regex":"${pattern}"}}`),
        headers: [['x-gateway-metadata', `{"a":"${text}!"}`]],
        expected: FORWARDED,
      }),
    ),
    config(
      'a then that names nobody',
      `{"strategy":{"mode":"conditional","conditions":[{"query":{},"then":"b"}]},"targets":[{"name":"a",${LEAF}}]}`,
      invalid('strategy.conditions[0].then'),
    ),
    config(
      'a default that names nobody',
      `{"strategy":{"mode":"conditional","conditions":[{"query":{},"then":"a"}],"default":"b"},"targets":[{"name":"a",${LEAF}}]}`,
      invalid('strategy.default'),
    ),
    config(
      'no conditions',
      `{"strategy":{"mode":"conditional"},"targets":[{"name":"a",${LEAF}}]}`,
      invalid('strategy.conditions'),
    ),
    config(
      '101 conditions',
      `{"strategy":{"mode":"conditional","conditions":[${Array(101).fill('{"query":{},"then":"a"}').join()}]},"targets":[{"name":"a",${LEAF}}]}`,
      invalid('strategy.conditions'),
    ),
    config(
      'two targets of one name',
      `{"strategy":{"mode":"conditional","conditions":[{"query":{},"then":"a"}]},"targets":[{"name":"a",${LEAF}},{"name":"a",${LEAF}}]}`,
      invalid('targets[1].name'),
    ),
    config(
      'no condition that holds',
      `{"strategy":{"mode":"conditional","conditions":[{"query":{"metadata.a":"x"},"then":"a"}]},"targets":[{"name":"a",${LEAF}}]}`,
      refused('no_condition_matched'),
    ),
    config(
      'a query on a prototype’s member',
      query('{"metadata.__proto__":{"$ne":1},"params.constructor":{"$ne":1}}'),
      FORWARDED,
    ),
    config('queries 40 deep', query(`${'{"$and":['.repeat(25)}{}${']}'.repeat(25)}`), FORWARDED),
    config('queries 100 deep', query(`${'{"$and":['.repeat(100)}{}${']}'.repeat(100)}`), invalid()),
  ]
}

function nesting(): Case[] {
  const group = '{"strategy":{"mode":"fallback"},"targets":['
  const levels = (count: number) => `${group.repeat(count)}${TARGET}${']}'.repeat(count)}`
  const targets = (count: number) => `${group}${Array(count).fill('{"provider":"mock"}').join()}]}`
  const wide = (groups: number, size: number) => `${group}${Array(groups).fill(targets(size)).join()}]}`
  return [
    config('8 levels', levels(8), FORWARDED),
    config('9 levels', levels(9), invalid()),
    config('30 levels', levels(30), invalid()),
    config('200 levels', levels(200), invalid()),
    config('500 levels', `${group.repeat(500)}{}${']}'.repeat(500)}`, invalid()),
    config('100 targets', targets(100).replace('{"provider":"mock"}', TARGET), FORWARDED),
    config('101 targets', targets(101), invalid('targets')),
    config('1,000 targets', targets(1000), invalid('targets')),
    config(
      '256 configs in all',
      `${group}${[targets(84), targets(84), targets(84)].join().replace('{"provider":"mock"}', TARGET)}]}`,
      FORWARDED,
    ),
    config('257 configs and more', wide(4, 100), invalid()),
    config('a million targets do not fit in a header', [group, { repeat: '{},', times: 1_000_000 }, '{}]}'], {
      status: [0, 431],
      upstreamContacted: false,
    }),
  ]
}

function params(): Case[] {
  const over = (text: string, key = 'override_params') => `{${LEAF},"${key}":${text}}`
  return [
    config('an override called __proto__', over('{"__proto__":{"a":1}}'), invalid()),
    config('a deep override called __proto__', over('{"a":{"__proto__":1}}'), invalid()),
    config('a default called __proto__', over('{"__proto__":1}', 'default_params'), invalid()),
    config('an override of 1e400', over('{"a":1e400}'), invalid('override_params.a')),
    config('an override of messages', over('{"messages":[{"role":"user","content":"x"}]}'), FORWARDED),
    config('an override of the model', over('{"model":"other"}'), FORWARDED),
    config('an override called constructor', over('{"constructor":{"prototype":{"a":1}}}'), FORWARDED),
    config('an override called toString', over('{"toString":1,"hasOwnProperty":2}'), FORWARDED),
    config('a drop of constructor', `{${LEAF},"drop_params":["constructor","__proto__","toString"]}`, {
      status: [200, 400],
      upstreamContacted: 'either',
    }),
    config('a drop of everything', `{${LEAF},"drop_params":["model","messages"]}`, FORWARDED),
    ...['""', '"."', '"a."', '".a"', '"a[x]"', '"a[-1]"', '"a["', '"a]"', '7', 'null', `"a${'.b'.repeat(200)}"`].map(
      (path) =>
        config(`a drop path ${path.slice(0, 20)}`, `{${LEAF},"drop_params":[${path}]}`, {
          status: 400,
          code: 'config_invalid',
          param: 'drop_params[0]',
          upstreamContacted: false,
        }),
    ),
    config(
      '257 drop paths',
      `{${LEAF},"drop_params":[${Array.from({ length: 257 }, (_, i) => `"p${i}"`).join()}]}`,
      invalid('drop_params'),
    ),
    config('an override 60 deep', over(`{"a":${'['.repeat(60)}${']'.repeat(60)}}`), FORWARDED),
    config('an override 70 deep', over(`{"a":${'['.repeat(70)}${']'.repeat(70)}}`), invalid()),
  ]
}

function hosts(): Case[] {
  const values = [
    '"example"',
    '"//example"',
    '"ftp://example"',
    '"http://"',
    '"http:///v1"',
    '"http://user:secret@example"',
    '"http://@example"',
    '"http://example/?a"',
    '"http://example/#a"',
    '"http://exa mple"',
    '"http://example\\\\@evil"',
    '"http://exa\\tmple"',
    '"http://[::1"',
    '"http://example:99999"',
    '"http://example:-1"',
    '"javascript:alert(1)"',
    '"http://%00"',
    '""',
    '7',
    'null',
    '["http://example"]',
    `"http://example/${'p'.repeat(2048)}"`,
  ]
  return values.map((value) =>
    config(
      `a custom host ${value.slice(0, 40)}`,
      `{"provider":"openai-compatible","api_key":"k","custom_host":${value}}`,
      { status: 400, code: ['config_invalid', 'custom_host_invalid'], param: 'custom_host', upstreamContacted: false },
    ),
  )
}

function credentials(): Case[] {
  return [
    config(
      'a target without its credential',
      `{"strategy":{"mode":"fallback"},"targets":[{"provider":"openai"}]}`,
      invalid('targets[0].api_key'),
    ),
    config('a root without a credential', '{"provider":"openai"}', refused('credential_missing')),
    config(
      'a custom host without a credential',
      '{"provider":"openai-compatible","custom_host":"%UPSTREAM%/v1"}',
      FORWARDED,
    ),
    config(
      'an api_key of 8,193 characters',
      `{"provider":"openai-compatible","custom_host":"%UPSTREAM%/v1","api_key":"${'k'.repeat(8193)}"}`,
      invalid('api_key'),
    ),
    config(
      'an api_key with a space',
      `{"provider":"openai-compatible","custom_host":"%UPSTREAM%/v1","api_key":"a b"}`,
      invalid('api_key'),
    ),
    config(
      'an Authorization without a scheme',
      `{"provider":"openai-compatible","custom_host":"%UPSTREAM%/v1","Authorization":"key"}`,
      invalid('Authorization'),
    ),
    config(
      'an Authorization without a key',
      `{"provider":"openai-compatible","custom_host":"%UPSTREAM%/v1","Authorization":"Bearer "}`,
      invalid('Authorization'),
    ),
    ...['azure-openai', 'vertex-ai', 'bedrock'].map((provider) =>
      config(`${provider} without its settings`, `{"provider":"${provider}","api_key":"k"}`, {
        status: 400,
        code: ['provider_settings_invalid', 'credential_missing', 'endpoint_unsupported'],
        upstreamContacted: false,
      }),
    ),
    ...['evil.example/', 'a.b', 'a@b', 'a#', 'a?', '../x', 'UPPER CASE', 'x'.repeat(64)].map((value) =>
      config(
        `a cloud resource called ${value.slice(0, 20)}`,
        `{"provider":"azure-openai","api_key":"k","cloud_a_resource_name":"${value}","cloud_a_deployment_id":"d","cloud_a_api_version":"2024-01-01"}`,
        { status: 400, code: 'provider_settings_invalid', upstreamContacted: false },
      ),
    ),
  ]
}

function unsupported(): Case[] {
  const keys = [
    'input_guardrails',
    'output_guardrails',
    'before_request_hooks',
    'after_request_hooks',
    'input_mutators',
    'output_mutators',
  ]
  return keys.flatMap((key) => [
    config(`${key} is never ignored`, `{${LEAF},"${key}":["x"]}`, refused('not_supported', key)),
    config(
      `${key} in a target is never ignored`,
      `{"strategy":{"mode":"fallback"},"targets":[{${LEAF},"${key}":[]}]}`,
      refused('not_supported', `targets[0].${key}`),
    ),
  ])
}
