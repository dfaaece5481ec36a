/**
 * The index of `sums_days` by label. A month of 5,000 users is 150,000 rows of `sums_days`, each with its sums: reading
 * them takes 90 ms of CPU. The index has only the requests, ordered by user and day, so that SQLite adds them up.
 */

import { FIRST_LABEL_DIMENSION } from '../rollups/dimensions.ts'

/** A partial index is used only by a query with the same condition. */
const IS_LABEL = `dimension_id >= ${FIRST_LABEL_DIMENSION}`

export const LABEL_INDEX = `CREATE INDEX sums_days_labels ON sums_days (scope_id, dimension_id, value, bucket_ms, requests)
  WHERE ${IS_LABEL}`

const LABELS = `sums_days INDEXED BY sums_days_labels WHERE scope_id = ?1 AND dimension_id = ?2 AND ${IS_LABEL}`

const ALL_LABELS = `WITH RECURSIVE
  labels (value) AS (
    SELECT min(value) FROM ${LABELS}
    UNION ALL
    SELECT (SELECT value FROM ${LABELS} AND value > labels.value ORDER BY value LIMIT 1)
    FROM labels WHERE labels.value IS NOT NULL
  )`

const DAYS_OF_LABEL = `${LABELS} AND value = labels.value AND bucket_ms >= ?3 AND bucket_ms < ?4`

/**
 * Binds scope, dimension, first bucket and end bucket (excluded). Seeks each value and its range of days: a scan would
 * also read the days outside the range, which can be a year.
 */
export const LABEL_REQUESTS = `${ALL_LABELS},
  sums (value, requests) AS (SELECT value, (SELECT sum(requests) FROM ${DAYS_OF_LABEL}) FROM labels)
  SELECT value, requests FROM sums WHERE requests IS NOT NULL`

/** The same values without their requests, which takes less than half the time. */
export const LABEL_NAMES = `${ALL_LABELS} SELECT value FROM labels WHERE EXISTS (SELECT 1 FROM ${DAYS_OF_LABEL})`
