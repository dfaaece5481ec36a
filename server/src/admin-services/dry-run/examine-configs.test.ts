import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { DEFAULT_SEMANTIC_RULES } from '../../config/semantic-rules.ts'
import type { DryOutcome, DryRequest, DryRun } from '../../core/configs/config-examiner.ts'
import { GatewayError } from '../../core/errors.ts'
import type { LiveVirtualKey } from '../../gateway/stored/virtual-keys.ts'
import { ExamineConfigs } from './examine-configs.ts'
import { SAMPLE_REQUEST, WITHOUT_GUARDRAILS } from './sample-request.ts'

const HOME = { organisationId: 'o', workspaceId: 'w' }
const IDLE_MS = 600_000
const MAX_CALLS = 20

const live = (slug: string, count: number): LiveVirtualKey => ({
  id: `id-${slug}`,
  slug,
  workspaceId: 'w',
  provider: 'openai',
  settings: {},
  customHost: null,
  isHostTrusted: false,
  isDisabled: false,
  expiresAtMs: null,
  integration: null,
  limits: { usageLimit: null, rateLimits: [] },
  credentials: Array.from({ length: count }, (_, i) => ({
    id: `${slug}-${i}`,
    rotationId: `${slug}-${i}`,
    hint: 'sk…',
    secret: null,
    settings: {},
    headers: null,
    references: null,
    weight: 1,
  })),
})

const grant = (more: object) => ({
  ...{ id: 'i', slug: 'central', isOpen: true, limits: { usageLimit: null, rateLimits: [] } },
  ...{ allowsAllModels: false, exceptions: new Set(['gpt-4o']) },
  ...more,
})

const KEYS = new Map(
  [
    live('team', 1),
    live('three', 3),
    { ...live('some', 1), integration: grant({}) },
    { ...live('closed', 1), integration: grant({ isOpen: false }) },
    { ...live('off', 1), isDisabled: true },
    { ...live('old', 1), expiresAtMs: 1 },
  ].map((key) => [key.slug, key]),
)
const examiner = new ExamineConfigs(
  {
    find: (workspaceId, slug) =>
      workspaceId === 'w' ? (KEYS.get(slug) ?? [...KEYS.values()].find((key) => key.id === slug)) : undefined,
  },
  WITHOUT_GUARDRAILS,
  {
    find: () => {
      throw new GatewayError('prompt_unknown')
    },
    slugs: async () => [],
  },
  { priceOf: () => null },
  { idleTimeoutMs: IDLE_MS, maxCalls: MAX_CALLS, semanticRules: DEFAULT_SEMANTIC_RULES },
)

const outcome = (end: DryOutcome['end'], more: Partial<DryOutcome> = {}): DryOutcome => ({
  end,
  durationMs: 0,
  retryAfterMs: null,
  ...more,
})

type Ends = Readonly<Record<string, readonly (DryOutcome['end'] | DryOutcome)[]>>

function explain(config: unknown, ends: Ends = {}, more: Partial<DryRequest> = {}): Promise<DryRun> {
  const outcomes = Object.entries(ends).map(
    ([name, list]) => [name, list.map((end) => (typeof end === 'object' ? end : outcome(end)))] as const,
  )
  return examiner.explain(HOME, JSON.stringify(config), { ...SAMPLE_REQUEST, outcomes: new Map(outcomes), ...more })
}

const timeline = ({ decisions }: DryRun) =>
  decisions.map(({ kind, target, reason }) => `${kind} ${target ?? '-'}: ${reason}`)

const MOCK = { provider: 'mock' }
const fallback = (...targets: object[]) => ({ strategy: { mode: 'fallback' }, targets })

