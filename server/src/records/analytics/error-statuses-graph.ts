/** Error statuses over time. */

import type { BucketWidth, Graph } from '../../core/logs/analytics.ts'
import { readRollups, splitRange } from '../read/rollup-reader.ts'
import { DIMENSION } from '../rollups/dimensions.ts'
import { floor } from '../rollups/watermarks.ts'
import { type AnalyticsQuery, BUCKET_MS, roundTo, widthOf } from './analytics-query.ts'
import { pointsOf } from './buckets.ts'
import { sumLogs } from './sum-logs.ts'

const ERROR_STATUSES = Array.from({ length: 200 }, (_, i) => 400 + i)

export async function errorStatusesGraph(
  query: AnalyticsQuery,
  requested: BucketWidth | null,
): Promise<Graph<'error-statuses'>> {
  const { source, scope, filter } = query
  const isSummed = source?.dimensionId === DIMENSION.total || source?.dimensionId === DIMENSION.status
  const width = widthOf(query, requested, isSummed ? DIMENSION.status : null)
  const widthMs = BUCKET_MS[width]
  const range = roundTo(query.range, widthMs)
  const counts = new Map<number, Map<number, number>>()
  const add = (atMs: number, status: number, times: number) => {
    if (status < 400) return
    const start = floor(atMs, widthMs)
    const statuses = counts.get(start) ?? new Map<number, number>()
    counts.set(start, statuses.set(status, (statuses.get(status) ?? 0) + times))
  }
  let read = { ...range, isPartial: false }
  if (isSummed) {
    const ranges = splitRange(range, query.watermarks, widthMs)
    const wanted = { scope, dimensionId: DIMENSION.status, values: source.values }
    const rows = await readRollups(query.database, ranges, wanted, 'bucket_ms, value, requests')
    for (const [bucketMs, status, requests] of rows as [number, string, number][])
      add(bucketMs, Number(status), requests)
  } else {
    const statuses = (filter.statuses ?? ERROR_STATUSES).filter((status) => status >= 400)
    // If the filter allows only statuses below 400, the count is zero without a scan.
    if (statuses.length > 0) {
      read = await sumLogs(query, { ...filter, statuses }, range, ({ atMs }, [status]) => add(atMs, status, 1))
    }
  }
  const points = pointsOf(read, width, query.nowMs).map((point) => ({
    ...point,
    statuses: sorted(counts.get(point.startMs) ?? new Map()),
  }))
  const all = new Map<number, number>()
  for (const { statuses } of points)
    for (const { status, count } of statuses) all.set(status, (all.get(status) ?? 0) + count)
  const total = [...all.values()].reduce((sum, count) => sum + count, 0)
  return { ...read, width, points, summary: { total, statuses: sorted(all) } }
}

function sorted(counts: ReadonlyMap<number, number>) {
  return [...counts]
    .map(([status, count]) => ({ status, count }))
    .sort((left, right) => right.count - left.count || left.status - right.status)
}
