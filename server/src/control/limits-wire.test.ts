import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../tests/harness/property-runs.ts'
import { lastBoundaryMs, nextBoundaryMs } from '../core/money/budget-period.ts'
import { scheduleOf } from '../core/money/budget-terms.ts'
import type { Spending } from '../core/money/spending.ts'
import { type Limits, NO_LIMITS } from '../core/stores/limits.ts'
import { changedLimits, limitsOnWire, RATE_LIMITS, USAGE_LIMIT, USAGE_LIMIT_REPLY } from './limits-wire.ts'

const DAY_MS = 86_400_000
const NOW_MS = Date.UTC(2026, 10, 16, 13)

function changed(before: Limits, given: Parameters<typeof changedLimits>[1], nowMs = NOW_MS): Limits {
  return changedLimits(before, given, nowMs)
}

function complaint(result: {
  readonly success: boolean
  readonly error?: { issues: { path: PropertyKey[]; message: string }[] }
}) {
  const issue = result.error?.issues[0]
  return issue && `${issue.path.join('.')}: ${issue.message}`
}

test.each([
  [{ credit_limit: 0.5 }, 'credit_limit: must be from 1 to'],
  [{ credit_limit: -1 }, 'credit_limit: must be from 1 to'],
  [{ credit_limit: 1e300 }, 'credit_limit: must be from 1 to'],
  [{ type: 'tokens', credit_limit: 99 }, 'credit_limit: must be from 100 to'],
  [{ type: 'tokens', credit_limit: 100.5 }, 'credit_limit: must be a whole number'],
  [{ credit_limit: '10' }, 'credit_limit: Invalid input'],
  [{ credit_limit: 10, alert_threshold: 10 }, 'alert_threshold: must be below credit_limit'],
  [{ credit_limit: 10, periodic_reset: 'daily' }, 'periodic_reset: '],
  [
    { credit_limit: 10, periodic_reset: 'weekly', periodic_reset_days: 7 },
    'periodic_reset_days: cannot be sent together',
  ],
  [{ credit_limit: 10, periodic_reset_days: 366 }, 'periodic_reset_days: '],
  [{ credit_limit: 10, next_usage_reset_at: '2027-01-01T00:00:00Z' }, 'next_usage_reset_at: needs periodic_reset'],
  [{ credit_limit: 10, usage: 0 }, ': Unrecognized key'],
  [{ credit_limit: 10.000_000_000_1 }, 'credit_limit: must have at most nine decimals'],
  [{ credit_limit: 10, alert_threshold: 0.000_000_000_1 }, 'alert_threshold: must have at most nine decimals'],
  [{ type: 'tokens', credit_limit: 100, alert_threshold: 1.5 }, 'alert_threshold: must be a whole number'],
  [{ credit_limit: 9_000_001 }, 'credit_limit: must be from 1 to'],
  [{ type: 'requests', credit_limit: 10 }, 'type: '],
  [{}, 'credit_limit: '],
])('the budget %j is refused with the field named', (budget, expected) => {
  expect(complaint(USAGE_LIMIT.safeParse(budget))).toStartWith(expected)
})

test.each([
  [[{ type: 'requests', unit: 'rpm', value: -1 }], '0.value: '],
  [[{ type: 'requests', unit: 'rpm', value: 1.5 }], '0.value: '],
  [[{ type: 'requests', unit: 'rpy', value: 1 }], '0.unit: '],
  [[{ type: 'cost', unit: 'rpm', value: 1 }], '0.type: '],
  [
    [
      { type: 'requests', unit: 'rpm', value: 1 },
      { type: 'requests', unit: 'rpm', value: 2 },
    ],
    '1: has two limits for requests rpm',
  ],
  [{}, ': Invalid input: expected array'],
])('the rate limits %j are refused with the field named', (limits, expected) => {
  expect(complaint(RATE_LIMITS.safeParse(limits))).toStartWith(expected)
})

test('null clears a limit, a field left out leaves it, and a new one replaces it', () => {
  const usage = USAGE_LIMIT.parse({ credit_limit: 10, alert_threshold: 9, periodic_reset: 'monthly' })
  const both = changed(NO_LIMITS, {
    usage_limits: usage,
    rate_limits: [{ type: 'tokens', unit: 'rps', value: 0 }],
  })
  expect(changed(both, {})).toEqual(both)
  expect(changed(both, { usage_limits: null })).toEqual({ ...both, usageLimit: null })
  expect(changed(both, { rate_limits: null })).toEqual({ ...both, rateLimits: [] })
  expect(changed(both, { rate_limits: [] }).rateLimits).toEqual([])
  expect(changed(both, { usage_limits: USAGE_LIMIT.parse({ credit_limit: 5 }) }).usageLimit).toMatchObject({
    type: 'cost',
    creditLimit: 5,
    alertThreshold: null,
    periodicReset: null,
  })
})

const SPENT: Spending = {
  unit: 'cost',
  limitUnits: 10_000_000_000,
  usedUnits: 1_234_567_891,
  unknownUnits: 1,
  heldUnits: 1,
  periodStartedAtMs: 0,
  nextResetAtMs: null,
  isExhausted: true,
}

