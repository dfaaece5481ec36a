/** The prices of a model: one rate per billed unit. */

export const PRICE_UNITS = [
  'input_tokens',
  'output_tokens',
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
] as const

export type PriceUnit = (typeof PRICE_UNITS)[number]

/** `nanoUsd` per `perUnits` units; both are integers. */
export type Rate = { readonly nanoUsd: number; readonly perUnits: number }

/** A token class without its own rate is billed at the rate of the class that contains it. */
export type Rates = Readonly<Partial<Record<PriceUnit, Rate>>>

/** A request with more input tokens than this is billed entirely at these rates. */
export type PriceTier = { readonly overInputTokens: number; readonly rates: Rates }

export type UnitPrices = {
  readonly rates: Rates
  /** Ascending by `overInputTokens`. */
  readonly tiers: readonly PriceTier[]
  /** Rates for batch processing (results within a day); null: unknown. */
  readonly batchRates: Rates | null
}

export type PriceCard = UnitPrices & {
  /** Name and version of the price list, such as `genai-prices-0.1.8`, or id and revision of a custom price. */
  readonly version: string
  /** Free regardless of usage, even if the usage is unknown. */
  readonly isFree: boolean
}

/** Multiplies the rates of the units that `concerns` selects by a factor, rounding up to a nano-USD. */
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

/** Multiplies in millionths, because 1.1 has no exact binary representation and 1,100,000 does. */
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
