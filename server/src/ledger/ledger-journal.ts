/** The ledger's journal: appended with a plain write, so that a killed process loses nothing that was said to be written. */

import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { JournalPosition } from '../core/money/ledger-store.ts'
import { decodeFrame, FRAME_HEADER_BYTES, FrameEncoder, type LedgerFrame } from './ledger-frame.ts'

const NAME = /^(\d{15})\.ledger$/
const SEGMENT_BYTES = 16 * 1024 * 1024
/** More than the largest frame. */
const READ_BYTES = 256 * 1024
/** So many frames are kept for whoever reads next: parsing them again would cost more than writing them did. */
const MOST_RECENT = 8_192
/** A disk that is full is not asked again for every request. */
const REST_AFTER_FAILURE_MS = 200

export type FramesRead = {
  readonly frames: readonly LedgerFrame[]
  readonly next: JournalPosition
  /** True when bytes were passed over that are no frame and not the torn end of a killed process. */
  readonly isDamaged: boolean
}

export class LedgerJournal {
  readonly #encoder = new FrameEncoder()
  #descriptor: number | null = null
  #segment = 0
  #sizeBytes = 0
  #restUntilMs = 0
  #lastError: string | null = null
  #reading: { readonly segment: number; readonly descriptor: number } | null = null
  /** The last frames of the segment in use, from the place `#recentFrom` on. */
  #recent: { readonly frame: LedgerFrame; readonly endBytes: number }[] = []
  #recentFrom = 0
  /** The folder's segments, until one is added or removed. */
  #known: readonly number[] | null = null

  constructor(
    private readonly directory: string,
    private readonly segmentBytes = SEGMENT_BYTES,
  ) {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    this.#segment = this.#segments().at(-1) ?? 0
  }

  /** Why nothing can be written now; null when all is well. */
  get failure(): string | null {
    return this.#lastError
  }

  /** False when it could not be written: then it has not happened. */
  append(frame: LedgerFrame): boolean {
    if (this.#restUntilMs > 0 && performance.now() < this.#restUntilMs) return false
    try {
      if (this.#descriptor === null || this.#sizeBytes > this.segmentBytes) this.#startSegment()
      const bytes = this.#encoder.encode(frame)
      const written = writeSync(this.#descriptor!, bytes)
      if (written < bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes could be written`)
      this.#sizeBytes += written
      this.#keep(frame)
    } catch (error) {
      this.#lastError = String(error)
      this.#restUntilMs = performance.now() + REST_AFTER_FAILURE_MS
      // Half a frame may be in the file: what follows must not stand behind it.
      this.#endSegment()
      return false
    }
    this.#restUntilMs = 0
    this.#lastError = null
    return true
  }

  /** Up to `most` frames from a position on. */
  read(from: JournalPosition, most: number): FramesRead {
    const segment = this.#segments().find((number) => number >= from.segment)
    if (segment === undefined) return { frames: [], next: from, isDamaged: false }
    const offset = segment === from.segment ? from.offsetBytes : 0
    const recent = this.#takeRecent(segment, offset, most)
    if (recent) return recent
    const frames: LedgerFrame[] = []
    const bytes = this.#bytesAt(segment, offset, READ_BYTES)
    let end = 0
    while (frames.length < most) {
      const found = decodeFrame(bytes, end)
      if (!found) break
      frames.push(found.frame)
      end = found.endOffset
    }
    const next = { segment, offsetBytes: offset + end }
    const later = this.#segments().find((number) => number > segment)
    if (frames.length > 0 || later === undefined) return { frames, next, isDamaged: false }
    // The segment is over. What is left of it is the torn last write of its process, which nobody was told about.
    const leftBytes = bytes.length
    const isTorn = leftBytes < FRAME_HEADER_BYTES || leftBytes < FRAME_HEADER_BYTES + bytes.readUInt32LE(0)
    const after = this.read({ segment: later, offsetBytes: 0 }, most)
    return { ...after, isDamaged: after.isDamaged || (leftBytes > 0 && !isTorn) }
  }

  /** What stands behind a position of the segment in use; null when it is in an earlier one, which will not grow. */
  unreadBytes({ segment, offsetBytes }: JournalPosition): number | null {
    return this.#descriptor !== null && segment === this.#segment ? this.#sizeBytes - offsetBytes : null
  }

  /** Removes the segments before a position: all of it is in the store. */
  forget(before: JournalPosition): void {
    for (const segment of this.#segments()) {
      if (segment >= before.segment || segment === this.#segment) continue
      if (this.#reading?.segment === segment) this.#endReading()
      unlinkSync(this.#path(segment))
      this.#known = null
    }
  }

  close(): void {
    this.#endSegment()
    this.#endReading()
  }

  #startSegment(): void {
    this.#endSegment()
    // From the clock, not from a count: a folder emptied by hand must not bring back numbers the store remembers.
    const segment = Math.max(Date.now(), this.#segment + 1)
    this.#descriptor = openSync(this.#path(segment), 'ax', 0o600)
    this.#segment = segment
    this.#sizeBytes = 0
    this.#recent = []
    this.#recentFrom = 0
    this.#known = null
  }

  #endSegment(): void {
    if (this.#descriptor === null) return
    closeSync(this.#descriptor)
    this.#descriptor = null
  }

  #keep(frame: LedgerFrame): void {
    if (this.#recent.length < MOST_RECENT) {
      this.#recent.push({ frame, endBytes: this.#sizeBytes })
      return
    }
    // Whoever reads is far behind and reads the file.
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
      isDamaged: false,
    }
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
