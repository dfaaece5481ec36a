import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LogExport } from '../../core/logs/log-exports.ts'
import type { LogExportPage, LogReader } from '../../core/logs/log-reader.ts'
import { sampleExport } from '../../core/logs/sample-export.ts'
import { startControl } from '../test-control.ts'
import { DatabaseFiles } from './database-files.ts'
import { ExportRunner } from './export-runner.ts'

const DAY_MS = 86_400_000

let control: Awaited<ReturnType<typeof startControl>>
let runners: ExportRunner[]
let pagesRead: number

beforeEach(async () => {
  control = await startControl([])
  runners = []
  pagesRead = 0
})

afterEach(async () => {
  for (const runner of runners) await runner.close()
  await control[Symbol.asyncDispose]()
})

const filesOf = (mostFileBytes?: number) =>
  new DatabaseFiles(control.store.stores, { retentionDays: 30, ...(mostFileBytes && { mostFileBytes }) })

/** A node that reads pages of one line each. `beforePage` is called before each page. */
function addNode(pages: readonly string[], options: { beforePage?: () => Promise<void>; mostFileBytes?: number } = {}) {
  const reader = {
    async exportPage({ cursor = '0' }: { cursor?: string }): Promise<LogExportPage> {
      pagesRead++
      await options.beforePage?.()
      const at = Number(cursor)
      // Only the id is read.
      const log = { log: { id: pages[at] }, bodies: {} } as unknown as LogExportPage['logs'][number]
      return { logs: [log], nextCursor: at + 1 < pages.length ? String(at + 1) : null }
    },
  }
  const runner = new ExportRunner({
    jobs: control.store.stores.logExports,
    reader: reader as unknown as LogReader,
    files: filesOf(options.mostFileBytes),
    onDefect: () => {},
    lookEveryMs: 5,
  })
  runners.push(runner)
  return runner
}

async function addJob(): Promise<LogExport> {
  const { organisation_id: organisationId, id: workspaceId } = control.home
  const job = sampleExport({ organisationId, workspaceId })
  await control.store.stores.logExports.insert(job)
  return job
}

async function untilEnded(job: LogExport): Promise<LogExport> {
  for (;;) {
    const found = await control.store.stores.logExports.find(job, job.id)
    if (found && found.status !== 'in_progress') return found
    await Bun.sleep(1)
  }
}

const textOf = async (job: LogExport) => {
  const stream = await filesOf().read(job)
  return stream && new Response(stream).text()
}

const LINES = '{"id":"a"}\n{"id":"b"}\n{"id":"c"}\n'

test('of many nodes one runs a job, and each can read the file', async () => {
  const nodes = Array.from({ length: 4 }, () => addNode(['a', 'b', 'c']))
  const job = await addJob()
  await Promise.all(nodes.map((node) => node.start()))
  const ended = await untilEnded(job)
  expect(ended).toMatchObject({ status: 'success', written: 3, fileBytes: LINES.length })
  expect(await textOf(ended)).toBe(LINES)
  expect(pagesRead).toBe(3)
})

test('a node that lost its job writes nothing more, and the other continues after the reported offset', async () => {
  const job = await addJob()
  const { promise: isStuck, resolve: tellStuck } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const stuck = addNode(['a', 'wrong', 'wrong'], {
    beforePage: async () => {
      if (pagesRead < 2) return
      tellStuck()
      await released
    },
  })
  await stuck.start()
  await isStuck
  await control.database.updateTable('log_exports').set({ lease_until_ms: 1 }).execute()
  const busy = stuck.close()
  await addNode(['wrong', 'b', 'c']).start()
  const ended = await untilEnded(job)
  release()
  await busy
  expect(await textOf(ended)).toBe(LINES)
  expect(await untilEnded(job)).toEqual(ended)
})

test('a job released by a stopping node continues at once on another', async () => {
  const job = await addJob()
  const { promise: isReading, resolve: tellReading } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const leaving = addNode(['a', 'b', 'c'], {
    beforePage: () => {
      tellReading()
      return released
    },
  })
  await leaving.start()
  await isReading
  const closed = leaving.close()
  release()
  await closed
  await addNode(['a', 'b', 'c']).start()
  expect(await textOf(await untilEnded(job))).toBe(LINES)
})

test('a file that would be too large ends the job with the reason', async () => {
  const job = await addJob()
  await addNode(['a', 'b', 'c'], { mostFileBytes: LINES.length - 1 }).start()
  const ended = await untilEnded(job)
  expect(ended).toMatchObject({ status: 'failed', written: 2 })
  expect(ended.error).toContain('too large')
})

test('long lines are stored in pieces, and the download of a file that is removed meanwhile breaks off', async () => {
  const long = 'é'.repeat(1_500_000)
  const job = await addJob()
  await addNode(['a', long]).start()
  const ended = await untilEnded(job)
  expect(await textOf(ended)).toBe(`{"id":"a"}\n{"id":"${long}"}\n`)
  const sizes = await control.database.selectFrom('log_export_chunks').select('data').execute()
  expect(sizes.map(({ data }) => data.length)).toEqual([11, 1_048_576, 1_048_576, 3_000_010 - 2 * 1_048_576])
  const reading = (await filesOf().read(ended))!.getReader()
  expect((await reading.read()).value).toHaveLength(11)
  await control.store.stores.logExports.remove(job.id)
  await expect(reading.read()).rejects.toThrow('deleted during the download')
  expect(await textOf(ended)).toBeNull()
})

test('a file is kept as long as logs; the workspace’s retention takes precedence', async () => {
  const job = await addJob()
  await addNode(['a', 'b', 'c']).start()
  const ended = await untilEnded(job)
  const age = (days: number) =>
    control.database
      .updateTable('log_export_chunks')
      .set({ written_at_ms: Date.now() - days * DAY_MS })
      .execute()
  await age(29)
  await filesOf().sweep()
  expect(await textOf(ended)).toBe(LINES)
  await control.database.updateTable('workspaces').set({ retention_days: 90 }).execute()
  await age(89)
  await filesOf().sweep()
  expect(await textOf(ended)).toBe(LINES)
  await age(91)
  await filesOf().sweep()
  expect(await textOf(ended)).toBeNull()
})
