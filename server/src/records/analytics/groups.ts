/** Totals per group, paged, groups with the most requests first. */

import type { GroupBy, GroupPage } from '../../core/logs/analytics.ts'
import { type RollupSource, readRollups, splitRange, type TimeRange } from '../read/rollup-reader.ts'
import { cut } from '../rollups/dimensions.ts'
import { STORED_COLUMNS, type StoredRollup } from '../rollups/rollup-table.ts'
import { type Accumulator, accumulatorOf } from './accumulator.ts'
import { type AnalyticsQuery, BUCKET_MS, roundTo, widthOf } from './analytics-query.ts'
import { countGroups, type Grouping, groupingOf, groupReader, groupSource, narrowed } from './groupings.ts'
import { sumLogs } from './sum-logs.ts'

type Page = { readonly offset: number; readonly limit: number }

export async function groups(query: AnalyticsQuery, by: GroupBy, page: Page): Promise<GroupPage> {
  const grouping = await groupingOf(query, by)
  const source = groupSource(query, grouping)
  const width = widthOf(query, null, source?.dimensionId ?? null)
  const range = roundTo(query.range, BUCKET_MS[width])
  return source ? groupSums(query, grouping, source, range, page) : groupLogs(query, grouping, range, page)
}

/** Counts requests per group first, which is enough to choose the page, then reads the rollups of that page only. */
async function groupSums(
  query: AnalyticsQuery,
  grouping: Grouping,
  source: RollupSource,
  range: TimeRange,
  { offset, limit }: Page,
): Promise<GroupPage> {
  const { database, watermarks } = query
  const ranges = splitRange(range, watermarks, BUCKET_MS.day)
  const found = await countGroups(query, grouping, source, ranges)
  const chosen = found.slice(offset, offset + limit)
  const rows = (await readRollups(database, ranges, narrowed(source, chosen), STORED_COLUMNS)) as StoredRollup[]
  const labelOf = groupReader(query, grouping)
  const sums = new Map<string, Accumulator>()
  for (const row of rows) accumulatorOf(sums, labelOf(row)).addStored(row)
  return {
    ...range,
    isPartial: false,
    groups: chosen.map(({ label }) => accumulatorOf(sums, label).group(label)),
    total: found.length,
  }
}

async function groupLogs(
  query: AnalyticsQuery,
  grouping: Grouping,
  range: TimeRange,
  { offset, limit }: Page,
): Promise<GroupPage> {
  const sums = new Map<string, Accumulator>()
  const read = await sumLogs(query, query.filter, range, (contribution, dimensions, workspaceId) => {
    const label = grouping.ofLog(dimensions, workspaceId)
    if (label) accumulatorOf(sums, cut(label)).addLog(contribution)
  })
  const chosen = [...sums]
    .sort(
      ([leftName, left], [rightName, right]) =>
        right.get('requests') - left.get('requests') || (leftName < rightName ? -1 : 1),
    )
    .slice(offset, offset + limit)
  return { ...read, groups: chosen.map(([label, sum]) => sum.group(label)), total: sums.size }
}
