/** Walks over the logs that match a filter, in order, and stops in time: no question holds the reader for long. */

import type { Marks } from '../rollups/watermarks.ts'
import type { Place } from './cursor.ts'
import { type Sieve, sieveFor, type WalkRow } from './log-contents.ts'
import { firstRow, type LogDatabase, type SqlValue } from './log-database.ts'
import { addFilter, asksForErrors, asksForFeedback, Conditions, type ReadFilter } from './read-filter.ts'
import type { TimeRange } from './rollup-reader.ts'
import { type Order, windowsOf } from './scan-windows.ts'

/** Rows looked at between two looks at the clock. */
const CHUNK_ROWS = 2000
/** Rows read at once to be looked into. */
const SIFTED_ROWS = 400
/** Up to this many logs of a trace, span or user are fetched by their own index and sorted. */
const FEW_LOGS = 10_000

export type Walk = {
  readonly filter: ReadFilter
  readonly range: TimeRange
  readonly order: Order
  /** The last place that was seen; null at the beginning. */
  readonly after: Place | null
  /** They follow `started_at_ms, seq`, which every row begins with; more may follow them. */
  readonly columns: readonly string[]
  /** At most this many rows are taken. */
  readonly limit: number
  /** On the clock of `performance.now`. */
  readonly deadlineMs: number
}

export type WalkEnd = {
  /** Where to go on; null when all was seen. */
  readonly next: Place | null
  /** True when time was up before the limit was reached. */
  readonly isPaused: boolean
}

/** `take` returns false for a row it has no room for: the walk ends before it. */
export async function walkLogs(
  database: LogDatabase,
  walk: Walk,
  marks: Marks,
  take: (row: WalkRow) => boolean,
): Promise<WalkEnd> {
  const range = rangeLeft(walk)
  if (range.toMs <= range.fromMs) return { next: null, isPaused: false }
  const sieve = sieveFor(database, walk.filter)
  let last: Place | null = null
  let taken = 0
  /** False when the walk is over. One row more than the limit is read, to know whether there is more. */
  const takeAll = (rows: readonly WalkRow[]): boolean => {
    for (const row of rows) {
      if (taken >= walk.limit || !take(row)) return false
      taken++
      last = placeOf(row)
    }
    return true
  }
  const isTimeUp = () => performance.now() >= walk.deadlineMs
  const room = () => (sieve ? SIFTED_ROWS : walk.limit - taken + 1)
  for await (const { rows, to } of stretchesOf({ database, walk, range, sieve, marks, room })) {
    if (!sieve) {
      if (!takeAll(rows)) return { next: last, isPaused: false }
    } else {
      for await (const { kept, last: seen } of sieve.sift(rows)) {
        if (!takeAll(kept)) return { next: last, isPaused: false }
        if (isTimeUp() && !(to === null && seen === rows.at(-1))) return { next: placeOf(seen), isPaused: true }
      }
    }
    if (to !== null && isTimeUp()) return { next: to, isPaused: true }
  }
  return { next: null, isPaused: false }
}

function placeOf(row: WalkRow): Place {
  return { startedAtMs: row[0], seq: row[1] }
}

type Search = {
  readonly database: LogDatabase
  readonly walk: Walk
  readonly range: TimeRange
  readonly sieve: Sieve | null
  readonly marks: Marks
  /** How many rows there is use for. */
  readonly room: () => number
}

/** Rows in order, and where they end: null when nothing can follow. */
type Stretch = { readonly rows: readonly WalkRow[]; readonly to: Place | null }

async function* stretchesOf(search: Search): AsyncGenerator<Stretch> {
  const { database, walk, range, marks } = search
  const few = await fewIndex(database, walk.filter)
  if (few) return yield* fewStretches(search, few)
  for await (const window of windowsOf(database, walk.filter, marks, range, walk.order)) {
    for await (const chunk of chunksOf(search, window)) yield { rows: await readChunk(search, chunk), to: chunk.to }
  }
}

/** All of them at once, unless they are looked into. */
async function* fewStretches(search: Search, few: FewIndex): AsyncGenerator<Stretch> {
  const { sieve, room } = search
  for (let after = search.walk.after; ; ) {
    const most = room()
    const rows = await readFew(search, after, few, most)
    const last = rows.at(-1)
    if (!sieve || !last || rows.length < most) return yield { rows, to: null }
    after = placeOf(last)
    yield { rows, to: after }
  }
}

function rangeLeft({ range, order, after }: Walk): TimeRange {
  if (after === null) return range
  // A place before all rows of its time has nothing of that time behind it.
  const isEdge = after.seq === 0
  return order === 'newest'
    ? { fromMs: range.fromMs, toMs: Math.min(range.toMs, after.startedAtMs + (isEdge ? 0 : 1)) }
    : { fromMs: Math.max(range.fromMs, after.startedAtMs), toMs: range.toMs }
}

type FewIndex = { readonly index: string; readonly condition: string; readonly values: readonly SqlValue[] }

