import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { amountOf, nanoUsdOf, usdOf } from './nano-usd.ts'

test('dollars are converted to nano-USD only if the result is exact', () => {
  expect(nanoUsdOf(2.5)).toBe(2_500_000_000)
  expect(nanoUsdOf(0.0375)).toBe(37_500_000)
  expect(nanoUsdOf(0.000000001)).toBe(1)
  expect(nanoUsdOf(0.0000000001)).toBeNull()
  expect(nanoUsdOf(1e8)).toBeNull()
  expect(nanoUsdOf(Number.NaN)).toBeNull()
})

test('every amount up to a million dollars with nine decimals survives a round trip', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1e15 }), (nanoUsd) => {
      expect(nanoUsdOf(usdOf(nanoUsd))).toBe(nanoUsd)
    }),
  )
})

test('amounts are rounded up, also beyond exact products of numbers', () => {
  expect(amountOf(1, 1, 1_000_000)).toBe(1)
  expect(amountOf(3_000_000, 75_000_000_000, 1_000_000)).toBe(225_000_000_000)
  expect(amountOf(Number.MAX_SAFE_INTEGER, 75_000_000_000, 1_000_000)).toBeNull()
})
