/** Totals, graphs, groups and series of the analytics API. Costs are US cents; only `loadGroup` returns dollars. */

import { api, type Query } from '../../api/client.ts'

export type Sums = {
  readonly requests: number
  readonly errors: number
  readonly users: number | null
  readonly cost: { readonly total: number | null; readonly unpriced_requests: number }
  readonly tokens: { readonly total: number; readonly input: number; readonly output: number }
  readonly latency: {
    readonly avg: number | null
    readonly p50: number | null
    readonly p95: number | null
    readonly p99: number | null
    /** Time spent in the gateway itself: milliseconds per request, and percent of the total time. */
    readonly gateway_avg: number | null
    readonly gateway_share: number | null
  }
  readonly rescued: { readonly retry: number; readonly fallback: number }
  readonly cache: {
    readonly simple_hits: number
    readonly semantic_hits: number
    readonly saved_time: number
    readonly saved_cost: number
  }
  readonly feedback: { readonly requests: number; readonly total: number; readonly avg_weighted: number | null }
}

/** The fields of a data point; each graph has some of them. */
export type GraphPoint = {
  readonly timestamp: string
  readonly is_partial: boolean
  readonly total?: number | null
  readonly avg?: number | null
  readonly p50?: number | null
  readonly p95?: number | null
  readonly p99?: number | null
  readonly gateway_avg?: number | null
  readonly gateway_share?: number | null
  readonly rate?: number | null
  readonly unpriced_requests?: number
  readonly total_request_units?: number
  readonly total_response_units?: number
  readonly retry?: readonly { readonly count: number }[]
  readonly fallback?: number
  readonly simple_hits?: number
  readonly semantic_hits?: number
  readonly cumulative_simple_cache_savings?: number
  readonly cumulative_semantic_cache_savings?: number
  readonly stats?: readonly { readonly response_status_code: number; readonly count: number }[]
}

export type Granularity = 'minute' | 'hour' | 'day'

export type Graph = { readonly data_points: readonly GraphPoint[]; readonly granularity: Granularity }

export type GroupRow = {
  /** The group's value, whatever its column name in the API. */
  readonly value: string
  readonly requests: number
  readonly errors: number
  /** US dollars; null: price unknown. */
  readonly cost: number | null
  readonly unpriced: number
  readonly tokens: number
  readonly latencyMs: number
  readonly p95Ms: number | null
  readonly feedback: number | null
  readonly lastSeen: string
}

export type GroupPage = { readonly total: number; readonly rows: readonly GroupRow[] }

type WireGroup = Readonly<Record<string, unknown>> & {
  readonly requests: number
  readonly errors: number
  readonly cost: number | null
  readonly unpriced_requests: number
  readonly tokens: number
  readonly avg_latency: number
  readonly p95_latency: number | null
  readonly avg_weighted_feedback: number | null
  readonly last_seen: string
}

export const WIDTH_MS: Readonly<Record<Granularity, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

export async function loadSums(query: Query, signal: AbortSignal): Promise<Sums> {
  return (await api.get<{ readonly summary: Sums }>('/analytics/summary', { query, signal })).summary
}

export function loadGraph(name: string, query: Query, signal: AbortSignal): Promise<Graph> {
  return api.get<Graph>(`/analytics/graphs/${name}`, { query, signal })
}

/** `group` is the last part of the path: `provider`, `metadata/region`. */
export async function loadGroup(group: string, query: Query, signal: AbortSignal): Promise<GroupPage> {
  const path = group.split('/').map(encodeURIComponent).join('/')
  const answer = await api.get<{ total: number; data: readonly WireGroup[] }>(`/analytics/groups/${path}`, {
    query,
    signal,
  })
  const column = group.startsWith('metadata/') ? 'metadata_value' : group === 'users' ? 'user' : group
  return {
    total: answer.total,
    rows: answer.data.map((row) => ({
      value: String(row[column] ?? row[column.replaceAll('-', '_').replace(/s$/, '')] ?? ''),
      requests: row.requests,
      errors: row.errors,
      cost: dollars(row.cost),
      unpriced: row.unpriced_requests,
      tokens: row.tokens,
      latencyMs: row.avg_latency,
      p95Ms: row.p95_latency,
      feedback: row.avg_weighted_feedback,
      lastSeen: row.last_seen,
    })),
  }
}

type Amounts = { readonly requests: readonly number[]; readonly cost: readonly (number | null)[] }

/** The largest groups over time with a value per data point; `others` is the remainder. */
export type Series = {
  readonly total: number
  readonly data_points: readonly { readonly timestamp: string; readonly is_partial: boolean }[]
  readonly series: readonly (Amounts & { readonly value: string })[]
  readonly others: Amounts
  readonly granularity: Granularity
}

export function loadSeries(query: Query, signal: AbortSignal): Promise<Series> {
  return api.get<Series>('/analytics/series', { query, signal })
}

export function dollars(cents: number | null | undefined): number | null {
  return cents === null || cents === undefined ? null : cents / 100
}

/** The API returns rates as percentages. */
export function shareOf(rate: number | null | undefined): number | null {
  return rate === null || rate === undefined ? null : rate / 100
}
