/** List prices from the genai-prices package, converted to our units. Nothing is fetched; releases update the package. */

import type { calcPrice, ModelPrice } from '@pydantic/genai-prices'
import { nanoUsdOf } from '../core/money/nano-usd.ts'
import type { PriceCard, PriceUnit, Rates } from '../core/money/price-card.ts'

/** The package version and its publication date. Every log record priced by it contains this text. */
export const CATALOGUE_VERSION = 'genai-prices-0.1.8-2026-09-23'

let loaded: typeof calcPrice | null = null

/** Loaded on first use, because it takes 20 MB and 100 ms. */
function catalogue(): typeof calcPrice {
  loaded ??= (import.meta.require('@pydantic/genai-prices') as { readonly calcPrice: typeof calcPrice }).calcPrice
  return loaded
}

/** Our provider slugs to the catalogue's ids. Other providers have no list prices. */
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

/** Catalogue price keys to our units, and how many units the price is for. */
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

/** Providers that never cost anything. */
const FREE_PROVIDERS: ReadonlySet<string> = new Set(['mock'])

const FREE: PriceCard = { version: 'free', rates: {}, tiers: [], batchRates: null, isFree: true }

/** Null if the model is not in the catalogue: its price is unknown, not zero. */
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
    // The catalogue lists free models (moderation) without any price.
    isFree: Object.keys(price).length === 0,
  }
}

type Price = ModelPrice[string]

/** The rates for requests with more than `start` input tokens. */
function ratesAt(price: ModelPrice, start: number, model: string): Rates {
  const rates: Partial<Record<PriceUnit, { nanoUsd: number; perUnits: number }>> = {}
  for (const [key, value] of Object.entries(price)) {
    const known = UNITS[key]
    const usd = priceAt(value, start)
    const nanoUsd = usd === null ? null : nanoUsdOf(usd)
    if (known && nanoUsd !== null) rates[known[0]] = { nanoUsd, perUnits: known[1] }
  }
  const { input_tokens: input, cached_write_tokens: write, cached_write_long_tokens: long } = rates
  // One-hour cache writes of Claude cost twice the input price on every host; the catalogue has this for Anthropic only.
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
