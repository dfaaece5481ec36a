import { afterAll, beforeAll, expect, test } from 'bun:test'
import { appendFile, mkdtemp, readFile, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { LogExport } from '../../core/logs/log-exports.ts'
import type { LogReader } from '../../core/logs/log-reader.ts'
import { sampleExport } from '../../core/logs/sample-export.ts'
import type { RequestRecord } from '../../core/record.ts'
import { openRecords, type Records } from '../../records/records.ts'
import { sampleCheck, sampleGuardrail } from '../../records/testing/sample-guardrail.ts'
import { sampleRecord } from '../../records/testing/sample-record.ts'
import { startControl } from '../test-control.ts'
import { DiskFiles } from './disk-files.ts'
import { writeExport } from './write-export.ts'

const LOGS = 450
const START_MS = Date.UTC(2026, 10, 1)

let folder: string
let records: Records
let control: Awaited<ReturnType<typeof startControl>>
let ids: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-exports-'))
  records = openRecords({ dataDirectory: folder, retentionDays: 36_500 })
  control = await startControl([])
  const made = Array.from({ length: LOGS }, (_, i) =>
    add({ startedAtMs: START_MS + i * 1_000 }, `{"n": ${i}.0,\n"é":1}`),
  )
  ids = made.map(({ id }) => id)
  add({ workspaceId: 'w2' }, '{}')
  await records.drained()
})

