/** Own prices: what an organisation or a workspace pays, where it is not the list price. */

import type { UnitPrices } from '../money/price-card.ts'
import type { KeyType } from './api-keys.ts'
import type { Listed, Page, Reach } from './reach.ts'

export type OwnPrice = {
  readonly id: string
  readonly organisationId: string
  /** Null: for every workspace. */
  readonly workspaceId: string | null
  /** A virtual key's slug; null: whichever pays. */
  readonly virtualKey: string | null
  /** A provider's slug; null: any. */
  readonly provider: string | null
  /** The model's name; `*` stands for any characters. */
  readonly model: string
  /** Null: the list price, times the multiplier. */
  readonly list: UnitPrices | null
  readonly multiplier: number
  readonly validFromMs: number
  /** Counts the changes: with the id, the edition that records name. */
  readonly revision: number
  readonly createdBy: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** A budget in US dollars, as far as it matters who may change it. */
export type CostBudget =
  | { readonly kind: 'workspace' }
  | { readonly kind: 'api_key'; readonly type: KeyType }
  | { readonly kind: 'virtual_key'; readonly slug: string }
  | { readonly kind: 'policy'; readonly workspaceId: string | null }

export interface PriceStore {
  /** Only what the caller may change: a workspace's own, or with the whole organisation in reach, all. */
  find(reach: Reach, id: string): Promise<OwnPrice | undefined>
  /** Newest first; those of a workspace, with those for every workspace. */
  list(reach: Reach, page: Page): Promise<Listed<OwnPrice>>
  all(): Promise<readonly OwnPrice[]>
  /** The budgets that requests in this workspace, or in any of them (null), can count for; each kind once. */
  budgetsCountedBy(organisationId: string, workspaceId: string | null): Promise<readonly CostBudget[]>
  /** The clock of the store, by which prices of several nodes have an order. */
  nowMs(): Promise<number>
  insert(price: OwnPrice): Promise<void>
  /** False when it was changed or removed meanwhile: the revision must be one higher. */
  update(price: OwnPrice): Promise<boolean>
  remove(id: string): Promise<void>
}
