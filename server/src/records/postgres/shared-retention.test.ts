import { afterAll, beforeAll, expect, test } from 'bun:test'
import { noCounts } from '../ingest-counts.ts'
import { NO_BODIES } from '../journal/frame.ts'
import { openSpool } from '../journal/spool.ts'
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

test('what is old is told by the clock of the database, and not by that of the node that tidies', async () => {
  using folder = testFolder()
  const of = (workspaceId: string, ageMs: number) => sampleRecord({ workspaceId, startedAtMs: Date.now() - ageMs })
  const [old, young] = [of('ws_1', 32 * DAY_MS), of('ws_1', 29 * DAY_MS)]
  const [shortOld, shortYoung] = [of('ws_2', 3 * DAY_MS), of('ws_2', DAY_MS)]
  const forgotten = of('ws_3', HOUR_MS / 2)
  const spool = openSpool({ directory: folder.journalDirectory })
  for (const record of [old, young, shortOld, shortYoung, forgotten]) spool.append(record, NO_BODIES)
  spool.close()
  const { journalDirectory } = folder
  const options = { databaseUrl: database.url, journalDirectory, retentionDays: 30 }
  const writer = await openPostgresLogWriter(options, noCounts())
  while ((await writer.step()) === 'moved');
  const workspace = (workspaceId: string) => ({ organisationId: old.organisationId, workspaceId })
  const aheadMs = Date.now() + 4 * DAY_MS
  await writer.answer({ kind: 'retention', workspace: workspace('ws_2'), days: 2 }, aheadMs)
  await writer.answer({ kind: 'forget', workspace: workspace('ws_3') }, Date.now() - HOUR_MS)
  while (await writer.tidy(aheadMs));
  const left = await database.query('SELECT id FROM gatehouse_logs.logs')
  await writer.close()
  expect(left.flat().sort()).toEqual([young.id, shortYoung.id].sort())
}, 30_000)
