import { expect, test } from 'bun:test'
import type { RequestRecord } from '../../core/record.ts'
import { Accumulator } from '../analytics/accumulator.ts'
import { openJournalWriter } from '../journal/journal-writer.ts'
import { readLog } from '../read/read-log.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { type TestFolder, testFolder } from '../testing/test-folder.ts'
import { IngestBatch } from './ingest-batch.ts'
import { RetentionRun } from './retention.ts'
import { sqliteLogDatabase } from './sqlite-log-database.ts'
import { runWriterCommand } from './sqlite-log-writer.ts'

const DAY_MS = 86_400_000
const nowMs = Date.now()
const body = new TextEncoder().encode('kept')

function store(folder: TestFolder, records: readonly RequestRecord[]): IngestBatch {
  const journal = openJournalWriter({ directory: folder.journalDirectory })
  for (const record of records) journal.append(record, { request: body, response: null })
  journal.close()
  const batch = new IngestBatch({ ...folder, batchFrames: 400 })
  while (batch.step() === 'moved');
  return batch
}

const read = ({ database }: IngestBatch, record: RequestRecord) =>
  readLog(sqliteLogDatabase(database), record, record.id)

function counter({ database }: IngestBatch) {
  return (table: string, where = 'TRUE') =>
    database.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).get()!.n
}

test('deletes expired rows, blocks and minute rollups in bounded steps, keeps newer rows and hour rollups', async () => {
  using folder = testFolder()
  const young = sampleRecord({ startedAtMs: nowMs - 29 * DAY_MS })
  const old = Array.from({ length: 1200 }, () => sampleRecord({ startedAtMs: nowMs - 31 * DAY_MS }))
  const batch = store(folder, [...old, young])
  const count = counter(batch)
  expect(count('blocks')).toBeGreaterThan(4)
  const hours = count('sums_hours', 'dimension_id = 0')
  const left: number[] = []
  const run = new RetentionRun(batch.database, batch.rollups, 30, nowMs)
  while (run.step()) left.push(count('logs'))
  expect([...new Set(left)]).toEqual([1201, 701, 201, 1])
  expect(count('blocks')).toBe(2)
  expect(count('sums_minutes', 'dimension_id = 0')).toBe(1)
  expect(count('sums_hours', 'dimension_id = 0')).toBe(hours)
  expect((await read(batch, young))?.record).toEqual(young)
  batch.close()
})

test('each workspace has its own retention, longer or shorter than the default', async () => {
  using folder = testFolder()
  const of = (workspaceId: string, days: number) => sampleRecord({ workspaceId, startedAtMs: nowMs - days * DAY_MS })
  const [short, long, usual] = [of('short', 5), of('long', 50), of('usual', 20)]
  const batch = store(folder, [short, long, usual, of('short', 1), of('usual', 31)])
  const keep = (workspaceId: string, days: number | null) =>
    runWriterCommand(
      batch,
      { kind: 'retention', workspace: { organisationId: 'org_1', workspaceId }, days, bodyDays: null },
      nowMs,
    )
  keep('short', 3)
  keep('long', 90)
  keep('usual', 7)
  keep('usual', null)
  const run = new RetentionRun(batch.database, batch.rollups, 30, nowMs)
  while (run.step());
  expect(await read(batch, short)).toBeNull()
  expect((await read(batch, long))?.bodies.request).toEqual(body)
  expect(await read(batch, usual)).not.toBeNull()
  expect(counter(batch)('logs')).toBe(3)
  batch.close()
})

