/** Everything the overview shows, from one call; only the fields it uses. */

import { api } from '../../api/client.ts'
import type { LogRow } from '../../api/log-row.ts'
import { workspaceId } from '../../app/session.ts'
import type { UsageLimit } from '../../design/limits/limit-types.ts'
import type { Breaker } from '../health/breaker-list.tsx'
import type { Period } from './period.ts'

export type Sums = {
  readonly requests: number
  readonly errors: number
  /** US cents. */
  readonly cost: { readonly total: number | null; readonly unpriced_requests: number }
  readonly latency: {
    readonly p50: number | null
    readonly p95: number | null
    /** The gateway's part of the total time, in percent; null: unknown. */
    readonly gateway_share: number | null
  }
  readonly rescued: { readonly retry: number; readonly fallback: number }
  readonly cache: {
    readonly simple_hits: number
    readonly semantic_hits: number
    readonly saved_time: number
    readonly saved_cost: number
  }
}

type Point = {
  readonly timestamp: string
  readonly is_partial: boolean
  readonly requests: number
  readonly errors: number
  readonly recovered: number
  readonly cost: number | null
  readonly p95_latency: number | null
  readonly cache_saved_cost: number
}

export type ProviderAttempts = {
  /** Empty: failed before any provider was called. */
  readonly provider: string
  readonly attempts: number
  readonly failures: number
  /** Failed attempts of requests that succeeded after a retry or fallback. */
  readonly recovered: number
}

export type Increase = {
  readonly group_by: 'ai-models' | 'api_key' | 'users'
  readonly value: string
  /** US cents. */
  readonly cost: number
  readonly previous_cost: number
}

export type Overview = {
  readonly summary: Sums
  readonly previous_summary: Sums
  readonly data_points: readonly Point[]
  readonly providers: readonly ProviderAttempts[]
  readonly cost_increases: readonly Increase[]
  /** Null: the user may not list logs. */
  readonly recent_failures: readonly LogRow[] | null
  readonly recent_recovered: readonly LogRow[] | null
  readonly last_request_at: string | null
  /** Null: the user may not list them. */
  readonly virtual_keys: readonly (BudgetHolder & { readonly slug: string })[] | null
  readonly api_keys: readonly (BudgetHolder & { readonly creation_mode: string })[] | null
  readonly breakers: readonly Breaker[] | null
}

export type BudgetHolder = {
  readonly id: string
  readonly name: string
  readonly usage_limits: UsageLimit | null
}

/** One list per series, with one value per point. */
export type Graphs = {
  readonly times: readonly string[]
  readonly isLastPartial: boolean
  readonly requests: readonly number[]
  readonly errors: readonly number[]
  readonly recovered: readonly number[]
  readonly cost: readonly (number | null)[]
  readonly p95: readonly (number | null)[]
  readonly saved: readonly number[]
}

export function loadOverview({ now, granularity }: Period, signal: AbortSignal): Promise<Overview> {
  const query = { workspace_id: workspaceId.value, ...now, granularity }
  return api.get<Overview>('/analytics/overview', { query, signal })
}

export function graphsOf({ data_points: points }: Overview): Graphs {
  return {
    times: points.map((point) => point.timestamp),
    isLastPartial: points.at(-1)?.is_partial ?? false,
    requests: points.map((point) => point.requests),
    errors: points.map((point) => point.errors),
    recovered: points.map((point) => point.recovered),
    cost: points.map((point) => point.cost),
    p95: points.map((point) => point.p95_latency),
    saved: points.map((point) => point.cache_saved_cost),
  }
}
