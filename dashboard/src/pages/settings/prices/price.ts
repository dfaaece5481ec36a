/** Model prices in the admin API, in US dollars. */

import { count, money } from '../../../design/data/format.ts'

export const UNITS = {
  input_tokens: { label: 'Input', unit: 'tokens', per: 1_000_000 },
  output_tokens: { label: 'Output', unit: 'tokens', per: 1_000_000 },
  cached_tokens: { label: 'Input read from the provider’s cache', unit: 'tokens', per: 1_000_000 },
  cached_audio_tokens: { label: 'Audio input read from the provider’s cache', unit: 'tokens', per: 1_000_000 },
  cached_write_tokens: { label: 'Input written to the provider’s cache', unit: 'tokens', per: 1_000_000 },
  cached_write_long_tokens: { label: 'Input written to the provider’s 1-hour cache', unit: 'tokens', per: 1_000_000 },
  reasoning_tokens: { label: 'Reasoning', unit: 'tokens', per: 1_000_000 },
  audio_input_tokens: { label: 'Audio input', unit: 'tokens', per: 1_000_000 },
  audio_output_tokens: { label: 'Audio output', unit: 'tokens', per: 1_000_000 },
  image_input_tokens: { label: 'Image input', unit: 'tokens', per: 1_000_000 },
  image_output_tokens: { label: 'Image output', unit: 'tokens', per: 1_000_000 },
  images: { label: 'Images', unit: 'images', per: 1 },
  search_units: { label: 'Searches', unit: 'search units', per: 1_000 },
  characters: { label: 'Characters', unit: 'characters', per: 1_000_000 },
  audio_seconds: { label: 'Audio', unit: 'seconds', per: 60 },
  requests: { label: 'Requests', unit: 'requests', per: 1 },
} as const

export type Unit = keyof typeof UNITS

export const ALL_UNITS = Object.keys(UNITS) as readonly Unit[]

export type Rate = { readonly usd: number; readonly per: number }
export type Rates = Readonly<Partial<Record<Unit, Rate>>>

export type PriceList = {
  readonly prices: Rates | null
  readonly tiers: readonly { readonly over_input_tokens: number; readonly prices: Rates }[]
  readonly batch_prices: Rates | null
}

export type Price = PriceList & {
  readonly id: string
  readonly workspace_id: string | null
  readonly virtual_key: string | null
  readonly provider: string | null
  readonly model: string
  readonly multiplier: number
  readonly valid_from: string
  readonly last_updated_at: string
}

/** `Input $2.00 per 1M tokens`, `Audio $0.006 per 60 seconds`, `Images $0.04 per image`. */
export function rateWords(unit: Unit, rate: Rate): string {
  const { label, unit: things, per } = UNITS[unit]
  const amount = `${label} ${money(rate.usd)}`
  return rate.per === per && per === 1_000_000
    ? `${amount} per 1M ${things}`
    : `${amount} per ${rate.per === 1 ? things.replace(/s$/, '') : `${count(rate.per)} ${things}`}`
}

export function ratesOf(list: Rates | null): readonly (readonly [Unit, Rate])[] {
  return ALL_UNITS.flatMap((unit) => {
    const rate = list?.[unit]
    return rate ? [[unit, rate] as const] : []
  })
}
