/** Reads rollups or logs into time buckets, and lists the buckets of a range. */

import type { BucketWidth } from '../../core/logs/analytics.ts'
import { buckets, readRollups, splitRange, type TimeRange } from '../read/rollup-reader.ts'
import { STORED_COLUMNS, type StoredRollup } from '../rollups/rollup-table.ts'
import { floor } from '../rollups/watermarks.ts'
import { type Accumulator, accumulatorOf } from './accumulator.ts'
import { type AnalyticsQuery, BUCKET_MS } from './analytics-query.ts'
import { sumLogs } from './sum-logs.ts'

type Read = TimeRange & { readonly isPartial: boolean }

/** Adds rollups or logs to one accumulator per bucket. `into` is keyed by the start of the bucket in milliseconds. */
export async function readBuckets(
  query: AnalyticsQuery,
  range: TimeRange,
  widthMs: number,
  into: Map<number, Accumulator>,
): Promise<Read> {
  const { database, watermarks, source, filter } = query
  if (!source) {
    return sumLogs(query, filter, range, (contribution) =>
      accumulatorOf(into, floor(contribution.atMs, widthMs)).addLog(contribution),
    )
  }
  const rows = (await readRollups(
    database,
    splitRange(range, watermarks, widthMs),
    source,
    STORED_COLUMNS,
  )) as StoredRollup[]
  for (const row of rows) accumulatorOf(into, floor(row[0], widthMs)).addStored(row)
  return { ...range, isPartial: false }
}

/**
 * Lists every bucket of the range, including empty ones. `isPartial` marks a bucket that is still open or not fully
 * read.
 */
export function pointsOf(
  read: Read,
  width: BucketWidth,
  nowMs: number,
): { readonly startMs: number; readonly isPartial: boolean }[] {
  const widthMs = BUCKET_MS[width]
  return buckets(floor(read.fromMs, widthMs), read.toMs, widthMs).map((startMs) => ({
    startMs,
    isPartial: startMs + widthMs > nowMs || (read.isPartial && startMs <= read.fromMs),
  }))
}
