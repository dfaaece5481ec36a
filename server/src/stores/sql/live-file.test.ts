import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FileRange, LiveFile } from './live-file.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-live-file-'))
})

afterEach(() => rm(folder, { recursive: true }))

/**
 * Another process that adds a row to two tables in each transaction, prints how many are committed, and restarts the
 * WAL often: every 20 transactions it checkpoints as far as readers allow.
 */
function startWriter(path: string) {
  const program = `import { Database } from 'bun:sqlite'
    const database = new Database(${JSON.stringify(path)}, { create: true })
    database.run('pragma busy_timeout = 10000')
    database.run('pragma journal_mode = wal')
    database.run('pragma wal_autocheckpoint = 0')
    database.run('create table if not exists one (id integer primary key, text text)')
    database.run('create table if not exists two (id integer primary key, text text)')
    for (let i = 1; ; i++) {
      database.transaction(() => {
        database.run('insert into one values (?, ?)', [i, 'x'.repeat(i * 37 % 900)])
        database.run('insert into two values (?, ?)', [i, 'y'.repeat(i * 91 % 900)])
        database.run('update one set text = ? where id = ?', ['z'.repeat(i * 53 % 900), 1 + i * 7919 % i])
      })()
      if (i % 20 === 0) database.run('pragma wal_checkpoint(passive)')
      if (i % 5 === 0) console.log(i)
      if (i % 50 === 0) await Bun.sleep(1)
    }`
  const child = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe', stderr: 'inherit' })
  let committed = 0
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of child.stdout) {
      const numbers = decoder.decode(chunk).trim().split('\n')
      committed = Math.max(committed, ...numbers.map((text) => Number(text) || 0))
    }
  })()
  return {
    committed: () => committed,
    async stop() {
      child.kill('SIGKILL')
      await child.exited
      await reading
    },
  }
}

function bytesOf({ descriptor, sizeBytes }: FileRange): Buffer {
  const bytes = Buffer.alloc(sizeBytes)
  return bytes.subarray(0, readSync(descriptor, bytes, 0, sizeBytes, 0))
}

test('copies of a file under write load are whole and have every transaction committed before', async () => {
  const path = join(folder, 'source.db')
  const writer = startWriter(path)
  try {
    while (writer.committed() < 100) await Bun.sleep(5)
    for (let copy = 0; copy < 25; copy++) {
      const before = writer.committed()
      const live = new LiveFile(path)
      const to = join(folder, `copy-${copy}.db`)
      // The writer commits and checkpoints before the file is read.
      const goal = writer.committed() + 60
      while (writer.committed() < goal) await Bun.sleep(1)
      const snapshot = live.first<{ count: number }>('select count(*) as count from one')?.count ?? 0
      if (copy % 2 === 0) live.detach()
      writeFileSync(to, bytesOf(live.file))
      if (live.wal) writeFileSync(`${to}-wal`, bytesOf(live.wal))
      live.close()
      const restored = new Database(to)
      expect(restored.query('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
      const { ones, twos } = restored
        .query<{ ones: number; twos: number }, []>(
          'select (select count(*) from one) as ones, (select count(*) from two) as twos',
        )
        .get()!
      restored.close()
      expect(ones).toBe(twos)
      expect(ones).toBeGreaterThanOrEqual(before)
      expect(ones).toBeGreaterThanOrEqual(snapshot)
    }
  } finally {
    await writer.stop()
  }
})

test('a file whose writer was killed is copied with the changes in its WAL', async () => {
  const path = join(folder, 'source.db')
  const writer = startWriter(path)
  while (writer.committed() < 30) await Bun.sleep(5)
  await writer.stop()
  const live = new LiveFile(path)
  const to = join(folder, 'copy.db')
  writeFileSync(to, bytesOf(live.file))
  if (live.wal) writeFileSync(`${to}-wal`, bytesOf(live.wal))
  live.close()
  const restored = new Database(to)
  const found = restored.query<{ count: number }, []>('select count(*) as count from two').get()
  restored.close()
  expect(found!.count).toBeGreaterThanOrEqual(writer.committed())
})

test('a file that is not a database is reported with its path', () => {
  const path = join(folder, 'source.db')
  writeFileSync(path, 'not a database, but long enough to have a header'.repeat(100))
  expect(() => new LiveFile(path)).toThrow(path)
})
