import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { disk } from '../core/runtime/disk.ts'
import { acknowledgeDamage } from './ledger-damage.ts'
import { type LedgerFrame, linkedBytes } from './ledger-frame.ts'
import { LedgerJournal } from './ledger-journal.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gatehouse-ledger-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const START = { segment: 0, offsetBytes: 0 }
const frame = (n: number): LedgerFrame => ['reset', `account ${n}`, n]
const segments = () =>
  readdirSync(directory)
    .filter((name) => /^\d+\.ledger$/.test(name))
    .sort()
const last = () => join(directory, segments().at(-1)!)
const numberOf = (name: string) => Number(name.slice(0, 15))

/** All frames from the start, read in small batches. */
function all(journal: LedgerJournal, atOnce = 3) {
  const frames: LedgerFrame[] = []
  let position = START
  for (;;) {
    const read = journal.read(position, atOnce)
    if (read.frames.length === 0) return { frames, position: read.next }
    frames.push(...read.frames)
    position = read.next
  }
}

function open(segmentBytes?: number) {
  const problems: string[] = []
  const onProblem = (problem: string) => void problems.push(problem)
  const journal = new LedgerJournal(directory, segmentBytes === undefined ? { onProblem } : { segmentBytes, onProblem })
  return { journal, problems }
}

function write(count: number, segmentBytes?: number): void {
  const { journal } = open(segmentBytes)
  for (let n = 0; n < count; n++) journal.append(frame(n))
  journal.close()
}

/** Size of a frame on disk. The first segment has no `after` frame. */
const sizeOf = (n: number) => Buffer.byteLength(JSON.stringify(frame(n))) + 8

test('appended frames are read back in order, across segments and restarts', () => {
  write(20, 200)
  expect(segments().length).toBeGreaterThan(2)
  const { journal, problems } = open(200)
  journal.append(frame(20))
  expect(all(journal).frames).toEqual(Array.from({ length: 21 }, (_, n) => frame(n)))
  expect(problems).toEqual([])
  journal.close()
})

test('reading continues from a position after more is appended', () => {
  const journal = new LedgerJournal(directory)
  journal.append(frame(0))
  const { next } = journal.read(START, 10)
  expect(journal.read(next, 10).frames).toEqual([])
  journal.append(frame(1))
  expect(journal.read(next, 10).frames).toEqual([frame(1)])
  journal.close()
})

test.each([0, 1, 7, 8, 4096, 20_000])(
  'a tail torn at any byte and followed by %i zeros is cut off and reported once',
  (zeros) => {
    write(2)
    const file = last()
    const whole = readFileSync(file)
    for (let bytes = sizeOf(0) + (zeros > 0 ? 0 : 1); bytes < whole.length; bytes++) {
      writeFileSync(file, Buffer.concat([whole.subarray(0, bytes), Buffer.alloc(zeros)]))
      const { journal, problems } = open()
      expect(problems).toHaveLength(1)
      expect(problems[0]).toContain(`${file} had an incomplete last entry: ${bytes + zeros - sizeOf(0)} bytes`)
      expect(journal.tailsCut).toBe(1)
      journal.append(frame(2))
      expect(all(journal).frames).toEqual([frame(0), frame(2)])
      expect(journal.damages.first()).toBeNull()
      journal.close()
      const again = open()
      expect(all(again.journal).frames).toEqual([frame(0), frame(2)])
      expect(again.problems).toEqual([])
      again.journal.close()
      rmSync(last())
    }
  },
)

test.each([4096, 1_000_000])('a segment of %i zeros is cut to nothing', (zeros) => {
  write(1)
  writeFileSync(last(), Buffer.alloc(zeros))
  const { journal, problems } = open()
  expect(all(journal).frames).toEqual([])
  expect([problems.length, journal.damages.first()]).toEqual([1, null])
  journal.close()
})