/** An index of its own for what is rare, if the filter has such a thing and it is rare indeed. */
async function fewIndex(database: LogDatabase, filter: ReadFilter): Promise<FewIndex | null> {
  const { words } = database
  const user = filter.metadata && Object.hasOwn(filter.metadata, '_user') ? [filter.metadata['_user']] : []
  const candidates = [
    { index: 'logs_trace', column: 'trace_id', wanted: filter.traceIds ?? [] },
    { index: 'logs_span', column: 'span_id', wanted: filter.spanIds ?? [] },
    { index: 'logs_user', column: 'user_label', wanted: user as string[] },
  ]
  for (const { index, column, wanted } of candidates) {
    if (wanted.length === 0) continue
    const { text, values } = words.rareIs(column, wanted)
    const condition = `${text} AND ${column} IS NOT NULL`
    const some = `SELECT 1 FROM ${words.logsBy(index)} WHERE ${condition} LIMIT ${FEW_LOGS + 1}`
    const [count] = (await firstRow(database, `SELECT count(*) FROM (${some}) AS few`, values)) as [number]
    if (count <= FEW_LOGS) return { index, condition, values }
  }
  return null
}

function readFew(search: Search, after: Place | null, few: FewIndex, most: number): Promise<WalkRow[]> {
  const { database, walk, range } = search
  const conditions = new Conditions(database.words)
  conditions.where(few.condition, ...few.values)
  conditions.where('started_at_ms >= ? AND started_at_ms < ?', range.fromMs, range.toMs)
  if (after) conditions.where(`(started_at_ms, seq) ${BEHIND[walk.order]} (?, ?)`, ...cells(after))
  return select(search, few.index, conditions, most)
}

/** Behind `from`, up to and with `to`. */
type Chunk = { readonly from: Place; readonly to: Place }

const BEHIND = { newest: '<', oldest: '>' } as const
const UP_TO = { newest: '>=', oldest: '<=' } as const

/** No row has seq 0: such a place lies before all rows of its time. */
function edge(startedAtMs: number): Place {
  return { startedAtMs, seq: 0 }
}

function cells({ startedAtMs, seq }: Place): [number, number] {
  return [startedAtMs, seq]
}

async function* chunksOf({ database, walk, sieve }: Search, window: TimeRange): AsyncGenerator<Chunk> {
  const { order, after } = walk
  const chunkRows = sieve ? SIFTED_ROWS : CHUNK_ROWS
  const [first, last] =
    order === 'newest' ? [edge(window.toMs), edge(window.fromMs)] : [edge(window.fromMs), edge(window.toMs)]
  let from = after && isBehind(after, first, order) ? after : first
  for (;;) {
    const conditions = new Conditions(database.words)
    addIndexConditions(conditions, walk)
    addPlaces(conditions, order, { from, to: last })
    const sql = `SELECT started_at_ms, seq FROM ${database.words.logsBy(indexFor(walk.filter))} WHERE ${conditions.text}
      ${ORDER_BY[order]} LIMIT 1 OFFSET ${chunkRows - 1}`
    const row = (await firstRow(database, sql, conditions.values)) as [number, number] | undefined
    const to = row ? { startedAtMs: row[0], seq: row[1] } : last
    yield { from, to }
    if (!row) return
    from = to
  }
}

function isBehind(place: Place, other: Place, order: Order): boolean {
  const later = place.startedAtMs - other.startedAtMs || place.seq - other.seq
  return order === 'newest' ? later < 0 : later > 0
}

function readChunk(search: Search, chunk: Chunk): Promise<WalkRow[]> {
  const { database, walk, room } = search
  const conditions = new Conditions(database.words)
  addPlaces(conditions, walk.order, chunk)
  return select(search, indexFor(walk.filter), conditions, room())
}

/** The plain comparison beside the row's lets SQLite stop there; at the other end it would only walk in from afar. */
function addPlaces(conditions: Conditions, order: Order, { from, to }: Chunk): void {
  conditions.where(`(started_at_ms, seq) ${BEHIND[order]} (?, ?)`, ...cells(from))
  conditions.where(`started_at_ms ${UP_TO[order]} ?`, to.startedAtMs)
  conditions.where(`(started_at_ms, seq) ${UP_TO[order]} (?, ?)`, ...cells(to))
}

function addIndexConditions(conditions: Conditions, { filter }: Walk): void {
  if (filter.workspaceId !== null) conditions.where('workspace_id = ?', filter.workspaceId)
  if (asksForErrors(filter)) conditions.where('status >= 400')
  else if (usesFeedbackIndex(filter)) conditions.where('feedback_count > 0')
}

function usesFeedbackIndex(filter: ReadFilter): boolean {
  return asksForFeedback(filter) && filter.workspaceId !== null
}

function indexFor(filter: ReadFilter): string {
  if (asksForErrors(filter)) return filter.workspaceId === null ? 'logs_errors' : 'logs_workspace_errors'
  if (usesFeedbackIndex(filter)) return 'logs_feedback'
  return filter.workspaceId === null ? 'logs_time' : 'logs_workspace_time'
}

const ORDER_BY: Readonly<Record<Order, string>> = {
  newest: 'ORDER BY started_at_ms DESC, seq DESC',
  oldest: 'ORDER BY started_at_ms, seq',
}

async function select(
  { database, walk, sieve }: Search,
  index: string,
  conditions: Conditions,
  limit: number,
): Promise<WalkRow[]> {
  addFilter(conditions, walk.filter)
  const columns = ['started_at_ms', 'seq', ...walk.columns, ...(sieve?.columns ?? [])]
  const sql = `SELECT ${columns.join(', ')} FROM ${database.words.logsBy(index)}
    WHERE ${conditions.text} ${ORDER_BY[walk.order]} LIMIT ?`
  return (await database.rows(sql, [...conditions.values, limit])) as WalkRow[]
}
