/** Port for looking up the price of a model. */

import type { CustomPrice } from '../stores/prices.ts'
import type { PriceCard } from './price-card.ts'

/** The request whose cost is calculated: custom prices can depend on all of these. */
export type PricedCall = {
  readonly organisationId: string
  readonly workspaceId: string
  readonly virtualKey: string | null
  readonly provider: string
}

/** `model` is the requested name, `responseModel` the one in the provider's response. */
export type PricedModel = PricedCall & { readonly model: string | null; readonly responseModel: string | null }

export type FoundPrice = { readonly card: PriceCard; readonly custom: CustomPrice | null }

/** A model of the price list. */
export type ListedModel = {
  /** The name that requests send. */
  readonly model: string
  /** Display name; null: unknown. */
  readonly name: string | null
  /** In tokens; null: unknown. */
  readonly contextWindow: number | null
  readonly isDeprecated: boolean
  readonly card: PriceCard
}

export interface Prices {
  /** Null: no price is known. */
  priceOf(called: PricedModel, nowMs: number): FoundPrice | null
  /** Models of the call's provider in the price list, each with the price that applies to this call. */
  listModels(call: PricedCall, nowMs: number): readonly { readonly listed: ListedModel; readonly price: FoundPrice }[]
  /** Resolves once the latest change of a custom price has taken effect. */
  settled(): Promise<void>
}
