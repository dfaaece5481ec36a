/** Retention in PostgreSQL: drops whole days, deletes rows of workspaces with shorter retention in bounded steps. */

import type { Client } from 'pg'
import { FIRST_LABEL_DIMENSION } from '../rollups/dimensions.ts'
import {
  addStored,
  type RollupTableName,
  STORED_COLUMNS,
  type StoredRollup,
  WIDTH_MS,
} from '../rollups/rollup-table.ts'
import { floor } from '../rollups/watermarks.ts'
import { LATE_LOGS_MS, MAX_EXPIRED_COUNTED, MAX_ROWS_PER_EXPIRED, ROLLUP_RETENTION_DAYS } from '../sqlite/retention.ts'
import { inTransaction, rowsOf } from './connection.ts'
import { DAY_MS, type DayPartitions } from './day-partitions.ts'
import { saveWatermark } from './fold-rollups.ts'
import { emptyRow, type PartRow, writeParts } from './part-table.ts'
import type { SharedRollups } from './shared-rollups.ts'

const ROWS_PER_STEP = 2000
const BLOCKS_PER_STEP = 200

type Scope = {
  readonly id: number
  readonly organisationId: string
  readonly workspaceId: string
  readonly days: number | null
  readonly bodyDays: number | null
  readonly forgetBeforeMs: number | null
}

export type RetentionTarget = {
  readonly client: Client
  readonly rollups: SharedRollups
  readonly partitions: DayPartitions
}