test('the state of a budget is shown in dollars, exact to the nano-USD, or in tokens', () => {
  const usageLimit = { creditLimit: 10, alertThreshold: null, periodicReset: null, periodicResetDays: null }
  const cost = { usageLimit: { ...usageLimit, type: 'cost' as const, nextResetAtMs: null }, rateLimits: [] }
  expect(limitsOnWire(cost, SPENT).usage_limits).toMatchObject({
    current_usage: 1.234_567_891,
    held: 0.000_000_001,
    status: 'exhausted',
    last_reset_at: '1970-01-01T00:00:00.000Z',
    next_usage_reset_at: null,
  })
  const tokens = { usageLimit: { ...cost.usageLimit, type: 'tokens' as const }, rateLimits: [] }
  const spent = { ...SPENT, unit: 'tokens' as const, isExhausted: false, nextResetAtMs: 86_400_000 }
  expect(limitsOnWire(tokens, spent).usage_limits).toMatchObject({
    current_usage: 1_234_567_891,
    held: 1,
    status: 'active',
    next_usage_reset_at: '1970-01-02T00:00:00.000Z',
  })
})

test('limits that are shown can be sent back unchanged', () => {
  const usage = fc.record(
    {
      type: fc.constantFrom('cost' as const, 'tokens' as const),
      credit_limit: fc.integer({ min: 100, max: 1_000_000 }),
      alert_threshold: fc.option(fc.integer({ min: 1, max: 99 })),
      periodic_reset_days: fc.option(fc.integer({ min: 1, max: 365 })),
    },
    { requiredKeys: ['credit_limit'] },
  )
  fc.assert(
    fc.property(usage, (given) => {
      const limits = changed(NO_LIMITS, { usage_limits: USAGE_LIMIT.parse(given) })
      const { usage_limits: shown } = limitsOnWire(limits, { ...SPENT, unit: given.type ?? 'cost' })
      expect(USAGE_LIMIT_REPLY.parse(shown)).toEqual(shown)
      expect(shown?.type).toBe(given.type)
      expect(changed(limits, { usage_limits: USAGE_LIMIT.parse(given) }, NOW_MS + 9 * DAY_MS)).toEqual(limits)
      expect(changed(limits, { usage_limits: USAGE_LIMIT.parse({ ...shown, next_usage_reset_at: null }) })).toEqual(
        limits,
      )
    }),
  )
})

test('periods of N days are counted from the day they are saved on, until their length changes', () => {
  const saved = changed(NO_LIMITS, { usage_limits: USAGE_LIMIT.parse({ credit_limit: 10, periodic_reset_days: 30 }) })
  expect(saved.usageLimit?.nextResetAtMs).toBe(Date.UTC(2026, 11, 16))
  const later = NOW_MS + 40 * DAY_MS
  const raised = changed(
    saved,
    { usage_limits: USAGE_LIMIT.parse({ credit_limit: 20, periodic_reset_days: 30 }) },
    later,
  )
  expect(raised.usageLimit?.nextResetAtMs).toBe(Date.UTC(2026, 11, 16))
  const longer = changed(
    saved,
    { usage_limits: USAGE_LIMIT.parse({ credit_limit: 20, periodic_reset_days: 45 }) },
    later,
  )
  expect(longer.usageLimit?.nextResetAtMs).toBe(Date.UTC(2026, 11, 26) + 45 * DAY_MS)
})

test('a type that was not sent counts as cost and is not returned', () => {
  const { usageLimit } = changed(NO_LIMITS, { usage_limits: USAGE_LIMIT.parse({ credit_limit: 10 }) })
  expect(usageLimit).toMatchObject({ type: 'cost', creditLimit: 10 })
  expect(limitsOnWire({ usageLimit, rateLimits: [] }).usage_limits).not.toHaveProperty('type')
})

test('saving a budget again, or sending back what was read, moves no reset', () => {
  const step = fc.record({
    afterMs: fc.integer({ min: 0, max: 20 * DAY_MS }),
    /** `nothing`: the field is omitted. Otherwise the next reset time that was returned at that time is sent. */
    shownAt: fc.constantFrom('nothing', 'now', 'before'),
    credit_limit: fc.integer({ min: 1, max: 100 }),
  })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.option(fc.integer({ min: 0, max: 60 * DAY_MS })),
      fc.array(step, { maxLength: 20 }),
      (days, startAfterMs, steps) => {
        const start = startAfterMs === null ? null : new Date(NOW_MS + startAfterMs).toISOString()
        const first = { credit_limit: 5, periodic_reset_days: days, next_usage_reset_at: start }
        let limits = changed(NO_LIMITS, { usage_limits: first })
        const fromMs = limits.usageLimit!.nextResetAtMs!
        expect(fromMs).toBeGreaterThanOrEqual(NOW_MS)
        let nowMs = NOW_MS
        let shown = nextBoundaryMs(scheduleOf(limits.usageLimit!), 0, nowMs)!
        for (const { afterMs, shownAt, credit_limit } of steps) {
          nowMs += afterMs
          const before = scheduleOf(limits.usageLimit!)
          const current = nextBoundaryMs(before, 0, nowMs)!
          const sent = shownAt === 'nothing' ? undefined : shownAt === 'now' ? current : shown
          const next = sent === undefined ? {} : { next_usage_reset_at: new Date(sent).toISOString() }
          limits = changed(limits, { usage_limits: { credit_limit, periodic_reset_days: days, ...next } }, nowMs)
          const after = scheduleOf(limits.usageLimit!)
          // The next reset stays the same, and the change causes no reset.
          expect(nextBoundaryMs(after, 0, nowMs)).toBe(current)
          expect(lastBoundaryMs(after, 0, nowMs) ?? 0).toBeLessThanOrEqual(lastBoundaryMs(before, 0, nowMs) ?? 0)
          expect((current - fromMs) % (days * DAY_MS)).toBe(0)
          shown = current
        }
      },
    ),
    { numRuns: propertyRuns(300) },
  )
})
