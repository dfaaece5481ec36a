import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../tests/harness/property-runs.ts'
import { GatewayError } from '../core/errors.ts'
import { parseConfig, parseConfigValue } from './parse-config.ts'
import { Problems } from './problems.ts'

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
      { conditions: [when({ 'metadata.tier': 'paid' }, 'a')], default: 'b' },
      { ...MOCK, name: 'a' },
      { ...MOCK, name: 'b' },
    ),
  ],
  ['conditions without default', conditional({ conditions: [when({}, 'a')] }, { ...MOCK, name: 'a' })],
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
    // Parsing is idempotent.
    expect(parseConfigValue(parsed)).toEqual(parsed)
    expect(parseConfig(JSON.stringify(config))).toEqual(parsed)
  })
}

test('refuses text above 64 KiB, counted in bytes', () => {
  expect(() => parseConfig(JSON.stringify({ override_params: { a: 'ö'.repeat(33_000) } }))).toThrow(
    'larger than 64 KiB',
  )
})

test('reports every problem: the first in the message and up to twenty others in details', () => {
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

test('any JSON value gives a config or a GatewayError', () => {
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
      fc.constantFrom('openai', 'fallback', 'simple', '5xx', -1, 0.5),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('value'), { maxLength: 5 }),
    object: fc.dictionary(fc.oneof(fc.constantFrom(...known), fc.string()), tie('value'), {
      maxKeys: 6,
      noNullPrototype: false,
    }),
  }))
  const attempt = (text: string): unknown => {
    try {
      return parseConfig(text)
    } catch (error) {
      expect(error).toBeInstanceOf(GatewayError)
    }
  }
  fc.assert(
    fc.property(value, (input) => {
      const text = JSON.stringify(input)
      const parsed = attempt(text)
      if (parsed !== undefined) expect<unknown>(parseConfigValue(parsed)).toEqual(parsed)
    }),
    { numRuns: propertyRuns(1500) },
  )
})

test('stops at the first limit or after 21 problems, for the largest hostile inputs', () => {
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
    const problems = new Problems()
    expect(() => parseConfig(text, problems)).toThrow(GatewayError)
    expect(problems.all.length).toBeLessThanOrEqual(21)
  }
})

test('a value given in memory is copied, and cycles are refused', () => {
  const params = { model: 'a' }
  const parsed = parseConfigValue({ ...OPENAI, override_params: params })
  params.model = 'b'
  expect(parsed.override_params?.['model']).toBe('a')
  const cycle: Record<string, unknown> = {}
  cycle['override_params'] = cycle
  expect(refusal(cycle).message).toContain('levels deep')
})

test('model is short for override_params.model, and may not contradict it', () => {
  const parsed = parseConfig('{"provider":"mock","model":"a","override_params":{"top_p":1}}')
  expect(parsed.override_params).toEqual({ top_p: 1, model: 'a' })
  expect(Object.keys(parsed)).toEqual(['provider', 'override_params'])
  expect(parseConfig('{"provider":"mock","model":"a"}').override_params).toEqual({ model: 'a' })
  expect(parseConfig('{"provider":"mock","model":"a","override_params":{"model":"a"}}').override_params).toEqual({
    model: 'a',
  })
  const nested = parseConfig('{"strategy":{"mode":"single"},"targets":[{"provider":"mock","model":"b"}]}')
  expect(nested.targets?.[0]?.override_params).toEqual({ model: 'b' })
  const bad = '{"provider":"mock","model":"a","override_params":{"model":"b"}}'
  expect(() => parseConfig(bad)).toThrow('model: contradicts override_params.model.')
  expect(() => parseConfig('{"provider":"mock","model":7}')).toThrow('unknown key "model"')
})
