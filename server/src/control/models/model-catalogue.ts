/** Lists the models that the virtual keys of a workspace can use, with prices and usage. */

import { z } from 'zod'
import type { Analytics } from '../../core/logs/analytics.ts'
import type { FoundPrice, Prices } from '../../core/money/prices.ts'
import type { Reach } from '../../core/stores/reach.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { keyRefusal, type VirtualKey } from '../../core/stores/virtual-keys.ts'
import { count, knownCents } from '../analytics/graph-definition.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { filterOf, filterShape, workspaceShape } from '../logs/log-filter-wire.ts'
import { pageQuery } from '../page-wire.ts'
import { listToWire, RATES_REPLY } from '../prices/price-wire.ts'
import { type CatalogueRow, catalogueRows, inOrder, ORDERS } from './catalogue-rows.ts'

/** At most this many virtual keys, custom prices and used models are read. */
const MAX_EXAMINED = 1_000

export type ModelPorts = {
  readonly prices: Prices
  readonly analytics: Analytics
  /** Models of the provider that needs no virtual key. */
  readonly builtIn: { readonly provider: string; readonly models: readonly string[] }
}

const PRICE = {
  price_source: z
    .enum(['own', 'catalogue', 'none'])
    .describe('`own`: a custom price applies. `none`: no price is known.'),
  is_free: z.boolean(),
  prices: RATES_REPLY.nullable(),
}

const MODEL_REPLY = z.object({
  object: z.literal('catalogue-model'),
  provider: z.string(),
  model: z.string().describe('The name that requests send as `model`.'),
  name: z.string().nullable(),
  context_window: z.number().nullable().describe('Tokens. Null if unknown.'),
  is_deprecated: z.boolean(),
  in_price_list: z.boolean().describe('False for models that have a custom price or were used, but are not listed.'),
  ...PRICE,
  tiers: z.array(z.object({ over_input_tokens: z.number(), prices: RATES_REPLY })),
  needs_virtual_key: z.boolean().describe('False for the built-in mock provider.'),
  virtual_keys: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      prices: RATES_REPLY.nullable().describe('Prices of this virtual key, if they differ. Otherwise null.'),
    }),
  ),
  usage: z
    .object({
      requests: count,
      errors: count,
      cost: z.number().nullable().describe('US cents. Null if no request has a known cost.'),
      tokens: count,
      p95_latency: z.number().nullable().describe('Milliseconds.'),
      last_seen: z.string(),
    })
    .nullable()
    .describe('Usage in the time range. Null without requests, or without the scope analytics.view.'),
})

export function modelCatalogueOperation({ prices, analytics, builtIn }: ModelPorts): Operation {
  return endpoint({
    name: 'model-catalogue.list',
    method: 'GET',
    path: '/model-catalogue',
    summary: 'List the models that virtual keys reach',
    description:
      'Models of the price list of every provider with an active virtual key, models with a custom price, used models and the models of the built-in mock provider. Virtual keys with a custom host have only custom-priced and used models.',
    permission: { scope: 'virtual_keys.list', or: ['providers.list', 'completions.write'] },
    query: z.object({
      ...workspaceShape,
      time_of_generation_min: filterShape.time_of_generation_min,
      time_of_generation_max: filterShape.time_of_generation_max,
      search: z
        .string()
        .trim()
        .max(128)
        .optional()
        .describe('Part of the model, its name or the provider, ignoring case.'),
      provider: z.string().max(64).optional().describe('Slug of one provider.'),
      virtual_key: z.string().max(128).optional().describe('Slug of one virtual key.'),
      used: z.enum(['true', 'false']).optional().describe('`true`: only models with requests in the time range.'),
      deprecated: z.enum(['true', 'false']).default('true').describe('`false` omits deprecated models.'),
      order_by: z
        .enum(ORDERS)
        .default('requests')
        .describe('Prices: lowest first. Others except model: highest first.'),
      ...pageQuery({ defaultSize: 50, maxSize: 1_000 }),
    }),
    reply: z.object({
      object: z.literal('list'),
      total: count,
      providers: z.array(z.string()).describe('Providers of all models, whatever the filter.'),
      virtual_keys: z.array(z.string()).describe('Slugs of the active virtual keys.'),
      data: z.array(MODEL_REPLY),
    }),
    example: { query: { page_size: '10' } },
    async handle({ principal, reach, workspaceId, query, stores, nowMs }) {
      const scope = { organisationId: reach.organisationId, workspaceId }
      const mayCount = principal.holds('analytics.view', principal.isOrganisationWide ? null : workspaceId)
      const [keys, own, used] = await Promise.all([
        activeKeys(stores, scope, nowMs),
        stores.prices.list(scope, { currentPage: 0, pageSize: MAX_EXAMINED }),
        mayCount
          ? analytics.groups('providerModel', filterOf(scope, rangeOf(query)), { offset: 0, limit: MAX_EXAMINED })
          : { groups: [] },
        prices.settled(),
      ])
      const rows = catalogueRows({ ...scope, keys, own: own.rows, used: used.groups, builtIn, nowMs }, prices)
      const found = inOrder(rows.filter(matching(query)), query.order_by)
      const start = query.current_page * query.page_size
      return {
        object: 'list' as const,
        total: found.length,
        providers: [...new Set(rows.map(({ provider }) => provider))].sort(),
        virtual_keys: keys.map(({ slug }) => slug),
        data: found.slice(start, start + query.page_size).map(rowOnWire),
      }
    },
  })
}

