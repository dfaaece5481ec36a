/** Port for reading logs: lists, details, facets, histograms, exports, traces and the live tail. */

import type { GuardrailResult } from '../guardrails/guardrails.ts'
import type { AttemptRecord, RecordBodies, RequestRecord } from '../record.ts'
import type { Feedback } from './feedback.ts'
import type { GuardrailOutcome } from './guardrail-outcomes.ts'
import type { LogFilter, LogScope } from './log-filter.ts'
import type { LogPreview } from './log-preview.ts'
import type { TracePage, TraceQuery } from './log-traces.ts'

/** A row of the log list: the record without attempts, decisions, guardrail results, headers and bodies. */
export type LogSummary = Omit<
  RequestRecord,
  'attempts' | 'decisions' | 'guardrails' | 'requestHeaders' | 'responseHeaders' | 'organisationId' | 'costLines'
> & {
  readonly attemptCount: number
  readonly guardrailOutcomes: readonly GuardrailOutcome[]
  readonly feedbackCount: number
  /** Null without feedback. */
  readonly weightedFeedback: number | null
  /** Only if requested, and if it could be read in time. */
  readonly preview?: LogPreview
}

export type LogQuery = LogFilter & {
  readonly limit: number
  readonly cursor?: string
  readonly withPreview?: boolean
}

export type LogPage = {
  /** Newest first. */
  readonly logs: readonly LogSummary[]
  /** Null at the end. */
  readonly nextCursor: string | null
  /** True if the search stopped at its limit before the page was full; `nextCursor` continues it. */
  readonly isPartial: boolean
}

export type LogDetail = {
  readonly record: RequestRecord
  readonly bodies: RecordBodies
  /** True if bodies were logged, but their retention has ended. */
  readonly areBodiesExpired: boolean
  /** Why the bodies cannot be read from the folder or bucket they are in; null if they can, or if there are none. */
  readonly bodiesUnavailable: 'missing' | 'unreachable' | null
  /** Feedback on the record's trace, oldest first. */
  readonly feedback: readonly Feedback[]
}

export type FacetName = 'status' | 'provider' | 'model' | 'endpoint' | 'key' | 'virtualKey' | 'config' | 'prompt'

type FacetValue = { readonly value: string; readonly requests: number }

/** `isPartial`: the search hit its limit, so only the newest matching logs are counted. */
type Bounded = { readonly fromMs: number; readonly toMs: number; readonly isPartial: boolean }

export type LogFacets = Bounded & {
  /** Most frequent values first. */
  readonly facets: Readonly<Record<FacetName, readonly FacetValue[]>>
}

/** `rescued` (the name on the wire): the part of `ok` that was recovered by a retry or fallback. */
type LogHistogramBar = {
  readonly startMs: number
  readonly ok: number
  readonly rescued: number
  readonly errors: number
}

export type LogHistogram = Bounded & { readonly widthMs: number; readonly bars: readonly LogHistogramBar[] }

export type LogExportQuery = LogFilter & {
  readonly limit: number
  readonly cursor?: string
  /** Bodies are most of the data; read them only if they are exported. */
  readonly withBodies: boolean
  /** Attempts and guardrail results. */
  readonly withDetail: boolean
}

/** Without `costLines` and headers; `LogReader.read` returns those. The detail is empty if not requested. */
type ExportedLog = {
  readonly log: LogSummary
  readonly bodies: RecordBodies
  readonly attempts: readonly AttemptRecord[]
  readonly guardrails: readonly GuardrailResult[]
}

export type LogExportPage = {
  /** Oldest first. Fewer than `limit` if bodies are large or matches are rare. */
  readonly logs: readonly ExportedLog[]
  /** Null after the last page. */
  readonly nextCursor: string | null
}

export interface LogReader {
  list(query: LogQuery): Promise<LogPage>
  read(scope: LogScope, id: string): Promise<LogDetail | null>
  facets(filter: LogFilter): Promise<LogFacets>
  /** About `bars` bars. `fromMs` defaults to 24 hours ago. */
  histogram(filter: LogFilter, bars: number): Promise<LogHistogram>
  exportPage(query: LogExportQuery): Promise<LogExportPage>
  traces(query: TraceQuery): Promise<TracePage>
}

export interface LogTail {
  /**
   * Calls `onLogs` with batches of matching requests soon after they finish. Logs beyond one screenful per batch are
   * dropped; `missed` is their number. Returns a function that unsubscribes.
   */
  subscribe(filter: LogFilter, onLogs: (logs: readonly LogSummary[], missed: number) => void): () => void
  /** Resolves when the store contains every log of this process from before the call. */
  stored(): Promise<void>
}
