import { Database } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { appendFileSync, copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { partOf, propertyRuns } from '../../../../tests/harness/property-runs.ts'
import type { RecordBodies, RequestRecord } from '../../core/record.ts'
import { FrameEncoder, NO_BODIES } from '../journal/frame.ts'
import { openJournalWriter } from '../journal/journal-writer.ts'
import { segmentPath } from '../journal/segments.ts'
import { COLUMNS, toDetail, toRow } from '../log-row.ts'
import { noCounts } from '../log-writer.ts'
import { readLog } from '../read/read-log.ts'
import { anyBodies, anyRecord } from '../testing/record-arbitrary.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { type TestFolder, testFolder } from '../testing/test-folder.ts'
import { IngestBatch } from './ingest-batch.ts'
import { openLogStoreForReading } from './log-store.ts'
import { sqliteLogDatabase } from './sqlite-log-database.ts'

type Entry = readonly [record: RequestRecord, bodies: RecordBodies]

function write(folder: TestFolder, entries: readonly Entry[]): void {
  const journal = openJournalWriter({ directory: folder.journalDirectory })
  for (const [record, bodies] of entries) journal.append(record, bodies)
  journal.close()
}

function frameOf(record: RequestRecord, bodies: RecordBodies = NO_BODIES): Buffer {
  const encoder = new FrameEncoder()
  return Buffer.from(encoder.bytes.subarray(0, encoder.encode(record, bodies)))
}

/** Runs ingest until it is idle. */
function ingest(folder: TestFolder) {
  const batch = new IngestBatch(folder)
  try {
    while (batch.step() === 'moved');
    return { ...batch.counts }
  } finally {
    batch.close()
  }
}

function ids(folder: TestFolder): string[] {
  using database = new Database(folder.databasePath, { readonly: true })
  return database
    .query<{ id: string }, []>('SELECT id FROM logs ORDER BY seq')
    .all()
    .map((row) => row.id)
}

function totalRequests(folder: TestFolder): number {
  using database = new Database(folder.databasePath, { readonly: true })
  return database.query<{ n: number }, []>('SELECT sum(requests) AS n FROM sums_minutes WHERE dimension_id = 0').get()!
    .n
}

test('every field of every record and both bodies are returned unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(anyRecord, anyBodies), { minLength: 1, maxLength: 8, selector: ([record]) => record.id }),
      async (entries) => {
        using folder = testFolder()
        write(folder, entries)
        expect(ingest(folder).ingested).toBe(entries.length)
        using database = openLogStoreForReading(folder.databasePath)!
        for (const [record, bodies] of entries) {
          const found = await readLog(sqliteLogDatabase(database), record, record.id)
          expect(found?.record).toEqual(record)
          expect(found?.bodies).toEqual(bodies)
        }
      },
    ),
    { numRuns: propertyRuns(40) },
  )
})

test('a journal cut at any byte yields the complete frames before the cut and all later segments', () => {
  const records = [sampleRecord({ attempts: [], decisions: [] }), sampleRecord({ attempts: [], decisions: [] })]
  const body = new TextEncoder().encode('hello')
  const frames = records.map((record) => frameOf(record, { request: body, response: null }))
  const journal = Buffer.concat(frames)
  using folder = testFolder()
  const batch = new IngestBatch(folder)
  const stored = batch.database.query<{ id: string }, []>('SELECT id FROM logs ORDER BY seq')
  const firstEnd = frames[0]!.length
  const cuts = new Set([...partOf([...journal.keys()], 0), firstEnd - 1, firstEnd, firstEnd + 1, journal.length - 1])
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    batch.database.run('DELETE FROM logs')
    const later = sampleRecord()
    writeFileSync(segmentPath(folder.journalDirectory, 2 * cut + 1), journal.subarray(0, cut))
    writeFileSync(segmentPath(folder.journalDirectory, 2 * cut + 2), frameOf(later))
    while (batch.step() === 'moved');
    const whole = cut < firstEnd ? [] : [records[0]!.id]
    expect([cut, stored.all().map((row) => row.id)]).toEqual([cut, [...whole, later.id]])
  }
  expect(batch.counts).toMatchObject({ duplicates: 0, quarantined: 0, damaged: 0, badSegments: 0 })
  batch.close()
})

