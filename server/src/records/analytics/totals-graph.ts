/** Totals over time, and the summary of a range. */

import type { AnalyticsSummary, BucketWidth, Graph } from '../../core/logs/analytics.ts'
import { DIMENSION } from '../rollups/dimensions.ts'
import { Accumulator } from './accumulator.ts'
import { type AnalyticsQuery, BUCKET_MS, roundTo, widthOf } from './analytics-query.ts'
import { pointsOf, readBuckets } from './buckets.ts'
import { sumLogs } from './sum-logs.ts'
import { countUsers } from './users-graph.ts'

export async function totalsGraph(query: AnalyticsQuery, requested: BucketWidth | null): Promise<Graph<'totals'>> {
  const width = widthOf(query, requested, query.source?.dimensionId ?? null)
  const sums = new Map<number, Accumulator>()
  const read = await readBuckets(query, roundTo(query.range, BUCKET_MS[width]), BUCKET_MS[width], sums)
  const all = new Accumulator()
  for (const sum of sums.values()) all.add(sum)
  const points = pointsOf(read, width, query.nowMs).map((point) => ({
    ...point,
    ...(sums.get(point.startMs) ?? new Accumulator()).totals(),
  }))
  return { ...read, width, points, summary: all.totals() }
}

export async function summary(query: AnalyticsQuery): Promise<AnalyticsSummary> {
  const { source, filter } = query
  const all = new Accumulator()
  const width = widthOf(query, null, source ? DIMENSION.user : null)
  const range = roundTo(query.range, BUCKET_MS[width])
  if (!source) {
    const users = new Set<string>()
    const read = await sumLogs(query, filter, range, (contribution, dimensions) => {
      all.addLog(contribution)
      if (dimensions[9]) users.add(dimensions[9])
    })
    return { ...read, ...all.totals(), users: users.size }
  }
  const byAll = new Map<number, Accumulator>()
  await readBuckets(query, range, BUCKET_MS.day, byAll)
  for (const sum of byAll.values()) all.add(sum)
  return { ...range, isPartial: false, ...all.totals(), users: await countUsers(query, range) }
}
