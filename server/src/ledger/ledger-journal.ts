/**
 * The ledger journal. `append` writes to the file before it returns, so a killed process loses no confirmed entry. With
 * the durability `disk`, `synced` resolves once all appended entries survive a power failure too.
 */

import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { JournalPosition } from '../core/money/ledger-store.ts'
import { type Durability, disk, syncFoldersAbove } from '../core/runtime/disk.ts'
import { GroupSync, notSaved } from '../core/runtime/group-sync.ts'
import { LedgerDamages } from './ledger-damage.ts'
import {
  decodeFrame,
  FrameEncoder,
  firstAfter,
  frameEnd,
  inspectTail,
  isUnsyncedEnd,
  type LedgerFrame,
  LINK_BYTES,
  linkedBytes,
} from './ledger-frame.ts'
import { NextSegment, removePrepared } from './next-segment.ts'

const NAME = /^(\d{15})\.ledger$/
const SEGMENT_BYTES = 16 * 1024 * 1024
/** First frame of a prepared segment: zero bytes of the segment were on disk when it was written. */
const FIRST_MARK: LedgerFrame = ['synced', 0]
/** More than the largest frame. */
const READ_BYTES = 256 * 1024
/** Frames kept in memory for the next read: parsing them again would cost more than writing them did. */
const MAX_RECENT = 8_192
/** After a failed write (a full disk), appends fail at once for this long instead of retrying on every request. */
const REST_AFTER_FAILURE_MS = 200

/** How often to check that the current segment still exists: writes to a deleted file succeed. */
const CHECK_EVERY_MS = 1_000

export type FramesRead = { readonly frames: readonly LedgerFrame[]; readonly next: JournalPosition }

export type JournalOptions = {
  readonly segmentBytes?: number
  /** The default is `process`. */
  readonly durability?: Durability
  /** Called once for each torn tail and each damage, with the file and what to do. */
  readonly onProblem?: (message: string) => void
}

export class LedgerJournal {
  readonly #encoder = new FrameEncoder()
  #descriptor: number | null = null
  #segment = 0
  #sizeBytes = 0
  #restUntilMs = 0
  #lastError: string | null = null
  #reading: { readonly segment: number; readonly descriptor: number } | null = null
  /** The last frames of the current segment, from offset `#recentFrom`. */
  #recent: { readonly frame: LedgerFrame; readonly endBytes: number }[] = []
  #recentFrom = 0
  /** Cached segment list; null after a segment was added or removed. */
  #known: readonly number[] | null = null
  /** Offset of the incomplete last entry, by segment. */
  readonly #tornAt = new Map<number, number>()
  #checkAtMs = 0
  #tailsCut = 0
  readonly #segmentBytes: number
  readonly #onProblem: (message: string) => void
  readonly damages: LedgerDamages
  /** `#sync` and `#next` are null with the durability `process`. */
  readonly #sync: GroupSync | null
  readonly #next: NextSegment | null
  /** The previous segment, until all of it is on disk. Then an `after` frame with its whole size is written. */
  #unlinked: { readonly segment: number; readonly sizeBytes: number } | null = null
  /** Size of the current segment when the running sync began, and when the last successful sync began. */
  #syncingBytes = 0
  #syncedBytes = 0
  /** The size that the last `synced` frame of the current segment names. */
  #markedBytes = 0
  #syncFailures = 0
  /** A segment whose sync failed, until the store has all of it. Nothing can be confirmed meanwhile. */
  #doubtful: number | null = null

  constructor(
    private readonly directory: string,
    { segmentBytes = SEGMENT_BYTES, durability = 'process', onProblem = () => {} }: JournalOptions = {},
  ) {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    removePrepared(directory)
    this.#sync = durability === 'disk' ? this.#groupSync() : null
    this.#next = durability === 'disk' ? new NextSegment(directory) : null
    this.#segmentBytes = segmentBytes
    this.#onProblem = onProblem
    this.damages = new LedgerDamages(directory, onProblem)
    const segments = this.#segments()
    this.#segment = segments.at(-1) ?? 0
    let isConfirmed = true
    for (const [index, segment] of segments.entries()) {
      isConfirmed &&= !this.#followsLostEnd(segment, segments[index - 1] ?? null)
      if (!isConfirmed) this.#cutUnconfirmed(segment)
      this.#sizeBytes = this.#cutTornTail(segment, segments[index + 1] ?? null)
    }
  }

