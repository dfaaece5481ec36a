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

test('users whom an older version disabled count as disabled by hand', async () => {
  const before = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < '030'))
  const file = await migrated(before)
  file.run("insert into organisations (id, name, created_at_ms) values ('o', 'o', 1)")
  const add = file.query(
    `insert into users (id, organisation_id, email, first_name, last_name, role, password_hash, created_at_ms, updated_at_ms, is_disabled)
     values (?, 'o', ?, 'a', 'b', 'member', 'x', 1, 1, ?)`,
  )
  add.run('active', 'a@example.com', 0)
  add.run('disabled', 'd@example.com', 1)
  await migrate(new Kysely({ dialect: sqliteDialect(file) }), MIGRATIONS, 'The store')
  expect(file.query('select id, disabled_by from users order by id').all()).toEqual([
    { id: 'active', disabled_by: null },
    { id: 'disabled', disabled_by: 'manual' },
  ])
})

test('Admin keys of the first version are Admin keys of the organisation', async () => {
  const file = await migrated({ '001-keys': MIGRATIONS['001-keys']! })
  file.run("insert into organisations (id, name, created_at_ms) values ('o', 'o', 1)")
  file.run("insert into workspaces (id, organisation_id, name, created_at_ms) values ('w', 'o', 'w', 1)")
  const add = file.query(
    `insert into api_keys (id, organisation_id, workspace_id, kind, name, hash, hint, scopes, created_at_ms)
     values (?1, 'o', ?2, ?3, 'n', ?1, 'h', '[]', 1)`,
  )
  add.run('a', null, 'admin')
  add.run('b', 'w', 'workspace')
  await migrate(new Kysely({ dialect: sqliteDialect(file) }), MIGRATIONS, 'The store')
  expect(file.query('select id, type from api_keys order by id').all()).toEqual([
    { id: 'a', type: 'organisation-service' },
    { id: 'b', type: 'workspace-service' },
  ])
})
