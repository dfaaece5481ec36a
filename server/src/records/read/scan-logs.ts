/** Scans matching logs in order, up to a row limit and a time limit, so that no query blocks the reader for long. */

import { floor, type Watermarks } from '../rollups/watermarks.ts'
import type { LogPosition } from './cursor.ts'
import { type ContentFilter, contentFilterFor, type ScanRow } from './log-contents.ts'
import { firstRow, type LogDatabase, type TextLookUp } from './log-database.ts'
import {
  addFilter,
  Conditions,
  filtersOnFeedback,
  filtersOnGuardrails,
  type ReadFilter,
  wantsOnlyErrors,
} from './read-filter.ts'
import { ceil, type TimeRange } from './rollup-reader.ts'
import { type Order, windowsOf } from './scan-windows.ts'
import type { SearchTime } from './search-time.ts'

/** Rows read between two checks of the time. */
const CHUNK_ROWS = 1000
/** Rows per chunk when the filter needs log contents. */
const CONTENT_CHUNK_ROWS = 400
/** Up to this many logs of a trace, span or user are read by its index and then sorted. */
const FEW_LOGS = 10_000

export type Scan = {
  readonly filter: ReadFilter
  readonly range: TimeRange
  readonly order: Order
  /** Last position of the previous page; null for the first page. */
  readonly after: LogPosition | null
  /** Selected after `started_at_ms, seq`; a content filter may append more. */
  readonly columns: readonly string[]
  /** Maximum number of rows taken. */
  readonly limit: number
  readonly time: SearchTime
}

export type ScanEnd = {
  /** Where to continue; null if the scan is complete. */
  readonly next: LogPosition | null
  /** True if the scan reached its time limit before its row limit. */
  readonly isPaused: boolean
}

/** `take` returns false to reject a row; the scan then ends before that row. */
export async function scanLogs(
  database: LogDatabase,
  scan: Scan,
  watermarks: Watermarks,
  take: (row: ScanRow) => boolean,
): Promise<ScanEnd> {
  const range = rangeLeft(scan)
  if (range.toMs <= range.fromMs) return { next: null, isPaused: false }
  const contentFilter = contentFilterFor(database, scan.filter)
  let last: LogPosition | null = null
  let taken = 0
  /** False ends the scan. One row more than the limit is read, to find out whether there are more. */
  const takeAll = (rows: readonly ScanRow[]): boolean => {
    for (const row of rows) {
      if (taken >= scan.limit || !take(row)) return false
      taken++
      last = positionOf(row)
    }
    return true
  }
  const room = () => (contentFilter ? CONTENT_CHUNK_ROWS : scan.limit - taken + 1)
  for await (const { rows, to } of scanBatches({ database, scan, range, contentFilter, watermarks, room })) {
    if (!contentFilter) {
      if (!takeAll(rows)) return { next: last, isPaused: false }
    } else {
      for await (const { matching, last: seen } of contentFilter.filter(rows)) {
        if (!takeAll(matching)) return { next: last, isPaused: false }
        const isAll = to === null && seen === rows.at(-1)
        if (!isAll && scan.time.isOverAfterStep()) return { next: positionOf(seen), isPaused: true }
      }
    }
    if (to !== null && scan.time.isOverAfterStep()) return { next: to, isPaused: true }
  }
  return { next: null, isPaused: false }
}

function positionOf(row: ScanRow): LogPosition {
  return { startedAtMs: row[0], seq: row[1] }
}

type Search = {
  readonly database: LogDatabase
  readonly scan: Scan
  readonly range: TimeRange
  readonly contentFilter: ContentFilter | null
  readonly watermarks: Watermarks
  /** Maximum number of rows for the next statement. */
  readonly room: () => number
}

/** Rows in order. `to` is their end position; null if nothing follows. */
type ScanBatch = { readonly rows: readonly ScanRow[]; readonly to: LogPosition | null }

async function* scanBatches(search: Search): AsyncGenerator<ScanBatch> {
  const { database, scan, range, watermarks } = search
  const selective = await selectiveLookUp(database, scan.filter, range)
  if (selective) return yield* fewLogsBatches(search, selective)
  for await (const window of windowsOf(database, scan.filter, watermarks, range, scan.order)) {
    for (const part of widening(window, scan.order, database.dialect.partitionMs))
      for await (const chunk of chunksOf(search, part)) yield { rows: await readChunk(search, chunk), to: chunk.to }
  }
}

/**
 * PostgreSQL plans a statement for each partition that it may read: 32 take 30 ms, one takes 1 ms. Most searches end in
 * the first partition, so a window is searched in parts: one partition, then two, four, ...
 */
