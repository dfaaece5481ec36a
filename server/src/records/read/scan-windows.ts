/** Uses rollups to find the time windows that can contain matches, so that a search for a rare value skips the rest. */

import { DIMENSION, hasShortMinuteRetention, isLabel } from '../rollups/dimensions.ts'
import { binOf } from '../rollups/histogram.ts'
import { readLastSeen } from '../rollups/rollup-codec.ts'
import { addStored, STORED_COLUMNS, type StoredRollup, WIDTH_MS } from '../rollups/rollup-table.ts'
import { SUM_COLUMNS } from '../rollups/sum-columns.ts'
import { floor, type Watermarks } from '../rollups/watermarks.ts'
import { type FilterPart, filterParts } from './filter-dimensions.ts'
import type { LogDatabase } from './log-database.ts'
import type { ReadFilter } from './read-filter.ts'
import {
  buckets,
  ceil,
  findRollupScope,
  type RollupRanges,
  type RollupScope,
  readRollups,
  type TimeRange,
} from './rollup-reader.ts'

const MINUTE_MS = WIDTH_MS.sums_minutes
const HOUR_MS = WIDTH_MS.sums_hours
const DAY_MS = WIDTH_MS.sums_days
const WEEK_MS = 7 * DAY_MS
/** In hours with fewer requests, scanning is faster than looking up the minutes. */
const BUSY_REQUESTS = 2000

export type Order = 'newest' | 'oldest'

/** The windows cover every match in the range, in order and without overlap. */
export async function* windowsOf(
  database: LogDatabase,
  filter: ReadFilter,
  watermarks: Watermarks,
  range: TimeRange,
  order: Order,
): AsyncGenerator<TimeRange> {
  const scope = await findRollupScope(database, filter)
  if (!scope) return
  const whole = { fromMs: floor(range.fromMs, MINUTE_MS), toMs: ceil(range.toMs, MINUTE_MS) }
  const { parts } = await filterParts(database, filter, scope, watermarks, whole)
  const mayHold = totalsTest(filter)
  if (parts.length === 0 && !mayHold) {
    yield range
    return
  }
  const foldedMs = Math.min(Math.max(watermarks.foldedMinutesMs, range.fromMs), range.toMs)
  const young = { fromMs: foldedMs, toMs: range.toMs }
  const old = { fromMs: range.fromMs, toMs: foldedMs }
  if (order === 'newest' && young.toMs > young.fromMs) yield young
  const isOneWorkspace = filter.workspaceId !== null
  const search = { database, scope, isOneWorkspace, parts, mayHold, watermarks, range: old, order }
  yield* inOrder(foldedWindows(search), old, order)
  if (order === 'oldest' && young.toMs > young.fromMs) yield young
}

/** Whether a bucket with these totals can contain a match. */
type TotalsTest = (sums: StoredRollup) => boolean

function totalsTest({ isRecovered, durationMs }: ReadFilter): TotalsTest | null {
  const slowest = durationMs?.min === undefined ? 0 : binOf(durationMs.min)
  if (isRecovered !== true && slowest === 0) return null
  return (stored) => {
    const read = { sums: new Float64Array(SUM_COLUMNS.length), durations: new Map<number, number>(), lastSeenMs: 0 }
    addStored(read, stored, 1)
    return (
      (isRecovered !== true || RECOVERED.some((index) => read.sums[index] !== 0)) &&
      (slowest === 0 || read.durations.keys().some((bin) => bin >= slowest))
    )
  }
}

const RECOVERED = SUM_COLUMNS.flatMap((name, index) => (name.startsWith('rescued_') ? [index] : []))

type Search = {
  readonly database: LogDatabase
  readonly scope: RollupScope
  readonly isOneWorkspace: boolean
  readonly parts: readonly FilterPart[]
  readonly mayHold: TotalsTest | null
  readonly watermarks: Watermarks
  readonly range: TimeRange
  readonly order: Order
}

const NO_RANGES: RollupRanges = { days: { fromMs: 0, toMs: 0 }, hours: [], minutes: [] }

/**
 * Windows to scan: days where the hourly rollups of labels have been deleted, else hours, and minutes for busy hours
 * that still have minute rollups.
 */
async function* foldedWindows(search: Search): AsyncGenerator<TimeRange> {
  const { parts, watermarks, range, order } = search
  const hasLabel = parts.some(({ dimensionId }) => isLabel(dimensionId))
  const thinnedMs = hasLabel ? Math.min(Math.max(watermarks.thinnedHoursMs, range.fromMs), range.toMs) : range.fromMs
  const hasBrief = parts.some(({ dimensionId }) => hasShortMinuteRetention(dimensionId))
  const minutesFromMs = Math.max(watermarks.droppedMinutesMs, hasBrief ? watermarks.thinnedMinutesMs : 0)
  const days = { fromMs: floor(range.fromMs, DAY_MS), toMs: thinnedMs }
  const hours = { fromMs: floor(thinnedMs, HOUR_MS), toMs: range.toMs }
  if (order === 'oldest') yield* dayWindows(search, days)
  yield* hourWindows(search, hours, minutesFromMs)
  if (order === 'newest') yield* dayWindows(search, days)
}

