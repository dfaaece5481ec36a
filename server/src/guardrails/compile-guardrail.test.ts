import { expect, test } from 'bun:test'
import { z } from 'zod'
import { DEFAULT_ACTIONS, type GuardrailSpec } from '../core/guardrails/guardrails.ts'
import { CHECK_CATALOGUE, findCheck, validateParameters } from './catalogue.ts'
import { COMPILERS, compileGuardrail } from './compile-guardrail.ts'

function guardrail(...checks: readonly (readonly [id: string, parameters?: Record<string, unknown>, on?: boolean])[]) {
  const spec: GuardrailSpec = {
    id: 'g',
    versionId: null,
    source: 'config',
    checks: checks.map(([id, parameters = {}, isEnabled = true]) => ({ id, parameters, isEnabled })),
    actions: DEFAULT_ACTIONS,
  }
  return compileGuardrail(spec, (path, reason) => {
    throw new Error(`${path}: ${reason}`)
  })
}

test('every check of the catalogue can be compiled, and every compiler is in the catalogue', () => {
  expect(Object.keys(COMPILERS).toSorted()).toEqual(CHECK_CATALOGUE.map(({ id }) => id).toSorted())
})

test('the parameters of every check can be shown as a JSON schema', () => {
  for (const { id, parameters } of CHECK_CATALOGUE) {
    expect([id, z.toJSONSchema(parameters, { io: 'input' }).type]).toEqual([id, 'object'])
  }
})

test('ids are unique whatever their case', () => {
  expect(new Set(CHECK_CATALOGUE.map(({ id }) => id.toLowerCase())).size).toBe(CHECK_CATALOGUE.length)
})

const SPELLINGS: readonly (readonly [string, string])[] = [
  ['contains', 'default.contains'],
  ['default.contains', 'default.contains'],
  ['allUppercase', 'default.alluppercase'],
  ['default.alllowercase', 'default.alllowercase'],
  ['regexMatch', 'default.regexMatch'],
]
for (const [spelling, id] of SPELLINGS) {
  test(`${spelling} is ${id}`, () => expect(findCheck(spelling)?.id).toBe(id))
}

test('disabled checks are left out unread', () => {
  expect(guardrail(['aporia.validateProject', {}, false], ['notNull']).checks.map(({ id }) => id)).toEqual([
    'default.notNull',
  ])
})

const REFUSED: readonly (readonly [string, string, Record<string, unknown>, string])[] = [
  [
    'a misspelt check',
    'regexmatsch',
    {},
    'checks[0].id: unknown check "regexmatsch". Did you mean "default.regexMatch"?',
  ],
  ['a partner service', 'aporia.validateProject', {}, 'Use "default.webhook" with the address of an endpoint'],
  ['a missing parameter', 'regexMatch', {}, 'checks[0].parameters.rule: expected a string of 1 to 2048 characters.'],
  [
    'an unknown parameter',
    'regexMatch',
    { rule: 'a', nto: true },
    'checks[0].parameters.nto: the check has no parameter of this name.',
  ],
  ['a wrong element', 'contains', { words: ['a', 7] }, 'checks[0].parameters.words[1]: expected a string of 1 to 1024'],
  [
    'a wrong operator',
    'contains',
    { words: ['a'], operator: 'some' },
    'parameters.operator: expected "any", "all" or "none".',
  ],
  [
    'lookahead',
    'regexMatch',
    { rule: 'a(?=b)' },
    'checks[0].parameters.rule: lookahead and lookbehind are not supported.',
  ],
  ['lookbehind', 'regexReplace', { rule: '(?<!a)b' }, 'lookahead and lookbehind are not supported.'],
  ['a backreference', 'regexMatch', { rule: '(a)\\1' }, 'checks[0].parameters.rule: backreferences are not supported.'],
  [
    'an unclosed group',
    'regexMatch',
    { rule: '(a' },
    'not a pattern the gateway can run in bounded time (error parsing regexp: missing closing )).',
  ],
  ['a pattern that expands', 'regexMatch', { rule: '(a{0,1000}){0,1000}' }, 'expands to more than 2048 instructions'],
  [
    'a type on both lists',
    'allowedRequestTypes',
    { allowedTypes: 'a,b', blockedTypes: ['b'] },
    '"b" is in allowedTypes too.',
  ],
  ['rules without models', 'modelRules', { rules: {} }, 'checks[0].parameters.rules: the rules name no model.'],
]
for (const [what, id, parameters, message] of REFUSED) {
  test(`refuses ${what}`, () => expect(() => guardrail([id, parameters])).toThrow(message))
}

test('the patterns of a guardrail share a budget', () => {
  const rule = { rule: 'a{900}' }
  expect(guardrail(['regexMatch', rule]).checks).toHaveLength(1)
  expect(() => guardrail(['regexMatch', rule], ['regexMatch', rule], ['regexMatch', rule])).toThrow(
    'checks[2].parameters.rule: the patterns of the guardrail expand to more than 4096 instructions together.',
  )
})

test('refuses more than 32 checks', () => {
  expect(() => guardrail(...Array.from({ length: 33 }, () => ['notNull'] as const))).toThrow(
    'checks: a guardrail has at most 32 checks.',
  )
})

test('validateParameters names the path of a wrong parameter', () => {
  const refuse = (path: string, reason: string): never => {
    throw new Error(`${path}: ${reason}`)
  }
  expect(() => validateParameters('wordCount', { minWords: -1 }, refuse)).toThrow(
    'parameters.minWords: expected an integer of 0 or more.',
  )
  validateParameters('wordCount', { minWords: 1 }, refuse)
})