test('a segment of zeros is reported with its size and a lower bound of lost records', () => {
  using folder = testFolder()
  const frames = Array.from({ length: 20 }, () => frameOf(sampleRecord()))
  const bytes = Buffer.concat(frames)
  const path = segmentPath(folder.journalDirectory, 1)
  writeFileSync(path, Buffer.concat([frames[0]!, Buffer.alloc(bytes.length - frames[0]!.length)]))
  writeFileSync(segmentPath(folder.journalDirectory, 2), '')
  const messages: string[] = []
  const batch = new IngestBatch(folder, noCounts(), (message) => void messages.push(message))
  while (batch.step() === 'moved');
  expect(batch.counts).toMatchObject({ ingested: 1, torn: 1 })
  const lostBytes = bytes.length - frames[0]!.length
  expect(messages).toEqual([
    `The journal ${path} contains only zeros from byte ${frames[0]!.length} on, as after a power failure. All records in these ${lostBytes} bytes are lost, at least 1.`,
  ])
  batch.close()
})

test('waits for the rest of an incomplete frame at the end of the newest segment', () => {
  using folder = testFolder()
  const path = segmentPath(folder.journalDirectory, 1)
  const record = sampleRecord()
  const frame = frameOf(record)
  writeFileSync(path, frame.subarray(0, 50))
  const batch = new IngestBatch(folder)
  expect(batch.step()).toBe('idle')
  appendFileSync(path, frame.subarray(50))
  expect(batch.step()).toBe('idle')
  expect(batch.counts.ingested).toBe(1)
  batch.close()
})

test('skips a frame with damaged content and stores its neighbours', () => {
  for (const [index, name] of ['first', 'middle', 'last'].entries()) {
    using folder = testFolder()
    const records = [sampleRecord(), sampleRecord(), sampleRecord()]
    const frames = records.map((record) => frameOf(record))
    frames[index]!.writeUInt8(frames[index]!.readUInt8(100) ^ 0xff, 100)
    writeFileSync(segmentPath(folder.journalDirectory, 1), Buffer.concat(frames))
    write(folder, [])
    writeFileSync(segmentPath(folder.journalDirectory, 2), '')
    expect([name, ingest(folder)]).toEqual([
      name,
      { ingested: 2, duplicates: 0, quarantined: 0, damaged: 1, badSegments: 0, torn: 0 },
    ])
    expect(ids(folder)).toEqual(records.filter((_, i) => i !== index).map((record) => record.id))
  }
})

test('quarantines the rest of a segment whose frame length is damaged and reads the next segment', () => {
  for (const wrongLength of [0, 7, 5000, 1_000_000, 0x7fffffff, 0xffffffff]) {
    using folder = testFolder()
    const [first, second, third] = [sampleRecord(), sampleRecord(), sampleRecord()]
    const damaged = frameOf(second)
    damaged.writeUInt32LE(wrongLength, 0)
    const segment = segmentPath(folder.journalDirectory, 1)
    writeFileSync(segment, Buffer.concat([frameOf(first), damaged, frameOf(sampleRecord())]))
    writeFileSync(segmentPath(folder.journalDirectory, 2), frameOf(third))
    expect([wrongLength, ingest(folder).badSegments]).toEqual([wrongLength, 1])
    expect(ids(folder)).toEqual([first.id, third.id])
    expect(existsSync(`${segment}.bad`)).toBe(true)
  }
})

test('never reads a frame contained in a body as a record, whatever is damaged before it', () => {
  using folder = testFolder()
  const forged = frameOf(sampleRecord({ workspaceId: 'ws_other' }))
  const frame = frameOf(sampleRecord(), { request: forged, response: null })
  frame.writeUInt32LE(3, 0)
  writeFileSync(segmentPath(folder.journalDirectory, 1), frame)
  writeFileSync(segmentPath(folder.journalDirectory, 2), '')
  ingest(folder)
  expect(ids(folder)).toEqual([])
})

test('damage in the current segment requests a rotation after a second check', () => {
  using folder = testFolder()
  const frame = frameOf(sampleRecord())
  frame.writeUInt32LE(0, 0)
  writeFileSync(segmentPath(folder.journalDirectory, 1), frame)
  const batch = new IngestBatch(folder)
  expect(batch.step()).toBe('retry-soon')
  expect(batch.step()).toBe('rotate')
  batch.close()
})

test('a replay after a crash before the segment was deleted changes nothing', () => {
  using folder = testFolder()
  const entries: Entry[] = Array.from({ length: 20 }, () => [sampleRecord(), NO_BODIES])
  write(folder, entries)
  const [name] = readdirSync(folder.journalDirectory)
  const segment = join(folder.journalDirectory, name!)
  const copy = join(folder.path, 'copy')
  copyFileSync(segment, copy)
  ingest(folder)
  expect(ingest(folder)).toMatchObject({ ingested: 0, duplicates: 0 })

  // The saved offset is lost as well, as after restoring an older store.
  copyFileSync(copy, segmentPath(folder.journalDirectory, 5))
  expect(ingest(folder)).toMatchObject({ ingested: 0, duplicates: 20 })
  expect(ids(folder)).toEqual(entries.map(([record]) => record.id))
  expect(totalRequests(folder)).toBe(20)
})

