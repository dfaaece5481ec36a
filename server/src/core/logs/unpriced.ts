/** Logs whose cost is unknown: which models they are of, and costs found later. */

import type { CostLine } from '../record.ts'
import type { Usage } from '../usage.ts'
import type { LogScope } from './log-filter.ts'

export type UnpricedFilter = LogScope & {
  /** Start of the request; from is included, to is not. */
  readonly fromMs: number
  readonly toMs: number
  readonly provider: string | null
  readonly model: string | null
}

export type UnpricedModel = {
  readonly provider: string | null
  readonly model: string | null
  readonly requests: number
  readonly tokens: number
  readonly firstSeenMs: number
  readonly lastSeenMs: number
}

/** What a price is asked with. */
export type UnpricedLog = {
  readonly id: string
  readonly organisationId: string
  readonly workspaceId: string
  readonly virtualKey: string | null
  readonly provider: string | null
  readonly model: string | null
  readonly responseModel: string | null
  readonly startedAtMs: number
  readonly usage: Usage | null
}

export type FoundCost = {
  readonly id: string
  readonly nanoUsd: number
  readonly lines: readonly CostLine[]
  readonly priceVersion: string
}

/** A page goes on behind this log. */
export type UnpricedPlace = { readonly startedAtMs: number; readonly id: string }

/** Answers the provider gave and nobody could price; calls whose outcome is unknown are not among them. */
export interface UnpricedLogs {
  /** Most requests first; `isPartial`: only the newest were looked at. */
  models(filter: UnpricedFilter): Promise<{ readonly models: readonly UnpricedModel[]; readonly isPartial: boolean }>
  /** Oldest first. */
  page(filter: UnpricedFilter, after: UnpricedPlace | null, limit: number): Promise<readonly UnpricedLog[]>
  /** Sets these costs, and every sum with them; logs that have a cost keep it. How many were set. */
  fill(costs: readonly FoundCost[]): Promise<number>
  /** Waits until every request that is over can be found. */
  settled(): Promise<void>
}
