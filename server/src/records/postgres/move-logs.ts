/** Copies logs.db to PostgreSQL: rows, bodies, rollups and feedback in one transaction. */

import type { Database } from 'bun:sqlite'
import type { Client } from 'pg'
import type { BodyKeys } from '../../core/logs/body-keys.ts'
import { KnownKeys } from '../encryption/known-keys.ts'
import { RequestedKeys } from '../encryption/requested-keys.ts'
import { AT, COLUMNS, type RecordRow } from '../log-row.ts'
import type { NewLog } from '../new-log.ts'
import { blockReader } from '../read/read-block.ts'
import { BODY_LOCATION_COLUMNS, type BodyLocation, bodiesAt } from '../read/read-log.ts'
import { addStored, type RollupTableName, STORED_COLUMNS, type StoredRollup } from '../rollups/rollup-table.ts'
import { WATERMARK_COLUMNS } from '../rollups/watermarks.ts'
import { openLogWriter } from '../sqlite/log-store.ts'
import { sqliteLogDatabase } from '../sqlite/sqlite-log-database.ts'
import { BlockPacker } from './blocks.ts'
import { type Bound, closeClient, inTransaction, LOCKS, openClient, rowsOf } from './connection.ts'
import { DayPartitions } from './day-partitions.ts'
import { migrateLogs } from './migrations.ts'
import { emptyRow, writeParts } from './part-table.ts'
import { cleanLog, insertMoved } from './store-logs.ts'

const LOGS_PER_STEP = 2000
const LOCATION = ['detail_block', 'detail_offset', 'detail_length', ...BODY_LOCATION_COLUMNS]
const FEEDBACK_COLUMNS = ['feedback_count', 'feedback_micros', 'feedback_weight_micros']

export type MovedLogs = { readonly logs: number; readonly feedback: number }

/**
 * `onProgress` gets the copied and the total number of logs. Returns early if the same logs were copied before; throws
 * if PostgreSQL holds other logs. `keys` decrypt bodies, which are encrypted again with the newest key.
 */
export async function moveLogs(
  databasePath: string,
  databaseUrl: string,
  onProgress: (done: number, total: number) => void,
  keys: BodyKeys,
): Promise<MovedLogs> {
  using source = openLogWriter(databasePath)
  const client = await openClient(databaseUrl)
  try {
    // Copying a month of logs takes minutes, but no single statement exceeds the timeout.
    await migrateLogs(client, Date.now())
    const moved = { logs: countInSource(source, 'logs'), feedback: countInSource(source, 'feedback') }
    const there = await countInTarget(client, 'logs')
    if (there > 0 && there === moved.logs && (await lastSeqInTarget(client)) === lastSeqInSource(source)) return moved
    if (there > 0)
      throw new Error('The PostgreSQL database already contains other logs. Move logs to an empty database.')
    const times = source.query('SELECT DISTINCT started_at_ms / 86400000 * 86400000 FROM logs').values() as [number][]
    await new DayPartitions().ensure(
      client,
      times.map(([dayMs]) => dayMs),
      Date.now(),
    )
    return await inTransaction(client, () => moveAll(source, client, onProgress, keys))
  } finally {
    await closeClient(client)
  }
}

async function moveAll(
  source: Database,
  client: Client,
  onProgress: (done: number, total: number) => void,
  keys: BodyKeys,
): Promise<MovedLogs> {
  await rowsOf(client, `SELECT pg_advisory_xact_lock(${LOCKS.rollups})`)
  await moveRollups(source, client)
  await moveRows(source, client, onProgress, keys)
  await copy(source, client, 'feedback', FEEDBACK)
  await rowsOf(
    client,
    'UPDATE feedback SET log_started_at_ms = logs.started_at_ms FROM logs WHERE logs.seq = feedback.log_seq',
  )
  await copy(source, client, 'later_costs', {
    workspace_id: 'text',
    started_at_ms: 'bigint',
    log_id: 'text',
    lines: 'text',
  })
  for (const table of ['logs', 'feedback', 'later_costs', 'sums_days', 'sums_hours', 'sums_minutes']) {
    const [there, here] = [await countInTarget(client, table), countInSource(source, table)]
    if (there !== here) throw new Error(`${table} has ${here} rows, but ${there} were copied. Nothing was moved.`)
  }
  return { logs: countInSource(source, 'logs'), feedback: countInSource(source, 'feedback') }
}

