import { expect, test } from 'bun:test'
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExchangeRecord, RecordBodies } from '../../core/record.ts'
import { fromRow } from '../store/row-codec.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { type TestFolder, testFolder } from '../testing/test-folder.ts'
import { BODY_LIMIT_BYTES, decodePayload, NO_BODIES } from './frame.ts'
import { JournalReader } from './journal-reader.ts'
import { listSegments, segmentPath } from './segments.ts'
import { openSpool } from './spool.ts'

const kilobyte: RecordBodies = { request: new Uint8Array(1024).fill(65), response: new Uint8Array(1024).fill(66) }

/** Everything whole in the journal, oldest first. */
function journalled(folder: TestFolder) {
  const reader = new JournalReader(folder.journalDirectory, { frames: 1_000_000, sizeBytes: 8 * 1024 * 1024 })
  const frames = listSegments(folder.journalDirectory).flatMap((segment) =>
    reader.read({ segment, offset: 0 }).frames.map(({ payload }) => decodePayload(Buffer.from(payload))),
  )
  reader.close()
  return frames
}

test('an earlier journal is continued in a new segment and its torn tail stays behind', () => {
  using folder = testFolder()
  const torn = segmentPath(folder.journalDirectory, 7)
  writeFileSync(torn, 'half a fra')
  const spool = openSpool({ directory: folder.journalDirectory })
  const record = sampleRecord()
  spool.append(record, NO_BODIES)
  spool.close()
  expect(listSegments(folder.journalDirectory)).toHaveLength(2)
  expect(journalled(folder).map((frame) => frame.row[0])).toEqual([record.id])
})

test('a segment number is never used again, even when the folder was emptied', () => {
  using folder = testFolder()
  const first = openSpool({ directory: folder.journalDirectory })
  const { segment } = first.position()
  first.append(sampleRecord(), NO_BODIES)
  first.close()
  rmSync(segmentPath(folder.journalDirectory, segment))
  while (Date.now() === segment);
  const again = openSpool({ directory: folder.journalDirectory })
  expect(again.position().segment).toBeGreaterThan(segment)
  again.close()
})

test('writing goes on in a new segment when one is full', () => {
  using folder = testFolder()
  const spool = openSpool({ directory: folder.journalDirectory, segmentBytes: 10_000 })
  const written = Array.from({ length: 20 }, () => sampleRecord())
  for (const record of written) spool.append(record, kilobyte)
  spool.close()
  expect(listSegments(folder.journalDirectory).length).toBeGreaterThan(5)
  expect(journalled(folder).map((frame) => frame.row[0])).toEqual(written.map((record) => record.id))
})

test('bodies over the limit are cut and marked, others are not', () => {
  using folder = testFolder()
  const spool = openSpool({ directory: folder.journalDirectory })
  spool.append(sampleRecord(), {
    request: new Uint8Array(BODY_LIMIT_BYTES + 1),
    response: new Uint8Array(BODY_LIMIT_BYTES),
  })
  spool.close()
  const [frame] = journalled(folder)
  expect(frame?.request?.length).toBe(BODY_LIMIT_BYTES)
  expect(frame?.response?.length).toBe(BODY_LIMIT_BYTES)
  expect(fromRow(frame!.row)).toMatchObject({ requestBodyCut: true, responseBodyCut: false })
})

test('towards the cap bodies go first, then rows, all counted, and it recovers when the store catches up', () => {
  using folder = testFolder()
  const spool = openSpool({ directory: folder.journalDirectory, capBytes: 40_000 })
  for (let i = 0; i < 60; i++) spool.append(sampleRecord(), kilobyte)
  const full = spool.health()
  const frames = journalled(folder)
  const withoutBodies = frames.filter((frame) => frame.request === null)
  expect(full.backlogBytes).toBeLessThanOrEqual(40_000)
  expect(withoutBodies.length).toBeGreaterThan(0)
  expect(full.droppedBodies).toBe(withoutBodies.length)
  expect(full.lostRecords).toBe(60 - frames.length)
  expect(full.lostRecords).toBeGreaterThan(0)
  expect(full.lastError).toContain('cap')
  for (const frame of frames) expect(fromRow(frame.row).requestBodyCut).toBe(frame.request === null)
  // No row is lost while bodies are still taken.
  expect(frames.findLastIndex((frame) => frame.request !== null)).toBe(frames.length - withoutBodies.length - 1)

  spool.committed(spool.position())
  spool.append(sampleRecord(), kilobyte)
  expect(spool.health()).toMatchObject({
    lostRecords: full.lostRecords,
    droppedBodies: full.droppedBodies,
    lastError: null,
  })
  spool.close()
})

