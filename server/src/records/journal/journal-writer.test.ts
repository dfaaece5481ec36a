import { expect, test } from 'bun:test'
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordBodies, RequestRecord } from '../../core/record.ts'
import { LOGGED_BODY_BYTES } from '../../core/record.ts'
import { fromRow } from '../log-row.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { type TestFolder, testFolder } from '../testing/test-folder.ts'
import { decodePayload, NO_BODIES } from './frame.ts'
import { openJournalWriter } from './journal-writer.ts'
import { SegmentReader } from './segment-reader.ts'
import { listSegments, segmentPath } from './segments.ts'

const kilobyte: RecordBodies = { request: new Uint8Array(1024).fill(65), response: new Uint8Array(1024).fill(66) }

/** All complete frames of the journal, oldest first. */
function journalled(folder: TestFolder) {
  const reader = new SegmentReader((segment) => segmentPath(folder.journalDirectory, segment), {
    frames: 1_000_000,
    sizeBytes: 8 * 1024 * 1024,
  })
  const frames = listSegments(folder.journalDirectory).flatMap((segment) =>
    reader.read({ segment, offset: 0 }).frames.map(({ payload }) => decodePayload(Buffer.from(payload))),
  )
  reader.close()
  return frames
}

test('an earlier journal continues in a new segment and keeps its torn tail', () => {
  using folder = testFolder()
  const torn = segmentPath(folder.journalDirectory, 7)
  writeFileSync(torn, 'half a fra')
  const journal = openJournalWriter({ directory: folder.journalDirectory })
  const record = sampleRecord()
  journal.append(record, NO_BODIES)
  journal.close()
  expect(listSegments(folder.journalDirectory)).toHaveLength(2)
  expect(journalled(folder).map((frame) => frame.row[0])).toEqual([record.id])
})

test('segment numbers are never reused, even after the directory was emptied', () => {
  using folder = testFolder()
  const first = openJournalWriter({ directory: folder.journalDirectory })
  const { segment } = first.position()
  first.append(sampleRecord(), NO_BODIES)
  first.close()
  rmSync(segmentPath(folder.journalDirectory, segment))
  while (Date.now() === segment);
  const again = openJournalWriter({ directory: folder.journalDirectory })
  expect(again.position().segment).toBeGreaterThan(segment)
  again.close()
})

test('a full segment is followed by a new one', () => {
  using folder = testFolder()
  const journal = openJournalWriter({ directory: folder.journalDirectory, segmentBytes: 10_000 })
  const written = Array.from({ length: 20 }, () => sampleRecord())
  for (const record of written) journal.append(record, kilobyte)
  journal.close()
  expect(listSegments(folder.journalDirectory).length).toBeGreaterThan(5)
  expect(journalled(folder).map((frame) => frame.row[0])).toEqual(written.map((record) => record.id))
})

test('cuts and flags bodies over the limit', () => {
  using folder = testFolder()
  const journal = openJournalWriter({ directory: folder.journalDirectory })
  journal.append(sampleRecord(), {
    request: new Uint8Array(LOGGED_BODY_BYTES + 1),
    response: new Uint8Array(LOGGED_BODY_BYTES),
  })
  journal.close()
  const [frame] = journalled(folder)
  expect(frame?.request?.length).toBe(LOGGED_BODY_BYTES)
  expect(frame?.response?.length).toBe(LOGGED_BODY_BYTES)
  expect(fromRow(frame!.row)).toMatchObject({ requestBodyCut: true, responseBodyCut: false })
})