export function* widening(window: TimeRange, order: Order, partitionMs: number | null): Generator<TimeRange> {
  let { fromMs, toMs } = window
  for (let partitions = 1; fromMs < toMs; partitions *= 2) {
    const lengthMs = partitionMs === null ? toMs - fromMs : partitions * partitionMs
    if (order === 'newest') {
      const start = partitionMs === null ? fromMs : Math.max(fromMs, ceil(toMs, partitionMs) - lengthMs)
      yield { fromMs: start, toMs }
      toMs = start
    } else {
      const end = partitionMs === null ? toMs : Math.min(toMs, floor(fromMs, partitionMs) + lengthMs)
      yield { fromMs, toMs: end }
      fromMs = end
    }
  }
}

/** Reads the rows with one statement, unless a content filter needs chunks. */
async function* fewLogsBatches(search: Search, { lookUp, range }: Selective): AsyncGenerator<ScanBatch> {
  const { contentFilter, room } = search
  if (range.toMs <= range.fromMs) return yield { rows: [], to: null }
  for (let after = search.scan.after; ; ) {
    const most = room()
    const rows = await readSelective({ ...search, range }, after, lookUp, most)
    const last = rows.at(-1)
    if (!contentFilter || !last || rows.length < most) return yield { rows, to: null }
    after = positionOf(last)
    yield { rows, to: after }
  }
}

function rangeLeft({ range, order, after }: Scan): TimeRange {
  if (after === null) return range
  // seq 0 is before all rows of that time.
  const isEdge = after.seq === 0
  return order === 'newest'
    ? { fromMs: range.fromMs, toMs: Math.min(range.toMs, after.startedAtMs + (isEdge ? 0 : 1)) }
    : { fromMs: Math.max(range.fromMs, after.startedAtMs), toMs: range.toMs }
}

/** A lookup, and the part of the range that has its logs. */
type Selective = { readonly lookUp: TextLookUp; readonly range: TimeRange }

/** Looks up by trace, span or user if the filter names one and it has at most `FEW_LOGS` logs. */
async function selectiveLookUp(database: LogDatabase, filter: ReadFilter, range: TimeRange): Promise<Selective | null> {
  const isPartitioned = database.dialect.partitionMs !== null
  const user = filter.metadata && Object.hasOwn(filter.metadata, '_user') ? [filter.metadata['_user']] : []
  const candidates = [
    { column: 'trace_id', wanted: filter.traceIds ?? [] },
    { column: 'span_id', wanted: filter.spanIds ?? [] },
    { column: 'user_label', wanted: user as string[] },
  ] as const
  for (const { column, wanted } of candidates) {
    if (wanted.length === 0) continue
    const found = database.dialect.textLookUp(column, wanted)
    const { text, values } = found.entries
    if (!isPartitioned) {
      const sql = `SELECT count(*) FROM (SELECT 1 FROM ${text} LIMIT ${FEW_LOGS + 1}) AS selective`
      const [count] = (await firstRow(database, sql, values)) as [number]
      if (count <= FEW_LOGS) return { lookUp: found, range }
      continue
    }
    // The times of the logs limit the next statement to few partitions, which makes it faster to plan.
    const sql = `SELECT count(*), min(started_at_ms), max(started_at_ms)
      FROM (SELECT started_at_ms FROM ${text} LIMIT ${FEW_LOGS + 1}) AS selective`
    const [row] = (await database.plannedRows(sql, values)) as [number, number | null, number | null][]
    const [count, first, last] = row!
    const stored = { fromMs: first ?? 0, toMs: last === null ? 0 : last + 1 }
    if (count <= FEW_LOGS) return { lookUp: found, range: overlap(range, stored) }
  }
  return null
}

function overlap(one: TimeRange, other: TimeRange): TimeRange {
  return { fromMs: Math.max(one.fromMs, other.fromMs), toMs: Math.min(one.toMs, other.toMs) }
}

function readSelective(
  search: Search,
  after: LogPosition | null,
  { logs }: TextLookUp,
  most: number,
): Promise<ScanRow[]> {
  const { database, scan, range } = search
  const conditions = new Conditions(database.dialect)
  conditions.where('started_at_ms >= ? AND started_at_ms < ?', range.fromMs, range.toMs)
  if (after) conditions.where(`(started_at_ms, seq) ${BEHIND[scan.order]} (?, ?)`, ...cells(after))
  return select(search, logs, conditions, most)
}

/** After `from`, up to and including `to`. */
type Chunk = { readonly from: LogPosition; readonly to: LogPosition }

const BEHIND = { newest: '<', oldest: '>' } as const
const UP_TO = { newest: '>=', oldest: '<=' } as const

