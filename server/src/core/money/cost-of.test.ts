import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { NO_USAGE, type Usage, usageFrom } from '../usage.ts'
import { costOf } from './cost-of.ts'
import { nanoUsdOf } from './nano-usd.ts'
import type { PriceCard, PriceUnit, Rates } from './price-card.ts'

const MILLION = 1_000_000

/** USD per million. */
function perMillion(dollars: Partial<Record<PriceUnit, number>>): Rates {
  return Object.fromEntries(
    Object.entries(dollars).map(([unit, usd]) => [unit, { nanoUsd: nanoUsdOf(usd)!, perUnits: MILLION }]),
  )
}

function card(rates: Rates, more: Partial<PriceCard> = {}): PriceCard {
  return { version: 'test', rates, tiers: [], batchRates: null, isFree: false, ...more }
}

const amounts = (usage: Usage | null, priced: PriceCard) => {
  const cost = costOf(usage, priced)
  return cost && { nanoUsd: cost.nanoUsd, lines: cost.lines.map((line) => [line.unit, line.quantity, line.nanoUsd]) }
}

test('OpenAI: prompt_tokens include cached input, completion_tokens include reasoning', () => {
  const usage = usageFrom({
    prompt_tokens: 1_000,
    completion_tokens: 500,
    total_tokens: 1_500,
    prompt_tokens_details: { cached_tokens: 800 },
    completion_tokens_details: { reasoning_tokens: 300 },
  })
  // 200 x $2.50 + 800 x $1.25 + 500 x $10, each per million: $0.0065.
  expect(amounts(usage, card(perMillion({ input_tokens: 2.5, cached_tokens: 1.25, output_tokens: 10 })))).toEqual({
    nanoUsd: 6_500_000,
    lines: [
      ['cached_tokens', 800, 1_000_000],
      ['input_tokens', 200, 500_000],
      ['output_tokens', 500, 5_000_000],
    ],
  })
})

test('Anthropic: input_tokens exclude cache reads and writes, and one-hour writes cost more', () => {
  const usage = usageFrom({
    input_tokens: 100,
    cache_read_input_tokens: 2_000,
    cache_creation_input_tokens: 1_000,
    cache_creation: { ephemeral_5m_input_tokens: 600, ephemeral_1h_input_tokens: 400 },
    output_tokens: 50,
  })
  const rates = perMillion({
    input_tokens: 3,
    cached_tokens: 0.3,
    cached_write_tokens: 3.75,
    cached_write_long_tokens: 6,
    output_tokens: 15,
  })
  // 100 x 3 + 2,000 x 0.3 + 600 x 3.75 + 400 x 6 + 50 x 15 = 300 + 600 + 2,250 + 2,400 + 750 millionths of a dollar.
  expect(amounts(usage, card(rates))).toEqual({
    nanoUsd: 6_300_000,
    lines: [
      ['cached_write_long_tokens', 400, 2_400_000],
      ['cached_write_tokens', 600, 2_250_000],
      ['cached_tokens', 2_000, 600_000],
      ['input_tokens', 100, 300_000],
      ['output_tokens', 50, 750_000],
    ],
  })
})

test('Gemini: candidates exclude thoughts, the prompt includes cached content, long prompts cost more', () => {
  const tiered = card(perMillion({ input_tokens: 1.25, cached_tokens: 0.125, output_tokens: 10 }), {
    tiers: [
      {
        overInputTokens: 200_000,
        rates: perMillion({ input_tokens: 2.5, cached_tokens: 0.25, output_tokens: 15 }),
      },
    ],
  })
  const usage = (promptTokenCount: number) =>
    usageFrom({
      promptTokenCount,
      cachedContentTokenCount: 1_000,
      candidatesTokenCount: 40,
      thoughtsTokenCount: 60,
      totalTokenCount: promptTokenCount + 100,
    })
  // 199,000 x 1.25 + 1,000 x 0.125 + 100 x 10 millionths of a dollar.
  expect(costOf(usage(200_000), tiered)?.nanoUsd).toBe(248_750_000 + 125_000 + 1_000_000)
  // One token more, and the higher price applies to all of them.
  expect(costOf(usage(200_001), tiered)?.nanoUsd).toBe(199_001 * 2_500 + 250_000 + 1_500_000)
})

