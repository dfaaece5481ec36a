import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import type { AttemptRecord, Decision, RequestRecord } from '../../core/record.ts'
import { NO_BODIES } from '../journal/frame.ts'
import { openJournalWriter } from '../journal/journal-writer.ts'
import { foldStep } from '../rollups/fold.ts'
import { IngestBatch } from '../sqlite/ingest-batch.ts'
import { sqliteLogDatabase } from '../sqlite/sqlite-log-database.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { type TestFolder, testFolder } from '../testing/test-folder.ts'
import type { LogPosition } from './cursor.ts'
import { storedRange } from './list-logs.ts'
import { matchesFilter } from './matches-filter.ts'
import type { ReadFilter } from './read-filter.ts'
import { findWatermarks } from './rollup-reader.ts'
import { scanLogs, widening } from './scan-logs.ts'
import { windowsOf } from './scan-windows.ts'
import { SearchTime } from './search-time.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const startMs = 1_763_000_000_000

function store(folder: TestFolder, records: readonly RequestRecord[]): IngestBatch {
  const journal = openJournalWriter({ directory: folder.journalDirectory })
  for (const record of records) journal.append(record, NO_BODIES)
  journal.close()
  const batch = new IngestBatch({ ...folder, openedAtMs: startMs })
  while (batch.step() === 'moved');
  while (foldStep(batch.database, batch.rollups, startMs + 90 * 60_000));
  return batch
}

/** Scans with an expired deadline, so that every chunk is a page. */
async function pages(
  batch: IngestBatch,
  filter: ReadFilter,
  order: 'newest' | 'oldest',
  limit: number,
): Promise<string[]> {
  const database = sqliteLogDatabase(batch.database)
  const seen: string[] = []
  let after: LogPosition | null = null
  for (let page = 0; page < 5000; page++) {
    const taken: string[] = []
    const range = await storedRange(database, filter)
    const scan = { filter, range, order, after, columns: ['id'], limit, time: new SearchTime(0, 0) }
    const { next } = await scanLogs(database, scan, await findWatermarks(database, startMs), ([, , id]) => {
      taken.push(id as string)
      return true
    })
    expect(taken.length).toBeLessThanOrEqual(limit)
    seen.push(...taken)
    if (next === null) return seen
    after = next
  }
  throw new Error('the scan never ended')
}

const of = <T>(...values: T[]) => fc.constantFrom(...values)
const SKIP: Decision = { kind: 'breaker', atMs: 0, durationMs: 0, target: null, reason: 'skipped: its circuit is open' }
const [OK] = sampleRecord().attempts as [AttemptRecord]
const log = fc.record({
  ageMs: fc.oneof(fc.integer({ min: 0, max: 2 * HOUR_MS }), fc.integer({ min: 0, max: 25 * DAY_MS })),
  workspaceId: of('ws_1', 'ws_2'),
  model: of('small', 'large', null),
  status: of(200, 404, 503),
  keyId: of('a', 'b'),
  traceId: of('t1', 't2', 't3'),
  spanId: of(null, 's1'),
  costNanoUsd: of(null, 5, 50),
  metadata: of(null, { _user: 'ann' }, { team: 'x' }, { team: 'x', _user: 'bob' }),
  decisions: of<Decision[]>([], [SKIP]),
  durationMs: of(12, 5000, 7000.5),
  attempts: of([], [OK], [OK, OK]),
})
const filter: fc.Arbitrary<Partial<ReadFilter>> = fc.oneof(
  of<Partial<ReadFilter>>(
    {},
    { models: ['small'] },
    { models: ['none'] },
    { statuses: [404, 503] },
    { statuses: [503] },
    { statuses: Array.from({ length: 100 }, (_, i) => 400 + i) },
    { metadata: { team: 'x' } },
    { metadata: { _user: 'ann' } },
    { metadata: { team: 'x', _user: 'bob' } },
    { keyIds: ['a'], models: ['large'], metadata: { team: 'x' } },
    { traceIds: ['t1', 't2'] },
    { spanIds: ['s1'], statuses: [200] },
    { costNanoUsd: { min: 6 } },
    { not: { models: ['small'], statuses: [404] } },
    { not: { statuses: [200] } },
    { isRecovered: true },
    { isRecovered: true, models: ['small'] },
    { durationMs: { min: 5000 } },
    { durationMs: { min: 5000, max: 6000 }, statuses: [503] },
    { hasCircuitSkip: true },
    { hasCircuitSkip: false, traceIds: ['t1', 't2'] },
    { hasCircuitSkip: true, models: ['small'] },
    { fromMs: startMs - 3 * DAY_MS, toMs: startMs - HOUR_MS, models: ['small'] },
  ),
)