/** No row has seq 0, so this position is before all rows of that time. */
function beforeTime(startedAtMs: number): LogPosition {
  return { startedAtMs, seq: 0 }
}

function cells({ startedAtMs, seq }: LogPosition): [number, number] {
  return [startedAtMs, seq]
}

async function* chunksOf({ database, scan, contentFilter }: Search, window: TimeRange): AsyncGenerator<Chunk> {
  const { order, after } = scan
  const chunkRows = contentFilter ? CONTENT_CHUNK_ROWS : CHUNK_ROWS
  const [first, last] =
    order === 'newest'
      ? [beforeTime(window.toMs), beforeTime(window.fromMs)]
      : [beforeTime(window.fromMs), beforeTime(window.toMs)]
  let from = after && isBehind(after, first, order) ? after : first
  for (;;) {
    const conditions = new Conditions(database.dialect)
    addIndexConditions(conditions, scan)
    addBounds(conditions, order, { from, to: last })
    const sql = `SELECT started_at_ms, seq FROM ${database.dialect.logsBy(indexFor(scan.filter))} WHERE ${conditions.text}
      ${ORDER_BY[order]} LIMIT 1 OFFSET ${chunkRows - 1}`
    const row = (await firstRow(database, sql, conditions.values)) as [number, number] | undefined
    const to = row ? { startedAtMs: row[0], seq: row[1] } : last
    yield { from, to }
    if (!row) return
    from = to
  }
}

function isBehind(position: LogPosition, other: LogPosition, order: Order): boolean {
  const later = position.startedAtMs - other.startedAtMs || position.seq - other.seq
  return order === 'newest' ? later < 0 : later > 0
}

function readChunk(search: Search, chunk: Chunk): Promise<ScanRow[]> {
  const { database, scan, room } = search
  const conditions = new Conditions(database.dialect)
  addBounds(conditions, scan.order, chunk)
  const logs = { text: `${database.dialect.logsBy(indexFor(scan.filter))} WHERE TRUE`, values: [] }
  return select(search, logs, conditions, room())
}

/** The extra condition on `started_at_ms` lets SQLite stop at the end bound. SQLite seeks to the start bound anyway. */
function addBounds(conditions: Conditions, order: Order, { from, to }: Chunk): void {
  conditions.where(`(started_at_ms, seq) ${BEHIND[order]} (?, ?)`, ...cells(from))
  conditions.where(`started_at_ms ${UP_TO[order]} ?`, to.startedAtMs)
  conditions.where(`(started_at_ms, seq) ${UP_TO[order]} (?, ?)`, ...cells(to))
}

function addIndexConditions(conditions: Conditions, { filter }: Scan): void {
  if (filter.workspaceId !== null) conditions.where('workspace_id = ?', filter.workspaceId)
  if (wantsOnlyErrors(filter)) conditions.where('status >= 400')
  else if (usesFeedbackIndex(filter)) conditions.where('feedback_count > 0')
  else if (usesGuardrailIndex(filter)) conditions.where('guardrail_outcomes IS NOT NULL')
}

function usesFeedbackIndex(filter: ReadFilter): boolean {
  return filtersOnFeedback(filter) && filter.workspaceId !== null
}

function usesGuardrailIndex(filter: ReadFilter): boolean {
  return filtersOnGuardrails(filter) && filter.workspaceId !== null
}

function indexFor(filter: ReadFilter): string {
  if (wantsOnlyErrors(filter)) return filter.workspaceId === null ? 'logs_errors' : 'logs_workspace_errors'
  if (usesFeedbackIndex(filter)) return 'logs_feedback'
  if (usesGuardrailIndex(filter)) return 'logs_guardrails'
  return filter.workspaceId === null ? 'logs_time' : 'logs_workspace_time'
}

const ORDER_BY: Readonly<Record<Order, string>> = {
  newest: 'ORDER BY started_at_ms DESC, seq DESC',
  oldest: 'ORDER BY started_at_ms, seq',
}

async function select(
  { database, scan, contentFilter }: Search,
  logs: TextLookUp['logs'],
  conditions: Conditions,
  limit: number,
): Promise<ScanRow[]> {
  addFilter(conditions, scan.filter)
  const columns = ['started_at_ms', 'seq', ...scan.columns, ...(contentFilter?.columns ?? [])]
  const sql = `SELECT ${columns.join(', ')} FROM ${logs.text} AND ${conditions.text} ${ORDER_BY[scan.order]} LIMIT ?`
  return (await database.rows(sql, [...logs.values, ...conditions.values, limit])) as ScanRow[]
}
