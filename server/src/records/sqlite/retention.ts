/**
 * Retention in SQLite: deletes logs older than their workspace's retention, in steps short enough not to delay ingest.
 */

import type { Database } from 'bun:sqlite'
import { FIRST_LABEL_DIMENSION } from '../rollups/dimensions.ts'
import {
  addStored,
  type RollupTable,
  type RollupTableName,
  STORED_COLUMNS,
  type StoredRollup,
  WIDTH_MS,
} from '../rollups/rollup-table.ts'
import type { Rollups } from '../rollups/rollups.ts'
import { floor } from '../rollups/watermarks.ts'

const DAY_MS = WIDTH_MS.sums_days
const ROWS_PER_STEP = 500
const BLOCKS_PER_STEP = 50
/** Rollups without labels are small and stay for comparisons with the previous year. */
export const ROLLUP_RETENTION_DAYS = 400
/** Requests that were running when their workspace was deleted may end up to this much later. */
export const LATE_LOGS_MS = DAY_MS

/** Limit of each count of expired rows. */
export const MAX_EXPIRED_COUNTED = 100_000
/** All rows are counted up to this multiple of the expired rows. With more rows, the expired share is small anyway. */
export const MAX_ROWS_PER_EXPIRED = 10

type ScopeRow = {
  readonly id: number
  readonly organisation_id: string
  readonly workspace_id: string
  readonly retention_days: number | null
  readonly body_retention_days: number | null
  readonly forget_before_ms: number | null
}

/**
 * Each statement deletes at most `?4` rows of a workspace older than `?3`. Logs come before blocks, so that no log
 * refers to a missing block.
 */
const WORKSPACE_STEPS = [
  {
    sql: `DELETE FROM logs WHERE seq IN (SELECT seq FROM logs INDEXED BY logs_workspace_time
      WHERE workspace_id = ?1 AND organisation_id = ?2 AND started_at_ms < ?3 ORDER BY started_at_ms, seq LIMIT ?4)`,
    limit: ROWS_PER_STEP,
  },
  // `newest_at_ms` is the time of the block's newest row; if that has expired, all its rows are deleted.
  {
    sql: `DELETE FROM blocks WHERE id IN (SELECT id FROM blocks INDEXED BY blocks_workspace_time
      WHERE workspace_id = ?1 AND newest_at_ms < ?3 ORDER BY newest_at_ms LIMIT ?4)`,
    limit: BLOCKS_PER_STEP,
  },
  {
    sql: `DELETE FROM later_costs WHERE (workspace_id, started_at_ms, log_id) IN
      (SELECT workspace_id, started_at_ms, log_id FROM later_costs WHERE workspace_id = ?1 AND started_at_ms < ?3 LIMIT ?4)`,
    limit: ROWS_PER_STEP,
  },
  {
    sql: `DELETE FROM feedback WHERE id IN (SELECT id FROM feedback INDEXED BY feedback_time
      WHERE workspace_id = ?1 AND organisation_id = ?2 AND created_at_ms < ?3 ORDER BY created_at_ms LIMIT ?4)`,
    limit: ROWS_PER_STEP,
  },
] as const

/** The logs stay and show that their bodies have expired. */
const DROP_BODIES = `DELETE FROM blocks WHERE id IN (SELECT id FROM blocks INDEXED BY blocks_bodies
  WHERE workspace_id = ? AND kind = 'body' AND newest_at_ms < ? ORDER BY newest_at_ms LIMIT ${BLOCKS_PER_STEP})`

const DROP_DAYS = `DELETE FROM sums_days WHERE (scope_id, dimension_id, bucket_ms, value) IN
  (SELECT scope_id, dimension_id, bucket_ms, value FROM sums_days
   WHERE scope_id = ? AND dimension_id = ? AND bucket_ms < ? LIMIT ${ROWS_PER_STEP})`

/** One run over all workspaces. */
export class RetentionRun {
  readonly #database: Database
  readonly #rollups: Rollups
  readonly #defaultDays: number
  readonly #nowMs: number
  /** Rollups must outlive the logs they help to find; an organisation's rollups cover all its workspaces. */
  readonly #longestDays: number
  readonly #scopes: ScopeRow[]
  #searchedTo: SearchedTo = new Map()

