import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { retryWhileLocked } from './sqlite-busy.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

const WAIT_MS = 50

let database: Kysely<{ notes: { id: number } }>

beforeEach(async () => {
  database = new Kysely({ dialect: sqliteDialect(new Database(':memory:'), { longestWaitMs: WAIT_MS }) })
  await database.schema.createTable('notes').addColumn('id', 'integer').execute()
})

afterEach(() => database.destroy())

const insert = (id: number) => database.insertInto('notes').values({ id }).execute()
const ids = async () => (await database.selectFrom('notes').select('id').execute()).map((row) => row.id)

test('a transaction that waits for itself times out and does not block others', async () => {
  const stuck = database.transaction().execute(async (transaction) => {
    await transaction.insertInto('notes').values({ id: 1 }).execute()
    await insert(2)
  })
  await expect(stuck).rejects.toThrow(`busy for ${WAIT_MS} ms`)
  expect(await ids()).toEqual([])
})

test('a waiter that times out does not admit others early, and later waiters still get the connection', async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const holder = database.transaction().execute(() => held)
  await expect(insert(1)).rejects.toThrow('busy')
  await expect(insert(2)).rejects.toThrow('busy')
  const behind = insert(3)
  letGo()
  await Promise.all([holder, behind])
  expect(await ids()).toEqual([3])
})

test('while another connection has the write lock, readers run and the writer runs afterwards', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-locked-'))
  const path = join(folder, 'notes.db')
  const other = new Database(path)
  other.run('pragma journal_mode = wal')
  const notes: typeof database = new Kysely({ dialect: sqliteDialect(new Database(path), { longestWaitMs: WAIT_MS }) })
  try {
    await notes.schema.createTable('notes').addColumn('id', 'integer').execute()
    other.run('begin immediate')
    const order: string[] = []
    const add = (id: number) => notes.insertInto('notes').values({ id }).execute()
    const writes = [
      add(1).then(() => order.push('statement')),
      notes.transaction().execute((transaction) => transaction.insertInto('notes').values({ id: 2 }).execute()),
    ]
    // Longer than the queue timeout, because writers leave the queue while they wait for the lock.
    for (let i = 0; i < 3; i++) {
      // The queue timeout is real time; a longer wait proves the same.
      await Bun.sleep(WAIT_MS)
      expect(await notes.selectFrom('notes').selectAll().execute()).toEqual([])
      order.push('read')
    }
    other.run('rollback')
    await Promise.all(writes)
    expect(order).toEqual(['read', 'read', 'read', 'statement'])
    expect((await notes.selectFrom('notes').select('id').orderBy('id').execute()).map(({ id }) => id)).toEqual([1, 2])
  } finally {
    await notes.destroy()
    other.close()
    await rm(folder, { recursive: true })
  }
})

test('a lock that is not released in time is an error with the file; other errors are not retried', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-locked-'))
  const path = join(folder, 'notes.db')
  const [mine, other] = [new Database(path), new Database(path)]
  try {
    other.run('begin exclusive')
    const take = () => mine.run('begin immediate')
    const failure: unknown = await retryWhileLocked(mine, take, { longestWaitMs: 20 }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'store_unavailable' })
    expect(String((failure as Error).cause)).toContain(path)
    expect((failure as Error).message).not.toContain(path)
    let calls = 0
    const wrong = () => {
      calls++
      mine.run('nonsense')
    }
    await expect(retryWhileLocked(mine, wrong)).rejects.toThrow('syntax error')
    expect(calls).toBe(1)
  } finally {
    mine.close()
    other.close()
    await rm(folder, { recursive: true })
  }
})