test('pages in either order contain every matching log once, however often the search pauses', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(log, { maxLength: 60 }),
      filter,
      of('newest' as const, 'oldest' as const),
      of(1, 7, 100),
      of('ws_1', null),
      async (logs, given, order, limit, workspaceId) => {
        using folder = testFolder()
        const records = logs.map(({ ageMs, ...rest }) => sampleRecord({ ...rest, startedAtMs: startMs - ageMs }))
        const batch = store(folder, records)
        const wanted: ReadFilter = { organisationId: 'org_1', workspaceId, ...given }
        const expected = records
          .map((record, seq) => ({ record, seq }))
          .filter(({ record }) => matchesFilter(wanted, record, null))
          .sort((left, right) => left.record.startedAtMs - right.record.startedAtMs || left.seq - right.seq)
          .map(({ record }) => record.id)
        if (order === 'newest') expected.reverse()
        expect(await pages(batch, wanted, order, limit)).toEqual(expected)
        batch.close()
      },
    ),
    { numRuns: propertyRuns(60) },
  )
})

test('a search for a rare value reads only windows whose rollups contain it', async () => {
  using folder = testFolder()
  const records = Array.from({ length: 9000 }, (_, i) =>
    sampleRecord({
      startedAtMs: startMs - i * 60_000,
      model: i === 8000 ? 'rare' : 'usual',
      attempts: i === 8000 ? [OK, OK] : [],
      durationMs: i === 8000 ? 60_000 : 100,
      decisions: [],
    }),
  )
  const batch = store(folder, records)
  const database = sqliteLogDatabase(batch.database)
  const scanned = async (filter: Partial<ReadFilter>) => {
    const wanted = { organisationId: 'org_1', workspaceId: 'ws_1', ...filter }
    const range = await storedRange(database, wanted)
    const scan = { filter: wanted, range, order: 'newest' as const, after: null, columns: ['id'], limit: 10 }
    const found: unknown[] = []
    let chunks = 0
    let next: LogPosition | null = null
    do {
      const end = await scanLogs(
        database,
        { ...scan, after: next, time: new SearchTime(0, 0) },
        await findWatermarks(database, startMs),
        ([, , id]) => found.push(id) > 0,
      )
      next = end.next
      chunks++
    } while (next)
    return { found, chunks }
  }
  for (const filter of [{ models: ['rare'] }, { isRecovered: true }, { durationMs: { min: 50_000 } }])
    expect([filter, await scanned(filter)]).toEqual([filter, { found: [records[8000]!.id], chunks: 2 }])
  // Rollups cannot narrow this search, so it reads every chunk.
  expect((await scanned({ costNanoUsd: { min: 1 } })).chunks).toBeGreaterThan(4)
  batch.close()
})

test('an hour with one log of a rare value is searched at the time of that log only', async () => {
  using folder = testFolder()
  const hourMs = startMs - (startMs % HOUR_MS) - 5 * DAY_MS
  const rareMs = hourMs + 2_000_123
  const of = (startedAtMs: number, team: string) => sampleRecord({ startedAtMs, metadata: { team } })
  const usual = Array.from({ length: 200 }, (_, i) => of(hourMs + i * 17_000, 'usual'))
  const twice = [of(hourMs + HOUR_MS + 5, 'rare'), of(hourMs + HOUR_MS + 9, 'rare')]
  const batch = store(folder, [...usual, of(rareMs, 'rare'), ...twice])
  const database = sqliteLogDatabase(batch.database)
  const windows = async (workspaceId: string | null) => {
    const filter = { organisationId: 'org_1', workspaceId, metadata: { team: 'rare' } }
    const range = { fromMs: hourMs - DAY_MS, toMs: startMs - DAY_MS }
    return Array.fromAsync(windowsOf(database, filter, await findWatermarks(database, startMs), range, 'oldest'))
  }
  const next = { fromMs: hourMs + HOUR_MS, toMs: hourMs + 2 * HOUR_MS }
  expect(await windows('ws_1')).toEqual([{ fromMs: rareMs, toMs: rareMs + 1 }, next])
  // The organisation's rollup can have the time of a deleted workspace's log.
  expect(await windows(null)).toEqual([{ fromMs: hourMs, toMs: hourMs + HOUR_MS }, next])
  batch.close()
})

test('a window is searched in parts that start with one partition and double, in order and without gaps', () => {
  const day = (days: number) => days * DAY_MS
  const window = { fromMs: day(1) + 5, toMs: day(9) + 7 }
  const ends = (order: 'newest' | 'oldest', partitionMs: number | null) =>
    [...widening(window, order, partitionMs)].map(({ fromMs, toMs }) => [fromMs, toMs])
  expect(ends('newest', DAY_MS)).toEqual([
    [day(9), window.toMs],
    [day(7), day(9)],
    [day(3), day(7)],
    [window.fromMs, day(3)],
  ])
  expect(ends('oldest', DAY_MS)).toEqual([
    [window.fromMs, day(2)],
    [day(2), day(4)],
    [day(4), day(8)],
    [day(8), window.toMs],
  ])
  expect(ends('newest', null)).toEqual([[window.fromMs, window.toMs]])
})
