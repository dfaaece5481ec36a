import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { openJournalWriter } from './journal/journal-writer.ts'
import { noCounts } from './log-writer.ts'
import { RetentionGuard } from './retention-guard.ts'
import { SqliteLogWriter } from './sqlite/sqlite-log-writer.ts'
import { sampleRecord } from './testing/sample-record.ts'
import { type TestFolder, testFolder } from './testing/test-folder.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

function write(folder: TestFolder, agesDays: readonly number[]): void {
  const journal = openJournalWriter({ directory: folder.journalDirectory })
  for (const days of agesDays)
    journal.append(sampleRecord({ startedAtMs: Date.now() - days * DAY_MS }), { request: null, response: null })
  journal.close()
}

function count(folder: TestFolder): number {
  const database = new Database(folder.databasePath, { readonly: true })
  const { n } = database.query<{ n: number }, []>('SELECT count(*) AS n FROM logs').get()!
  database.close()
  return n
}

function open(folder: TestFolder) {
  const problems: string[] = []
  const writer = new SqliteLogWriter(
    { ...folder, retentionDays: 30 },
    noCounts(),
    (problem) => void problems.push(problem),
  )
  while (writer.step() === 'moved');
  const tidy = async (nowMs: number) => {
    while (await writer.maintain(nowMs));
  }
  return { writer, problems, tidy }
}

test('a clock jump deletes nothing and is reported; expired logs are still deleted', async () => {
  using folder = testFolder()
  write(folder, [31, 2, 1, 1, 0, 0, 0, 0])
  const { writer, problems, tidy } = open(folder)
  await tidy(Date.now())
  expect(count(folder)).toBe(7)
  for (const aheadMs of [HOUR_MS, 40 * DAY_MS, 365 * DAY_MS]) await tidy(Date.now() + aheadMs)
  expect(count(folder)).toBe(7)
  expect(problems).toEqual([expect.stringContaining('The clock jumped 3600 s ahead')])
  writer.close()
})

test('starting with a wrong clock deletes nothing and reports how much would be deleted', async () => {
  using folder = testFolder()
  write(folder, [2, 1, 0, 0])
  const { writer, problems, tidy } = open(folder)
  await tidy(Date.now() + 365 * DAY_MS)
  expect(count(folder)).toBe(4)
  expect(problems).toEqual([expect.stringContaining('Retention found 4 of 4 logs expired')])
  writer.close()
})

test('a shorter retention set by an operator applies at once', async () => {
  using folder = testFolder()
  write(folder, [9, 9, 9, 0])
  const { writer, tidy } = open(folder)
  await tidy(Date.now())
  expect(count(folder)).toBe(4)
  const { organisationId, workspaceId } = sampleRecord()
  await writer.run(
    { kind: 'retention', workspace: { organisationId, workspaceId }, days: 3, bodyDays: null },
    Date.now(),
  )
  await tidy(Date.now())
  expect(count(folder)).toBe(1)
  writer.close()
})

test('an unusually large deletion starts after an hour, a quarter per run', () => {
  let nowMs = 0
  const problems: string[] = []
  const guard = new RetentionGuard(
    (problem) => void problems.push(problem),
    () => nowMs,
  )
  expect(guard.maxRows(25, 100, false)).toBe(Number.POSITIVE_INFINITY)
  expect(guard.maxRows(26, 100, false)).toBe(0)
  nowMs += HOUR_MS - 1
  expect(guard.maxRows(90, 100, false)).toBe(0)
  nowMs += 1
  expect(guard.maxRows(90, 100, false)).toBe(25)
  expect(problems).toHaveLength(1)
  expect(guard.maxRows(90, 100, true)).toBe(Number.POSITIVE_INFINITY)
})