test.each([
  ['append', 'one by one'],
  ['gather', 'together'],
] as const)('near the cap, %p (%s) drops bodies first, then records, counts both, and recovers', async (take) => {
  using folder = testFolder()
  const journal = openJournalWriter({ directory: folder.journalDirectory, capBytes: 40_000 })
  for (let i = 0; i < 20; i++) {
    await Promise.all(Array.from({ length: 3 }, () => journal[take](sampleRecord(), kilobyte)))
  }
  const full = journal.health()
  const frames = journalled(folder)
  const withoutBodies = frames.filter((frame) => frame.request === null)
  expect(full.backlogBytes).toBeLessThanOrEqual(40_000)
  expect(withoutBodies.length).toBeGreaterThan(0)
  expect(full.droppedBodies).toBe(withoutBodies.length)
  expect(full.lostRecords).toBe(60 - frames.length)
  expect(full.lostRecords).toBeGreaterThan(0)
  expect(full.lastError).toContain('cap')
  for (const frame of frames) expect(fromRow(frame.row).requestBodyCut).toBe(frame.request === null)
  // No record is lost while bodies are still accepted.
  expect(frames.findLastIndex((frame) => frame.request !== null)).toBe(frames.length - withoutBodies.length - 1)

  journal.committed(journal.position())
  journal.append(sampleRecord(), kilobyte)
  expect(journal.health()).toMatchObject({
    lostRecords: full.lostRecords,
    droppedBodies: full.droppedBodies,
    lastError: null,
  })
  journal.close()
})

test('bodies of attempts are dropped with the other bodies', () => {
  using folder = testFolder()
  const { attempts } = sampleRecord()
  const sent = { startBytes: 0, endBytes: 0, text: 'x'.repeat(10_000) }
  const received = { text: sent.text, isCut: false }
  const record = sampleRecord({ attempts: attempts.map((attempt) => ({ ...attempt, sent, received })) })
  for (const bodies of [kilobyte, NO_BODIES]) {
    const journal = openJournalWriter({ directory: folder.journalDirectory, capBytes: 20_000 })
    journal.append(record, bodies)
    expect(journal.health()).toMatchObject({ droppedBodies: 1, lostRecords: 0 })
    journal.close()
  }
  for (const { request, attempts, detail } of journalled(folder)) {
    expect([request, attempts]).toEqual([null, null])
    expect(Buffer.from(detail).toString()).not.toContain(sent.text)
  }
})

test('an unwritable journal counts lost records, never throws, and recovers', async () => {
  using folder = testFolder()
  const journal = openJournalWriter({ directory: folder.journalDirectory, segmentBytes: 1 })
  journal.append(sampleRecord(), NO_BODIES)
  const away = join(folder.path, 'away')
  renameSync(folder.journalDirectory, away)
  for (let i = 0; i < 10; i++) journal.append(sampleRecord(), kilobyte)
  expect(journal.health()).toMatchObject({ lostRecords: 10, droppedBodies: 0 })
  expect(journal.health().lastError).toContain('ENOENT')

  renameSync(away, folder.journalDirectory)
  const record = sampleRecord()
  while (journal.health().lastError !== null) {
    journal.append(record, kilobyte)
    await Bun.sleep(5)
  }
  journal.close()
  expect(journalled(folder).at(-1)?.row[0]).toBe(record.id)
})

test('gathered records are in the journal, in order, before gather() resolves', async () => {
  using folder = testFolder()
  const journal = openJournalWriter({ directory: folder.journalDirectory })
  const ids = () => journalled(folder).map((frame) => frame.row[0])
  const records = Array.from({ length: 20 }, () => sampleRecord())
  const written = records.map((record) => journal.gather(record, kilobyte).then(ids))
  expect(ids()).toEqual([])
  for (const seen of await Promise.all(written)) expect(seen).toEqual(records.map((record) => record.id))
  // Bodies too large for one write are flushed early.
  const large: RecordBodies = { request: new Uint8Array(LOGGED_BODY_BYTES), response: null }
  const many = Array.from({ length: 5 }, () => sampleRecord())
  await Promise.all(many.map((record) => journal.gather(record, large)))
  expect(ids()).toEqual([...records, ...many].map((record) => record.id))
  journal.close()
})

test('bodies of attempts count towards the bytes that one write may have', async () => {
  using folder = testFolder()
  const journal = openJournalWriter({ directory: folder.journalDirectory })
  const [attempt] = sampleRecord().attempts
  const received = { text: 'x'.repeat(300 * 1024), isCut: false }
  const [first, second] = [1, 2].map(() => sampleRecord({ attempts: [{ ...attempt!, received }] }))
  void journal.gather(first!, NO_BODIES)
  const isWritten = journal.gather(second!, NO_BODIES)
  // The first was written when the second did not fit beside it.
  expect(journalled(folder).map((frame) => frame.row[0])).toEqual([first!.id])
  await isWritten
  expect(journalled(folder).map((frame) => frame.row[0])).toEqual([first!.id, second!.id])
  journal.close()
})

