import { expect, test } from 'bun:test'
import { BROWSER_ZONE, chosenZone } from '../data/time-zone.ts'
import { forecastExhausted, rateWords, type UsageLimit } from './limit-types.ts'
import { budgetBody, budgetDraft, dayText, expiryBody, NO_BUDGET, rateBody } from './limits-draft.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-03-10T00:00:00Z')
const LIMIT: UsageLimit = {
  type: 'cost',
  credit_limit: 50,
  alert_threshold: 40,
  periodic_reset: 'monthly',
  periodic_reset_days: null,
  next_usage_reset_at: '2026-04-01T00:00:00Z',
  current_usage: 20,
  held: 5,
  status: 'active',
}

test('unchanged values are sent back as received', () => {
  expect(budgetBody(budgetDraft(LIMIT))).toEqual({
    type: 'cost',
    credit_limit: 50,
    alert_threshold: 40,
    periodic_reset: 'monthly',
    periodic_reset_days: null,
  })
})

test('an empty amount is no budget, an empty rate is no rate, and no number is left for the gateway to refuse', () => {
  expect(budgetBody(NO_BUDGET)).toBeNull()
  expect(rateBody([{ type: 'requests', unit: 'rpm', value: ' ' }])).toEqual([])
  expect(budgetBody({ ...NO_BUDGET, limit: 'many' })?.credit_limit).toBe('many')
  expect(budgetBody({ ...NO_BUDGET, limit: '1,000' })?.credit_limit).toBe(1_000)
  expect(budgetBody({ ...NO_BUDGET, limit: '5', reset: 'days', days: '' })?.periodic_reset_days).toBe('')
})

test('a budget lasts as long as what is left, less what is held, divided by the last day', () => {
  expect(forecastExhausted(LIMIT, 5, NOW)).toBe(NOW + 5 * DAY_MS)
})

test('there is no forecast beyond the next reset, without spending, or for an exhausted budget', () => {
  expect(forecastExhausted(LIMIT, 1, NOW)).toBeNull()
  expect(forecastExhausted(LIMIT, 0, NOW)).toBeNull()
  expect(forecastExhausted({ ...LIMIT, status: 'exhausted' }, 5, NOW)).toBeNull()
})

test('an expiry date includes its whole day and is read back as the same day', () => {
  const expiry = expiryBody('2026-05-17')
  expect(expiry).not.toBeNull()
  expect(dayText(expiry)).toBe('2026-05-17')
  expect(expiryBody('')).toBeNull()
  expect(expiryBody('next week')).toBe('next week')
})

test('a day starts and ends in the chosen time zone, not in that of the browser', () => {
  chosenZone.value = 'Pacific/Auckland'
  expect(expiryBody('2026-05-17')).toBe('2026-05-17T11:59:59.000Z')
  expect(dayText('2026-05-17T11:59:59.000Z')).toBe('2026-05-17')
  chosenZone.value = 'America/Los_Angeles'
  expect(expiryBody('2026-05-17')).toBe('2026-05-18T06:59:59.000Z')
  expect(dayText(Date.parse('2026-05-18T06:59:59.000Z'))).toBe('2026-05-17')
  chosenZone.value = BROWSER_ZONE
})

test('rates are shown as sentences, and 0 as blocked', () => {
  expect(rateWords({ type: 'requests', unit: 'rpm', value: 600 })).toBe('600 requests a minute')
  expect(rateWords({ type: 'tokens', unit: 'rpd', value: 0 })).toContain('closed')
})