/** Scopes and metadata keys get new ids in PostgreSQL, so rollups are copied with the new ids. */
async function moveRollups(source: Database, client: Client): Promise<void> {
  const scopes = new Map<number, number>()
  const insertScope = `INSERT INTO scopes
      (organisation_id, workspace_id, retention_days, forget_before_ms, has_unsummed_keys, body_retention_days)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (organisation_id, workspace_id) DO UPDATE SET
      retention_days = excluded.retention_days, forget_before_ms = excluded.forget_before_ms,
      has_unsummed_keys = excluded.has_unsummed_keys, body_retention_days = excluded.body_retention_days RETURNING id`
  const found =
    'SELECT id, organisation_id, workspace_id, retention_days, forget_before_ms, has_unsummed_keys, body_retention_days FROM scopes'
  for (const [id, ...rest] of source.query(found).values() as [number, ...Bound[]][])
    scopes.set(id, (await rowsOf(client, insertScope, rest))[0]![0] as number)
  const keys = new Map<number, number>()
  const insertKey = `INSERT INTO metadata_keys (name) VALUES ($1) ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING id`
  for (const [id, name] of source.query('SELECT id, name FROM metadata_keys').values() as [number, string][])
    keys.set(id, (await rowsOf(client, insertKey, [name]))[0]![0] as number)
  const kept = source.query('SELECT scope_id, dimension_id, is_summed FROM scope_keys').values() as number[][]
  for (const [scopeId, dimensionId, isSummed] of kept)
    await rowsOf(client, 'INSERT INTO scope_keys (scope_id, dimension_id, is_summed) VALUES ($1, $2, $3)', [
      scopes.get(scopeId!)!,
      keys.get(dimensionId!)!,
      isSummed!,
    ])
  for (const table of ['sums_minutes', 'sums_hours', 'sums_days'] as const)
    await moveTable(source, client, table, scopes, keys)
  const watermarks = source.query(`SELECT ${WATERMARK_COLUMNS} FROM sum_progress`).values()[0] as number[] | undefined
  const set = WATERMARK_COLUMNS.split(', ').map((name, i) => `${name} = $${i + 1}`)
  if (watermarks) await rowsOf(client, `UPDATE sum_progress SET ${set.join(', ')}`, watermarks)
}

async function moveTable(
  source: Database,
  client: Client,
  table: RollupTableName,
  scopes: ReadonlyMap<number, number>,
  keys: ReadonlyMap<number, number>,
): Promise<void> {
  let rows: Parameters<typeof writeParts>[2][number][] = []
  for (const stored of source.query(`SELECT ${STORED_COLUMNS} FROM ${table}`).iterate()) {
    const cells = Object.values(stored as object) as StoredRollup
    const [bucketMs, scopeId, dimensionId, value] = cells
    const key = { bucketMs, scopeId: scopes.get(scopeId)!, dimensionId: keys.get(dimensionId) ?? dimensionId, value }
    const row = emptyRow({ ...key, value: value.replaceAll('\0', '\ufffd') }, 0)
    addStored(row, cells, 1)
    rows.push(row)
    if (rows.length < LOGS_PER_STEP) continue
    await writeParts(client, table, rows)
    rows = []
  }
  await writeParts(client, table, rows)
}

