/** The port through which prices are asked for. */

import type { OwnPrice } from '../stores/prices.ts'
import type { PriceCard } from './price-card.ts'

/** Who calls, and by whose bill. */
export type PricedCall = {
  readonly organisationId: string
  readonly workspaceId: string
  readonly virtualKey: string | null
  readonly provider: string
}

/** What is priced: by the name it was asked for, and by the name the provider gave. */
export type PricedModel = PricedCall & { readonly model: string | null; readonly responseModel: string | null }

export type FoundPrice = { readonly card: PriceCard; readonly own: OwnPrice | null }

export interface Prices {
  /** Null: not known. */
  priceOf(called: PricedModel, nowMs: number): FoundPrice | null
  /** Waits until the last change is in force. */
  settled(): Promise<void>
}
