/** Times that may hold what a filter wants, as the sums know it: a search for something rare skips all the others. */

import { DIMENSION, hasBriefMinutes, isLabel } from '../sums/dimensions.ts'
import { barOf } from '../sums/histogram.ts'
import { floor, type Marks } from '../sums/progress.ts'
import { SUM_COLUMNS } from '../sums/sum-columns.ts'
import { addStored, STORED_COLUMNS, type StoredSums, WIDTH_MS } from '../sums/sum-table.ts'
import type { LogDatabase } from './engine/log-database.ts'
import { type FilterPart, filterParts } from './filter-dimensions.ts'
import { buckets, ceil, findSumScope, type Pieces, readPieces, type SumScope, type TimeRange } from './pieces.ts'
import type { ReadFilter } from './read-filter.ts'

const MINUTE_MS = WIDTH_MS.sums_minutes
const HOUR_MS = WIDTH_MS.sums_hours
const DAY_MS = WIDTH_MS.sums_days
/** Fewer logs than this are walked over sooner than their minutes are looked up. */
const BUSY_REQUESTS = 2000

export type Order = 'newest' | 'oldest'

/** Everything that matches and is in the range lies in these windows; they come in order and do not overlap. */
export async function* windowsOf(
  database: LogDatabase,
  filter: ReadFilter,
  marks: Marks,
  range: TimeRange,
  order: Order,
): AsyncGenerator<TimeRange> {
  const scope = await findSumScope(database, filter)
  if (!scope) return
  const whole = { fromMs: floor(range.fromMs, MINUTE_MS), toMs: ceil(range.toMs, MINUTE_MS) }
  const { parts } = await filterParts(database, filter, scope, marks, whole)
  const mayHold = totalsTest(filter)
  if (parts.length === 0 && !mayHold) {
    yield range
    return
  }
  const foldedMs = Math.min(Math.max(marks.foldedMinutesMs, range.fromMs), range.toMs)
  const young = { fromMs: foldedMs, toMs: range.toMs }
  const old = { fromMs: range.fromMs, toMs: foldedMs }
  if (order === 'newest' && young.toMs > young.fromMs) yield young
  yield* inOrder(foldedWindows({ database, scope, parts, mayHold, marks, range: old, order }), old, order)
  if (order === 'oldest' && young.toMs > young.fromMs) yield young
}

/** Whether sums of everything in a bucket say that what is wanted may be among it. */
type TotalsTest = (sums: StoredSums) => boolean

function totalsTest({ isRecovered: isRescued, durationMs }: ReadFilter): TotalsTest | null {
  const slowest = durationMs?.min === undefined ? 0 : barOf(durationMs.min)
  if (isRescued !== true && slowest === 0) return null
  return (stored) => {
    const read = { sums: new Float64Array(SUM_COLUMNS.length), durations: new Map<number, number>(), lastSeenMs: 0 }
    addStored(read, stored, 1)
    return (
      (isRescued !== true || RESCUED.some((place) => read.sums[place] !== 0)) &&
      (slowest === 0 || read.durations.keys().some((bar) => bar >= slowest))
    )
  }
}

const RESCUED = SUM_COLUMNS.flatMap((name, place) => (name.startsWith('rescued_') ? [place] : []))

type Search = {
  readonly database: LogDatabase
  readonly scope: SumScope
  readonly parts: readonly FilterPart[]
  readonly mayHold: TotalsTest | null
  readonly marks: Marks
  readonly range: TimeRange
  readonly order: Order
}

const NO_PIECES: Pieces = { days: { fromMs: 0, toMs: 0 }, hours: [], minutes: [] }

/** Days where hours of labels are gone, else hours, and of busy ones only the minutes where they are still there. */
async function* foldedWindows(search: Search): AsyncGenerator<TimeRange> {
  const { parts, marks, range, order } = search
  const hasLabel = parts.some(({ dimensionId }) => isLabel(dimensionId))
  const thinnedMs = hasLabel ? Math.min(Math.max(marks.thinnedHoursMs, range.fromMs), range.toMs) : range.fromMs
  const hasBrief = parts.some(({ dimensionId }) => hasBriefMinutes(dimensionId))
  const minutesFromMs = Math.max(marks.droppedMinutesMs, hasBrief ? marks.thinnedMinutesMs : 0)
  const days = await found(search, { ...NO_PIECES, days: { fromMs: floor(range.fromMs, DAY_MS), toMs: thinnedMs } })
  const dayWindows = days.map((fromMs) => ({ fromMs, toMs: Math.min(fromMs + DAY_MS, thinnedMs) }))
  if (order === 'oldest') yield* dayWindows
  const hours = buckets(floor(thinnedMs, HOUR_MS), range.toMs, HOUR_MS)
  for (const hourMs of await found(search, { ...NO_PIECES, hours })) {
    if (hourMs < minutesFromMs || !(await isBusy(search, hourMs))) {
      yield { fromMs: hourMs, toMs: hourMs + HOUR_MS }
      continue
    }
    const minutes = await found(search, { ...NO_PIECES, minutes: buckets(hourMs, hourMs + HOUR_MS, MINUTE_MS) })
    for (const fromMs of minutes) yield { fromMs, toMs: fromMs + MINUTE_MS }
  }
  if (order === 'newest') yield* dayWindows
}

/** Buckets in which every part of the filter was seen. */
async function found({ database, scope, parts, mayHold, order }: Search, pieces: Pieces): Promise<number[]> {
  let starts: Set<number> | null = null
  if (mayHold) {
    const source = { scope, dimensionId: DIMENSION.total, values: null }
    const rows = (await readPieces(database, pieces, source, STORED_COLUMNS)) as StoredSums[]
    starts = new Set(rows.filter((row) => mayHold(row)).map(([start]) => start))
  }
  for (const part of parts) {
    const rows = (await readPieces(database, pieces, { scope, ...part }, 'bucket_ms')) as [number][]
    const own = new Set(rows.map(([start]) => start))
    starts = starts ? starts.intersection(own) : own
    if (starts.size === 0) break
  }
  return [...(starts ?? [])].sort((left, right) => (order === 'newest' ? right - left : left - right))
}

async function isBusy({ database, scope }: Search, hourMs: number): Promise<boolean> {
  const source = { scope, dimensionId: DIMENSION.total, values: null }
  const rows = (await readPieces(database, { ...NO_PIECES, hours: [hourMs] }, source, 'requests')) as [number][]
  return rows.reduce((sum, [requests]) => sum + requests, 0) > BUSY_REQUESTS
}

/** Cuts windows to the range and joins neighbours: one walk over an hour is cheaper than sixty over its minutes. */
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
    // Long enough: what follows need not be known before this is searched.
    if (open.toMs - open.fromMs >= HOUR_MS) {
      yield open
      open = null
    }
  }
  if (open) yield open
}
