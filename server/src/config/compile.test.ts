import { expect, test } from 'bun:test'
import { GatewayError } from '../core/errors.ts'
import { NOT_SUCCESS, type StatusSet } from '../core/status-set.ts'
import { NOTHING_STORED, type RootDefaults, type StoredObjects } from './compilation.ts'
import { compile, INHERITANCE } from './compile.ts'
import { parseConfigValue } from './parse-config.ts'
import type { Plan, Route, Target } from './plan.ts'

const ROOT: RootDefaults = {
  provider: null,
  virtualKey: null,
  modelKey: null,
  customHost: null,
  timeoutMs: null,
  forwardHeaders: null,
  settings: {},
  hasCallerCredential: false,
  inputGuardrails: null,
  outputGuardrails: null,
}

const MOCK = { provider: 'mock' }
const OPENAI = { provider: 'openai', api_key: 'sk-1' }
const CIRCUIT = { failure_threshold: 3, cooldown_interval: 30_000 }

// biome-ignore lint/suspicious/noThenProperty: the wire name of the key.
const when = (query: object, target: string) => ({ query, then: target })

function plan(config: unknown, root: Partial<RootDefaults> = {}, stored: StoredObjects = NOTHING_STORED): Plan {
  return compile(parseConfigValue(config), { ...ROOT, ...root }, stored)
}

