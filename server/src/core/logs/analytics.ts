/** Sums over logs: graphs over time, one summary, and groups. */

import type { LogFilter } from './log-filter.ts'

export type BucketWidth = 'minute' | 'hour' | 'day'

/** Null averages and percentiles: nothing to measure. */
export type Totals = {
  readonly requests: number
  /** Status 400 and above, and answers cut on their way. */
  readonly errors: number
  readonly retries: number
  /** Answered 2xx by another target than the first. */
  readonly rescuedByFallback: number
  /** Answered 2xx by the first target after 1, 2, 3, 4, and 5 or more retries. */
  readonly rescuedByRetry: readonly [number, number, number, number, number]
  readonly cost: {
    /** Of the requests whose cost is known. */
    readonly nanoUsd: number
    /** Requests whose cost is unknown: in no sum and no average. */
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
  /** Percentiles come from a histogram whose bars are about 5 % wide. */
  readonly latency: {
    readonly avgMs: number | null
    readonly p50Ms: number | null
    readonly p90Ms: number | null
    readonly p95Ms: number | null
    readonly p99Ms: number | null
  }
  /** The gateway's own time: neither a provider's nor a wait on purpose. Of the requests of which it is known. */
  readonly own: {
    readonly avgMs: number | null
    /** Of all the time these requests took, from 0 to 1. */
    readonly share: number | null
  }
  readonly cache: {
    readonly simpleHits: number
    readonly semanticHits: number
    /** Average of answers from the cache, and of all others. */
    readonly avgHitMs: number | null
    readonly avgMissMs: number | null
    readonly savedMs: number
    readonly simpleSavedNanoUsd: number
    readonly semanticSavedNanoUsd: number
  }
  /** Feedback on these requests, whenever it was given. */
  readonly feedback: {
    readonly requests: number
    readonly count: number
    /** Sum of value x weight through sum of weights. */
    readonly avgWeighted: number | null
  }
}

/** What every answer says of itself. The range is rounded outward to whole buckets of the answer's width. */
type Answer = {
  readonly fromMs: number
  readonly toMs: number
  /** True when the filter needed single logs and not all of them could be read: the sums are of the newest part. */
  readonly isPartial: boolean
}

type Point = {
  readonly startMs: number
  /** The bucket is not over yet, or the range covers only part of it, or see `Answer`. */
  readonly isPartial: boolean
}

export type TotalsGraph = { readonly points: readonly (Point & Totals)[]; readonly summary: Totals }

type UserPoint = Point & { readonly users: number; readonly requests: number }

export type UsersGraph = {
  readonly points: readonly UserPoint[]
  /** `users`: distinct over the whole range; `requests`: those that named a user. */
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
  /** By the time the feedback was given. */
  readonly points: readonly (Point & FeedbackSum)[]
  readonly summary: FeedbackSum & {
    readonly scores: readonly { readonly score: number; readonly total: number }[]
    readonly models: readonly (FeedbackSum & { readonly provider: string; readonly model: string })[]
  }
}

/**
 * Which metric holds a graph of the admin API: `users` users and users/requests; `error-statuses` errors/stacks and
 * errors/status-codes; `feedback` all four of feedbacks; `totals` every other.
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
    /** Distinct; null when the filter is answered from sums that do not know users. */
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
  /** Only what the scope reaches: a workspace finds itself, the organisation each of its workspaces. */
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
  /** Most requests first. Requests without a value are in no group. */
  readonly groups: readonly Group[]
  readonly total: number
}

/** One bucket of a series. */
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
  /** The largest first, by the measure that was asked for; each has a point for every bucket. */
  readonly series: readonly { readonly value: string; readonly points: readonly SeriesPoint[] }[]
  /** Everything else, with what has no value at all: all of it together is all requests. */
  readonly others: readonly SeriesPoint[]
  /** How many groups there are. */
  readonly total: number
}

/** Without `fromMs` the last 30 days are meant, without `toMs` until now. */
export interface Analytics {
  /**
   * Null as width chooses it from the range: minutes up to six hours, hours up to 15 days, days beyond; users in hours up
   * to 2 days only. A width for which there are no sums any more, or too many points, becomes the next wider one.
   */
  graph<Metric extends keyof Graphs>(
    metric: Metric,
    filter: LogFilter,
    width: BucketWidth | null,
  ): Promise<Graph<Metric>>
  summary(filter: LogFilter): Promise<AnalyticsSummary>
  groups(by: GroupBy, filter: LogFilter, page: { readonly offset: number; readonly limit: number }): Promise<GroupPage>
  /** The largest groups over time. Those of most cost are chosen among the hundred with the most requests. */
  series(
    by: GroupBy,
    filter: LogFilter,
    top: { readonly measure: SeriesMeasure; readonly limit: number },
    width: BucketWidth | null,
  ): Promise<GroupSeries>
}
