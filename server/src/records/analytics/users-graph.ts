/** Distinct users over time. */

import type { BucketWidth, Graph } from '../../core/logs/analytics.ts'
import { firstRow, type LogDatabase } from '../read/log-database.ts'
import {
  type RollupRanges,
  type RollupSource,
  readRollups,
  rollupSql,
  splitRange,
  type TimeRange,
  valuesIn,
} from '../read/rollup-reader.ts'
import { DIMENSION } from '../rollups/dimensions.ts'
import type { RollupTableName } from '../rollups/rollup-table.ts'
import { floor, type Watermarks } from '../rollups/watermarks.ts'
import { type AnalyticsQuery, BUCKET_MS, roundTo, widthOf } from './analytics-query.ts'
import { pointsOf } from './buckets.ts'
import { sumLogs } from './sum-logs.ts'

/** Rollups can count users without a filter, or with a filter on users. */
function userSource({ source, scope }: AnalyticsQuery): RollupSource | null {
  if (source?.dimensionId === DIMENSION.user) return source
  return source?.dimensionId === DIMENSION.total ? { scope, dimensionId: DIMENSION.user, values: null } : null
}

/** Null: not available from rollups. */
export async function countUsers(query: AnalyticsQuery, range: TimeRange): Promise<number | null> {
  const source = userSource(query)
  return source && countNames(query, splitRange(range, query.watermarks, BUCKET_MS.day), source)
}

async function countNames({ database }: AnalyticsQuery, ranges: RollupRanges, source: RollupSource): Promise<number> {
  if (!database.dialect.aggregatesInSql) return (await valuesIn(database, ranges, source)).size
  const query = rollupSql(database.dialect, ranges, source, 'value')
  if (!query) return 0
  const sql = `SELECT count(*) FROM (SELECT DISTINCT value FROM (${query.sql}) AS ranges) AS names`
  const [users] = (await firstRow(database, sql, query.values)) as [number]
  return users
}

const DAYS_ABOVE_MS = 2 * BUCKET_MS.day

export async function usersGraph(query: AnalyticsQuery, requested: BucketWidth | null): Promise<Graph<'users'>> {
  const source = userSource(query)
  const { fromMs, toMs } = query.range
  // There is one rollup per user and hour. Counting more than two days of them takes too long for a dashboard.
  const coarse = source && toMs - fromMs > DAYS_ABOVE_MS ? 'day' : requested
  const width = widthOf(query, coarse, source ? DIMENSION.user : null)
  const range = roundTo(query.range, BUCKET_MS[width])
  const sums = new Map<number, UserSum>()
  const { users, ...read } = source
    ? { ...range, isPartial: false, users: await sumUsers(query, source, range, BUCKET_MS[width], sums) }
    : await countInLogs(query, range, BUCKET_MS[width], sums)
  const points = pointsOf(read, width, query.nowMs).map((point) => ({
    ...point,
    ...(sums.get(point.startMs) ?? { users: 0, requests: 0 }),
  }))
  const requests = points.reduce((sum, point) => sum + point.requests, 0)
  return { ...read, width, points, summary: { users, requests } }
}

async function sumUsers(
  query: AnalyticsQuery,
  source: RollupSource,
  range: TimeRange,
  widthMs: number,
  sums: Map<number, UserSum>,
): Promise<number> {
  const { database, watermarks } = query
  const ranges = splitRange(range, watermarks, widthMs)
  const { own, narrower } = byWidth(ranges, widthMs, watermarks)
  if (database.dialect.aggregatesInSql) {
    await usersByBucket(database, own, narrower, source, widthMs, sums)
    return countNames(query, ranges, source)
  }
  await countRows(database, own, source, sums)
  const all = new Set(await valuesIn(database, own, source))
  const perBucket = new Map<number, Set<string>>()
  // One pass: SQLite needs twice as long for two counts in SQL (per bucket and overall).
  const rows = await readRollups(database, narrower, source, 'bucket_ms, value, requests')
  for (const [bucketMs, user, requests] of rows as [number, string, number][]) {
    const start = floor(bucketMs, widthMs)
    all.add(user)
    const users = perBucket.get(start) ?? new Set()
    perBucket.set(start, users.add(user))
    const sum = sumAt(sums, start)
    sum.users = users.size
    sum.requests += requests
  }
  return all.size
}

/**
 * Closed rollups of the graph's own width have one row per user and bucket, so their rows are counted. The current
 * bucket is read from several rollups and needs a distinct count, which takes much longer.
 */
