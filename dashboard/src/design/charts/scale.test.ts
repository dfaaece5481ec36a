import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { scaleFor } from './scale.ts'

test('the axis starts at zero, holds the largest value, and has a few round steps', () => {
  expect(scaleFor(97)).toEqual({ top: 100, ticks: [0, 50, 100] })
  expect(scaleFor(12)).toEqual({ top: 15, ticks: [0, 5, 10, 15] })
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

test('counts have whole ticks', () => {
  expect(scaleFor(2, true)).toEqual({ top: 2, ticks: [0, 1, 2] })
  expect(scaleFor(1, true)).toEqual({ top: 1, ticks: [0, 1] })
  expect(scaleFor(2).ticks).toContain(0.5)
})