  #leftRows: number

  /** `maxRows` limits expired logs; logs of deleted workspaces do not count. */
  constructor(
    database: Database,
    rollups: Rollups,
    defaultDays: number,
    nowMs: number,
    maxRows = Number.POSITIVE_INFINITY,
  ) {
    this.#leftRows = maxRows
    this.#database = database
    this.#rollups = rollups
    this.#defaultDays = defaultDays
    this.#nowMs = nowMs
    this.#scopes = database.query<ScopeRow, []>('SELECT * FROM scopes').all()
    this.#longestDays = Math.max(defaultDays, ...this.#scopes.map((scope) => scope.retention_days ?? 0))
  }

  /** Counts expired logs and all logs, both up to a limit. */
  static count(database: Database, defaultDays: number, nowMs: number): { oldRows: number; allRows: number } {
    const old = database.query<{ n: number }, [string, string, number, number]>(
      `SELECT count(*) AS n FROM (SELECT 1 FROM logs INDEXED BY logs_workspace_time
       WHERE workspace_id = ?1 AND organisation_id = ?2 AND started_at_ms < ?3 LIMIT ?4)`,
    )
    let oldRows = 0
    for (const scope of database.query<ScopeRow, []>('SELECT * FROM scopes').all()) {
      if (scope.forget_before_ms !== null) continue
      const cutoffMs = nowMs - (scope.retention_days ?? defaultDays) * DAY_MS
      oldRows += old.get(scope.workspace_id, scope.organisation_id, cutoffMs, MAX_EXPIRED_COUNTED)?.n ?? 0
    }
    if (oldRows === 0) return { oldRows, allRows: 0 }
    const all = database.query<{ n: number }, [number]>('SELECT count(*) AS n FROM (SELECT 1 FROM logs LIMIT ?1)')
    return { oldRows, allRows: all.get(MAX_ROWS_PER_EXPIRED * oldRows)?.n ?? 0 }
  }