test('position() and close() flush gathered records', () => {
  using folder = testFolder()
  const journal = openJournalWriter({ directory: folder.journalDirectory })
  const [first, second] = [sampleRecord(), sampleRecord()]
  void journal.gather(first, NO_BODIES)
  expect(journal.position().offset).toBeGreaterThan(0)
  void journal.gather(second, NO_BODIES)
  journal.close()
  expect(journalled(folder).map((frame) => frame.row[0])).toEqual([first.id, second.id])
})

test('a record that cannot be encoded does not affect the others of its batch', async () => {
  using folder = testFolder()
  const journal = openJournalWriter({ directory: folder.journalDirectory })
  const records = Array.from({ length: 5 }, () => sampleRecord())
  const bad = { ...sampleRecord(), status: 1n } as unknown as RequestRecord
  await Promise.all(
    [...records.slice(0, 2), bad, ...records.slice(2)].map((record) => journal.gather(record, kilobyte)),
  )
  expect(journalled(folder).map((frame) => frame.row[0])).toEqual(records.map((record) => record.id))
  expect(journal.health()).toMatchObject({ lostRecords: 1, droppedBodies: 0 })
  journal.close()
})

test('a record that cannot be encoded is counted as lost', () => {
  using folder = testFolder()
  const journal = openJournalWriter({ directory: folder.journalDirectory })
  journal.append({ ...sampleRecord(), status: 1n } as unknown as RequestRecord, NO_BODIES)
  expect(journal.health().lostRecords).toBe(1)
  journal.close()
})

/** Runs a process with a file size limit: the kernel first shortens a write, then rejects it. */
async function appendUnderFileLimit(folder: TestFolder, blocks: number, records: number, take: 'append' | 'gather') {
  const script = join(folder.path, 'append.ts')
  const at = (file: string) => JSON.stringify(join(import.meta.dir, file))
  writeFileSync(
    script,
    `import { openJournalWriter } from ${at('journal-writer.ts')}
    import { sampleRecord } from ${at('../testing/sample-record.ts')}
    const journal = openJournalWriter({ directory: ${JSON.stringify(folder.journalDirectory)} })
    const body = new Uint8Array(1024).fill(65)
    const ids = await Promise.all(Array.from({ length: ${records} }, async () => {
      const record = sampleRecord()
      await journal.${take}(record, { request: body, response: body })
      return record.id
    }))
    process.stdout.write(JSON.stringify({ ids, health: journal.health() }))`,
  )
  const child = Bun.spawn(['sh', '-c', `trap "" XFSZ; ulimit -f ${blocks}; exec "$0" "$1"`, process.execPath, script], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  return (await new Response(child.stdout).json()) as {
    ids: string[]
    health: ReturnType<ReturnType<typeof openJournalWriter>['health']>
  }
}

test.each(['append', 'gather'] as const)(
  'a partial write on a full disk does not damage later frames (%s)',
  async (take) => {
    using folder = testFolder()
    const { ids, health } = await appendUnderFileLimit(folder, 16, 12, take)
    const frames = journalled(folder)
    expect(frames.map((frame) => frame.row[0])).toEqual(ids)
    expect(listSegments(folder.journalDirectory).length).toBeGreaterThan(1)
    expect(health.lostRecords).toBe(0)
    expect(health.droppedBodies).toBeGreaterThan(0)
    expect(frames.filter((frame) => fromRow(frame.row).requestBodyCut)).toHaveLength(health.droppedBodies)
  },
)

test.each(['append', 'gather'] as const)(
  'a disk that rejects every write leaves no empty segments (%s)',
  async (take) => {
    using folder = testFolder()
    const { health } = await appendUnderFileLimit(folder, 0, 50, take)
    expect(health.lostRecords).toBe(50)
    expect(health.lastError).not.toBeNull()
    expect(readdirSync(folder.journalDirectory)).toEqual([])
  },
)
