import { expect, test } from 'bun:test'
import { GatewayError } from '../core/errors.ts'
import { parseConfigValue } from './parse-config.ts'

function refusal(value: unknown): GatewayError {
  try {
    parseConfigValue(value)
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
  throw new Error(`was not refused: ${JSON.stringify(value)}`)
}

const OPENAI = { provider: 'openai', api_key: 'sk-1' }
const MOCK = { provider: 'mock' }
const CIRCUIT = { failure_threshold: 3, cooldown_interval: 30_000 }
const fallback = (...targets: unknown[]) => ({ strategy: { mode: 'fallback' }, targets })
const balance = (...targets: unknown[]) => ({ strategy: { mode: 'loadbalance' }, targets })
const conditional = (strategy: object, ...targets: unknown[]) => ({
  strategy: { mode: 'conditional', ...strategy },
  targets,
})

// biome-ignore lint/suspicious/noThenProperty: the wire name of the key.
const when = (query: object, target: string) => ({ query, then: target })

function nested(levels: number): unknown {
  let config: unknown = MOCK
  for (let i = 0; i < levels; i++) config = { strategy: { mode: 'single' }, targets: [config] }
  return config
}

const MODES = '"loadbalance", "fallback", "conditional", "single"'

const REFUSED: readonly (readonly [config: unknown, param: string, message: string | RegExp])[] = [
  // Keys that are required or allowed only in combination with others
  [
    fallback({}),
    'targets[0].provider',
    'targets[0].provider: required: a target needs provider and api_key, or virtual_key, or strategy and targets.',
  ],
  [
    fallback(MOCK, { provider: 'openai' }),
    'targets[1].api_key',
    'targets[1].api_key: required with provider "openai".',
  ],
  [fallback({ provider: 'bedrock', custom_host: 'http://h/v1' }), 'targets[0].api_key', /required with provider/],
  [fallback({ provider: 'vertex-ai', custom_host: 'http://h/v1' }), 'targets[0].api_key', /required with provider/],
  [fallback({ provider: 'openai', forward_headers: ['Authorization'] }), 'targets[0].api_key', /required with/],
  [fallback({ api_key: 'k' }), 'targets[0].provider', /^targets\[0\]\.provider: required/],
  [
    { strategy: { mode: 'fallback' } },
    'targets',
    'targets: required with strategy.mode "fallback": a list of configs.',
  ],
  [{ strategy: { mode: 'loadbalance' }, targets: [] }, 'targets', /expected a list of at least one config, got a list/],
  [{ ...MOCK, targets: [MOCK] }, 'strategy', /^strategy: required with targets next to a provider/],
  [{ strategy: {}, targets: [MOCK] }, 'strategy.mode', `strategy.mode: required: one of ${MODES}.`],
  [{ ...OPENAI, cache: {} }, 'cache.mode', 'cache.mode: required: one of "simple", "semantic".'],
  [{ ...OPENAI, retry: {} }, 'retry.attempts', 'retry.attempts: required: an integer.'],
  [{ ...OPENAI, cb_config: { cooldown_interval: 30_000 } }, 'cb_config.failure_threshold', /required: a number/],
  [{ ...OPENAI, cb_config: { failure_threshold: 1 } }, 'cb_config.cooldown_interval', /required: a number/],
  [
    { ...OPENAI, cb_config: { minimum_requests: 5, cooldown_interval: 30_000 } },
    'cb_config.failure_threshold',
    /required: .* or give failure_threshold_percentage/,
  ],
  [
    { ...OPENAI, cb_config: { failure_threshold_percentage: 0, cooldown_interval: 30_000 } },
    'cb_config.failure_threshold_percentage',
    /a number above 0, up to 100/,
  ],
  [
    { ...OPENAI, cb_config: { failure_threshold_percentage: 101, cooldown_interval: 30_000 } },
    'cb_config.failure_threshold_percentage',
    /a number above 0, up to 100/,
  ],
  [
    { ...OPENAI, cb_config: { failure_threshold_percentage: 50, minimum_requests: 0, cooldown_interval: 30_000 } },
    'cb_config.minimum_requests',
    /an integer of 1 or more/,
  ],
  [
    { ...OPENAI, cb_config: { failure_threshold_percentage: 50, cooldown_interval: 29_999 } },
    'cb_config.cooldown_interval',
    /30000 or more/,
  ],
  // Types and ranges
  [
    fallback(MOCK, { ...OPENAI, retry: { attempts: '3' } }),
    'targets[1].retry.attempts',
    'targets[1].retry.attempts: expected an integer, got "3".',
  ],
  [
    { ...OPENAI, retry: { attempts: -1 } },
    'retry.attempts',
    'retry.attempts: expected an integer of 0 or more, got -1.',
  ],
  [{ ...OPENAI, retry: { attempts: 1.5 } }, 'retry.attempts', 'retry.attempts: expected an integer, got 1.5.'],
  [
    { ...OPENAI, retry: { attempts: 1, use_retry_after_headers: 'true' } },
    'retry.use_retry_after_headers',
    /expected true or false, got "true"/,
  ],
  [
    { strategy: { mode: 'fallbak' }, targets: [MOCK] },
    'strategy.mode',
    `strategy.mode: expected one of ${MODES}, got "fallbak". Did you mean "fallback"?`,
  ],
  [
    { ...OPENAI, on_status_codes: [99] },
    'on_status_codes[0]',
    /expected a status code from 100 to 599, or a class such as "5xx", got 99\./,
  ],
  [{ ...OPENAI, on_status_codes: [429, '600'] }, 'on_status_codes[1]', /expected a status code .* got "600"/],
  [{ ...OPENAI, on_status_codes: ['6xx'] }, 'on_status_codes[0]', /expected a status code/],
  [
    { ...OPENAI, on_status_codes: 429 },
    'on_status_codes',
    'on_status_codes: expected a list of status codes, got 429.',
  ],
  [
    { ...OPENAI, on_status_codes: Array.from({ length: 10_000 }, () => 500) },
    'on_status_codes',
    /has 10000 items, at most 512/,
  ],
  [
    balance({ ...OPENAI, weight: -1 }),
    'targets[0].weight',
    'targets[0].weight: expected a number of 0 or more, got -1.',
  ],
  [balance({ ...OPENAI, weight: '1' }), 'targets[0].weight', 'targets[0].weight: expected a number, got "1".'],
  [balance({ ...OPENAI, weight: 0 }, { ...MOCK, weight: 0 }), 'targets', /every weight is 0/],
  [balance({ ...OPENAI, weight: 1e308 }, { ...MOCK, weight: 1e308 }), 'targets', /too large to be added up/],
  [balance({ ...OPENAI, weight: Number.POSITIVE_INFINITY }), 'targets[0].weight', /the number is too large/],
  [
    { ...OPENAI, cache: { mode: 'simple', max_age: 0 } },
    'cache.max_age',
    'cache.max_age: expected an integer of 1 or more, got 0.',
  ],
  [{ ...OPENAI, cache: { mode: 'simple', max_age: 2 ** 53 } }, 'cache.max_age', /expected an integer/],
  [{ ...OPENAI, cache: 'simpel' }, 'cache.mode', /Did you mean "simple"\?$/],
  [{ ...OPENAI, request_timeout: 0 }, 'request_timeout', /expected an integer of 1 or more, got 0/],
  [{ ...OPENAI, request_timeout: 1.5 }, 'request_timeout', /expected an integer/],
  [
    { ...OPENAI, cb_config: { ...CIRCUIT, cooldown_interval: 29_999 } },
    'cb_config.cooldown_interval',
    /expected a number of 30000 or more, got 29999/,
  ],
  [
    { ...OPENAI, cb_config: { ...CIRCUIT, failure_threshold: 0 } },
    'cb_config.failure_threshold',
    /expected a number of 1 or more, got 0/,
  ],
  [
    { strategy: { mode: 'fallback', cb_config: CIRCUIT }, cb_config: CIRCUIT, targets: [MOCK] },
    'cb_config',
    /set only one/,
  ],
  [{ ...OPENAI, override_params: [] }, 'override_params', /expected an object of request parameters, got a list/],
  [
    { ...OPENAI, drop_params: ['a..b'] },
    'drop_params[0]',
    /expected a path such as a\.b, a\[0\]\.b or a\[\*\]\.b, got "a\.\.b"/,
  ],
  [
    { ...OPENAI, Authorization: 'Basic k' },
    'Authorization',
    'Authorization: expected "Bearer <key>", got another value (not shown here).',
  ],
  [{ ...OPENAI, api_key: 'sk\r\nx: y' }, 'api_key', /visible ASCII characters, got another value \(not shown here\)/],
  [
    { strategy: { mode: 'loadbalance', sticky: { enabled: true, hash_fields: ['cookie.x'] } }, targets: [MOCK] },
    'strategy.sticky.hash_fields[0]',
    /expected a field such as metadata\.user/,
  ],
  [
    { strategy: { mode: 'loadbalance', sticky: { enabled: true, ttl: 0 } }, targets: [MOCK] },
    'strategy.sticky.ttl',
    /seconds above 0/,
  ],
  [{ ...OPENAI, name: 'a\u0000' }, 'name', /NUL/],
  [null, 'config', 'config: expected a config object, got null.'],
  [[OPENAI], 'config', 'config: expected a config object, got a list.'],
  ['fallback', 'config', 'config: expected a config object, got "fallback".'],
  // Names that must exist
  [conditional({ default: 'a' }, { ...MOCK, name: 'a' }), 'strategy.conditions', /required with mode "conditional"/],
  [conditional({ conditions: [] }, { ...MOCK, name: 'a' }), 'strategy.conditions', /at least one/],
  [
    conditional({ conditions: [when({}, 'premum')] }, { ...MOCK, name: 'premium' }),
    'strategy.conditions[0].then',
    'strategy.conditions[0].then: no target is named "premum". Did you mean "premium"?',
  ],
  [
    conditional({ conditions: [when({}, 'a')], default: 'elsewhere' }, { ...MOCK, name: 'a' }),
    'strategy.default',
    /no target is named "elsewhere"\. The names are "a"\./,
  ],
  [conditional({ conditions: [when({}, 'a')] }, MOCK), 'strategy.conditions[0].then', /have no names/],
  [
    conditional({ conditions: [when({}, 'a')] }, { ...MOCK, name: 'a' }, { ...MOCK, name: 'a' }),
    'targets[1].name',
    /name of another target/,
  ],
  [
    conditional({ conditions: [{}] }, { ...MOCK, name: 'a' }),
    'strategy.conditions[0].query',
    /required: a query object/,
  ],
  // Unknown keys
  [
    { ...OPENAI, overide_params: {} },
    'overide_params',
    'overide_params: unknown key "overide_params". Did you mean "override_params"?',
  ],
  [
    { ...OPENAI, retry: { attempts: 1, delay: 5 } },
    'retry.delay',
    'retry.delay: unknown key "delay". Allowed: attempts, on_status_codes, use_retry_after_headers.',
  ],
  [fallback({ ...MOCK, strategie: {} }), 'targets[0].strategie', /Did you mean "strategy"\?/],
  [{ ...OPENAI, constructor: 1 }, 'constructor', /unknown key "constructor"/],
  [{ ...OPENAI, prototype: 1 }, 'prototype', /unknown key "prototype"/],
  [JSON.parse('{"__proto__":{"provider":"openai"}}'), '__proto__', /unknown key "__proto__"/],
  [JSON.parse('{"retry":{"attempts":1,"__proto__":{}}}'), 'retry.__proto__', /unknown key/],
  [JSON.parse('{"override_params":{"__proto__":1}}'), 'override_params.__proto__', /not allowed/],
  [JSON.parse('{"default_params":{"a":[{"__proto__":1}]}}'), 'default_params.a[0].__proto__', /not allowed/],
  // Limits
  [
    nested(9),
    'targets[0].targets[0].targets[0].targets[0].targets[0].targets[0].targets[0].targets[0].targets',
    /more than 8 levels/,
  ],
  [fallback(...Array.from({ length: 101 }, () => MOCK)), 'targets', /has 101 targets, at most 100/],
  [
    fallback(...Array.from({ length: 4 }, () => fallback(...Array.from({ length: 70 }, () => MOCK)))),
    'targets[3].targets[41]',
    /more than 256 configs/,
  ],
  [Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`k${i}`, 1])), 'config', /has 200 keys, at most 128/],
  [{ override_params: { a: 'x'.repeat(70_000) } }, 'config', /larger than 64 KiB/],
]

