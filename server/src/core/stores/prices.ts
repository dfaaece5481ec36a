/** Port for custom prices: what an organisation or workspace pays if it differs from the list price. */

import type { UnitPrices } from '../money/price-card.ts'
import type { KeyType } from './api-keys.ts'
import type { Listed, Page, Reach } from './reach.ts'

export type CustomPrice = {
  readonly id: string
  readonly organisationId: string
  /** Null: every workspace. */
  readonly workspaceId: string | null
  /** Slug of a virtual key; null: any. */
  readonly virtualKey: string | null
  /** Slug of a provider; null: any. */
  readonly provider: string | null
  /** Model name; `*` matches any characters. */
  readonly model: string
  /** Null: the list price. The multiplier applies in both cases. */
  readonly list: UnitPrices | null
  readonly multiplier: number
  /** Set if a model of an integration defines the price: the price of this base model applies instead of `list`. */
  readonly baseModel?: string | null
  readonly validFromMs: number
  /** Incremented on each change. Log records contain id and revision of the price used. */
  readonly revision: number
  readonly createdBy: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** Owner of a budget in US dollars. Determines who may change prices that count against it. */
export type CostBudget =
  | { readonly kind: 'workspace' }
  | { readonly kind: 'api_key'; readonly type: KeyType }
  | { readonly kind: 'virtual_key'; readonly slug: string }
  /** A workspace's budget on an integration. `workspaceId`: null if the organisation owns the integration. */
  | { readonly kind: 'integration'; readonly workspaceId: string | null }
  | { readonly kind: 'policy'; readonly workspaceId: string | null }

export interface PriceStore {
  /** Finds only prices the caller may change: those of its workspace, or all if it can access the organisation. */
  find(reach: Reach, id: string): Promise<CustomPrice | undefined>
  /** Newest first. For a workspace, includes the prices for every workspace. */
  list(reach: Reach, page: Page): Promise<Listed<CustomPrice>>
  all(): Promise<readonly CustomPrice[]>
  /** The kinds of budgets that requests in this workspace (null: in any workspace) can count against. */
  budgetsCountedBy(organisationId: string, workspaceId: string | null): Promise<readonly CostBudget[]>
  /** The store's clock, so that prices saved by different nodes are ordered. */
  nowMs(): Promise<number>
  insert(price: CustomPrice): Promise<void>
  /** False if the stored revision is not one lower, because the price was changed or removed concurrently. */
  update(price: CustomPrice): Promise<boolean>
  remove(id: string): Promise<void>
}
