/** Migrates the schema of the control store: all missing migrations in one transaction, one process at a time. */

import type { Database } from 'bun:sqlite'
import {
  DEFAULT_MIGRATION_LOCK_TABLE,
  DEFAULT_MIGRATION_TABLE,
  type Kysely,
  MIGRATION_LOCK_ID,
  type Migration,
  Migrator,
  sql,
} from 'kysely'
import { hasTable } from './history/row-history.ts'
import { MIGRATION_NAMES, NEW_STORE } from './new-store.ts'

/** A newer version of Gatehouse wrote the store. */
class NewerStoreError extends Error {}

/** If the file is empty, creates the tables of all migrations in one step, which takes a tenth of the time. */
export function createTables(file: Database): void {
  const isEmpty = () => file.query('select 1 from sqlite_master').get() === null
  if (!isEmpty()) return
  const create = file.transaction(() => {
    // Another process may have created them in the meantime.
    if (!isEmpty()) return
    file.run(NEW_STORE)
    const add = file.query(`insert into ${DEFAULT_MIGRATION_TABLE} (name, timestamp) values (?, ?)`)
    for (const name of MIGRATION_NAMES) add.run(name, new Date().toISOString())
    file.run(`insert into ${DEFAULT_MIGRATION_LOCK_TABLE} (id) values (?)`, [MIGRATION_LOCK_ID])
  })
  create.immediate()
}

/** The names of the applied migrations, in order. */
export function migrationsIn(file: Database): readonly string[] {
  if (!hasTable(file, DEFAULT_MIGRATION_TABLE)) return []
  const query = file.query<{ name: string }, []>(`select name from ${DEFAULT_MIGRATION_TABLE}`)
  return query
    .all()
    .map(({ name }) => name)
    .sort()
}

/** Like `migrationsIn`, for PostgreSQL. */
export async function sharedMigrationsIn<Tables>(database: Kysely<Tables>): Promise<readonly string[]> {
  const table = sql<{ found: string | null }>`select to_regclass(${DEFAULT_MIGRATION_TABLE})::text as found`
  const { rows } = await table.execute(database)
  return rows[0]?.found == null ? [] : appliedMigrations(database)
}

/** Faster than Kysely's own check, which first reads the columns of every table. */
export function isUpToDate(applied: readonly string[]): boolean {
  return Bun.deepEquals(applied, MIGRATION_NAMES)
}

/** `name` starts error messages: the file, or the database without credentials. */
export async function migrate<Tables>(
  database: Kysely<Tables>,
  migrations: Record<string, Migration>,
  name: string,
): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return
  // None if the migration table cannot be read.
  const applied = await appliedMigrations(database).catch(() => [])
  const unknown = applied.filter((known) => migrations[known] === undefined)
  if (unknown.length === 0) throw error
  throw new NewerStoreError(
    `${name} was written by a newer version of Gatehouse: it has the migration ${unknown.join(', ')}, but the latest one of this version is ${Object.keys(migrations).sort().at(-1)}. Install the newer version again, or restore a backup from before the upgrade.`,
    { cause: error },
  )
}

async function appliedMigrations<Tables>(database: Kysely<Tables>): Promise<readonly string[]> {
  const applied = sql<{ readonly name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`
  const { rows } = await applied.execute(database)
  return rows.map(({ name }) => name).sort()
}