test('zeros in place of entries that the store has already read are damage', () => {
  write(400)
  const file = last()
  const segment = numberOf(segments().at(-1)!)
  const whole = readFileSync(file)
  writeFileSync(file, Buffer.from(whole).fill(0, sizeOf(0)))
  const { journal } = open()
  journal.read({ segment, offsetBytes: whole.length }, 10)
  expect(journal.damages.first()).toMatchObject({ kind: 'truncated', file, offsetBytes: sizeOf(0) })
  journal.close()
})

test.each([0, 1, 60])('a position behind the end of its segment is damage, with %i bytes left', (leftBytes) => {
  write(20)
  const file = last()
  const segment = numberOf(segments().at(-1)!)
  const whole = readFileSync(file)
  const { journal: before } = open()
  const { position } = all(before)
  before.close()
  expect(position).toEqual({ segment, offsetBytes: whole.length })
  writeFileSync(file, whole.subarray(0, leftBytes))
  const { journal } = open()
  // Opening cuts off an incomplete last entry.
  const endBytes = readFileSync(file).length
  expect(journal.read(position, 10).frames).toEqual([])
  const damage = { kind: 'truncated', file, offsetBytes: endBytes, sizeBytes: whole.length - endBytes } as const
  expect(journal.damages.first()).toEqual(damage)
  expect(readdirSync(join(directory, 'damage')).some((name) => name.endsWith('.ledger'))).toBe(true)
  journal.append(frame(20))
  const { frames, next } = journal.read(position, 10)
  expect(frames).toEqual([frame(20)])
  journal.forget(next)
  expect(journal.damages.openCount).toBe(1)
  journal.close()
  expect(acknowledgeDamage(directory)).toEqual([damage])
  const again = open()
  again.journal.read(next, 10)
  expect([again.journal.damages.first(), again.problems]).toEqual([null, []])
  again.journal.close()
})

test('any flipped bit is detected, and the frames after the damage are read', () => {
  write(4)
  const file = last()
  const whole = readFileSync(file)
  const frames = [0, 1, 2, 3].map(frame)
  for (let bit = 0; bit < whole.length * 8; bit++) {
    const bytes = Buffer.from(whole)
    bytes[bit >> 3]! ^= 1 << (bit & 7)
    writeFileSync(file, bytes)
    const { journal, problems } = open()
    const read = all(journal).frames
    const hit = frames.findIndex((_, n) => bit >> 3 < frames.slice(0, n + 1).reduce((sum, _f, i) => sum + sizeOf(i), 0))
    expect(read).toEqual(frames.filter((_, n) => n !== hit))
    expect(journal.damages.first()).toMatchObject({ kind: 'unreadable', file })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(file)
    expect(problems[0]).toContain('gatehouse ledger acknowledge')
    journal.close()
    rmSync(join(directory, 'damage'), { recursive: true })
  }
})

test('a deleted or truncated segment is damage, unless the store has all of it', () => {
  write(20, 200)
  const [first, second, third] = segments() as [string, string, string]
  const bytes = readFileSync(join(directory, second))
  rmSync(join(directory, second))
  const booked = open(200)
  const after = { segment: numberOf(third), offsetBytes: 0 }
  expect(booked.journal.read(after, 100).frames.length).toBeGreaterThan(0)
  expect(booked.journal.damages.first()).toBeNull()
  booked.journal.close()
  const { journal } = open(200)
  all(journal)
  expect(journal.damages.first()).toMatchObject({ kind: 'missing', file: join(directory, second) })
  journal.close()
  rmSync(join(directory, 'damage'), { recursive: true })

  const { journal: reader } = open(200)
  const { endOffset } = firstFrameOf(bytes)
  writeFileSync(join(directory, second), bytes.subarray(0, endOffset))
  reader.close()
  const shortened = open(200)
  all(shortened.journal)
  expect(shortened.journal.damages.first()).toMatchObject({ kind: 'truncated', file: join(directory, second) })
  shortened.journal.close()
  rmSync(join(directory, 'damage'), { recursive: true })

  // Same length, but the last entry is zeroed: not a torn tail, because a later segment exists.
  writeFileSync(join(directory, second), Buffer.concat([bytes.subarray(0, -30), Buffer.alloc(30)]))
  const zeroed = open(200)
  all(zeroed.journal)
  expect(zeroed.journal.damages.first()).toMatchObject({ kind: 'truncated', file: join(directory, second) })
  zeroed.journal.close()
  rmSync(join(directory, 'damage'), { recursive: true })

  rmSync(join(directory, second))
  const gone = open(200)
  gone.journal.read({ segment: numberOf(second), offsetBytes: 30 }, 100)
  expect(gone.journal.damages.first()).toMatchObject({ kind: 'missing', file: join(directory, second) })
  expect(first < second).toBe(true)
  gone.journal.close()
})

