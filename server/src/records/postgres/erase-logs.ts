/** Erases the logs of one person from PostgreSQL, in bounded steps. Vacuum removes the old versions of the rows. */

import type { Client } from 'pg'
import type { EraseCursor, ErasedLogs, ErasePhase, EraseStep } from '../../core/logs/log-erasure.ts'
import { keyVersionOf } from '../encryption/block-cipher.ts'
import type { KnownKeys } from '../encryption/known-keys.ts'
import {
  type BlockParts,
  ERASED_COLUMNS,
  type ErasedRow,
  FEEDBACK_PER_STEP,
  hasBody,
  NO_COUNTS,
  namesUser,
  ROWS_PER_STEP,
  takeRows,
} from '../erase/erased-rows.ts'
import { zeroInStored } from '../erase/zero-ranges.ts'
import { type ChangedObjects, UnreadObjects, type WantedObject } from '../objects/changed-objects.ts'
import { cut, DIMENSION } from '../rollups/dimensions.ts'
import {
  addStored,
  type RollupTableName,
  STORED_COLUMNS,
  type StoredRollup,
  WIDTH_MS,
} from '../rollups/rollup-table.ts'
import { floor } from '../rollups/watermarks.ts'
import { cleanText } from './clean-text.ts'
import { type Bound, inTransaction, rowsOf } from './connection.ts'
import { DAY_MS } from './day-partitions.ts'
import { INDEXED_LENGTH } from './migrations.ts'
import { emptyRow, type PartRow, writeParts } from './part-table.ts'
import { replaceObject } from './removed-objects.ts'
import type { SharedRollups } from './shared-rollups.ts'

/** Days searched per step. */
const DAYS_PER_STEP = 20
/** Time windows of rollups searched per step. */
const WINDOWS_PER_STEP = 20
const TABLES: readonly RollupTableName[] = ['sums_minutes', 'sums_hours', 'sums_days']
/** Buckets per window. */
const BUCKETS_PER_WINDOW: Readonly<Record<RollupTableName, number>> = { sums_minutes: 60, sums_hours: 24, sums_days: 1 }

type Target = {
  readonly client: Client
  readonly rollups: SharedRollups
  readonly storedKeys: KnownKeys | null
  /** Changed data of blocks in objects, see `withObjects`. */
  readonly changed: ChangedObjects
}

export function eraseStep(
  target: Target,
  logs: ErasedLogs,
  phase: ErasePhase,
  cursor: EraseCursor,
): Promise<EraseStep> | EraseStep {
  if (phase === 'scrub') return { counts: NO_COUNTS, next: null }
  return PHASES[phase](target, logs, cursor)
}

const PHASES: Readonly<
  Record<Exclude<ErasePhase, 'scrub'>, (target: Target, logs: ErasedLogs, cursor: EraseCursor) => Promise<EraseStep>>
> = { rollups: eraseRollups, logs: eraseRows, feedback: eraseFeedback }

/** The cursor is a day: each query reads one partition. */
async function eraseRows(target: Target, logs: ErasedLogs, cursor: EraseCursor): Promise<EraseStep> {
  const { client } = target
  let fromMs = Number(cursor ?? 0)
  for (let searched = 0; searched < DAYS_PER_STEP; searched++) {
    const sql = 'SELECT min(started_at_ms) FROM logs WHERE started_at_ms >= $1 AND started_at_ms <= $2'
    const oldestMs = (await rowsOf(client, sql, [fromMs, logs.untilMs]))[0]![0] as number | null
    if (oldestMs === null) return { counts: NO_COUNTS, next: null }
    const dayMs = floor(oldestMs, DAY_MS)
    const step = await inTransaction(client, () => eraseInDay(target, logs, dayMs))
    if (step) return step
    fromMs = dayMs + DAY_MS
  }
  return { counts: NO_COUNTS, next: fromMs }
}

