/** Port for logs with unknown cost: listing their models, and filling in costs once a price is known. */

import type { CostLine } from '../record.ts'
import type { Usage } from '../usage.ts'
import type { LogScope } from './log-filter.ts'

export type UnpricedFilter = LogScope & {
  /** Start time of the request; `fromMs` is inclusive, `toMs` exclusive. */
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

/** The fields of a log that are needed to price it. */
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

/** Pagination cursor: the page starts after this log. */
export type UnpricedCursor = { readonly startedAtMs: number; readonly id: string }

/** Covers only requests with a provider response. Requests with an unknown outcome are excluded. */
export interface UnpricedLogs {
  /** Most requests first. `isPartial`: only the newest logs were scanned. */
  models(filter: UnpricedFilter): Promise<{ readonly models: readonly UnpricedModel[]; readonly isPartial: boolean }>
  /** Oldest first. */
  page(filter: UnpricedFilter, after: UnpricedCursor | null, limit: number): Promise<readonly UnpricedLog[]>
  /** Sets costs and updates all aggregates; resolves with the number set. Logs that already have a cost keep it. */
  fill(costs: readonly FoundCost[]): Promise<number>
  /** Resolves once every finished request is in the log store. */
  settled(): Promise<void>
}
