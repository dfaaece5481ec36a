import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isDominated, labelledTicks, timeScale } from './time-scale.ts'

test('a linear axis puts half the time in the middle and ends at the total', () => {
  const scale = timeScale(2_310, false)
  expect(scale.position(1_155)).toBeCloseTo(50)
  expect(scale.ticks).toEqual([0, 1_000, 2_310])
})

test('a logarithmic axis makes short steps visible', () => {
  const scale = timeScale(1_000, true)
  expect(scale.position(10)).toBeGreaterThan(30)
  expect(scale.position(1_000)).toBeCloseTo(100)
})

test('for any times, positions stay inside and in order, and ticks increase', () => {
  const ms = fc.double({ min: 0, max: 1e8, noNaN: true })
  fc.assert(
    fc.property(ms, ms, ms, fc.boolean(), (total, one, other, isLogarithmic) => {
      const scale = timeScale(total, isLogarithmic)
      const [low, high] = [scale.position(Math.min(one, other)), scale.position(Math.max(one, other))]
      expect(low).toBeGreaterThanOrEqual(0)
      expect(high).toBeLessThanOrEqual(100.000001)
      expect(low).toBeLessThanOrEqual(high)
      expect([...scale.ticks].sort((a, b) => a - b)).toEqual([...scale.ticks])
    }),
  )
})

test('one step dominates only when there are others to hide', () => {
  expect(isDominated([990, 2, 3], 1_000)).toBe(true)
  expect(isDominated([500, 480], 1_000)).toBe(false)
  expect(isDominated([1_000], 1_000)).toBe(false)
})

test('labels of an axis never overlap, and its start always has one', () => {
  const words = (ms: number) => `${Math.round(ms)} ms`
  const total = fc.double({ min: 1, max: 1e7, noNaN: true })
  fc.assert(
    fc.property(total, fc.integer({ min: 40, max: 900 }), fc.boolean(), (totalMs, widthPx, isLogarithmic) => {
      const scale = timeScale(totalMs, isLogarithmic)
      const labelled = labelledTicks(scale, widthPx, words)
      expect(labelled[0]).toBe(0)
      let endPx = Number.NEGATIVE_INFINITY
      for (const [index, ms] of labelled.entries()) {
        const [wide, at] = [words(ms).length * 7, (scale.position(ms) / 100) * widthPx]
        const left = index === 0 ? at : index === labelled.length - 1 ? at - wide : at - wide / 2
        expect(left).toBeGreaterThanOrEqual(endPx)
        endPx = left + wide
      }
    }),
  )
  expect(labelledTicks(timeScale(2_310, false), 600, words)).toEqual([0, 1_000, 2_310])
  expect(labelledTicks(timeScale(2_310, false), 120, words)).toEqual([0, 2_310])
})
