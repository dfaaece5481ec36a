/** Traces: requests with the same trace id, summarised as one row. */

import type { LogFilter } from './log-filter.ts'

export type TraceSummary = {
  readonly traceId: string
  readonly workspaceId: string
  readonly requests: number
  readonly errors: number
  /** The highest status of its requests. */
  readonly worstStatus: number
  /** Start times of the first and the last request. */
  readonly firstAtMs: number
  readonly lastAtMs: number
  /** From the start of the first request to the end of the last. */
  readonly durationMs: number
  /** Most used first. */
  readonly models: readonly string[]
  readonly user: string | null
  readonly totalTokens: number
  /** Sum of the known costs; null if none is known. */
  readonly costNanoUsd: number | null
  readonly unpricedRequests: number
  /** Start of the first request's prompt; null if not stored or not read in time. */
  readonly words: string | null
  /** True if the trace is too long, so that only part of it is included. */
  readonly isPartial: boolean
}

/** Finds traces with at least one matching request. All of their requests are included. */
export type TraceQuery = LogFilter & {
  readonly limit: number
  readonly cursor?: string
  /** Minimum number of requests of a trace. */
  readonly leastRequests: number
}

export type TracePage = {
  /** Ordered by their newest matching request, newest first. */
  readonly traces: readonly TraceSummary[]
  readonly nextCursor: string | null
  /** True if the search stopped at its limit before the page was full. */
  readonly isPartial: boolean
}