test('lists retries and fallbacks like a log, in virtual time', async () => {
  const config = fallback({ ...MOCK, retry: { attempts: 1 } }, { ...MOCK, request_timeout: 500 }, MOCK)
  const run = await explain(config, { 'targets[0]': [503, 'network'], 'config.targets[1]': ['timeout'] })
  expect(timeline(run)).toEqual([
    'attempt config.targets[0]: returned 503',
    'wait config.targets[0]: status 503: retry 1 after 750 ms',
    'attempt config.targets[0]: upstream_unreachable: The provider could not be reached.',
    'fallback config.targets[0]: upstream_unreachable falls back to config.targets[1]',
    'attempt config.targets[1]: request_timeout: Request timeout: mock did not respond within 500 ms.',
    'fallback config.targets[1]: request_timeout falls back to config.targets[2]',
    'attempt config.targets[2]: returned 200',
  ])
  expect([run.status, run.target, run.durationMs]).toEqual([200, 'config.targets[2]', 1250])
  expect(
    run.attempts.map(({ target, retry, status, error, startMs }) => [target, retry, status, error, startMs]),
  ).toEqual([
    ['config.targets[0]', 0, 503, null, 0],
    ['config.targets[0]', 1, null, 'upstream_unreachable', 750],
    ['config.targets[1]', 0, null, 'request_timeout', 750],
    ['config.targets[2]', 0, 200, null, 1250],
  ])
})

test('the last outcome of a list repeats, and targets may be named', async () => {
  const config = { ...MOCK, name: 'only', retry: { attempts: 3 } }
  const run = await explain(config, { only: [500, 503] })
  expect(run.attempts.map((attempt) => attempt.status)).toEqual([500, 503, 503, 503])
  expect(run.status).toBe(503)
})

test('Retry-After, durations and idle timeouts run in virtual time', async () => {
  const retry = { attempts: 1, use_retry_after_headers: true }
  const asked = await explain(
    { ...MOCK, retry },
    { config: [outcome(429, { retryAfterMs: 20_000, durationMs: 30 }), 200] },
  )
  expect(asked.durationMs).toBe(20_030)
  const silent = await explain(MOCK, { config: ['timeout'] })
  expect([silent.error?.code, silent.durationMs]).toEqual(['upstream_idle', IDLE_MS])
  const slow = await explain({ ...MOCK, request_timeout: 100 }, { config: [outcome(200, { durationMs: 101 })] })
  expect([slow.status, slow.error?.code]).toEqual([408, 'request_timeout'])
})

test('an open circuit is skipped, and the error says when all are open', async () => {
  const cb_config = { failure_threshold: 1_000_000, cooldown_interval: 30_000 }
  const config = fallback({ ...MOCK, cb_config }, { ...MOCK, cb_config })
  const one = await explain(config, {}, { circuits: new Map([['targets[0]', 'open']]) })
  expect([one.target, one.attempts.length]).toEqual(['config.targets[1]', 1])
  const all = new Map([
    ['targets[0]', 'open'],
    ['targets[1]', 'open'],
  ] as const)
  const none = await explain(config, {}, { circuits: all })
  expect([none.status, none.error?.code, none.target]).toEqual([503, 'circuit_open', null])
  expect(timeline(none).at(-1)).toStartWith('refused -: circuit_open')
  const probe = await explain(config, {}, { circuits: new Map([['targets[0]', 'half_open']]) })
  expect(timeline(probe)[0]).toBe('breaker config.targets[0]: the cooldown is over: this attempt is the probe')
})

test('conditions and load balancing use the given request', async () => {
  // biome-ignore lint/suspicious/noThenProperty: the wire name of the key.
  const conditions = [{ query: { 'params.model': 'gpt-4o' }, then: 'b' }]
  const targets = [
    { ...MOCK, name: 'a' },
    { ...MOCK, name: 'b' },
  ]
  const chosen = await explain({ strategy: { mode: 'conditional', conditions, default: 'a' }, targets })
  expect(chosen.target).toBe('config.targets[1]')
  const drawn = (random: number) => explain({ strategy: { mode: 'loadbalance' }, targets }, {}, { random })
  expect((await drawn(0.1)).target).toBe('config.targets[0]')
  expect((await drawn(0.9)).target).toBe('config.targets[1]')
})

