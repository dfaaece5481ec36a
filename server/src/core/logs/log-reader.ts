/** Reading logs: lists, one log, counts beside a list, exports, and what is finished right now. */

import type { RecordBodies, RequestRecord } from '../record.ts'
import type { Feedback } from './feedback.ts'
import type { LogFilter, LogScope } from './log-filter.ts'
import type { LogGlance } from './log-glance.ts'
import type { TracePage, TraceQuery } from './log-traces.ts'

/** A row of the list: the record without attempts, decisions, headers and bodies. */
export type LogSummary = Omit<
  RequestRecord,
  'attempts' | 'decisions' | 'requestHeaders' | 'responseHeaders' | 'organisationId' | 'costLines'
> & {
  readonly attemptCount: number
  readonly feedbackCount: number
  /** Null without feedback. */
  readonly weightedFeedback: number | null
  /** Only where it was asked for, and as far as it could be read in time. */
  readonly glance?: LogGlance
}

export type LogQuery = LogFilter & {
  readonly limit: number
  readonly cursor?: string
  readonly withGlance?: boolean
}

export type LogPage = {
  /** Newest first. */
  readonly logs: readonly LogSummary[]
  /** Null at the end. */
  readonly nextCursor: string | null
  /** True when the search paused before the page was full: `nextCursor` goes on where it stopped. */
  readonly isPartial: boolean
}

export type LogDetail = {
  readonly record: RequestRecord
  readonly bodies: RecordBodies
  /** Of the record's trace, oldest first. */
  readonly feedback: readonly Feedback[]
}

export type FacetName = 'status' | 'provider' | 'model' | 'endpoint' | 'key' | 'virtualKey' | 'config' | 'prompt'

type FacetValue = { readonly value: string; readonly requests: number }

/** `isPartial`: counted over the newest matching logs only, as far as a bounded search came. */
type Bounded = { readonly fromMs: number; readonly toMs: number; readonly isPartial: boolean }

export type LogFacets = Bounded & {
  /** The most frequent values, most frequent first. */
  readonly facets: Readonly<Record<FacetName, readonly FacetValue[]>>
}

/** `rescued`: those of the good ones that a retry or a fallback saved. */
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
  /** Leave out what nobody asked for: bodies are by far the most bytes. */
  readonly withBodies: boolean
}

/** `costLines` and headers are read with `LogReader.read`. */
type ExportedLog = { readonly log: LogSummary; readonly bodies: RecordBodies }

export type LogExportPage = {
  /** Oldest first; fewer than `limit` when the bodies are large or matches are rare. */
  readonly logs: readonly ExportedLog[]
  /** Null once everything was given out. */
  readonly nextCursor: string | null
}

export interface LogReader {
  list(query: LogQuery): Promise<LogPage>
  read(scope: LogScope, id: string): Promise<LogDetail | null>
  facets(filter: LogFilter): Promise<LogFacets>
  /** About `bars` bars; without `fromMs` the last 24 hours. */
  histogram(filter: LogFilter, bars: number): Promise<LogHistogram>
  exportPage(query: LogExportQuery): Promise<LogExportPage>
  traces(query: TraceQuery): Promise<TracePage>
}

export interface LogTail {
  /**
   * Calls `onLogs` soon after matching requests finish, several at once when many do. A subscriber that cannot take
   * more than a screenful between two calls misses the rest: `missed` says how many. Returns how to end it.
   */
  subscribe(filter: LogFilter, onLogs: (logs: readonly LogSummary[], missed: number) => void): () => void
}
