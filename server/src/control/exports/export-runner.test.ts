import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GatewayError } from '../../core/errors.ts'
import type { LogExport } from '../../core/logs/log-exports.ts'
import type { LogExportPage, LogReader } from '../../core/logs/log-reader.ts'
import { sampleExport } from '../../core/logs/sample-export.ts'
import { startControl } from '../test-control.ts'
import { DiskFiles } from './disk-files.ts'
import { ExportRunner } from './export-runner.ts'

const EMPTY: LogExportPage = { logs: [], nextCursor: null }

let folder: string
let control: Awaited<ReturnType<typeof startControl>>
let runner: ExportRunner
let defects: unknown[]
/** Pages that were requested and not returned yet, in order. */
let asked: PromiseWithResolvers<LogExportPage>[]
let onAsked: () => void

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-runner-'))
  control = await startControl([])
  defects = []
  asked = []
  onAsked = () => {}
  runner = newRunner()
})

afterEach(async () => {
  for (const page of asked) page.resolve(EMPTY)
  await runner.close()
  await control[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

function newRunner(): ExportRunner {
  const reader = {
    exportPage: () => {
      const page = Promise.withResolvers<LogExportPage>()
      asked.push(page)
      onAsked()
      return page.promise
    },
  }
  return new ExportRunner({
    jobs: control.store.stores.logExports,
    // The runner reads pages and nothing else.
    reader: reader as unknown as LogReader,
    files: diskFiles(),
    onDefect: (error) => void defects.push(error),
  })
}

const diskFiles = () => new DiskFiles(join(folder, 'exports'), control.store.stores)

/** Resolves once this many pages were requested. */
async function untilAsked(count: number): Promise<void> {
  while (asked.length < count) await new Promise<void>((resolve) => (onAsked = resolve))
}

async function addJob(more: Partial<LogExport> = {}): Promise<LogExport> {
  const { organisation_id: organisationId, id: workspaceId } = control.home
  const job = sampleExport({ organisationId, workspaceId, ...more })
  await control.store.stores.logExports.insert(job)
  return job
}

const find = (job: LogExport) => control.store.stores.logExports.find(job, job.id)

async function untilStatus(job: LogExport, status: LogExport['status']): Promise<LogExport> {
  for (;;) {
    const found = await find(job)
    if (found?.status === status) return found
    await Bun.sleep(1)
  }
}

test('resumes running jobs at the start, two at a time', async () => {
  const [first, second, third] = [await addJob(), await addJob(), await addJob()]
  await addJob({ status: 'draft' })
  await runner.start()
  await untilAsked(2)
  await runner.wake()
  expect(asked).toHaveLength(2)
  asked[0]!.resolve(EMPTY)
  // The order of the two requests is random.
  await Promise.race([untilStatus(first, 'success'), untilStatus(second, 'success')])
  await untilAsked(3)
  for (const page of asked) page.resolve(EMPTY)
  for (const job of [first, second, third]) await untilStatus(job, 'success')
  expect(asked).toHaveLength(3)
})

test('a stopped job is not written to any more once `halt` has resolved', async () => {
  const job = await addJob()
  await runner.start()
  await untilAsked(1)
  await control.store.stores.logExports.update({ ...job, status: 'stopped' })
  const halted = runner.halt(job.id)
  asked[0]!.resolve({ logs: [], nextCursor: 'more' })
  await halted
  expect(await find(job)).toMatchObject({ status: 'stopped', cursor: null })
  expect(asked).toHaveLength(1)
})

test('a failure is stored with the job, without file paths, and a restart resumes it', async () => {
  const job = await addJob({ cursor: 'c-5', written: 5 })
  await runner.start()
  await untilAsked(1)
  asked[0]!.reject(new GatewayError('store_unavailable', { cause: '/secret/place' }))
  const failed = await untilStatus(job, 'failed')
  expect(failed.error).toContain('the database is unavailable')
  expect(failed.error).not.toContain('/')
  expect(defects).toHaveLength(1)
  await control.store.stores.logExports.update({ ...failed, status: 'in_progress', error: null })
  await runner.wake()
  await untilAsked(2)
  asked[1]!.resolve(EMPTY)
  await untilStatus(job, 'success')
})

test('closing leaves jobs in progress for the next start', async () => {
  const job = await addJob()
  await runner.start()
  await untilAsked(1)
  const closed = runner.close()
  asked[0]!.reject(new Error('the reader was closed'))
  await closed
  expect((await find(job))?.status).toBe('in_progress')
  expect(defects).toEqual([])
  runner = newRunner()
  await runner.start()
  await untilAsked(2)
})

test('files whose jobs were deleted are removed at the start, others stay', async () => {
  const job = await addJob({ status: 'success', format: 'csv' })
  await runner.start()
  await Bun.write(diskFiles().pathOf(job), 'kept')
  await Bun.write(diskFiles().pathOf({ id: crypto.randomUUID(), format: 'jsonl' }), 'forgotten')
  await newRunner().start()
  expect(await readdir(join(folder, 'exports'))).toEqual([`${job.id}.csv`])
})