async function moveRows(
  source: Database,
  client: Client,
  onProgress: (done: number, total: number) => void,
  keys: BodyKeys,
): Promise<void> {
  const total = countInSource(source, 'logs')
  const known = new KnownKeys()
  const blocks = new BlockPacker(known)
  const findKey = new RequestedKeys((workspaceId) => keys.find(workspaceId, false)).find
  const read = blockReader(sqliteLogDatabase(source, findKey))
  const sql = `SELECT seq, ${[...LOCATION, ...FEEDBACK_COLUMNS, ...COLUMNS].join(', ')} FROM logs WHERE seq > ? ORDER BY seq LIMIT ${LOGS_PER_STEP}`
  let seq = 0
  for (let done = 0; done < total; ) {
    const rows = source.query(sql).values(seq) as [number, ...unknown[]][]
    const logs: { readonly seq: number; readonly feedback: readonly number[]; readonly log: NewLog }[] = []
    for (const [number, ...cells] of rows) {
      const [detailBlock, detailOffset, detailLength, ...location] = cells.slice(0, LOCATION.length) as [
        number,
        number,
        number,
        ...BodyLocation,
      ]
      const row = cells.slice(LOCATION.length + FEEDBACK_COLUMNS.length) as unknown as RecordRow
      const startedAtMs = row[AT.startedAtMs]
      const detail = (await read(detailBlock, startedAtMs))?.slice(detailOffset, detailOffset + detailLength)
      const bodies = await bodiesAt(location, startedAtMs, read)
      if (bodies.unavailable === 'unreachable')
        throw new Error(`The bodies of log ${row[AT.id]} cannot be read from their storage. Nothing was moved.`)
      const log = cleanLog({ row, detail: detail ?? new Uint8Array(), ...bodies })
      logs.push({
        seq: number,
        feedback: cells.slice(LOCATION.length, LOCATION.length + FEEDBACK_COLUMNS.length) as number[],
        log,
      })
    }
    if (!known.has(logs.map(({ log }) => log.row[AT.workspaceId])))
      for (const id of known.wanted) known.put(id, await keys.find(id, false))
    await blocks.begin(client, logs.length)
    await insertMoved(client, blocks, logs)
    seq = rows.at(-1)![0]
    done += rows.length
    onProgress(done, total)
  }
  await rowsOf(client, `SELECT setval('log_numbers', $1)`, [seq + 1])
}

const FEEDBACK = {
  id: 'text',
  organisation_id: 'text',
  workspace_id: 'text',
  trace_id: 'text',
  value: 'double precision',
  weight_micros: 'double precision',
  metadata: 'text',
  created_at_ms: 'bigint',
  updated_at_ms: 'bigint',
  log_seq: 'bigint',
  provider: 'text',
  model: 'text',
}

async function copy(
  source: Database,
  client: Client,
  table: string,
  columns: Readonly<Record<string, string>>,
): Promise<void> {
  const names = Object.keys(columns)
  const types = Object.values(columns).map((type, i) => `$${i + 1}::${type}[]`)
  const rows = source.query(`SELECT ${names.join(', ')} FROM ${table}`).values() as (string | number)[][]
  for (let start = 0; start < rows.length; start += LOGS_PER_STEP) {
    const some = rows.slice(start, start + LOGS_PER_STEP)
    await rowsOf(
      client,
      `INSERT INTO ${table} (${names.join(', ')}) SELECT * FROM unnest(${types.join(', ')})`,
      names.map((_, i) => some.map((row) => row[i]!)),
    )
  }
}

async function countInTarget(client: Client, table: string): Promise<number> {
  return (await rowsOf(client, `SELECT count(*) FROM ${table}`))[0]![0] as number
}

function countInSource(source: Database, table: string): number {
  return (source.query(`SELECT count(*) FROM ${table}`).values()[0] as [number])[0]
}

async function lastSeqInTarget(client: Client): Promise<number> {
  return (await rowsOf(client, 'SELECT max(seq) FROM logs'))[0]![0] as number
}

function lastSeqInSource(source: Database): number {
  return (source.query('SELECT max(seq) FROM logs').values()[0] as [number])[0]
}
