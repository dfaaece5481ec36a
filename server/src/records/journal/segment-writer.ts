/** The journal's files: frames go to the end of the newest one, and those the store has finished are forgotten. */

import { closeSync, fstatSync, ftruncateSync, openSync, statSync, unlinkSync, writeSync } from 'node:fs'
import { type JournalPosition, listSegments, nextSegment, segmentPath } from './segments.ts'

type Segment = { readonly number: number; bytes: number }

const CHECK_EVERY_MS = 1_000

/** An earlier journal is left as it is, torn tail and all: writing goes on in a new segment. */
export class SegmentWriter {
  /** Those the store has not finished, oldest first; the last one is written to while a descriptor is open. */
  #segments: Segment[]
  #descriptor: number | null = null
  #lastSegment: number
  #checkAtMs = 0
  /** Written since the segment was last seen in its folder. */
  #unchecked = 0
  /** What waits for the store. */
  backlogBytes = 0
  /** Why the last write did not take everything; null when it did. */
  lastError: string | null = null

  constructor(
    private readonly directory: string,
    private readonly segmentBytes: number,
  ) {
    const numbers = listSegments(directory)
    this.#segments = numbers.map((number) => ({ number, bytes: statSync(segmentPath(directory, number)).size }))
    this.#lastSegment = numbers.at(-1) ?? 0
    this.#measure({ segment: 0, offset: 0 })
    // At once, not at the first record: a newer segment tells the worker that the older ones are complete.
    this.#start()
  }

  /** Writes the frames that end at `ends` in one go; returns how many of them are in the file whole. */
  write(bytes: Buffer, ends: readonly number[]): number {
    const sizeBytes = ends.at(-1)!
    const current = this.#segments.at(-1)
    if (this.#descriptor !== null && current && current.bytes > 0 && current.bytes + sizeBytes > this.segmentBytes) {
      this.#end()
    }
    if (this.#descriptor === null && !this.#start()) return 0
    let writtenBytes = 0
    try {
      writtenBytes = writeSync(this.#descriptor!, bytes, 0, sizeBytes)
      this.lastError = writtenBytes === sizeBytes ? null : `only ${writtenBytes} of ${sizeBytes} bytes could be written`
    } catch (error) {
      this.lastError = String(error)
    }
    const whole = writtenBytes === sizeBytes ? ends.length : ends.filter((end) => end <= writtenBytes).length
    const wholeBytes = ends[whole - 1] ?? 0
    this.#segments.at(-1)!.bytes += wholeBytes
    this.backlogBytes += wholeBytes
    // Half a frame may be in the file: what follows must not stand behind it.
    if (whole < ends.length) {
      this.#cut()
      this.#end()
    }
    this.#unchecked += whole
    return whole
  }

  /** Records that went into a segment which was deleted under us; writes to it succeed. Asked about once a second. */
  deletedRecords(): number {
    const nowMs = performance.now()
    if (nowMs < this.#checkAtMs || this.#descriptor === null) return 0
    this.#checkAtMs = nowMs + CHECK_EVERY_MS
    const lost = fstatSync(this.#descriptor).nlink === 0 ? this.#unchecked : 0
    this.#unchecked = 0
    if (lost === 0) return 0
    this.lastError = `${segmentPath(this.directory, this.#lastSegment)} was deleted`
    this.#end()
    return lost
  }

  /** So that nobody takes it for the torn end of a killed process. */
  #cut(): void {
    try {
      ftruncateSync(this.#descriptor!, this.#segments.at(-1)!.bytes)
    } catch {
      // The disk takes nothing, not even this.
    }
  }

  #start(): boolean {
    const number = nextSegment(this.#lastSegment, Date.now())
    try {
      this.#descriptor = openSync(segmentPath(this.directory, number), 'ax', 0o600)
    } catch (error) {
      this.lastError = String(error)
      return false
    }
    this.#lastSegment = number
    this.#segments.push({ number, bytes: 0 })
    return true
  }

  #end(): void {
    if (this.#descriptor === null) return
    closeSync(this.#descriptor)
    this.#descriptor = null
    const segment = this.#segments.at(-1)!
    if (segment.bytes > 0) return
    // Nothing whole in it: a full disk must not collect empty files.
    this.#segments.pop()
    try {
      unlinkSync(segmentPath(this.directory, segment.number))
    } catch {
      // The worker may have removed it already.
    }
  }

  /** The end of what was written whole. */
  position(): JournalPosition {
    const last = this.#segments.at(-1)
    return last ? { segment: last.number, offset: last.bytes } : { segment: 0, offset: 0 }
  }

  /** The store has come so far. */
  committed(position: JournalPosition): void {
    this.#segments = this.#segments.filter((segment) => segment.number >= position.segment)
    this.#measure(position)
  }

  #measure(position: JournalPosition): void {
    let backlogBytes = 0
    for (const segment of this.#segments) {
      backlogBytes +=
        segment.bytes - (segment.number === position.segment ? Math.min(position.offset, segment.bytes) : 0)
    }
    this.backlogBytes = backlogBytes
  }

  /** Goes on in a new segment, so that this one can be set aside. */
  rotate(segment: number): void {
    if (this.#segments.at(-1)?.number !== segment || this.#descriptor === null) return
    this.#end()
    this.#start()
  }

  close(): void {
    this.#end()
  }
}
