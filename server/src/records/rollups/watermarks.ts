/** How far sums are folded into wider buckets, and from when on fine sums are still there. */

import type { Database } from 'bun:sqlite'
import { WIDTH_MS } from './rollup-table.ts'

const MINUTE_MS = WIDTH_MS.sums_minutes
const HOUR_MS = WIDTH_MS.sums_hours
const DAY_MS = WIDTH_MS.sums_days

/** Requests are filed under their start: most of them are over by then, and the others are added one by one. */
export const FOLD_AFTER_MS = 5 * MINUTE_MS
/** Minutes for the graphs of the last hours, labels' hours for those of the last fortnight. */
export const SHORT_MINUTE_RETENTION_MS = 2 * DAY_MS
export const LABEL_HOUR_RETENTION_MS = 17 * DAY_MS

export const PROGRESS_TABLE = `CREATE TABLE sum_progress (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  folded_minutes_ms INTEGER NOT NULL,
  folded_hours_ms INTEGER NOT NULL,
  thinned_minutes_ms INTEGER NOT NULL,
  thinned_hours_ms INTEGER NOT NULL,
  dropped_minutes_ms INTEGER NOT NULL
)`

export type Watermarks = {
  /** Minutes before this are in the hours. */
  readonly foldedMinutesMs: number
  /** Hours before this are in the days. */
  readonly foldedHoursMs: number
  /** Before these, all but a few dimensions have no minutes, and labels no hours. */
  readonly thinnedMinutesMs: number
  readonly thinnedHoursMs: number
  /** Before this, nothing has minutes. */
  readonly droppedMinutesMs: number
}

export const WATERMARK_COLUMN: Readonly<Record<keyof Watermarks, string>> = {
  foldedMinutesMs: 'folded_minutes_ms',
  foldedHoursMs: 'folded_hours_ms',
  thinnedMinutesMs: 'thinned_minutes_ms',
  thinnedHoursMs: 'thinned_hours_ms',
  droppedMinutesMs: 'dropped_minutes_ms',
}
const NAMES = Object.keys(WATERMARK_COLUMN) as (keyof Watermarks)[]

/** The columns of a row of watermarks, see `toMarks`. */
export const WATERMARK_COLUMNS = NAMES.map((name) => WATERMARK_COLUMN[name]).join(', ')

export function toWatermarks(row: readonly number[]): Watermarks {
  return Object.fromEntries(NAMES.map((name, i) => [name, row[i]])) as Watermarks
}

/** In a store without logs everything that is over counts as folded: an empty minute is folded at once. */
export function initialWatermarks(nowMs: number): Watermarks {
  const foldedMinutesMs = floor(nowMs - FOLD_AFTER_MS, MINUTE_MS)
  return {
    foldedMinutesMs,
    foldedHoursMs: floor(foldedMinutesMs, HOUR_MS),
    thinnedMinutesMs: floor(nowMs - SHORT_MINUTE_RETENTION_MS, MINUTE_MS),
    thinnedHoursMs: floor(nowMs - LABEL_HOUR_RETENTION_MS, HOUR_MS),
    droppedMinutesMs: 0,
  }
}

function readWatermarks(database: Database, nowMs: number): Watermarks {
  const columns = NAMES.map((name) => `${WATERMARK_COLUMN[name]} AS ${name}`).join(', ')
  return database.query<Watermarks, []>(`SELECT ${columns} FROM sum_progress`).get() ?? initialWatermarks(nowMs)
}

/** The writer's copy of the watermarks. */
export class WatermarkStore {
  foldedMinutesMs = 0
  foldedHoursMs = 0
  thinnedMinutesMs = 0
  thinnedHoursMs = 0
  droppedMinutesMs = 0
  readonly #database: Database

  constructor(database: Database, nowMs: number) {
    this.#database = database
    this.save(readWatermarks(database, nowMs))
  }

  /** After a transaction that failed; the constructor has saved them. */
  read(): void {
    Object.assign(this, readWatermarks(this.#database, 0))
  }

  save(changes: Partial<Watermarks>): void {
    Object.assign(this, changes)
    this.#database
      .query(
        `INSERT OR REPLACE INTO sum_progress (id, ${NAMES.map((name) => WATERMARK_COLUMN[name]).join(', ')})
         VALUES (1, ?, ?, ?, ?, ?)`,
      )
      .run(...NAMES.map((name) => this[name]))
  }
}

export function floor(atMs: number, widthMs: number): number {
  return atMs - (atMs % widthMs)
}
