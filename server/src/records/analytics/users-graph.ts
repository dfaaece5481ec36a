/** Distinct users over time. */

import type { BucketWidth, Graph } from '../../core/logs/analytics.ts'
import { type Pieces, piecesOf, piecesSql, type SumSource, type TimeRange } from '../read/pieces.ts'
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

type Sum = { users: number; requests: number }

export function usersGraph(question: Question, asked: BucketWidth | null): Graph<'users'> {
  const source = userSource(question)
  const width = widthOf(question, asked, source ? DIMENSION.user : null)
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

/** A bucket that has a row per user is counted by rows; only one put together from finer ones looks at the names. */
function sumUsers(
  question: Question,
  source: SumSource,
  range: TimeRange,
  widthMs: number,
  sums: Map<number, Sum>,
): number {
  const { database, marks } = question
  const { days, hours, minutes } = piecesOf(range, marks, widthMs)
  const none = { fromMs: 0, toMs: 0 }
  const own: Pieces = {
    days,
    hours: widthMs === BUCKET_MS.hour ? hours : [],
    minutes: widthMs === BUCKET_MS.minute ? minutes : [],
  }
  const finer: Pieces = {
    days: none,
    hours: widthMs === BUCKET_MS.day ? hours : [],
    minutes: widthMs === BUCKET_MS.minute ? [] : minutes,
  }
  // The organisation's minutes are those of its workspaces: one user may have several rows in one minute.
  const isByRow = source.scope.workspaceScopeIds.length === 1
  for (const { pieces, users } of [
    { pieces: own, users: isByRow ? 'count(*)' : 'count(DISTINCT value)' },
    { pieces: finer, users: 'count(DISTINCT value)' },
  ]) {
    const query = piecesSql(pieces, source, 'bucket_ms, value, requests')
    if (!query) continue
    const sql = `SELECT bucket_ms - bucket_ms % ${widthMs} AS start, ${users}, sum(requests) FROM (${query.sql}) GROUP BY start`
    for (const [start, count, requests] of database.query(sql).values(...query.values) as [number, number, number][]) {
      const sum = sums.get(start) ?? { users: 0, requests: 0 }
      sums.set(start, { users: sum.users + count, requests: sum.requests + requests })
    }
  }
  return countUsers(question, range) ?? 0
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
