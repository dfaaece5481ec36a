/** Which tables of sums answer a range: days where they are folded, hours where those are, minutes for the rest. */

import type { Database, SQLQueryBindings } from 'bun:sqlite'
import { floor, type Marks } from '../sums/progress.ts'
import { WIDTH_MS } from '../sums/sum-table.ts'

const MINUTE_MS = WIDTH_MS.sums_minutes
const HOUR_MS = WIDTH_MS.sums_hours
const DAY_MS = WIDTH_MS.sums_days

export type TimeRange = { readonly fromMs: number; readonly toMs: number }

export type Pieces = {
  readonly days: TimeRange
  /** Starts of buckets: these tables are ordered by bucket and read with one seek each. */
  readonly hours: readonly number[]
  readonly minutes: readonly number[]
}

export function ceil(atMs: number, widthMs: number): number {
  return floor(atMs + widthMs - 1, widthMs)
}

/** The range must be whole minutes. `widestMs`: a graph of hours has no use for days. */
export function piecesOf({ fromMs, toMs }: TimeRange, marks: Marks, widestMs: number): Pieces {
  const hoursFrom = ceil(fromMs, HOUR_MS)
  const hoursTo = Math.min(floor(toMs, HOUR_MS), floor(marks.foldedMinutesMs, HOUR_MS))
  if (widestMs < HOUR_MS || hoursTo <= hoursFrom) {
    return { days: { fromMs, toMs: fromMs }, hours: [], minutes: buckets(fromMs, toMs, MINUTE_MS) }
  }
  const minutes = [...buckets(fromMs, hoursFrom, MINUTE_MS), ...buckets(hoursTo, toMs, MINUTE_MS)]
  const daysFrom = ceil(hoursFrom, DAY_MS)
  const daysTo = Math.min(floor(hoursTo, DAY_MS), floor(marks.foldedHoursMs, DAY_MS))
  if (widestMs < DAY_MS || daysTo <= daysFrom) {
    return { days: { fromMs, toMs: fromMs }, hours: buckets(hoursFrom, hoursTo, HOUR_MS), minutes }
  }
  const hours = [...buckets(hoursFrom, daysFrom, HOUR_MS), ...buckets(daysTo, hoursTo, HOUR_MS)]
  return { days: { fromMs: daysFrom, toMs: daysTo }, hours, minutes }
}

export function buckets(fromMs: number, toMs: number, widthMs: number): number[] {
  const starts: number[] = []
  for (let at = fromMs; at < toMs; at += widthMs) starts.push(at)
  return starts
}

/** Whose sums are read. Minutes are kept for workspaces only: the organisation's are those of all its workspaces. */
export type SumScope = { readonly id: number; readonly workspaceScopeIds: readonly number[] }

export type SumSource = {
  readonly scope: SumScope
  readonly dimensionId: number
  /** Null: every value. */
  readonly values: readonly string[] | null
}

/** `SELECT <columns> FROM` each piece, joined; null when the range is empty. */
export function piecesSql(
  pieces: Pieces,
  { scope, dimensionId, values }: SumSource,
  columns: string,
): { readonly sql: string; readonly values: SQLQueryBindings[] } | null {
  const parts: string[] = []
  const bound: SQLQueryBindings[] = []
  const add = (table: string, where: string, ...given: SQLQueryBindings[]) => {
    const ofValues = values === null ? '' : ' AND value IN (SELECT value FROM json_each(?))'
    parts.push(`SELECT ${columns} FROM ${table} WHERE ${where} AND dimension_id = ?${ofValues}`)
    bound.push(...given, dimensionId, ...(values === null ? [] : [JSON.stringify(values)]))
  }
  const inBuckets = 'bucket_ms IN (SELECT value FROM json_each(?))'
  const { days } = pieces
  // Behind a range of buckets SQLite cannot seek a value: it would walk over all of them.
  if (days.toMs > days.fromMs && values !== null) {
    add('sums_days', `scope_id = ? AND ${inBuckets}`, scope.id, JSON.stringify(buckets(days.fromMs, days.toMs, DAY_MS)))
  } else if (days.toMs > days.fromMs) {
    add('sums_days', 'scope_id = ? AND bucket_ms >= ? AND bucket_ms < ?', scope.id, days.fromMs, days.toMs)
  }
  if (pieces.hours.length > 0)
    add('sums_hours', `${inBuckets} AND scope_id = ?`, JSON.stringify(pieces.hours), scope.id)
  if (pieces.minutes.length > 0) {
    const ids = JSON.stringify(scope.workspaceScopeIds)
    const inScopes = 'scope_id IN (SELECT value FROM json_each(?))'
    add('sums_minutes', `${inBuckets} AND ${inScopes}`, JSON.stringify(pieces.minutes), ids)
  }
  return parts.length === 0 ? null : { sql: parts.join(' UNION ALL '), values: bound }
}

export function readPieces(database: Database, pieces: Pieces, source: SumSource, columns: string): unknown[][] {
  const query = piecesSql(pieces, source, columns)
  return query ? (database.query(query.sql).values(...query.values) as unknown[][]) : []
}

export function findSumScope(
  database: Database,
  { organisationId, workspaceId }: { readonly organisationId: string; readonly workspaceId: string | null },
): SumScope | null {
  const rows = database
    .query<{ id: number; workspace_id: string }, [string, string | null]>(
      'SELECT id, workspace_id FROM scopes WHERE organisation_id = ?1 AND (?2 IS NULL OR workspace_id = ?2)',
    )
    .all(organisationId, workspaceId)
  const whole = rows.find((row) => row.workspace_id === (workspaceId ?? ''))
  if (!whole) return null
  const workspaces = workspaceId === null ? rows.filter((row) => row.workspace_id !== '') : rows
  return { id: whole.id, workspaceScopeIds: workspaces.map((row) => row.id) }
}
