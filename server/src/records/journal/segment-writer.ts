/** Writes the journal's segment files and tracks which of them the store has not finished. */

import { fstatSync, statSync } from 'node:fs'
import { disk } from '../../core/runtime/disk.ts'
import { GroupSync } from '../../core/runtime/group-sync.ts'
import { listOutbox } from './outbox.ts'
import { type JournalPosition, listSegments, nextSegment, segmentPath } from './segments.ts'

type Segment = { readonly number: number; bytes: number }

const CHECK_EVERY_MS = 1_000

/** Never appends to segments of an earlier process, because they may end in an incomplete frame. */
export class SegmentWriter {
  /** Segments not finished by ingest, oldest first. The last one is being written while a descriptor is open. */
  #segments: Segment[]
  #descriptor: number | null = null
  #lastSegment: number
  #checkAtMs = 0
  /** Records written since the last check that the segment file still exists. */
  #unchecked = 0
  /** Bytes not yet stored. */
  backlogBytes = 0
  /** Why the last write was incomplete; null if it was complete. */
  lastError: string | null = null
  /** Null with the durability `process`: records only have to survive a kill of the process. */
  readonly #sync: GroupSync | null

  constructor(
    private readonly directory: string,
    private readonly segmentBytes: number,
    /** Called after a failed sync; absent with the durability `process`. */
    onSyncFailure?: (error: string) => void,
  ) {
    const onFailure = (error: unknown) => onSyncFailure?.(this.#abandon(error))
    this.#sync = onSyncFailure ? new GroupSync({ folder: directory, onFailure }) : null
    const numbers = listSegments(directory)
    this.#segments = numbers.map((number) => ({ number, bytes: statSync(segmentPath(directory, number)).size }))
    // Includes the outbox: after the clock was set back, a new segment must not get the number of a segment there.
    this.#lastSegment = Math.max(0, numbers.at(-1) ?? 0, listOutbox(directory).at(-1) ?? 0)
    this.#measure({ segment: 0, offset: 0 })
    // Open the segment now, not with the first record: its existence tells ingest that older segments are complete.
    this.#start()
  }

  /** Writes frames that end at `ends` with one write() and returns how many are complete in the file. */
  write(bytes: Buffer, ends: readonly number[]): number {
    const sizeBytes = ends.at(-1)!
    const current = this.#segments.at(-1)
    if (this.#descriptor !== null && current && current.bytes > 0 && current.bytes + sizeBytes > this.segmentBytes) {
      this.#end()
    }
    if (this.#descriptor === null && !this.#start()) return 0
    let writtenBytes = 0
    try {
      writtenBytes = disk.write(this.#descriptor!, bytes, sizeBytes)
      this.#sync?.wrote(this.#descriptor!)
      this.lastError = writtenBytes === sizeBytes ? null : `only ${writtenBytes} of ${sizeBytes} bytes could be written`
    } catch (error) {
      this.lastError = String(error)
    }
    const whole = writtenBytes === sizeBytes ? ends.length : ends.filter((end) => end <= writtenBytes).length
    const wholeBytes = ends[whole - 1] ?? 0
    this.#segments.at(-1)!.bytes += wholeBytes
    this.backlogBytes += wholeBytes
    // The file may now end in an incomplete frame; never append after it.
    if (whole < ends.length) {
      this.#cut()
      this.#end()
    }
    this.#unchecked += whole
    return whole
  }

  /**
   * Returns how many records went to a segment file that was deleted while open (writes to it still succeed). Checks
   * once a second.
   */
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

  /** Removes the incomplete frame, so that ingest does not report it as the torn end of a killed process. */
  #cut(): void {
    try {
      disk.truncate(this.#descriptor!, this.#segments.at(-1)!.bytes)
    } catch {
      // The disk rejects even the truncation.
    }
  }

  #start(): boolean {
    const number = nextSegment(this.#lastSegment, Date.now())
    try {
      this.#descriptor = disk.create(segmentPath(this.directory, number))
      this.#sync?.created()
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
    if (this.#sync) this.#sync.end(this.#descriptor)
    else disk.close(this.#descriptor)
    this.#descriptor = null
    const segment = this.#segments.at(-1)!
    if (segment.bytes > 0) return
    // The segment has no complete frame. Remove it, or a full disk would collect empty files.
    this.#segments.pop()
    try {
      disk.remove(segmentPath(this.directory, segment.number))
    } catch {
      // Ingest may already have deleted it.
    }
  }

  /** End of the last complete frame. */
  position(): JournalPosition {
    const last = this.#segments.at(-1)
    return last ? { segment: last.number, offset: last.bytes } : { segment: 0, offset: 0 }
  }

  /** Call when ingest has stored everything before `position`. */
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

  /**
   * Reserves `count` segment numbers after all segments of this journal and returns the first. The numbers do not come
   * from the clock: if the clock was set back, it is behind the current segment.
   */
  reserve(count: number): number {
    const first = this.#lastSegment + 1
    this.#lastSegment += count
    return first
  }

  /** Continues in a new segment if `segment` is the current one. */
  rotate(segment: number): void {
    if (this.#segments.at(-1)?.number !== segment || this.#descriptor === null) return
    this.#end()
    this.#start()
  }

  /** Resolves once every complete write before this call is on disk; rejects if its sync failed. */
  synced(records = 1): Promise<void> {
    return this.#sync?.synced(records) ?? Promise.resolve()
  }

  /** Ends a segment that may be incomplete on disk, and returns the error message. Ingest still reads the segment. */
  #abandon(error: unknown): string {
    this.#end()
    return `${segmentPath(this.directory, this.#lastSegment)} could not be synced: ${String(error)}`
  }

  close(): void {
    this.#end()
    this.#sync?.close()
  }
}
