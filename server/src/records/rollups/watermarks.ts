/**
 * How far rollups are folded and thinned. Folding adds closed buckets to the next wider table. Thinning deletes fine
 * rollups of high-cardinality dimensions.
 */

import type { Database } from 'bun:sqlite'
import { WIDTH_MS } from './rollup-table.ts'

const MINUTE_MS = WIDTH_MS.sums_minutes
const HOUR_MS = WIDTH_MS.sums_hours
const DAY_MS = WIDTH_MS.sums_days

/**
 * A log counts in the bucket of its start time. Most requests end within this time; later logs update all tables
 * themselves.
 */
export const FOLD_AFTER_MS = 5 * MINUTE_MS
/** Minute rollups serve graphs of the last hours. Hour rollups of labels serve graphs of the last two weeks. */
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
  /** Minutes before this are folded into hours. */
  readonly foldedMinutesMs: number
  /** Hours before this are folded into days. */
  readonly foldedHoursMs: number
  /** Before this time, dimensions from `FIRST_SHORT_MINUTE_DIMENSION` on have no minutes. */
  readonly thinnedMinutesMs: number
  /** Before this time, dimensions from `FIRST_LABEL_DIMENSION` on have no hours. */
  readonly thinnedHoursMs: number
  /** Before this time there are no minutes. */
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

/** Columns of a row for `toWatermarks`. */
export const WATERMARK_COLUMNS = NAMES.map((name) => WATERMARK_COLUMN[name]).join(', ')

export function toWatermarks(row: readonly number[]): Watermarks {
  return Object.fromEntries(NAMES.map((name, i) => [name, row[i]])) as Watermarks
}

/** A new store has nothing to fold, so all closed buckets count as folded. */
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

  /** Call after a failed transaction. */
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
