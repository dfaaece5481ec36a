/**
 * Reads rollups: chooses the table for each part of a range (days where folded, hours where folded, else minutes) and
 * builds the SQL.
 */

import type { LogScope } from '../../core/logs/log-filter.ts'
import { isLabel } from '../rollups/dimensions.ts'
import { WIDTH_MS } from '../rollups/rollup-table.ts'
import { floor, initialWatermarks, toWatermarks, WATERMARK_COLUMNS, type Watermarks } from '../rollups/watermarks.ts'
import { firstRow, type LogDatabase, type SqlDialect, type SqlValue } from './log-database.ts'

const MINUTE_MS = WIDTH_MS.sums_minutes
const HOUR_MS = WIDTH_MS.sums_hours
const DAY_MS = WIDTH_MS.sums_days
/** For more days, `labels` is faster than reading one row per label and day. */
const MAX_DAYS_OF_ROWS = 7

export type TimeRange = { readonly fromMs: number; readonly toMs: number }

export type RollupRanges = {
  readonly days: TimeRange
  /** Bucket starts. These tables are ordered by bucket, so each bucket is a single seek. */
  readonly hours: readonly number[]
  readonly minutes: readonly number[]
}

export function ceil(atMs: number, widthMs: number): number {
  return floor(atMs + widthMs - 1, widthMs)
}

/**
 * The range must be whole minutes. `widestMs` limits the bucket width: a graph of hours cannot use days. The rollups of
 * the current hour and day contain what has been folded so far. If the range includes all of that, they are read too,
 * instead of up to 59 minute rollups and 23 hour rollups.
 */
export function splitRange({ fromMs, toMs }: TimeRange, watermarks: Watermarks, widestMs: number): RollupRanges {
  const hoursFrom = ceil(fromMs, HOUR_MS)
  const { end: hoursTo, next: minutesFrom } = foldedPart(toMs, watermarks.foldedMinutesMs, HOUR_MS)
  if (widestMs < HOUR_MS || hoursTo <= hoursFrom) {
    return { days: { fromMs, toMs: fromMs }, hours: [], minutes: buckets(fromMs, toMs, MINUTE_MS) }
  }
  const minutes = [...buckets(fromMs, hoursFrom, MINUTE_MS), ...buckets(minutesFrom, toMs, MINUTE_MS)]
  const daysFrom = ceil(hoursFrom, DAY_MS)
  const { end: daysTo, next: laterHoursFrom } = foldedPart(toMs, watermarks.foldedHoursMs, DAY_MS)
  if (widestMs < DAY_MS || daysTo <= daysFrom) {
    return { days: { fromMs, toMs: fromMs }, hours: buckets(hoursFrom, hoursTo, HOUR_MS), minutes }
  }
  const hours = [...buckets(hoursFrom, daysFrom, HOUR_MS), ...buckets(laterHoursFrom, hoursTo, HOUR_MS)]
  return { days: { fromMs: daysFrom, toMs: daysTo }, hours, minutes }
}

/** `end`: end of the last bucket to read up to `toMs`. `next`: where the narrower buckets continue. */
function foldedPart(toMs: number, foldedMs: number, widthMs: number): { readonly end: number; readonly next: number } {
  const whole = floor(toMs, widthMs)
  return toMs < foldedMs ? { end: whole, next: whole } : { end: ceil(foldedMs, widthMs), next: foldedMs }
}

export function buckets(fromMs: number, toMs: number, widthMs: number): number[] {
  const starts: number[] = []
  for (let at = fromMs; at < toMs; at += widthMs) starts.push(at)
  return starts
}

/**
 * The scopes whose rollups are read. Only workspaces have minute rollups; an organisation's are the sum over its
 * workspaces.
 */
export type RollupScope = {
  readonly id: number
  readonly workspaceScopeIds: readonly number[]
  /** Workspace ids, in the order of `workspaceScopeIds`. */
  readonly workspaceIds: readonly string[]
}

export type RollupSource = {
  readonly scope: RollupScope
  readonly dimensionId: number
  /** Null: all values. */
  readonly values: readonly string[] | null
  /** If set, read these workspace scopes separately instead of the whole scope. */
  readonly scopeIds?: readonly number[]
}

