/** Erases the logs of one person from SQLite, in steps short enough not to delay ingest. */

import type { Database, SQLQueryBindings } from 'bun:sqlite'
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
import { addStored, STORED_COLUMNS, type StoredRollup } from '../rollups/rollup-table.ts'
import type { Rollups } from '../rollups/rollups.ts'
import { MAX_LOCK_WAIT_MS } from './log-store.ts'
import { replaceObject } from './removed-objects.ts'
import { BUCKET_BITS, ROW_BUCKET } from './row-bucket.ts'
import { DELETE_TRACE_ENTRY } from './trace-index.ts'

/** Row buckets searched per step: by the index on users, or row by row. */
const INDEXED_BUCKETS_PER_STEP = 2_000
const READ_BUCKETS_PER_STEP = 4
const ROLLUP_BUCKETS_PER_STEP = 200

type Target = {
  readonly database: Database
  readonly rollups: Rollups
  readonly storedKeys: KnownKeys | null
  /** Changed data of blocks in objects, see `withObjects`. */
  readonly changed?: ChangedObjects
}

/** `secure_delete` overwrites deleted content with zeros; otherwise it stays in free pages of the file. */
export function eraseStep(target: Target, logs: ErasedLogs, phase: ErasePhase, cursor: EraseCursor): EraseStep {
  const { database, rollups } = target
  if (phase === 'scrub') return { counts: NO_COUNTS, next: truncateWal(database) ? null : 0 }
  database.run('PRAGMA secure_delete = ON')
  try {
    return database.transaction(() => PHASES[phase](target, logs, cursor)).immediate()
  } catch (error) {
    // The rows in memory may be ahead of the store.
    rollups.forget()
    throw error
  } finally {
    database.run('PRAGMA secure_delete = FAST')
  }
}

const PHASES: Readonly<
  Record<Exclude<ErasePhase, 'scrub'>, (target: Target, logs: ErasedLogs, cursor: EraseCursor) => EraseStep>
> = { rollups: eraseRollups, logs: eraseRows, feedback: eraseFeedback }

/** Search condition of the logs in a row bucket `?1`; `?2` is the user, or the keys as a JSON array. */
const SOURCE = {
  user: `logs INDEXED BY logs_user WHERE ${ROW_BUCKET} = ?1 AND user_label = ?2 AND user_label IS NOT NULL`,
  keys: `logs WHERE seq >= ?1 << ${BUCKET_BITS} AND seq < (?1 + 1) << ${BUCKET_BITS}
    AND key_id IN (SELECT value FROM json_each(?2))`,
}

function eraseRows(target: Target, logs: ErasedLogs, cursor: EraseCursor): EraseStep {
  const { database } = target
  const { first, last } = database
    .query<{ first: number | null; last: number | null }, []>(
      `SELECT min(seq) >> ${BUCKET_BITS} AS first, max(seq) >> ${BUCKET_BITS} AS last FROM logs`,
    )
    .get()!
  if (first === null || last === null) return { counts: NO_COUNTS, next: null }
  const { match } = logs
  const [source, wanted] = 'user' in match ? [SOURCE.user, match.user] : [SOURCE.keys, JSON.stringify(match.keyIds)]
  const find = database.query(
    `SELECT ${ERASED_COLUMNS} FROM ${source} AND organisation_id = ?3 AND (?4 IS NULL OR workspace_id = ?4)
       AND started_at_ms <= ?5 LIMIT ${ROWS_PER_STEP}`,
  )
  const most = 'user' in match ? INDEXED_BUCKETS_PER_STEP : READ_BUCKETS_PER_STEP
  let bucket = Math.max(first, Number(cursor ?? 0))
  for (let searched = 0; searched < most && bucket <= last; searched++, bucket++) {
    const bound: SQLQueryBindings[] = [bucket, wanted, logs.organisationId, logs.workspaceId, logs.untilMs]
    const rows = find.values(...bound) as unknown as ErasedRow[]
    if (rows.length === 0) continue
    const { taken, blocks } = takeRows(rows)
    zeroInBlocks(target, blocks)
    let feedback = 0
    for (const row of taken) feedback += eraseRow(database, row)
    const counts = { ...NO_COUNTS, logs: taken.length, bodies: taken.filter(hasBody).length, feedback }
    return { counts, next: rows.length < ROWS_PER_STEP && taken.length === rows.length ? bucket + 1 : bucket }
  }
  return { counts: NO_COUNTS, next: bucket > last ? null : bucket }
}

type StoredBlock = { readonly data: Uint8Array; readonly object: string | null; readonly newest_at_ms: number }

function zeroInBlocks({ database, storedKeys, changed }: Target, blocks: ReadonlyMap<number, BlockParts>): void {
  const find = database.query<StoredBlock, [number]>('SELECT data, object, newest_at_ms FROM blocks WHERE id = ?')
  const unread: WantedObject[] = []
  for (const [id, parts] of blocks) {
    const found = find.get(id)
    if (!found) continue
    const zero = (data: Uint8Array) => zeroInStored(data, parts.ranges, { ...parts, id }, storedKeys)
    const { object, newest_at_ms: newestAtMs } = found
    if (object === null) database.query('UPDATE blocks SET data = ? WHERE id = ?').run(zero(found.data), id)
    else if (changed?.has(object)) replaceObject(database, id, changed.get(object) ?? null)
    else {
      const change = (data: Uint8Array) => ({ data: zero(data), keyVersion: keyVersionOf(data) })
      unread.push({ object, id, newestAtMs, workspaceId: parts.workspaceId, change })
    }
  }
  if (unread.length > 0) throw new UnreadObjects(unread)
}