test('deletes a finished segment and its offset, and keeps the newest', () => {
  using folder = testFolder()
  for (const segment of [1, 2, 3]) writeFileSync(segmentPath(folder.journalDirectory, segment), frameOf(sampleRecord()))
  expect(ingest(folder).ingested).toBe(3)
  expect(readdirSync(folder.journalDirectory)).toEqual([segmentPath('', 3)])
  using database = new Database(folder.databasePath, { readonly: true })
  expect(database.query('SELECT segment FROM journal_positions').all()).toEqual([{ segment: 3 }])
})

test('quarantines a frame the store rejects and stores the others', () => {
  using folder = testFolder()
  const [before, after] = [sampleRecord(), sampleRecord()]
  const refused = frameOf({ ...sampleRecord(), keyId: null } as unknown as RequestRecord)
  const unreadable = frameOf(sampleRecord())
  unreadable.write('x', 28)
  unreadable.writeUInt32LE(Bun.hash.crc32(unreadable.subarray(8)), 4)
  const segment = segmentPath(folder.journalDirectory, 1)
  writeFileSync(segment, Buffer.concat([frameOf(before), unreadable, refused, frameOf(after)]))
  expect(ingest(folder)).toMatchObject({ ingested: 2, quarantined: 2, duplicates: 0 })
  expect(ids(folder)).toEqual([before.id, after.id])
  const aside = join(folder.journalDirectory, 'set-aside')
  expect(readdirSync(aside)).toHaveLength(2)
  const kept = readFileSync(join(aside, `1-${frameOf(before).length}.frame`))
  expect(kept.equals(unreadable.subarray(8))).toBe(true)
})

/** A frame whose metadata is not JSON. Its checksum is right. */
function frameWithWrongMetadata(): Buffer {
  const frame = frameOf(sampleRecord({ metadata: { team: 'search' } }))
  const at = frame.indexOf('{\\"team')
  frame.write('x', at)
  frame.writeUInt32LE(Bun.hash.crc32(frame.subarray(8)), 4)
  return frame
}

test('quarantines a log whose metadata is not JSON, and does not store its row', () => {
  using folder = testFolder()
  const other = sampleRecord()
  const segment = segmentPath(folder.journalDirectory, 1)
  writeFileSync(segment, Buffer.concat([frameWithWrongMetadata(), frameOf(other)]))
  expect(ingest(folder)).toMatchObject({ ingested: 1, quarantined: 1, duplicates: 0 })
  expect(ids(folder)).toEqual([other.id])
  expect(totalRequests(folder)).toBe(1)
})

/** A frame in whose row one column has another value. Its checksum is right. */
function frameWithColumn(index: number, value: unknown): Buffer {
  const record = sampleRecord()
  const row = toRow(record)
  const frame = frameOf(record)
  const was = Buffer.from(JSON.stringify(row))
  const is = Buffer.from(JSON.stringify(row.with(index, value as string)))
  const at = frame.indexOf(was)
  const changed = Buffer.concat([frame.subarray(0, at), is, frame.subarray(at + was.length)])
  changed.writeUInt32LE(changed.length - 8, 0)
  changed.writeUInt32LE(is.length, 12)
  changed.writeUInt32LE(Bun.hash.crc32(changed.subarray(8)), 4)
  return changed
}

test('a frame with a column of any type is stored or quarantined, and the other frames are stored', () => {
  const values = [null, 'x', -1, 1e300, true, {}]
  using folder = testFolder()
  const frames = COLUMNS.flatMap((_, i) => values.map((value) => frameWithColumn(i, value)))
  const other = sampleRecord()
  writeFileSync(segmentPath(folder.journalDirectory, 1), Buffer.concat([...frames, frameOf(other)]))
  const { ingested, quarantined } = ingest(folder)
  expect(ingested + quarantined).toBe(frames.length + 1)
  expect(ids(folder)).toContain(other.id)
})

test('a frame with a time that no date has is quarantined: bodies are stored by their day', () => {
  using folder = testFolder()
  const frame = frameWithColumn(COLUMNS.indexOf('started_at_ms'), 1e300)
  writeFileSync(segmentPath(folder.journalDirectory, 1), frame)
  expect(ingest(folder)).toMatchObject({ ingested: 0, quarantined: 1 })
})

