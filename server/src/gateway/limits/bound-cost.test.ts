import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { costOf } from '../../core/money/cost-of.ts'
import type { PriceCard, PriceUnit, Rates } from '../../core/money/price-card.ts'
import { NO_USAGE, type Usage } from '../../core/usage.ts'
import { boundCost } from './bound-cost.ts'

const card = (rates: Rates, more: Partial<PriceCard> = {}): PriceCard => ({
  version: 'test',
  rates,
  tiers: [],
  batchRates: null,
  isFree: false,
  ...more,
})
const perMillion = (nanoUsd: number) => ({ nanoUsd, perUnits: 1_000_000 })
const tokens = (inputTokens: number, outputTokens: number): Usage => ({ ...NO_USAGE, inputTokens, outputTokens })

test('the class with the highest price of each side counts, in the tier with the highest price that can be reached', () => {
  const rates = {
    input_tokens: perMillion(1_000_000),
    cached_write_tokens: perMillion(2_000_000),
    output_tokens: perMillion(5_000_000),
  }
  // 1,000 x 2 + 100 x 5, and one for the rounding of the second class of input.
  expect(boundCost(tokens(1_000, 100), card(rates))).toBe(2_000 + 500 + 1)
  const tiered = card(rates, {
    tiers: [{ overInputTokens: 500, rates: { ...rates, output_tokens: perMillion(9_000_000) } }],
  })
  expect(boundCost(tokens(1_000, 100), tiered)).toBe(2_000 + 900 + 1)
  expect(boundCost(tokens(500, 100), tiered)).toBe(1_000 + 500 + 1)
})

test('a fee per request is exact, a free card costs 0, and without a price the bound is null', () => {
  expect(boundCost(tokens(1_000, 100), card({ requests: { nanoUsd: 10_000_000, perUnits: 1 } }))).toBe(10_000_000)
  expect(boundCost(NO_USAGE, card({}, { isFree: true }))).toBe(0)
  expect(boundCost(tokens(1, 1), card({}))).toBeNull()
  expect(boundCost(tokens(1, 1), card({ images: perMillion(5) }))).toBeNull()
  expect(boundCost(tokens(1e9, 1e9), card({ input_tokens: { nanoUsd: 9e15, perUnits: 1 } }))).toBeNull()
})

const UNITS: readonly PriceUnit[] = [
  'cached_tokens',
  'cached_audio_tokens',
  'cached_write_tokens',
  'cached_write_long_tokens',
  'reasoning_tokens',
  'audio_input_tokens',
  'audio_output_tokens',
  'image_input_tokens',
  'image_output_tokens',
  'images',
  'search_units',
  'characters',
  'audio_seconds',
  'requests',
]
const rate = fc.record({ nanoUsd: fc.nat(50_000_000_000), perUnits: fc.constantFrom(1, 1_000, 1_000_000, 3_600) })
const rates: fc.Arbitrary<Rates> = fc
  .tuple(
    fc.record({ input_tokens: rate, output_tokens: rate }),
    fc.dictionary(fc.constantFrom(...UNITS), rate, { noNullPrototype: true }),
  )
  .map(([whole, parts]) => ({ ...whole, ...parts }))
const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }))

test('no usage within the bound costs more than the bound, for any price list', () => {
  fc.assert(
    fc.property(
      rates,
      fc.array(fc.record({ overInputTokens: fc.nat(2_000), rates }), { maxLength: 3 }),
      fc.record({ input: fc.nat(3_000), output: fc.nat(3_000), other: fc.nat(100) }),
      fc.array(share, { minLength: 15, maxLength: 15 }),
      (base, tiers, most, shares) => {
        const list = card(base, { tiers: tiers.toSorted((a, b) => a.overInputTokens - b.overInputTokens) })
        const part = (of: number, index: number) => {
          const one = shares[index]
          return one == null ? null : Math.floor(of * one)
        }
        const used: Usage = {
          ...NO_USAGE,
          inputTokens: part(most.input, 0),
          outputTokens: part(most.output, 1),
          cachedTokens: part(most.input, 2),
          cachedWriteTokens: part(most.input, 3),
          cachedWriteLongTokens: part(most.input, 4),
          reasoningTokens: part(most.output, 5),
          audioInputTokens: part(most.input, 6),
          audioOutputTokens: part(most.output, 7),
          imageInputTokens: part(most.input, 8),
          imageOutputTokens: part(most.output, 9),
          images: part(most.other, 10),
          searchUnits: part(most.other, 11),
          characters: part(most.other, 12),
          audioSeconds: part(most.other, 13),
          cachedAudioTokens: part(most.input, 14),
        }
        const { input, output, other } = most
        const units = { images: other, searchUnits: other, characters: other, audioSeconds: other }
        const bound = boundCost({ ...tokens(input, output), ...units }, list)
        const cost = costOf(used, list)
        if (cost !== null && bound !== null) expect(cost.nanoUsd).toBeLessThanOrEqual(bound)
      },
    ),
    { numRuns: propertyRuns(500) },
  )
})
