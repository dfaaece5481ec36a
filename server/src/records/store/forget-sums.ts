/** Takes a forgotten workspace out of the sums, its own and the organisation's. */

import type { Database } from 'bun:sqlite'
import type { Rollups } from '../sums/rollups.ts'
import { addStored, STORED_COLUMNS, type StoredSums, type SumTable, type SumTableName } from '../sums/sum-table.ts'

const ROWS_A_STEP = 200
const BUCKETS_A_STEP = 500

/** Up to where the buckets of each table were searched. */
export type SearchedTo = Map<SumTableName, number>

/** One bounded step; false when nothing of the workspace up to then is left. */
export function forgetSumsStep(
  database: Database,
  rollups: Rollups,
  scope: { readonly id: number; readonly beforeMs: number },
  searchedTo: SearchedTo,
): boolean {
  const { minutes, hours, days } = rollups
  const work = () =>
    forgetInBuckets(database, rollups, minutes, scope, searchedTo) ||
    forgetInBuckets(database, rollups, hours, scope, searchedTo) ||
    subtract(database, rollups, days, scope.id, `scope_id = ?1 AND bucket_ms <= ?2`, scope.beforeMs)
  try {
    return database.transaction(work).immediate()
  } catch (error) {
    rollups.forget()
    throw error
  }
}

/** Minutes and hours are ordered by bucket: the scope is sought in one bucket after the other. */
function forgetInBuckets(
  database: Database,
  rollups: Rollups,
  table: SumTable,
  scope: { readonly id: number; readonly beforeMs: number },
  searchedTo: SearchedTo,
): boolean {
  const next = database.query<{ at: number | null }, [number]>(
    `SELECT min(bucket_ms) AS at FROM ${table.table} WHERE bucket_ms > ?`,
  )
  for (let searched = 0; searched < BUCKETS_A_STEP; searched++) {
    const at = next.get(searchedTo.get(table.table) ?? -1)?.at ?? null
    if (at === null || at > scope.beforeMs) return false
    if (subtract(database, rollups, table, scope.id, 'scope_id = ?1 AND bucket_ms = ?2', at)) return true
    searchedTo.set(table.table, at)
  }
  return true
}

function subtract(
  database: Database,
  rollups: Rollups,
  table: SumTable,
  scopeId: number,
  where: string,
  atMs: number,
): boolean {
  const rows = database
    .query(`SELECT ${STORED_COLUMNS} FROM ${table.table} WHERE ${where} LIMIT ${ROWS_A_STEP}`)
    .values(scopeId, atMs) as StoredSums[]
  if (rows.length === 0) return false
  const organisation = database
    .query<{ id: number }, [number]>(
      `SELECT id FROM scopes WHERE workspace_id = '' AND organisation_id = (SELECT organisation_id FROM scopes WHERE id = ?)`,
    )
    .get(scopeId)!
  for (const stored of rows) {
    const [bucketMs, , dimensionId, value] = stored
    addStored(table.row(bucketMs, scopeId, dimensionId, value), stored, -1)
    // The organisation has no minutes of its own.
    if (table !== rollups.minutes) addStored(table.row(bucketMs, organisation.id, dimensionId, value), stored, -1)
  }
  table.flush()
  return true
}
