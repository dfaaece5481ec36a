import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { GatewayError } from '../core/errors.ts'
import { parseConfig, parseConfigValue } from './parse-config.ts'

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

function nested(levels: number): unknown {
  let config: unknown = MOCK
  for (let i = 0; i < levels; i++) config = { strategy: { mode: 'single' }, targets: [config] }
  return config
}

const ACCEPTED: readonly (readonly [what: string, config: unknown])[] = [
  ['provider and api_key', OPENAI],
  ['virtual_key alone', { virtual_key: 'team-a' }],
  ['strategy and targets', fallback(OPENAI, MOCK)],
  ['nothing of all that at the root, where headers say it', {}],
  ['policies alone at the root', { retry: { attempts: 2 }, cache: 'simple', request_timeout: 500 }],
  ['provider without api_key at the root, where the caller may bring its own', { provider: 'openai' }],
  ['a provider that needs no api_key among targets', fallback(MOCK)],
  ['Authorization in place of api_key', fallback({ provider: 'azure-openai', Authorization: 'Bearer k' })],
  ['a cloud token in place of api_key', fallback({ provider: 'azure-openai', cloud_a_ad_token: 't' })],
  [
    'cloud keys in place of api_key',
    fallback({ provider: 'bedrock', aws_access_key_id: 'i', aws_secret_access_key: 's' }),
  ],
  ['a stored credential as provider', fallback({ provider: '@team-a' })],
  ['passthrough among targets', fallback({ passthrough: true })],
  ['a custom host with provider and api_key', { ...OPENAI, custom_host: 'http://models.internal:8000/v1' }],
  [
    'statuses as strings, numbers and classes',
    { ...OPENAI, retry: { attempts: 1, on_status_codes: ['429', 500, '5xx'] } },
  ],
  ['statuses at both ends', { ...OPENAI, on_status_codes: [100, 599, '100', '599'] }],
  ['an empty list of retried statuses', { ...OPENAI, retry: { attempts: 1, on_status_codes: [] } }],
  ['no retries', { ...OPENAI, retry: { attempts: 0 } }],
  ['a thousand million retries, which are cut later', { ...OPENAI, retry: { attempts: 1e9 } }],
  ['the singular use_retry_after_header', { ...OPENAI, retry: { attempts: 1, use_retry_after_header: true } }],
  ['cache for a second', { ...OPENAI, cache: { mode: 'simple', max_age: 1 } }],
  ['a bare cache mode', { ...OPENAI, cache: 'semantic' }],
  ['one weight of zero', balance({ ...OPENAI, weight: 0 }, { ...OPENAI, weight: 0.5 })],
  ['a huge weight', balance({ ...OPENAI, weight: 1e308 })],
  ['a circuit breaker in the strategy', { strategy: { mode: 'fallback', cb_config: CIRCUIT }, targets: [OPENAI] }],
  ['a circuit breaker on a target', fallback({ ...OPENAI, cb_config: CIRCUIT })],
  ['a circuit breaker by its other name', { ...OPENAI, circuit_breaker: { ...CIRCUIT, failure_status_codes: [429] } }],
  [
    'sticky load balancing',
    {
      strategy: {
        mode: 'loadbalance',
        sticky: { enabled: true, hashFields: ['metadata.user', 'params.a.b', 'headers.x-s'], ttl: 60 },
      },
      targets: [OPENAI],
    },
  ],
  [
    'conditions',
    conditional(
      { conditions: [{ query: { 'metadata.tier': 'paid' }, then: 'a' }], default: 'b' },
      { ...MOCK, name: 'a' },
      { ...MOCK, name: 'b' },
    ),
  ],
  ['conditions without default', conditional({ conditions: [{ query: {}, then: 'a' }] }, { ...MOCK, name: 'a' })],
  ['forwarded credentials and cookies', { ...OPENAI, forward_headers: ['Cookie', 'X-Api-Key', 'x-team'] }],
  [
    'params of any name, toString and constructor too',
    { ...OPENAI, override_params: { toString: 1, constructor: { prototype: 2 }, messages: [] } },
  ],
  ['dropped params', { ...OPENAI, drop_params: ['a.b', 'a[0].b', 'a[*].b[*].c'] }],
  ['targets eight levels deep', nested(8)],
  ['a hundred targets', fallback(...Array.from({ length: 100 }, () => MOCK))],
]