/** Null if the day has no logs of the person. */
async function eraseInDay(target: Target, logs: ErasedLogs, dayMs: number): Promise<EraseStep | null> {
  const { client } = target
  const { match, organisationId, workspaceId, untilMs } = logs
  const [condition, wanted]: [string, Bound] =
    'user' in match
      ? [`left(user_label, ${INDEXED_LENGTH}) = left($1, ${INDEXED_LENGTH}) AND user_label = $1`, cleanText(match.user)]
      : ['key_id = ANY($1)', match.keyIds.map(cleanText)]
  const found = (await rowsOf(
    client,
    `SELECT ${ERASED_COLUMNS} FROM logs WHERE ${condition} AND organisation_id = $2
       AND ($3::text IS NULL OR workspace_id = $3) AND started_at_ms >= $4 AND started_at_ms < $5 AND started_at_ms <= $6
     LIMIT ${ROWS_PER_STEP}`,
    [wanted, organisationId, workspaceId, dayMs, dayMs + DAY_MS, untilMs],
  )) as unknown as ErasedRow[]
  if (found.length === 0) return null
  const { taken, blocks } = takeRows(found)
  const unread: WantedObject[] = []
  for (const [id, parts] of blocks) unread.push(...(await zeroInBlock(target, id, parts)))
  if (unread.length > 0) throw new UnreadObjects(unread)
  const column = (index: number) => taken.map((row) => row[index] as string & number)
  await rowsOf(
    client,
    `DELETE FROM logs WHERE (seq, started_at_ms) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))
       AND started_at_ms >= $3 AND started_at_ms < $4`,
    [column(0), column(4), dayMs, dayMs + DAY_MS],
  )
  await rowsOf(
    client,
    `DELETE FROM later_costs WHERE (workspace_id, started_at_ms, log_id) IN
       (SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[]))`,
    [column(3), column(4), column(1)],
  )
  const feedback = await rowsOf(
    client,
    `DELETE FROM feedback WHERE (workspace_id, trace_id) IN (SELECT * FROM unnest($1::text[], $2::text[])) RETURNING 1`,
    [column(3), column(2)],
  )
  const counts = { logs: taken.length, bodies: taken.filter(hasBody).length, feedback: feedback.length }
  // A day may have more logs than one step erases.
  return { counts: { ...NO_COUNTS, ...counts }, next: dayMs }
}

/** Returns the object that has to be read first, if there is one. */
async function zeroInBlock(
  { client, storedKeys, changed }: Target,
  id: number,
  parts: BlockParts,
): Promise<readonly WantedObject[]> {
  const dayMs = floor(parts.startedAtMs, DAY_MS)
  const sql = 'SELECT data, object, newest_at_ms FROM blocks WHERE id = $1 AND day_ms = $2 FOR UPDATE'
  const [row] = (await rowsOf(client, sql, [id, dayMs])) as [Uint8Array, string | null, number][]
  if (!row) return []
  const [stored, object, newestAtMs] = row
  const zero = (data: Uint8Array) => zeroInStored(data, parts.ranges, { ...parts, id }, storedKeys)
  if (object === null) {
    const update = 'UPDATE blocks SET data = $3 WHERE id = $1 AND day_ms = $2'
    await rowsOf(client, update, [id, dayMs, Buffer.from(zero(stored))])
    return []
  }
  if (changed.has(object)) {
    await replaceObject(client, { id, dayMs, object }, changed.get(object) ?? null)
    return []
  }
  const change = (data: Uint8Array) => ({ data: zero(data), keyVersion: keyVersionOf(data) })
  return [{ object, id, newestAtMs, workspaceId: parts.workspaceId, change }]
}

async function eraseFeedback({ client }: Target, logs: ErasedLogs, cursor: EraseCursor): Promise<EraseStep> {
  const { match, organisationId, workspaceId, untilMs } = logs
  if (!('user' in match)) return { counts: NO_COUNTS, next: null }
  const user = cleanText(match.user)
  const rows = (await rowsOf(
    client,
    `SELECT id, metadata FROM feedback WHERE id > $1 AND organisation_id = $2 AND ($3::text IS NULL OR workspace_id = $3)
       AND created_at_ms <= $4 ORDER BY id LIMIT ${FEEDBACK_PER_STEP}`,
    [String(cursor ?? ''), organisationId, workspaceId, untilMs],
  )) as [string, string | null][]
  const ids = rows.filter(([, metadata]) => namesUser(metadata, user)).map(([id]) => id)
  if (ids.length > 0) await rowsOf(client, 'DELETE FROM feedback WHERE id = ANY($1)', [ids])
  const next = rows.length < FEEDBACK_PER_STEP ? null : rows.at(-1)![0]
  return { counts: { ...NO_COUNTS, feedback: ids.length }, next }
}

