/** Opens the control store, embedded (control.db) or shared (PostgreSQL), with its schema up to date. */

import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { type Dialect, Kysely, sql } from 'kysely'
import { GatewayError } from '../../core/errors.ts'
import { MIGRATIONS, migrate } from './migrate.ts'
import type { ControlTables } from './schema.ts'
import { retryWhileLocked } from './sqlite-busy.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { isDamage, withPath } from './store-file.ts'

/** The same on both engines: integers are numbers, booleans 0 and 1, JSON is text, a transaction is the only writer. */
export type ControlDatabase = Kysely<ControlTables>

/** The store is not there or cannot be read: a person has to restore it. */
export class LostStoreError extends Error {}

export async function openControlDatabase(dataDirectory: string): Promise<ControlDatabase> {
  const path = join(dataDirectory, 'control.db')
  const file = openFile(path)
  try {
    // SQLite would wait inside this thread, and every stream with it.
    file.run('pragma busy_timeout = 0')
    await retryWhileLocked(file, () => file.run('pragma journal_mode = wal'))
    file.run('pragma synchronous = normal')
    file.run('pragma foreign_keys = on')
    return await open(sqliteDialect(file), path)
  } catch (error) {
    file.close()
    throw isDamage(error) ? damagedStore(path, error) : withPath(path, causeOf(error))
  }
}

function openFile(path: string): Database {
  try {
    return new Database(path, { create: true, readwrite: true })
  } catch (error) {
    throw withPath(path, error)
  }
}

/** SQLite cannot read it: said with the file and the way out. */
function damagedStore(path: string, error: Error): LostStoreError {
  return new LostStoreError(
    `${path} is damaged (${error.message}). Restore control.db and control.db-wal from a backup, or choose an empty folder with GATEWAY_DATA_DIR.`,
    { cause: error },
  )
}

/** Brings what is in the WAL into the file itself, durably: a lost WAL then loses nothing of it. */
export async function checkpoint(database: ControlDatabase): Promise<void> {
  await sql`pragma wal_checkpoint(passive)`.execute(database)
}

/** `databaseUrl`: `postgres://user:password@host:port/database`. */
export async function openSharedControlDatabase(databaseUrl: string): Promise<ControlDatabase> {
  // Loaded only where it is used: the embedded store starts without it.
  const { postgresDialect } = await import('./postgres-dialect.ts')
  const { postgresPool } = await import('./postgres-pool.ts')
  const { host, pathname } = new URL(databaseUrl)
  return open(postgresDialect(postgresPool(databaseUrl)), `The database ${host}${pathname}`)
}

/** `name` begins a sentence: the file, or the database without user and password. */
async function open(dialect: Dialect, name: string): Promise<ControlDatabase> {
  const database: ControlDatabase = new Kysely({ dialect })
  try {
    await migrate(database, MIGRATIONS, name)
  } catch (error) {
    await database.destroy()
    throw causeOf(error)
  }
  return database
}

/** Names the address or the file: who starts the gateway wants to know it, callers must not. */
function causeOf(error: unknown): unknown {
  return error instanceof GatewayError ? error.cause : error
}
