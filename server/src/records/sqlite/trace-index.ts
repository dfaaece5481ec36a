/**
 * Finds logs by trace id. New logs are in the index `logs_trace`, which is cheap to write and needs one seek per row
 * bucket. Complete row buckets are copied to `log_traces`, where one bucket has eight row buckets, so a lookup needs an
 * eighth of the seeks. Stores of earlier releases are copied in the same way; until then `logs_trace` finds their logs.
 */

import type { Database } from 'bun:sqlite'
import { BUCKET_BITS, inEveryBucket, numbersFrom, ROW_BUCKET } from './row-bucket.ts'

/** log2 of the row buckets per bucket of `log_traces`. Larger buckets need fewer seeks, but copies write more pages. */
const MERGED_BITS = 3
const TRACE_BITS = BUCKET_BITS + MERGED_BITS
const ENTRIES_PER_STEP = 5_000

/** `next_bucket`: row buckets before this one are in `log_traces`. */
export const TRACE_TABLES: readonly string[] = [
  `CREATE TABLE log_traces (
    bucket INTEGER NOT NULL, trace_id TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (bucket, trace_id, seq)
  ) WITHOUT ROWID`,
  'CREATE TABLE trace_progress (next_bucket INTEGER NOT NULL)',
  'INSERT INTO trace_progress (next_bucket) VALUES (0)',
]

const NEXT_BUCKET = '(SELECT next_bucket FROM trace_progress)'
const FIRST_UNCOPIED = `max(${NEXT_BUCKET}, (SELECT min(seq) >> ${BUCKET_BITS} FROM logs))`
const ENTRY_BUCKETS = numbersFrom('(SELECT min(bucket) FROM log_traces)', '(SELECT max(bucket) FROM log_traces)')

/**
 * `found_seq` and `found_trace` of the logs with these trace ids. Binds the ids as a JSON array, twice. An entry may
 * belong to a deleted log whose `seq` SQLite has reused, so compare the trace id with that of the log.
 */
const FOUND = `SELECT seq AS found_seq, trace_id AS found_trace FROM log_traces
    WHERE bucket IN (${ENTRY_BUCKETS}) AND trace_id IN (SELECT value FROM json_each(?))
      AND seq < ${NEXT_BUCKET} << ${BUCKET_BITS}
  UNION ALL SELECT seq, trace_id FROM logs INDEXED BY logs_trace
    WHERE ${inEveryBucket(FIRST_UNCOPIED)} AND trace_id IN (SELECT value FROM json_each(?))`

export const TRACE_ENTRIES = `(${FOUND}) AS found WHERE TRUE`
export const LOGS_OF_TRACES = `(${FOUND}) AS found CROSS JOIN logs ON seq = found_seq WHERE trace_id = found_trace`

/** Deletes the entry of log `?1` with trace `?2`. */
export const DELETE_TRACE_ENTRY = `DELETE FROM log_traces WHERE bucket = ?1 >> ${TRACE_BITS} AND trace_id = ?2 AND seq = ?1`

export function boundTraces(traceIds: readonly string[]): [string, string] {
  const ids = JSON.stringify(traceIds)
  return [ids, ids]
}

const ROWS_PER_BUCKET = 2 ** BUCKET_BITS

export class TraceIndex {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
    this.keepUncopied()
  }

  /**
   * Call after logs were deleted. If the newest logs were deleted, SQLite reuses their `seq`, so their row bucket must
   * be copied again.
   */
  keepUncopied(): void {
    const { last, next } = this.#state()
    const lowest = bucketOf(last + 1)
    if (next > lowest) this.#database.query('UPDATE trace_progress SET next_bucket = ?').run(lowest)
  }

  /** Copies one row bucket, or deletes some entries of deleted logs; false if nothing is due. */
  step(): boolean {
    const { first, last, next } = this.#state()
    const bucket = Math.max(next, bucketOf(first))
    if (last + 1 < (bucket + 1) * ROWS_PER_BUCKET) return this.#dropEntries(first)
    this.#copy(bucket)
    return true
  }

  #copy(bucket: number): void {
    const insert = `INSERT OR IGNORE INTO log_traces (bucket, trace_id, seq)
      SELECT ?1 >> ${MERGED_BITS}, trace_id, seq FROM logs INDEXED BY logs_trace WHERE ${ROW_BUCKET} = ?1`
    this.#database
      .transaction(() => {
        this.#database.query(insert).run(bucket)
        this.#database.query('UPDATE trace_progress SET next_bucket = ?').run(bucket + 1)
      })
      .immediate()
  }

  #dropEntries(firstSeq: number): boolean {
    const { changes } = this.#database
      .query(
        `DELETE FROM log_traces WHERE (bucket, trace_id, seq) IN (
           SELECT bucket, trace_id, seq FROM log_traces WHERE bucket < ? >> ${TRACE_BITS} LIMIT ${ENTRIES_PER_STEP})`,
      )
      .run(firstSeq)
    return changes > 0
  }

  /** The `seq` of the first and the last log, and the next row bucket to copy. */
  #state(): { readonly first: number; readonly last: number; readonly next: number } {
    return this.#database
      .query<{ first: number; last: number; next: number }, []>(
        `SELECT ifnull((SELECT min(seq) FROM logs), 0) AS first, ifnull((SELECT max(seq) FROM logs), 0) AS last,
           ${NEXT_BUCKET} AS next`,
      )
      .get()!
  }
}

/** Bit operators of JavaScript are limited to 32 bits. */
function bucketOf(seq: number): number {
  return Math.floor(seq / ROWS_PER_BUCKET)
}
