import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { LogExport } from '../../core/logs/log-exports.ts'
import { sampleExport } from '../../core/logs/sample-export.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { SqlExportChunks } from '../sql/repositories/export-chunks.ts'
import { SqlLogExports } from '../sql/repositories/log-exports.ts'
import { forEachEngine } from './test-engines.ts'
import { addOrganisation } from './test-people.ts'

forEachEngine('files of exports', (engine) => {
  let database: ControlDatabase
  let jobs: SqlLogExports
  let chunks: SqlExportChunks

  beforeEach(async () => {
    database = await engine.openDatabase()
    jobs = new SqlLogExports(database)
    chunks = new SqlExportChunks(database)
    await addOrganisation(database, 'acme')
  })

  async function running(leaseMs = 60_000): Promise<{ job: LogExport; runId: string }> {
    const job = sampleExport()
    await jobs.insert(job)
    const run = { id: Bun.randomUUIDv7(), leaseMs }
    expect(await jobs.claim(job.id, run)).toBeDefined()
    return { job, runId: run.id }
  }

  const text = async (id: string, atByte: number) => {
    const data = await chunks.read(id, atByte)
    return data && Buffer.from(data).toString('latin1')
  }

  test('are read back byte for byte, per job', async () => {
    const [one, other] = [await running(), await running()]
    const bytes = Uint8Array.from({ length: 70_000 }, (_, i) => (i * 7) % 256)
    // A view into a larger buffer: only the view is stored.
    expect(await chunks.write(one.job.id, one.runId, { atByte: 0, data: bytes.subarray(5, 65_005) })).toBe(true)
    expect(await chunks.write(one.job.id, one.runId, { atByte: 65_000, data: Buffer.from('\0end') })).toBe(true)
    expect(await chunks.write(other.job.id, other.runId, { atByte: 0, data: Buffer.from('other') })).toBe(true)
    expect(Buffer.from((await chunks.read(one.job.id, 0))!).equals(bytes.subarray(5, 65_005))).toBe(true)
    expect(await text(one.job.id, 65_000)).toBe('\0end')
    expect(await text(one.job.id, 4)).toBeUndefined()
    expect(await chunks.sizeOf(one.job.id)).toBe(65_004)
    expect(await chunks.sizeOf('unknown')).toBe(0)
  })

  test('are written and truncated only by the run that owns the job', async () => {
    const { job, runId } = await running(-1)
    expect(await chunks.write(job.id, runId, { atByte: 0, data: Buffer.from('good') })).toBe(true)
    expect(await chunks.write(job.id, runId, { atByte: 4, data: Buffer.from('unreported') })).toBe(true)
    const next = { id: Bun.randomUUIDv7(), leaseMs: 60_000 }
    expect(await jobs.claim(job.id, next)).toBeDefined()
    await chunks.cut(job.id, runId, 0)
    expect(await chunks.write(job.id, runId, { atByte: 14, data: Buffer.from('too late') })).toBe(false)
    expect(await chunks.sizeOf(job.id)).toBe(14)
    await chunks.cut(job.id, next.id, 4)
    expect(await chunks.sizeOf(job.id)).toBe(4)
    await jobs.update({ ...job, status: 'stopped' })
    expect(await chunks.write(job.id, next.id, { atByte: 4, data: Buffer.from('stopped') })).toBe(false)
    expect(await text(job.id, 0)).toBe('good')
  })

  test('are deleted with their jobs, and separately only in the expected state', async () => {
    const { job, runId } = await running()
    await chunks.write(job.id, runId, { atByte: 0, data: Buffer.from('x') })
    await chunks.remove(job.id, 'draft')
    expect(await chunks.sizeOf(job.id)).toBe(1)
    await jobs.update({ ...job, status: 'draft' })
    await chunks.remove(job.id, 'draft')
    expect(await chunks.sizeOf(job.id)).toBe(0)
    const another = await running()
    await chunks.write(another.job.id, another.runId, { atByte: 0, data: Buffer.from('x') })
    await jobs.remove(another.job.id)
    expect(await chunks.sizeOf(another.job.id)).toBe(0)
  })

  test('have the age of their newest chunk, and never expire while a run writes', async () => {
    const beforeMs = Date.now() + 1
    const [ended, busy] = [await running(), await running()]
    for (const { job, runId } of [ended, busy])
      for (const atByte of [0, 1]) await chunks.write(job.id, runId, { atByte, data: Buffer.from('x') })
    await jobs.update({ ...ended.job, status: 'stopped' })
    const [first] = await chunks.olderThan(Date.now() + 60_000)
    expect(first).toMatchObject({ id: ended.job.id, organisationId: 'acme', workspaceId: 'w1', status: 'stopped' })
    expect(first!.newestAtMs).toBeGreaterThanOrEqual(beforeMs - 1)
    expect(await chunks.olderThan(Date.now() + 60_000)).toHaveLength(1)
    expect(await chunks.olderThan(first!.newestAtMs)).toEqual([])
  })
})

forEachEngine(
  'export files of a job that is taken over during a write',
  (engine) => {
    test('contain nothing from a run that lost its job during the write', async () => {
      const database = await engine.openDatabase()
      await addOrganisation(database, 'acme')
      const chunks = new SqlExportChunks(database)
      const job = sampleExport()
      await new SqlLogExports(database).insert(job)
      await new SqlLogExports(database).claim(job.id, { id: 'late', leaseMs: -1 })
      const isWaiting = async () => {
        const found = sql<{ n: number }>`select count(*) as n from pg_locks where not granted and pid in
          (select pid from pg_stat_activity where datname = current_database())`
        return ((await found.execute(database)).rows[0]?.n ?? 0) > 0
      }
      const written = await database.transaction().execute(async (transaction) => {
        await new SqlLogExports(transaction).claim(job.id, { id: 'next', leaseMs: 60_000 })
        let hasEnded = false
        const late = chunks
          .write(job.id, 'late', { atByte: 0, data: Buffer.from('x') })
          .finally(() => (hasEnded = true))
        while (!hasEnded && !(await isWaiting())) await Bun.sleep(1)
        return { late }
      })
      expect(await written.late).toBe(false)
      expect(await chunks.sizeOf(job.id)).toBe(0)
    })
  },
  ['PostgreSQL'],
)
