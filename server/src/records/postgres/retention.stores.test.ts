import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Client } from 'pg'
import type { RequestRecord } from '../../core/record.ts'
import { NO_BODIES } from '../journal/frame.ts'
import { openJournalWriter } from '../journal/journal-writer.ts'
import { noCounts } from '../log-writer.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { testFolder } from '../testing/test-folder.ts'
import { makeLogDatabase, type TestLogDatabase } from '../testing/test-log-database.ts'
import { openPostgresLogWriter } from './postgres-log-writer.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let database: TestLogDatabase

beforeAll(async () => {
  database = await makeLogDatabase()
})
afterAll(() => database.remove())

test('expiry follows the database clock, not the clock of the node that runs retention', async () => {
  using folder = testFolder()
  const of = (workspaceId: string, ageMs: number) => sampleRecord({ workspaceId, startedAtMs: Date.now() - ageMs })
  const [old, young] = [of('ws_1', 32 * DAY_MS), of('ws_1', 29 * DAY_MS)]
  const [shortOld, shortYoung] = [of('ws_2', 3 * DAY_MS), of('ws_2', DAY_MS)]
  const forgotten = of('ws_3', HOUR_MS / 2)
  const journal = openJournalWriter({ directory: folder.journalDirectory })
  for (const record of [old, young, shortOld, shortYoung, forgotten]) journal.append(record, NO_BODIES)
  journal.close()
  const { journalDirectory } = folder
  const options = { databaseUrl: database.url, journalDirectory, retentionDays: 30 }
  const writer = await openPostgresLogWriter(options, noCounts())
  while ((await writer.step()) === 'moved');
  const workspace = (workspaceId: string) => ({ organisationId: old.organisationId, workspaceId })
  const aheadMs = Date.now() + 4 * DAY_MS
  await writer.run({ kind: 'retention', workspace: workspace('ws_2'), days: 2, bodyDays: null }, aheadMs)
  await writer.run({ kind: 'forget', workspace: workspace('ws_3') }, Date.now() - HOUR_MS)
  while (await writer.maintain(aheadMs));
  const left = await database.query('SELECT id FROM gatehouse_logs.logs')
  await writer.close()
  expect(left.flat().sort()).toEqual([young.id, shortYoung.id].sort())
})

/** A store with records of these ages and a monotonic clock the test controls. */
async function storeOf(agesDays: readonly number[]) {
  const own = await makeLogDatabase()
  const folder = testFolder()
  const journal = openJournalWriter({ directory: folder.journalDirectory })
  for (const days of agesDays) journal.append(sampleRecord({ startedAtMs: Date.now() - days * DAY_MS }), NO_BODIES)
  journal.close()
  const problems: string[] = []
  let passedMs = 0
  const { journalDirectory } = folder
  const monotonicMs = () => performance.now() + passedMs
  const options = { databaseUrl: own.url, journalDirectory, retentionDays: 30, monotonicMs }
  const writer = await openPostgresLogWriter(options, noCounts(), (problem) => void problems.push(problem))
  while ((await writer.step()) === 'moved');
  return {
    writer,
    problems,
    own,
    async append(...records: RequestRecord[]) {
      const more = openJournalWriter({ directory: journalDirectory })
      for (const record of records) more.append(record, NO_BODIES)
      more.close()
      while ((await writer.step()) === 'moved');
    },
    async tidyAfter(hours: number) {
      passedMs += hours * HOUR_MS
      while (await writer.maintain(Date.now() + passedMs));
      return Number((await own.query('SELECT count(*) FROM gatehouse_logs.logs')).flat()[0])
    },
    async [Symbol.asyncDispose]() {
      await writer.close()
      await own.remove()
      folder[Symbol.dispose]()
    },
  }
}

test.each([
  [40, 'day partitions'],
  [500, 'the default partition'],
])('a run that would delete most logs waits an hour, then deletes a quarter per run (%p days, %s)', async (days) => {
  // One log per day, as seen by a clock that is wrong by this many days.
  await using store = await storeOf([7, 6, 5, 4, 3, 2, 1, 0].map((more) => days + more))
  expect(await store.tidyAfter(0)).toBe(8)
  expect(store.problems).toEqual([expect.stringContaining('Retention found 8 of 8 logs expired')])
  expect(await store.tidyAfter(0.5)).toBe(8)
  const left = [await store.tidyAfter(1.1), await store.tidyAfter(1.1), await store.tidyAfter(1.1)]
  // The runs delete a quarter of 8, of 6 and of 4 logs, rounded up.
  expect(left).toEqual([6, 4, 3])
  // The other messages report that the test's clock differs from the database's.
  expect(store.problems.filter((problem) => problem.startsWith('Retention'))).toHaveLength(1)
})