function byWidth(
  ranges: RollupRanges,
  widthMs: number,
  { foldedMinutesMs, foldedHoursMs }: Watermarks,
): { readonly own: RollupRanges; readonly narrower: RollupRanges } {
  const { days, hours } = ranges
  const none = { days: { fromMs: 0, toMs: 0 }, hours: [], minutes: [] }
  if (widthMs === BUCKET_MS.day) {
    const closedMs = Math.min(Math.max(floor(foldedHoursMs, widthMs), days.fromMs), days.toMs)
    const own = { ...none, days: { fromMs: days.fromMs, toMs: closedMs } }
    return { own, narrower: { ...ranges, days: { fromMs: closedMs, toMs: days.toMs } } }
  }
  if (widthMs === BUCKET_MS.hour) {
    const closedMs = floor(foldedMinutesMs, widthMs)
    const own = { ...none, hours: hours.filter((at) => at < closedMs) }
    return { own, narrower: { ...ranges, hours: hours.filter((at) => at >= closedMs) } }
  }
  // Minutes have one row per user and workspace, so users of an organisation must be counted distinctly.
  return { own: none, narrower: ranges }
}

function sumAt(sums: Map<number, UserSum>, start: number): UserSum {
  let sum = sums.get(start)
  if (!sum) {
    sum = { users: 0, requests: 0 }
    sums.set(start, sum)
  }
  return sum
}

async function countInLogs(query: AnalyticsQuery, range: TimeRange, widthMs: number, sums: Map<number, UserSum>) {
  const all = new Set<string>()
  const perBucket = new Map<number, Set<string>>()
  const read = await sumLogs(query, query.filter, range, (contribution, dimensions) => {
    const user = dimensions[9]
    if (!user) return
    all.add(user)
    const start = floor(contribution.atMs, widthMs)
    const users = perBucket.get(start) ?? new Set()
    perBucket.set(start, users.add(user))
    sums.set(start, { users: users.size, requests: (sums.get(start)?.requests ?? 0) + 1 })
  })
  return { ...read, users: all.size }
}

export type UserSum = { users: number; requests: number }

/** Counts distinct users per bucket in SQL, for engines with `aggregatesInSql`. */
async function usersByBucket(
  database: LogDatabase,
  own: RollupRanges,
  narrower: RollupRanges,
  source: RollupSource,
  widthMs: number,
  sums: Map<number, UserSum>,
): Promise<void> {
  await countRows(database, own, source, sums)
  await addParts(database, own, source, widthMs === BUCKET_MS.day ? 'sums_days' : 'sums_hours', sums)
  const columns = `bucket_ms - bucket_ms % ${widthMs} AS start, value, requests`
  const query = rollupSql(database.dialect, narrower, source, columns)
  if (!query) return
  // Two GROUP BY steps use hash aggregation; count(DISTINCT) per bucket would sort all names.
  const perName = `SELECT start, value, sum(requests) AS requests FROM (${query.sql}) AS ranges GROUP BY start, value`
  const sql = `SELECT start, count(*), sum(requests) FROM (${perName}) AS names GROUP BY start`
  addAll(sums, (await database.rows(sql, query.values)) as Counted[])
}

type Counted = [start: number, users: number, requests: number]

async function countRows(
  database: LogDatabase,
  own: RollupRanges,
  source: RollupSource,
  sums: Map<number, UserSum>,
): Promise<void> {
  const { aggregatesInSql } = database.dialect
  // Only PostgreSQL has parts.
  const [columns, condition] = aggregatesInSql
    ? ['bucket_ms, requests, part', 'WHERE part = 0']
    : ['bucket_ms, requests', '']
  const query = rollupSql(database.dialect, own, source, columns)
  if (!query) return
  const sql = `SELECT bucket_ms, count(*), sum(requests) FROM (${query.sql}) AS own ${condition} GROUP BY bucket_ms`
  addAll(sums, (await database.rows(sql, query.values)) as Counted[])
}

/**
 * Logs that arrive after their bucket was folded are stored as extra parts. A part counts as a new user only if part 0
 * has no row for that user.
 */
async function addParts(
  database: LogDatabase,
  own: RollupRanges,
  source: RollupSource,
  table: RollupTableName,
  sums: Map<number, UserSum>,
): Promise<void> {
  const query = rollupSql(database.dialect, own, source, 'scope_id, dimension_id, bucket_ms, value, part, requests')
  if (!query) return
  const late = `SELECT * FROM (${query.sql}) AS own WHERE part > 0`
  const key = ['scope_id', 'dimension_id', 'bucket_ms', 'value']
  const sql = `SELECT late.bucket_ms, late.value, sum(late.requests), count(folded.part)
    FROM (${late}) AS late
    LEFT JOIN ${table} AS folded ON folded.part = 0 AND ${key.map((name) => `folded.${name} = late.${name}`).join(' AND ')}
    GROUP BY late.bucket_ms, late.value`
  const rows = (await database.rows(sql, query.values)) as [number, string, number, number][]
  addAll(
    sums,
    rows.map(([start, , requests, folded]) => [start, folded > 0 ? 0 : 1, requests]),
  )
}

function addAll(sums: Map<number, UserSum>, counted: readonly Counted[]): void {
  for (const [start, users, requests] of counted) {
    const sum = sumAt(sums, start)
    sum.users += users
    sum.requests += requests
  }
}
