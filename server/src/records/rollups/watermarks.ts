/** How far sums are folded into wider buckets, and from when on fine sums are still there. */

import type { Database } from 'bun:sqlite'
import { WIDTH_MS } from './rollup-table.ts'

const MINUTE_MS = WIDTH_MS.sums_minutes
const HOUR_MS = WIDTH_MS.sums_hours
const DAY_MS = WIDTH_MS.sums_days

/** Requests are filed under their start: most of them are over by then, and the others are added one by one. */
export const FOLD_AFTER_MS = 5 * MINUTE_MS
/** Minutes for the graphs of the last hours, labels' hours for those of the last fortnight. */
export const BRIEF_MINUTES_KEPT_MS = 2 * DAY_MS
export const LABEL_HOURS_KEPT_MS = 17 * DAY_MS

export const PROGRESS_TABLE = `CREATE TABLE sum_progress (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  folded_minutes_ms INTEGER NOT NULL,
  folded_hours_ms INTEGER NOT NULL,
  thinned_minutes_ms INTEGER NOT NULL,
  thinned_hours_ms INTEGER NOT NULL,
  dropped_minutes_ms INTEGER NOT NULL
)`

export type Marks = {
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

export const MARK_COLUMN: Readonly<Record<keyof Marks, string>> = {
  foldedMinutesMs: 'folded_minutes_ms',
  foldedHoursMs: 'folded_hours_ms',
  thinnedMinutesMs: 'thinned_minutes_ms',
  thinnedHoursMs: 'thinned_hours_ms',
  droppedMinutesMs: 'dropped_minutes_ms',
}
const NAMES = Object.keys(MARK_COLUMN) as (keyof Marks)[]

/** The columns of a row of marks, see `toMarks`. */
export const MARK_COLUMNS = NAMES.map((name) => MARK_COLUMN[name]).join(', ')

export function toMarks(row: readonly number[]): Marks {
  return Object.fromEntries(NAMES.map((name, i) => [name, row[i]])) as Marks
}

/** In a store without logs everything that is over counts as folded: an empty minute is folded at once. */
export function freshMarks(nowMs: number): Marks {
  const foldedMinutesMs = floor(nowMs - FOLD_AFTER_MS, MINUTE_MS)
  return {
    foldedMinutesMs,
    foldedHoursMs: floor(foldedMinutesMs, HOUR_MS),
    thinnedMinutesMs: floor(nowMs - BRIEF_MINUTES_KEPT_MS, MINUTE_MS),
    thinnedHoursMs: floor(nowMs - LABEL_HOURS_KEPT_MS, HOUR_MS),
    droppedMinutesMs: 0,
  }
}

function readMarks(database: Database, nowMs: number): Marks {
  const columns = NAMES.map((name) => `${MARK_COLUMN[name]} AS ${name}`).join(', ')
  return database.query<Marks, []>(`SELECT ${columns} FROM sum_progress`).get() ?? freshMarks(nowMs)
}

/** The writer's copy of the marks. */
export class Progress {
  foldedMinutesMs = 0
  foldedHoursMs = 0
  thinnedMinutesMs = 0
  thinnedHoursMs = 0
  droppedMinutesMs = 0
  readonly #database: Database

  constructor(database: Database, nowMs: number) {
    this.#database = database
    this.save(readMarks(database, nowMs))
  }

  /** After a transaction that failed; the constructor has saved them. */
  read(): void {
    Object.assign(this, readMarks(this.#database, 0))
  }

  save(changes: Partial<Marks>): void {
    Object.assign(this, changes)
    this.#database
      .query(
        `INSERT OR REPLACE INTO sum_progress (id, ${NAMES.map((name) => MARK_COLUMN[name]).join(', ')})
         VALUES (1, ?, ?, ?, ?, ?)`,
      )
      .run(...NAMES.map((name) => this[name]))
  }
}

export function floor(atMs: number, widthMs: number): number {
  return atMs - (atMs % widthMs)
}
