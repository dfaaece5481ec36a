/** Strategies, conditions and nesting of a config, at their limits. */

import type { Case } from '../../case.ts'
import { FORWARDED, refused } from '../outcomes.ts'
import { config, invalid, LEAF, TARGET } from './config-case.ts'

export function configStrategyCases(): Case[] {
  return [...strategies(), ...conditions(), ...nesting()]
}

function strategies(): Case[] {
  const weights = (...values: string[]) =>
    `{"strategy":{"mode":"loadbalance"},"targets":[${values.map((value) => `{${LEAF},"weight":${value}}`).join()}]}`
  return [
    config('a strategy without targets', `{"strategy":{"mode":"fallback"}}`, invalid('targets')),
    config('targets next to a provider, without a strategy', `{${LEAF},"targets":[${TARGET}]}`, invalid('strategy')),
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
    config(
      'a provider next to a virtual key that does not exist',
      `{${LEAF},"virtual_key":"vk"}`,
      refused('virtual_key_unknown', 'virtual_key'),
    ),
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
      FORWARDED,
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
