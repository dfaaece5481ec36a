/** Fills PostgreSQL with many plausible logs and sums: `bun bench/records/postgres-log-rows.ts <url> [rows]`. */

import { openClient } from '../../server/src/records/postgres/connection.ts'
import { Days } from '../../server/src/records/postgres/days.ts'
import { BlockPacker } from '../../server/src/records/postgres/pack-blocks.ts'
import { migrateLogs } from '../../server/src/records/postgres/schema.ts'
import { type NewLog, storeLogs } from '../../server/src/records/postgres/store-logs.ts'
import { SharedSums } from '../../server/src/records/postgres/sums/shared-sums.ts'
import { toDetail, toRow } from '../../server/src/records/store/row-codec.ts'
import { variedRecord } from './varied-record.ts'

const [url, wanted] = process.argv.slice(2)
if (!url) throw new Error('usage: bun bench/records/postgres-log-rows.ts <url> [rows]')
const ROWS = Number(wanted ?? 10_000_000)
const DAYS = 30
const BATCH = 4_000

const nowMs = Date.now()
const client = await openClient(url)
await migrateLogs(client, nowMs)
// One statement of a bench may take longer than one of a gateway.
await client.query('SET synchronous_commit = off')
const home = { client, sums: await SharedSums.open(client), blocks: new BlockPacker(), journal: 'bench' }
const days = new Days()
const startedAt = performance.now()

for (let done = 0; done < ROWS; done += BATCH) {
  const logs: NewLog[] = []
  for (let i = done; i < Math.min(done + BATCH, ROWS); i++) {
    const startedAtMs = Math.floor(nowMs - (1 - i / ROWS) * DAYS * 86_400_000)
    const log = variedRecord(startedAtMs, `trace-${i}`)
    const detail = Buffer.from(JSON.stringify(toDetail(log)))
    logs.push({ row: toRow(log), detail, request: null, response: null })
  }
  await days.ensure(
    client,
    logs.map(({ row }) => row[5]),
    nowMs,
  )
  await storeLogs(home, logs, null)
  if ((done / BATCH) % 25 === 0) {
    const seconds = (performance.now() - startedAt) / 1000
    console.log(`${done + BATCH} rows, ${Math.round((done + BATCH) / seconds)} a second`)
  }
}
await client.query('ANALYZE logs')
for (const table of ['sums_minutes', 'sums_hours', 'sums_days']) await client.query(`VACUUM ANALYZE ${table}`)
await client.end()