for (const [config, param, message] of REFUSED) {
  test(`refuses ${JSON.stringify(config)?.slice(0, 90)} at ${param}`, () => {
    const error = refusal(config)
    expect(error.code).toBe('config_invalid')
    expect(error.status).toBe(400)
    expect(error.param).toBe(param)
    if (typeof message === 'string') expect(error.message).toBe(message)
    else expect(error.message).toMatch(message)
    expect(error.message.startsWith(`${param}: `)).toBe(true)
  })
}

const FRAMING = [
  'Host',
  'content-length',
  'Transfer-Encoding',
  'connection',
  'TE',
  'Upgrade',
  'x-gateway-api-key',
  'X-Portkey-Config',
  'a b',
  '',
  'x\r\ny',
]
for (const name of FRAMING) {
  test(`refuses to forward a header named ${JSON.stringify(name)}`, () => {
    expect(refusal({ ...OPENAI, forward_headers: ['x-fine', name] }).param).toBe('forward_headers[1]')
  })
}

for (const key of ['default_input_guardrails', 'defaultOutputGuardrails']) {
  test(`says that ${key} is not supported, before any other problem`, () => {
    const error = refusal(fallback(MOCK, { ...OPENAI, retry: {}, [key]: [] }))
    expect(error.code).toBe('not_supported')
    expect(error.param).toStartWith('targets[1].')
    expect(error.details).toEqual(['targets[1].retry.attempts: required: an integer.'])
  })
}
