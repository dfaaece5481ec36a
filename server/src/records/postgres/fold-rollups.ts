/** Folds what is over on the shared store: a minute into its hour, an hour into its day, fine sums into nothing. */

import type { Client } from 'pg'
import { FIRST_BRIEF_MINUTES, FIRST_LABEL } from '../rollups/dimensions.ts'
import { IDLE_MS, thinHoursDue, thinMinutesDue } from '../rollups/fold.ts'
import { addStored, STORED_COLUMNS, type StoredSums, type SumTableName, WIDTH_MS } from '../rollups/rollup-table.ts'
import { FOLD_AFTER_MS, floor, MARK_COLUMN, type Marks } from '../rollups/watermarks.ts'
import { rowsOf } from './connection.ts'
import { emptyRow, type PartRow, writeParts } from './part-table.ts'

/** One bucket; false when there is nothing to do at the moment. In a transaction that holds the sums alone. */
export async function foldOne(client: Client, marks: Marks, nowMs: number): Promise<boolean> {
  return (
    (await foldMinute(client, marks, nowMs)) || (await foldHour(client, marks)) || (await thin(client, marks, nowMs))
  )
}

async function foldMinute(client: Client, { foldedMinutesMs }: Marks, nowMs: number): Promise<boolean> {
  const dueMs = floor(nowMs - FOLD_AFTER_MS, WIDTH_MS.sums_minutes)
  if (foldedMinutesMs >= dueMs) return false
  const bucketMs = await firstBucket(client, 'sums_minutes', foldedMinutesMs, dueMs)
  if (bucketMs === null) {
    if (dueMs - foldedMinutesMs < IDLE_MS) return false
    await saveMark(client, 'foldedMinutesMs', dueMs)
    return true
  }
  const whole = await organisationScopes(client)
  await foldInto(client, 'sums_minutes', bucketMs, 'sums_hours', (scopeId) => [scopeId, whole.get(scopeId)!])
  await saveMark(client, 'foldedMinutesMs', bucketMs + WIDTH_MS.sums_minutes)
  return true
}

async function foldHour(client: Client, { foldedMinutesMs, foldedHoursMs }: Marks): Promise<boolean> {
  const dueMs = floor(foldedMinutesMs, WIDTH_MS.sums_hours)
  if (foldedHoursMs >= dueMs) return false
  const bucketMs = await firstBucket(client, 'sums_hours', foldedHoursMs, dueMs)
  if (bucketMs !== null) await foldInto(client, 'sums_hours', bucketMs, 'sums_days', (scopeId) => [scopeId])
  await saveMark(client, 'foldedHoursMs', bucketMs === null ? dueMs : bucketMs + WIDTH_MS.sums_hours)
  return true
}

async function foldInto(
  client: Client,
  from: SumTableName,
  bucketMs: number,
  into: SumTableName,
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

async function thin(client: Client, marks: Marks, nowMs: number): Promise<boolean> {
  const tables = [
    {
      table: 'sums_minutes',
      mark: 'thinnedMinutesMs',
      dueMs: thinMinutesDue(marks, nowMs),
      first: FIRST_BRIEF_MINUTES,
    },
    { table: 'sums_hours', mark: 'thinnedHoursMs', dueMs: thinHoursDue(marks, nowMs), first: FIRST_LABEL },
  ] as const
  for (const { table, mark, dueMs, first } of tables) {
    if (marks[mark] >= dueMs) continue
    const bucketMs = await firstBucket(client, table, marks[mark], dueMs)
    if (bucketMs === null && dueMs - marks[mark] < IDLE_MS) continue
    await saveMark(client, mark, bucketMs === null ? dueMs : bucketMs + WIDTH_MS[table])
    if (bucketMs !== null)
      await rowsOf(client, `DELETE FROM ${table} WHERE bucket_ms = $1 AND dimension_id >= $2`, [bucketMs, first])
    return true
  }
  return false
}

async function readBucket(
  client: Client,
  table: SumTableName,
  bucketMs: number,
  condition = '',
): Promise<StoredSums[]> {
  const sql = `SELECT ${STORED_COLUMNS} FROM ${table} WHERE bucket_ms = $1 ${condition}`
  return (await rowsOf(client, sql, [bucketMs])) as StoredSums[]
}

async function firstBucket(client: Client, table: SumTableName, fromMs: number, toMs: number): Promise<number | null> {
  const sql = `SELECT min(bucket_ms) FROM ${table} WHERE bucket_ms >= $1 AND bucket_ms < $2`
  return (await rowsOf(client, sql, [fromMs, toMs]))[0]![0] as number | null
}

export async function saveMark(client: Client, mark: keyof Marks, atMs: number): Promise<void> {
  await rowsOf(client, `UPDATE sum_progress SET ${MARK_COLUMN[mark]} = $1`, [atMs])
}

async function organisationScopes(client: Client): Promise<ReadonlyMap<number, number>> {
  const rows = await rowsOf(
    client,
    `SELECT scopes.id, whole.id FROM scopes
     JOIN scopes AS whole ON whole.organisation_id = scopes.organisation_id AND whole.workspace_id = ''`,
  )
  return new Map(rows as [number, number][])
}
