/** Port for analytics: aggregates over logs as graphs over time, summaries and groups. */

import type { LogFilter } from './log-filter.ts'

export type BucketWidth = 'minute' | 'hour' | 'day'

/** Averages and percentiles are null if there are no requests to measure. */
export type Totals = {
  readonly requests: number
  /** Status 400 and above, and responses that were cut off. */
  readonly errors: number
  readonly retries: number
  /** Successful (2xx) with a target other than the first. */
  readonly recoveredByFallback: number
  /** Successful (2xx) with the first target after 1, 2, 3, 4, and 5 or more retries. */
  readonly recoveredByRetry: readonly [number, number, number, number, number]
  readonly cost: {
    /** Of the requests whose cost is known. */
    readonly nanoUsd: number
    /** Requests with unknown cost. They are excluded from sums and averages. */
    readonly unpricedRequests: number
  }
  readonly tokens: {
    readonly total: number
    readonly input: number
    readonly output: number
    readonly cachedRead: number
    readonly cachedWrite: number
    readonly reasoning: number
    readonly audioInput: number
    readonly audioOutput: number
  }
  readonly images: number
  readonly searchUnits: number
  /** Percentiles come from a histogram with buckets about 5 % wide. */
  readonly latency: {
    readonly avgMs: number | null
    readonly p50Ms: number | null
    readonly p90Ms: number | null
    readonly p95Ms: number | null
    readonly p99Ms: number | null
  }
  /** Gateway overhead, where it is known: time spent neither in a provider nor waiting between retries. */
  readonly own: {
    readonly avgMs: number | null
    /** Share of the total duration of these requests, 0 to 1. */
    readonly share: number | null
  }
  readonly cache: {
    readonly simpleHits: number
    readonly semanticHits: number
    /** Average duration of cache hits, and of all other requests. */
    readonly avgHitMs: number | null
    readonly avgMissMs: number | null
    readonly savedMs: number
    readonly simpleSavedNanoUsd: number
    readonly semanticSavedNanoUsd: number
  }
  /** Feedback on these requests, regardless of when it was given. */
  readonly feedback: {
    readonly requests: number
    readonly count: number
    /** Sum of value x weight divided by the sum of weights. */
    readonly avgWeighted: number | null
  }
}

/** Common to all results. The range is extended to whole buckets. */
type Answer = {
  readonly fromMs: number
  readonly toMs: number
  /** True if the filter required scanning single logs and the scan hit its limit: only the newest logs are included. */
  readonly isPartial: boolean
}

type Point = {
  readonly startMs: number
  /** True if the bucket has not ended yet, the range covers only part of it, or the whole result is partial. */
  readonly isPartial: boolean
}

export type TotalsGraph = { readonly points: readonly (Point & Totals)[]; readonly summary: Totals }

type UserPoint = Point & { readonly users: number; readonly requests: number }

export type UsersGraph = {
  readonly points: readonly UserPoint[]
  /** `users`: distinct users in the whole range. `requests`: requests with a user. */
  readonly summary: { readonly users: number; readonly requests: number }
}

type StatusCount = { readonly status: number; readonly count: number }

export type ErrorStatusesGraph = {
  readonly points: readonly (Point & { readonly statuses: readonly StatusCount[] })[]
  /** Most frequent first. */
  readonly summary: { readonly total: number; readonly statuses: readonly StatusCount[] }
}

type FeedbackSum = { readonly total: number; readonly avgWeighted: number | null }

export type FeedbackGraph = {
  /** Bucketed by the time of the feedback. */
  readonly points: readonly (Point & FeedbackSum)[]
  readonly summary: FeedbackSum & {
    readonly scores: readonly { readonly score: number; readonly total: number }[]
    readonly models: readonly (FeedbackSum & { readonly provider: string; readonly model: string })[]
  }
}

/**
 * The metrics behind the graphs of the admin API. `users`: users, users/requests. `error-statuses`: errors/stacks,
 * errors/status-codes. `feedback`: the four feedback graphs. `totals`: all others.
 */
export type Graphs = {
  readonly totals: TotalsGraph
  readonly users: UsersGraph
  readonly 'error-statuses': ErrorStatusesGraph
  readonly feedback: FeedbackGraph
}

export type Graph<Metric extends keyof Graphs> = Graphs[Metric] & Answer & { readonly width: BucketWidth }

export type AnalyticsSummary = Totals &
  Answer & {
    /** Distinct users; null if the filter is served from aggregates without users. */
    readonly users: number | null
  }