/** Returns how many feedback entries of its trace were deleted. */
function eraseRow(database: Database, [seq, id, traceId, workspaceId, startedAtMs]: ErasedRow): number {
  database.query('DELETE FROM logs WHERE seq = ?').run(seq)
  database.query(DELETE_TRACE_ENTRY).run(seq, traceId)
  database
    .query('DELETE FROM later_costs WHERE workspace_id = ? AND started_at_ms = ? AND log_id = ?')
    .run(workspaceId, startedAtMs, id)
  return database.query('DELETE FROM feedback WHERE workspace_id = ? AND trace_id = ?').run(workspaceId, traceId)
    .changes
}

function eraseFeedback({ database }: Target, logs: ErasedLogs, cursor: EraseCursor): EraseStep {
  const { match, organisationId, workspaceId, untilMs } = logs
  if (!('user' in match)) return { counts: NO_COUNTS, next: null }
  const rows = database
    .query(
      `SELECT id, metadata FROM feedback WHERE id > ?1 AND organisation_id = ?2 AND (?3 IS NULL OR workspace_id = ?3)
         AND created_at_ms <= ?4 ORDER BY id LIMIT ${FEEDBACK_PER_STEP}`,
    )
    .values(String(cursor ?? ''), organisationId, workspaceId, untilMs) as [string, string | null][]
  let feedback = 0
  for (const [id, metadata] of rows) {
    if (!namesUser(metadata, match.user)) continue
    database.query('DELETE FROM feedback WHERE id = ?').run(id)
    feedback++
  }
  const last = rows.length < FEEDBACK_PER_STEP ? null : rows.at(-1)![0]
  return { counts: { ...NO_COUNTS, feedback }, next: last }
}

type ScopeRow = { readonly id: number; readonly organisation: number }

/**
 * Deletes the rollups whose value is the user, in the user dimension and in metadata keys, and subtracts them from the
 * organisation's. Rollups of other values and dimensions still count the requests. The cursor is a table and a bucket.
 */
function eraseRollups({ database, rollups }: Target, logs: ErasedLogs, cursor: EraseCursor): EraseStep {
  const { match, untilMs } = logs
  if (!('user' in match)) return { counts: NO_COUNTS, next: null }
  const scopes = scopesOf(database, logs)
  const dimensions = database
    .query<{ id: number }, []>('SELECT id FROM metadata_keys')
    .all()
    .map(({ id }) => id)
  const bound = [JSON.stringify(scopes.map(({ id }) => id)), JSON.stringify([DIMENSION.user, ...dimensions])]
  const organisations = new Map(scopes.map(({ id, organisation }) => [id, organisation]))
  const tables = [rollups.minutes, rollups.hours, rollups.days]
  let [at, bucketMs] = String(cursor ?? '0 -1')
    .split(' ')
    .map(Number) as [number, number]
  let erased = 0
  for (let searched = 0; at < tables.length; searched++) {
    if (searched >= ROLLUP_BUCKETS_PER_STEP) break
    const table = tables[at]!
    const next = database
      .query<{ at: number | null }, [number]>(`SELECT min(bucket_ms) AS at FROM ${table.table} WHERE bucket_ms > ?`)
      .get(bucketMs)?.at
    if (next == null || next > untilMs) {
      at++
      bucketMs = -1
      continue
    }
    bucketMs = next
    const rows = database
      .query(
        `SELECT ${STORED_COLUMNS} FROM ${table.table} WHERE bucket_ms = ?1 AND scope_id IN (SELECT value FROM json_each(?2))
           AND dimension_id IN (SELECT value FROM json_each(?3)) AND value = ?4`,
      )
      .values(bucketMs, ...bound, cut(match.user)) as StoredRollup[]
    for (const stored of rows) {
      const [, scopeId, dimensionId, value] = stored
      addStored(table.row(bucketMs, scopeId, dimensionId, value), stored, -1)
      // Organisations have no minute rollups.
      if (table !== rollups.minutes)
        addStored(table.row(bucketMs, organisations.get(scopeId)!, dimensionId, value), stored, -1)
    }
    if (rows.length > 0) table.flush()
    erased += rows.length
  }
  return { counts: { ...NO_COUNTS, rollups: erased }, next: at < tables.length ? `${at} ${bucketMs}` : null }
}

/** The scopes of the workspaces to erase in, each with the scope of its organisation. */
function scopesOf(database: Database, { organisationId, workspaceId }: ErasedLogs): ScopeRow[] {
  return database
    .query<ScopeRow, [string, string | null]>(
      `SELECT scopes.id AS id, whole.id AS organisation FROM scopes
       JOIN scopes AS whole ON whole.organisation_id = scopes.organisation_id AND whole.workspace_id = ''
       WHERE scopes.organisation_id = ?1 AND scopes.workspace_id != '' AND (?2 IS NULL OR scopes.workspace_id = ?2)`,
    )
    .all(organisationId, workspaceId)
}

/** False if a reader still uses the write-ahead log. Does not wait for the reader, because ingest must go on. */
function truncateWal(database: Database): boolean {
  database.run('PRAGMA busy_timeout = 0')
  try {
    const row = database.query<{ busy: number }, []>('PRAGMA wal_checkpoint(TRUNCATE)').get()
    return row?.busy === 0
  } finally {
    database.run(`PRAGMA busy_timeout = ${MAX_LOCK_WAIT_MS}`)
  }
}