async function* dayWindows(search: Search, days: TimeRange): AsyncGenerator<TimeRange> {
  for (const { fromMs, toMs } of await found(search, { ...NO_RANGES, days }, DAY_MS))
    yield { fromMs, toMs: Math.min(toMs, days.toMs) }
}

/** Looks up a week of hours at a time: a search often ends in the first hours. */
async function* hourWindows(search: Search, range: TimeRange, minutesFromMs: number): AsyncGenerator<TimeRange> {
  const weeks = buckets(range.fromMs, range.toMs, WEEK_MS)
  for (const weekMs of search.order === 'newest' ? weeks.reverse() : weeks) {
    const hours = buckets(weekMs, Math.min(weekMs + WEEK_MS, range.toMs), HOUR_MS)
    for (const window of await found(search, { ...NO_RANGES, hours }, HOUR_MS)) {
      const { fromMs, toMs } = window
      const isWhole = toMs - fromMs === HOUR_MS
      if (!isWhole || fromMs < minutesFromMs || !(await isBusy(search, fromMs))) yield window
      else yield* await found(search, { ...NO_RANGES, minutes: buckets(fromMs, toMs, MINUTE_MS) }, MINUTE_MS)
    }
  }
}

/**
 * The buckets that contain every part of the filter, in order. If a part has only one log in a bucket, the window is
 * cut to the time of that log.
 */
async function found(search: Search, ranges: RollupRanges, widthMs: number): Promise<TimeRange[]> {
  const { database, scope, parts, mayHold, order } = search
  const whole = (fromMs: number) => ({ fromMs, toMs: fromMs + widthMs })
  let windows: Map<number, TimeRange> | null = null
  if (mayHold) {
    const source = { scope, dimensionId: DIMENSION.total, values: null }
    const rows = (await readRollups(database, ranges, source, STORED_COLUMNS)) as StoredRollup[]
    windows = new Map(rows.filter((row) => mayHold(row)).map(([start]) => [start, whole(start)]))
  }
  for (const part of parts) {
    const times = await timesOf(search, ranges, part, widthMs)
    const own = new Map<number, TimeRange>()
    for (const [start, onlyMs] of times) {
      const other = windows === null ? whole(start) : windows.get(start)
      const narrow = onlyMs === null ? other : other && within(other, onlyMs)
      if (narrow) own.set(start, narrow)
    }
    windows = own
    if (own.size === 0) break
  }
  const sorted = [...(windows?.values() ?? [])].sort((left, right) => left.fromMs - right.fromMs)
  return order === 'newest' ? sorted.reverse() : sorted
}

function within({ fromMs, toMs }: TimeRange, atMs: number): TimeRange | null {
  return atMs >= fromMs && atMs < toMs ? { fromMs: atMs, toMs: atMs + 1 } : null
}

/**
 * The buckets that contain the part, by start. If a bucket has only one log of the part, its value is the time of that
 * log, else null. Also null for minutes, because neighbouring minutes are searched together, and for organisations,
 * whose rollups can have the time of a deleted log after a workspace was deleted.
 */
async function timesOf(
  { database, scope, isOneWorkspace }: Search,
  ranges: RollupRanges,
  part: FilterPart,
  widthMs: number,
): Promise<ReadonlyMap<number, number | null>> {
  const isExact = isOneWorkspace && widthMs > MINUTE_MS
  const columns = isExact ? 'bucket_ms, requests, CASE WHEN requests = 1 THEN sums END' : 'bucket_ms'
  const rows = (await readRollups(database, ranges, { scope, ...part }, columns)) as [number, number?, Uint8Array?][]
  const times = new Map<number, number | null>()
  for (const [start, requests, sums] of rows) {
    // A rollup without requests has only feedback.
    if (requests === 0) continue
    times.set(start, sums && !times.has(start) ? readLastSeen(sums, start) : null)
  }
  return times
}

async function isBusy({ database, scope }: Search, hourMs: number): Promise<boolean> {
  const source = { scope, dimensionId: DIMENSION.total, values: null }
  const rows = (await readRollups(database, { ...NO_RANGES, hours: [hourMs] }, source, 'requests')) as [number][]
  return rows.reduce((sum, [requests]) => sum + requests, 0) > BUSY_REQUESTS
}

/** Cuts windows to the range and merges neighbours: one scan of an hour is cheaper than sixty scans of minutes. */
async function* inOrder(windows: AsyncIterable<TimeRange>, range: TimeRange, order: Order): AsyncGenerator<TimeRange> {
  let open: TimeRange | null = null
  for await (const window of windows) {
    const fromMs = Math.max(window.fromMs, range.fromMs)
    const toMs = Math.min(window.toMs, range.toMs)
    if (toMs <= fromMs) continue
    if (open && order === 'newest' && toMs >= open.fromMs) open = { fromMs, toMs: open.toMs }
    else if (open && order === 'oldest' && fromMs <= open.toMs) open = { fromMs: open.fromMs, toMs }
    else {
      if (open) yield open
      open = { fromMs, toMs }
    }
    // Long enough to search; yield before looking up more.
    if (open.toMs - open.fromMs >= HOUR_MS) {
      yield open
      open = null
    }
  }
  if (open) yield open
}