test('deleting a workspace removes its rows, bodies, feedback and rollups and changes no other workspace', () => {
  using folder = testFolder()
  const neighbours = [2, 40, 400].map((hours) =>
    sampleRecord({ workspaceId: 'stays', startedAtMs: nowMs - hours * 3_600_000, metadata: { _user: 'both' } }),
  )
  const sums = (batch: IngestBatch) =>
    ['sums_minutes', 'sums_hours', 'sums_days'].map((table) =>
      (
        batch.database
          .query(
            `SELECT workspace_id, bucket_ms, dimension_id, value, sums FROM ${table} JOIN scopes ON id = scope_id
             WHERE value <> 'only here' ORDER BY 1, 2, 3, 4`,
          )
          .values() as [string, number, number, string, Uint8Array][]
      ).map(([workspaceId, bucketMs, dimensionId, value, bytes]) => {
        const sum = new Accumulator()
        sum.addStored([bucketMs, 0, dimensionId, value, bytes])
        return { workspaceId, bucketMs, dimensionId, value, totals: sum.totals() }
      }),
    )
  const alone = (() => {
    using lonely = testFolder()
    const batch = store(lonely, neighbours)
    const found = sums(batch)
    batch.close()
    return found
  })()
  const goes = [1, 30, 500].map((hours) =>
    sampleRecord({
      workspaceId: 'goes',
      startedAtMs: nowMs - hours * 3_600_000,
      metadata: { _user: 'both', x: 'only here' },
    }),
  )
  const batch = store(folder, [...neighbours, ...goes])
  const scope = { organisationId: 'org_1', workspaceId: 'goes' }
  const feedback = {
    id: 'f',
    traceId: goes[0]!.traceId,
    value: 3,
    weight: 1,
    metadata: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
  batch.feedback.create(scope, [{ ...feedback, createdAtMs: nowMs - 1000 }])
  runWriterCommand(batch, { kind: 'forget', workspace: scope }, nowMs)
  const run = new RetentionRun(batch.database, batch.rollups, 90, nowMs)
  while (run.step());
  const count = counter(batch)
  expect([count('logs'), count('feedback'), count('blocks', `workspace_id = 'goes'`)]).toEqual([3, 0, 0])
  expect(count('sums_days', `value = 'only here'`)).toBe(0)
  expect(sums(batch)).toEqual(alone)
  batch.close()
})

test('cost lines set later are deleted with their logs', async () => {
  using folder = testFolder()
  const [old, young] = [31, 29].map((days) => sampleRecord({ startedAtMs: nowMs - days * DAY_MS })) as [
    RequestRecord,
    RequestRecord,
  ]
  const batch = store(folder, [old, young])
  const line = { unit: 'input_tokens', quantity: 1, rateNanoUsd: 7, rateUnits: 1, nanoUsd: 7 }
  const costs = [old, young].map(({ id }) => ({ id, nanoUsd: 7, lines: [line], priceVersion: 'own-1' }))
  expect(runWriterCommand(batch, { kind: 'fill-costs', costs }, nowMs)).toBe(2)
  const run = new RetentionRun(batch.database, batch.rollups, 30, nowMs)
  while (run.step());
  expect(counter(batch)('later_costs')).toBe(1)
  expect((await read(batch, young))?.record.costLines).toEqual([line])
  batch.close()
})

test('bodies expire before their log, which then says so; logs and other workspaces keep theirs', async () => {
  using folder = testFolder()
  const attempt = { ...sampleRecord().attempts[0]!, received: { text: 'busy', isCut: false } }
  const old = sampleRecord({ startedAtMs: nowMs - 5 * DAY_MS, attempts: [attempt] })
  const other = sampleRecord({ workspaceId: 'ws_2', startedAtMs: nowMs - 5 * DAY_MS })
  const young = sampleRecord({ startedAtMs: nowMs - DAY_MS })
  const batch = store(folder, [old, other])
  const more = openJournalWriter({ directory: folder.journalDirectory })
  more.append(young, { request: body, response: null })
  more.close()
  while (batch.step() === 'moved');
  expect(await read(batch, old)).toMatchObject({ record: { attempts: [attempt] }, areBodiesExpired: false })
  const workspace = { organisationId: 'org_1', workspaceId: 'ws_1' }
  runWriterCommand(batch, { kind: 'retention', workspace, days: null, bodyDays: 3 }, nowMs)
  const limited = new RetentionRun(batch.database, batch.rollups, 30, nowMs, 10)
  while (limited.step());
  expect((await read(batch, old))?.areBodiesExpired).toBe(false)
  const run = new RetentionRun(batch.database, batch.rollups, 30, nowMs)
  while (run.step());
  const expired = await read(batch, old)
  expect(expired).toMatchObject({ areBodiesExpired: true, bodies: { request: null, response: null } })
  expect(expired?.record.attempts[0]).not.toHaveProperty('received')
  for (const kept of [other, young])
    expect(await read(batch, kept)).toMatchObject({ areBodiesExpired: false, bodies: { request: body } })
  batch.close()
})
