/** Totals and graphs of the analytics API; only the fields of the overview. */

import { api } from '../../api/client.ts'
import { workspaceId } from '../../app/session.ts'
import type { Period, Span } from './period.ts'

export type Sums = {
  readonly requests: number
  readonly errors: number
  /** US cents. */
  readonly cost: { readonly total: number | null; readonly unpriced_requests: number }
  readonly latency: {
    readonly p50: number | null
    readonly p95: number | null
    /** Percent of the time spent in the gateway; null: unknown. */
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

type Point = { readonly timestamp: string; readonly is_partial: boolean }

export type Graphs = {
  readonly times: readonly string[]
  readonly isLastPartial: boolean
  readonly requests: readonly number[]
  readonly errors: readonly number[]
  readonly rescued: readonly number[]
  readonly cost: readonly (number | null)[]
  readonly p95: readonly (number | null)[]
  readonly saved: readonly number[]
}

export async function loadSums(span: Span, signal: AbortSignal): Promise<Sums> {
  const query = { workspace_id: workspaceId.value, ...span }
  return (await api.get<{ summary: Sums }>('/analytics/summary', { query, signal })).summary
}

/** The graphs have the same time buckets. */
export async function loadGraphs({ now, granularity }: Period, signal: AbortSignal): Promise<Graphs> {
  const query = { workspace_id: workspaceId.value, ...now, granularity }
  const graph = async <Wire>(name: string) =>
    (await api.get<{ data_points: readonly (Point & Wire)[] }>(`/analytics/graphs/${name}`, { query, signal }))
      .data_points
  const [requests, errors, rescued, cost, latency, cache] = await Promise.all([
    graph<{ total: number }>('requests'),
    graph<{ total: number }>('errors'),
    graph<{ retry: readonly { count: number }[]; fallback: number }>('requests/rescued'),
    graph<{ total: number | null }>('cost'),
    graph<{ p95: number | null }>('latency'),
    graph<{ cumulative_simple_cache_savings: number; cumulative_semantic_cache_savings: number }>('cache/hit-rate'),
  ])
  return {
    times: requests.map((point) => point.timestamp),
    isLastPartial: requests.at(-1)?.is_partial ?? false,
    requests: requests.map((point) => point.total),
    errors: errors.map((point) => point.total),
    rescued: rescued.map((point) => point.fallback + point.retry.reduce((sum, one) => sum + one.count, 0)),
    cost: cost.map((point) => point.total),
    p95: latency.map((point) => point.p95),
    saved: cache.map((point) => point.cumulative_simple_cache_savings + point.cumulative_semantic_cache_savings),
  }
}