function firstFrameOf(bytes: Buffer): { endOffset: number } {
  return { endOffset: 8 + bytes.readUInt32LE(0) }
}

test('damage is stored with the segment until it is acknowledged, even after the segment is deleted', () => {
  write(3)
  const file = last()
  const bytes = readFileSync(file)
  bytes[sizeOf(0) + 12]! ^= 1
  writeFileSync(file, bytes)
  const { journal } = open()
  journal.append(frame(3))
  const { position } = all(journal)
  journal.forget(position)
  expect(segments()).toHaveLength(1)
  journal.close()

  const again = open()
  expect(again.journal.damages.first()).toMatchObject({ kind: 'unreadable', file, offsetBytes: sizeOf(0) })
  expect(again.problems).toHaveLength(1)
  const kept = readdirSync(join(directory, 'damage')).filter((name) => name.endsWith('.ledger'))
  expect(readFileSync(join(directory, 'damage', kept[0]!))).toEqual(bytes)
  expect(acknowledgeDamage(directory)).toHaveLength(1)
  expect(acknowledgeDamage(directory)).toHaveLength(0)
  again.journal.close()
  const acknowledged = open()
  expect([acknowledged.journal.damages.first(), acknowledged.problems]).toEqual([null, []])
  expect(readdirSync(join(directory, 'damage'))).toHaveLength(2)
  acknowledged.journal.close()
})

test('deleting the current segment is detected by the check a second later', async () => {
  const { journal } = open()
  expect(journal.append(frame(0))).toBe(true)
  rmSync(last())
  // The check runs once a second of real time.
  await Bun.sleep(1_050)
  expect(journal.append(frame(1))).toBe(false)
  expect(journal.failure).toContain('was deleted')
  journal.close()
})

test('segments that are in the store are deleted, except the current one', () => {
  const journal = new LedgerJournal(directory, { segmentBytes: 100 })
  for (let n = 0; n < 10; n++) journal.append(frame(n))
  const { position } = all(journal)
  journal.forget(position)
  expect(segments()).toHaveLength(1)
  journal.append(frame(10))
  expect(journal.read(position, 10).frames).toEqual([frame(10)])
  journal.close()
})

test('append returns false if the write fails', () => {
  const journal = new LedgerJournal(directory)
  rmSync(directory, { recursive: true })
  expect(journal.append(frame(0))).toBe(false)
  expect(journal.failure).toContain('ENOENT')
  journal.close()
  directory = mkdtempSync(join(tmpdir(), 'gatehouse-ledger-'))
})

/** With the durability `disk`, writes `synced` frames that are on disk, then `unsynced` frames without a sync. */
async function writeSynced(synced: number, unsynced: number) {
  const journal = new LedgerJournal(directory, { durability: 'disk' })
  for (let n = 0; n < synced; n++) {
    journal.append(frame(n))
    await journal.synced()
  }
  const syncedBytes = readFileSync(last()).length
  for (let n = synced; n < synced + unsynced; n++) journal.append(frame(n))
  const whole = readFileSync(last())
  journal.close()
  return { file: last(), syncedBytes, whole }
}