for (const [what, config] of ACCEPTED) {
  test(`accepts ${what}`, () => {
    const parsed = parseConfigValue(config)
    // Parsing what was parsed changes nothing.
    expect(parseConfigValue(parsed)).toEqual(parsed)
    expect(parseConfig(JSON.stringify(config))).toEqual(parsed)
  })
}

const MODES = '"loadbalance", "fallback", "conditional", "single"'

const REFUSED: readonly (readonly [config: unknown, param: string, message: string | RegExp])[] = [
  // The "yes, if" cells of spec 2.2
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
  [fallback({ provider: 'openai', custom_host: 'http://h/v1' }), 'targets[0].api_key', /required with provider/],
  [fallback({ api_key: 'k' }), 'targets[0].provider', /^targets\[0\]\.provider: required/],
  [
    { strategy: { mode: 'fallback' } },
    'targets',
    'targets: required with strategy.mode "fallback": a list of configs.',
  ],
  [{ strategy: { mode: 'loadbalance' }, targets: [] }, 'targets', /expected a list of at least one config, got a list/],
  [{ targets: [MOCK] }, 'strategy', /^strategy: required with targets/],
  [{ strategy: {}, targets: [MOCK] }, 'strategy.mode', `strategy.mode: required: one of ${MODES}.`],
  [{ ...OPENAI, cache: {} }, 'cache.mode', 'cache.mode: required: one of "simple", "semantic".'],
  [{ ...OPENAI, retry: {} }, 'retry.attempts', 'retry.attempts: required: an integer.'],
  [{ ...OPENAI, cb_config: { cooldown_interval: 30_000 } }, 'cb_config.failure_threshold', /required: a number/],
  [{ ...OPENAI, cb_config: { failure_threshold: 1 } }, 'cb_config.cooldown_interval', /required: a number/],
  [{ ...OPENAI, virtual_key: 'v' }, 'virtual_key', 'virtual_key: give either provider or virtual_key, not both.'],
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
    /has 10000 items, at most 1000/,
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
    /give one/,
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
    conditional({ conditions: [{ query: {}, then: 'premum' }] }, { ...MOCK, name: 'premium' }),
    'strategy.conditions[0].then',
    'strategy.conditions[0].then: no target is named "premum". Did you mean "premium"?',
  ],
  [
    conditional({ conditions: [{ query: {}, then: 'a' }], default: 'z' }, { ...MOCK, name: 'a' }),
    'strategy.default',
    /no target is named "z"\. The names are "a"\./,
  ],
  [conditional({ conditions: [{ query: {}, then: 'a' }] }, MOCK), 'strategy.conditions[0].then', /have no names/],
  [
    conditional({ conditions: [{ query: {}, then: 'a' }] }, { ...MOCK, name: 'a' }, { ...MOCK, name: 'a' }),
    'targets[1].name',
    /name of another target/,
  ],
  [
    conditional({ conditions: [{ then: 'a' }] }, { ...MOCK, name: 'a' }),
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
    'targets[3].targets[42]',
    /more than 256 configs/,
  ],
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

const GUARDS = [
  'input_guardrails',
  'output_guardrails',
  'before_request_hooks',
  'after_request_hooks',
  'input_mutators',
  'output_mutators',
  'inputGuardrails',
  'beforeRequestHooks',
]
for (const key of GUARDS) {
  test(`says that ${key} is not supported, before any other problem`, () => {
    const error = refusal(fallback(MOCK, { ...OPENAI, retry: {}, [key]: [] }))
    expect(error.code).toBe('not_supported')
    expect(error.param).toStartWith('targets[1].')
    expect(error.details).toEqual(['targets[1].retry.attempts: required: an integer.'])
  })
}

test('refuses text above 64 KiB, counted in bytes', () => {
  expect(() => parseConfig(JSON.stringify({ override_params: { a: 'ö'.repeat(33_000) } }))).toThrow(
    'larger than 64 KiB',
  )
})

