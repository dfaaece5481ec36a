import { expect, test } from 'bun:test'
import { IngestBatch } from './ingest-batch.ts'
import { NO_BODIES } from './journal/frame.ts'
import { openSpool } from './journal/spool.ts'
import { readLog } from './log-query.ts'
import { forgetStep } from './retention.ts'
import { sampleRecord } from './testing/sample-record.ts'
import { testFolder } from './testing/test-folder.ts'

const DAY_MS = 86_400_000
const nowMs = 1_763_000_000_000

test('old rows, their blocks and minute sums go in bounded steps; younger ones and hourly sums stay', () => {
  using folder = testFolder()
  const spool = openSpool({ directory: folder.journalDirectory })
  const body = new TextEncoder().encode('kept')
  const young = sampleRecord({ startedAtMs: nowMs - 29 * DAY_MS })
  for (let i = 0; i < 1200; i++) spool.append(sampleRecord({ startedAtMs: nowMs - 31 * DAY_MS }), NO_BODIES)
  spool.append(young, { request: body, response: null })
  spool.close()
  const batch = new IngestBatch({ ...folder, batchFrames: 400 })
  while (batch.step() === 'moved');
  const count = (table: string) =>
    batch.database.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()!.n
  expect(count('blocks')).toBeGreaterThan(2)

  const left: number[] = []
  while (forgetStep(batch.database, 30, nowMs)) left.push(count('logs'))
  expect(left.slice(0, 3)).toEqual([701, 201, 1])
  expect(count('blocks')).toBe(2)
  expect(count('rollup_minutes')).toBe(1)
  expect(count('rollup_hours')).toBe(2)
  expect(readLog(batch.database, young, young.id)).toEqual({ record: young, bodies: { request: body, response: null } })
  batch.close()
})
