import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { lastBoundaryMs, nextBoundaryMs } from './budget-period.ts'
import type { ResetSchedule } from './budget-service.ts'

const at = (text: string) => Date.parse(text)
const schedule = (every: ResetSchedule['every'], fromMs: number | null = null): ResetSchedule => ({ every, fromMs })
const iso = (ms: number | null) => ms && new Date(ms).toISOString()

test('weeks start on Monday, months on the first, periods of days at their anchor', () => {
  const sunday = at('2026-11-15T12:00:00Z')
  expect(iso(lastBoundaryMs(schedule('week'), 0, sunday))).toBe('2026-11-09T00:00:00.000Z')
  expect(iso(nextBoundaryMs(schedule('week'), 0, sunday))).toBe('2026-11-16T00:00:00.000Z')
  expect(iso(lastBoundaryMs(schedule('month'), 0, sunday))).toBe('2026-11-01T00:00:00.000Z')
  expect(iso(nextBoundaryMs(schedule('month'), 0, at('2026-12-31T23:59:59Z')))).toBe('2027-01-01T00:00:00.000Z')
  const tenDays = schedule({ days: 10 })
  expect(iso(lastBoundaryMs(tenDays, at('2026-11-01T00:00:00Z'), sunday))).toBe('2026-11-11T00:00:00.000Z')
  expect(iso(nextBoundaryMs(tenDays, at('2026-11-01T00:00:00Z'), sunday))).toBe('2026-11-21T00:00:00.000Z')
})

test('a requested reset time is the first boundary, and later ones are counted from it', () => {
  const from = at('2026-11-30T08:30:00Z')
  const before = at('2026-11-15T00:00:00Z')
  expect(lastBoundaryMs(schedule('month', from), 0, before)).toBeNull()
  expect(nextBoundaryMs(schedule('month', from), 0, before)).toBe(from)
  expect(iso(nextBoundaryMs(schedule('month', from), 0, from))).toBe('2026-12-30T08:30:00.000Z')
  // February has no 30th.
  expect(iso(nextBoundaryMs(schedule('month', from), 0, at('2027-02-01T00:00:00Z')))).toBe('2027-02-28T08:30:00.000Z')
  expect(iso(nextBoundaryMs(schedule('month', from), 0, at('2027-02-28T08:30:00Z')))).toBe('2027-03-30T08:30:00.000Z')
  expect(iso(nextBoundaryMs(schedule('week', from), 0, from))).toBe('2026-12-07T08:30:00.000Z')
  expect(lastBoundaryMs(schedule(null, from), 0, from + 1)).toBe(from)
  expect(nextBoundaryMs(schedule(null, from), 0, from + 1)).toBeNull()
  expect(nextBoundaryMs(schedule(null), 0, from)).toBeNull()
})

const every = fc.oneof(
  fc.constantFrom<ResetSchedule['every']>('week', 'month'),
  fc.record({ days: fc.integer({ min: 1, max: 365 }) }),
)
const moment = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2060-01-01T00:00:00Z') })

test('now is between the last and the next boundary, and the next one becomes the last when it is reached', () => {
  fc.assert(
    fc.property(every, fc.option(moment), moment, (repeat, from, nowMs) => {
      const one = schedule(repeat, from)
      const anchorMs = at('2020-01-01T00:00:00Z')
      const nextMs = nextBoundaryMs(one, anchorMs, nowMs)!
      expect(nextMs).toBeGreaterThan(nowMs)
      expect(lastBoundaryMs(one, anchorMs, nextMs)).toBe(nextMs)
      const lastMs = lastBoundaryMs(one, anchorMs, nowMs)
      if (lastMs === null) expect(from).toBe(nextMs)
      else {
        expect(lastMs).toBeLessThanOrEqual(nowMs)
        expect(nextBoundaryMs(one, anchorMs, lastMs)).toBe(nextMs)
      }
    }),
    { numRuns: propertyRuns(500) },
  )
})