test('with syncs, bytes that no sync covered are cut off, whatever a power failure left of them', async () => {
  const { file, syncedBytes, whole } = await writeSynced(5, 3)
  for (let at = syncedBytes; at < whole.length; at++) {
    const left = Buffer.from(whole)
    left[at] = left[at]! ^ 0xff
    writeFileSync(file, left)
    rmSync(join(directory, 'damage'), { recursive: true, force: true })
    const { journal, problems } = open()
    expect({ at, damages: journal.damages.openCount, cut: journal.tailsCut }).toEqual({ at, damages: 0, cut: 1 })
    expect(problems).toHaveLength(1)
    expect(all(journal).frames.slice(0, 5)).toEqual([0, 1, 2, 3, 4].map(frame))
    journal.close()
  }
  expect(readdirSync(join(directory, 'damage')).filter((name) => name.endsWith('.cut')).length).toBeGreaterThan(0)
})

test('with syncs, damage of bytes that were on disk is reported and blocks', async () => {
  // The `synced` frame after the last sync says how many bytes were on disk.
  const { file, syncedBytes, whole } = await writeSynced(5, 1)
  for (let at = 0; at < syncedBytes; at++) {
    const left = Buffer.from(whole)
    left[at] = left[at]! ^ 0xff
    writeFileSync(file, left)
    rmSync(join(directory, 'damage'), { recursive: true, force: true })
    const { journal } = open()
    all(journal)
    expect({ at, damages: journal.damages.openCount }).toEqual({ at, damages: 1 })
    journal.close()
  }
})

test('frames that say what is synced are not read back', async () => {
  await writeSynced(4, 0)
  const { journal, problems } = open()
  expect(all(journal).frames).toEqual([0, 1, 2, 3].map(frame))
  expect(problems).toEqual([])
  journal.close()
})

/** Counts the syncs that block the thread, and can wait for the other syncs. Dispose it to stop watching. */
function watchSyncs() {
  const { sync, syncNow, syncFolderNow } = disk
  const others: Promise<void>[] = []
  const watch = {
    blocking: 0,
    otherSyncs: () => Promise.all(others),
    [Symbol.dispose]: () => void Object.assign(disk, { sync, syncNow, syncFolderNow }),
  }
  disk.sync = (descriptor) => {
    const running = sync(descriptor)
    others.push(running)
    return running
  }
  disk.syncNow = (descriptor) => {
    watch.blocking++
    syncNow(descriptor)
  }
  disk.syncFolderNow = (path) => {
    watch.blocking++
    syncFolderNow(path)
  }
  return watch
}

test('with syncs, a change of the segment blocks on no sync', async () => {
  using syncs = watchSyncs()
  const journal = new LedgerJournal(directory, { segmentBytes: 1_000, durability: 'disk' })
  journal.append(frame(0))
  const atStart = syncs.blocking
  let count = 1
  for (; segments().length < 6; count++) {
    journal.append(frame(count))
    await journal.synced()
    await syncs.otherSyncs()
  }
  expect(syncs.blocking).toBe(atStart)
  journal.close()
  expect(segments()).toHaveLength(6)
  const { journal: opened, problems } = open()
  expect(all(opened).frames).toEqual(Array.from({ length: count }, (_, n) => frame(n)))
  expect(problems).toEqual([])
  opened.close()
})

test('with syncs, a segment is changed on this thread if the next one cannot be prepared', async () => {
  const { sync } = disk
  disk.sync = () => new Promise(() => {})
  const journal = new LedgerJournal(directory, { segmentBytes: 200, durability: 'disk' })
  try {
    for (let n = 0; n < 40; n++) expect(journal.append(frame(n))).toBe(true)
  } finally {
    disk.sync = sync
  }
  expect(segments().length).toBeGreaterThan(2)
  journal.close()
  const { journal: opened, problems } = open()
  expect(all(opened).frames).toEqual(Array.from({ length: 40 }, (_, n) => frame(n)))
  expect(problems).toEqual([])
  opened.close()
})

/** Two segments: the end of the first one was not synced when the second one began. */
async function changeUnsynced(journal: LedgerJournal): Promise<{ first: string; syncedBytes: number; whole: Buffer }> {
  using syncs = watchSyncs()
  let syncedBytes = 0
  for (let n = 0; syncedBytes < 500; n++) {
    journal.append(frame(n))
    await journal.synced()
    syncedBytes = readFileSync(join(directory, segments()[0]!)).length
  }
  // Wait until the next segment is prepared.
  await syncs.otherSyncs()
  for (let n = 100; segments().length === 1; n++) journal.append(frame(n))
  const first = join(directory, segments()[0]!)
  const whole = readFileSync(first)
  expect(whole.length).toBeGreaterThan(syncedBytes)
  return { first, syncedBytes, whole }
}

