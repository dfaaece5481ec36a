import { beforeEach, expect, test } from 'bun:test'
import type { ExportRun, LogExport } from '../../core/logs/log-exports.ts'
import { sampleExport } from '../../core/logs/sample-export.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { SqlLogExports } from '../sql/repositories/log-exports.ts'
import { forEachEngine } from './test-engines.ts'
import { addOrganisation } from './test-people.ts'

const HERE = { organisationId: 'acme', workspaceId: 'w1' }
const EVERYWHERE = { organisationId: 'acme', workspaceId: null }

forEachEngine('export jobs', (engine) => {
  let database: ControlDatabase
  let jobs: SqlLogExports

  beforeEach(async () => {
    database = await engine.openDatabase()
    jobs = new SqlLogExports(database)
    await addOrganisation(database, 'acme')
    await addOrganisation(database, 'other')
  })

  test('are read back unchanged, including counts beyond 32 bits', async () => {
    const saved = job({
      description: 'für “ünïcode”',
      format: 'csv',
      filters: '{"status_code":["5xx"]}',
      columns: ['id', 'cost'],
      status: 'failed',
      total: 5_000_000_000,
      written: 4_999_999_999,
      cursor: 'c-17',
      fileBytes: 2 ** 40,
      error: 'no space',
    })
    await jobs.insert(saved)
    expect(await jobs.find(HERE, saved.id)).toEqual(saved)
    expect(await jobs.find(EVERYWHERE, saved.id)).toEqual(saved)
  })

  test('are not found from another workspace or organisation', async () => {
    const saved = job({})
    await jobs.insert(saved)
    expect(await jobs.find({ organisationId: 'acme', workspaceId: 'w2' }, saved.id)).toBeUndefined()
    expect(await jobs.find({ organisationId: 'other', workspaceId: null }, saved.id)).toBeUndefined()
    const page = { currentPage: 0, pageSize: 50 }
    expect(await jobs.list({ organisationId: 'acme', workspaceId: 'w2' }, page)).toEqual({ rows: [], total: 0 })
  })

  test('are listed newest first, in pages', async () => {
    for (let i = 0; i < 5; i++) await jobs.insert(job({ id: `job-${i}`, createdAtMs: 100 + i }))
    await jobs.insert(job({ workspaceId: 'w2' }))
    const page = await jobs.list(HERE, { currentPage: 1, pageSize: 2 })
    expect(page.total).toBe(5)
    expect(page.rows.map((row) => row.id)).toEqual(['job-2', 'job-1'])
  })

  test('an update changes all fields of one job only', async () => {
    const [saved, bystander] = [job({}), job({})]
    await jobs.insert(saved)
    await jobs.insert(bystander)
    const changed: LogExport = { ...saved, filters: '{"cost_min":3}', columns: ['request'], status: 'stopped' }
    await jobs.update(changed)
    expect(await jobs.find(HERE, saved.id)).toEqual(changed)
    expect(await jobs.find(HERE, bystander.id)).toEqual(bystander)
  })

  test('record progress only while running: a stopped or deleted job does not change', async () => {
    const saved = job({ status: 'in_progress' })
    await jobs.insert(saved)
    const run = await claimed(saved)
    expect(await jobs.advance(saved.id, run.id, STEP)).toBe(true)
    expect(await jobs.find(HERE, saved.id)).toEqual({ ...saved, ...STEP })
    const stopped: LogExport = { ...saved, ...STEP, status: 'stopped' }
    await jobs.update(stopped)
    expect(await jobs.advance(saved.id, run.id, { ...STEP, written: 8, status: 'success' })).toBe(false)
    expect(await jobs.find(HERE, saved.id)).toEqual(stopped)
    // After a restart the job waits for a new run; the old run no longer owns it.
    await jobs.update({ ...stopped, status: 'in_progress' })
    expect(await jobs.advance(saved.id, run.id, STEP)).toBe(false)
    expect(await jobs.renew(saved.id, run)).toBe(false)
    const next = await claimed(saved)
    await jobs.remove(saved.id)
    expect(await jobs.advance(saved.id, next.id, STEP)).toBe(false)
    expect(await jobs.find(HERE, saved.id)).toBeUndefined()
  })

  test('are claimed by exactly one of many concurrent runs on two connections', async () => {
    const saved = job({ status: 'in_progress' })
    await jobs.insert(saved)
    const elsewhere = new SqlLogExports(await engine.openDatabase())
    const asked = Array.from({ length: 20 }, (_, i) => (i % 2 ? jobs : elsewhere).claim(saved.id, newRun()))
    expect((await Promise.all(asked)).filter((given) => given !== undefined)).toEqual([saved])
    expect(await jobs.unfinished()).toEqual([])
  })

  test('can be claimed by another run only after the lease expired or was released', async () => {
    const saved = job({ status: 'in_progress' })
    await jobs.insert(saved)
    const first = await claimed(saved)
    expect(await jobs.claim(saved.id, newRun())).toBeUndefined()
    expect(await jobs.renew(saved.id, { ...first, leaseMs: -1 })).toBe(true)
    expect((await jobs.unfinished()).map(({ id }) => id)).toEqual([saved.id])
    const second = await claimed(saved)
    expect(await jobs.renew(saved.id, first)).toBe(false)
    expect(await jobs.advance(saved.id, first.id, STEP)).toBe(false)
    // Too late: the run no longer owns the lease.
    await jobs.release(saved.id, first.id)
    expect(await jobs.claim(saved.id, newRun())).toBeUndefined()
    await jobs.release(saved.id, second.id)
    await claimed(saved)
  })

  test('that are not running cannot be claimed', async () => {
    for (const status of ['draft', 'success', 'failed', 'stopped'] as const) {
      const saved = job({ status })
      await jobs.insert(saved)
      expect(await jobs.claim(saved.id, newRun())).toBeUndefined()
    }
    const ended = job({ status: 'in_progress' })
    await jobs.insert(ended)
    const run = await claimed(ended)
    expect(await jobs.advance(ended.id, run.id, { ...STEP, status: 'success' })).toBe(true)
    expect(await jobs.claim(ended.id, newRun())).toBeUndefined()
  })

  async function claimed(saved: LogExport): Promise<ExportRun> {
    const run = newRun()
    expect((await jobs.claim(saved.id, run))?.id).toBe(saved.id)
    return run
  }

  test('that are unfinished are found, oldest first, in all workspaces', async () => {
    await jobs.insert(job({ id: 'second', status: 'in_progress', createdAtMs: 20, organisationId: 'other' }))
    await jobs.insert(job({ id: 'first', status: 'in_progress', createdAtMs: 10 }))
    for (const status of ['draft', 'success', 'failed', 'stopped'] as const) await jobs.insert(job({ status }))
    expect((await jobs.unfinished()).map(({ id }) => id)).toEqual(['first', 'second'])
  })
})

const STEP = {
  status: 'in_progress',
  total: 10,
  written: 4,
  cursor: 'c-4',
  fileBytes: 99,
  error: null,
  updatedAtMs: 30,
} as const

const newRun = (): ExportRun => ({ id: Bun.randomUUIDv7(), leaseMs: 60_000 })

function job(more: Partial<LogExport>): LogExport {
  return sampleExport({ status: 'draft', ...more })
}
