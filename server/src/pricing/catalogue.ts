/** List prices: the catalogue of genai-prices, in our units. Nothing is ever fetched; a newer edition comes with a release. */

import type { calcPrice, ModelPrice } from '@pydantic/genai-prices'
import { nanoUsdOf } from '../core/money/nano-usd.ts'
import type { PriceCard, PriceUnit, Rates } from '../core/money/price-card.ts'

/** The package's version and the day it was published: stands in every record that was priced by it. */
export const CATALOGUE_VERSION = 'genai-prices-0.1.8-2026-09-23'

let loaded: typeof calcPrice | null = null

/** Loaded at the first model that needs it: it takes 20 MB and a tenth of a second, which a start should not. */
function catalogue(): typeof calcPrice {
  loaded ??= (import.meta.require('@pydantic/genai-prices') as { readonly calcPrice: typeof calcPrice }).calcPrice
  return loaded
}

/** Our slugs in the catalogue's words. A provider that is not here has no list prices. */
const CATALOGUE_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    anthropic: 'anthropic',
    'azure-openai': 'azure',
    bedrock: 'aws',
    cerebras: 'cerebras',
    cohere: 'cohere',
    deepseek: 'deepseek',
    'fireworks-ai': 'fireworks',
    google: 'google',
    groq: 'groq',
    'mistral-ai': 'mistral',
    moonshot: 'moonshotai',
    'novita-ai': 'novita',
    openai: 'openai',
    openrouter: 'openrouter',
    'perplexity-ai': 'perplexity',
    'together-ai': 'together',
    'vertex-ai': 'google',
    voyage: 'voyageai',
    'x-ai': 'x-ai',
    zhipu: 'zai',
  }),
)

/** Their price keys that have a unit of ours: which, and how many of it the price is for. */
const UNITS: Readonly<Record<string, readonly [unit: PriceUnit, perUnits: number]>> = {
  input_mtok: ['input_tokens', 1_000_000],
  output_mtok: ['output_tokens', 1_000_000],
  cache_read_mtok: ['cached_tokens', 1_000_000],
  cache_write_mtok: ['cached_write_tokens', 1_000_000],
  cache_write_1h_mtok: ['cached_write_long_tokens', 1_000_000],
  output_reasoning_mtok: ['reasoning_tokens', 1_000_000],
  input_audio_mtok: ['audio_input_tokens', 1_000_000],
  output_audio_mtok: ['audio_output_tokens', 1_000_000],
  input_image_mtok: ['image_input_tokens', 1_000_000],
  output_image_mtok: ['image_output_tokens', 1_000_000],
  web_searches_kcount: ['search_units', 1_000],
  rerank_searches_kcount: ['search_units', 1_000],
  requests_kcount: ['requests', 1_000],
  audio_hours: ['audio_seconds', 3_600],
}

/** Providers whose models are nobody's bill. */
const FREE_PROVIDERS: ReadonlySet<string> = new Set(['mock'])

const FREE: PriceCard = { version: 'free', rates: {}, tiers: [], batchRates: null, isFree: true }

/** Null: not in the catalogue, which is not to say that it is free. */
export function cataloguePrice(provider: string, model: string, atMs: number): PriceCard | null {
  if (FREE_PROVIDERS.has(provider)) return FREE
  const providerId = CATALOGUE_NAMES.get(provider)
  if (providerId === undefined) return null
  const found = catalogue()({ input_tokens: 0 }, model, { providerId, timestamp: new Date(atMs) })
  if (!found) return null
  const price = found.model_price
  const starts = new Set(Object.values(price).flatMap((value) => tiersOf(value).map(({ start }) => start)))
  return {
    version: CATALOGUE_VERSION,
    rates: ratesAt(price, 0, model),
    tiers: [...starts]
      .sort((a, b) => a - b)
      .map((start) => ({ overInputTokens: start, rates: ratesAt(price, start, model) })),
    batchRates: null,
    // The catalogue's way to say that a model is not charged for: moderation.
    isFree: Object.keys(price).length === 0,
  }
}

type Price = ModelPrice[string]

/** The rates in force once there are more input tokens than `start`. */
function ratesAt(price: ModelPrice, start: number, model: string): Rates {
  const rates: Partial<Record<PriceUnit, { nanoUsd: number; perUnits: number }>> = {}
  for (const [key, value] of Object.entries(price)) {
    const known = UNITS[key]
    const usd = priceAt(value, start)
    const nanoUsd = usd === null ? null : nanoUsdOf(usd)
    if (known && nanoUsd !== null) rates[known[0]] = { nanoUsd, perUnits: known[1] }
  }
  const { input_tokens: input, cached_write_tokens: write, cached_write_long_tokens: long } = rates
  // Whoever hosts Claude: keeping for an hour costs twice the input, which the catalogue says for Anthropic's own host only.
  if (input && write && !long && model.includes('claude')) {
    rates.cached_write_long_tokens = { nanoUsd: input.nanoUsd * 2, perUnits: input.perUnits }
  }
  return rates
}

function priceAt(value: Price, start: number): number | null {
  if (typeof value === 'number' || value === undefined) return value ?? null
  return tiersOf(value).findLast((tier) => tier.start <= start && start > 0)?.price ?? value.base
}

function tiersOf(value: Price) {
  return typeof value === 'object' ? value.tiers : []
}
