/** What a model costs: a rate for each unit that is charged for. */

export const PRICE_UNITS = [
  'input_tokens',
  'output_tokens',
  'cached_tokens',
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
] as const

export type PriceUnit = (typeof PRICE_UNITS)[number]

/** So much for so many units; both are whole numbers. */
export type Rate = { readonly nanoUsd: number; readonly perUnits: number }

/** A class of tokens without a rate of its own costs what its whole costs. */
export type Rates = Readonly<Partial<Record<PriceUnit, Rate>>>

/** From more input tokens than this on, the whole request has these rates. */
export type PriceTier = { readonly overInputTokens: number; readonly rates: Rates }

export type UnitPrices = {
  readonly rates: Rates
  /** Ascending. */
  readonly tiers: readonly PriceTier[]
  /** For what is answered within a day instead of at once; null: not known. */
  readonly batchRates: Rates | null
}

export type PriceCard = UnitPrices & {
  /** Which edition of which list: `genai-prices-0.1.8`, or an own price and its revision. */
  readonly version: string
  /** Free whatever is consumed, also when nobody counted it. */
  readonly isFree: boolean
}

/** Every rate, or those of the units that `concerns` names, times a factor, rounded up to the nano-USD. */
export function scaled(list: UnitPrices, factor: number, concerns: (unit: string) => boolean = () => true): UnitPrices {
  return {
    rates: scaledRates(list.rates, factor, concerns),
    tiers: list.tiers.map(({ overInputTokens, rates }) => ({
      overInputTokens,
      rates: scaledRates(rates, factor, concerns),
    })),
    batchRates: list.batchRates && scaledRates(list.batchRates, factor, concerns),
  }
}

/** In millionths first: 1.1 is no exact number, 1,100,000 is. */
function scaledRates(rates: Rates, factor: number, concerns: (unit: string) => boolean): Rates {
  const millionths = BigInt(Math.round(factor * 1e6))
  return Object.fromEntries(
    Object.entries(rates).map(([unit, rate]) => {
      const { nanoUsd, perUnits } = rate
      if (!concerns(unit)) return [unit, rate]
      return [unit, { nanoUsd: Number((BigInt(nanoUsd) * millionths + 999_999n) / 1_000_000n), perUnits }]
    }),
  )
}