async function activeKeys(stores: Stores, scope: Reach, nowMs: number): Promise<readonly VirtualKey[]> {
  const { rows } = await stores.virtualKeys.list(scope, { currentPage: 0, pageSize: MAX_EXAMINED })
  return rows.filter((key) => keyRefusal(key, nowMs) === null)
}

type Given = {
  readonly time_of_generation_min?: string | undefined
  readonly time_of_generation_max?: string | undefined
  readonly search?: string | undefined
  readonly provider?: string | undefined
  readonly virtual_key?: string | undefined
  readonly used?: 'true' | 'false' | undefined
  readonly deprecated: 'true' | 'false'
}

function rangeOf({ time_of_generation_min, time_of_generation_max }: Given) {
  return { time_of_generation_min, time_of_generation_max }
}

function matching({ search, provider, virtual_key: slug, used, deprecated }: Given) {
  const needle = search?.toLowerCase() ?? ''
  return ({ provider: of, model, listed, keys, usage }: CatalogueRow): boolean =>
    (provider === undefined || of === provider) &&
    (slug === undefined || keys.some(({ key }) => key.slug === slug)) &&
    (used === undefined || (usage !== null) === (used === 'true')) &&
    (deprecated === 'true' || !listed?.isDeprecated) &&
    [model, listed?.name ?? '', of].some((text) => text.toLowerCase().includes(needle))
}

function rowOnWire({
  provider,
  model,
  listed,
  price,
  keys,
  needsKey,
  usage,
}: CatalogueRow): z.infer<typeof MODEL_REPLY> {
  return {
    object: 'catalogue-model',
    provider,
    model,
    name: listed?.name ?? null,
    context_window: listed?.contextWindow ?? null,
    is_deprecated: listed?.isDeprecated ?? false,
    in_price_list: listed !== null,
    price_source: price === null ? 'none' : price.custom ? 'own' : 'catalogue',
    is_free: price?.card.isFree ?? false,
    prices: ratesOf(price),
    tiers: price === null ? [] : listToWire(price.card).tiers,
    needs_virtual_key: needsKey,
    virtual_keys: keys.map(({ key, price: own }) => ({ slug: key.slug, name: key.name, prices: ratesOf(own) })),
    usage: usage && {
      requests: usage.requests,
      errors: usage.errors,
      cost: knownCents(usage.costNanoUsd, usage.requests, usage.unpricedRequests),
      tokens: usage.tokens,
      p95_latency: usage.p95LatencyMs,
      last_seen: new Date(usage.lastSeenMs).toISOString(),
    },
  }
}

function ratesOf(price: FoundPrice | null) {
  return price === null ? null : listToWire(price.card).prices
}
