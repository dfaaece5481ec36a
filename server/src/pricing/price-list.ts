/** The price of each call: custom prices first, then list prices. Results are cached until a price can change. */

import { LRUCache } from 'lru-cache'
import { type PriceCard, scaled } from '../core/money/price-card.ts'
import type { FoundPrice, ListedModel, PricedCall, PricedModel, Prices } from '../core/money/prices.ts'
import { atMost } from '../core/runtime/at-most.ts'
import type { CustomPrice } from '../core/stores/prices.ts'
import { catalogueModels, cataloguePrice } from './catalogue.ts'
import { hadStarted, type KnownPrice, knownPrice, mostSpecificPrice } from './custom-price.ts'

/** Catalogue prices depend on date and time of day; results are cached per minute. */
const MINUTE_MS = 60_000
const MAX_REMEMBERED = 5_000
/** Longer names are not looked up, to bound the memory of the cache. */
const MAX_NAME_LENGTH = 256

/**
 * `begun`: number of custom prices that had begun. If another one begins within the minute, the entry is not used.
 */
type Remembered = { readonly minute: number; readonly begun: number; readonly found: FoundPrice | null }

export class PriceList implements Prices {
  #custom: readonly KnownPrice[] | null = null
  /** When this node first read each price, by id and start. */
  #readAtMs: ReadonlyMap<string, number> = new Map()
  /** Start times of the custom prices, ascending. */
  #beginnings: readonly number[] = []
  #loads = 0
  #isStale = true
  #loading: Promise<void> = Promise.resolve()
  readonly #remembered = new LRUCache<string, Remembered>(atMost(MAX_REMEMBERED))

  constructor(
    private readonly source: { all(): Promise<readonly CustomPrice[]> },
    private readonly clock: () => number = Date.now,
  ) {}

  /** Call at startup and after every change. */
  refresh(): void {
    this.#isStale = false
    this.#loading = this.#load()
  }

  settled(): Promise<void> {
    return this.#loading
  }

  /** Null if the price is unknown, and before the first load. */
  priceOf(called: PricedModel, nowMs: number): FoundPrice | null {
    // Nothing was loaded yet, or the last load failed.
    if (this.#isStale) this.refresh()
    if (this.#custom === null) return null
    const minute = Math.floor(nowMs / MINUTE_MS)
    const begun = this.#begunBy(nowMs)
    const key = keyOf(called)
    const known = this.#remembered.get(key)
    if (known?.minute === minute && known.begun === begun) return known.found
    const found = this.#find(called, nowMs)
    this.#remembered.set(key, { minute, begun, found })
    return found
  }

  listModels(call: PricedCall, nowMs: number): { listed: ListedModel; price: FoundPrice }[] {
    return catalogueModels(call.provider, nowMs).map((listed) => {
      const custom = this.#customFor(call, listed.model, nowMs)
      return { listed, price: this.#basePrice(call, custom, nowMs) ?? withCustom(listed.card, custom) }
    })
  }

  #begunBy(atMs: number): number {
    let [low, high] = [0, this.#beginnings.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#beginnings[middle]! <= atMs) low = middle + 1
      else high = middle
    }
    return low
  }

  async #load(): Promise<void> {
    const load = ++this.#loads
    // Taken before the load: calls made during the load already use the new prices.
    const askedAtMs = this.clock()
    try {
      const custom = await this.source.all()
      // The result of an older load must not overwrite a newer one.
      if (load !== this.#loads) return
      this.#replacePrices(custom, askedAtMs)
    } catch {
      if (load === this.#loads) this.#isStale = true
    }
  }

  #replacePrices(prices: readonly CustomPrice[], askedAtMs: number): void {
    const readAtMs = new Map<string, number>()
    const custom = prices.map((price) => {
      const beginning = `${price.id} ${price.validFromMs} ${hadStarted(price)}`
      const atMs = this.#readAtMs.get(beginning) ?? askedAtMs
      readAtMs.set(beginning, atMs)
      return knownPrice(price, atMs)
    })
    this.#custom = custom
    this.#readAtMs = readAtMs
    this.#beginnings = custom.map(({ startsAtMs }) => startsAtMs).sort((left, right) => left - right)
    this.#remembered.clear()
  }

  #find(called: PricedModel, nowMs: number): FoundPrice | null {
    const { model, responseModel, provider } = called
    const requested = model !== null && model.length <= MAX_NAME_LENGTH ? model : null
    const given = responseModel !== null && responseModel.length <= MAX_NAME_LENGTH ? responseModel : null
    const custom = this.#customFor(called, requested, nowMs) ?? this.#customFor(called, given, nowMs)
    if (custom?.list) return { card: customCard(custom, custom.list), custom }
    const base = this.#basePrice(called, custom, nowMs)
    if (base) return base
    // Prefer the model name in the response: the requested name may be an alias of models with different prices.
    const listed = this.#listed(provider, given, nowMs) ?? this.#listed(provider, requested, nowMs)
    return listed && withCustom(listed, custom)
  }

  /** The custom or list price of the base model. Does not follow a base model of the base model, to avoid loops. */
  #basePrice(called: PricedCall, custom: CustomPrice | null, nowMs: number): FoundPrice | null {
    const base = custom?.baseModel ?? null
    if (base === null) return null
    const ofBase = this.#customFor(called, base, nowMs)
    const listed = ofBase?.list ? null : this.#listed(called.provider, base, nowMs)
    const found = ofBase?.list
      ? { card: customCard(ofBase, ofBase.list), custom: ofBase }
      : listed && withCustom(listed, ofBase)
    // A version must identify the price, but all list prices have the same version.
    return found && { ...found, card: { ...found.card, version: `${found.card.version} of ${base}` } }
  }

  #customFor(called: PricedCall, model: string | null, nowMs: number): CustomPrice | null {
    return model === null ? null : mostSpecificPrice(this.#custom ?? [], called, model, nowMs)
  }

  /** A call without a model name can still be free. */
  #listed(provider: string, model: string | null, nowMs: number): PriceCard | null {
    return cataloguePrice(provider, model ?? '', nowMs)
  }
}

/** The custom price instead of the list price, or the list price times the custom multiplier. */
function withCustom(listed: PriceCard, custom: CustomPrice | null): FoundPrice {
  if (!custom) return { card: listed, custom: null }
  if (custom.list) return { card: customCard(custom, custom.list), custom }
  const card = { ...listed, ...scaled(listed, custom.multiplier) }
  return { card: { ...card, version: `${versionOf(custom)} x ${listed.version}` }, custom }
}

function customCard(custom: CustomPrice, list: NonNullable<CustomPrice['list']>): PriceCard {
  return { ...scaled(list, custom.multiplier), version: versionOf(custom), isFree: false }
}

function versionOf({ id, revision }: CustomPrice): string {
  return `own-${id}-${revision}`
}

function keyOf({ organisationId, workspaceId, virtualKey, provider, model, responseModel }: PricedModel): string {
  return `${organisationId}\n${workspaceId}\n${virtualKey ?? ''}\n${provider}\n${model ?? ''}\n${responseModel ?? ''}`
}
