/** Fills a logs.db with realistic logs, aggregates and feedback: `bun bench/records/log-rows.ts <folder> [rows]`. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { COLUMNS, toDetail, toRow } from '../../server/src/records/log-row.ts'
import { picker, Rollups } from '../../server/src/records/rollups/rollups.ts'
import { BlockWriter } from '../../server/src/records/sqlite/blocks.ts'
import { openLogWriter } from '../../server/src/records/sqlite/log-store.ts'
import { TraceIndex } from '../../server/src/records/sqlite/trace-index.ts'
import { variedRecord } from './varied-record.ts'

const [folder, wanted] = process.argv.slice(2)
if (!folder) throw new Error('usage: bun bench/records/log-rows.ts <folder> [rows]')
const ROWS = Number(wanted ?? 10_000_000)
const DAYS = 30
/** Larger than the worker's batches, so that aggregate rows that change repeatedly are written once. */
const BATCH = 40_000

mkdirSync(folder, { recursive: true })
const nowMs = Date.now()
const database = openLogWriter(join(folder, 'logs.db'))
database.run('PRAGMA synchronous = OFF')
const FILLED = [
  ...COLUMNS,
  'detail_block',
  'detail_offset',
  'detail_length',
  'feedback_count',
  'feedback_micros',
  'feedback_weight_micros',
]
const insert = database.prepare(`INSERT INTO logs (${FILLED.join(', ')}) VALUES (${FILLED.map(() => '?').join(', ')})`)
const insertFeedback = database.prepare(
  `INSERT INTO feedback (id, organisation_id, workspace_id, trace_id, value, weight_micros, metadata, created_at_ms,
     updated_at_ms, log_seq, provider, model) VALUES (?, 'org_1', ?, ?, ?, 1000000, NULL, ?, ?, ?, ?, ?)`,
)
const rollups = new Rollups(database, nowMs)
const blocks = new BlockWriter(database)
const pick = picker(COLUMNS)
const traces = new TraceIndex(database)
const startedAt = performance.now()

for (let done = 0; done < ROWS; done += BATCH) {
  database.run('BEGIN IMMEDIATE')
  blocks.begin()
  for (let i = done; i < Math.min(done + BATCH, ROWS); i++) {
    const startedAtMs = Math.floor(nowMs - (1 - i / ROWS) * DAYS * 86_400_000)
    const log = variedRecord(startedAtMs, `trace-${i}`)
    const row = toRow(log)
    const detail = Buffer.from(JSON.stringify(toDetail(log)))
    const place = blocks.add('detail', log.workspaceId, startedAtMs, [detail])
    const value = i % 200 === 0 ? Math.floor(Math.random() * 21) - 10 : null
    const feedback = value === null ? null : { count: 1, micros: value * 1e6, weightMicros: 1e6 }
    const said = [feedback?.count ?? 0, feedback?.micros ?? 0, feedback?.weightMicros ?? 0]
    const seq = insert.run(...row, place.block, place.offset, detail.length, ...said)
    if (value !== null)
      insertFeedback.run(
        log.id,
        log.workspaceId,
        log.traceId,
        value,
        startedAtMs,
        startedAtMs,
        seq.lastInsertRowid,
        log.provider,
        log.model,
      )
    const { organisationId, workspaceId } = log
    rollups.add({ organisationId, workspaceId, input: pick.input(row), dimensions: pick.dimensions(row) }, feedback)
  }
  blocks.insert(blocks.pack())
  rollups.flush()
  database.run('COMMIT')
  while (traces.step());
  if ((done / BATCH) % 10 === 0) {
    const seconds = (performance.now() - startedAt) / 1000
    console.log(`${done + BATCH} rows, ${Math.round((done + BATCH) / seconds)} per second`)
  }
}
database.run('PRAGMA wal_checkpoint(TRUNCATE)')
database.close()
