/** Measures the cost per log record of `append` and ingest: `bun bench/ingest.ts [records] [varied]`. */

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRecords } from '../server/src/records/records.ts'
import { sampleRecord } from '../server/src/records/testing/sample-record.ts'
import { variedRecord } from './records/varied-record.ts'

const RECORDS = Number(process.argv[2] ?? 100_000)
/** Every record has a different user, model, key and config, which creates many more aggregate rows. */
const IS_VARIED = process.argv[3] === 'varied'
const WARM_UP = 5_000
const WORDS =
  'the quick brown fox jumps over a lazy dog while seven wizards quietly measure token budgets for models'.split(' ')

function prose(sizeBytes: number): string {
  let text = ''
  while (text.length < sizeBytes)
    text += `${WORDS[Math.floor(Math.random() * WORDS.length)]}${Math.floor(Math.random() * 100)} `
  return text
}

const INSTRUCTIONS = prose(350)

/** Chat-like JSON of about 1 KiB: a repetitive part, like instructions, and a larger part that does not repeat. */
function body(): Uint8Array {
  const messages = [
    { role: 'system', content: INSTRUCTIONS },
    { role: 'user', content: prose(530) },
  ]
  return new TextEncoder().encode(JSON.stringify({ model: 'gpt-4o-mini', messages }))
}

function cpuMicros(from: NodeJS.CpuUsage): number {
  const used = process.cpuUsage(from)
  return used.user + used.system
}

const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-ingest-'))
const records = openRecords({ dataDirectory, retentionDays: 30 })
const bodies = Array.from({ length: 1000 }, () => ({ request: body(), response: body() }))
const append = (i: number) => records.writer.append(sampleRecord(), bodies[i % bodies.length]!)

for (let i = 0; i < WARM_UP; i++) append(i)
await records.drained()

// The records are created before the measurement starts.
const prepared = Array.from({ length: 20_000 }, () => (IS_VARIED ? variedRecord(0, '') : sampleRecord()))
let appendMicros = 0
let ingestMicros = 0
let ingestMs = 0
for (let done = 0; done < RECORDS; done += prepared.length) {
  const round = prepared.map((record) => ({
    ...record,
    id: Bun.randomUUIDv7(),
    traceId: crypto.randomUUID(),
    startedAtMs: Date.now(),
  }))
  const beforeAppend = process.cpuUsage()
  for (let i = 0; i < round.length; i++) records.writer.append(round[i]!, bodies[i % bodies.length]!)
  appendMicros += cpuMicros(beforeAppend)
  const beforeIngest = process.cpuUsage()
  const startedAt = performance.now()
  await records.drained()
  ingestMs += performance.now() - startedAt
  ingestMicros += cpuMicros(beforeIngest)
}
const total = Math.ceil(RECORDS / prepared.length) * prepared.length
const storeBytes = readdirSync(dataDirectory)
  .filter((name) => name.startsWith('logs.db'))
  .reduce((sum, name) => sum + statSync(join(dataDirectory, name)).size, 0)
console.log(`append   ${(appendMicros / total).toFixed(1)} µs CPU per record`)
console.log(
  `ingest   ${(ingestMicros / total).toFixed(1)} µs CPU a record, ${Math.round((total / ingestMs) * 1000)} records/s`,
)
console.log(
  `store    ${Math.round(storeBytes / (total + WARM_UP))} bytes a record, memory ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB`,
)
console.log(`health   ${JSON.stringify(records.health())}`)
const closeFrom = performance.now()
await records.close()
console.log(`close    ${Math.round(performance.now() - closeFrom)} ms`)
rmSync(dataDirectory, { recursive: true })
