/** Indexes over random text that stay cheap to write: the row's bucket comes first. */

/**
 * Trace ids are random, and a plain index over random text dirties a page of its own for nearly every row (measured:
 * 7 µs a row becomes 20 and more as the table grows). With the row's bucket in front, inserts stay in the few pages of
 * the newest bucket, and a look-up is one seek per bucket: some hundreds at 10 million rows.
 */
export const ROW_BUCKET = '(seq >> 14)'

/** One seek per bucket: `${IN_EVERY_BUCKET} AND trace_id = ?`. */
export const IN_EVERY_BUCKET = `${ROW_BUCKET} IN (
    WITH RECURSIVE buckets (bucket) AS (
      SELECT min(seq) >> 14 FROM logs UNION ALL
      SELECT bucket + 1 FROM buckets WHERE bucket < (SELECT max(seq) >> 14 FROM logs)
    ) SELECT bucket FROM buckets
  )`