test('lists the credential and model of each call', async () => {
  const config = fallback({ override_params: { model: '@team/gpt-5' } }, { passthrough: true })
  const run = await explain(config, { 'targets[0]': [500] }, { params: { model: '@three/claude' } })
  expect(run.attempts.map(({ virtualKey, model }) => [virtualKey, model])).toEqual([
    ['team', 'gpt-5'],
    ['three', 'claude'],
  ])
})

test('a model that the integration does not serve is refused before the cache, and a fallback may follow', async () => {
  const cache = { mode: 'simple' }
  expect(await explain({ virtual_key: 'some', cache }, {}, { cacheHits: 'everywhere' })).toMatchObject({ status: 200 })
  const named = await explain({ virtual_key: 'some', cache, override_params: { model: 'o3' } }, {}, HIT)
  const message = 'The model "o3" is not enabled on the integration "central".'
  expect(named).toMatchObject({
    status: 412,
    target: null,
    attempts: [],
    error: { code: 'model_not_allowed', message },
  })
  expect(timeline(named)).toEqual([`attempt config: model_not_allowed: ${message}`])
  const two = await explain(fallback({ virtual_key: 'some', override_params: { model: 'o3' } }, MOCK))
  expect([two.status, two.target, two.error]).toEqual([200, 'config.targets[1]', null])
  const unnamed = await explain({ virtual_key: 'some' }, {}, { params: {} })
  expect(unnamed.error?.message).toContain('the model of this request is not known')
})

const HIT: Partial<DryRequest> = { cacheHits: 'everywhere' }

test.each([
  ['closed', 'integration_not_allowed', 'This workspace has no access to the integration "central"'],
  ['off', 'virtual_key_disabled', 'disabled'],
  ['old', 'virtual_key_expired', 'expired at 1970-01-01'],
])('the virtual key "%s" ends the plan with %s', async (slug, code, words) => {
  const run = await explain(fallback({ virtual_key: slug }, MOCK), {}, HIT)
  expect(run).toMatchObject({ target: null, attempts: [], error: { code } })
  expect(run.error?.message).toContain(words)
})

