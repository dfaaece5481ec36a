/** The largest groups over time, plus the sum of all other groups. */

import type { BucketWidth, GroupBy, GroupSeries, SeriesMeasure, SeriesPoint } from '../../core/logs/analytics.ts'
import { type RollupSource, readRollups, splitRange, type TimeRange } from '../read/rollup-reader.ts'
import { cut } from '../rollups/dimensions.ts'
import { bytesUpTo, readSum } from '../rollups/rollup-codec.ts'
import { STORED_COLUMNS, type StoredRollup } from '../rollups/rollup-table.ts'
import { type Contribution, SUM } from '../rollups/sum-columns.ts'
import { floor } from '../rollups/watermarks.ts'
import { Accumulator } from './accumulator.ts'
import { type AnalyticsQuery, BUCKET_MS, roundTo, widthOf } from './analytics-query.ts'
import { pointsOf, readBuckets } from './buckets.ts'
import {
  type CountedGroup,
  countGroups,
  type Grouping,
  groupingOf,
  groupReader,
  groupSource,
  narrowed,
} from './groupings.ts'
import { sumLogs } from './sum-logs.ts'

/** Cost is compared only among this many groups with the most requests; there may be 100,000 users. */
const MAX_COMPARED = 100

/** Like `STORED_COLUMNS`, but cuts the blob of sums after the cost. */
const COST_COLUMNS = STORED_COLUMNS.replace('sums', `substr(sums, 1, ${bytesUpTo(SUM.cost_nano_usd)})`)

type Top = { readonly measure: SeriesMeasure; readonly limit: number }

type Amount = { requests: number; costNanoUsd: number; unpricedRequests: number }

/** Keyed by bucket start in milliseconds. */
type Amounts = Map<number, Amount>

type Found = TimeRange & {
  readonly isPartial: boolean
  readonly all: Amounts
  /** Largest first. */
  readonly largest: readonly { readonly value: string; readonly amounts: Amounts }[]
  readonly total: number
}

export async function groupSeries(
  query: AnalyticsQuery,
  by: GroupBy,
  top: Top,
  requested: BucketWidth | null,
): Promise<GroupSeries> {
  const grouping = await groupingOf(query, by)
  const source = groupSource(query, grouping)
  const width = widthOf(query, requested, source?.dimensionId ?? null)
  const range = roundTo(query.range, BUCKET_MS[width])
  const found = source
    ? await fromSums(query, grouping, source, range, width, top)
    : await fromLogs(query, grouping, range, width, top)
  const { fromMs, toMs, isPartial, all, largest, total } = found
  const buckets = pointsOf({ fromMs, toMs, isPartial }, width, query.nowMs)
  const series = largest.map(({ value, amounts }) => ({
    value,
    points: buckets.map(({ startMs }): SeriesPoint => amounts.get(startMs) ?? noAmount()),
  }))
  const others = buckets.map(({ startMs }, i) => {
    const rest = { ...(all.get(startMs) ?? noAmount()) }
    for (const { points } of series) {
      rest.requests -= points[i]?.requests ?? 0
      rest.costNanoUsd -= points[i]?.costNanoUsd ?? 0
      rest.unpricedRequests -= points[i]?.unpricedRequests ?? 0
    }
    return rest
  })
  return { fromMs, toMs, isPartial, width, buckets, series, others, total }
}

async function fromSums(
  query: AnalyticsQuery,
  grouping: Grouping,
  source: RollupSource,
  range: TimeRange,
  width: BucketWidth,
  top: Top,
): Promise<Found> {
  const { database, watermarks } = query
  const widthMs = BUCKET_MS[width]
  const labelOf = groupReader(query, grouping)
  const groups = await countGroups(query, grouping, source, splitRange(range, watermarks, BUCKET_MS.day))
  const chosen = await largestOf(query, source, range, groups, labelOf, top)
  const largest = chosen.map(({ label }) => ({ value: label, amounts: new Map() as Amounts }))
  const byLabel = new Map(largest.map(({ value, amounts }) => [value, amounts]))
  const ranges = splitRange(range, watermarks, widthMs)
  for (const row of (await readRollups(database, ranges, narrowed(source, chosen), STORED_COLUMNS)) as StoredRollup[])
    addStored(byLabel.get(labelOf(row)), floor(row[0], widthMs), row)
  const sums = new Map<number, Accumulator>()
  await readBuckets(query, range, widthMs, sums)
  const all: Amounts = new Map([...sums].map(([start, sum]) => [start, amountOf(sum)]))
  return { ...range, isPartial: false, all, largest, total: groups.length }
}