/** A UNION ALL over the tables of `ranges`; null if the range is empty. */
export function rollupSql(
  dialect: SqlDialect,
  ranges: RollupRanges,
  { scope, dimensionId, values, scopeIds }: RollupSource,
  columns: string,
): { readonly sql: string; readonly values: readonly SqlValue[] } | null {
  const parts: string[] = []
  const bound: SqlValue[] = []
  const ofValues = values === null ? { text: 'TRUE', values: [] } : dialect.anyOf('value', values)
  const add = (table: string, where: string, ...given: readonly SqlValue[]) => {
    parts.push(`SELECT ${columns} FROM ${table} WHERE ${where} AND dimension_id = ? AND ${ofValues.text}`)
    bound.push(...given, dimensionId, ...ofValues.values)
  }
  const inScope = scopeIds ? dialect.anyOf('scope_id', scopeIds) : { text: 'scope_id = ?', values: [scope.id] }
  const inBuckets = (starts: readonly number[]) => dialect.anyOf('bucket_ms', starts)
  const { days } = ranges
  // SQLite cannot seek to a value after a range condition on the bucket, so list the buckets.
  if (days.toMs > days.fromMs && values !== null) {
    const within = inBuckets(buckets(days.fromMs, days.toMs, DAY_MS))
    add('sums_days', `${inScope.text} AND ${within.text}`, ...inScope.values, ...within.values)
  } else if (days.toMs > days.fromMs) {
    const where = `${inScope.text} AND bucket_ms >= ? AND bucket_ms < ?`
    add('sums_days', where, ...inScope.values, days.fromMs, days.toMs)
  }
  if (ranges.hours.length > 0) {
    const within = inBuckets(ranges.hours)
    add('sums_hours', `${within.text} AND ${inScope.text}`, ...within.values, ...inScope.values)
  }
  if (ranges.minutes.length > 0) {
    const within = inBuckets(ranges.minutes)
    const inScopes = dialect.anyOf('scope_id', scopeIds ?? scope.workspaceScopeIds)
    add('sums_minutes', `${within.text} AND ${inScopes.text}`, ...within.values, ...inScopes.values)
  }
  return parts.length === 0 ? null : { sql: parts.join(' UNION ALL '), values: bound }
}

export async function readRollups(
  database: LogDatabase,
  ranges: RollupRanges,
  source: RollupSource,
  columns: string,
): Promise<unknown[][]> {
  const query = rollupSql(database.dialect, ranges, source, columns)
  return query ? database.rows(query.sql, query.values) : []
}

export function requestsByValue(
  database: LogDatabase,
  ranges: RollupRanges,
  source: RollupSource,
): Promise<ReadonlyMap<string, number>> {
  return requestsBy<string>(database, ranges, source, 'value')
}

/** The values that have requests. */
export async function valuesIn(
  database: LogDatabase,
  ranges: RollupRanges,
  source: RollupSource,
): Promise<ReadonlySet<string>> {
  const { labels } = database.dialect
  if (!labels || !isLongLabel(ranges, source) || viaWholeDay(ranges, source).subtracted.hours.length > 0)
    return new Set((await requestsByValue(database, ranges, source)).keys())
  const { days } = ranges
  const ofDays = await database.rows(labels.names, [source.scope.id, source.dimensionId, days.fromMs, days.toMs])
  const others = await readRollups(database, { ...ranges, days: NO_DAYS }, source, 'value')
  return new Set([...ofDays, ...others].map(([value]) => value as string))
}

/** True if the query reads all values of a label over more than `MAX_DAYS_OF_ROWS` days. */
function isLongLabel({ days }: RollupRanges, { dimensionId, values, scopeIds }: RollupSource): boolean {
  const isLong = days.toMs - days.fromMs > MAX_DAYS_OF_ROWS * DAY_MS
  return isLong && isLabel(dimensionId) && values === null && !scopeIds
}

export function requestsByScope(
  database: LogDatabase,
  ranges: RollupRanges,
  source: RollupSource,
): Promise<ReadonlyMap<number, number>> {
  return requestsBy<number>(database, ranges, source, 'scope_id')
}

async function requestsBy<Key>(
  database: LogDatabase,
  ranges: RollupRanges,
  source: RollupSource,
  column: 'value' | 'scope_id',
): Promise<ReadonlyMap<Key, number>> {
  const found = new Map<Key, number>()
  const add = async (some: RollupRanges, sign: 1 | -1) => {
    for (const [key, requests] of (await sumRequests(database, some, source, column)) as [Key, number][])
      found.set(key, (found.get(key) ?? 0) + sign * requests)
  }
  const { added, subtracted } = viaWholeDay(ranges, source)
  await add(added, 1)
  if (subtracted.hours.length === 0) return found
  await add(subtracted, -1)
  for (const [key, requests] of found) if (requests <= 0) found.delete(key)
  return found
}

