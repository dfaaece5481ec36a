/** Opens the control store (control.db) and brings its schema up to date. */

import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { Kysely, type Migration, Migrator } from 'kysely'
import { keys } from './migrations/001-keys.ts'
import type { ControlTables } from './schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

export type ControlDatabase = Kysely<ControlTables>

/** In order; a migration that has landed is never edited. */
const MIGRATIONS: Record<string, Migration> = { '001-keys': keys }

export async function openControlDatabase(dataDirectory: string): Promise<ControlDatabase> {
  const file = new Database(join(dataDirectory, 'control.db'), { create: true, readwrite: true })
  file.run('pragma journal_mode = wal')
  file.run('pragma synchronous = normal')
  file.run('pragma foreign_keys = on')
  file.run('pragma busy_timeout = 2000')
  const database: ControlDatabase = new Kysely({ dialect: sqliteDialect(file) })
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error) {
    await database.destroy()
    throw error
  }
  return database
}