async function largestOf(
  { database, watermarks }: AnalyticsQuery,
  source: RollupSource,
  range: TimeRange,
  groups: readonly CountedGroup[],
  labelOf: (row: StoredRollup) => string,
  { measure, limit }: Top,
): Promise<readonly CountedGroup[]> {
  if (measure === 'requests' || groups.length <= 1) return groups.slice(0, limit)
  const compared = groups.slice(0, MAX_COMPARED)
  const costs = new Map<string, number>()
  const ranges = splitRange(range, watermarks, BUCKET_MS.day)
  const rows = (await readRollups(database, ranges, narrowed(source, compared), COST_COLUMNS)) as StoredRollup[]
  for (const row of rows) {
    const label = labelOf(row)
    costs.set(label, (costs.get(label) ?? 0) + readSum(row[4], SUM.cost_nano_usd))
  }
  const costOf = ({ label }: CountedGroup) => costs.get(label) ?? 0
  // The sort is stable: groups of equal or unknown cost stay ordered by requests.
  return compared.sort((left, right) => costOf(right) - costOf(left)).slice(0, limit)
}

async function fromLogs(
  query: AnalyticsQuery,
  grouping: Grouping,
  range: TimeRange,
  width: BucketWidth,
  { measure, limit }: Top,
): Promise<Found> {
  const all: Amounts = new Map()
  const byLabel = new Map<string, { readonly amounts: Amounts; readonly whole: Amount }>()
  const read = await sumLogs(query, query.filter, range, (contribution, dimensions, workspaceId) => {
    const start = floor(contribution.atMs, BUCKET_MS[width])
    addLog(all, start, contribution)
    const label = grouping.ofLog(dimensions, workspaceId)
    if (!label) return
    const known = byLabel.get(cut(label)) ?? { amounts: new Map(), whole: noAmount() }
    byLabel.set(cut(label), known)
    addLog(known.amounts, start, contribution)
    addAmount(known.whole, contribution.sums)
  })
  const size = ({ whole }: { readonly whole: Amount }) => (measure === 'cost' ? whole.costNanoUsd : whole.requests)
  const largest = [...byLabel]
    .sort(([, left], [, right]) => size(right) - size(left) || right.whole.requests - left.whole.requests)
    .slice(0, limit)
    .map(([value, { amounts }]) => ({ value, amounts }))
  return { ...read, all, largest, total: byLabel.size }
}

function addStored(amounts: Amounts | undefined, start: number, row: StoredRollup): void {
  if (!amounts) return
  const sum = new Accumulator()
  sum.addStored(row)
  addAmount(amountAt(amounts, start), sum.sums)
}

function addLog(amounts: Amounts, start: number, { sums }: Contribution): void {
  addAmount(amountAt(amounts, start), sums)
}

function addAmount(amount: Amount, sums: Float64Array): void {
  amount.requests += sums[SUM.requests] ?? 0
  amount.costNanoUsd += sums[SUM.cost_nano_usd] ?? 0
  amount.unpricedRequests += sums[SUM.unpriced] ?? 0
}

function amountAt(amounts: Amounts, start: number): Amount {
  const amount = amounts.get(start) ?? noAmount()
  amounts.set(start, amount)
  return amount
}

function amountOf(sum: Accumulator): Amount {
  const amount = noAmount()
  addAmount(amount, sum.sums)
  return amount
}

function noAmount(): Amount {
  return { requests: 0, costNanoUsd: 0, unpricedRequests: 0 }
}
