/** Distinct users over time. */

import type { BucketWidth, Graph } from '../../core/logs/analytics.ts'
import { firstRow } from '../read/engine/log-database.ts'
import { type Pieces, piecesOf, piecesSql, readPieces, type SumSource, type TimeRange } from '../read/pieces.ts'
import { DIMENSION } from '../sums/dimensions.ts'
import { floor } from '../sums/progress.ts'
import { pointsOf } from './buckets.ts'
import { BUCKET_MS, type Question, roundTo, widthOf } from './question.ts'
import { sumLogs } from './sum-logs.ts'
import { type UserSum, usersByBucket } from './users-by-bucket.ts'

/** Where sums know users: without a filter, and with one on the users themselves. */
function userSource({ source, scope }: Question): SumSource | null {
  if (source?.dimensionId === DIMENSION.user) return source
  return source?.dimensionId === DIMENSION.total ? { scope, dimensionId: DIMENSION.user, values: null } : null
}

/** Null: only the logs themselves could tell. */
export async function countUsers(question: Question, range: TimeRange): Promise<number | null> {
  const source = userSource(question)
  return source && countNames(question, piecesOf(range, question.marks, BUCKET_MS.day), source)
}

async function countNames({ database }: Question, pieces: Pieces, source: SumSource): Promise<number> {
  const query = piecesSql(database.words, pieces, source, 'value')
  if (!query) return 0
  const sql = `SELECT count(*) FROM (SELECT DISTINCT value FROM (${query.sql}) AS pieces) AS names`
  const [users] = (await firstRow(database, sql, query.values)) as [number]
  return users
}

const HOURS_UP_TO_MS = 2 * BUCKET_MS.day

export async function usersGraph(question: Question, asked: BucketWidth | null): Promise<Graph<'users'>> {
  const source = userSource(question)
  const { fromMs, toMs } = question.range
  // A row per user and hour: a week of them is too much to count while somebody waits.
  const coarse = source && toMs - fromMs > HOURS_UP_TO_MS ? 'day' : asked
  const width = widthOf(question, coarse, source ? DIMENSION.user : null)
  const range = roundTo(question.range, BUCKET_MS[width])
  const sums = new Map<number, UserSum>()
  const { users, ...read } = source
    ? { ...range, isPartial: false, users: await sumUsers(question, source, range, BUCKET_MS[width], sums) }
    : await countInLogs(question, range, BUCKET_MS[width], sums)
  const points = pointsOf(read, width, question.nowMs).map((point) => ({
    ...point,
    ...(sums.get(point.startMs) ?? { users: 0, requests: 0 }),
  }))
  const requests = points.reduce((sum, point) => sum + point.requests, 0)
  return { ...read, width, points, summary: { users, requests } }
}

async function sumUsers(
  question: Question,
  source: SumSource,
  range: TimeRange,
  widthMs: number,
  sums: Map<number, UserSum>,
): Promise<number> {
  const { database, marks } = question
  const pieces = piecesOf(range, marks, widthMs)
  if (database.words.groupsWell) {
    await usersByBucket(database, pieces, source, widthMs, sums)
    return countNames(question, pieces, source)
  }
  // One pass over the names: SQLite takes twice as long to count them apart, per bucket and in all.
  const all = new Set<string>()
  const perBucket = new Map<number, Set<string>>()
  const rows = await readPieces(database, pieces, source, 'bucket_ms, value, requests')
  for (const [bucketMs, user, requests] of rows as [number, string, number][]) {
    const start = floor(bucketMs, widthMs)
    all.add(user)
    const users = perBucket.get(start) ?? new Set()
    perBucket.set(start, users.add(user))
    sums.set(start, { users: users.size, requests: (sums.get(start)?.requests ?? 0) + requests })
  }
  return all.size
}

async function countInLogs(question: Question, range: TimeRange, widthMs: number, sums: Map<number, UserSum>) {
  const all = new Set<string>()
  const perBucket = new Map<number, Set<string>>()
  const read = await sumLogs(question, question.filter, range, (contribution, dimensions) => {
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