type Scopes = { readonly ids: readonly number[]; readonly whole: number; readonly dimensions: readonly number[] }

/** The cursor is a table and a time. */
async function eraseRollups(target: Target, logs: ErasedLogs, cursor: EraseCursor): Promise<EraseStep> {
  const { match, untilMs } = logs
  if (!('user' in match)) return { counts: NO_COUNTS, next: null }
  const { client, rollups } = target
  const scopes = await scopesOf(client, logs)
  if (scopes === null) return { counts: NO_COUNTS, next: null }
  let [at, fromMs] = String(cursor ?? '0 0')
    .split(' ')
    .map(Number) as [number, number]
  let erased = 0
  for (let searched = 0; at < TABLES.length && searched < WINDOWS_PER_STEP; searched++) {
    const table = TABLES[at]!
    const sql = `SELECT min(bucket_ms) FROM ${table} WHERE bucket_ms >= $1 AND bucket_ms <= $2`
    const first = (await rowsOf(client, sql, [fromMs, untilMs]))[0]![0] as number | null
    if (first === null) {
      at++
      fromMs = 0
      continue
    }
    const toMs = Math.min(first + BUCKETS_PER_WINDOW[table] * WIDTH_MS[table], untilMs + 1)
    erased += await inTransaction(client, async () => {
      await rollups.lock(client, 'exclusive')
      return subtract(client, table, scopes, { fromMs: first, toMs, value: cleanText(cut(match.user)) })
    })
    fromMs = toMs
  }
  return { counts: { ...NO_COUNTS, rollups: erased }, next: at < TABLES.length ? `${at} ${fromMs}` : null }
}

type Window = { readonly fromMs: number; readonly toMs: number; readonly value: string }

/** Removes the user's rows and subtracts them from the organisation's. Needs the exclusive rollup lock. */
async function subtract(client: Client, table: RollupTableName, scopes: Scopes, window: Window): Promise<number> {
  const take = async (ids: readonly number[]) =>
    (await rowsOf(
      client,
      `DELETE FROM ${table} WHERE bucket_ms >= $1 AND bucket_ms < $2 AND scope_id = ANY($3) AND dimension_id = ANY($4)
         AND value = $5 RETURNING ${STORED_COLUMNS}`,
      [window.fromMs, window.toMs, ids, scopes.dimensions, window.value],
    )) as StoredRollup[]
  const erased = await take(scopes.ids)
  if (erased.length === 0) return 0
  const left = new Map<string, PartRow>()
  const add = (stored: StoredRollup, sign: 1 | -1) => {
    const [bucketMs, , dimensionId, value] = stored
    const key = `${bucketMs} ${dimensionId}`
    const row = left.get(key) ?? emptyRow({ bucketMs, scopeId: scopes.whole, dimensionId, value }, 0)
    left.set(key, row)
    addStored(row, stored, sign)
  }
  // Organisations have no minute rollups.
  if (table !== 'sums_minutes') {
    for (const stored of await take([scopes.whole])) add(stored, 1)
    for (const stored of erased) add(stored, -1)
  }
  await writeParts(
    client,
    table,
    [...left.values()].filter((row) => row.sums.some((sum) => sum !== 0)),
  )
  // Makes nodes discard these rows from memory, or they would write them back.
  await rowsOf(client, 'UPDATE sum_progress SET epoch = epoch + 1')
  return erased.length
}

/** Null if the organisation has no logs. */
async function scopesOf(client: Client, { organisationId, workspaceId }: ErasedLogs): Promise<Scopes | null> {
  const rows = (await rowsOf(client, 'SELECT id, workspace_id FROM scopes WHERE organisation_id = $1', [
    organisationId,
  ])) as [number, string][]
  const whole = rows.find(([, workspace]) => workspace === '')
  if (!whole) return null
  const wanted = rows.filter(([, workspace]) => workspace !== '' && (workspaceId === null || workspace === workspaceId))
  const keys = (await rowsOf(client, 'SELECT id FROM metadata_keys')) as [number][]
  return { ids: wanted.map(([id]) => id), whole: whole[0], dimensions: [DIMENSION.user, ...keys.map(([id]) => id)] }
}
