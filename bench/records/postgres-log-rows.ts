/**
 * Fills an empty PostgreSQL with realistic logs, aggregates and feedback of one month: `bun
 * bench/records/postgres-log-rows.ts <url> [rows]`.
 */

import type { QueryConfig } from 'pg'
import { COLUMNS, toDetail, toRow } from '../../server/src/records/log-row.ts'
import { BlockPacker } from '../../server/src/records/postgres/blocks.ts'
import { openClient, rowsOf } from '../../server/src/records/postgres/connection.ts'
import { type Cell, copyIn } from '../../server/src/records/postgres/copy-in.ts'
import { migrateLogs } from '../../server/src/records/postgres/migrations.ts'
import { picker } from '../../server/src/records/rollups/rollups.ts'
import { toWatermarks, WATERMARK_COLUMNS } from '../../server/src/records/rollups/watermarks.ts'
import { variedRecord } from './varied-record.ts'
import { WholeSums } from './whole-sums.ts'

const [url, wanted] = process.argv.slice(2)
if (!url) throw new Error('usage: bun bench/records/postgres-log-rows.ts <url> [rows]')
const ROWS = Number(wanted ?? 10_000_000)
const DAYS = 30
const DAY_MS = 86_400_000
const BATCH = 4_000
const FEEDBACK_EVERY = 200
const LATER_COLUMNS = ['seq', 'detail_block', 'detail_offset', 'detail_length']
const SAID_COLUMNS = ['feedback_count', 'feedback_micros', 'feedback_weight_micros']
const LOG_COLUMNS = [...COLUMNS, ...LATER_COLUMNS, ...SAID_COLUMNS]
const FEEDBACK_COLUMNS =
  `id organisation_id workspace_id trace_id value weight_micros created_at_ms updated_at_ms log_seq
  log_started_at_ms provider model`.split(/\s+/)

const nowMs = Date.now()
const client = await openClient(url)
await migrateLogs(client, nowMs)
if ((await rowsOf(client, 'SELECT 1 FROM logs LIMIT 1')).length > 0)
  throw new Error('the database already contains logs')
await run(`SET statement_timeout = 0; SET synchronous_commit = off; SET maintenance_work_mem = '256MB'`)
const [marks] = await rowsOf(client, `SELECT ${WATERMARK_COLUMNS} FROM sum_progress`)
const sums = new WholeSums(client, toWatermarks(marks as number[]))
const blocks = new BlockPacker()
const pick = picker(COLUMNS)
const startedAt = performance.now()
const timeOf = (i: number) => Math.floor(nowMs - (1 - i / ROWS) * DAYS * DAY_MS)
const nameOf = (dayMs: number) => new Date(dayMs).toISOString().slice(0, 10).replaceAll('-', '')
const seconds = () => (performance.now() - startedAt) / 1000

let done = 0
/** The pending write. The next batch is prepared meanwhile. */
let writing: Promise<void> = Promise.resolve()
for (let dayMs = timeOf(0) - (timeOf(0) % DAY_MS); dayMs <= nowMs; dayMs += DAY_MS) {
  const day = nameOf(dayMs)
  const range = `FROM (${dayMs}) TO (${dayMs + DAY_MS})`
  await run(`CREATE TABLE blocks_${day} PARTITION OF blocks FOR VALUES ${range}`)
  await run(`CREATE TABLE logs_${day} (LIKE logs INCLUDING DEFAULTS INCLUDING STORAGE)`)
  while (done < ROWS && timeOf(done) < dayMs + DAY_MS) {
    let end = done
    while (end < Math.min(done + BATCH, ROWS) && timeOf(end) < dayMs + DAY_MS) end++
    await fill(`logs_${day}`, done, end)
    done = end
  }
  await writing
  // The partition is attached after its rows are inserted: building indexes once is much faster than updating them.
  await run(`ALTER TABLE logs ATTACH PARTITION logs_${day} FOR VALUES ${range}`)
  console.log(`${day}: ${done} rows, ${Math.round(done / seconds())} per second`)
}
await sums.writeBefore(Number.MAX_SAFE_INTEGER)
await rowsOf(client, `SELECT setval('log_numbers', $1)`, [ROWS])
for (const table of ['logs', 'feedback', 'sums_minutes', 'sums_hours', 'sums_days'])
  await run(`VACUUM ANALYZE ${table}`)
console.log(`${ROWS} rows in ${Math.round(seconds())} s`)
await client.end()

/** Uses a query timeout of an hour instead of the gateway's. */
async function run(text: string): Promise<void> {
  await client.query({ text, query_timeout: 3_600_000 } as QueryConfig)
}

async function fill(table: string, from: number, to: number): Promise<void> {
  await blocks.begin(client, to - from)
  const rows: Cell[][] = []
  const summed: Parameters<WholeSums['add']>[0][number][] = []
  const feedback: Cell[][] = []
  for (let i = from; i < to; i++) {
    const startedAtMs = timeOf(i)
    const log = variedRecord(startedAtMs, `trace-${i}`)
    const { organisationId, workspaceId } = log
    const row = toRow(log)
    const detail = Buffer.from(JSON.stringify(toDetail(log)))
    const { block, offset } = blocks.add('detail', workspaceId, startedAtMs, [detail])
    const value = i % FEEDBACK_EVERY === 0 ? Math.floor(Math.random() * 21) - 10 : null
    const said = value === null ? null : { count: 1, micros: value * 1e6, weightMicros: 1e6 }
    const later = [i + 1, block, offset, detail.length]
    rows.push([...row, ...later, said?.count ?? 0, said?.micros ?? 0, said?.weightMicros ?? 0])
    summed.push([{ organisationId, workspaceId, input: pick.input(row), dimensions: pick.dimensions(row) }, said])
    if (value === null) continue
    const [id, traceId] = [log.id, log.traceId]
    const times = [startedAtMs, startedAtMs, i + 1, startedAtMs]
    feedback.push([id, organisationId, workspaceId, traceId, value, 1e6, ...times, log.provider, log.model])
  }
  await sums.add(summed)
  await writing
  writing = write(table, rows, feedback, timeOf(from))
}

async function write(table: string, rows: Cell[][], feedback: Cell[][], doneBeforeMs: number): Promise<void> {
  await Promise.all([
    blocks.insert(client, blocks.pack()),
    copyIn(client, table, LOG_COLUMNS, rows),
    copyIn(client, 'feedback', FEEDBACK_COLUMNS, feedback),
    sums.writeBefore(doneBeforeMs),
  ])
}