function refusal(config: unknown, root: Partial<RootDefaults> = {}): GatewayError {
  try {
    plan(config, root)
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
  throw new Error(`was not refused: ${JSON.stringify(config)}`)
}

function leaves(route: Route): Target[] {
  return route.kind === 'target' ? [route.target] : route.routes.flatMap(leaves)
}

function only(compiled: Plan): Target {
  return leaves(compiled.route)[0]!
}

function statuses(set: StatusSet | undefined): number[] {
  return Array.from({ length: 500 }, (_, i) => i + 100).filter((status) => set?.has(status))
}

function group<Kind extends Route['kind']>(compiled: Plan, kind: Kind): Extract<Route, { kind: Kind }> {
  if (compiled.route.kind !== kind) throw new Error(`is a ${compiled.route.kind}, not a ${kind}`)
  return compiled.route as Extract<Route, { kind: Kind }>
}

/** Per key: the outer value, the inner value, how to read it from a target, and the expected results. */
type Row = { outer: unknown; inner: unknown; read: (target: Target) => unknown; outerAlone: unknown; both: unknown }

const FROM_A_PARENT: Record<string, Row> = {
  override_params: {
    outer: { model: 'a', seed: 1 },
    inner: { model: 'b', user: 'u' },
    read: (target) => Object.fromEntries(target.changes?.overrides ?? []),
    outerAlone: { model: 'a', seed: 1 },
    both: { model: 'b', seed: 1, user: 'u' },
  },
  default_params: {
    outer: { n: 1, stop: ['x'] },
    inner: { stop: ['y'] },
    read: (target) => Object.fromEntries(target.changes?.defaults ?? []),
    outerAlone: { n: 1, stop: ['x'] },
    both: { n: 1, stop: ['y'] },
  },
  drop_params: {
    outer: ['user', 'a[0].b'],
    inner: ['seed', 'user'],
    read: (target) => target.changes?.drops,
    outerAlone: [['user'], ['a', 0, 'b']],
    both: [['user'], ['a', 0, 'b'], ['seed']],
  },
  retry: {
    outer: { attempts: 2, on_status_codes: [418], use_retry_after_headers: true },
    inner: { attempts: 1 },
    read: (target) => [target.retry?.attempts, target.retry?.useRetryAfter, statuses(target.retry?.on)],
    outerAlone: [2, true, [418]],
    both: [1, false, [429, 500, 502, 503, 504, 529]],
  },
  cache: {
    outer: { mode: 'semantic', max_age: 60 },
    inner: { mode: 'simple' },
    read: (target) => target.cache,
    outerAlone: { mode: 'semantic', maxAgeMs: 60_000, threshold: 0.95, isShadow: false },
    both: { mode: 'simple', maxAgeMs: 604_800_000, threshold: 0.95, isShadow: false },
  },
  cb_config: {
    outer: { ...CIRCUIT, failure_status_codes: [429] },
    inner: { failure_threshold: 9, cooldown_interval: 40_000 },
    read: (target) => [
      target.circuit?.failureThreshold,
      target.circuit?.cooldownMs,
      statuses(target.circuit?.failures)[0],
    ],
    outerAlone: [3, 30_000, 429],
    both: [9, 40_000, 501],
  },
  request_timeout: { outer: 100, inner: 200, read: (target) => target.timeoutMs, outerAlone: 100, both: 200 },
  connect_timeout: { outer: 100, inner: 200, read: (target) => target.connectTimeoutMs, outerAlone: 100, both: 200 },
  custom_host: {
    outer: 'http://outer/v1/',
    inner: 'http://inner/v1',
    read: (target) => target.customHost,
    outerAlone: 'http://outer/v1',
    both: 'http://inner/v1',
  },
  forward_headers: {
    outer: ['X-Outer'],
    inner: ['X-Inner'],
    read: (target) => target.forwardHeaders,
    outerAlone: ['x-outer'],
    both: ['x-inner'],
  },
  ...Object.fromEntries(
    (['input', 'output'] as const).flatMap((side) =>
      (side === 'input'
        ? ['input_guardrails', 'before_request_hooks', 'input_mutators']
        : ['output_guardrails', 'after_request_hooks', 'output_mutators']
      ).map((key) => [
        key,
        {
          outer: [{ id: 'outer', regexReplace: { rule: 'a' } }],
          inner: [{ id: 'inner', regexReplace: { rule: 'b' } }],
          read: (target: Target) => target.guardrails?.[side].map(({ spec }) => spec.id),
          outerAlone: ['outer'],
          both: ['inner'],
        },
      ]),
    ),
  ),
}

for (const [key, row] of Object.entries(FROM_A_PARENT)) {
  test(`a target inherits ${key} from any enclosing config`, () => {
    const target = only(
      plan({
        strategy: { mode: 'single' },
        [key]: row.outer,
        targets: [{ strategy: { mode: 'single' }, targets: [MOCK] }],
      }),
    )
    expect(row.read(target)).toEqual(row.outerAlone)
  })
  test(`${key} of a target ${key.endsWith('_params') ? 'is merged with' : 'replaces'} that of the enclosing config`, () => {
    const compiled = plan({
      strategy: { mode: 'fallback' },
      [key]: row.outer,
      targets: [{ ...MOCK, [key]: row.inner }, MOCK],
    })
    const [first, second] = leaves(compiled.route)
    expect(row.read(first!)).toEqual(row.both)
    expect(row.read(second!)).toEqual(row.outerAlone)
  })
}

test('the table above covers every inherited key that a target shows', () => {
  const inherited = Object.entries(INHERITANCE).flatMap(([key, rule]) => (rule === 'own' ? [] : [key]))
  // The table has no row for strict_open_ai_compliance.
  expect([...Object.keys(FROM_A_PARENT), 'strict_open_ai_compliance'].sort()).toEqual(inherited.sort())
})

test('provider, credential, name and weight are never inherited', () => {
  const compiled = plan({
    ...OPENAI,
    name: 'outer',
    weight: 7,
    strategy: { mode: 'loadbalance' },
    targets: [MOCK, { ...MOCK, weight: 2 }],
  })
  expect(group(compiled, 'loadbalance').weights).toEqual([1, 2])
  for (const target of leaves(compiled.route)) {
    expect([target.provider.slug, target.name, target.credential]).toEqual(['mock', null, { kind: 'none' }])
  }
  expect(compiled.warnings).toEqual([
    'provider: ignored next to strategy: each target names its own provider.',
    'api_key: ignored next to strategy: each target names its own provider.',
  ])
})

test('host, timeout and forwarded headers from request headers override every level of the config', () => {
  const config = {
    strategy: { mode: 'single' },
    request_timeout: 1,
    targets: [{ ...MOCK, request_timeout: 2, custom_host: 'http://inner', forward_headers: ['a'] }],
  }
  const target = only(
    plan(config, { customHost: 'http://header/v1/', timeoutMs: 9_999_999_999, forwardHeaders: ['b'] }),
  )
  expect([target.customHost, target.timeoutMs, target.forwardHeaders]).toEqual(['http://header/v1', 2 ** 31 - 1, ['b']])
  expect(refusal(MOCK, { customHost: 'ftp://x' }).code).toBe('custom_host_invalid')
})

test('the strategy’s circuit breaker counts as the config’s, and the innermost one applies', () => {
  const compiled = plan({
    strategy: { mode: 'fallback', cb_config: CIRCUIT },
    targets: [
      MOCK,
      { ...MOCK, circuit_breaker: { ...CIRCUIT, failure_threshold: 8 } },
      { strategy: { mode: 'conditional', conditions: [when({}, 'x')] }, targets: [{ ...MOCK, name: 'x' }] },
    ],
  })
  expect(leaves(compiled.route).map((target) => target.circuit?.failureThreshold)).toEqual([3, 8, 3])
  const { failures } = leaves(compiled.route)[0]!.circuit!
  expect([500, 501, 503, 429].map((status) => failures.has(status))).toEqual([false, true, true, false])
})

test('config paths match the config as written', () => {
  const compiled = plan({
    strategy: { mode: 'fallback' },
    targets: [MOCK, { strategy: { mode: 'single' }, targets: [MOCK, OPENAI] }, MOCK],
  })
  expect(leaves(compiled.route).map((target) => target.configPath)).toEqual([
    'config.targets[0]',
    'config.targets[1].targets[0]',
    'config.targets[2]',
  ])
  expect(compiled.warnings).toEqual(['targets[1].targets: mode "single" uses the first only.'])
  expect(only(plan(MOCK)).configPath).toBe('config')
})

const TRIGGERS: readonly (readonly [what: string, config: object, expected: readonly (number | 'failure')[][]])[] = [
  ['everything but success', {}, [['failure'], ['failure']]],
  ['the strategy’s codes', { strategy: { mode: 'fallback', on_status_codes: [429] } }, [[429], [429]]],
  ['the config’s codes when the strategy has none', { on_status_codes: ['503'] }, [[503], [503]]],
  [
    'the strategy’s codes before the config’s',
    { strategy: { mode: 'fallback', on_status_codes: [429] }, on_status_codes: [503] },
    [[429], [429]],
  ],
  [
    'a target’s own codes for that target',
    { on_status_codes: [503], targets: [{ ...MOCK, on_status_codes: [418] }, MOCK] },
    [[418], [503]],
  ],
  ['no status for an empty list', { on_status_codes: [] }, [[], []]],
  [
    'not the codes an inner fallback has for itself',
    { targets: [{ strategy: { mode: 'fallback' }, on_status_codes: [418], targets: [MOCK] }] },
    [['failure']],
  ],
]

for (const [what, config, expected] of TRIGGERS) {
  test(`a fallback goes to the next target on ${what}`, () => {
    const { on } = group(plan({ strategy: { mode: 'fallback' }, targets: [MOCK, MOCK], ...config }), 'fallback')
    expect(on.map(statuses)).toEqual(
      expected.map((codes) => codes.flatMap((code) => (code === 'failure' ? statuses(NOT_SUCCESS) : [code]))),
    )
  })
}

test('sticky, also written sticky_session, is null if disabled and reads the body only for params', () => {
  const balanced = (sticky: object) => plan({ strategy: { mode: 'loadbalance', sticky }, targets: [MOCK] })
  expect(group(balanced({ enabled: false, ttl: 5 }), 'loadbalance').sticky).toBeNull()
  expect(group(balanced({ enabled: true }), 'loadbalance').sticky).toEqual({ hashFields: [], ttlMs: 3_600_000 })
  const session = plan({ strategy: { mode: 'loadbalance', sticky_session: { ttl: 60 } }, targets: [MOCK] })
  expect(group(session, 'loadbalance').sticky).toEqual({ hashFields: [], ttlMs: 60_000 })
  expect(balanced({ enabled: true, hash_fields: ['metadata.a'] }).readsParams).toBe(false)
  expect(balanced({ enabled: true, hash_fields: ['params.user'], ttl: 1.5 }).readsParams).toBe(true)
})

test('conditions have the index of the target they name', () => {
  const compiled = plan({
    strategy: { mode: 'conditional', conditions: [when({ 'params.model': 'x' }, 'b'), when({}, 'a')], default: 'c' },
    targets: ['a', 'b', 'c'].map((name) => ({ ...MOCK, name })),
  })
  const route = group(compiled, 'conditional')
  expect(route.conditions.map((condition) => [condition.then, condition.route, condition.text])).toEqual([
    ['b', 1, '{"params.model":"x"}'],
    ['a', 0, '{}'],
  ])
  expect([route.otherwise, compiled.readsParams]).toEqual([2, true])
})

test('a limit that is reduced to its maximum gives one warning with its config path', () => {
  const compiled = plan({
    strategy: { mode: 'fallback' },
    retry: { attempts: 9 },
    cache: { mode: 'simple', max_age: 9_000_000 },
    targets: [MOCK, MOCK],
  })
  expect(compiled.warnings).toEqual(['retry.attempts: 9 is cut to 5.', 'cache.max_age: 9000000 is cut to 7776000.'])
  expect(only(compiled).retry?.attempts).toBe(5)
  expect(only(compiled).cache?.maxAgeMs).toBe(7_776_000_000)
  expect(only(plan({ ...MOCK, retry: { attempts: 0 } })).retry).toBeNull()
})

test('an unknown provider is refused with its path and a suggestion', () => {
  const error = refusal({ strategy: { mode: 'fallback' }, targets: [MOCK, { provider: 'opnai', api_key: 'k' }] })
  expect([error.code, error.param]).toEqual(['provider_unknown', 'targets[1].provider'])
  expect(error.message).toBe('targets[1].provider: invalid provider "opnai". Did you mean "openai"?')
})

test('a provider checks its own settings, and settings of other providers are reported as unused', () => {
  const error = refusal({
    strategy: { mode: 'single' },
    targets: [{ provider: 'cloud-a', api_key: 'k', azureResourceName: 'evil.example/' }],
  })
  expect([error.code, error.param]).toEqual(['provider_settings_invalid', 'targets[0].cloud_a_resource_name'])
  const compiled = plan({ ...OPENAI, openai_project: 'p', aws_region: 'x' })
  expect(only(compiled).settings).toEqual({ openai_project: 'p' })
  expect(compiled.warnings).toEqual(['cloud_c_region: ignored, provider openai has no such setting.'])
})

test('the credential is api_key, else Authorization, and is masked when printed', () => {
  const revealed = (config: object) => {
    const { credential } = only(plan(config))
    return credential.kind === 'inline' ? credential.secret.reveal() : credential.kind
  }
  expect(revealed({ ...OPENAI, Authorization: 'Bearer other' })).toBe('sk-1')
  expect(revealed({ provider: 'azure-openai', Authorization: 'Bearer other' })).toBe('other')
  expect(revealed({ provider: 'azure-openai', cloud_a_ad_token: 't' })).toBe('none')
  expect(JSON.stringify(plan(OPENAI))).not.toContain('sk-1')
})

test('a stored credential sets provider, settings and host, and is resolved by name later', () => {
  const stored: StoredObjects = {
    ...NOTHING_STORED,
    findVirtualKey: (slug) =>
      slug === 'team'
        ? {
            slug: 'team',
            provider: 'openai',
            settings: { openai_project: 'p' },
            customHost: 'http://stored/v1',
            isHostTrusted: false,
          }
        : undefined,
  }
  for (const config of [{ virtual_key: 'team' }, { provider: '@team' }, { provider: '@team/gpt' }]) {
    const target = only(plan(config, {}, stored))
    expect([target.provider.slug, target.settings, target.credential, target.customHost]).toEqual([
      'openai',
      { openai_project: 'p' },
      { kind: 'virtual_key', slug: 'team' },
      'http://stored/v1',
    ])
  }
  expect(only(plan({ virtual_key: 'team', custom_host: 'http://own' }, {}, stored)).customHost).toBe('http://own')
  const passed = plan(
    { strategy: { mode: 'single' }, targets: [{ passthrough: true }] },
    { virtualKey: 'team' },
    stored,
  )
  expect(only(passed).credential).toEqual({ kind: 'virtual_key', slug: 'team' })
  const error = refusal({ strategy: { mode: 'single' }, targets: [{ virtual_key: 'gone' }] })
  expect([error.code, error.param]).toEqual(['virtual_key_unknown', 'targets[0].virtual_key'])
})

test('passthrough takes only a stored credential from the request', () => {
  const config = { strategy: { mode: 'single' }, targets: [{ passthrough: true }] }
  const error = refusal(config, { provider: 'openai', hasCallerCredential: true })
  expect([error.code, error.param]).toEqual(['provider_missing', 'targets[0].provider'])
})

test('the whole plan is frozen', () => {
  const compiled = plan({
    strategy: { mode: 'fallback' },
    override_params: { response_format: { type: 'json', list: [{ a: 1 }] } },
    retry: { attempts: 1 },
    cache: 'simple',
    cb_config: CIRCUIT,
    targets: [
      OPENAI,
      { strategy: { mode: 'loadbalance', sticky: { enabled: true } }, targets: [MOCK] },
      { strategy: { mode: 'conditional', conditions: [when({}, 'a')] }, targets: [{ ...MOCK, name: 'a' }] },
    ],
  })
  let seen = 0
  const visit = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return
    if (value instanceof Map) {
      for (const [key, member] of value) visit(member, `${path}.${key}`)
      return
    }
    seen += 1
    expect(`${path} ${Object.isFrozen(value)}`).toBe(`${path} true`)
    // Adapters, secrets and status sets do not belong to the plan.
    for (const [key, member] of Object.entries(value)) {
      if (!['provider', 'secret', 'on', 'failures'].includes(key)) visit(member, `${path}.${key}`)
    }
  }
  visit(compiled, 'plan')
  expect(seen).toBeGreaterThan(25)
})

test('a polluted prototype adds no key to a config', () => {
  const pollution = {
    retry: { attempts: 3 },
    cache: { mode: 'simple' },
    provider: 'openai',
    api_key: 'stolen',
    custom_host: 'http://evil',
    override_params: { model: 'evil' },
    cb_config: CIRCUIT,
    strategy: { mode: 'single' },
    targets: [MOCK],
    request_timeout: 1,
    weight: 0,
    name: 'evil',
  }
  const texts = [MOCK, { strategy: { mode: 'loadbalance' }, targets: [MOCK, MOCK] }]
  const clean = texts.map((config) => leaves(plan(config).route))
  for (const [key, value] of Object.entries(pollution)) {
    Object.defineProperty(Object.prototype, key, { value, configurable: true, enumerable: false })
  }
  let polluted: Target[][]
  try {
    polluted = texts.map((config) => leaves(plan(config).route))
  } finally {
    for (const key of Object.keys(pollution)) Reflect.deleteProperty(Object.prototype, key)
  }
  expect(polluted).toEqual(clean)
})