export type GroupBy =
  | 'user'
  | 'provider'
  | 'model'
  | 'providerModel'
  | 'key'
  | 'virtualKey'
  | 'config'
  | 'prompt'
  | 'promptVersion'
  | 'status'
  | 'endpoint'
  /** Only the workspaces in the scope of the filter. */
  | 'workspace'
  | { readonly metadata: string }

export type Group = {
  /** `providerModel`: `provider__model`; `promptVersion`: `slug@version`. */
  readonly value: string
  readonly requests: number
  readonly errors: number
  readonly costNanoUsd: number
  readonly unpricedRequests: number
  readonly tokens: number
  readonly avgTokens: number
  readonly avgLatencyMs: number
  readonly p95LatencyMs: number | null
  readonly avgWeightedFeedback: number | null
  readonly requestsWithFeedback: number
  readonly lastSeenMs: number
}

export type GroupPage = Answer & {
  /** Most requests first. Requests without a value are not in any group. */
  readonly groups: readonly Group[]
  readonly total: number
}

export type ProviderAttempts = {
  /** Empty for requests that failed before any provider was called. */
  readonly provider: string
  readonly attempts: number
  readonly successes: number
  /** Failed, and the request failed too. */
  readonly failures: number
  /** Failed, and a retry or fallback served the request. */
  readonly recovered: number
}

export type ProviderAttemptsPage = Answer & {
  /** Most attempts first. */
  readonly providers: readonly ProviderAttempts[]
}

export type SeriesPoint = {
  readonly requests: number
  /** Of the requests whose cost is known. */
  readonly costNanoUsd: number
  readonly unpricedRequests: number
}

export type SeriesMeasure = 'requests' | 'cost'

export type GroupSeries = Answer & {
  readonly width: BucketWidth
  readonly buckets: readonly Point[]
  /** Largest first, by the requested measure. Each has a point for every bucket. */
  readonly series: readonly { readonly value: string; readonly points: readonly SeriesPoint[] }[]
  /** All other groups and requests without a value. Series and others together cover all requests. */
  readonly others: readonly SeriesPoint[]
  /** Number of groups. */
  readonly total: number
}

export type GuardrailCounts = {
  /** Sum of passed, failed, denied and wouldDeny. Excludes skipped runs. */
  readonly runs: number
  readonly passed: number
  readonly failed: number
  readonly denied: number
  /** Runs in shadow mode that would have denied the request. */
  readonly wouldDeny: number
  readonly skipped: number
  /** Runs in which a check could not be run. */
  readonly errors: number
  /** Runs that changed the text, or would have in shadow mode. */
  readonly transformed: number
}

export type GuardrailRuns = GuardrailCounts & {
  readonly id: string
  /** Rounded to steps of 19 %. Null without runs. */
  readonly p50Ms: number | null
  readonly p99Ms: number | null
  /** One for each bucket. */
  readonly points: readonly GuardrailCounts[]
}

export type GuardrailAnalytics = Answer & {
  readonly width: BucketWidth
  readonly buckets: readonly Point[]
  /** Most runs first, at most 50. */
  readonly guardrails: readonly GuardrailRuns[]
  readonly total: number
}

/** Defaults: `fromMs` is 30 days ago, `toMs` is now. */
export interface Analytics {
  /**
   * A null width is chosen by the range: minutes up to 6 hours, hours up to 15 days (users: 2 days), then days. A width
   * whose aggregates are no longer stored, or that gives too many points, is replaced by the next wider one.
   */
  graph<Metric extends keyof Graphs>(
    metric: Metric,
    filter: LogFilter,
    width: BucketWidth | null,
  ): Promise<Graph<Metric>>
  summary(filter: LogFilter): Promise<AnalyticsSummary>
  groups(by: GroupBy, filter: LogFilter, page: { readonly offset: number; readonly limit: number }): Promise<GroupPage>
  /** Does not count logs of earlier gateway versions, which did not record how each attempt ended. */
  attempts(filter: LogFilter): Promise<ProviderAttemptsPage>
  /** Runs of guardrails by verdict; `filter.guardrails` selects some of them. */
  guardrails(filter: LogFilter, width: BucketWidth | null): Promise<GuardrailAnalytics>
  /** The largest groups over time. By cost, they are chosen among the 100 groups with the most requests. */
  series(
    by: GroupBy,
    filter: LogFilter,
    top: { readonly measure: SeriesMeasure; readonly limit: number },
    width: BucketWidth | null,
  ): Promise<GroupSeries>
}
