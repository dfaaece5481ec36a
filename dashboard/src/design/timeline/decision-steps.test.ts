import { expect, test } from 'bun:test'
import { decisionSteps, shortPath, timeShares, type WireAttempt, type WireDecision } from './decision-steps.ts'

const decision = (kind: string, at: number, more: Partial<WireDecision> = {}): WireDecision => ({
  kind,
  at,
  duration: 0,
  target: null,
  reason: kind,
  ...more,
})
const attempt = (start: number, more: Partial<WireAttempt> = {}): WireAttempt => ({
  target: 'config.targets[0]',
  provider: 'mock',
  retry: 0,
  start,
  first_byte: start + 2,
  duration: 10,
  status_code: 200,
  error_code: null,
  ...more,
})

test('a call is one step, although it is both a decision and an attempt', () => {
  const decisions = [
    decision('authenticated', 0),
    decision('committed', 3),
    decision('attempt', 1, { target: 'config.targets[0]', reason: 'returned 200' }),
  ]
  const steps = decisionSteps(decisions, [attempt(1)])
  expect(steps.map((step) => step.label)).toEqual(['Key checked', 'targets[0] · mock · attempt', 'Response started'])
  expect(steps[1]?.firstByteMs).toBe(2)
  expect(steps[1]?.attempt).toBe(0)
})

test('an attempt that never became a call stays visible with its reason', () => {
  const steps = decisionSteps([decision('attempt', 1, { reason: 'credential_missing: no key' })], [])
  expect(steps[0]).toMatchObject({ label: 'Not called', because: 'credential_missing: no key' })
})

test('an open circuit is skipped, one that opened and a probe are not', () => {
  const kinds = [
    'open: 5 failures, next probe in 18 s',
    'opened: 5 failures',
    'the cooldown is over: this call is the probe',
  ]
  expect(
    decisionSteps(
      kinds.map((reason, at) => decision('breaker', at, { reason })),
      [],
    ).map((one) => one.kind),
  ).toEqual(['skipped', 'moment', 'moment'])
})

test('failures keep their reason, retries their number, waits their pattern', () => {
  const failed = attempt(5, { retry: 2, status_code: null, error_code: 'request_timeout', first_byte: null })
  const steps = decisionSteps(
    [
      decision('attempt', 5, { target: failed.target, reason: 'request_timeout: no response within 50 ms' }),
      decision('wait', 1, { duration: 4, reason: 'status 429: retry 2 after 4 ms' }),
    ],
    [failed],
  )
  expect(steps.map((step) => [step.kind, step.outcome?.words ?? null])).toEqual([
    ['wait', null],
    ['solid', 'request_timeout'],
  ])
  expect(steps[1]?.label).toContain('retry 2')
  expect(steps[1]?.because).toContain('no response within 50 ms')
})

test('shares add up to the whole time', () => {
  const shares = timeShares([decision('wait', 12, { duration: 400 })], [attempt(1), attempt(420)], 440)
  expect(shares).toEqual({ ownMs: 20, waitingMs: 400, providersMs: 20 })
  expect(shortPath('config.targets[1].targets[0]')).toBe('targets[1].targets[0]')
})

test.each([
  ['input guardrail pii: default.pii failed, denied: EMAIL_ADDRESS an…om in messages[0].content', 'denied', 'error'],
  ['output guardrail a: b: default.contains failed (shadow)', 'failed (shadow)', 'warning'],
  ['input guardrail x: default.webhook passed: TimeoutError: timed out', 'passed', 'ok'],
  ['input guardrail x: skipped', 'skipped', 'neutral'],
] as const)('the check of a guardrail shows its verdict: %s', (reason, words, tone) => {
  const [step] = decisionSteps([{ kind: 'guardrail', at: 1, duration: 2, target: 'config', reason }], [])
  expect([step?.label, step?.outcome, step?.tone]).toEqual(['Guardrail', { words, tone }, tone])
})
