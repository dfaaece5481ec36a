/** List prices from the genai-prices package, converted to our units. Only a new release of Gatehouse updates them. */

import type { calcPrice, findProvider, ModelInfo, ModelPrice } from '@pydantic/genai-prices'
import { nanoUsdOf } from '../core/money/nano-usd.ts'
import type { PriceCard, PriceUnit, Rates } from '../core/money/price-card.ts'
import type { ListedModel } from '../core/money/prices.ts'

/** The package version and its publication date. Every log record priced by it contains this text. */
export const CATALOGUE_VERSION = 'genai-prices-0.1.8-2026-09-23'

type Catalogue = { readonly calcPrice: typeof calcPrice; readonly findProvider: typeof findProvider }

let loaded: Catalogue | null = null

/** Loaded on first use, because it takes 20 MB and 100 ms. */
function catalogue(): Catalogue {
  loaded ??= import.meta.require('@pydantic/genai-prices') as Catalogue
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
    ovhcloud: 'ovhcloud',
    'perplexity-ai': 'perplexity',
    'together-ai': 'together',
    'vertex-ai': 'google',
    voyage: 'voyageai',
    'workers-ai': 'cloudflare',
    'x-ai': 'x-ai',
    'z-ai': 'zai',
    zhipu: 'zai',
  }),
)

/** Catalogue price keys to our units, and how many units the price is for. */
const UNITS: Readonly<Record<string, readonly [unit: PriceUnit, perUnits: number]>> = {
  input_mtok: ['input_tokens', 1_000_000],
  output_mtok: ['output_tokens', 1_000_000],
  cache_read_mtok: ['cached_tokens', 1_000_000],
  cache_audio_read_mtok: ['cached_audio_tokens', 1_000_000],
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
  const found = catalogue().calcPrice({ input_tokens: 0 }, model, { providerId, timestamp: new Date(atMs) })
  return found && cardOf(found.model_price, model)
}

/** Bedrock models that are priced per region have this prefix in the catalogue; requests send the rest. */
const CLASS_PREFIX = /^regional\./

/** Models of a provider under the names that requests send. Empty for providers without list prices. */
export function catalogueModels(provider: string, atMs: number): readonly ListedModel[] {
  const providerId = CATALOGUE_NAMES.get(provider)
  const known = providerId === undefined ? undefined : catalogue().findProvider({ providerId })
  if (!known) return []
  const listed = (info: ModelInfo): ListedModel | null => {
    const model = info.id.replace(CLASS_PREFIX, '')
    // Pass only this model, because `calcPrice` compares the name with every model it gets.
    const options = { provider: { ...known, models: [info] }, timestamp: new Date(atMs) }
    const found = catalogue().calcPrice({ input_tokens: 0 }, model, options)
    // Some ids name a class of models (`ft:gpt-4o`), which no request can send.
    if (!found || model.startsWith('ft:')) return null
    const { name = null, context_window: contextWindow = null, deprecated = false } = info
    return { model, name, contextWindow, isDeprecated: deprecated, card: cardOf(found.model_price, model) }
  }
  const models = new Map<string, ListedModel>()
  for (const info of known.models) {
    const one = listed(info)
    if (one && !models.has(one.model)) models.set(one.model, one)
  }
  return [...models.values()]
}

function cardOf(price: ModelPrice, model: string): PriceCard {
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
  // A one-hour cache write of Claude costs twice the input price on every host. The catalogue lists only Anthropic's.
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