  /** Torn tails cut off since this process started. */
  get tailsCut(): number {
    return this.#tailsCut
  }

  get syncFailures(): number {
    return this.#syncFailures
  }

  /** Why nothing can be confirmed: the last write failed, or a sync failed. Null if neither. */
  get failure(): string | null {
    return this.#lastError ?? (this.#doubtful === null ? null : `${this.#path(this.#doubtful)} could not be synced`)
  }

  /** False if the frame could not be written. The caller must then undo the change or append the frame again later. */
  append(frame: LedgerFrame): boolean {
    if (this.#restUntilMs > 0 && performance.now() < this.#restUntilMs) return false
    try {
      if (this.#descriptor === null) this.#startSegment()
      else if (this.#sizeBytes > this.#segmentBytes / 2) this.#changeSegment()
      this.#checkSegment()
      if (this.#syncedBytes > this.#markedBytes) this.#mark(this.#syncedBytes)
      this.#writeBytes(this.#encoder.encode(frame))
      this.#keep(frame)
    } catch (error) {
      this.#lastError = String(error)
      this.#restUntilMs = performance.now() + REST_AFTER_FAILURE_MS
      // The file may end in half a frame, so the next frame goes to a new segment.
      this.#endSegment()
      return false
    }
    this.#restUntilMs = 0
    this.#lastError = null
    return true
  }

  /** Resolves once every frame appended before this call is on disk. Only with the durability `disk`. */
  synced(): Promise<void> {
    if (this.#doubtful !== null) return Promise.reject(notSaved(this.failure))
    return this.#sync?.synced() ?? Promise.resolve()
  }

  /** Reads up to `most` frames from a position. Reports damage and continues after it. */
  read(from: JournalPosition, most: number): FramesRead {
    const segments = this.#segments()
    if (from.segment > 0 && !segments.includes(from.segment)) this.#reportMissing(from.segment)
    let next = from
    for (const segment of segments) {
      if (segment < from.segment) continue
      const offset = segment === from.segment ? from.offsetBytes : 0
      if (segment === from.segment) this.#checkLength(from)
      const read = this.#takeRecent(segment, offset, most) ?? this.#readSegment(segment, offset, most, from)
      if (read.frames.length > 0) return read
      next = read.next
    }
    return { frames: [], next }
  }

  /** Unread bytes after a position of the current segment; null if the position is in an earlier segment. */
  unreadBytes({ segment, offsetBytes }: JournalPosition): number | null {
    return this.#descriptor !== null && segment === this.#segment ? this.#sizeBytes - offsetBytes : null
  }

  /** Deletes the segments before a position. The store must have folded them, with the durability of this journal. */
  forget(before: JournalPosition): void {
    if (this.#doubtful !== null && this.#doubtful < before.segment) this.#doubtful = null
    for (const segment of this.#segments()) {
      if (segment >= before.segment || segment === this.#segment) continue
      if (this.#reading?.segment === segment) this.#endReading()
      disk.remove(this.#path(segment))
      this.#known = null
    }
  }

  close(): void {
    this.#endSegment()
    this.#next?.close()
    this.#sync?.close()
    this.#endReading()
  }

  #groupSync(): GroupSync {
    syncFoldersAbove(this.directory)
    return new GroupSync({
      folder: this.directory,
      onStart: () => {
        this.#syncingBytes = this.#sizeBytes
      },
      onSynced: () => {
        this.#syncedBytes = Math.max(this.#syncedBytes, this.#syncingBytes)
      },
      onFailure: (error) => {
        this.#onProblem(
          `${this.#path(this.#segment)} could not be synced: ${String(error)}. Requests under a limit get 503 until its entries are in the store.`,
        )
        this.#doubtful = this.#segment
        this.#syncFailures++
        this.#endSegment()
      },
    })
  }

  /** Starts a new segment if this one is full. With `disk`, prepares the new segment once this one is half full. */
  #changeSegment(): void {
    const isFull = this.#sizeBytes > this.#segmentBytes
    if (!this.#next) {
      if (isFull) this.#startSegment()
      return
    }
    if (isFull && this.#unlinked === null && this.#takePrepared(this.#next)) return
    // At twice the size, the disk was too slow to prepare a segment in time, or rejected it.
    if (this.#sizeBytes > 2 * this.#segmentBytes) this.#startSegment()
    else this.#next.prepare(this.#encoder.encode(FIRST_MARK))
  }

  /** False if no segment is ready. No sync on this thread: the next group sync covers both segments and the folder. */
  #takePrepared(prepared: NextSegment): boolean {
    const number = this.#nextNumber()
    const descriptor = prepared.take(this.#path(number))
    if (descriptor === null) return false
    const before = { segment: this.#segment, sizeBytes: this.#sizeBytes }
    const syncedBytes = this.#syncedBytes
    this.#endSegment()
    this.#sync!.created()
    this.#use(number, descriptor)
    this.#sizeBytes = this.#encoder.encode(FIRST_MARK).length
    this.#writeBytes(this.#encoder.encode(['after', before.segment, syncedBytes, before.sizeBytes]))
    this.#unlinked = before
    this.#recentFrom = this.#sizeBytes
    return true
  }

  /** Used at startup, after a failure, or if no prepared segment is ready. With `disk`, blocks the thread for syncs. */
  #startSegment(): void {
    // The next segment names the size of this one, so all of it must be on disk first.
    if (this.#sync && this.#descriptor !== null) {
      if (this.#unlinked) {
        syncFile(this.#path(this.#unlinked.segment))
        this.#mark(this.#syncedBytes)
      }
      disk.syncNow(this.#descriptor)
    }
    this.#endSegment()
    const before = { segment: this.#segment, sizeBytes: this.#sizeBytes }
    const segment = this.#nextNumber()
    this.#use(segment, disk.create(this.#path(segment)))
    if (before.segment > 0) this.#writeBytes(this.#encoder.encode(['after', before.segment, before.sizeBytes]))
    if (this.#sync) {
      // Marks every segment with entries as one written with the durability `disk`.
      this.#mark(0)
      disk.syncNow(this.#descriptor!)
      disk.syncFolderNow(this.directory)
    }
    this.#recentFrom = this.#sizeBytes
  }

  /** Based on the clock: if someone empties the folder, new segments must not reuse numbers that the store has read. */
  #nextNumber(): number {
    return Math.max(Date.now(), this.#segment + 1)
  }

  #use(segment: number, descriptor: number): void {
    this.#descriptor = descriptor
    this.#segment = segment
    this.#sizeBytes = 0
    this.#syncingBytes = 0
    this.#syncedBytes = 0
    this.#markedBytes = 0
    this.#unlinked = null
    this.#recent = []
    this.#recentFrom = 0
    this.#known = null
  }

  /** Call only after a sync that began in this segment, which has also covered the end of the previous segment. */
  #mark(syncedBytes: number): void {
    const before = this.#unlinked
    this.#unlinked = null
    if (before) this.#writeBytes(this.#encoder.encode(['after', before.segment, before.sizeBytes]))
    this.#writeBytes(this.#encoder.encode(['synced', syncedBytes]))
    this.#markedBytes = syncedBytes
  }

  #writeBytes(bytes: Buffer): void {
    const written = disk.write(this.#descriptor!, bytes, bytes.length)
    this.#sync?.wrote(this.#descriptor!)
    if (written < bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes could be written`)
    this.#sizeBytes += written
  }

  #checkSegment(): void {
    const nowMs = performance.now()
    if (nowMs < this.#checkAtMs) return
    this.#checkAtMs = nowMs + CHECK_EVERY_MS
    if (fstatSync(this.#descriptor!).nlink === 0) throw new Error(`${this.#path(this.#segment)} was deleted`)
  }

  #endSegment(): void {
    if (this.#descriptor === null) return
    if (this.#sync) this.#sync.end(this.#descriptor)
    else disk.close(this.#descriptor)
    this.#descriptor = null
  }

  #keep(frame: LedgerFrame): void {
    if (this.#recent.length < MAX_RECENT) {
      this.#recent.push({ frame, endBytes: this.#sizeBytes })
      return
    }
    // The reader is far behind and reads the file instead.
    this.#recent = []
    this.#recentFrom = this.#sizeBytes
  }

  #takeRecent(segment: number, offset: number, most: number): FramesRead | null {
    if (this.#descriptor === null || segment !== this.#segment || offset < this.#recentFrom) return null
    const first = this.#recent.findIndex(({ endBytes }) => endBytes > offset)
    if (first < 0) return null
    const some = this.#recent.splice(0, first + most).slice(first)
    this.#recentFrom = some.at(-1)?.endBytes ?? offset
    return {
      frames: some.map(({ frame }) => frame),
      next: { segment, offsetBytes: this.#recentFrom },
    }
  }

  #readSegment(segment: number, from: number, most: number, position: JournalPosition): FramesRead {
    const frames: LedgerFrame[] = []
    for (let offset = from; ; ) {
      const bytes = this.#bytesAt(segment, offset, READ_BYTES)
      let end = 0
      while (frames.length < most) {
        const found = decodeFrame(bytes, end)
        if (!found) break
        end = found.endOffset
        if (found.frame[0] === 'after') this.#checkLink(found.frame[1], found.frame[2], position)
        else if (found.frame[0] !== 'synced') frames.push(found.frame)
      }
      offset += end
      if (frames.length > 0) return { frames, next: { segment, offsetBytes: offset } }
      if (end > 0) continue
      const nextOffset = this.#passTail(segment, offset)
      if (nextOffset === null) return { frames, next: { segment, offsetBytes: offset } }
      offset = nextOffset
    }
  }

  /** Offset of the next frame after bytes that are not a frame; null at the end of the segment. */
  #passTail(segment: number, offset: number): number | null {
    const bytes = this.#bytesAt(segment, offset, Number.MAX_SAFE_INTEGER)
    if (bytes.length === 0) return null
    const tail = inspectTail(bytes)
    if (tail.kind === 'torn') {
      // An incomplete write. The `after` frame of the next segment shows whether more bytes are missing.
      this.#tornAt.set(segment, offset)
      return null
    }
    this.#reportUnreadable(segment, offset, tail.nextOffset ?? bytes.length)
    return tail.nextOffset === null ? null : offset + tail.nextOffset
  }

  /** The store has read up to this position, so a shorter file was truncated. */
  #checkLength({ segment, offsetBytes }: JournalPosition): void {
    if (this.#descriptor !== null && segment === this.#segment && offsetBytes <= this.#sizeBytes) return
    const file = this.#path(segment)
    const sizeBytes = statSync(file, { throwIfNoEntry: false })?.size
    if (sizeBytes === undefined || sizeBytes >= offsetBytes) return
    this.damages.report(segment, {
      kind: 'truncated',
      file,
      offsetBytes: sizeBytes,
      sizeBytes: offsetBytes - sizeBytes,
    })
  }

  /** The previous segment must exist with its full length, unless the store has folded all of it. */
  #checkLink(before: number, endBytes: number, position: JournalPosition): void {
    if (position.segment > before || (position.segment === before && position.offsetBytes >= endBytes)) return
    if (!this.#segments().includes(before)) return this.#reportMissing(before)
    const sizeBytes = this.#tornAt.get(before) ?? statSync(this.#path(before)).size
    if (sizeBytes >= endBytes) return
    const file = this.#path(before)
    this.damages.report(before, {
      kind: 'truncated',
      file,
      offsetBytes: sizeBytes,
      sizeBytes: endBytes - sizeBytes,
    })
  }

  #reportMissing(segment: number): void {
    this.damages.report(segment, { kind: 'missing', file: this.#path(segment), offsetBytes: 0, sizeBytes: null })
  }

  #reportUnreadable(segment: number, offsetBytes: number, sizeBytes: number): void {
    this.damages.report(segment, { kind: 'unreadable', file: this.#path(segment), offsetBytes, sizeBytes })
  }

  /**
   * Truncates the incomplete last write of the previous process, which was never confirmed. Returns the segment's size.
   * If another segment follows, cuts only after the last byte that the following segment says was on disk.
   */
  #cutTornTail(segment: number, following: number | null): number {
    const file = this.#path(segment)
    const bytes = readFileSync(file)
    for (let offset = 0; ; ) {
      for (let end = frameEnd(bytes, offset); end !== null; end = frameEnd(bytes, offset)) offset = end
      if (offset === bytes.length) return offset
      const tail = inspectTail(bytes.subarray(offset))
      const isUnsynced = tail.kind === 'damaged' && this.#isUnsynced(segment, bytes, offset, following)
      if ((tail.kind === 'torn' && following === null) || isUnsynced) {
        if (isUnsynced) this.damages.saveCutBytes(segment, offset, bytes.subarray(offset))
        cut(file, offset)
        this.#tailsCut++
        this.#onProblem(
          `The ledger file ${file} had ${isUnsynced ? 'entries that were never confirmed' : 'an incomplete last entry'}: ${bytes.length - offset} bytes were cut at byte ${offset}.`,
        )
        return offset
      }
      if (tail.kind === 'torn') return offset
      if (tail.nextOffset === null) return bytes.length
      offset += tail.nextOffset
    }
  }

  /**
   * Whether a power failure removed the end of the previous segment before any sync covered it. Then nothing in this
   * segment was confirmed, because a sync covers both segments. `#sizeBytes` is the size of the previous segment.
   */
  #followsLostEnd(segment: number, previous: number | null): boolean {
    if (previous === null) return false
    const link = firstAfter(this.#bytesAt(segment, 0, LINK_BYTES))
    if (!link) return false
    const [, before, onDiskBytes, writtenBytes = 0] = link.frame
    if (before !== previous || this.#sizeBytes >= writtenBytes || this.#sizeBytes < onDiskBytes) return false
    return linkedBytes(readFileSync(this.#path(segment)), previous) < writtenBytes
  }

  /** Keeps only the link to the previous segment. */
  #cutUnconfirmed(segment: number): void {
    const file = this.#path(segment)
    const bytes = readFileSync(file)
    const startOffset = firstAfter(bytes)?.endOffset ?? 0
    if (bytes.length === startOffset) return
    this.damages.saveCutBytes(segment, startOffset, bytes.subarray(startOffset))
    cut(file, startOffset)
    this.#tailsCut++
    this.#onProblem(
      `The ledger file ${file} had entries that were never confirmed, after others that a power failure removed: ${bytes.length - startOffset} bytes were cut at byte ${startOffset}.`,
    )
  }

  #isUnsynced(segment: number, bytes: Buffer, offset: number, following: number | null): boolean {
    if (!isUnsyncedEnd(bytes, offset)) return false
    return following === null || linkedBytes(readFileSync(this.#path(following)), segment) <= offset
  }

  #bytesAt(segment: number, offset: number, limitBytes: number): Buffer {
    if (this.#reading?.segment !== segment) {
      this.#endReading()
      this.#reading = { segment, descriptor: openSync(this.#path(segment), 'r') }
    }
    const { descriptor } = this.#reading!
    const wanted = Math.max(0, Math.min(limitBytes, fstatSync(descriptor).size - offset))
    const bytes = Buffer.allocUnsafe(wanted)
    const read = readSync(descriptor, bytes, 0, wanted, offset)
    return bytes.subarray(0, read)
  }

  #endReading(): void {
    if (this.#reading) closeSync(this.#reading.descriptor)
    this.#reading = null
  }

  #segments(): readonly number[] {
    this.#known ??= readdirSync(this.directory)
      .flatMap((name) => NAME.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => a - b)
    return this.#known
  }

  #path(segment: number): string {
    return join(this.directory, `${String(segment).padStart(15, '0')}.ledger`)
  }
}

/** Blocks this thread. */
function syncFile(file: string): void {
  const descriptor = openSync(file, 'r')
  try {
    disk.syncNow(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Syncs at once: otherwise the cut bytes could return after the next power failure. */
function cut(file: string, sizeBytes: number): void {
  const descriptor = openSync(file, 'r+')
  try {
    disk.truncate(descriptor, sizeBytes)
    disk.syncNow(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
