import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { GuardrailResult } from '../guardrails/guardrails.ts'
import {
  guardrailsText,
  INLINE_GUARDRAILS,
  outcomeMark,
  outcomeOf,
  readGuardrails,
  stepMs,
  stepOf,
  verdictOf,
} from './guardrail-outcomes.ts'

const error = { name: 'TimeoutError', message: 'timed out' }

function result(changes: Partial<GuardrailResult>, hasError = false): GuardrailResult {
  const check = { id: 'c', verdict: true, durationMs: 1, transformed: false, data: null, matches: [] }
  return {
    id: 'pii',
    versionId: 'version-1',
    source: 'config',
    direction: 'input',
    verdict: true,
    deny: false,
    async: false,
    shadow: false,
    skipped: false,
    transformed: false,
    checks: [{ ...check, error: hasError ? error : null }],
    startedAtMs: 0,
    durationMs: 1,
    heldMs: 0,
    feedback: null,
    ...changes,
  }
}

test.each([
  ['passed', {}],
  ['failed', { verdict: false }],
  ['denied', { verdict: false, deny: true }],
  ['failed', { verdict: false, deny: true, async: true }],
  ['would_deny', { verdict: false, deny: true, shadow: true }],
  ['failed', { verdict: false, shadow: true }],
  ['skipped', { verdict: true, skipped: true }],
] as const)('%s: %j', (verdict, changes) => {
  expect(verdictOf(result(changes))).toBe(verdict)
})

const results = fc.array(
  fc.record({
    id: fc.string({ unit: 'binary', minLength: 1, maxLength: 140 }),
    direction: fc.constantFrom('input' as const, 'output' as const),
    verdict: fc.boolean(),
    deny: fc.boolean(),
    async: fc.boolean(),
    shadow: fc.boolean(),
    skipped: fc.boolean(),
    transformed: fc.boolean(),
    hasError: fc.boolean(),
    durationMs: fc.double({ min: 0, max: 1e9, noNaN: true }),
  }),
  { maxLength: 5 },
)

test('outcomes are read as they were written, and found by their marks', () => {
  fc.assert(
    fc.property(results, (given) => {
      const all = given.map(({ hasError, ...changes }) => result(changes, hasError))
      const outcomes = all.map(outcomeOf)
      const text = guardrailsText(all)
      expect(readGuardrails(text)).toEqual(outcomes)
      for (const { id, verdict, flags } of outcomes)
        for (const mark of [outcomeMark(id, null), outcomeMark(null, verdict), outcomeMark(id, verdict)])
          expect([text?.includes(mark), flags.every((flag) => text?.includes(outcomeMark(id, flag)))]).toEqual([
            true,
            true,
          ])
      const endings = new Set(outcomes.flatMap(({ verdict, flags }) => [verdict, ...flags]))
      for (const ending of ['passed', 'failed', 'denied', 'would_deny', 'skipped', 'error', 'transformed', 'shadow'])
        expect([ending, text?.includes(outcomeMark(null, ending)) ?? false]).toEqual([
          ending,
          endings.has(ending as never),
        ])
    }),
  )
})

test('inline guardrails are counted together, whatever ids their callers choose', () => {
  const ids = ['pii', 'x', crypto.randomUUID(), INLINE_GUARDRAILS]
  const texts = ids.map((id) => guardrailsText([result({ id, versionId: null })]))
  expect(new Set(texts).size).toBe(1)
  expect(readGuardrails(texts[0]!)).toMatchObject([{ id: INLINE_GUARDRAILS, verdict: 'passed' }])
  expect(texts[0]).not.toContain(outcomeMark('pii', null))
  // As in `chosenSlug`: no saved guardrail can have this slug.
  expect(INLINE_GUARDRAILS).not.toMatch(/^[A-Za-z0-9_-]{1,64}$/)
})

test('a request without guardrails has no text', () => {
  expect([guardrailsText(undefined), guardrailsText([]), readGuardrails(null)]).toEqual([null, null, []])
})

test('steps of durations are at most 19 % wide', () => {
  for (const ms of [0.02, 0.4, 1, 7.5, 3000, 60_000]) expect(stepMs(stepOf(ms)) / ms).toBeWithin(0.88, 1.12)
  expect([stepOf(0), stepOf(Number.NaN), stepOf(1e300)]).toEqual([0, 0, 112])
})
