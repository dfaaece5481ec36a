/** The schema of logs.db, its migrations, and the two ways to open it. */

import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { COLUMNS } from './record-row.ts'
import { ROLLUP_TABLES, rollupTable } from './rollups.ts'

/** Which part of a block belongs to a row; null lengths say that there was no such body. */
const PLACE_COLUMNS = [
  'detail_block',
  'detail_offset',
  'detail_length',
  'body_block',
  'body_offset',
  'request_length',
  'response_length',
] as const

/** A known id is passed over; INSERT OR IGNORE would also pass over a row that breaks NOT NULL, and lose it in silence. */
export const INSERT_LOG = `INSERT INTO logs (${[...COLUMNS, ...PLACE_COLUMNS].join(', ')})
  VALUES (${[...COLUMNS, ...PLACE_COLUMNS].map(() => '?').join(', ')}) ON CONFLICT (id) DO NOTHING`

const TEXT_NEVER_NULL = new Set([
  'id',
  'trace_id',
  'organisation_id',
  'workspace_id',
  'key_id',
  'method',
  'path',
  'endpoint',
])
const TEXT = new Set([
  ...TEXT_NEVER_NULL,
  'ending',
  'error_code',
  'provider',
  'target',
  'model',
  'response_model',
  'cache_status',
  'metadata',
  'user_label',
  'prompt_label',
  'organisation_label',
  'environment_label',
  'warnings',
])

function column(name: string): string {
  const type = TEXT.has(name) ? 'TEXT' : 'NUMERIC'
  return `${name} ${type}${TEXT_NEVER_NULL.has(name) || name === 'started_at_ms' ? ' NOT NULL' : ''}`
}

/**
 * Trace ids are random, and a plain index over random text dirties a page of its own for nearly every row (measured:
 * 7 µs a row becomes 20 and more as the table grows). With the row's bucket in front, inserts stay in the few pages of
 * the newest bucket, and a look-up is one seek per bucket: some hundreds at 10 million rows.
 */
export const TRACE_BUCKET = '(seq >> 14)'

const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE logs (seq INTEGER PRIMARY KEY, ${[...COLUMNS, ...PLACE_COLUMNS].map(column).join(', ')})`,
    'CREATE UNIQUE INDEX logs_id ON logs (id)',
    // Every index ends with seq, the row's own key: pages of equal times are in order too.
    'CREATE INDEX logs_workspace_time ON logs (workspace_id, started_at_ms)',
    'CREATE INDEX logs_time ON logs (started_at_ms)',
    // "Show me the errors" must not walk over all that went well.
    'CREATE INDEX logs_workspace_errors ON logs (workspace_id, started_at_ms) WHERE status >= 400',
    'CREATE INDEX logs_errors ON logs (started_at_ms) WHERE status >= 400',
    `CREATE INDEX logs_trace ON logs (${TRACE_BUCKET}, trace_id)`,
    `CREATE TABLE blocks (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      workspace_id TEXT NOT NULL,
      newest_at_ms NUMERIC NOT NULL,
      raw_bytes INTEGER NOT NULL,
      data BLOB NOT NULL
    )`,
    'CREATE INDEX blocks_time ON blocks (newest_at_ms)',
    'CREATE TABLE journal_positions (segment INTEGER PRIMARY KEY, offset INTEGER NOT NULL)',
    ...ROLLUP_TABLES.map(rollupTable),
  ],
]

function versionOf(database: Database): number {
  return database.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0
}

function assertNotNewer(version: number): void {
  if (version > MIGRATIONS.length) {
    throw new Error(`logs.db has schema ${version}, this program knows ${MIGRATIONS.length}: use a newer release`)
  }
}

/** Opens for writing, creates and migrates. One writer only: the ingest worker. */
export function openLogWriter(path: string): Database {
  const database = new Database(path, { create: true, strict: true })
  try {
    database.run('PRAGMA journal_mode = WAL')
    database.run('PRAGMA synchronous = NORMAL')
    database.run('PRAGMA busy_timeout = 1000')
    // Fewer, larger checkpoints: hot index pages are written back once instead of once per thousand.
    database.run('PRAGMA wal_autocheckpoint = 8000')
    database.run('PRAGMA journal_size_limit = 67108864')
    migrate(database)
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

function migrate(database: Database): void {
  const version = versionOf(database)
  assertNotNewer(version)
  for (let next = version; next < MIGRATIONS.length; next++) {
    database.transaction(() => {
      for (const statement of MIGRATIONS[next]!) database.run(statement)
      database.run(`PRAGMA user_version = ${next + 1}`)
    })()
  }
}

/** Opens for reading; null while the writer has not made the current schema yet. */
export function openLogStoreForReading(path: string): Database | null {
  if (!existsSync(path)) return null
  const database = new Database(path, { readonly: true, strict: true })
  try {
    database.run('PRAGMA busy_timeout = 1000')
    const version = versionOf(database)
    assertNotNewer(version)
    if (version === MIGRATIONS.length) return database
  } catch (error) {
    database.close()
    throw error
  }
  database.close()
  return null
}
