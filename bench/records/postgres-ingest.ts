/**
 * Measures ingest into PostgreSQL: CPU time per log of the server process and of this process. `bun
 * bench/records/postgres-ingest.ts <url> [rows]`. The server must run on this machine.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openJournalWriter } from '../../server/src/records/journal/journal-writer.ts'
import { noCounts } from '../../server/src/records/log-writer.ts'
import { openPostgresLogWriter } from '../../server/src/records/postgres/postgres-log-writer.ts'
import { cpuClock } from './cpu-clock.ts'
import { variedRecord } from './varied-record.ts'

const [url, wanted] = process.argv.slice(2)
if (!url) throw new Error('usage: bun bench/records/postgres-ingest.ts <url> [rows]')
const ROWS = Number(wanted ?? 60_000)
const WARM_UP = 6_000
const BODY = new TextEncoder().encode(JSON.stringify({ messages: [{ role: 'user', content: 'word '.repeat(100) }] }))

const directory = mkdtempSync(join(tmpdir(), 'gatehouse-ingest-'))
const counts = noCounts()
const writer = await openPostgresLogWriter({ databaseUrl: url, journalDirectory: directory, retentionDays: 30 }, counts)
await ingest(WARM_UP)
const cpu = await cpuClock(url)
const [ownBefore, serverBefore] = [await cpu.readMs(), await cpu.readServerMs()]
const elapsedMs = await ingest(ROWS)
const serverMs = (await cpu.readServerMs()) - serverBefore
const ownMs = (await cpu.readMs()) - ownBefore - serverMs
await writer.close()
rmSync(directory, { recursive: true })
if (counts.ingested !== WARM_UP + ROWS) throw new Error(`${counts.ingested} logs were stored`)
console.log(`server   ${((serverMs * 1000) / ROWS).toFixed(1)} µs CPU per log`)
console.log(`gateway  ${((ownMs * 1000) / ROWS).toFixed(1)} µs CPU per log`)
console.log(`${Math.round((ROWS / elapsedMs) * 1000)} logs per second`)

/** Writes the journal first; returns how long storing it took. */
async function ingest(rows: number): Promise<number> {
  const journal = openJournalWriter({ directory })
  for (let i = 0; i < rows; i++)
    journal.append(variedRecord(Date.now(), crypto.randomUUID()), { request: BODY, response: BODY })
  journal.close()
  const startedAt = performance.now()
  while ((await writer.step()) === 'moved');
  return performance.now() - startedAt
}
