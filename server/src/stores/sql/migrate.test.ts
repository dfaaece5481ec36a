import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, type Migration } from 'kysely'
import { openControlDatabase } from './control-database.ts'
import { createTables, isUpToDate, migrate, migrationsIn } from './migrate.ts'
import { MIGRATIONS } from './migrations/all-migrations.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

async function migrated(migrations: Record<string, Migration>): Promise<Database> {
  const file = new Database(':memory:')
  await migrate(new Kysely({ dialect: sqliteDialect(file) }), migrations, 'The store')
  return file
}

/** Tables and indexes with their definition, and the rows of every table; without the times of the migrations. */
function contentOf(file: Database): readonly unknown[] {
  const schema = file.query<{ type: string; name: string }, []>(
    'select type, name, sql from sqlite_master order by name',
  )
  return schema.all().map((part) => {
    const rows = part.type === 'table' ? file.query<object, []>(`select * from "${part.name}"`).all() : []
    return { ...part, rows: rows.map((row) => ({ ...row, timestamp: null })) }
  })
}

test('a new store has what all migrations make of an empty one', async () => {
  const created = new Database(':memory:')
  createTables(created)
  expect(contentOf(created)).toEqual(contentOf(await migrated(MIGRATIONS)))
  expect(isUpToDate(migrationsIn(created))).toBe(true)
  const next = { up: async () => {} }
  expect(isUpToDate(migrationsIn(await migrated({ ...MIGRATIONS, '999-next': next })))).toBe(false)
})

test('a store with tables is left as it is', async () => {
  const older = await migrated({ '001-keys': MIGRATIONS['001-keys']! })
  const before = contentOf(older)
  createTables(older)
  expect(contentOf(older)).toEqual(before)
  expect(isUpToDate(migrationsIn(older))).toBe(false)
})

test('a store of an older version gets the missing migrations when it is opened', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-migrate-'))
  try {
    const older = new Database(join(folder, 'control.db'), { create: true })
    const first = Object.fromEntries(Object.entries(MIGRATIONS).slice(0, 20))
    await migrate(new Kysely({ dialect: sqliteDialect(older) }), first, 'The store')
    older.close()
    await (await openControlDatabase(folder, false)).destroy()
    const file = new Database(join(folder, 'control.db'))
    expect(isUpToDate(migrationsIn(file))).toBe(true)
    file.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
