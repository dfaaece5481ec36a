/** Request and response format of custom prices. */

import { z } from 'zod'
import { nanoUsdOf, usdOf } from '../../core/money/nano-usd.ts'
import { PRICE_UNITS, type PriceUnit, type Rate, type Rates, type UnitPrices } from '../../core/money/price-card.ts'
import type { CustomPrice } from '../../core/stores/prices.ts'

const MAX_USD = 1_000_000
const MAX_UNITS = 1_000_000_000
const MAX_TIERS = 10

const RATE = z.strictObject({
  usd: z
    .number()
    .min(0)
    .max(MAX_USD)
    .refine((usd) => nanoUsdOf(usd) !== null, 'must have at most nine decimals')
    .describe('US dollars per `per` units.'),
  per: z.int().min(1).max(MAX_UNITS).default(1_000_000).describe('Number of units that the price is for.'),
})

const RATES = z
  .partialRecord(z.enum(PRICE_UNITS), RATE)
  .refine((rates) => Object.keys(rates).length > 0, 'must have at least one price')
  .describe('Prices by unit. A token class without its own price has the price of input or output tokens.')

const TIERS = z
  .array(z.strictObject({ over_input_tokens: z.int().min(1).max(Number.MAX_SAFE_INTEGER), prices: RATES }))
  .max(MAX_TIERS)
  .refine(
    (tiers) => tiers.every((tier, i) => i === 0 || tier.over_input_tokens > tiers[i - 1]!.over_input_tokens),
    'must ascend by over_input_tokens',
  )

const name = (most: number) => z.string().trim().min(1).max(most)

const fields = {
  model: name(256).describe('Model name. `*` matches any characters.'),
  provider: name(64).nullish().describe('Slug of a provider. Applies to any provider if omitted.'),
  virtual_key: name(128).nullish().describe('Slug of a virtual key; requires a workspace. Applies to any if omitted.'),
  prices: RATES.nullish().describe('Uses the list price times the multiplier if omitted.'),
  tiers: TIERS.optional().describe('Prices of the whole request if it has more than over_input_tokens input tokens.'),
  batch_prices: RATES.nullish(),
  multiplier: z.number().min(0).max(1_000).default(1).describe('Multiplies all prices. Up to six decimals.'),
  valid_from: z.iso.datetime({ offset: true }).optional().describe('Default now.'),
  workspace_id: z.string().max(128).optional().describe('Admin keys can omit it to apply the price to all workspaces.'),
}

export const priceBody = z
  .strictObject(fields)
  .refine((body) => body.prices != null || body.multiplier !== 1, 'send prices, or a multiplier other than 1')
  .refine(
    (body) => body.prices != null || (!body.tiers?.length && !body.batch_prices),
    'tiers and batch_prices need prices',
  )

export type PriceBody = z.infer<typeof priceBody>

export const RATES_REPLY = z.partialRecord(z.enum(PRICE_UNITS), z.object({ usd: z.number(), per: z.number() }))

const listReply = {
  prices: RATES_REPLY.nullable(),
  tiers: z.array(z.object({ over_input_tokens: z.number(), prices: RATES_REPLY })),
  batch_prices: RATES_REPLY.nullable(),
}

export const priceReply = z.object({
  object: z.literal('price'),
  id: z.string(),
  workspace_id: z.string().nullable(),
  virtual_key: z.string().nullable(),
  provider: z.string().nullable(),
  model: z.string(),
  ...listReply,
  multiplier: z.number(),
  valid_from: z.string(),
  revision: z.number(),
  created_by: z.string(),
  created_at: z.string(),
  last_updated_at: z.string(),
})

export const effectiveReply = z.object({
  object: z.literal('effective-price'),
  provider: z.string(),
  model: z.string(),
  source: z.enum(['own', 'catalogue', 'none']),
  price_id: z.string().nullable().describe('Id of the custom price, if one applies.'),
  version: z.string().nullable(),
  is_free: z.boolean(),
  ...listReply,
})

export function priceToWire(price: CustomPrice): z.infer<typeof priceReply> {
  return {
    object: 'price',
    id: price.id,
    workspace_id: price.workspaceId,
    virtual_key: price.virtualKey,
    provider: price.provider,
    model: price.model,
    ...listToWire(price.list),
    multiplier: price.multiplier,
    valid_from: new Date(price.validFromMs).toISOString(),
    revision: price.revision,
    created_by: price.createdBy,
    created_at: new Date(price.createdAtMs).toISOString(),
    last_updated_at: new Date(price.updatedAtMs).toISOString(),
  }
}

export function listToWire(list: UnitPrices | null) {
  return {
    prices: list && ratesToWire(list.rates),
    tiers: (list?.tiers ?? []).map(({ overInputTokens, rates }) => ({
      over_input_tokens: overInputTokens,
      prices: ratesToWire(rates),
    })),
    batch_prices: list?.batchRates ? ratesToWire(list.batchRates) : null,
  }
}

export function listFromWire(body: PriceBody): UnitPrices | null {
  if (body.prices == null) return null
  return {
    rates: ratesFromWire(body.prices),
    tiers: (body.tiers ?? []).map((tier) => ({
      overInputTokens: tier.over_input_tokens,
      rates: ratesFromWire(tier.prices),
    })),
    batchRates: body.batch_prices == null ? null : ratesFromWire(body.batch_prices),
  }
}

function ratesToWire(rates: Rates) {
  return mapRates(rates, ({ nanoUsd, perUnits }) => ({ usd: usdOf(nanoUsd), per: perUnits }))
}

function ratesFromWire(rates: z.infer<typeof RATES>): Rates {
  return mapRates(rates, ({ usd, per }): Rate => ({ nanoUsd: nanoUsdOf(usd) ?? 0, perUnits: per }))
}

function mapRates<From, To>(rates: Readonly<Partial<Record<PriceUnit, From>>>, change: (rate: From) => To) {
  const entries = Object.entries(rates) as [PriceUnit, From][]
  return Object.fromEntries(entries.map(([unit, rate]) => [unit, change(rate)])) as Partial<Record<PriceUnit, To>>
}