test('a misspelled target is refused', async () => {
  const refused = await explain(fallback(MOCK, MOCK), { 'target[0]': [503] }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(GatewayError)
  expect(refused).toMatchObject({ code: 'invalid_body', param: 'outcomes' })
  expect((refused as GatewayError).message).toContain('Did you mean "targets[0]"?')
})

test('checks report every problem with its path, and names that do not exist', async () => {
  const check = (config: unknown) => examiner.check(HOME, typeof config === 'string' ? config : JSON.stringify(config))
  const paths = async (config: unknown) => (await check(config)).problems.map(({ code, path }) => [code, path])
  expect(await paths({ provider: 'mock', retry: { attempts: 'x' }, weigth: 1 })).toEqual([
    ['config_invalid', 'retry.attempts'],
    ['config_invalid', 'weigth'],
  ])
  expect(await paths({ weigth: 1, default_input_guardrails: [] })).toEqual([
    ['not_supported', 'default_input_guardrails'],
    ['config_invalid', 'weigth'],
  ])
  expect(
    await paths(fallback({ virtual_key: 'gone' }, { provider: '@team' }, { override_params: { model: '@no/m' } })),
  ).toEqual([
    ['config_reference_unknown', 'targets[0].virtual_key'],
    ['config_reference_unknown', 'targets[2].override_params.model'],
  ])
  expect(await paths(fallback({ provider: 'opnai', api_key: 'k' }))).toEqual([
    ['provider_unknown', 'targets[0].provider'],
  ])
  expect(await paths('{"provider":')).toEqual([['config_invalid', 'config']])
  expect(await paths({ api_key: 'sk-1' })).toEqual([['config_invalid', 'provider']])
  expect(await paths({ virtual_key: 'id-team' })).toEqual([['config_reference_unknown', 'virtual_key']])
  for (const fine of [
    {},
    { retry: { attempts: 1 } },
    { override_params: { model: '@cf/meta' } },
    { virtual_key: 'three' },
  ])
    expect(await paths(fine)).toEqual([])
  expect(await paths(fallback({ passthrough: true }))).toEqual([])
  const { problems, warnings } = await check({ ...MOCK, retry: { attempts: 9 } })
  expect([problems, warnings]).toEqual([[], ['retry.attempts: 9 is cut to 5.']])
  expect((await examiner.check({ ...HOME, workspaceId: 'other' }, '{"virtual_key":"team"}')).problems).toHaveLength(1)
})

test('the worst case counts retries, waits, time limits, and every provider key behind a virtual key', async () => {
  const retry = { attempts: 2 }
  expect((await explain({ ...MOCK, retry, request_timeout: 1000 })).worst).toEqual({
    calls: 3,
    durationMs: 6000,
    waitMs: 3000,
    costNanoUsd: null,
  })
  expect((await explain({ ...MOCK, retry: { ...retry, use_retry_after_headers: true } })).worst).toEqual({
    calls: 3,
    durationMs: null,
    waitMs: 120_000,
    costNanoUsd: null,
  })
  expect((await explain(fallback({ virtual_key: 'three', retry }, MOCK))).worst.calls).toBe(10)
  const stuck = { strategy: { mode: 'fallback', on_status_codes: [] }, targets: [{ ...MOCK, retry }, MOCK, MOCK] }
  expect((await explain(stuck)).worst.calls).toBe(3)
})

const endArbitrary = fc.oneof(
  fc.constantFrom<DryOutcome['end']>('timeout', 'network', 'broken'),
  fc.constantFrom(200, 400, 401, 408, 429, 500, 502, 503, 504, 529),
)
const outcomeArbitrary = fc.record({
  end: endArbitrary,
  durationMs: fc.integer({ min: 0, max: 3_000 }),
  retryAfterMs: fc.option(fc.integer({ min: 0, max: 90_000 })),
})
const leafArbitrary = fc.record(
  {
    provider: fc.constant('mock'),
    retry: fc.record(
      {
        attempts: fc.integer({ min: 0, max: 6 }),
        use_retry_after_headers: fc.boolean(),
        on_status_codes: fc.subarray([408, 429, 500, 503]),
      },
      { requiredKeys: ['attempts'] },
    ),
    request_timeout: fc.integer({ min: 1, max: 2_000 }),
    on_status_codes: fc.subarray([408, 429, 502, 503]),
    cb_config: fc.constant({ failure_threshold: 1, cooldown_interval: 30_000 }),
  },
  { requiredKeys: ['provider'] },
)
const { config: configArbitrary } = fc.letrec<{ config: object }>((tie) => ({
  config: fc.oneof(
    { maxDepth: 2 },
    leafArbitrary,
    fc.record({
      strategy: fc.record({ mode: fc.constantFrom('fallback', 'loadbalance', 'single') }),
      targets: fc.array(tie('config'), { minLength: 1, maxLength: 3 }),
    }),
  ),
}))

test('a config that can exceed the call limit causes a warning, in the check and in the dry run', async () => {
  const targets = (count: number) => Array.from({ length: count }, () => MOCK)
  const warned = async (config: object) => {
    const checked = await examiner.check(HOME, JSON.stringify(config))
    expect(checked.problems).toEqual([])
    const explained = await explain(config)
    const own = (warnings: readonly string[]) => warnings.filter((one) => one.includes('GATEWAY_MAX_CALLS_PER_REQUEST'))
    expect(own(explained.warnings)).toEqual(own(checked.warnings))
    return { warnings: own(checked.warnings), worst: explained.worst.calls }
  }
  expect(await warned(fallback(...targets(MAX_CALLS)))).toEqual({ warnings: [], worst: MAX_CALLS })
  const over = await warned(fallback(...targets(MAX_CALLS + 1)))
  expect(over.worst).toBe(MAX_CALLS)
  expect(over.warnings).toEqual([
    `config: one request can make ${MAX_CALLS + 1} calls by this config; the gateway stops after ${MAX_CALLS} (GATEWAY_MAX_CALLS_PER_REQUEST).`,
  ])
  const retry = { attempts: 5, on_status_codes: [503] }
  const rotating = await warned(fallback({ virtual_key: 'three', retry }, { virtual_key: 'three', retry }))
  expect(rotating.warnings.join()).toContain('36 calls')
})

test('no run is ever worse than the worst case', async () => {
  const property = fc.asyncProperty(
    configArbitrary,
    fc.infiniteStream(outcomeArbitrary),
    fc.double({ min: 0, max: 0.999, noNaN: true }),
    async (config, outcomes, random) => {
      const all = { get: () => [...outcomes.take(8)], has: () => true, keys: () => [] as string[] }
      const run = await examiner.explain(HOME, JSON.stringify(config), {
        ...SAMPLE_REQUEST,
        random,
        outcomes: all as unknown as DryRequest['outcomes'],
      })
      expect(run.attempts.length).toBeLessThanOrEqual(run.worst.calls)
      const waitedMs = run.decisions.filter(({ kind }) => kind === 'wait').reduce((sum, row) => sum + row.durationMs, 0)
      expect(waitedMs).toBeLessThanOrEqual(run.worst.waitMs + 1e-6)
      if (run.worst.durationMs !== null) expect(run.durationMs).toBeLessThanOrEqual(run.worst.durationMs + 1e-6)
    },
  )
  await fc.assert(property, { numRuns: propertyRuns(300) })
})

const GUARD = { id: 'no-falcons', 'default.contains': { words: ['falcon'], operator: 'none' } }
const saying = (content: string) => ({ params: { model: 'm', messages: [{ role: 'user', content }] } })

test('input guardrails run on the given request, once for each target, and 446 can fall back', async () => {
  const config = fallback({ ...MOCK, input_guardrails: [{ ...GUARD, deny: true }], retry: { attempts: 2 } }, MOCK)
  const run = await explain(config, {}, saying('a falcon'))
  expect(timeline(run)).toEqual([
    'guardrail config.targets[0]: input guardrail no-falcons: default.contains failed, denied: word f******n in messages[0].content',
    'fallback config.targets[0]: status 446 falls back to config.targets[1]',
    'attempt config.targets[1]: returned 200',
  ])
  expect(run.guardrails.map(({ id, verdict, direction }) => [id, verdict, direction])).toEqual([
    ['no-falcons', false, 'input'],
  ])
  expect((await explain(config, {}, saying('a hawk'))).target).toBe('config.targets[0]')
})

test('a guardrail that does not deny makes the status 246, and one in shadow mode changes nothing', async () => {
  const status = async (more: object) =>
    (await explain({ ...MOCK, input_guardrails: [{ ...GUARD, ...more }] }, {}, saying('falcon'))).status
  expect(await status({})).toBe(246)
  expect(await status({ shadow: true, deny: true })).toBe(200)
  expect(await status({ async: true, deny: true })).toBe(200)
})

test('output guardrails run on the text of a given outcome', async () => {
  const config = { ...MOCK, output_guardrails: [{ ...GUARD, deny: true }] }
  const run = (text?: string) => explain(config, { config: [outcome(200, { text })] })
  expect((await run('a falcon')).status).toBe(446)
  expect((await run('a hawk')).status).toBe(200)
  expect(timeline(await run())).toContain(
    'guardrail config: output guardrail no-falcons: not run, because no text of the response is given',
  )
})

test('checks that call a service are named and not called', async () => {
  const hook = { id: 'ask', 'default.webhook': { webhookURL: 'https://guard.example' }, deny: true }
  const run = await explain({ ...MOCK, input_guardrails: [hook] }, {}, saying('x'))
  expect([run.status, ...timeline(run)]).toEqual([
    200,
    'guardrail config: input guardrail ask: default.webhook is not called in a dry run',
    'attempt config: returned 200',
  ])
})

test('a path that guardrails cannot check is refused', async () => {
  const config = { ...MOCK, input_guardrails: [{ ...GUARD, deny: true }] }
  const run = await explain(config, {}, { pathname: '/v1/batches' })
  expect([run.status, run.error?.code]).toEqual([400, 'guardrail_uncovered'])
})
