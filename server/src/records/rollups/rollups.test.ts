import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import type { RequestRecord } from '../../core/record.ts'
import { COLUMNS, toRow } from '../log-row.ts'
import { findKeyDimension } from '../read/rollup-reader.ts'
import { openEmptyLogStore } from '../sqlite/log-store.ts'
import { sqliteLogDatabase } from '../sqlite/sqlite-log-database.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { binOf, count, percentiles } from './histogram.ts'
import { addEncodedSums, bytesUpTo, encodeSums, type RollupValues, readSum } from './rollup-codec.ts'
import { picker, Rollups } from './rollups.ts'
import { SUM_COLUMNS } from './sum-columns.ts'

const pick = picker(COLUMNS)
const nowMs = 1_763_000_000_000

function add(database: Database, changes: readonly Partial<RequestRecord>[]): void {
  const rollups = new Rollups(database, nowMs)
  for (const change of changes) {
    const record = sampleRecord({ startedAtMs: nowMs, ...change })
    const { organisationId, workspaceId } = record
    const row = toRow(record)
    rollups.add({ organisationId, workspaceId, input: pick.input(row), dimensions: pick.dimensions(row) }, null)
  }
  rollups.flush()
  rollups.close()
}

const rows = (database: Database) =>
  database.query<{ n: number }, []>('SELECT count(*) AS n FROM sums_minutes').get()!.n

test('a workspace with too many metadata keys gets rollups for the first ones and does not affect others', async () => {
  using database = openEmptyLogStore()
  add(
    database,
    Array.from({ length: 100 }, (_, i) => ({ metadata: { [`key-${i}`]: 'x' } })),
  )
  add(database, [{ workspaceId: 'ws_2', metadata: { 'key-99': 'x' } }])
  const summed = async (workspaceId: string | null, key: string) =>
    (await findKeyDimension(sqliteLogDatabase(database), { organisationId: 'org_1', workspaceId }, key)) !== null
  expect([await summed('ws_1', 'key-0'), await summed('ws_1', 'key-99'), await summed('ws_2', 'key-99')]).toEqual([
    true,
    false,
    true,
  ])
  // Rollups of a key are incomplete for the organisation if one workspace has none.
  expect([await summed(null, 'key-0'), await summed(null, 'key-99')]).toEqual([false, false])
})

test('a metadata key with a new value per request gets no more rollups', async () => {
  using database = openEmptyLogStore()
  const unique = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => ({ metadata: { request: `r-${from + i}`, team: 'x' }, attempts: [] }))
  const find = (key: string) =>
    findKeyDimension(sqliteLogDatabase(database), { organisationId: 'org_1', workspaceId: 'ws_1' }, key)
  add(database, unique(0, 15_000))
  expect(await find('request')).not.toBeNull()
  add(database, unique(15_000, 40_000))
  expect(await find('request')).toBeNull()
  expect(await find('team')).not.toBeNull()
  const before = rows(database)
  add(database, unique(40_000, 41_000))
  expect(rows(database)).toBe(before)
})

test('a failed transaction leaves no trace in later rollups', () => {
  using database = openEmptyLogStore()
  const rollups = new Rollups(database, nowMs)
  const addOne = (workspaceId: string) => {
    const record = sampleRecord({ startedAtMs: nowMs, workspaceId })
    const row = toRow(record)
    const { organisationId } = record
    rollups.add({ organisationId, workspaceId, input: pick.input(row), dimensions: pick.dimensions(row) }, null)
    rollups.flush()
  }
  addOne('ws_1')
  database.run('BEGIN')
  addOne('ws_1')
  addOne('ws_new')
  database.run('ROLLBACK')
  rollups.forget()
  addOne('ws_1')
  addOne('ws_new')
  const sums = database.query(
    `SELECT workspace_id, requests FROM sums_minutes JOIN scopes ON id = scope_id WHERE dimension_id = 0 ORDER BY 1`,
  )
  expect(sums.values()).toEqual([
    ['ws_1', 2],
    ['ws_new', 1],
  ])
  rollups.close()
})

