/** One page of a list of logs, newest first. */

import type { LogSummary } from '../../core/logs/log-reader.ts'
import { COLUMNS, fromRow, type RecordRow } from '../log-row.ts'
import type { LogPosition } from './cursor.ts'
import { CONTENT_COLUMNS, readPreviews } from './log-contents.ts'

import { firstRow, type LogDatabase } from './log-database.ts'
import type { ReadFilter } from './read-filter.ts'
import { findWatermarks, type TimeRange } from './rollup-reader.ts'
import { scanLogs } from './scan-logs.ts'
import { SearchTime } from './search-time.ts'

/** Keeps a page below 80 ms in total. A longer search continues with the next page. */
const SEARCH_MS = 50

export type ListQuery = {
  readonly filter: ReadFilter
  readonly limit: number
  readonly after: LogPosition | null
  readonly withPreview?: boolean
}

export type ListResult = {
  readonly logs: readonly LogSummary[]
  readonly next: LogPosition | null
  readonly isPartial: boolean
}

export const SUMMARY_COLUMNS: readonly string[] = [
  ...COLUMNS,
  'feedback_count',
  'feedback_micros',
  'feedback_weight_micros',
]

export async function listLogs(database: LogDatabase, query: ListQuery): Promise<ListResult> {
  const { filter, limit, after, withPreview = false } = query
  const watermarks = await findWatermarks(database, Date.now())
  const rows: { log: LogSummary; cells: unknown[] }[] = []
  const { next, isPaused } = await scanLogs(
    database,
    {
      filter,
      range: await storedRange(database, filter),
      order: 'newest',
      after,
      columns: withPreview ? [...SUMMARY_COLUMNS, ...CONTENT_COLUMNS] : SUMMARY_COLUMNS,
      limit,
      time: new SearchTime(SEARCH_MS),
    },
    watermarks,
    ([, , ...cells]) => {
      rows.push({ log: toSummary(cells), cells: cells.slice(SUMMARY_COLUMNS.length) })
      return true
    },
  )
  const logs = withPreview ? await readPreviews(database, rows) : rows.map(({ log }) => log)
  return { logs, next, isPartial: isPaused }
}

/** Limits the filter's range to times that have logs. */
export async function storedRange(database: LogDatabase, { fromMs, toMs }: ReadFilter): Promise<TimeRange> {
  const sql = 'SELECT (SELECT min(started_at_ms) FROM logs), (SELECT max(started_at_ms) FROM logs)'
  const [first, last] = ((await firstRow(database, sql)) ?? []) as (number | null)[]
  return {
    fromMs: Math.max(fromMs ?? 0, first ?? 0),
    toMs: Math.min(toMs ?? Number.MAX_SAFE_INTEGER, (last ?? 0) + 1),
  }
}

/** Converts cells of `SUMMARY_COLUMNS`. */
export function toSummary(cells: readonly unknown[]): LogSummary {
  const { organisationId: _, ...fields } = fromRow(cells as unknown as RecordRow)
  const [feedbackCount, micros, weightMicros] = cells.slice(COLUMNS.length) as [number, number, number]
  return { ...fields, feedbackCount, weightedFeedback: weightMicros > 0 ? micros / weightMicros : null }
}