afterAll(async () => {
  await records.close()
  await control[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

function add(changes: Partial<RequestRecord>, request: string): RequestRecord {
  const { organisation_id: organisationId, id: workspaceId } = control.home
  const record = sampleRecord({ organisationId, workspaceId, ...changes })
  records.writer.append(record, { request: Buffer.from(request), response: Uint8Array.of(0xff) })
  return record
}

async function startJob(more: Partial<LogExport> = {}): Promise<{ job: LogExport; path: string }> {
  const { organisation_id: organisationId, id: workspaceId } = control.home
  const filters = JSON.stringify({ time_of_generation_max: new Date(START_MS + LOGS * 1_000).toISOString() })
  const job = sampleExport({ organisationId, workspaceId, filters, ...more })
  await control.store.stores.logExports.insert(job)
  return { job, path: join(folder, `${job.id}.${job.format}`) }
}

const jobs = () => control.store.stores.logExports
const find = async (job: LogExport) => (await jobs().find(job, job.id))!
const never = new AbortController().signal

async function run(job: LogExport, path: string, reader: LogReader = records.reader, signal = never): Promise<void> {
  const run = { id: Bun.randomUUIDv7(), leaseMs: 0 }
  expect(await jobs().claim(job.id, run)).toBeDefined()
  const files = new DiskFiles(dirname(path), control.store.stores)
  await writeExport(job, run.id, { reader, jobs: jobs(), files }, signal)
}

async function rowsOf(path: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(path, 'utf8')
  expect(text.endsWith('\n')).toBe(true)
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

/** The real reader, which calls back before each page. */
function readerThat(beforePage: (page: number) => unknown): LogReader {
  let page = 0
  return Object.assign(Object.create(records.reader) as LogReader, {
    exportPage: async (query: Parameters<LogReader['exportPage']>[0]) => {
      await beforePage(++page)
      return records.reader.exportPage(query)
    },
  })
}

test('every log of the workspace is written once, oldest first, and the job reports it', async () => {
  const { job, path } = await startJob()
  await run(job, path)
  expect((await rowsOf(path)).map((row) => row['id'])).toEqual(ids)
  const { size, mode } = await stat(path)
  expect(mode & 0o777).toBe(0o600)
  expect(await find(job)).toMatchObject({ status: 'success', written: LOGS, total: LOGS, fileBytes: size, error: null })
})

test('bodies go in as the JSON they are, digits and all; other bytes as base64', async () => {
  const { job, path } = await startJob({
    columns: ['request', 'response', 'cost', 'is_success', 'req_units', 'metadata'],
  })
  await run(job, path)
  const [line = ''] = (await readFile(path, 'utf8')).split('\n')
  expect(line).toBe(
    '{"request":{"n": 0.0, "é":1},"response":{"base64":"/w=="},"cost":null,"is_success":true,"req_units":120,"metadata":{"_user":"user_1","team":"search"}}',
  )
})

test('attempts go in as in the detail of a log, with the responses that a retry followed', async () => {
  const attempt = {
    target: 'config',
    provider: 'mock',
    url: 'http://mock/',
    retry: 0,
    startMs: 1,
    firstByteMs: null,
    durationMs: 3,
    status: 500,
    error: null,
    sent: { startBytes: 0, endBytes: 1, text: '{"m":2' },
    received: { text: 'busy', isCut: true },
  }
  const { startedAtMs, id } = add({ startedAtMs: START_MS + LOGS * 2_000, attempts: [attempt] }, '{"m":1}')
  await records.drained()
  const [from, to] = [startedAtMs, startedAtMs + 1_000].map((ms) => new Date(ms).toISOString())
  const filters = JSON.stringify({ time_of_generation_min: from, time_of_generation_max: to })
  for (const columns of [
    ['id', 'attempts'],
    ['id', 'attempts', 'response'],
    ['id', 'attempts', 'request'],
  ]) {
    const { job, path } = await startJob({ columns, filters })
    await run(job, path)
    const [row] = await rowsOf(path)
    const sent_body = columns.includes('request') ? '{"m":2}' : null
    expect(row).toMatchObject({
      id,
      attempts: [{ status_code: 500, response_body: 'busy', response_body_cut: true, sent_body }],
    })
  }
})

test('guardrails go in by outcome, and with every check as in the detail of a log', async () => {
  const result = sampleGuardrail({ verdict: false, deny: true, checks: [sampleCheck({ verdict: false })] })
  const { startedAtMs } = add({ startedAtMs: START_MS + LOGS * 3_000, guardrails: [result] }, '{}')
  await records.drained()
  const [from, to] = [startedAtMs, startedAtMs + 1_000].map((ms) => new Date(ms).toISOString())
  const filters = JSON.stringify({
    time_of_generation_min: from,
    time_of_generation_max: to,
    guardrail: 'pii',
    guardrail_verdict: 'denied',
  })
  const { job, path } = await startJob({ columns: ['guardrails', 'hook_results'], filters })
  await run(job, path)
  expect(await rowsOf(path)).toMatchObject([
    {
      guardrails: [{ id: 'pii', direction: 'input', verdict: 'denied', shadow: false }],
      hook_results: { before_request_hooks: [{ id: 'pii', verdict: false, checks: [{ verdict: false }] }] },
    },
  ])
})

test('unreported output of a killed process is cut off, and no log is written twice', async () => {
  const { job, path } = await startJob()
  const stop = new AbortController()
  await run(
    job,
    path,
    readerThat((page) => page === 2 && stop.abort()),
    stop.signal,
  )
  const halfway = await find(job)
  expect(halfway.status).toBe('in_progress')
  expect(halfway.written).toBeGreaterThan(0)
  expect(halfway.written).toBeLessThan(LOGS)
  await appendFile(path, '{"id":"half a li')
  await run(halfway, path)
  expect((await rowsOf(path)).map((row) => row['id'])).toEqual(ids)
  expect(await find(job)).toMatchObject({ status: 'success', written: LOGS })
})

test('a file that lost reported output is started again', async () => {
  const { job, path } = await startJob()
  const stop = new AbortController()
  await run(
    job,
    path,
    readerThat((page) => page === 2 && stop.abort()),
    stop.signal,
  )
  await truncate(path, 10)
  await run(await find(job), path)
  expect((await rowsOf(path)).map((row) => row['id'])).toEqual(ids)
})

test('a job that was stopped meanwhile writes nothing more and stays stopped', async () => {
  const { job, path } = await startJob()
  const stopIt = async (page: number) => {
    if (page === 2) await jobs().update({ ...(await find(job)), status: 'stopped' })
  }
  await run(job, path, readerThat(stopIt))
  const stopped = await find(job)
  expect(stopped.status).toBe('stopped')
  expect(stopped.written).toBeLessThan(LOGS)
  await jobs().update({ ...stopped, status: 'in_progress' })
  await run(await find(job), path)
  expect((await rowsOf(path)).map((row) => row['id'])).toEqual(ids)
})

test.each([
  [{ page_size: 100 }, 0, 100],
  [{ page_size: 100, current_page: 1 }, 100, 200],
  [{ page_size: 100, current_page: 4 }, 400, 450],
  [{ page_size: 100, current_page: 9 }, 450, 450],
])('the page %j is rows %d to %d', async (page, from, to) => {
  const { job, path } = await startJob()
  const filters = JSON.stringify({ ...JSON.parse(job.filters), ...page })
  await run({ ...job, filters }, path)
  const written = (await readFile(path, 'utf8')).split('\n').slice(0, -1)
  expect(written.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(ids.slice(from, to))
  expect(await find(job)).toMatchObject({ status: 'success', written: to - from, total: to - from })
})

test('an interrupted page that skips earlier rows still has the right rows', async () => {
  const { job, path } = await startJob()
  const paged = { ...job, filters: JSON.stringify({ ...JSON.parse(job.filters), page_size: 50, current_page: 6 }) }
  await jobs().update(paged)
  const stop = new AbortController()
  await run(
    paged,
    path,
    readerThat((page) => page === 1 && stop.abort()),
    stop.signal,
  )
  expect(await find(job)).toMatchObject({ status: 'in_progress', written: 0 })
  await run(await find(job), path)
  expect((await rowsOf(path)).map((row) => row['id'])).toEqual(ids.slice(300, 350))
})

test('a spreadsheet gets a head, quotes where needed, and never a formula', async () => {
  const trap = add(
    { startedAtMs: START_MS - 1_000, metadata: { note: 'a "b", c' }, model: '=HYPERLINK("http://x")' },
    '+1',
  )
  await records.drained()
  const until = new Date(START_MS).toISOString()
  const { job, path } = await startJob({
    format: 'csv',
    columns: ['id', 'ai_model', 'metadata', 'request', 'cost'],
    filters: JSON.stringify({ time_of_generation_max: until }),
  })
  await run(job, path)
  expect(await readFile(path, 'utf8')).toBe(
    `id,ai_model,metadata,request,cost\r\n${trap.id},"'=HYPERLINK(""http://x"")","{""note"":""a \\""b\\"", c""}","'+1",\r\n`,
  )
})

test('logs that arrive during the export do not prolong it', async () => {
  const { job, path } = await startJob({ filters: '{}' })
  await run(
    job,
    path,
    readerThat(() => add({ startedAtMs: Date.now() + 60_000 }, '{}')),
  )
  expect((await find(job)).status).toBe('success')
})