test('the limit of a run also holds for a workspace with a shorter retention', async () => {
  await using store = await storeOf([7, 6, 5, 4, 3, 2, 1.9, 1.8])
  const { organisationId, workspaceId } = sampleRecord({})
  await store.own.query(`UPDATE gatehouse_logs.scopes SET retention_days = 1
    WHERE organisation_id = '${organisationId}' AND workspace_id = '${workspaceId}'`)
  expect(await store.tidyAfter(0)).toBe(8)
  expect([await store.tidyAfter(1.1), await store.tidyAfter(1.1), await store.tidyAfter(1.1)]).toEqual([6, 4, 3])
})

test('few expired logs are deleted at once, and all of them right after a retention change', async () => {
  await using store = await storeOf([40, 3, 3, 3, 1, 1, 1, 1])
  expect(await store.tidyAfter(0)).toBe(7)
  const { organisationId, workspaceId } = sampleRecord({})
  await store.writer.run(
    { kind: 'retention', workspace: { organisationId, workspaceId }, days: 2, bodyDays: null },
    Date.now(),
  )
  expect(await store.tidyAfter(0)).toBe(4)
  expect(store.problems).toEqual([])
})

async function partitionsOf({ own }: { readonly own: TestLogDatabase }): Promise<number> {
  const sql = `SELECT count(*)::int FROM pg_class WHERE relname ~ '^(logs|blocks)_[0-9]{8}$' AND relkind = 'r'`
  return (await own.query(sql))[0]![0] as number
}

/** A transaction that has read every partition and still holds its locks. */
async function longRead(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('BEGIN; SELECT count(*) FROM gatehouse_logs.logs; SELECT count(*) FROM gatehouse_logs.blocks')
  return client
}

test('while a long read uses an expired day, ingest goes on, and the day is dropped after the read', async () => {
  await using store = await storeOf([40, 3, 3, 3, 1, 1, 1, 1])
  const before = await partitionsOf(store)
  const read = await longRead(store.own.url)
  expect(await store.tidyAfter(0)).toBe(8)
  const fresh = sampleRecord({ startedAtMs: Date.now() })
  await store.append(fresh)
  expect((await store.own.query(`SELECT id FROM gatehouse_logs.logs WHERE id = '${fresh.id}'`)).flat()).toEqual([
    fresh.id,
  ])
  await read.query('COMMIT')
  await read.end()
  // Tried again after a minute, not after the hour between two runs.
  expect(await store.tidyAfter(1 / 30)).toBe(8)
  expect(await partitionsOf(store)).toBe(before - 2)
})

test('batches of another node commit while days are dropped', async () => {
  await using store = await storeOf([45, 44, 43, 42, 41, ...Array.from({ length: 30 }, (_, i) => i / 10)])
  using folder = testFolder()
  const records = Array.from({ length: 40 }, () => sampleRecord({ startedAtMs: Date.now() }))
  const journal = openJournalWriter({ directory: folder.journalDirectory })
  for (const record of records) journal.append(record, NO_BODIES)
  journal.close()
  const { journalDirectory } = folder
  const counts = noCounts()
  const options = { databaseUrl: store.own.url, journalDirectory, retentionDays: 30, batchFrames: 2 }
  const other = await openPostgresLogWriter(options, counts)
  const ingest = async () => {
    while ((await other.step()) === 'moved');
  }
  const [left] = await Promise.all([store.tidyAfter(0), ingest()])
  await other.close()
  expect(left).toBeGreaterThanOrEqual(30)
  expect(counts).toMatchObject({ ingested: 40, quarantined: 0 })
  expect(await store.tidyAfter(1.1)).toBe(70)
})

