import { expect, test } from 'bun:test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Checkpoints } from './checkpoints.ts'
import { openControlDatabase } from './control-database.ts'
import { controlStore } from './control-store.ts'

test('a checkpoint copies a transaction into control.db, and none runs after close', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-checkpoints-'))
  const database = await openControlDatabase(folder)
  const isInFile = async (text: string) => (await readFile(join(folder, 'control.db'))).includes(text)
  const failures: unknown[] = []
  const checkpoints = new Checkpoints(database, (error) => void failures.push(error), null, null, 1)
  const store = checkpoints.follow(controlStore(database, () => ''))
  await database.transaction().execute(async (transaction) => {
    await sql`create table notes (id text)`.execute(transaction)
    await sql`insert into notes values ('without a checkpoint')`.execute(transaction)
  })
  expect(await isInFile('without a checkpoint')).toBe(false)
  await store.transact(async () => {})
  while (!(await isInFile('without a checkpoint'))) await Bun.sleep(1)

  await sql`insert into notes values ('the last note')`.execute(database)
  await store.transact(async () => {})
  await checkpoints.close()
  await database.destroy()
  await Bun.sleep(5)
  expect(failures).toEqual([])
  await rm(folder, { recursive: true })
})
