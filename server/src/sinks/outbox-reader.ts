/** Reads the journal for sinks: segments that the store has not finished and those in the outbox, as one sequence. */

import { existsSync, statSync } from 'node:fs'
import { listOutbox, outboxDirectory } from '../records/journal/outbox.ts'
import { type ReadFrame, SegmentReader } from '../records/journal/segment-reader.ts'
import { hasReached, type JournalPosition, listSegments, segmentPath } from '../records/journal/segments.ts'

/** Limits of one read. A frame above the limit is returned by itself. */
const READ_LIMITS = { frames: 256, sizeBytes: 512 * 1024 }

type OutboxRead = {
  /** Views into a buffer that the next read reuses. */
  readonly frames: readonly ReadFrame[]
  /** Where to continue; the same position if there is nothing new. */
  readonly next: JournalPosition
  /** Frames that were damaged and skipped; a lower bound. */
  readonly damaged: number
  /** True if no more frames have been written yet. */
  readonly isEnd: boolean
}

/** The segments that existed at one time, oldest first, with their sizes in bytes. */
export type Segments = ReadonlyMap<number, number>

export class OutboxReader {
  readonly #reader: SegmentReader
  /** Sizes of segments that have a successor, because these no longer change. */
  readonly #sizes = new Map<number, number>()

  constructor(readonly journalDirectory: string) {
    this.#reader = new SegmentReader((segment) => this.#pathOf(segment), READ_LIMITS)
  }

  list(): Segments {
    // Lists the journal first: a segment that moves to the outbox in the meantime is then found there.
    const numbers = listSegments(this.journalDirectory)
    for (const number of listOutbox(this.journalDirectory)) numbers.push(number)
    const sorted = [...new Set(numbers)].sort((a, b) => a - b)
    for (const known of this.#sizes.keys()) {
      if (known >= (sorted[0] ?? 0)) break
      this.#sizes.delete(known)
    }
    const last = sorted.at(-1)
    const segments = new Map<number, number>()
    for (const number of sorted) {
      const known = this.#sizes.get(number)
      const sizeBytes = known ?? statSync(this.#pathOf(number), { throwIfNoEntry: false })?.size
      if (sizeBytes === undefined) continue
      if (number !== last) this.#sizes.set(number, sizeBytes)
      segments.set(number, sizeBytes)
    }
    return segments
  }

  /** List `segments` before the call: a segment with a successor in the list is complete. */
  read(position: JournalPosition, segments: Segments): OutboxRead {
    const at = firstAt(position, segments)
    if (at === null) return { frames: [], next: position, damaged: 0, isEnd: true }
    const successor = successorOf(at.segment, segments)
    const { frames, nextOffset, stop } = this.#reader.read(at)
    const next = { segment: at.segment, offset: nextOffset }
    if (frames.length > 0 || stop === 'more')
      return { frames, next, damaged: 0, isEnd: stop === 'end' && successor === undefined }
    // Damage in the segment being written may be a write in progress. If not, the ingest worker starts a new segment.
    if (successor === undefined) return { frames: [], next: at, damaged: 0, isEnd: true }
    const resumed = stop === 'damaged' ? this.#reader.offsetAfterDamage(at) : null
    const after = resumed === null ? { segment: successor, offset: 0 } : { segment: at.segment, offset: resumed }
    return { frames: [], next: after, damaged: stop === 'damaged' ? 1 : 0, isEnd: false }
  }

  close(): void {
    this.#reader.close()
  }

  #pathOf(segment: number): string {
    const current = segmentPath(this.journalDirectory, segment)
    return existsSync(current) ? current : segmentPath(outboxDirectory(this.journalDirectory), segment)
  }
}

/** Bytes from the position to the end. */
export function waitingBytes(position: JournalPosition, segments: Segments): number {
  let sumBytes = 0
  for (const [number, sizeBytes] of segments) {
    if (number < position.segment) continue
    sumBytes += number === position.segment ? Math.max(0, sizeBytes - position.offset) : sizeBytes
  }
  return sumBytes
}

export function endOf(segments: Segments): JournalPosition {
  let end: JournalPosition = { segment: 0, offset: 0 }
  for (const [segment, offset] of segments) if (hasReached({ segment, offset }, end)) end = { segment, offset }
  return end
}

/** The first existing position at or after this one; null if there is none. */
function firstAt(position: JournalPosition, segments: Segments): JournalPosition | null {
  if (segments.has(position.segment)) return position
  for (const segment of segments.keys()) if (segment > position.segment) return { segment, offset: 0 }
  return null
}

function successorOf(segment: number, segments: Segments): number | undefined {
  for (const number of segments.keys()) if (number > segment) return number
  return undefined
}
