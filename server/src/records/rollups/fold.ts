/** Folds closed minutes into hours and hours into days, and thins fine rollups of high-cardinality dimensions. */

import type { Database } from 'bun:sqlite'
import { FIRST_LABEL_DIMENSION, FIRST_SHORT_MINUTE_DIMENSION } from './dimensions.ts'
import { addStored, type RollupTableName, WIDTH_MS } from './rollup-table.ts'
import type { Rollups } from './rollups.ts'
import {
  FOLD_AFTER_MS,
  floor,
  LABEL_HOUR_RETENTION_MS,
  SHORT_MINUTE_RETENTION_MS,
  type Watermarks,
} from './watermarks.ts'

/** Without traffic the watermark moves in steps of this size, so an idle gateway does not write every minute. */
export const IDLE_MS = WIDTH_MS.sums_hours

/** True if a bucket is due for folding or thinning. Called often, so it reads only memory. */
export function hasFoldDue(watermarks: Watermarks, nowMs: number): boolean {
  return (
    watermarks.foldedMinutesMs < floor(nowMs - FOLD_AFTER_MS, WIDTH_MS.sums_minutes) ||
    watermarks.foldedHoursMs < floor(watermarks.foldedMinutesMs, WIDTH_MS.sums_hours) ||
    watermarks.thinnedMinutesMs < thinMinutesDue(watermarks, nowMs) ||
    watermarks.thinnedHoursMs < thinHoursDue(watermarks, nowMs)
  )
}

/** The end of the minutes that can be thinned. Minutes that are not folded yet would be lost, so they are excluded. */
export function thinMinutesDue({ foldedMinutesMs }: Watermarks, nowMs: number): number {
  return Math.min(floor(nowMs - SHORT_MINUTE_RETENTION_MS, WIDTH_MS.sums_minutes), foldedMinutesMs)
}

export function thinHoursDue({ foldedHoursMs }: Watermarks, nowMs: number): number {
  return Math.min(floor(nowMs - LABEL_HOUR_RETENTION_MS, WIDTH_MS.sums_hours), foldedHoursMs)
}

/** Processes one bucket in one transaction; false if nothing is due. */
export function foldStep(database: Database, rollups: Rollups, nowMs: number): boolean {
  const work = () =>
    foldMinute(database, rollups, nowMs) || foldHour(database, rollups) || thin(database, rollups, nowMs)
  try {
    return database.transaction(work).immediate()
  } catch (error) {
    rollups.forget()
    throw error
  }
}

function foldMinute(database: Database, rollups: Rollups, nowMs: number): boolean {
  const { minutes, hours, watermarks } = rollups
  const dueMs = floor(nowMs - FOLD_AFTER_MS, WIDTH_MS.sums_minutes)
  if (watermarks.foldedMinutesMs >= dueMs) return false
  const bucketMs = firstBucket(database, 'sums_minutes', watermarks.foldedMinutesMs, dueMs)
  if (bucketMs === null) {
    if (dueMs - watermarks.foldedMinutesMs < IDLE_MS) return false
    watermarks.save({ foldedMinutesMs: dueMs })
    return true
  }
  const hourMs = floor(bucketMs, WIDTH_MS.sums_hours)
  const organisationScopes = organisationScopeOf(database)
  for (const stored of minutes.readBucket(bucketMs)) {
    const [, scopeId, dimensionId, value] = stored
    for (const target of [scopeId, organisationScopes.get(scopeId)!]) {
      addStored(hours.row(hourMs, target, dimensionId, value), stored, 1)
    }
  }
  hours.flush()
  watermarks.save({ foldedMinutesMs: bucketMs + WIDTH_MS.sums_minutes })
  return true
}

function foldHour(database: Database, rollups: Rollups): boolean {
  const { hours, days, watermarks } = rollups
  const dueMs = floor(watermarks.foldedMinutesMs, WIDTH_MS.sums_hours)
  if (watermarks.foldedHoursMs >= dueMs) return false
  const bucketMs = firstBucket(database, 'sums_hours', watermarks.foldedHoursMs, dueMs)
  if (bucketMs === null) {
    watermarks.save({ foldedHoursMs: dueMs })
    return true
  }
  const dayMs = floor(bucketMs, WIDTH_MS.sums_days)
  for (const stored of hours.readBucket(bucketMs)) {
    const [, scopeId, dimensionId, value] = stored
    addStored(days.row(dayMs, scopeId, dimensionId, value), stored, 1)
  }
  days.flush()
  watermarks.save({ foldedHoursMs: bucketMs + WIDTH_MS.sums_hours })
  return true
}

function thin(database: Database, { minutes, hours, watermarks }: Rollups, nowMs: number): boolean {
  const tables = [
    {
      table: minutes,
      watermark: 'thinnedMinutesMs',
      dueMs: thinMinutesDue(watermarks, nowMs),
      first: FIRST_SHORT_MINUTE_DIMENSION,
    },
    { table: hours, watermark: 'thinnedHoursMs', dueMs: thinHoursDue(watermarks, nowMs), first: FIRST_LABEL_DIMENSION },
  ] as const
  for (const { table, watermark, dueMs, first } of tables) {
    if (watermarks[watermark] >= dueMs) continue
    const bucketMs = firstBucket(database, table.table, watermarks[watermark], dueMs)
    if (bucketMs === null && dueMs - watermarks[watermark] < IDLE_MS) continue
    watermarks.save({ [watermark]: bucketMs === null ? dueMs : bucketMs + WIDTH_MS[table.table] })
    if (bucketMs === null) return true
    database.query(`DELETE FROM ${table.table} WHERE bucket_ms = ? AND dimension_id >= ?`).run(bucketMs, first)
    table.forgetBucket(bucketMs)
    return true
  }
  return false
}

function firstBucket(database: Database, table: RollupTableName, fromMs: number, toMs: number): number | null {
  const sql = `SELECT min(bucket_ms) AS at FROM ${table} WHERE bucket_ms >= ? AND bucket_ms < ?`
  return database.query<{ at: number | null }, [number, number]>(sql).get(fromMs, toMs)?.at ?? null
}

function organisationScopeOf(database: Database): ReadonlyMap<number, number> {
  const rows = database
    .query<{ id: number; organisation: number }, []>(
      `SELECT scopes.id AS id, whole.id AS organisation FROM scopes
       JOIN scopes AS whole ON whole.organisation_id = scopes.organisation_id AND whole.workspace_id = ''`,
    )
    .all()
  return new Map(rows.map(({ id, organisation }) => [id, organisation]))
}
