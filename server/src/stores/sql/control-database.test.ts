import { beforeEach, expect, test } from 'bun:test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { keyHasher } from '../master-key.ts'
import { forEachEngine } from '../suites/test-engines.ts'
import { type NotesDatabase, note, noteIds, withNotes } from '../suites/test-notes.ts'
import { openControlDatabase } from './control-database.ts'
import { makeFirstKeys } from './first-keys.ts'
import { isUniqueViolation } from './is-unique-violation.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations/all-migrations.ts'

forEachEngine('the control store', (engine) => {
  let database: NotesDatabase

  beforeEach(async () => {
    database = await withNotes(await engine.openDatabase())
  })

  const insert = (id: string, amount?: number) => database.insertInto('notes').values(note(id, amount)).execute()

  test('a second start keeps every row', async () => {
    await insert('kept')
    await database.destroy()
    expect(await noteIds(await withNotes(await engine.openDatabase()))).toEqual(['kept'])
  })

  test('a failed migration is rolled back, and the store stays usable', async () => {
    const broken = {
      async up(schema: Kysely<unknown>) {
        await schema.schema.createTable('half_made').addColumn('id', 'text').execute()
        throw new Error('on purpose')
      },
    }
    await expect(migrate(database, { ...MIGRATIONS, '999-broken': broken }, 'The store')).rejects.toThrow('on purpose')
    const tables = (await database.introspection.getTables()).map((table) => table.name)
    expect(tables).toContain('api_keys')
    expect(tables).not.toContain('half_made')
    await migrate(database, MIGRATIONS, 'The store')
    await insert('works')
  })

  test('a store written by a newer version is refused with the migration name and not changed', async () => {
    const later = { up: async () => {} }
    await migrate(database, { ...MIGRATIONS, '999-later': later }, 'The store')
    const older = migrate(database, MIGRATIONS, '/data/control.db')
    await expect(older).rejects.toThrow(
      '/data/control.db was written by a newer version of Gatehouse: it has the migration 999-later,',
    )
    await migrate(database, { ...MIGRATIONS, '999-later': later }, 'The store')
    await sql`delete from kysely_migration where name = '999-later'`.execute(database)
  })

  test('transactions run one at a time, and a failed one is rolled back before the next', async () => {
    const failing = database.transaction().execute(async (transaction) => {
      await transaction.insertInto('notes').values(note('gone')).execute()
      throw new Error('on purpose')
    })
    const succeeding = database
      .transaction()
      .execute((transaction) => transaction.insertInto('notes').values(note('stays')).execute())
    await expect(failing).rejects.toThrow('on purpose')
    await succeeding
    expect(await noteIds(database)).toEqual(['stays'])
  })

  test('values read in a transaction stay valid until the commit: concurrent counters lose nothing', async () => {
    await insert('counter', 0)
    // On PostgreSQL half of the writers use a second node.
    const other = engine.name === 'PostgreSQL' ? await withNotes(await engine.openDatabase()) : database
    const countUp = (on: NotesDatabase) =>
      on.transaction().execute(async (transaction) => {
        const row = await transaction.selectFrom('notes').selectAll().executeTakeFirstOrThrow()
        await transaction
          .updateTable('notes')
          .set({ amount: row.amount + 1 })
          .execute()
      })
    await Promise.all(Array.from({ length: 30 }, (_, index) => countUp(index % 2 === 0 ? database : other)))
    expect(await database.selectFrom('notes').select('amount').execute()).toEqual([{ amount: 30 }])
  })

  test('a read-only transaction can read', async () => {
    await insert('one')
    const reader = database.transaction().setAccessMode('read only')
    expect(await reader.execute((transaction) => noteIds(transaction))).toEqual(['one'])
  })

  test('integers, sums, counts and comparisons come back as numbers', async () => {
    const most = Number.MAX_SAFE_INTEGER - 1
    await insert('small', 1)
    await insert('large', most)
    const answer: unknown = await database
      .selectFrom('notes')
      .select(({ fn, exists, selectFrom }) => [
        fn.countAll().as('count'),
        fn.sum('amount').as('sum'),
        fn.max('amount').as('most'),
        exists(selectFrom('notes').select('id')).as('is_there'),
        exists(selectFrom('notes').select('id').where('id', '=', 'none')).as('is_missing'),
      ])
      .executeTakeFirstOrThrow()
    expect(answer).toEqual({ count: 2, sum: most + 1, most, is_there: 1, is_missing: 0 })
  })

  test('text preserves every character except NUL', async () => {
    const text = '\u0001 "quotes" \\ \u{1F600} \u2028 \uFEFF ẞ'
    await database.insertInto('notes').values({ id: 'n', text, amount: 1 }).execute()
    expect(await database.selectFrom('notes').select('text').execute()).toEqual([{ text }])
  })

  test('a foreign key to a missing row is refused', async () => {
    await database.schema
      .createTable('answers')
      .ifNotExists()
      .addColumn('note_id', 'text', (column) => column.references('notes.id'))
      .execute()
    const orphan = sql`insert into answers (note_id) values ('none')`.execute(database)
    const error: unknown = await orphan.catch((thrown: unknown) => thrown)
    expect(String(error)).toMatch(/foreign key/i)
    expect(isUniqueViolation(error)).toBe(false)
  })

  test('isUniqueViolation detects duplicates and no other errors', async () => {
    await database.schema.createIndex('one_text').ifNotExists().on('notes').column('text').unique().execute()
    await insert('n')
    const failure = (statement: Promise<unknown>) => statement.then(() => null).catch((error: unknown) => error)
    const sameKey = database.insertInto('notes').values({ ...note('n'), text: 'other' })
    expect(isUniqueViolation(await failure(sameKey.execute()))).toBe(true)
    const sameText = database.insertInto('notes').values({ ...note('n'), id: 'other' })
    expect(isUniqueViolation(await failure(sameText.execute()))).toBe(true)
    const textless = sql`insert into notes (id, amount) values ('p', 1)`.execute(database)
    expect(isUniqueViolation(await failure(textless))).toBe(false)
    expect(isUniqueViolation(await failure(sql`select nonsense`.execute(database)))).toBe(false)
    expect(isUniqueViolation(new Error('UNIQUE constraint failed'))).toBe(false)
  })
})

test('no secret is in the files of the embedded store', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-control-'))
  try {
    const database = await openControlDatabase(folder)
    const made = await makeFirstKeys(database, {
      given: { admin: null, workspace: null },
      hash: keyHasher(new Uint8Array(32).fill(1)),
      scopes: ['*'],
      nowMs: 5,
    })
    const files = await Promise.all(
      ['control.db', 'control.db-wal'].map((name) => readFile(join(folder, name), 'latin1').catch(() => '')),
    )
    await database.destroy()
    const bytes = files.join('')
    expect(bytes).toContain('First Admin key')
    for (const secret of [made!.admin, made!.workspace]) expect(bytes).not.toContain(secret.slice(8, 30))
  } finally {
    await rm(folder, { recursive: true })
  }
})
