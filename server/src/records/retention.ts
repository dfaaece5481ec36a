/** Forgets what is older than the retention, in steps so small that ingest hardly waits. */

import type { Database } from 'bun:sqlite'

const DAY_MS = 86_400_000
const ROWS_A_STEP = 500
const BLOCKS_A_STEP = 50
/** Hourly sums are small and answer "compared with last year". */
const HOUR_ROLLUP_DAYS = 400

/** Each deletes at most `?2` entries older than `?1`. Rows go before blocks, so that no row misses its block. */
const STEPS = [
  {
    sql: `DELETE FROM logs WHERE seq IN
      (SELECT seq FROM logs WHERE started_at_ms < ?1 ORDER BY started_at_ms, seq LIMIT ?2)`,
    limit: ROWS_A_STEP,
    days: null,
  },
  // A block's time is that of its newest row: when it is past, none of its rows is left.
  {
    sql: 'DELETE FROM blocks WHERE id IN (SELECT id FROM blocks WHERE newest_at_ms < ?1 ORDER BY newest_at_ms LIMIT ?2)',
    limit: BLOCKS_A_STEP,
    days: null,
  },
  { sql: deleteRollups('rollup_minutes'), limit: ROWS_A_STEP, days: null },
  { sql: deleteRollups('rollup_hours'), limit: ROWS_A_STEP, days: HOUR_ROLLUP_DAYS },
] as const

function deleteRollups(table: string): string {
  const key = 'bucket_ms, organisation_id, workspace_id, provider, model, status_class'
  return `DELETE FROM ${table} WHERE (${key}) IN
    (SELECT ${key} FROM ${table} WHERE bucket_ms < ?1 ORDER BY bucket_ms LIMIT ?2)`
}

/** Does one bounded deletion; false when nothing old is left. */
export function forgetStep(database: Database, retentionDays: number, nowMs: number): boolean {
  for (const { sql, limit, days } of STEPS) {
    const cutoffMs = nowMs - Math.max(days ?? 0, retentionDays) * DAY_MS
    const { changes } = database.query(sql).run(cutoffMs, limit)
    if (changes > 0) return true
  }
  return false
}
