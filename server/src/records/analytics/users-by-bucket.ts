/** Distinct users by bucket, as a store counts them that adds up sooner than it sends all rows. */

import type { LogDatabase } from '../read/engine/log-database.ts'
import { type Pieces, piecesSql, type SumSource } from '../read/pieces.ts'
import type { SumTableName } from '../sums/sum-table.ts'
import { BUCKET_MS } from './question.ts'

export type UserSum = { users: number; requests: number }

export async function usersByBucket(
  database: LogDatabase,
  pieces: Pieces,
  source: SumSource,
  widthMs: number,
  sums: Map<number, UserSum>,
): Promise<void> {
  const isDays = widthMs === BUCKET_MS.day
  const none = { fromMs: 0, toMs: 0 }
  // Sums as wide as the graph's buckets have a row per user and bucket, narrower ones are of other buckets: what is
  // not folded yet. Only those must be told apart by name, which takes ten times as long as counting rows.
  const own = isDays ? { ...pieces, hours: [], minutes: [] } : { days: none, hours: pieces.hours, minutes: [] }
  const narrower = isDays ? { ...pieces, days: none } : { ...pieces, days: none, hours: [] }
  if (widthMs >= BUCKET_MS.hour) {
    await countRows(database, own, source, sums)
    await addParts(database, own, source, isDays ? 'sums_days' : 'sums_hours', sums)
  }
  const query = piecesSql(
    database.words,
    widthMs >= BUCKET_MS.hour ? narrower : pieces,
    source,
    `bucket_ms - bucket_ms % ${widthMs} AS start, value, requests`,
  )
  if (!query) return
  // In two steps, which are hashed: counting distinct names per bucket would sort them all.
  const perName = `SELECT start, value, sum(requests) AS requests FROM (${query.sql}) AS pieces GROUP BY start, value`
  const sql = `SELECT start, count(*), sum(requests) FROM (${perName}) AS names GROUP BY start`
  addAll(sums, (await database.rows(sql, query.values)) as Counted[])
}

type Counted = [start: number, users: number, requests: number]

async function countRows(
  database: LogDatabase,
  own: Pieces,
  source: SumSource,
  sums: Map<number, UserSum>,
): Promise<void> {
  const query = piecesSql(database.words, own, source, 'bucket_ms, requests, part')
  if (!query) return
  const sql = `SELECT bucket_ms, count(*), sum(requests) FROM (${query.sql}) AS own WHERE part = 0 GROUP BY bucket_ms`
  addAll(sums, (await database.rows(sql, query.values)) as Counted[])
}

/** Logs that came after their bucket was folded are parts beside it: of users it knows already, or of new ones. */
async function addParts(
  database: LogDatabase,
  own: Pieces,
  source: SumSource,
  table: SumTableName,
  sums: Map<number, UserSum>,
): Promise<void> {
  const query = piecesSql(database.words, own, source, 'scope_id, dimension_id, bucket_ms, value, part, requests')
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
    const known = sums.get(start)
    sums.set(start, { users: (known?.users ?? 0) + users, requests: (known?.requests ?? 0) + requests })
  }
}
