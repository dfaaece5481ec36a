import { expect, test } from 'bun:test'
import type { UsageLimit } from '../../design/limits/limit-types.ts'
import { budgetRefusal } from './budget-refusal.ts'

const AT = '2026-03-01T12:00:00.000Z'
const EARLIER = '2026-03-01T11:00:00.000Z'
const LATER = '2026-03-01T13:00:00.000Z'

function limit(status: 'active' | 'exhausted', resetAt = EARLIER): UsageLimit {
  return {
    type: 'cost',
    credit_limit: 1,
    alert_threshold: null,
    periodic_reset: null,
    periodic_reset_days: null,
    next_usage_reset_at: null,
    status,
    last_reset_at: resetAt,
  }
}

const refused = { error_code: 'budget_exhausted', created_at: AT, response_time: 2.5 }

test('an exhausted budget refuses every request', () => {
  expect(budgetRefusal(limit('exhausted'), EARLIER, null)).toBe('every request')
  expect(budgetRefusal(limit('exhausted'), LATER, refused)).toBe('every request')
})

test('a budget that is too low for the last request refused that one', () => {
  expect(budgetRefusal(limit('active'), EARLIER, refused)).toBe('the last request')
  expect(budgetRefusal(limit('active'), EARLIER, { ...refused, error_code: 'upstream_error' })).toBeNull()
  expect(budgetRefusal(limit('active'), EARLIER, null)).toBeNull()
})

test('the first request of a budget begins before the period that it opens', () => {
  const opened = '2026-03-01T12:00:00.002Z'
  expect(budgetRefusal(limit('active', opened), EARLIER, refused)).toBe('the last request')
  // The request began at 0.4 ms and ended at 1.2 ms; the period began at 1.1 ms. Times are truncated to milliseconds.
  const short = { ...refused, response_time: 0.8 }
  expect(budgetRefusal(limit('active', '2026-03-01T12:00:00.001Z'), EARLIER, short)).toBe('the last request')
})

test('a refusal from before the budget was raised or reset is over', () => {
  expect(budgetRefusal(limit('active'), LATER, refused)).toBeNull()
  expect(budgetRefusal(limit('active', LATER), EARLIER, refused)).toBeNull()
})

test('no budget refuses nothing', () => {
  expect(budgetRefusal(null, EARLIER, refused)).toBeNull()
})
