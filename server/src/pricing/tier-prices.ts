/**
 * Prices of service tiers (batch, flex, priority, fast) as factors of the standard price. The catalogue has only
 * standard prices, so the factors come from the providers' price lists (read in 2026):
 *   OpenAI priority   openai.com/api-priority-processing
 *   OpenAI flex       half, like batch: developers.openai.com/api/docs/guides/flex-processing
 *   Anthropic batch   half: platform.claude.com/docs/en/build-with-claude/batch-processing
 *   Anthropic fast    platform.claude.com/docs/en/build-with-claude/fast-mode
 *   Gemini flex       half; priority 75 to 100 % more: ai.google.dev/gemini-api/docs/pricing
 */

import { type PriceCard, scaled } from '../core/money/price-card.ts'
import type { FoundPrice } from '../core/money/prices.ts'

export type TierPrice = {
  readonly card: PriceCard
  /** `listed`: from a price list; `estimated`: an upper estimate; `unknown`: the standard price is used. */
  readonly source: 'listed' | 'estimated' | 'unknown'
  readonly factor: number
}

type Factor = { readonly factor: number; readonly isListed: boolean }

const HALF: Factor = { factor: 0.5, isListed: true }

/** By model name without its date suffix. */
const OPENAI_PRIORITY: ReadonlyMap<string, number> = new Map(
  Object.entries({
    'gpt-5.5': 2.5,
    'gpt-5.4': 2,
    'gpt-5.4-mini': 2,
    'gpt-5.2': 2,
    'gpt-5.1': 2,
    'gpt-5.1-codex': 2,
    'gpt-5': 2,
    'gpt-5-codex': 2,
    'gpt-5-mini': 1.8,
    'gpt-4.1': 1.75,
    'gpt-4.1-mini': 1.75,
    'gpt-4.1-nano': 2,
    'gpt-4o': 1.7,
    'gpt-4o-mini': 1.666667,
    o3: 1.75,
    'o4-mini': 1.818182,
  }),
)

const ANTHROPIC_FAST: ReadonlyMap<string, number> = new Map(
  Object.entries({ 'claude-opus-4-6': 6, 'claude-opus-4-7': 6, 'claude-opus-5': 2 }),
)

/** For unlisted models: the highest factor of any provider, so that estimates are not too low. */
const DEAREST: Readonly<Record<string, number>> = { priority: 2.5, fast: 6 }

/** Providers that may serve `auto` requests in the priority tier. */
const MAY_RAISE: ReadonlySet<string> = new Set(['openai', 'azure-openai'])

export function priceInTier(found: FoundPrice, provider: string, model: string | null, tier: string): TierPrice {
  const { card, custom } = found
  const standard: TierPrice = { card, source: 'unknown', factor: 1 }
  if (card.isFree) return { ...standard, source: 'listed' }
  if ((tier === 'batch' || tier === 'flex') && card.batchRates !== null) {
    // OpenAI and Gemini charge the batch price for `flex`.
    return { card: { ...card, rates: card.batchRates, tiers: [] }, source: 'listed', factor: 1 }
  }
  const known = factorOf(provider, model ?? '', tier)
  if (known === null) return standard
  // A discount on the operator's own prices is unknown, so the standard price applies.
  if (custom?.list && known.factor < 1) return standard
  const isListed = known.isListed && !custom?.list
  return { card: times(card, tier, known.factor), source: isListed ? 'listed' : 'estimated', factor: known.factor }
}

/** The highest price a call requesting this tier may get, used for holds. The provider may serve a cheaper tier. */
export function highestCard(
  found: FoundPrice,
  provider: string,
  model: string | null,
  requested: string | null,
): PriceCard {
  if (requested === null || found.card.isFree) return found.card
  const tier = requested === 'auto' && MAY_RAISE.has(provider) ? 'priority' : requested
  const { card, factor } = priceInTier(found, provider, model, tier)
  return factor > 1 ? card : found.card
}

function factorOf(provider: string, model: string, tier: string): Factor | null {
  const name = model.replace(/-\d{4}-\d{2}-\d{2}$|-\d{8}$/, '')
  switch (tier) {
    case 'batch':
      return ['openai', 'anthropic', 'google'].includes(provider) ? HALF : null
    case 'flex':
      return ['openai', 'google'].includes(provider) ? HALF : null
    case 'priority':
      return priorityFactor(provider, model, name)
    case 'fast': {
      const listed = provider === 'anthropic' ? ANTHROPIC_FAST.get(name) : undefined
      return { factor: listed ?? DEAREST['fast']!, isListed: listed !== undefined }
    }
    default:
      return null
  }
}

function priorityFactor(provider: string, model: string, name: string): Factor | null {
  // Anthropic's priority tier is prepaid capacity, which has no price per token.
  if (provider === 'anthropic') return null
  if (provider === 'google' || provider === 'vertex-ai') return { factor: 2, isListed: false }
  const listed = model === 'gpt-4o-2024-05-13' ? 1.75 : OPENAI_PRIORITY.get(name)
  return { factor: listed ?? DEAREST['priority']!, isListed: listed !== undefined && provider === 'openai' }
}

/** Scales token prices only: searches and fees per request cost the same in every tier. */
function times(card: PriceCard, tier: string, factor: number): PriceCard {
  const list = scaled(card, factor, (unit) => unit.endsWith('_tokens'))
  return { ...card, ...list, version: `${card.version} ${tier} x ${factor}` }
}