  /** Runs one bounded deletion; false at the end of the run. */
  step(): boolean {
    for (;;) {
      if (this.#leftRows <= 0) return false
      const scope = this.#scopes.at(-1)
      if (!scope) return this.#dropFineSums()
      if (this.#forget(scope) || this.#dropRows(scope) || this.#dropBodies(scope) || this.#dropDays(scope)) return true
      this.#scopes.pop()
      this.#searchedTo = new Map()
    }
  }

  #forget(scope: ScopeRow): boolean {
    const { forget_before_ms: beforeMs, id } = scope
    if (beforeMs === null) return false
    if (subtractRollupsStep(this.#database, this.#rollups, { id, beforeMs }, this.#searchedTo)) return true
    if (this.#nowMs > beforeMs + LATE_LOGS_MS)
      this.#database.query('UPDATE scopes SET forget_before_ms = NULL WHERE id = ?').run(id)
    return false
  }

  #dropRows(scope: ScopeRow): boolean {
    const cutoffMs = this.#cutoffOf(scope)
    for (const [index, { sql, limit }] of WORKSPACE_STEPS.entries()) {
      const most = index === 0 ? Math.min(limit, this.#leftRows) : limit
      const { changes } = this.#database.query(sql).run(scope.workspace_id, scope.organisation_id, cutoffMs, most)
      if (index === 0 && scope.forget_before_ms === null) this.#leftRows -= changes
      if (changes > 0) return true
    }
    return false
  }

  /** Skipped while the guard limits the run: if the clock is wrong, this would delete bodies without a limit. */
  #dropBodies({ workspace_id: workspaceId, body_retention_days: days }: ScopeRow): boolean {
    if (days === null || this.#leftRows !== Number.POSITIVE_INFINITY) return false
    return this.#database.query(DROP_BODIES).run(workspaceId, this.#nowMs - days * DAY_MS).changes > 0
  }

  #cutoffOf({ retention_days: days, forget_before_ms: forgetMs }: ScopeRow): number {
    return Math.max(this.#nowMs - (days ?? this.#defaultDays) * DAY_MS, forgetMs ?? 0)
  }

  #dropDays(scope: ScopeRow): boolean {
    const dimensions = this.#database
      .query<{ id: number }, [number]>(
        // `sums_days` is ordered by dimension, so this takes one seek per dimension.
        `WITH RECURSIVE found (id) AS (
           SELECT min(dimension_id) FROM sums_days WHERE scope_id = ?1 UNION ALL
           SELECT (SELECT min(dimension_id) FROM sums_days WHERE scope_id = ?1 AND dimension_id > id)
           FROM found WHERE id IS NOT NULL
         ) SELECT id FROM found WHERE id IS NOT NULL`,
      )
      .all(scope.id)
    for (const { id } of dimensions) {
      const kept = scope.workspace_id === '' ? this.#longestDays : (scope.retention_days ?? this.#defaultDays)
      const days = id >= FIRST_LABEL_DIMENSION ? kept : Math.max(kept, ROLLUP_RETENTION_DAYS)
      const cutoffMs = floor(this.#nowMs - Math.max(days, 1) * DAY_MS, DAY_MS)
      if (this.#database.query(DROP_DAYS).run(scope.id, id, cutoffMs).changes > 0) {
        this.#rollups.days.forget()
        return true
      }
    }
    return false
  }

  #dropFineSums(): boolean {
    const { watermarks, minutes, hours } = this.#rollups
    for (const { table, days } of [
      { table: minutes, days: this.#longestDays },
      { table: hours, days: Math.max(this.#longestDays, ROLLUP_RETENTION_DAYS) },
    ]) {
      const widthMs = WIDTH_MS[table.table]
      const cutoffMs = Math.min(floor(this.#nowMs - days * DAY_MS, widthMs), floor(watermarks.foldedHoursMs, DAY_MS))
      const { changes } = this.#database
        .query(
          `DELETE FROM ${table.table} WHERE bucket_ms = (SELECT min(bucket_ms) FROM ${table.table}) AND bucket_ms < ?`,
        )
        .run(cutoffMs)
      if (table === minutes && cutoffMs > watermarks.droppedMinutesMs) watermarks.save({ droppedMinutesMs: cutoffMs })
      if (changes === 0) continue
      table.forget()
      return true
    }
    return false
  }
}

const ROLLUP_ROWS_PER_STEP = 200
const BUCKETS_PER_STEP = 500

/** Last bucket searched in each table. */
type SearchedTo = Map<RollupTableName, number>

/** Subtracts part of a deleted workspace from its own and the organisation's rollups; false if nothing is left. */
function subtractRollupsStep(
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

/** Minutes and hours are ordered by bucket, so the scope is looked up in one bucket after the other. */
function forgetInBuckets(
  database: Database,
  rollups: Rollups,
  table: RollupTable,
  scope: { readonly id: number; readonly beforeMs: number },
  searchedTo: SearchedTo,
): boolean {
  const next = database.query<{ at: number | null }, [number]>(
    `SELECT min(bucket_ms) AS at FROM ${table.table} WHERE bucket_ms > ?`,
  )
  for (let searched = 0; searched < BUCKETS_PER_STEP; searched++) {
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
  table: RollupTable,
  scopeId: number,
  where: string,
  atMs: number,
): boolean {
  const rows = database
    .query(`SELECT ${STORED_COLUMNS} FROM ${table.table} WHERE ${where} LIMIT ${ROLLUP_ROWS_PER_STEP}`)
    .values(scopeId, atMs) as StoredRollup[]
  if (rows.length === 0) return false
  const organisation = database
    .query<{ id: number }, [number]>(
      `SELECT id FROM scopes WHERE workspace_id = '' AND organisation_id = (SELECT organisation_id FROM scopes WHERE id = ?)`,
    )
    .get(scopeId)!
  for (const stored of rows) {
    const [bucketMs, , dimensionId, value] = stored
    addStored(table.row(bucketMs, scopeId, dimensionId, value), stored, -1)
    // Organisations have no minute rollups.
    if (table !== rollups.minutes) addStored(table.row(bucketMs, organisation.id, dimensionId, value), stored, -1)
  }
  table.flush()
  return true
}
