/** Folds what is over: a minute into its hour, an hour into its day, and fine sums of many values into nothing. */

import type { Database } from 'bun:sqlite'
import { FIRST_BRIEF_MINUTES, FIRST_LABEL } from './dimensions.ts'
import { addStored, type SumTableName, WIDTH_MS } from './rollup-table.ts'
import type { Rollups } from './rollups.ts'
import { BRIEF_MINUTES_KEPT_MS, FOLD_AFTER_MS, floor, LABEL_HOURS_KEPT_MS, type Marks } from './watermarks.ts'

/** Marks over empty time move this far at once: a gateway nobody uses does not write every minute. */
export const IDLE_MS = WIDTH_MS.sums_hours

/** True while something waits to be folded or thinned; asked often, so it reads no store. */
export function hasFoldDue(progress: Marks, nowMs: number): boolean {
  return (
    progress.foldedMinutesMs < floor(nowMs - FOLD_AFTER_MS, WIDTH_MS.sums_minutes) ||
    progress.foldedHoursMs < floor(progress.foldedMinutesMs, WIDTH_MS.sums_hours) ||
    progress.thinnedMinutesMs < thinMinutesDue(progress, nowMs) ||
    progress.thinnedHoursMs < thinHoursDue(progress, nowMs)
  )
}

/** Never past what is folded, or sums would be lost. */
export function thinMinutesDue({ foldedMinutesMs }: Marks, nowMs: number): number {
  return Math.min(floor(nowMs - BRIEF_MINUTES_KEPT_MS, WIDTH_MS.sums_minutes), foldedMinutesMs)
}

export function thinHoursDue({ foldedHoursMs }: Marks, nowMs: number): number {
  return Math.min(floor(nowMs - LABEL_HOURS_KEPT_MS, WIDTH_MS.sums_hours), foldedHoursMs)
}

/** One bucket, one transaction; false when there is nothing to do at the moment. */
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
  const { minutes, hours, progress } = rollups
  const dueMs = floor(nowMs - FOLD_AFTER_MS, WIDTH_MS.sums_minutes)
  if (progress.foldedMinutesMs >= dueMs) return false
  const bucketMs = firstBucket(database, 'sums_minutes', progress.foldedMinutesMs, dueMs)
  if (bucketMs === null) {
    if (dueMs - progress.foldedMinutesMs < IDLE_MS) return false
    progress.save({ foldedMinutesMs: dueMs })
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
  progress.save({ foldedMinutesMs: bucketMs + WIDTH_MS.sums_minutes })
  return true
}

function foldHour(database: Database, rollups: Rollups): boolean {
  const { hours, days, progress } = rollups
  const dueMs = floor(progress.foldedMinutesMs, WIDTH_MS.sums_hours)
  if (progress.foldedHoursMs >= dueMs) return false
  const bucketMs = firstBucket(database, 'sums_hours', progress.foldedHoursMs, dueMs)
  if (bucketMs === null) {
    progress.save({ foldedHoursMs: dueMs })
    return true
  }
  const dayMs = floor(bucketMs, WIDTH_MS.sums_days)
  for (const stored of hours.readBucket(bucketMs)) {
    const [, scopeId, dimensionId, value] = stored
    addStored(days.row(dayMs, scopeId, dimensionId, value), stored, 1)
  }
  days.flush()
  progress.save({ foldedHoursMs: bucketMs + WIDTH_MS.sums_hours })
  return true
}

/** A bucket at a time. */
function thin(database: Database, { minutes, hours, progress }: Rollups, nowMs: number): boolean {
  const tables = [
    { table: minutes, mark: 'thinnedMinutesMs', dueMs: thinMinutesDue(progress, nowMs), first: FIRST_BRIEF_MINUTES },
    { table: hours, mark: 'thinnedHoursMs', dueMs: thinHoursDue(progress, nowMs), first: FIRST_LABEL },
  ] as const
  for (const { table, mark, dueMs, first } of tables) {
    if (progress[mark] >= dueMs) continue
    const bucketMs = firstBucket(database, table.table, progress[mark], dueMs)
    if (bucketMs === null && dueMs - progress[mark] < IDLE_MS) continue
    progress.save({ [mark]: bucketMs === null ? dueMs : bucketMs + WIDTH_MS[table.table] })
    if (bucketMs === null) return true
    database.query(`DELETE FROM ${table.table} WHERE bucket_ms = ? AND dimension_id >= ?`).run(bucketMs, first)
    table.forgetBucket(bucketMs)
    return true
  }
  return false
}

function firstBucket(database: Database, table: SumTableName, fromMs: number, toMs: number): number | null {
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