test('names every problem, the first in the message and up to twenty others in details', () => {
  const error = refusal(fallback(...Array.from({ length: 30 }, () => ({ ...OPENAI, retry: { attempts: 'x' } }))))
  expect(error.param).toBe('targets[0].retry.attempts')
  expect(error.message).toEndWith(' 20 more problems in details.')
  expect(error.details).toHaveLength(20)
  expect(error.details[0]).toBe('targets[1].retry.attempts: expected an integer, got "x".')
})

test('shows at most 64 characters of a value and nothing of a secret', () => {
  const long = refusal({ ...OPENAI, strategy: { mode: 'y'.repeat(500) }, targets: [MOCK] })
  expect(long.message.match(/y+/g)?.sort().at(-1)?.length).toBeLessThan(64)
  const leaks = [
    { api_key: 'sk live secret' },
    { api_key: 17_231_723 },
    { Authorization: 'sk-live-secret' },
    { custom_host: 'https://user:sk-live-secret@host' },
    { aws_secret_access_key: 17_231_723 },
    { targets: [{ api_key: ['sk-live-secret'] }] },
  ]
  for (const config of leaks) {
    const error = refusal(config)
    expect(error.message + error.details.join()).not.toMatch(/secret@|sk.live|17231723/)
  }
})

test('is total and quick: any JSON gives a config or a GatewayError within 5 ms', () => {
  const known = [
    'strategy',
    'mode',
    'targets',
    'provider',
    'api_key',
    'retry',
    'attempts',
    'cache',
    'weight',
    'conditions',
    'query',
    'then',
    'sticky',
    'cb_config',
    'override_params',
    'drop_params',
    '__proto__',
    'constructor',
    'toString',
  ]
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 6 },
      fc.jsonValue(),
      fc.constantFrom('openai', 'fallback', 'simple', '5xx', -1, 1e400),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('value'), { maxLength: 5 }),
    object: fc.dictionary(fc.oneof(fc.constantFrom(...known), fc.string()), tie('value'), {
      maxKeys: 6,
      noNullPrototype: false,
    }),
  }))
  let slowestMs = 0
  fc.assert(
    fc.property(value, (input) => {
      const text = JSON.stringify(input)
      const startMs = performance.now()
      let first: unknown
      try {
        first = parseConfig(text)
      } catch (error) {
        expect(error).toBeInstanceOf(GatewayError)
      }
      slowestMs = Math.max(slowestMs, performance.now() - startMs)
      if (first !== undefined) expect(parseConfigValue(first)).toEqual(first)
    }),
    { numRuns: 1500 },
  )
  // One pause of the machine must not fail the run; a quadratic step would take far longer than this.
  expect(slowestMs).toBeLessThan(50)
})

test('takes no time for the largest hostile texts', () => {
  const fill = (piece: string, before: string, after: string) =>
    before + Array.from({ length: Math.floor(60_000 / (piece.length + 1)) }, () => piece).join(',') + after
  const texts = [
    fill('null', '{"on_status_codes":[', ']}'),
    fill('[]', '[', ']'),
    fill('{}', '{"strategy":{"mode":"fallback"},"targets":[', ']}'),
    `{${Array.from({ length: 6000 }, (_, i) => `"k${i}":1`).join(',')}}`,
    `{"strategy":{"mode":"fallback"},"targets":[${Array.from({ length: 90 }, () => `{"on_status_codes":[${'0,'.repeat(300)}0]}`).join(',')}]}`,
  ]
  for (const text of texts) {
    const times = Array.from({ length: 5 }, () => {
      const startMs = performance.now()
      expect(() => parseConfig(text)).toThrow(GatewayError)
      return performance.now() - startMs
    })
    // The best of five: what the work takes, not what else the machine did.
    expect(Math.min(...times)).toBeLessThan(25)
  }
})

test('a value given in memory is copied, never kept, and cycles are refused', () => {
  const params = { model: 'a' }
  const parsed = parseConfigValue({ ...OPENAI, override_params: params })
  params.model = 'b'
  expect(parsed.override_params?.['model']).toBe('a')
  const cycle: Record<string, unknown> = {}
  cycle['override_params'] = cycle
  expect(refusal(cycle).message).toContain('levels deep')
})