/** Few distinct values, so that logs share groups; some contain separators. */
const alike: fc.Arbitrary<Partial<RequestRecord>> = fc.record({
  startedAtMs: fc.constantFrom(nowMs, nowMs + 1, nowMs - 90_000_000),
  durationMs: fc.constantFrom(0.25, 812.25, 90_000),
  workspaceId: fc.constantFrom('ws_1', 'ws_2'),
  model: fc.constantFrom('m', 'm","', null),
  metadata: fc.constantFrom({ _user: 'u' }, { team: 'u' }, null),
  costNanoUsd: fc.constantFrom(7, null),
  retries: fc.nat(1),
})

/** Every rollup by its key, independent of the order of addition. */
function readSums(database: Database): Map<string, unknown> {
  const found = new Map<string, unknown>()
  for (const table of ['sums_minutes', 'sums_hours', 'sums_days']) {
    const sql = `SELECT bucket_ms, workspace_id, dimension_id, value, sums FROM ${table} JOIN scopes ON id = scope_id`
    for (const [bucketMs, ...rest] of database.query(sql).values() as [number, string, number, string, Uint8Array][]) {
      const read: RollupValues = { sums: new Float64Array(SUM_COLUMNS.length), durations: new Map(), lastSeenMs: 0 }
      addEncodedSums(read, rest[3], bucketMs, 1)
      const bars = [...read.durations].sort(([left], [right]) => left - right)
      found.set(JSON.stringify([table, bucketMs, ...rest.slice(0, 3)]), [[...read.sums], bars, read.lastSeenMs])
    }
  }
  return found
}

test('logs added in one batch give the same rollups as logs added one by one', () => {
  const sumsOf = (batches: readonly (readonly Partial<RequestRecord>[])[]) => {
    using database = openEmptyLogStore()
    for (const batch of batches) add(database, batch)
    return readSums(database)
  }
  fc.assert(
    fc.property(fc.array(alike, { minLength: 2, maxLength: 40 }), (changes) => {
      expect(sumsOf([changes])).toEqual(sumsOf(changes.map((change) => [change])))
    }),
    { numRuns: propertyRuns(20) },
  )
})

const amount = fc.oneof(fc.constant(0), fc.integer(), fc.integer({ min: 0, max: 4e15 }))
const values: fc.Arbitrary<RollupValues> = fc.record({
  sums: fc
    .array(amount, { minLength: SUM_COLUMNS.length, maxLength: SUM_COLUMNS.length })
    .map((a) => new Float64Array(a)),
  durations: fc
    .dictionary(fc.nat(447).map(String), fc.integer({ min: 1, max: 1e9 }), { maxKeys: 50 })
    .map((bars) => new Map(Object.entries(bars).map(([bar, times]) => [Number(bar), times]))),
  lastSeenMs: fc.integer({ min: nowMs, max: nowMs + 86_400_000 }),
})

test('encoded sums decode to the same values, and subtracting them leaves zero', () => {
  fc.assert(
    fc.property(values, (given) => {
      const bytes = encodeSums(given, nowMs)
      const read: RollupValues = { sums: new Float64Array(SUM_COLUMNS.length), durations: new Map(), lastSeenMs: 0 }
      addEncodedSums(read, bytes, nowMs, 1)
      expect([[...read.sums], read.durations, read.lastSeenMs]).toEqual([
        [...given.sums].map((sum) => sum + 0),
        given.durations,
        given.lastSeenMs,
      ])
      // Each sum can be read from its prefix.
      const alone = given.sums.map((_, index) => readSum(bytes.subarray(0, bytesUpTo(index)), index))
      expect([...alone]).toEqual([...read.sums])
      addEncodedSums(read, bytes, nowMs, -1)
      expect([read.sums.every((sum) => sum === 0), read.durations.size]).toEqual([true, 0])
    }),
  )
})

test('percentiles are within 3.2 % of the measured duration, from microseconds to days', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 2e8, noNaN: true }), (duration) => {
      const histogram = new Map()
      count(histogram, binOf(duration), 1)
      const [found] = percentiles(histogram, [0.5])
      expect(Math.abs(found! - duration)).toBeLessThanOrEqual(duration * 0.032 + 0.0625)
    }),
  )
})
