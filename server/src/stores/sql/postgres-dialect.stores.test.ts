import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { forEachEngine, type TestEngine } from '../suites/test-engines.ts'
import { type NotesDatabase, note, noteIds, withNotes } from '../suites/test-notes.ts'
import { openSharedControlDatabase } from './control-database.ts'

/** Resolves with the process id of a session that waits for the writer lock. */
async function waitingWriter(database: NotesDatabase): Promise<number> {
  for (;;) {
    const waiting = await sql<{ pid: number }>`
      select pid from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(database)
    if (waiting.rows[0]) return waiting.rows[0].pid
  }
}

const onPostgresOnly = (engine: TestEngine) => {
  let database: NotesDatabase

  beforeEach(async () => {
    database = await withNotes(await engine.openDatabase())
  })

  test('a transaction that caught a failed statement fails at commit', async () => {
    const work = database.transaction().execute(async (transaction) => {
      const insert = transaction.insertInto('notes').values(note('lost'))
      await insert.execute()
      await insert.execute().catch(() => {})
    })
    await expect(work).rejects.toThrow('transaction is aborted')
    expect(await noteIds(database)).toEqual([])
  })

  test('a reader does not wait for a writer and sees only committed data', async () => {
    await database.transaction().execute(async (writer) => {
      await writer.insertInto('notes').values(note('later')).execute()
      const reader = database.transaction().setAccessMode('read only')
      expect(await reader.execute((transaction) => noteIds(transaction))).toEqual([])
    })
    expect(await noteIds(database)).toEqual(['later'])
  })

  test('a writer whose wait times out fails alone and returns a clean connection', async () => {
    let secondRan = false
    await database.transaction().execute(async (first) => {
      const second = database.transaction().execute(async () => {
        secondRan = true
      })
      const outcome = second.catch((error: unknown) => error)
      const pid = await waitingWriter(first)
      await sql`select pg_cancel_backend(${pid})`.execute(first)
      expect(String(await outcome)).toContain('canceling statement')
    })
    expect(secondRan).toBe(false)
    // Use all connections of the pool at once, including that of the second writer.
    const reads = Array.from({ length: 8 }, () => noteIds(database))
    expect(await Promise.all(reads)).toEqual(Array(8).fill([]))
  })

  test('a connection closed by the server fails only its own query, and the next query gets a new one', async () => {
    const cut = database.transaction().execute(async (transaction) => {
      await transaction.insertInto('notes').values(note('cut')).execute()
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction)
    })
    await expect(cut).rejects.toMatchObject({ code: 'store_unavailable', status: 503 })
    expect(await noteIds(database)).toEqual([])
  })

  test('idle connections may end at any time', async () => {
    await Promise.all([noteIds(database), noteIds(database)])
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
      await engine.openDatabase(),
    )
    // A query may get a closed connection before the pool notices, and then removes it from the pool of 8.
    for (let failures = 0; failures < 8; failures++) {
      if (await noteIds(database).catch(() => null)) break
    }
    expect(await noteIds(database)).toEqual([])
  })

  test('an integer beyond 2^53 is an error, not rounded', async () => {
    await expect(sql`select 9007199254740993::bigint as n`.execute(database)).rejects.toThrow('9007199254740993')
    const { rows } = await sql`select (-9007199254740991)::bigint as n, 0.5::numeric as half`.execute(database)
    expect(rows).toEqual([{ n: -9007199254740991, half: 0.5 }])
  })

  test('an unreachable server is an error at startup', async () => {
    // Nothing listens on the reserved port 1.
    await expect(openSharedControlDatabase('postgres://postgres@127.0.0.1:1/none')).rejects.toThrow('ECONNREFUSED')
  })

  test('nodes that start together migrate an empty database once', async () => {
    await sql`drop schema public cascade`.execute(database)
    await sql`create schema public`.execute(database)
    const nodes = await Promise.all(Array.from({ length: 4 }, () => engine.openDatabase()))
    const names = nodes.map((node) => node.selectFrom('api_keys').select('name').execute())
    expect(await Promise.all(names)).toEqual([[], [], [], []])
  })
}

forEachEngine('the shared store', onPostgresOnly, ['PostgreSQL'])