test('a failure after the row was inserted repeats the batch, and every log is in the rollups once', () => {
  for (const failing of ['rollups', 'feedback'] as const) {
    using folder = testFolder()
    const records = [sampleRecord(), sampleRecord({ traceId: 'rated' }), sampleRecord()]
    write(
      folder,
      records.map((record) => [record, NO_BODIES]),
    )
    const batch = new IngestBatch(folder)
    batch.feedback.create({ organisationId: 'org_1', workspaceId: 'ws_1' }, [
      { id: 'fb_1', traceId: 'rated', value: 1, weight: 1, metadata: null, createdAtMs: 1, updatedAtMs: 1 },
    ])
    const fail = () => {
      throw new Error('injected')
    }
    const fault = failing === 'rollups' ? spyOn(batch.rollups, 'add') : spyOn(batch.feedback, 'join')
    fault.mockImplementationOnce(fail)
    expect(() => batch.step()).toThrow('injected')
    expect(batch.step()).toBe('idle')
    expect([failing, batch.counts]).toMatchObject([failing, { ingested: 3, duplicates: 0, quarantined: 0 }])
    batch.close()
    expect(ids(folder)).toEqual(records.map(({ id }) => id))
    expect(totalRequests(folder)).toBe(3)
  }
})

test('a locked store throws, keeps its position, and continues when unlocked', () => {
  using folder = testFolder()
  write(folder, [[sampleRecord(), NO_BODIES]])
  const batch = new IngestBatch(folder)
  batch.database.run('PRAGMA busy_timeout = 0')
  const other = new Database(folder.databasePath)
  other.run('BEGIN IMMEDIATE')
  expect(() => batch.step()).toThrow('locked')
  expect(batch.counts.ingested).toBe(0)
  other.run('ROLLBACK')
  other.close()
  expect(batch.step()).toBe('idle')
  expect(batch.counts.ingested).toBe(1)
  batch.close()
})

test('bodies of several workspaces and blocks are not mixed up', async () => {
  using folder = testFolder()
  const entries = Array.from({ length: 60 }, (_, i): Entry => {
    const bytes = new Uint8Array(randomBytes(20_000 + i))
    return [
      sampleRecord({ workspaceId: `ws_${i % 3}` }),
      { request: bytes.subarray(0, 10_000), response: bytes.subarray(10_000) },
    ]
  })
  write(folder, entries)
  ingest(folder)
  using database = openLogStoreForReading(folder.databasePath)!
  const blocks = database.query<{ n: number }, []>(`SELECT count(*) AS n FROM blocks WHERE kind = 'body'`).get()!.n
  expect(blocks).toBeGreaterThan(3)
  for (const [record, bodies] of entries)
    expect((await readLog(sqliteLogDatabase(database), record, record.id))?.bodies).toEqual(bodies)
})

test('reads a frame of the first version and fills later fields with null', async () => {
  using folder = testFolder()
  const record = sampleRecord({ costLines: [] })
  const row = JSON.stringify(toRow(record).slice(0, 38))
  const { costLines: _, ...detail } = toDetail(record)
  const parts = [row, JSON.stringify(detail)].map((text) => Buffer.from(text))
  const payload = Buffer.alloc(20)
  const lengths = [1, parts[0]!.length, parts[1]!.length, 0xffffffff, 0xffffffff]
  for (const [i, length] of lengths.entries()) payload.writeUInt32LE(length, i * 4)
  const whole = Buffer.concat([payload, ...parts])
  const header = Buffer.alloc(8)
  header.writeUInt32LE(whole.length, 0)
  header.writeUInt32LE(Bun.hash.crc32(whole), 4)
  writeFileSync(segmentPath(folder.journalDirectory, 1), Buffer.concat([header, whole, frameOf(sampleRecord())]))
  expect(ingest(folder)).toMatchObject({ ingested: 2, quarantined: 0, damaged: 0 })
  using database = openLogStoreForReading(folder.databasePath)!
  expect((await readLog(sqliteLogDatabase(database), record, record.id))?.record).toEqual(record)
})

test('the id of a deleted block is not used again: a log with expired bodies shows no other text', async () => {
  using folder = testFolder()
  const bodies = { request: Buffer.from('question'), response: Buffer.from('answer') }
  const [expired, other] = [sampleRecord(), sampleRecord({ workspaceId: 'ws_2' })]
  write(folder, [[expired, bodies]])
  ingest(folder)
  using database = new Database(folder.databasePath)
  database.run(`DELETE FROM blocks WHERE kind = 'body'`)
  write(folder, [[other, bodies]])
  ingest(folder)
  const found = await readLog(sqliteLogDatabase(database), { organisationId: 'org_1', workspaceId: 'ws_1' }, expired.id)
  expect(found).toMatchObject({ areBodiesExpired: true, bodies: { request: null, response: null } })
})
