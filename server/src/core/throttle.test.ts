import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../tests/harness/property-runs.ts'
import { Throttle } from './throttle.ts'

test('a burst is allowed, then one per interval; keys are independent', () => {
  const throttle = new Throttle({ burst: 3, intervalMs: 10_000 })
  expect([1, 2, 3, 4].map(() => throttle.take('a', 1, 0))).toEqual([0, 0, 0, 10_000])
  expect(throttle.take('b', 3, 0)).toBe(0)
  expect(throttle.take('a', 1, 9_999)).toBe(1)
  expect(throttle.take('a', 1, 10_000)).toBe(0)
  expect(throttle.take('a', 1, 10_000)).toBe(10_000)
  expect(throttle.take('c', 100, 0)).toBe(0)
  expect(throttle.take('c', 1, 0)).toBe(10_000)
})

test('any period allows at most the burst plus one per interval, and waiting the returned time is enough', () => {
  const steps = fc.array(
    fc.record({ afterMs: fc.integer({ min: 0, max: 20_000 }), units: fc.integer({ min: 1, max: 4 }) }),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(
      steps,
      fc.integer({ min: 4, max: 8 }),
      fc.integer({ min: 1, max: 5_000 }),
      (given, burst, intervalMs) => {
        const throttle = new Throttle({ burst, intervalMs })
        const taken: { atMs: number; units: number }[] = []
        let nowMs = 1_000_000
        for (const { afterMs, units } of given) {
          nowMs += afterMs
          const waitMs = throttle.take('k', units, nowMs)
          if (waitMs === 0) taken.push({ atMs: nowMs, units })
          else {
            expect(throttle.take('k', units, nowMs + waitMs - 1)).toBeGreaterThan(0)
            expect(throttle.take('k', units, nowMs + waitMs)).toBe(0)
            nowMs += waitMs
            taken.push({ atMs: nowMs, units })
          }
        }
        for (let from = 0; from < taken.length; from++) {
          let sum = 0
          for (const { atMs, units } of taken.slice(from)) {
            sum += units
            expect(sum).toBeLessThanOrEqual(burst + Math.floor((atMs - taken[from]!.atMs) / intervalMs))
          }
        }
      },
    ),
    { numRuns: propertyRuns(200) },
  )
})

test('the table is bounded, and a clock that is set back does not lock a key', () => {
  const throttle = new Throttle({ burst: 2, intervalMs: 1_000 })
  for (let i = 0; i < 20_000; i++) throttle.take(`k${i}`, 1, 0)
  expect(throttle.size).toBe(10_000)
  throttle.take('x', 2, 1_000_000_000)
  expect(throttle.take('x', 1, 5_000)).toBeLessThanOrEqual(1_000)
})
