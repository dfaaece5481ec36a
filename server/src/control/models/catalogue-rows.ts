/** Builds the rows of the model catalogue: listed, custom-priced and used models with price, virtual keys and usage. */

import type { Group } from '../../core/logs/analytics.ts'
import type { FoundPrice, ListedModel, PricedCall, Prices } from '../../core/money/prices.ts'
import type { CustomPrice } from '../../core/stores/prices.ts'
import { modelNames, servesModel, type VirtualKey } from '../../core/stores/virtual-keys.ts'

/** A virtual key that can use the model. `price` is set if it differs from the price of the row. */
export type KeyOfModel = { readonly key: VirtualKey; readonly price: FoundPrice | null }

export type CatalogueRow = {
  readonly provider: string
  readonly model: string
  readonly listed: Omit<ListedModel, 'card'> | null
  readonly price: FoundPrice | null
  readonly keys: readonly KeyOfModel[]
  /** False for the built-in provider, which needs no virtual key. */
  readonly needsKey: boolean
  readonly usage: Group | null
}

export type CatalogueInput = {
  readonly organisationId: string
  readonly workspaceId: string
  /** Active virtual keys of the workspace. */
  readonly keys: readonly VirtualKey[]
  readonly own: readonly CustomPrice[]
  /** Requests by provider and model. */
  readonly used: readonly Group[]
  /** Models of the built-in provider. */
  readonly builtIn: { readonly provider: string; readonly models: readonly string[] }
  readonly nowMs: number
}

export function catalogueRows(input: CatalogueInput, prices: Prices): CatalogueRow[] {
  const { organisationId, workspaceId, nowMs, builtIn } = input
  const usage = new Map(input.used.map((group) => [group.value, group]))
  const rows = new Map<string, CatalogueRow>()
  const callOf = (provider: string, virtualKey: string | null): PricedCall => ({
    organisationId,
    workspaceId,
    virtualKey,
    provider,
  })
  const pricedKeys = new Set(input.own.flatMap(({ virtualKey }) => virtualKey ?? []))

  const add = (provider: string, model: string, known: Pick<CatalogueRow, 'listed' | 'price' | 'keys'>) => {
    const name = `${provider}__${model}`
    if (rows.has(name)) return
    const keys = known.keys.filter(
      ({ key }) => key.integration === null || servesModel(modelNames(key.integration.models), model),
    )
    if (keys.length === 0 && known.keys.length > 0) return
    rows.set(name, {
      provider,
      model,
      ...known,
      keys,
      needsKey: provider !== builtIn.provider,
      usage: usage.get(name) ?? null,
    })
  }
  /** Adds a model that is not in the price list. Its price is looked up by name. */
  const addNamed = (provider: string, model: string, keys: readonly VirtualKey[]) => {
    const find = (virtualKey: string | null) =>
      prices.priceOf({ ...callOf(provider, virtualKey), model, responseModel: null }, nowMs)
    const price = find(null)
    const own = (key: VirtualKey) => (pricedKeys.has(key.slug) ? otherThan(price, find(key.slug)) : null)
    add(provider, model, { listed: null, price, keys: keys.map((key) => ({ key, price: own(key) })) })
  }

  for (const [provider, keys] of Map.groupBy(input.keys, (key) => key.provider)) {
    // With a custom host, the provider's price list does not say which models exist.
    const direct = keys.filter((key) => key.customHost === null)
    if (direct.length === 0) continue
    const ofKeys = direct
      .filter((key) => pricedKeys.has(key.slug))
      .map((key) => [key.slug, priceByModel(prices, callOf(provider, key.slug), nowMs)] as const)
    const own = new Map(ofKeys)
    for (const { listed, price } of prices.listModels(callOf(provider, null), nowMs)) {
      const keysOf = direct.map((key) => ({
        key,
        price: otherThan(price, own.get(key.slug)?.get(listed.model) ?? null),
      }))
      add(provider, listed.model, { listed, price, keys: keysOf })
    }
  }
  const keysOf = (provider: string) => input.keys.filter((key) => key.provider === provider)
  for (const { provider, model, virtualKey } of input.own) {
    if (provider === null || model.includes('*')) continue
    const keys = keysOf(provider).filter((key) => virtualKey === null || key.slug === virtualKey)
    if (keys.length > 0) addNamed(provider, model, keys)
  }
  for (const { value } of input.used) {
    const [provider, model] = splitAtFirst(value)
    const keys = keysOf(provider)
    if (keys.length > 0 || provider === builtIn.provider) addNamed(provider, model, keys)
  }
  for (const model of builtIn.models) addNamed(builtIn.provider, model, keysOf(builtIn.provider))
  return [...rows.values()]
}

function priceByModel(prices: Prices, call: PricedCall, nowMs: number): ReadonlyMap<string, FoundPrice> {
  return new Map(prices.listModels(call, nowMs).map(({ listed, price }) => [listed.model, price]))
}

/** The version identifies the price: equal versions mean equal prices. */
function otherThan(price: FoundPrice | null, other: FoundPrice | null): FoundPrice | null {
  return other !== null && other.card.version !== price?.card.version ? other : null
}

function splitAtFirst(value: string): [provider: string, model: string] {
  const at = value.indexOf('__')
  return at < 0 ? [value, ''] : [value.slice(0, at), value.slice(at + 2)]
}

export const ORDERS = ['requests', 'cost', 'model', 'input_price', 'output_price', 'context_window'] as const
export type Order = (typeof ORDERS)[number]

/** Sorts by most requests, highest cost, lowest price or largest context; unknown values last; then by name. */
export function inOrder(rows: readonly CatalogueRow[], order: Order): CatalogueRow[] {
  const rank: Readonly<Record<Order, (row: CatalogueRow) => number | null>> = {
    requests: ({ usage }) => (usage === null ? null : -usage.requests),
    cost: ({ usage }) => (usage === null ? null : -usage.costNanoUsd),
    model: () => 0,
    input_price: ({ price }) => perUnit(price, 'input_tokens'),
    output_price: ({ price }) => perUnit(price, 'output_tokens'),
    context_window: ({ listed }) => (listed?.contextWindow == null ? null : -listed.contextWindow),
  }
  const ranked = rows.map((row) => ({ row, at: rank[order](row) ?? Number.POSITIVE_INFINITY }))
  const byName = (left: CatalogueRow, right: CatalogueRow) =>
    compare(left.model, right.model) || compare(left.provider, right.provider)
  // Equal ranks are not subtracted, because Infinity minus Infinity is NaN.
  return ranked
    .sort((left, right) => (left.at === right.at ? byName(left.row, right.row) : left.at - right.at))
    .map(({ row }) => row)
}

function perUnit(price: FoundPrice | null, unit: 'input_tokens' | 'output_tokens'): number | null {
  if (price === null) return null
  if (price.card.isFree) return 0
  const rate = price.card.rates[unit]
  return rate ? rate.nanoUsd / rate.perUnits : null
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
