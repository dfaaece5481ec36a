import { expect, test } from 'bun:test'
import type { RequestRecord } from '../../core/record.ts'
import { NO_BODIES } from '../journal/frame.ts'
import { openJournalWriter } from '../journal/journal-writer.ts'
import { listLogs } from '../read/list-logs.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { type TestFolder, testFolder } from '../testing/test-folder.ts'
import { IngestBatch } from './ingest-batch.ts'
import { SCHEMA_VERSION } from './migrations.ts'
import { BUCKET_BITS } from './row-bucket.ts'
import { sqliteLogDatabase } from './sqlite-log-database.ts'
import { TraceIndex } from './trace-index.ts'

const ROWS_PER_BUCKET = 2 ** BUCKET_BITS
const LOGS = 40
/** `LOGS` logs this far apart fill ten row buckets and part of another. */
const GAP = Math.floor((10.5 * ROWS_PER_BUCKET) / LOGS)

function append(folder: TestFolder, records: readonly RequestRecord[]): void {
  const journal = openJournalWriter({ directory: folder.journalDirectory })
  for (const record of records) journal.append(record, NO_BODIES)
  journal.close()
}

function ingest(batch: IngestBatch): void {
  while (batch.step() === 'moved');
}

/** Stores logs of five traces, with `seq` values as in a store of `LOGS * GAP` logs. */
function openStore(folder: TestFolder) {
  const records = Array.from({ length: LOGS }, (_, i) => sampleRecord({ traceId: `trace ${i % 5}` }))
  append(folder, records)
  const batch = new IngestBatch(folder)
  ingest(batch)
  batch.database.run(`UPDATE logs SET seq = -seq`)
  batch.database.run(`UPDATE logs SET seq = -seq * ${GAP}`)
  return { batch, records }
}

async function idsOf(batch: IngestBatch, traceId: string): Promise<string[]> {
  const filter = { organisationId: 'org_1', workspaceId: 'ws_1', traceIds: [traceId] }
  const { logs } = await listLogs(sqliteLogDatabase(batch.database), { filter, limit: 100, after: null })
  return logs.map((log) => log.id).sort()
}

function wantedIds(records: readonly RequestRecord[], traceId: string): string[] {
  return records.flatMap((record) => (record.traceId === traceId ? [record.id] : [])).sort()
}

function count({ database }: IngestBatch, table: string): number {
  return database.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()!.n
}

test('a trace has the same logs before, while and after its buckets are copied', async () => {
  using folder = testFolder()
  const { batch, records } = openStore(folder)
  const traces = new TraceIndex(batch.database)
  const copied: number[] = []
  do {
    copied.push(count(batch, 'log_traces'))
    for (const traceId of ['trace 0', 'trace 3', 'unknown'])
      expect([copied.length, await idsOf(batch, traceId)]).toEqual([copied.length, wantedIds(records, traceId)])
  } while (traces.step())
  // One bucket per step; the last bucket is incomplete and stays out.
  expect(copied).toHaveLength(11)
  expect(copied.at(-1)).toBe(records.filter((_, i) => (i + 1) * GAP < 10 * ROWS_PER_BUCKET).length)
  batch.close()
})

test('a store of the previous release opens with nothing copied', async () => {
  using folder = testFolder()
  const { batch, records } = openStore(folder)
  for (const sql of [
    'DROP TABLE log_traces',
    'DROP TABLE trace_progress',
    // The rest was added by migration steps after the trace tables.
    'DROP INDEX sums_days_labels',
    'ALTER TABLE logs DROP COLUMN attempts_length',
    'ALTER TABLE scopes DROP COLUMN body_retention_days',
    'DROP INDEX blocks_bodies',
    'DROP TRIGGER blocks_object_0',
    'DROP TRIGGER blocks_object_1',
    'DROP TABLE removed_objects',
    'DROP INDEX blocks_objects',
    'ALTER TABLE blocks DROP COLUMN object',
    'DROP INDEX blocks_keys',
    'ALTER TABLE blocks DROP COLUMN key_version',
    'DROP TABLE block_numbers',
    `PRAGMA user_version = ${SCHEMA_VERSION - 4}`,
  ])
    batch.database.run(sql)
  batch.close()
  const again = new IngestBatch(folder)
  expect(count(again, 'log_traces')).toBe(0)
  expect(await idsOf(again, 'trace 2')).toEqual(wantedIds(records, 'trace 2'))
  again.close()
})

test('logs that get the numbers of deleted ones are found by their own trace only', async () => {
  using folder = testFolder()
  const { batch, records } = openStore(folder)
  const traces = new TraceIndex(batch.database)
  while (traces.step());
  const kept = 4
  batch.database.run(`DELETE FROM logs WHERE seq > ${kept * GAP}`)
  traces.keepUncopied()
  const fresh = Array.from({ length: 3 }, () => sampleRecord({ traceId: 'fresh' }))
  append(folder, fresh)
  ingest(batch)
  // The new logs have reused `seq` values of deleted logs.
  const last = batch.database.query('SELECT max(seq) FROM logs').values()[0]![0] as number
  expect(last).toBe(kept * GAP + 3)
  batch.database.run(`UPDATE logs SET seq = ${(kept + 1) * GAP} WHERE seq = ${last}`)
  for (let isMore = true; isMore; isMore = traces.step()) {
    expect(await idsOf(batch, 'fresh')).toEqual(wantedIds(fresh, 'fresh'))
    expect(await idsOf(batch, 'trace 4')).toEqual([])
    expect(await idsOf(batch, 'trace 0')).toEqual([records[0]!.id])
  }
  batch.close()
})

test('entries of deleted logs are removed', async () => {
  using folder = testFolder()
  const { batch, records } = openStore(folder)
  const traces = new TraceIndex(batch.database)
  while (traces.step());
  const before = count(batch, 'log_traces')
  batch.database.run(`DELETE FROM logs WHERE seq < ${9 * ROWS_PER_BUCKET}`)
  traces.keepUncopied()
  while (traces.step());
  expect(count(batch, 'log_traces')).toBeLessThan(before - 25)
  const left = records.filter((_, i) => (i + 1) * GAP >= 9 * ROWS_PER_BUCKET)
  expect(await idsOf(batch, 'trace 4')).toEqual(wantedIds(left, 'trace 4'))
  batch.close()
})
