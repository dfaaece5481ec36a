/** Opens logs.db: for one writer, or for any number of readers. */

import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import type { Durability } from '../../core/runtime/disk.ts'
import { COLUMNS } from '../log-row.ts'
import { assertNotNewer, migrate, SCHEMA_VERSION, versionOf } from './migrations.ts'

/** Location of a row's detail and bodies in blocks. A null length means no body. */
const LOCATION_COLUMNS = [
  'detail_block',
  'detail_offset',
  'detail_length',
  'body_block',
  'body_offset',
  'request_length',
  'response_length',
  'attempts_length',
] as const

const FEEDBACK_COLUMNS = ['feedback_count', 'feedback_micros', 'feedback_weight_micros'] as const

const INSERTED = [...COLUMNS, ...LOCATION_COLUMNS, ...FEEDBACK_COLUMNS]

/** Ignores known ids only. INSERT OR IGNORE would also drop rows that violate NOT NULL, without an error. */
export const INSERT_LOG = `INSERT INTO logs (${INSERTED.join(', ')})
  VALUES (${INSERTED.map(() => '?').join(', ')}) ON CONFLICT (id) DO NOTHING`

/** 8 KiB pages need fewer splits and writes than SQLite's default 4 KiB. Existing stores keep their page size. */
const PAGE_BYTES = 8192
/** Large, rare checkpoints write hot index pages once instead of many times. */
const CHECKPOINT_BYTES = 32 * 1024 * 1024
/** Reader and writer are in worker threads, so waiting blocks no request. The writer locks a new file to create it. */
export const MAX_LOCK_WAIT_MS = 10_000

/** Opens for writing; creates and migrates. Only the ingest worker calls this while the gateway runs. */
export function openLogWriter(path: string, mustExist = false, durability: Durability = 'process'): Database {
  if (mustExist && !existsSync(path)) {
    throw new Error(
      `${path} was removed while the gateway runs. Restore it, or restart the gateway to create a new one`,
    )
  }
  const database = new Database(path, { create: true, strict: true })
  try {
    database.run(`PRAGMA busy_timeout = ${MAX_LOCK_WAIT_MS}`)
    database.run(`PRAGMA page_size = ${PAGE_BYTES}`)
    database.run('PRAGMA journal_mode = WAL')
    // FULL syncs the WAL at each commit.
    database.run(`PRAGMA synchronous = ${durability === 'disk' ? 'FULL' : 'NORMAL'}`)
    database.run(`PRAGMA wal_autocheckpoint = ${Math.round(CHECKPOINT_BYTES / pageBytesOf(database))}`)
    database.run('PRAGMA journal_size_limit = 67108864')
    // Overwrites deleted cells with zeros in pages that are written anyway, so that no copy outlives an erasure.
    database.run('PRAGMA secure_delete = FAST')
    migrate(database)
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

function pageBytesOf(database: Database): number {
  return database.query<{ page_size: number }, []>('PRAGMA page_size').get()?.page_size ?? PAGE_BYTES
}

/** A search reads the upper pages of an index many times. Memory is allocated only as it is used. */
const READER_CACHE_KIB = 16 * 1024

/** Opens for reading; null until the writer has created the current schema. */
export function openLogStoreForReading(path: string): Database | null {
  if (!existsSync(path)) return null
  const database = new Database(path, { readonly: true, strict: true })
  try {
    database.run(`PRAGMA busy_timeout = ${MAX_LOCK_WAIT_MS}`)
    database.run(`PRAGMA cache_size = -${READER_CACHE_KIB}`)
    const version = versionOf(database)
    assertNotNewer(version)
    if (version === SCHEMA_VERSION) return database
  } catch (error) {
    database.close()
    throw error
  }
  database.close()
  return null
}

/** Used by readers until the store exists. */
export function openEmptyLogStore(): Database {
  const database = new Database(':memory:', { strict: true })
  migrate(database)
  return database
}
