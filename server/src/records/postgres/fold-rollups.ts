/** Folds rollups in PostgreSQL: minutes into hours, hours into days; then thins expired fine rollups. */

import type { Client } from 'pg'
import { FIRST_LABEL_DIMENSION, FIRST_SHORT_MINUTE_DIMENSION } from '../rollups/dimensions.ts'
import { IDLE_MS, thinHoursDue, thinMinutesDue } from '../rollups/fold.ts'
import {
  addStored,
  type RollupTableName,
  STORED_COLUMNS,
  type StoredRollup,
  WIDTH_MS,
} from '../rollups/rollup-table.ts'
import { FOLD_AFTER_MS, floor, WATERMARK_COLUMN, type Watermarks } from '../rollups/watermarks.ts'
import { rowsOf } from './connection.ts'
import { emptyRow, type PartRow, writeParts } from './part-table.ts'

/** Processes one bucket; false if nothing is due. Needs the exclusive rollup lock. */
export async function foldOne(client: Client, watermarks: Watermarks, nowMs: number): Promise<boolean> {
  return (
    (await foldMinute(client, watermarks, nowMs)) ||
    (await foldHour(client, watermarks)) ||
    (await thin(client, watermarks, nowMs))
  )
}

async function foldMinute(client: Client, { foldedMinutesMs }: Watermarks, nowMs: number): Promise<boolean> {
  const dueMs = floor(nowMs - FOLD_AFTER_MS, WIDTH_MS.sums_minutes)
  if (foldedMinutesMs >= dueMs) return false
  const bucketMs = await firstBucket(client, 'sums_minutes', foldedMinutesMs, dueMs)
  if (bucketMs === null) {
    if (dueMs - foldedMinutesMs < IDLE_MS) return false
    await saveWatermark(client, 'foldedMinutesMs', dueMs)
    return true
  }
  const whole = await organisationScopes(client)
  await foldInto(client, 'sums_minutes', bucketMs, 'sums_hours', (scopeId) => [scopeId, whole.get(scopeId)!])
  await saveWatermark(client, 'foldedMinutesMs', bucketMs + WIDTH_MS.sums_minutes)
  return true
}

async function foldHour(client: Client, { foldedMinutesMs, foldedHoursMs }: Watermarks): Promise<boolean> {
  const dueMs = floor(foldedMinutesMs, WIDTH_MS.sums_hours)
  if (foldedHoursMs >= dueMs) return false
  const bucketMs = await firstBucket(client, 'sums_hours', foldedHoursMs, dueMs)
  if (bucketMs !== null) await foldInto(client, 'sums_hours', bucketMs, 'sums_days', (scopeId) => [scopeId])
  await saveWatermark(client, 'foldedHoursMs', bucketMs === null ? dueMs : bucketMs + WIDTH_MS.sums_hours)
  return true
}

async function foldInto(
  client: Client,
  from: RollupTableName,
  bucketMs: number,
  into: RollupTableName,
  scopesOf: (scopeId: number) => readonly number[],
): Promise<void> {
  const wideMs = floor(bucketMs, WIDTH_MS[into])
  const folded = new Map<string, PartRow>()
  const rowOf = (scopeId: number, dimensionId: number, value: string): PartRow => {
    const key = `${scopeId} ${dimensionId} ${value}`
    const row = folded.get(key) ?? emptyRow({ bucketMs: wideMs, scopeId, dimensionId, value }, 0)
    folded.set(key, row)
    return row
  }
  for (const stored of await readBucket(client, from, bucketMs)) {
    const [, scopeId, dimensionId, value] = stored
    for (const target of scopesOf(scopeId)) addStored(rowOf(target, dimensionId, value), stored, 1)
  }
  for (const stored of await readBucket(client, into, wideMs, 'AND part = 0')) {
    const [, scopeId, dimensionId, value] = stored
    const row = folded.get(`${scopeId} ${dimensionId} ${value}`)
    if (row) addStored(row, stored, 1)
  }
  await writeParts(client, into, [...folded.values()])
}

async function thin(client: Client, watermarks: Watermarks, nowMs: number): Promise<boolean> {
  const tables = [
    {
      table: 'sums_minutes',
      watermark: 'thinnedMinutesMs',
      dueMs: thinMinutesDue(watermarks, nowMs),
      first: FIRST_SHORT_MINUTE_DIMENSION,
    },
    {
      table: 'sums_hours',
      watermark: 'thinnedHoursMs',
      dueMs: thinHoursDue(watermarks, nowMs),
      first: FIRST_LABEL_DIMENSION,
    },
  ] as const
  for (const { table, watermark, dueMs, first } of tables) {
    if (watermarks[watermark] >= dueMs) continue
    const bucketMs = await firstBucket(client, table, watermarks[watermark], dueMs)
    if (bucketMs === null && dueMs - watermarks[watermark] < IDLE_MS) continue
    await saveWatermark(client, watermark, bucketMs === null ? dueMs : bucketMs + WIDTH_MS[table])
    if (bucketMs !== null)
      await rowsOf(client, `DELETE FROM ${table} WHERE bucket_ms = $1 AND dimension_id >= $2`, [bucketMs, first])
    return true
  }
  return false
}

async function readBucket(
  client: Client,
  table: RollupTableName,
  bucketMs: number,
  condition = '',
): Promise<StoredRollup[]> {
  const sql = `SELECT ${STORED_COLUMNS} FROM ${table} WHERE bucket_ms = $1 ${condition}`
  return (await rowsOf(client, sql, [bucketMs])) as StoredRollup[]
}

async function firstBucket(
  client: Client,
  table: RollupTableName,
  fromMs: number,
  toMs: number,
): Promise<number | null> {
  const sql = `SELECT min(bucket_ms) FROM ${table} WHERE bucket_ms >= $1 AND bucket_ms < $2`
  return (await rowsOf(client, sql, [fromMs, toMs]))[0]![0] as number | null
}

export async function saveWatermark(client: Client, watermark: keyof Watermarks, atMs: number): Promise<void> {
  await rowsOf(client, `UPDATE sum_progress SET ${WATERMARK_COLUMN[watermark]} = $1`, [atMs])
}

async function organisationScopes(client: Client): Promise<ReadonlyMap<number, number>> {
  const rows = await rowsOf(
    client,
    `SELECT scopes.id, whole.id FROM scopes
     JOIN scopes AS whole ON whole.organisation_id = scopes.organisation_id AND whole.workspace_id = ''`,
  )
  return new Map(rows as [number, number][])
}
