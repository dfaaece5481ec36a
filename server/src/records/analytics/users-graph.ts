/** Distinct users over time. */

import type { BucketWidth, Graph } from '../../core/logs/analytics.ts'
import { piecesOf, piecesSql, readPieces, type SumSource, type TimeRange } from '../read/pieces.ts'
import { DIMENSION } from '../sums/dimensions.ts'
import { floor } from '../sums/progress.ts'
import { pointsOf } from './buckets.ts'
import { BUCKET_MS, type Question, roundTo, widthOf } from './question.ts'
import { sumLogs } from './sum-logs.ts'

/** Where sums know users: without a filter, and with one on the users themselves. */
function userSource({ source, scope }: Question): SumSource | null {
  if (source?.dimensionId === DIMENSION.user) return source
  return source?.dimensionId === DIMENSION.total ? { scope, dimensionId: DIMENSION.user, values: null } : null
}

/** Null: only the logs themselves could tell. */
export function countUsers(question: Question, range: TimeRange): number | null {
  const source = userSource(question)
  if (!source) return null
  const query = piecesSql(piecesOf(range, question.marks, BUCKET_MS.day), source, 'value')
  if (!query) return 0
  const sql = `SELECT count(DISTINCT value) AS n FROM (${query.sql})`
  return question.database.query<{ n: number }, typeof query.values>(sql).get(...query.values)!.n
}

const HOURS_UP_TO_MS = 2 * BUCKET_MS.day

type Sum = { users: number; requests: number }

export function usersGraph(question: Question, asked: BucketWidth | null): Graph<'users'> {
  const source = userSource(question)
  const { fromMs, toMs } = question.range
  // A row per user and hour: a week of them is too much to count while somebody waits.
  const coarse = source && toMs - fromMs > HOURS_UP_TO_MS ? 'day' : asked
  const width = widthOf(question, coarse, source ? DIMENSION.user : null)
  const range = roundTo(question.range, BUCKET_MS[width])
  const sums = new Map<number, Sum>()
  const { users, ...read } = source
    ? { ...range, isPartial: false, users: sumUsers(question, source, range, BUCKET_MS[width], sums) }
    : countInLogs(question, range, BUCKET_MS[width], sums)
  const points = pointsOf(read, width, question.nowMs).map((point) => ({
    ...point,
    ...(sums.get(point.startMs) ?? { users: 0, requests: 0 }),
  }))
  const requests = points.reduce((sum, point) => sum + point.requests, 0)
  return { ...read, width, points, summary: { users, requests } }
}

/** One pass over the names: counting them apart in SQL, per bucket and in all, took twice as long. */
function sumUsers(
  { database, marks }: Question,
  source: SumSource,
  range: TimeRange,
  widthMs: number,
  sums: Map<number, Sum>,
): number {
  const all = new Set<string>()
  const perBucket = new Map<number, Set<string>>()
  const rows = readPieces(database, piecesOf(range, marks, widthMs), source, 'bucket_ms, value, requests')
  for (const [bucketMs, user, requests] of rows as [number, string, number][]) {
    const start = floor(bucketMs, widthMs)
    all.add(user)
    const users = perBucket.get(start) ?? new Set()
    perBucket.set(start, users.add(user))
    sums.set(start, { users: users.size, requests: (sums.get(start)?.requests ?? 0) + requests })
  }
  return all.size
}

function countInLogs(question: Question, range: TimeRange, widthMs: number, sums: Map<number, Sum>) {
  const all = new Set<string>()
  const perBucket = new Map<number, Set<string>>()
  const read = sumLogs(question, question.filter, range, (contribution, dimensions) => {
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
