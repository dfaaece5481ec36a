import { expect, test } from 'bun:test'
import type { AlertReading, FiringState } from '../core/alerting/alert-rules.ts'
import { stepAlert } from './alert-state.ts'
import { forecastPercent } from './budget-forecast.ts'

const MINUTE = 60_000
const RULE = {
  id: 'r1',
  condition: { metric: 'error_rate' as const, threshold: 5, windowMinutes: 5, minRequests: 10 },
  reminderMinutes: null as number | null,
  silencedUntilMs: null as number | null,
}

function reading(value: number | null, requests = 100): AlertReading {
  return { subject: '', subjectName: '', value, requests }
}

/** Feeds one value a minute, from minute 0, and lists the events with the minute and whether people are notified. */
function run(values: readonly (number | null)[], rule: Partial<typeof RULE> = {}, requests = 100): string[] {
  let state: FiringState | undefined
  const events: string[] = []
  values.forEach((value, minute) => {
    const step = stepAlert({ ...RULE, ...rule }, state, reading(value, requests), minute * MINUTE)
    state = step.firing ?? undefined
    if (step.event) events.push(`${minute} ${step.event}${step.isNotified ? '' : ' silent'}`)
  })
  return events
}

test('fires once above the threshold, resolves once, and can fire again', () => {
  expect(run([5, 5.1, 50, 7, 5, 4, null, 6])).toEqual(['1 alert.fired', '4 alert.resolved', '7 alert.fired'])
})

test('needs the minimum number of requests; without data it resolves', () => {
  expect(run([50, 50], {}, 9)).toEqual([])
  expect(run([50], {}, 10)).toEqual(['0 alert.fired'])
  expect(run([50, null])).toEqual(['0 alert.fired', '1 alert.resolved'])
})

test('reminds while it fires, counted from the last notification', () => {
  expect(run([9, 9, 9, 9, 9, 9], { reminderMinutes: 2 })).toEqual([
    '0 alert.fired',
    '2 alert.reminder',
    '4 alert.reminder',
  ])
})

test('a silenced rule records and does not notify; it notifies when the silence ends while it fires', () => {
  expect(run([9, 9, 9, 9], { silencedUntilMs: 2 * MINUTE })).toEqual(['0 alert.fired silent', '2 alert.fired'])
  // No notification was sent when the rule fired, so none is sent when it resolves.
  expect(run([9, 1, 1, 1], { silencedUntilMs: MINUTE })).toEqual(['0 alert.fired silent', '1 alert.resolved silent'])
  expect(run([9, 9, 1], { silencedUntilMs: 3 * MINUTE, reminderMinutes: 1 })).toEqual([
    '0 alert.fired silent',
    '2 alert.resolved silent',
  ])
})

test('the start of firing is kept while the value changes', () => {
  const first = stepAlert(RULE, undefined, reading(9), 1 * MINUTE).firing ?? undefined
  const later = stepAlert(RULE, first, reading(12), 4 * MINUTE).firing
  expect(later).toMatchObject({ value: 12, sinceMs: MINUTE, notifiedAtMs: MINUTE })
})

const DAY = 86_400_000
const SPENT = {
  unit: 'cost' as const,
  limitUnits: 100,
  usedUnits: 40,
  unknownUnits: 0,
  heldUnits: 0,
  periodStartedAtMs: 0,
  nextResetAtMs: 30 * DAY,
  isExhausted: false,
}

test('a forecast extrapolates usage to the end of the period', () => {
  expect(forecastPercent(SPENT, 10 * DAY)).toBeCloseTo(120)
  expect(forecastPercent(SPENT, 15 * DAY)).toBeCloseTo(80)
  // In the first 5 % of a period, the forecast is the usage itself.
  expect(forecastPercent(SPENT, 1 * DAY)).toBe(40)
  expect(forecastPercent({ ...SPENT, usedUnits: 130 }, 1 * DAY)).toBe(130)
  expect(forecastPercent(SPENT, 40 * DAY)).toBe(40)
  expect(forecastPercent({ ...SPENT, nextResetAtMs: null }, 10 * DAY)).toBeNull()
})
