import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { labelIndexes, scaleFor } from './scale.ts'

test('the axis starts at zero, holds the largest value, and has a few round steps', () => {
  expect(scaleFor(97)).toEqual({ top: 100, ticks: [0, 25, 50, 75, 100] })
  expect(scaleFor(0)).toEqual({ top: 1, ticks: [0, 1] })
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), (largest) => {
      const { top, ticks } = scaleFor(largest)
      expect(ticks[0]).toBe(0)
      expect(top).toBeGreaterThanOrEqual(largest * (1 - 1e-6))
      expect(ticks.length).toBeLessThanOrEqual(6)
    }),
  )
})

test('labels stand in equal steps from the first on and are never crowded', () => {
  expect(labelIndexes(3, 6)).toEqual([0, 1, 2])
  expect(labelIndexes(100, 5)).toEqual([0, 20, 40, 60, 80])
  expect(labelIndexes(25, 6)).toEqual([0, 5, 10, 15, 20])
  expect(labelIndexes(0, 6)).toEqual([])
})
