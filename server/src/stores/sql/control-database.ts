/** Opens the control store, embedded (control.db) or shared (PostgreSQL), with its schema up to date. */

import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { type Dialect, Kysely } from 'kysely'
import { GatewayError } from '../../core/errors.ts'
import { migrate } from './migrate.ts'
import type { ControlTables } from './schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/** The same on both engines: integers are numbers, booleans 0 and 1, JSON is text, a transaction is the only writer. */
export type ControlDatabase = Kysely<ControlTables>

export async function openControlDatabase(dataDirectory: string): Promise<ControlDatabase> {
  const file = new Database(join(dataDirectory, 'control.db'), { create: true, readwrite: true })
  file.run('pragma journal_mode = wal')
  file.run('pragma synchronous = normal')
  file.run('pragma foreign_keys = on')
  file.run('pragma busy_timeout = 2000')
  return open(sqliteDialect(file))
}

/** `databaseUrl`: `postgres://user:password@host:port/database`. */
export async function openSharedControlDatabase(databaseUrl: string): Promise<ControlDatabase> {
  // Loaded only where it is used: the embedded store starts without it.
  const { postgresDialect } = await import('./postgres-dialect.ts')
  const { postgresPool } = await import('./postgres-pool.ts')
  return open(postgresDialect(postgresPool(databaseUrl)))
}

async function open(dialect: Dialect): Promise<ControlDatabase> {
  const database: ControlDatabase = new Kysely({ dialect })
  try {
    await migrate(database)
  } catch (error) {
    await database.destroy()
    // Who starts a node wants to know which address did not answer; callers do not.
    throw error instanceof GatewayError ? error.cause : error
  }
  return database
}
