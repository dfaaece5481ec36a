/** Sums by value: the values with the most requests first, a page of them, and how many there are. */

import type { GroupBy, GroupPage } from '../../core/logs/analytics.ts'
import { piecesOf, readPieces, type SumSource, type TimeRange } from '../read/rollup-reader.ts'
import { cut } from '../rollups/dimensions.ts'
import { STORED_COLUMNS, type StoredSums } from '../rollups/rollup-table.ts'
import { type Accumulator, accumulatorOf } from './accumulator.ts'
import { BUCKET_MS, type Question, roundTo, widthOf } from './analytics-query.ts'
import { countGroups, type Grouping, groupingOf, groupReader, groupSource, narrowed } from './groupings.ts'
import { sumLogs } from './sum-logs.ts'

type Page = { readonly offset: number; readonly limit: number }

export async function groups(question: Question, by: GroupBy, page: Page): Promise<GroupPage> {
  const grouping = await groupingOf(question, by)
  const source = groupSource(question, grouping)
  const width = widthOf(question, null, source?.dimensionId ?? null)
  const range = roundTo(question.range, BUCKET_MS[width])
  return source ? groupSums(question, grouping, source, range, page) : groupLogs(question, grouping, range, page)
}

/** First only how many requests each value has, which is enough to choose the page; then the page's sums. */
async function groupSums(
  question: Question,
  grouping: Grouping,
  source: SumSource,
  range: TimeRange,
  { offset, limit }: Page,
): Promise<GroupPage> {
  const { database, marks } = question
  const pieces = piecesOf(range, marks, BUCKET_MS.day)
  const found = await countGroups(question, grouping, source, pieces)
  const chosen = found.slice(offset, offset + limit)
  const rows = (await readPieces(database, pieces, narrowed(source, chosen), STORED_COLUMNS)) as StoredSums[]
  const labelOf = groupReader(question, grouping)
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
  question: Question,
  grouping: Grouping,
  range: TimeRange,
  { offset, limit }: Page,
): Promise<GroupPage> {
  const sums = new Map<string, Accumulator>()
  const read = await sumLogs(question, question.filter, range, (contribution, dimensions, workspaceId) => {
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
