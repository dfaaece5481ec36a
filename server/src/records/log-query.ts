/** Questions to logs.db: one page of a list, one record with its bodies. Every value is bound, never part of the text. */

import type { Database, SQLQueryBindings } from 'bun:sqlite'
import type { LogDetail, LogFilter, LogSummary } from '../core/ports.ts'
import { readBlock } from './blocks.ts'
import { TRACE_BUCKET } from './log-store.ts'
import { COLUMNS, fromRow, LABEL_COLUMNS, type RecordDetail, type RecordRow } from './record-row.ts'

/** The last row of a page; the next page begins behind it. */
export type PageEnd = { readonly startedAtMs: number; readonly seq: number }

/** A `LogFilter` whose statuses are single numbers and whose cursor is read. */
export type ListQuery = Omit<LogFilter, 'statuses' | 'cursor'> & {
  readonly statuses: readonly number[] | null
  readonly after: PageEnd | null
}

export type ListResult = { readonly logs: readonly LogSummary[]; readonly end: PageEnd | null }

/** One seek per bucket of the trace index; see `TRACE_BUCKET`. */
const TRACE_CONDITION = `${TRACE_BUCKET} IN (
    WITH RECURSIVE buckets (bucket) AS (
      SELECT min(seq) >> 14 FROM logs UNION ALL
      SELECT bucket + 1 FROM buckets WHERE bucket < (SELECT max(seq) >> 14 FROM logs)
    ) SELECT bucket FROM buckets
  ) AND trace_id = ?`

/** The text depends only on which filters are there, so the statement cache stays small. */
export function listStatement(query: ListQuery): { readonly sql: string; readonly values: SQLQueryBindings[] } {
  const conditions: string[] = []
  const values: SQLQueryBindings[] = []
  const where = (condition: string, ...bound: SQLQueryBindings[]) => {
    conditions.push(condition)
    values.push(...bound)
  }
  const whereAnyOf = (column: string, wanted: readonly (string | number)[] | null | undefined) => {
    if (wanted && wanted.length > 0) where(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(wanted))
  }
  where('organisation_id = ?', query.organisationId)
  if (query.workspaceId !== null) where('workspace_id = ?', query.workspaceId)
  if (query.traceId !== undefined) where(TRACE_CONDITION, query.traceId)
  if (query.fromMs !== undefined) where('started_at_ms >= ?', query.fromMs)
  // One upper end only, the nearer one: given both, SQLite seeks by the time and then walks all the earlier pages.
  if (query.after && !(query.toMs !== undefined && query.toMs <= query.after.startedAtMs)) {
    where('(started_at_ms, seq) < (?, ?)', query.after.startedAtMs, query.after.seq)
  } else if (query.toMs !== undefined) where('started_at_ms < ?', query.toMs)
  whereAnyOf('status', query.statuses)
  if (asksForErrors(query)) where('status >= 400')
  whereAnyOf('model', query.models)
  whereAnyOf('provider', query.providers)
  whereAnyOf('endpoint', query.endpoints)
  for (const [key, value] of Object.entries(query.metadata ?? {})) {
    const column = Object.hasOwn(LABEL_COLUMNS, key) ? LABEL_COLUMNS[key] : null
    if (column) where(`${column} = ?`, value)
    else where('json_extract(metadata, ?) = ?', `$.${JSON.stringify(key)}`, value)
  }
  const index = indexFor(query)
  const sql = `SELECT ${COLUMNS.join(', ')}, seq FROM logs INDEXED BY ${index}
    WHERE ${conditions.join(' AND ')} ORDER BY started_at_ms DESC, seq DESC LIMIT ?`
  return { sql, values: [...values, query.limit + 1] }
}

/** Said aloud, because without statistics SQLite may sort a whole table to answer one page. */
function indexFor(query: ListQuery): string {
  if (query.traceId !== undefined) return 'logs_trace'
  if (asksForErrors(query)) return query.workspaceId === null ? 'logs_errors' : 'logs_workspace_errors'
  return query.workspaceId === null ? 'logs_time' : 'logs_workspace_time'
}

function asksForErrors({ statuses }: ListQuery): boolean {
  return statuses !== null && statuses.length > 0 && statuses.every((status) => status >= 400)
}

export function listLogs(database: Database, query: ListQuery): ListResult {
  const { sql, values } = listStatement(query)
  const rows = database.query(sql).values(...values) as [...RecordRow, number][]
  const logs: LogSummary[] = []
  let end: PageEnd | null = null
  for (const row of rows.slice(0, query.limit)) {
    const seq = row[COLUMNS.length] as number
    const { organisationId: _, ...summary } = fromRow(row.slice(0, COLUMNS.length) as unknown as RecordRow)
    logs.push(summary)
    end = { startedAtMs: summary.startedAtMs, seq }
  }
  return { logs, end: rows.length > query.limit ? end : null }
}

type PlaceRow = [
  detailBlock: number,
  detailOffset: number,
  detailLength: number,
  bodyBlock: number | null,
  bodyOffset: number | null,
  requestLength: number | null,
  responseLength: number | null,
]

const READ = `SELECT ${COLUMNS.join(', ')} FROM logs WHERE id = ?1 AND organisation_id = ?2 AND (?3 IS NULL OR workspace_id = ?3)`
const PLACE = `SELECT detail_block, detail_offset, detail_length, body_block, body_offset, request_length, response_length
  FROM logs WHERE id = ?`

export function readLog(
  database: Database,
  scope: { readonly organisationId: string; readonly workspaceId: string | null },
  id: string,
): LogDetail | null {
  // One snapshot: retention must not take the block between the row and its bodies.
  return database.transaction(() => {
    const row = database.query(READ).values(id, scope.organisationId, scope.workspaceId)[0] as RecordRow | undefined
    const place = row && (database.query(PLACE).values(id)[0] as PlaceRow | undefined)
    if (!row || !place) return null
    const [detailBlock, detailOffset, detailLength] = place
    const detail: RecordDetail = JSON.parse(
      new TextDecoder().decode(readBlock(database, detailBlock)?.subarray(detailOffset, detailOffset + detailLength)),
    )
    const { attemptCount: _, ...summary } = fromRow(row)
    return { record: { ...summary, ...detail }, bodies: readBodies(database, place) }
  })()
}

function readBodies(database: Database, place: PlaceRow): LogDetail['bodies'] {
  const [, , , block, offset, requestLength, responseLength] = place
  const raw = block === null || offset === null ? null : readBlock(database, block)
  if (!raw || offset === null) return { request: null, response: null }
  const responseAt = offset + (requestLength ?? 0)
  // Copies: a view would carry the whole block along to the main thread.
  return {
    request: requestLength === null ? null : raw.slice(offset, responseAt),
    response: responseLength === null ? null : raw.slice(responseAt, responseAt + responseLength),
  }
}