test('a journal that cannot be written counts its losses and never throws; when it can, records are kept again', async () => {
  using folder = testFolder()
  const spool = openSpool({ directory: folder.journalDirectory, segmentBytes: 1 })
  spool.append(sampleRecord(), NO_BODIES)
  const away = join(folder.path, 'away')
  renameSync(folder.journalDirectory, away)
  for (let i = 0; i < 10; i++) spool.append(sampleRecord(), kilobyte)
  expect(spool.health()).toMatchObject({ lostRecords: 10, droppedBodies: 0 })
  expect(spool.health().lastError).toContain('ENOENT')

  renameSync(away, folder.journalDirectory)
  const record = sampleRecord()
  while (spool.health().lastError !== null) {
    spool.append(record, kilobyte)
    await Bun.sleep(5)
  }
  spool.close()
  expect(journalled(folder).at(-1)?.row[0]).toBe(record.id)
})

test('a record that cannot be encoded is counted, not thrown', () => {
  using folder = testFolder()
  const spool = openSpool({ directory: folder.journalDirectory })
  spool.append({ ...sampleRecord(), status: 1n } as unknown as ExchangeRecord, NO_BODIES)
  expect(spool.health().lostRecords).toBe(1)
  spool.close()
})

/** A process whose files may not grow beyond the limit: the kernel cuts a write short, then refuses. */
async function appendUnderFileLimit(folder: TestFolder, blocks: number, records: number) {
  const script = join(folder.path, 'append.ts')
  const at = (file: string) => JSON.stringify(join(import.meta.dir, file))
  writeFileSync(
    script,
    `import { openSpool } from ${at('spool.ts')}
    import { sampleRecord } from ${at('../testing/sample-record.ts')}
    const spool = openSpool({ directory: ${JSON.stringify(folder.journalDirectory)} })
    const body = new Uint8Array(1024).fill(65)
    const ids = Array.from({ length: ${records} }, () => {
      const record = sampleRecord()
      spool.append(record, { request: body, response: body })
      return record.id
    })
    process.stdout.write(JSON.stringify({ ids, health: spool.health() }))`,
  )
  const child = Bun.spawn(['sh', '-c', `trap "" XFSZ; ulimit -f ${blocks}; exec "$0" "$1"`, process.execPath, script], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  return (await new Response(child.stdout).json()) as {
    ids: string[]
    health: ReturnType<ReturnType<typeof openSpool>['health']>
  }
}

test('half a frame written on a full disk does not poison what follows', async () => {
  using folder = testFolder()
  const { ids, health } = await appendUnderFileLimit(folder, 16, 12)
  const frames = journalled(folder)
  expect(frames.map((frame) => frame.row[0])).toEqual(ids)
  expect(listSegments(folder.journalDirectory).length).toBeGreaterThan(1)
  expect(health.lostRecords).toBe(0)
  expect(health.droppedBodies).toBeGreaterThan(0)
  expect(frames.filter((frame) => fromRow(frame.row).requestBodyCut)).toHaveLength(health.droppedBodies)
})

test('a disk that takes nothing leaves no litter behind', async () => {
  using folder = testFolder()
  const { health } = await appendUnderFileLimit(folder, 0, 50)
  expect(health.lostRecords).toBe(50)
  expect(health.lastError).not.toBeNull()
  expect(readdirSync(folder.journalDirectory)).toEqual([])
})