test('Bedrock: Converse counts like Anthropic, with other field names', () => {
  const usage = usageFrom({
    inputTokens: 10,
    outputTokens: 20,
    totalTokens: 130,
    cacheReadInputTokens: 60,
    cacheWriteInputTokens: 40,
  })
  // 10 x 0.8 + 60 x 0.2 + 40 x 0.8 (cache writes have no separate price) + 20 x 3.2 millionths of a dollar.
  expect(amounts(usage, card(perMillion({ input_tokens: 0.8, cached_tokens: 0.2, output_tokens: 3.2 })))).toEqual({
    nanoUsd: 116_000,
    lines: [
      ['cached_tokens', 60, 12_000],
      ['input_tokens', 50, 40_000],
      ['output_tokens', 20, 64_000],
    ],
  })
})

test('Cohere: billed units count, not the tokens the model saw; rerank costs per search', () => {
  const chat = usageFrom({
    billed_units: { input_tokens: 7, output_tokens: 3 },
    tokens: { input_tokens: 207, output_tokens: 5 },
  })
  expect(costOf(chat, card(perMillion({ input_tokens: 2.5, output_tokens: 10 })))?.nanoUsd).toBe(17_500 + 30_000)
  const rerank = usageFrom({ billed_units: { search_units: 3 } })
  expect(amounts(rerank, card({ search_units: { nanoUsd: nanoUsdOf(2)!, perUnits: 1_000 } }))).toEqual({
    nanoUsd: 6_000_000,
    lines: [['search_units', 3, 6_000_000]],
  })
})

test('audio, images, speech and transcriptions have their own units', () => {
  const audio = usageFrom({
    prompt_tokens: 100,
    completion_tokens: 60,
    prompt_tokens_details: { audio_tokens: 80 },
    completion_tokens_details: { audio_tokens: 50 },
  })
  const rates = perMillion({ input_tokens: 2.5, output_tokens: 10, audio_input_tokens: 40, audio_output_tokens: 80 })
  expect(costOf(audio, card(rates))?.nanoUsd).toBe(20 * 2_500 + 80 * 40_000 + 10 * 10_000 + 50 * 80_000)
  const seconds = usageFrom({ type: 'duration', seconds: 90 })
  expect(costOf(seconds, card({ audio_seconds: { nanoUsd: nanoUsdOf(0.36)!, perUnits: 3_600 } }))?.nanoUsd).toBe(
    9_000_000,
  )
  const speech = { ...NO_USAGE, characters: 12 }
  expect(costOf(speech, card(perMillion({ characters: 15 })))?.nanoUsd).toBe(180_000)
  const images = { ...NO_USAGE, images: 2 }
  expect(costOf(images, card({ images: { nanoUsd: nanoUsdOf(0.04)!, perUnits: 1 } }))?.nanoUsd).toBe(80_000_000)
})

test('a cost without a price is unknown, not 0', () => {
  const usage = usageFrom({ prompt_tokens: 5, completion_tokens: 5 })
  expect(costOf(usage, card({}))).toBeNull()
  expect(costOf(usage, card(perMillion({ input_tokens: 1 })))).toBeNull()
  expect(costOf(null, card(perMillion({ input_tokens: 1, output_tokens: 1 })))).toBeNull()
  expect(costOf({ ...NO_USAGE, characters: 9 }, card(perMillion({ input_tokens: 1, output_tokens: 1 })))).toBeNull()
  expect(costOf(null, card({}, { isFree: true }))).toEqual({ nanoUsd: 0, lines: [] })
})

test('a fee per request is added, and is a valid price on its own', () => {
  const fee = { requests: { nanoUsd: nanoUsdOf(5)!, perUnits: 1_000 } }
  const usage = usageFrom({ prompt_tokens: 10, completion_tokens: 10 })
  const rates = { ...perMillion({ input_tokens: 1, output_tokens: 1 }), ...fee }
  expect(costOf(usage, card(rates))?.nanoUsd).toBe(5_000_000 + 20_000)
  expect(costOf(null, card(fee))?.nanoUsd).toBe(5_000_000)
  expect(costOf(null, card(rates))).toBeNull()
})

const REALTIME = {
  total_tokens: 1_100,
  input_tokens: 1_000,
  output_tokens: 100,
  input_token_details: {
    text_tokens: 400,
    audio_tokens: 600,
    cached_tokens: 500,
    cached_tokens_details: { text_tokens: 200, audio_tokens: 300 },
  },
}

