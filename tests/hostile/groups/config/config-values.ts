/** Each key of a config with invalid values, and unknown keys. */

import type { Case } from '../../case.ts'
import { FORWARDED } from '../outcomes.ts'
import { config, invalid, LEAF, TARGET } from './config-case.ts'

export function configValueCases(): Case[] {
  return [...wrongTypes(), ...numbers(), ...statuses(), ...unknownKeys()]
}

/** Each key with values of every invalid type. */
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
    cb_config: 'cb_config.cooldown_interval',
    circuit_breaker: 'cb_config.cooldown_interval',
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
        // A string is the short form of a cache, so it is validated as the mode.
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
      `{${LEAF},"requestTimeout":600000,"request_timeout":600000}`,
      FORWARDED,
    ),
    config('camel case', `{"provider":"openai-compatible","customHost":"%UPSTREAM%/v1","apiKey":"k"}`, FORWARDED),
  ]
}