/** Deletion affects all nodes, so it uses the database clock: the clock of one node may be wrong. */
export async function databaseNowMs(client: Client): Promise<number> {
  const [row] = await rowsOf(client, 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint')
  return row![0] as number
}

/** Counts expired logs and all logs, both up to a limit. */
export async function countExpired(
  client: Client,
  defaultDays: number,
  nowMs: number,
): Promise<{ oldRows: number; allRows: number }> {
  const count = async (where: string, most: number, values: readonly (string | number)[]) => {
    const [row] = await rowsOf(
      client,
      `SELECT count(*) FROM (SELECT 1 FROM logs ${where} LIMIT ${most}) AS found`,
      values,
    )
    return Number(row![0])
  }
  const scopes = await readScopes(client)
  const longestDays = Math.max(defaultDays, ...scopes.map((scope) => scope.days ?? 0))
  const oldestMs = floor(nowMs - longestDays * DAY_MS, DAY_MS)
  let oldRows = await count('WHERE started_at_ms < $1', MAX_EXPIRED_COUNTED, [oldestMs])
  for (const { days, forgetBeforeMs, workspaceId, organisationId } of scopes) {
    if (days === null || days >= longestDays || forgetBeforeMs !== null) continue
    const where = 'WHERE workspace_id = $1 AND organisation_id = $2 AND started_at_ms >= $3 AND started_at_ms < $4'
    oldRows += await count(where, MAX_EXPIRED_COUNTED, [workspaceId, organisationId, oldestMs, nowMs - days * DAY_MS])
  }
  return { oldRows, allRows: oldRows === 0 ? 0 : await count('', MAX_ROWS_PER_EXPIRED * oldRows, []) }
}

/** `busy`: a query used an expired day, so it was not dropped. A run limited by `maxRows` is always `done`. */
type RetentionEnd = 'done' | 'busy'

/**
 * Each `next` runs one bounded step. Stops after `maxRows` expired logs, rounded up to whole days. Logs of deleted
 * workspaces do not count towards the limit.
 */
export async function* retentionRun(
  target: RetentionTarget,
  defaultDays: number,
  nowMs: number,
  maxRows = Number.POSITIVE_INFINITY,
): AsyncGenerator<void, RetentionEnd, void> {
  const { client } = target
  let leftRows = maxRows
  let end: RetentionEnd = 'done'
  const scopes = await readScopes(client)
  const longestDays = Math.max(defaultDays, ...scopes.map((scope) => scope.days ?? 0))
  // Expired hours of a day wait until the whole partition can be dropped.
  const oldestMs = floor(nowMs - longestDays * DAY_MS, DAY_MS)
  for (;;) {
    const dropped = await target.partitions.dropBefore(client, oldestMs)
    if (dropped === 'busy' && leftRows === Number.POSITIVE_INFINITY) end = 'busy'
    if (dropped === null || dropped === 'busy') break
    leftRows -= dropped
    if (leftRows <= 0) return end
    yield
  }
  leftRows -= yield* deleteInSteps(client, 'logs_other', 'started_at_ms < $1', [oldestMs], leftRows)
  if (leftRows <= 0) return end
  yield* deleteInSteps(client, 'blocks_other', 'day_ms < $1', [oldestMs])
  for (const scope of scopes) {
    yield* forget(target, scope, scopes, nowMs)
    const days = scope.days ?? defaultDays
    const cutoffMs = Math.max(nowMs - days * DAY_MS, scope.forgetBeforeMs ?? 0)
    if (days < longestDays || scope.forgetBeforeMs !== null) {
      const isCounted = scope.forgetBeforeMs === null
      const dropped = yield* dropRows(client, scope, cutoffMs, isCounted ? leftRows : Number.POSITIVE_INFINITY)
      if (isCounted) leftRows -= dropped
      if (leftRows <= 0) return end
      yield* dropBlocks(client, scope, cutoffMs)
    }
    // Skipped while the guard limits the run: if the clock is wrong, this would delete bodies without a limit.
    if (scope.bodyDays !== null && maxRows === Number.POSITIVE_INFINITY)
      yield* dropBodies(client, scope, nowMs - scope.bodyDays * DAY_MS)
    yield* dropFeedbackAndCosts(client, scope, cutoffMs)
    yield* dropDays(client, scope, scope.workspaceId === '' ? longestDays : days, nowMs)
    yield
  }
  yield* dropFineSums(target, longestDays, nowMs)
  return end
}

async function readScopes(client: Client): Promise<Scope[]> {
  const sql =
    'SELECT id, organisation_id, workspace_id, retention_days, body_retention_days, forget_before_ms FROM scopes'
  const rows = (await rowsOf(client, sql)) as [number, string, string, number | null, number | null, number | null][]
  return rows.map(([id, organisationId, workspaceId, days, bodyDays, forgetBeforeMs]) => ({
    id,
    organisationId,
    workspaceId,
    days,
    bodyDays,
    forgetBeforeMs,
  }))
}

async function* forget(
  { client, rollups }: RetentionTarget,
  scope: Scope,
  scopes: readonly Scope[],
  nowMs: number,
): AsyncGenerator<void> {
  const { id, organisationId, forgetBeforeMs: beforeMs } = scope
  if (beforeMs === null) return
  const whole = scopes.find((other) => other.organisationId === organisationId && other.workspaceId === '')
  const step = async () => {
    await rollups.lock(client, 'exclusive')
    return forgetBucket(client, { id, organisationScopeId: whole?.id ?? -1, beforeMs })
  }
  while (await inTransaction(client, step)) yield
  if (nowMs > beforeMs + LATE_LOGS_MS)
    await rowsOf(client, 'UPDATE scopes SET forget_before_ms = NULL WHERE id = $1', [id])
}

/** Returns how many logs it deleted. Call `dropBlocks` afterwards, so that no row refers to a missing block. */
function dropRows(
  client: Client,
  { organisationId, workspaceId }: Scope,
  cutoffMs: number,
  maxRows: number,
): AsyncGenerator<void, number> {
  const logs = `DELETE FROM logs WHERE (started_at_ms, seq) IN (SELECT started_at_ms, seq FROM logs
    WHERE workspace_id = $1 AND organisation_id = $2 AND started_at_ms < $3
    ORDER BY started_at_ms, seq LIMIT $4) AND started_at_ms < $3 RETURNING 1`
  return repeat(maxRows, (limit) => rowsOf(client, logs, [workspaceId, organisationId, cutoffMs, limit]))
}

/** `newest_at_ms` is the time of the block's newest row; if that has expired, all its rows are deleted. */
async function* dropBlocks(client: Client, { workspaceId }: Scope, cutoffMs: number): AsyncGenerator<void> {
  // By key, because a ctid is unique in one partition only.
  const sql = `DELETE FROM blocks WHERE (id, day_ms) IN (SELECT id, day_ms FROM blocks
    WHERE workspace_id = $1 AND newest_at_ms < $2 LIMIT ${ROWS_PER_STEP}) RETURNING 1`
  while ((await rowsOf(client, sql, [workspaceId, cutoffMs])).length > 0) yield
}

/** The logs stay and show that their bodies have expired. */
async function* dropBodies(client: Client, { workspaceId }: Scope, cutoffMs: number): AsyncGenerator<void> {
  const sql = `DELETE FROM blocks WHERE (id, day_ms) IN (SELECT id, day_ms FROM blocks
    WHERE workspace_id = $1 AND kind = 'body' AND newest_at_ms < $2 ORDER BY newest_at_ms LIMIT ${BLOCKS_PER_STEP})
    RETURNING 1`
  while ((await rowsOf(client, sql, [workspaceId, cutoffMs])).length > 0) yield
}

async function* dropFeedbackAndCosts(
  client: Client,
  { organisationId, workspaceId }: Scope,
  cutoffMs: number,
): AsyncGenerator<void> {
  const feedback = 'workspace_id = $1 AND organisation_id = $2 AND created_at_ms < $3'
  yield* deleteInSteps(client, 'feedback', feedback, [workspaceId, organisationId, cutoffMs])
  yield* deleteInSteps(client, 'later_costs', 'workspace_id = $1 AND started_at_ms < $2', [workspaceId, cutoffMs])
}

async function* dropDays(client: Client, { id }: Scope, keptDays: number, nowMs: number): AsyncGenerator<void> {
  const cutoffOf = (days: number) => floor(nowMs - Math.max(days, 1) * DAY_MS, DAY_MS)
  const where = 'scope_id = $1 AND bucket_ms < $2 AND dimension_id'
  const others = cutoffOf(Math.max(keptDays, ROLLUP_RETENTION_DAYS))
  yield* deleteInSteps(client, 'sums_days', `${where} >= ${FIRST_LABEL_DIMENSION}`, [id, cutoffOf(keptDays)])
  yield* deleteInSteps(client, 'sums_days', `${where} < ${FIRST_LABEL_DIMENSION}`, [id, others])
}

/** Returns how many rows it deleted. The table must not be partitioned: a ctid is unique in one partition only. */
function deleteInSteps(
  client: Client,
  table: string,
  where: string,
  values: readonly (string | number)[],
  maxRows = Number.POSITIVE_INFINITY,
): AsyncGenerator<void, number> {
  const sqlOf = (limit: number) =>
    `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${where} LIMIT ${limit})) RETURNING 1`
  return repeat(maxRows, (limit) => rowsOf(client, sqlOf(limit), values))
}

/** Runs `remove` until it returns no row or has removed `maxRows` in total. Returns how many rows were removed. */
async function* repeat(
  maxRows: number,
  remove: (limit: number) => Promise<readonly unknown[]>,
): AsyncGenerator<void, number> {
  for (let removed = 0; ; ) {
    const { length } = await remove(Math.min(ROWS_PER_STEP, maxRows - removed))
    removed += length
    if (length === 0 || removed >= maxRows) return removed
    yield
  }
}

/** Deletes buckets after the watermark has moved. No query reads them any more, so no batch has to wait. */
async function* dropFineSums(
  { client, rollups }: RetentionTarget,
  longestDays: number,
  nowMs: number,
): AsyncGenerator<void> {
  const tables = [
    { table: 'sums_minutes', days: longestDays },
    { table: 'sums_hours', days: Math.max(longestDays, ROLLUP_RETENTION_DAYS) },
  ] as const
  const cutoffOf = ({ table, days }: (typeof tables)[number], foldedHoursMs: number) =>
    Math.min(floor(nowMs - days * DAY_MS, WIDTH_MS[table]), floor(foldedHoursMs, DAY_MS))
  const foldedHoursMs = await inTransaction(client, async () => {
    const watermarks = await rollups.lock(client, 'exclusive')
    const droppedMs = cutoffOf(tables[0], watermarks.foldedHoursMs)
    if (droppedMs > watermarks.droppedMinutesMs) await saveWatermark(client, 'droppedMinutesMs', droppedMs)
    return watermarks.foldedHoursMs
  })
  for (const one of tables) {
    const sql = `DELETE FROM ${one.table} WHERE bucket_ms = (SELECT min(bucket_ms) FROM ${one.table}) AND bucket_ms < $1
      RETURNING 1`
    while ((await rowsOf(client, sql, [cutoffOf(one, foldedHoursMs)])).length > 0) yield
  }
}

type Forgotten = { readonly id: number; readonly organisationScopeId: number; readonly beforeMs: number }

/**
 * Removes all minutes, one hour and one day of a deleted workspace from its own and the organisation's rollups; false
 * if none is left. Needs the exclusive rollup lock.
 */
async function forgetBucket(client: Client, scope: Forgotten): Promise<boolean> {
  const { id, beforeMs } = scope
  // Organisations have no minute rollups.
  const minutes = 'DELETE FROM sums_minutes WHERE scope_id = $1 AND bucket_ms <= $2 RETURNING 1'
  let isChanged = (await rowsOf(client, minutes, [id, beforeMs])).length > 0
  for (const table of ['sums_hours', 'sums_days'] as const)
    isChanged = (await subtractOne(client, table, scope)) || isChanged
  // Makes nodes discard these rows from memory, or they would write them back.
  if (isChanged) await rowsOf(client, 'UPDATE sum_progress SET epoch = epoch + 1')
  return isChanged
}

async function subtractOne(client: Client, table: RollupTableName, scope: Forgotten): Promise<boolean> {
  const { id, organisationScopeId, beforeMs } = scope
  const first = `SELECT min(bucket_ms) FROM ${table} WHERE scope_id = $1 AND bucket_ms <= $2`
  const bucketMs = (await rowsOf(client, first, [id, beforeMs]))[0]![0] as number | null
  if (bucketMs === null) return false
  const take = `DELETE FROM ${table} WHERE bucket_ms = $1 AND scope_id = $2`
  const forgotten = (await rowsOf(client, `${take} RETURNING ${STORED_COLUMNS}`, [bucketMs, id])) as StoredRollup[]
  const whole = (await rowsOf(client, `${take} RETURNING ${STORED_COLUMNS}`, [
    bucketMs,
    organisationScopeId,
  ])) as StoredRollup[]
  const left = new Map<string, PartRow>()
  const add = (stored: StoredRollup, sign: 1 | -1) => {
    const [, , dimensionId, value] = stored
    const key = `${dimensionId} ${value}`
    const row = left.get(key) ?? emptyRow({ bucketMs, scopeId: organisationScopeId, dimensionId, value }, 0)
    left.set(key, row)
    addStored(row, stored, sign)
  }
  for (const stored of whole) add(stored, 1)
  for (const stored of forgotten) add(stored, -1)
  await writeParts(
    client,
    table,
    [...left.values()].filter((row) => row.sums.some((sum) => sum !== 0)),
  )
  return true
}
