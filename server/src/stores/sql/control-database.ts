/** Opens the control store, embedded (control.db) or shared (PostgreSQL), and migrates its schema. */

import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { GatewayError } from '../../core/errors.ts'
import { DEFAULT_STORE_TIMEOUT_MS } from '../../core/stores/stores.ts'
import { RowHistory } from './history/row-history.ts'
import { createTables, isUpToDate, migrate, migrationsIn, sharedMigrationsIn } from './migrate.ts'
import { MIGRATION_NAMES } from './new-store.ts'
import type { ControlTables } from './schema.ts'
import { retryWhileLocked } from './sqlite-busy.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { isDamage, openFile, withPath } from './store-file.ts'

/** On both engines, integers are numbers, booleans 0 and 1, JSON is text, and write transactions run one at a time. */
export type ControlDatabase = Kysely<ControlTables>

/** The store is missing or unreadable, and an operator must restore it. */
export class LostStoreError extends Error {}

/** `keepsHistory`: null does not change whether the history of settings is on. */
export async function openControlDatabase(
  dataDirectory: string,
  keepsHistory: boolean | null = null,
): Promise<ControlDatabase> {
  const path = join(dataDirectory, 'control.db')
  const file = openFile(path)
  try {
    // SQLite would block this thread, and all streams, while it waits for a lock.
    file.run('pragma busy_timeout = 0')
    await retryWhileLocked(file, () => file.run('pragma journal_mode = wal'))
    file.run('pragma synchronous = normal')
    file.run('pragma foreign_keys = on')
    // Overwrites deleted rows with zeros: erased personal data must not stay in free pages.
    file.run('pragma secure_delete = on')
    const history = new RowHistory(file)
    await retryWhileLocked(file, () => createTables(file))
    const applied = await retryWhileLocked(file, () => migrationsIn(file))
    await retryWhileLocked(file, () => history.prepareMigration(applied, MIGRATION_NAMES))
    const database: ControlDatabase = new Kysely({ dialect: sqliteDialect(file, { observer: history }) })
    await bringUpToDate(database, path, async () => applied)
    await retryWhileLocked(file, () => history.install(keepsHistory))
    return database
  } catch (error) {
    file.close()
    throw isDamage(error) ? damagedStore(path, error) : withPath(path, causeOf(error))
  }
}

function damagedStore(path: string, error: Error): LostStoreError {
  return new LostStoreError(
    `${path} is damaged (${error.message}). Restore control.db and control.db-wal from a backup, or choose an empty folder with GATEWAY_DATA_DIR.`,
    { cause: error },
  )
}

/** Copies the WAL into the database file and syncs it, so that these changes no longer depend on the WAL. */
export async function checkpoint(database: ControlDatabase): Promise<void> {
  await sql`pragma wal_checkpoint(passive)`.execute(database)
}

/** Also empties the WAL, which holds earlier versions of changed rows. */
export async function truncateWal(database: ControlDatabase): Promise<void> {
  await sql`pragma wal_checkpoint(truncate)`.execute(database)
}

/** `databaseUrl`: `postgres://user:password@host:port/database`. */
export async function openSharedControlDatabase(
  databaseUrl: string,
  timeoutMs = DEFAULT_STORE_TIMEOUT_MS,
): Promise<ControlDatabase> {
  // Imported lazily, because the embedded store does not need it.
  const { postgresDialect } = await import('./postgres-dialect.ts')
  const { postgresPool } = await import('./postgres-pool.ts')
  const { host, pathname } = new URL(databaseUrl)
  const database: ControlDatabase = new Kysely({ dialect: postgresDialect(postgresPool(databaseUrl, timeoutMs)) })
  await bringUpToDate(database, `The database ${host}${pathname}`, () => sharedMigrationsIn(database))
  return database
}

/** Closes the database if this fails. `name` starts error messages: the file, or the database without credentials. */
async function bringUpToDate(
  database: ControlDatabase,
  name: string,
  applied: () => Promise<readonly string[]>,
): Promise<void> {
  try {
    if (isUpToDate(await applied())) return
    const { MIGRATIONS } = await import('./migrations/all-migrations.ts')
    await migrate(database, MIGRATIONS, name)
  } catch (error) {
    await database.destroy()
    throw causeOf(error)
  }
}

/** The cause names the address or file, which the operator needs at startup; API callers only get the GatewayError. */
function causeOf(error: unknown): unknown {
  return error instanceof GatewayError ? error.cause : error
}
