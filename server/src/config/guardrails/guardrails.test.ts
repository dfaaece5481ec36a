import { expect, test } from 'bun:test'
import { GatewayError } from '../../core/errors.ts'
import { DEFAULT_ACTIONS, type GuardrailSpec } from '../../core/guardrails/guardrails.ts'
import type { Guardrail } from '../../guardrails/guardrail.ts'
import { NOTHING_STORED, type RootDefaults } from '../compilation.ts'
import { compile } from '../compile.ts'
import { parseConfig } from '../parse-config.ts'
import type { Plan, Route, Target } from '../plan.ts'
import { headerEntries } from './header-guardrails.ts'

const ROOT: RootDefaults = {
  provider: 'mock',
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
const WORDS = { words: ['x'], operator: 'none' }
const MOCK = { provider: 'mock' }

/** A workspace with one saved guardrail, `pg-1`, whose checks look at requests and responses. */
const SAVED: Guardrail = {
  spec: {
    id: 'pg-1',
    versionId: 'v1',
    source: 'config',
    checks: [{ id: 'default.contains', parameters: WORDS, isEnabled: true }],
    actions: { ...DEFAULT_ACTIONS, async: true, deny: true },
  },
  checks: [],
}

function planOf(config: object, root: Partial<RootDefaults> = {}): Plan {
  const find = (name: string, versionId: string | null) =>
    name === 'pg-1' && (versionId ?? 'v1') === 'v1' ? SAVED : undefined
  const guardrails = { find, defaults: { input: [], output: [] } }
  return compile(parseConfig(JSON.stringify(config)), { ...ROOT, ...root }, { ...NOTHING_STORED, guardrails })
}

function targetsOf(route: Route): Target[] {
  return route.kind === 'target' ? [route.target] : route.routes.flatMap(targetsOf)
}

function specs(config: object, side: 'input' | 'output' = 'input'): readonly GuardrailSpec[] {
  return targetsOf(planOf(config).route)[0]?.guardrails?.[side].map(({ spec }) => spec) ?? []
}

function refusal(config: object, root: Partial<RootDefaults> = {}): GatewayError {
  try {
    planOf(config, root)
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
  throw new Error('The config was accepted.')
}

test('a target without guardrails has null', () => {
  expect(targetsOf(planOf({}).route)[0]?.guardrails).toBeNull()
  expect(targetsOf(planOf({ input_guardrails: [] }).route)[0]?.guardrails).toBeNull()
})

test('a string and an object with an id name a saved guardrail, whose actions an object can change', () => {
  const entries = ['pg-1', { id: 'pg-1' }, { id: 'pg-1', deny: false, async: false, sequential: true }]
  const found = specs({ input_guardrails: entries })
  expect(found.map(({ id, versionId }) => [id, versionId])).toEqual(entries.map(() => ['pg-1', 'v1']))
  expect(found.map(({ actions }) => [actions.deny, actions.async, actions.sequential])).toEqual([
    [true, true, false],
    [true, true, false],
    [false, false, true],
  ])
  expect(specs({ after_request_hooks: [{ type: 'guardrail', id: 'pg-1' }] }, 'output')).toHaveLength(1)
})

test('the short form: other keys than those of a guardrail are checks', () => {
  const [spec] = specs({
    input_guardrails: [
      { 'default.contains': WORDS, wordCount: { maxWords: 9, is_enabled: false }, deny: true, onFail: null },
    ],
  })
  expect(spec).toEqual({
    id: 'input_guardrails[0]',
    versionId: null,
    source: 'config',
    checks: [
      { id: 'default.contains', parameters: WORDS, isEnabled: true },
      { id: 'default.wordCount', parameters: { maxWords: 9 }, isEnabled: false },
    ],
    actions: { ...DEFAULT_ACTIONS, deny: true },
  })
})

test('the long form, in snake_case and in camelCase', () => {
  const feedback = { value: 1, weight: 0.5, metadata: { user: 'a', isTest: true } }
  const hook = {
    type: 'guardrail',
    id: 'mine',
    checks: [{ id: 'default.regexMatch', parameters: { rule: 'a', not: true }, is_enabled: true, name: 'shown' }],
    deny: true,
    async: false,
    sequential: true,
    on_success: { feedback },
    on_failure: { feedback: {} },
    soft_deny: true,
    shadow: true,
    fail_on_error: false,
    strip_scaffolding: true,
    messages: 'last',
  }
  const [spec] = specs({ before_request_hooks: [hook] })
  expect(spec?.id).toBe('mine')
  expect(spec?.actions).toEqual({
    deny: true,
    async: false,
    sequential: true,
    softDeny: true,
    shadow: true,
    failOnError: false,
    stripScaffolding: true,
    messages: 'last',
    onSuccess: { value: 1, weight: 0.5, metadata: { user: 'a', isTest: 'true' } },
    onFail: { value: -5, weight: 1, metadata: null },
  })
  const { on_success, on_failure, soft_deny, fail_on_error, strip_scaffolding, checks, ...same } = hook
  const camel = {
    ...same,
    onSuccess: on_success,
    onFailure: on_failure,
    softDeny: soft_deny,
    failOnError: fail_on_error,
    stripScaffolding: strip_scaffolding,
    checks: checks.map(({ is_enabled, ...check }) => ({ ...check, isEnabled: is_enabled })),
  }
  expect(specs({ beforeRequestHooks: [camel] })).toEqual([spec!])
})

test('parameters are kept as they are written', () => {
  const schema = { type: 'object', properties: { requestTimeout: { type: 'string' } } }
  const [spec] = specs({ outputGuardrails: [{ jsonSchema: { schema, is_enabled: false } }] }, 'output')
  expect(spec?.checks[0]?.parameters).toEqual({ schema })
})

test('parameters as the documentation of Portkey spells them', () => {
  const found = specs({
    input_guardrails: [
      { checks: [{ id: 'default.regexMatch', parameters: { regex: 'test' } }] },
      { regexMatch: { regex: ['test'], not: true } },
      { contains: { ...WORDS, not: false } },
    ],
  })
  expect(found.map(({ checks }) => checks[0]?.parameters)).toEqual([
    { rule: 'test' },
    { rule: 'test', not: true },
    WORDS,
  ])
  expect(refusal({ input_guardrails: [{ contains: { ...WORDS, not: true } }] }).param).toBe(
    'input_guardrails[0].contains.not',
  )
})

test('the lists of a side run in order: hooks, guardrails, mutators', () => {
  const ids = specs({
    input_mutators: [{ id: 'third', regexReplace: { rule: 'a' } }],
    input_guardrails: [{ id: 'second', wordCount: {} }],
    before_request_hooks: [{ id: 'first', checks: [{ id: 'wordCount' }] }],
  }).map(({ id }) => id)
  expect(ids).toEqual(['first', 'second', 'third'])
})

test('the lists of a target replace all lists of that side around it, and no list of the other side', () => {
  const named = (id: string) => [{ id, wordCount: {} }]
  const { route } = planOf({
    strategy: { mode: 'fallback' },
    before_request_hooks: named('outer hook'),
    input_guardrails: named('outer input'),
    output_guardrails: named('outer output'),
    targets: [{ ...MOCK, input_guardrails: named('inner') }, { ...MOCK, output_guardrails: [] }, MOCK],
  })
  const ids = targetsOf(route).map(({ guardrails }) => [
    guardrails?.input.map(({ spec }) => spec.id),
    guardrails?.output.map(({ spec }) => spec.id),
  ])
  expect(ids).toEqual([
    [['inner'], ['outer output']],
    [['outer hook', 'outer input'], []],
    [['outer hook', 'outer input'], ['outer output']],
  ])
})

test('targets that inherit guardrails share what was compiled', () => {
  const { route } = planOf({
    strategy: { mode: 'fallback' },
    input_guardrails: [{ regexMatch: { rule: 'a{100}', not: true } }],
    targets: Array.from({ length: 100 }, () => MOCK),
  })
  const compiled = new Set(targetsOf(route).flatMap(({ guardrails }) => guardrails?.input ?? []))
  expect(compiled.size).toBe(1)
})

const PROBLEMS: readonly (readonly [name: string, config: object, param: string, text: string])[] = [
  ['a list that is none', { input_guardrails: 'pg-1' }, 'input_guardrails', 'a list of guardrails'],
  ['an entry that is a number', { input_guardrails: [1] }, 'input_guardrails[0]', 'the id of a saved guardrail'],
  ['an empty name', { input_guardrails: [' '] }, 'input_guardrails[0]', 'the id of a saved guardrail'],
  ['an empty entry', { input_guardrails: [{}] }, 'input_guardrails[0]', 'names no check'],
  ['only actions', { input_guardrails: [{ deny: true }] }, 'input_guardrails[0]', 'names no check'],
  ['a flag as a string', { input_guardrails: [{ id: 'pg-1', deny: 'true' }] }, 'input_guardrails[0].deny', 'true or'],
  ['a misspelled key', { input_guardrails: [{ id: 'pg-1', dney: true }] }, 'input_guardrails[0].dney', 'deny'],
  ['another type', { input_guardrails: [{ type: 'x', wordCount: {} }] }, 'input_guardrails[0].type', '"guardrail"'],
  ['no checks', { input_guardrails: [{ checks: [] }] }, 'input_guardrails[0].checks', '1 to 32 checks'],
  [
    'a check without id',
    { input_guardrails: [{ checks: [{ parameters: {} }] }] },
    'input_guardrails[0].checks[0].id',
    'the id of a check',
  ],
  [
    'an unknown key of a check',
    { input_guardrails: [{ checks: [{ id: 'wordCount', params: {} }] }] },
    'input_guardrails[0].checks[0].params',
    'parameters',
  ],
  [
    'wrong parameters in the long form',
    {
      targets: [{ ...MOCK, before_request_hooks: [{ checks: [{ id: 'wordCount', parameters: { maxWords: 'x' } }] }] }],
    },
    'targets[0].before_request_hooks[0].checks[0].parameters.maxWords',
    'an integer',
  ],
  [
    'wrong parameters in the short form',
    { input_guardrails: [{ 'default.wordCount': { maxWords: 'x' } }] },
    'input_guardrails[0]["default.wordCount"].maxWords',
    'an integer',
  ],
  [
    'a lookahead',
    { input_guardrails: [{ regexMatch: { rule: 'a(?=b)' } }] },
    'input_guardrails[0].regexMatch.rule',
    'lookahead',
  ],
  [
    'an unknown check',
    { input_guardrails: [{ wordCuont: {} }] },
    'input_guardrails[0].wordCuont',
    'Did you mean "default.wordCount"?',
  ],
  [
    'a check of requests for the response',
    { output_guardrails: [{ modelWhitelist: { models: ['a'] } }] },
    'output_guardrails[0].modelWhitelist',
    'does not apply to responses',
  ],
  [
    'feedback out of range',
    { input_guardrails: [{ id: 'pg-1', on_fail: { feedback: { value: 11 } } }] },
    'input_guardrails[0].on_fail.feedback.value',
    '-10 to 10',
  ],
  [
    'on_fail and on_failure',
    { input_guardrails: [{ id: 'pg-1', on_fail: {}, on_failure: { feedback: {} } }] },
    'input_guardrails[0].on_failure',
    'another spelling of on_fail',
  ],
  [
    'a version of an inline guardrail',
    { input_guardrails: [{ wordCount: {}, guardrail_version_id: 'v' }] },
    'input_guardrails[0].guardrail_version_id',
    'saved guardrails only',
  ],
  ['17 guardrails', { input_guardrails: Array(17).fill('pg-1') }, 'input_guardrails', 'at most 16'],
]
for (const [name, config, param, text] of PROBLEMS) {
  test(`${name}: the error has the path and says what is expected`, () => {
    const error = refusal(config)
    expect([error.code, error.param]).toEqual(['config_invalid', param])
    expect(error.message).toContain(text)
  })
}

test('unknown guardrails, checks of partners and other mutators are refused by a code of their own', () => {
  expect(refusal({ input_guardrails: ['pg-2'] })).toMatchObject({
    code: 'guardrail_unknown',
    param: 'input_guardrails[0]',
  })
  const pinned = refusal({ input_guardrails: [{ id: 'pg-1', guardrail_version_id: 'v2' }] })
  expect(pinned.message).toContain('"pg-1" with version "v2"')
  for (const entry of [
    { checks: [{ id: 'javelin.guardrails' }], credentials: { apiKey: 'k' } },
    { checks: [{ id: 'javelin.guardrails' }] },
    { 'bedrock.guard': {} },
  ]) {
    const error = refusal({ input_guardrails: [entry] })
    expect(error.code).toBe('not_supported')
    expect(error.message).toContain('default.webhook')
  }
  expect(refusal({ input_mutators: [{ wordCount: {} }] }).code).toBe('not_supported')
})

test('checks, names and patterns are counted over all targets', () => {
  const targets = (entry: (i: number) => unknown, count: number) => ({
    strategy: { mode: 'fallback' },
    targets: Array.from({ length: count }, (_, i) => ({ ...MOCK, input_guardrails: [entry(i)] })),
  })
  const many = (i: number) => ({ checks: Array.from({ length: 10 }, () => ({ id: 'wordCount' })), id: `g${i}` })
  expect(refusal(targets(many, 13)).message).toContain('more than 128 checks in all')
  expect(refusal(targets((i) => `pg-${i + 10}`, 65)).message).toContain('more than 64 saved guardrails')
  const large = (i: number) => ({ regexMatch: { rule: `a{1000}${i}`, not: true } })
  expect(refusal(targets(large, 10)).message).toContain('instructions together')
})

test('a header holds ids, a JSON list, or one guardrail', () => {
  const namesIn = (text: string) =>
    headerEntries({ inputGuardrails: text, outputGuardrails: null }, 'input').map((entry) =>
      entry.kind === 'saved' ? entry.name : entry.spec.checks.map(({ id }) => id).join(),
    )
  expect(namesIn('pg-1, pg-2')).toEqual(['pg-1', 'pg-2'])
  expect(namesIn('["pg-1", {"id": "pg-2", "onFail": null}]')).toEqual(['pg-1', 'pg-2'])
  expect(namesIn('[{"deny": true, "isEnabled": {}, "wordCount": {}}]')).toEqual(['default.isEnabled,default.wordCount'])
  expect(namesIn('{"regexMatch": {"rule": "a"}}')).toEqual(['default.regexMatch'])
  expect(headerEntries({ inputGuardrails: null, outputGuardrails: 'a' }, 'input')).toEqual([])
})

test('a wrong header is named in the error', () => {
  for (const text of ['[', '[{"deny":"x","id":"a"}]', '["a","b",]', `[${'"a",'.repeat(20)}"a"]`]) {
    const error = refusal({}, { outputGuardrails: text })
    expect(error).toMatchObject({ code: 'invalid_header', param: 'x-gateway-default-output-guardrails' })
  }
})