const NO_DAYS = { fromMs: 0, toMs: 0 }

/**
 * If a range of a label starts in the first half of a day, reads the day and subtracts the hours before the range. This
 * reads fewer rollups, because a label has nearly as many rollups in an hour as in a day.
 */
function viaWholeDay(
  ranges: RollupRanges,
  { dimensionId }: RollupSource,
): { readonly added: RollupRanges; readonly subtracted: RollupRanges } {
  const { days, hours } = ranges
  const dayMs = days.fromMs - DAY_MS
  const first = hours[0] ?? days.fromMs
  const subtracted = { days: NO_DAYS, hours: buckets(dayMs, first, HOUR_MS), minutes: [] }
  if (!isLabel(dimensionId) || days.toMs <= days.fromMs || days.fromMs - first <= DAY_MS / 2)
    return { added: ranges, subtracted: { ...subtracted, hours: [] } }
  const added = { ...ranges, days: { fromMs: dayMs, toMs: days.toMs }, hours: hours.filter((at) => at >= days.fromMs) }
  return { added, subtracted }
}

/** Returns rows of `column` and requests. A value of the column can have several rows. */
async function sumRequests(
  database: LogDatabase,
  ranges: RollupRanges,
  source: RollupSource,
  column: 'value' | 'scope_id',
): Promise<unknown[][]> {
  const { aggregatesInSql, labels } = database.dialect
  const { days } = ranges
  if (labels && column === 'value' && isLongLabel(ranges, source)) {
    const ofDays = await database.rows(labels.requests, [source.scope.id, source.dimensionId, days.fromMs, days.toMs])
    return [...ofDays, ...(await readRollups(database, { ...ranges, days: NO_DAYS }, source, `${column}, requests`))]
  }
  const query = rollupSql(database.dialect, ranges, source, `${column}, requests`)
  if (!query) return []
  const sql = aggregatesInSql
    ? `SELECT ${column}, sum(requests) FROM (${query.sql}) AS ranges GROUP BY ${column}`
    : query.sql
  return database.rows(sql, query.values)
}

export async function findRollupScope(
  database: LogDatabase,
  { organisationId, workspaceId }: { readonly organisationId: string; readonly workspaceId: string | null },
): Promise<RollupScope | null> {
  const [condition, values] =
    workspaceId === null ? ['', [organisationId]] : [' AND workspace_id = ?', [organisationId, workspaceId]]
  const sql = `SELECT id, workspace_id FROM scopes WHERE organisation_id = ?${condition}`
  const rows = (await database.rows(sql, values)) as [id: number, workspaceId: string][]
  const whole = rows.find(([, id]) => id === (workspaceId ?? ''))
  if (!whole) return null
  const workspaces = workspaceId === null ? rows.filter(([, id]) => id !== '') : rows
  return {
    id: whole[0],
    workspaceScopeIds: workspaces.map(([id]) => id),
    workspaceIds: workspaces.map(([, name]) => name),
  }
}

/** Dimension of a metadata key if its rollups are complete in this scope; null: read the logs. */
export async function findKeyDimension(
  database: LogDatabase,
  { organisationId, workspaceId }: LogScope,
  key: string,
): Promise<number | null> {
  const [condition, values] = workspaceId === null ? ['', []] : [' AND workspace_id = ?', [workspaceId]]
  const sql = `SELECT max(metadata_keys.id), min(is_summed)
    FROM metadata_keys JOIN scope_keys ON dimension_id = metadata_keys.id JOIN scopes ON scopes.id = scope_id
    WHERE name = ? AND organisation_id = ?${condition}`
  const found = await firstRow(database, sql, [key, organisationId, ...values])
  const [id = null, least = null] = (found ?? []) as (number | null)[]
  if (least !== 1) return null
  return workspaceId === null && (await hasUnsummedKeys(database, organisationId)) ? null : id
}

async function hasUnsummedKeys(database: LogDatabase, organisationId: string): Promise<boolean> {
  const sql = 'SELECT 1 FROM scopes WHERE organisation_id = ? AND has_unsummed_keys = 1 LIMIT 1'
  return (await firstRow(database, sql, [organisationId])) !== undefined
}

export async function findWatermarks(database: LogDatabase, nowMs: number): Promise<Watermarks> {
  const row = await firstRow(database, `SELECT ${WATERMARK_COLUMNS} FROM sum_progress`)
  return row ? toWatermarks(row as number[]) : initialWatermarks(nowMs)
}
