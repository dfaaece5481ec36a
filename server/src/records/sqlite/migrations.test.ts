import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import type { AnalyticsSummary } from '../../core/logs/analytics.ts'
import { COLUMNS, toDetail, toRow } from '../log-row.ts'
import { runQuery } from '../read/queries.ts'
import { readLog } from '../read/read-log.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { testFolder } from '../testing/test-folder.ts'
import { openLogWriter } from './log-store.ts'
import { sqliteLogDatabase } from './sqlite-log-database.ts'

/** A store as the first release created it, with 38 columns. */
function makeFirstStore(path: string, records: readonly ReturnType<typeof sampleRecord>[]): void {
  const columns = COLUMNS.slice(0, 38)
  const locations = ['detail_block', 'detail_offset', 'detail_length', 'body_block', 'body_offset']
  const all = [...columns, ...locations, 'request_length', 'response_length']
  using database = new Database(path, { create: true })
  for (const statement of [
    `CREATE TABLE logs (seq INTEGER PRIMARY KEY, ${all.join(', ')})`,
    'CREATE UNIQUE INDEX logs_id ON logs (id)',
    'CREATE INDEX logs_workspace_time ON logs (workspace_id, started_at_ms)',
    'CREATE INDEX logs_time ON logs (started_at_ms)',
    'CREATE INDEX logs_workspace_errors ON logs (workspace_id, started_at_ms) WHERE status >= 400',
    'CREATE INDEX logs_errors ON logs (started_at_ms) WHERE status >= 400',
    'CREATE INDEX logs_trace ON logs ((seq >> 14), trace_id)',
    'CREATE TABLE blocks (id INTEGER PRIMARY KEY, kind, workspace_id, newest_at_ms, raw_bytes, data)',
    'CREATE INDEX blocks_time ON blocks (newest_at_ms)',
    'CREATE TABLE journal_positions (segment INTEGER PRIMARY KEY, offset INTEGER NOT NULL)',
    'CREATE TABLE rollup_minutes (bucket_ms)',
    'CREATE TABLE rollup_hours (bucket_ms)',
    'PRAGMA user_version = 1',
  ])
    database.run(statement)
  for (const [i, record] of records.entries()) {
    const { costLines: _, ...detail } = toDetail(record)
    const bytes = Buffer.from(JSON.stringify(detail))
    database
      .query(`INSERT INTO blocks VALUES (?, 'detail', ?, ?, ?, ?)`)
      .run(i + 1, record.workspaceId, record.startedAtMs, bytes.length, Bun.zstdCompressSync(bytes))
    const row = toRow(record).slice(0, 38)
    database
      .query(`INSERT INTO logs (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`)
      .run(...row, i + 1, 0, bytes.length, null, null, null, null)
  }
}

test('a store of the first release keeps its logs and gets rollups', async () => {
  using folder = testFolder()
  const records = [0, 1, 30, 700].map((hours) => sampleRecord({ startedAtMs: Date.now() - hours * 3_600_000 }))
  makeFirstStore(folder.databasePath, records)
  using database = openLogWriter(folder.databasePath)
  const read = sqliteLogDatabase(database)
  for (const record of records) expect((await readLog(read, record, record.id))?.record).toEqual(record)
  const filter = { organisationId: 'org_1', workspaceId: 'ws_1' }
  const summary = (await runQuery(read, { kind: 'summary', filter }, Date.now())) as AnalyticsSummary
  expect(summary).toMatchObject({ requests: 4, users: 1, cost: { unpricedRequests: 4 }, tokens: { total: 4 * 184 } })
})

test('a store of a newer release is not touched', () => {
  using folder = testFolder()
  openLogWriter(folder.databasePath).close()
  using database = new Database(folder.databasePath)
  database.run('PRAGMA user_version = 99')
  expect(() => openLogWriter(folder.databasePath)).toThrow('written by a newer version of Gatehouse')
})
