/** Traces: requests that share a trace id, as one line each. */

import type { LogFilter } from './log-filter.ts'

export type TraceSummary = {
  readonly traceId: string
  readonly workspaceId: string
  readonly requests: number
  readonly errors: number
  /** The highest. */
  readonly worstStatus: number
  /** Starts of the first and of the last request. */
  readonly firstAtMs: number
  readonly lastAtMs: number
  /** From the first start to the last end. */
  readonly durationMs: number
  /** Most used first. */
  readonly models: readonly string[]
  readonly user: string | null
  readonly totalTokens: number
  /** Of the requests whose cost is known; null when none is. */
  readonly costNanoUsd: number | null
  readonly unpricedRequests: number
  /** Of the first request's text; null when it is not stored or was not read in time. */
  readonly words: string | null
  /** True when the trace is so long that only some of it was added up. */
  readonly isPartial: boolean
}

/** Traces with a request that matches, each with all of its requests. */
export type TraceQuery = LogFilter & {
  readonly limit: number
  readonly cursor?: string
  /** Traces of fewer are left out. */
  readonly leastRequests: number
}

export type TracePage = {
  /** By their newest matching request, newest first. */
  readonly traces: readonly TraceSummary[]
  readonly nextCursor: string | null
  /** True when the search paused before the page was full. */
  readonly isPartial: boolean
}