const openSynced = () => new LedgerJournal(directory, { segmentBytes: 600, durability: 'disk' })

test('a power failure may damage the end of a segment that was not synced when the next one began', async () => {
  const synced = openSynced()
  const { first, syncedBytes, whole } = await changeUnsynced(synced)
  synced.close()
  for (let at = syncedBytes; at < whole.length; at++) {
    const left = Buffer.from(whole)
    left[at] = left[at]! ^ 0xff
    writeFileSync(first, left)
    rmSync(join(directory, 'damage'), { recursive: true, force: true })
    const { journal } = open()
    all(journal)
    expect({ at, damages: journal.damages.openCount }).toEqual({ at, damages: 0 })
    journal.close()
  }
  // Changed or missing bytes that were synced are damage.
  for (const left of [whole.subarray(0, syncedBytes - 1), Buffer.from(whole).fill(1, syncedBytes - 1, syncedBytes)]) {
    writeFileSync(first, left)
    const { journal } = open()
    all(journal)
    expect(journal.damages.openCount).toBe(1)
    journal.close()
    rmSync(join(directory, 'damage'), { recursive: true, force: true })
  }
})

test('once the end of a segment is synced, the next segment says so, and its loss is damage', async () => {
  const journal = openSynced()
  const { first, whole } = await changeUnsynced(journal)
  await journal.synced()
  journal.append(frame(1_000))
  journal.close()
  for (const left of [whole.subarray(0, -1), Buffer.from(whole).fill(1, whole.length - 1)]) {
    writeFileSync(first, left)
    const { journal: opened } = open()
    all(opened)
    expect(opened.damages.openCount).toBe(1)
    opened.close()
    rmSync(join(directory, 'damage'), { recursive: true, force: true })
  }
})

test('if a power failure removed the unsynced end of a segment, the entries after it are not read either', async () => {
  const synced = openSynced()
  const { first, syncedBytes, whole } = await changeUnsynced(synced)
  for (let n = 1_000; n < 1_003; n++) synced.append(frame(n))
  const second = last()
  const following = readFileSync(second)
  synced.close()
  const { journal: complete } = open()
  const written = all(complete).frames
  complete.close()
  for (let size = syncedBytes; size <= whole.length; size++) {
    writeFileSync(first, whole.subarray(0, size))
    writeFileSync(second, following)
    rmSync(join(directory, 'damage'), { recursive: true, force: true })
    // The second time, the journal opens files that the first time has cut.
    for (const _ of [1, 2]) {
      const { journal } = open()
      const { frames } = all(journal)
      expect({ size, damages: journal.damages.openCount }).toEqual({ size, damages: 0 })
      expect(frames).toEqual(written.slice(0, frames.length))
      expect(frames.length === written.length).toBe(size === whole.length)
      journal.close()
    }
    const saved = existsSync(join(directory, 'damage')) ? readdirSync(join(directory, 'damage')) : []
    const isSaved = saved.some((name) => name.startsWith(basename(second, '.ledger')))
    expect({ size, isSaved }).toEqual({ size, isSaved: size < whole.length })
  }
})

test('a segment that is changed on this thread waits for the end of the one before the previous one', async () => {
  const journal = openSynced()
  const { first } = await changeUnsynced(journal)
  const before = readFileSync(first).length
  using syncs = watchSyncs()
  const { sync } = disk
  disk.sync = () => new Promise(() => {})
  try {
    for (let n = 1_000; segments().length === 2; n++) expect(journal.append(frame(n))).toBe(true)
  } finally {
    disk.sync = sync
  }
  expect(syncs.blocking).toBeGreaterThan(0)
  const second = readFileSync(join(directory, segments()[1]!))
  expect(linkedBytes(second, Number(basename(first, '.ledger')))).toBe(before)
  journal.close()
})
