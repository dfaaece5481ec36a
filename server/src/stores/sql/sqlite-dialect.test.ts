import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { Kysely } from 'kysely'
import { sqliteDialect } from './sqlite-dialect.ts'

const WAIT_MS = 50

let database: Kysely<{ notes: { id: number } }>

beforeEach(async () => {
  database = new Kysely({ dialect: sqliteDialect(new Database(':memory:'), WAIT_MS) })
  await database.schema.createTable('notes').addColumn('id', 'integer').execute()
})

afterEach(() => database.destroy())

const insert = (id: number) => database.insertInto('notes').values({ id }).execute()
const ids = async () => (await database.selectFrom('notes').select('id').execute()).map((row) => row.id)

test('a transaction that waits for itself fails and leaves the store to the others', async () => {
  const stuck = database.transaction().execute(async (transaction) => {
    await transaction.insertInto('notes').values({ id: 1 }).execute()
    await insert(2)
  })
  await expect(stuck).rejects.toThrow(`busy for ${WAIT_MS} ms`)
  expect(await ids()).toEqual([])
})

test('who gave up waiting does not let others in early, and those behind still get their turn', async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const holder = database.transaction().execute(() => held)
  await expect(insert(1)).rejects.toThrow('busy')
  await expect(insert(2)).rejects.toThrow('busy')
  const behind = insert(3)
  letGo()
  await Promise.all([holder, behind])
  expect(await ids()).toEqual([3])
})