test('logs are stored while a long read prevents the partition of their day from being created', async () => {
  await using store = await storeOf([1])
  const read = await longRead(store.own.url)
  const late = sampleRecord({ startedAtMs: Date.now() - 9 * DAY_MS })
  await store.append(late)
  expect((await store.own.query('SELECT id FROM gatehouse_logs.logs_other')).flat()).toEqual([late.id])
  await read.query('COMMIT')
  await read.end()
  expect(await store.tidyAfter(0)).toBe(2)
})

test('expired rows outside day partitions, rollups, blocks and feedback are deleted in steps of 2,000', async () => {
  await using store = await storeOf([1, 2])
  const scopeId = "(SELECT id FROM gatehouse_logs.scopes WHERE workspace_id <> '' LIMIT 1)"
  const [workspaceId] = (await store.own.query('SELECT workspace_id FROM gatehouse_logs.logs LIMIT 1'))[0] as [string]
  const oldMs = Date.now() - 500 * DAY_MS
  const many = 'generate_series(1, 4001) AS number'
  await store.own.query(`INSERT INTO gatehouse_logs.sums_days
    SELECT ${oldMs - (oldMs % DAY_MS)}, ${scopeId}, 8, 'user-' || number, 0, 1, '' FROM ${many}`)
  await store.own.query(`INSERT INTO gatehouse_logs.feedback
    (id, organisation_id, workspace_id, trace_id, value, weight_micros, created_at_ms, updated_at_ms)
    SELECT number, (SELECT organisation_id FROM gatehouse_logs.logs LIMIT 1), '${workspaceId}', '', 1, 1, ${oldMs}, ${oldMs}
    FROM ${many}`)
  await store.own.query(`INSERT INTO gatehouse_logs.blocks
    SELECT 1000000 + number, ${oldMs}, 'detail', '${workspaceId}', ${oldMs}, 0, '' FROM ${many}`)
  const oldRows = async () => {
    const count = (table: string, column: string) =>
      `(SELECT count(*) FROM gatehouse_logs.${table} WHERE ${column} <= ${oldMs})`
    const sql = `SELECT ${count('sums_days', 'bucket_ms')}, ${count('feedback', 'created_at_ms')}, ${count('blocks', 'day_ms')}`
    return (await store.own.query(sql))[0]!.map(Number)
  }
  let before = await oldRows()
  expect(before).toEqual([4001, 4001, 4001])
  // Each step deletes at most 2,000 rows of one table.
  while (await store.writer.maintain(Date.now())) {
    const after = await oldRows()
    const deleted = after.map((rows, i) => before[i]! - rows)
    expect(deleted.filter((rows) => rows > 0).length).toBeLessThanOrEqual(1)
    expect(Math.max(...deleted)).toBeLessThanOrEqual(2000)
    before = after
  }
  expect(await oldRows()).toEqual([0, 0, 0])
})

test('bodies expire before their log, which stays', async () => {
  using folder = testFolder()
  const of = (workspaceId: string, days: number) =>
    sampleRecord({ workspaceId, startedAtMs: Date.now() - days * DAY_MS })
  const logs = [of('ws_8', 5), of('ws_8', 1), of('ws_9', 5)]
  const journal = openJournalWriter({ directory: folder.journalDirectory })
  for (const log of logs) journal.append(log, { request: Buffer.from('body'), response: null })
  journal.close()
  const { journalDirectory } = folder
  const writer = await openPostgresLogWriter(
    { databaseUrl: database.url, journalDirectory, retentionDays: 30 },
    noCounts(),
  )
  while ((await writer.step()) === 'moved');
  const workspace = { organisationId: 'org_1', workspaceId: 'ws_8' }
  await writer.run({ kind: 'retention', workspace, days: null, bodyDays: 3 }, Date.now())
  while (await writer.maintain(Date.now()));
  const kept = await database.query(`SELECT logs.id FROM gatehouse_logs.logs
    JOIN gatehouse_logs.blocks ON blocks.id = body_block WHERE logs.workspace_id IN ('ws_8', 'ws_9')`)
  const all = await database.query("SELECT id FROM gatehouse_logs.logs WHERE workspace_id IN ('ws_8', 'ws_9')")
  await writer.close()
  expect(kept.flat().sort()).toEqual([logs[1]!.id, logs[2]!.id].sort())
  expect(all.flat().sort()).toEqual(logs.map(({ id }) => id).sort())
})