test('cached audio has a price of its own, else that of audio, never that of text', () => {
  const usage = usageFrom(REALTIME)
  const rates = { input_tokens: 4, cached_tokens: 0.4, audio_input_tokens: 32, output_tokens: 16 }
  expect(amounts(usage, card(perMillion({ ...rates, cached_audio_tokens: 3 })))?.lines).toEqual([
    ['cached_audio_tokens', 300, 900_000],
    ['cached_tokens', 200, 80_000],
    ['audio_input_tokens', 300, 9_600_000],
    ['input_tokens', 200, 800_000],
    ['output_tokens', 100, 1_600_000],
  ])
  expect(amounts(usage, card(perMillion(rates)))?.lines).toEqual([
    ['cached_tokens', 200, 80_000],
    ['audio_input_tokens', 600, 19_200_000],
    ['input_tokens', 200, 800_000],
    ['output_tokens', 100, 1_600_000],
  ])
  // Without a price of audio, the other prices cover it.
  const { audio_input_tokens: _, ...texts } = rates
  expect(amounts(usage, card(perMillion(texts)))?.lines).toEqual([
    ['cached_tokens', 500, 200_000],
    ['input_tokens', 500, 2_000_000],
    ['output_tokens', 100, 1_600_000],
  ])
})

test('Gemini reports cached audio by modality', () => {
  const usage = usageFrom({
    promptTokenCount: 1_000,
    candidatesTokenCount: 10,
    totalTokenCount: 1_010,
    cachedContentTokenCount: 500,
    promptTokensDetails: [
      { modality: 'TEXT', tokenCount: 400 },
      { modality: 'AUDIO', tokenCount: 600 },
    ],
    cacheTokensDetails: [
      { modality: 'TEXT', tokenCount: 200 },
      { modality: 'AUDIO', tokenCount: 300 },
    ],
  })
  expect(usage).toMatchObject({ cachedTokens: 500, cachedAudioTokens: 300, audioInputTokens: 600 })
})

const count = fc.oneof(fc.nat(10_000), fc.constant(null), fc.nat(Number.MAX_SAFE_INTEGER))
const anyUsage: fc.Arbitrary<Usage> = fc.record({
  inputTokens: count,
  outputTokens: count,
  totalTokens: count,
  cachedTokens: count,
  cachedAudioTokens: count,
  cachedWriteTokens: count,
  cachedWriteLongTokens: count,
  reasoningTokens: count,
  audioInputTokens: count,
  audioOutputTokens: count,
  imageInputTokens: count,
  imageOutputTokens: count,
  images: fc.constant(null),
  searchUnits: fc.constant(null),
  characters: fc.constant(null),
  audioSeconds: fc.constant(null),
  isEstimate: fc.boolean(),
})
const TOKEN_UNITS = [
  'cached_tokens',
  'cached_audio_tokens',
  'cached_write_tokens',
  'cached_write_long_tokens',
  'reasoning_tokens',
  'audio_input_tokens',
  'audio_output_tokens',
  'image_input_tokens',
  'image_output_tokens',
] as const
const rate = fc.record({ nanoUsd: fc.nat(100_000_000), perUnits: fc.constantFrom(1, 1_000, MILLION, 3_600) })
const anyRates: fc.Arbitrary<Rates> = fc
  .tuple(
    fc.record({ input_tokens: rate, output_tokens: rate }),
    fc.dictionary(fc.constantFrom(...TOKEN_UNITS), rate, { noNullPrototype: true }),
  )
  .map(([whole, parts]) => ({ ...whole, ...parts }))

test('every token is charged once, and the lines add up to the cost exactly', () => {
  fc.assert(
    fc.property(anyUsage, anyRates, (usage, rates) => {
      const cost = costOf(usage, card(rates))
      if (cost === null) {
        // Nothing was counted, or the sum exceeds exact integers.
        const most = BigInt(usage.inputTokens ?? 0) + BigInt(usage.outputTokens ?? 0)
        const isNothing = usage.inputTokens === null && usage.outputTokens === null
        expect(isNothing || most * 100_000_000n > BigInt(Number.MAX_SAFE_INTEGER)).toBe(true)
        return
      }
      const tokens = cost.lines.reduce((sum, line) => sum + BigInt(line.quantity), 0n)
      expect(tokens).toBe(BigInt(usage.inputTokens ?? 0) + BigInt(usage.outputTokens ?? 0))
      expect(new Set(cost.lines.map((line) => line.unit)).size).toBe(cost.lines.length)
      for (const { quantity, rateNanoUsd, rateUnits, nanoUsd } of cost.lines) {
        const product = BigInt(quantity) * BigInt(rateNanoUsd)
        expect(BigInt(nanoUsd) * BigInt(rateUnits) >= product).toBe(true)
        expect((BigInt(nanoUsd) - 1n) * BigInt(rateUnits) < product).toBe(true)
      }
      expect(cost.lines.reduce((sum, line) => sum + line.nanoUsd, 0)).toBe(cost.nanoUsd)
    }),
    { numRuns: propertyRuns(500) },
  )
})
