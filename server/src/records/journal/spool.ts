/** The journal's writing end: one synchronous `write` per finished request, on the main thread. */

import { closeSync, mkdirSync, openSync, statSync, unlinkSync, writeSync } from 'node:fs'
import type { RecordSink } from '../../core/ports.ts'
import type { ExchangeRecord, RecordBodies } from '../../core/record.ts'
import { FrameEncoder, limitBodies, markCut, NO_BODIES } from './frame.ts'
import { type JournalPosition, listSegments, nextSegment, segmentPath } from './segments.ts'

const MIB = 1024 * 1024
/** On a disk that takes nothing, trying costs several system calls a request: rest this long after a failure. */
const REST_AFTER_FAILURE_MS = 50

type SpoolOptions = {
  readonly directory: string
  readonly segmentBytes?: number
  /** Bytes that may wait for the store. Bodies stop at three quarters of it, rows at all of it. */
  readonly capBytes?: number
  readonly onAppend?: () => void
}

export type SpoolHealth = {
  readonly backlogBytes: number
  /** Records that kept their row but not their bodies, for want of room. */
  readonly droppedBodies: number
  readonly lostRecords: number
  /** What went wrong last; null again once a record is written whole. */
  readonly lastError: string | null
}

export interface Spool extends RecordSink {
  /** The end of what was written whole. */
  position(): JournalPosition
  /** The ingest worker tells how far the store has come. */
  committed(position: JournalPosition): void
  /** Goes on in a new segment, so that this one can be set aside. */
  leave(segment: number): void
  health(): SpoolHealth
  close(): void
}

type Segment = { readonly number: number; bytes: number }

/** An earlier journal is left as it is, torn tail and all: writing goes on in a new segment. */
export function openSpool(options: SpoolOptions): Spool {
  mkdirSync(options.directory, { recursive: true })
  return new JournalSpool(options)
}

class JournalSpool implements Spool {
  readonly #directory: string
  readonly #segmentBytes: number
  readonly #capBytes: number
  readonly #bodyCapBytes: number
  readonly #onAppend: () => void
  readonly #encoder = new FrameEncoder()
  /** Those the store has not finished, oldest first; the last one is written to while a descriptor is open. */
  #segments: Segment[]
  #descriptor: number | null = null
  #lastSegment: number
  #backlogBytes = 0
  #droppedBodies = 0
  #lostRecords = 0
  #lastError: string | null = null
  #restUntilMs = 0

  constructor(options: SpoolOptions) {
    this.#directory = options.directory
    this.#segmentBytes = options.segmentBytes ?? 64 * MIB
    this.#capBytes = options.capBytes ?? 2048 * MIB
    this.#bodyCapBytes = Math.floor(this.#capBytes * 0.75)
    this.#onAppend = options.onAppend ?? (() => {})
    const numbers = listSegments(this.#directory)
    this.#segments = numbers.map((number) => ({ number, bytes: statSync(segmentPath(this.#directory, number)).size }))
    this.#lastSegment = numbers.at(-1) ?? 0
    this.#measure({ segment: 0, offset: 0 })
    // At once, not at the first record: a newer segment tells the worker that the older ones are complete.
    this.#startSegment()
  }

  append(record: ExchangeRecord, bodies: RecordBodies): void {
    try {
      if (!this.#append(markCut(record, bodies), limitBodies(bodies))) this.#lostRecords++
    } catch (error) {
      // A request never fails for its record's sake.
      this.#lostRecords++
      this.#lastError = String(error)
    }
    this.#onAppend()
  }

  #append(record: ExchangeRecord, bodies: RecordBodies): boolean {
    if (this.#restUntilMs > 0 && performance.now() < this.#restUntilMs) return false
    const hasBodies = bodies.request !== null || bodies.response !== null
    if (this.#write(this.#encoder.encode(record, bodies), hasBodies ? this.#bodyCapBytes : this.#capBytes)) {
      this.#lastError = null
      return true
    }
    if (!hasBodies) return false
    const cut = {
      ...record,
      requestBodyCut: record.requestBodyCut || bodies.request !== null,
      responseBodyCut: record.responseBodyCut || bodies.response !== null,
    }
    if (!this.#write(this.#encoder.encode(cut, NO_BODIES), this.#capBytes)) return false
    this.#droppedBodies++
    return true
  }

  #write(frameBytes: number, capBytes: number): boolean {
    if (this.#backlogBytes + frameBytes > capBytes) {
      this.#lastError = `the journal has reached its cap: ${this.#backlogBytes} bytes wait for the store`
      return false
    }
    const current = this.#segments.at(-1)
    if (this.#descriptor !== null && current && current.bytes > 0 && current.bytes + frameBytes > this.#segmentBytes) {
      this.#endSegment()
    }
    if (this.#descriptor === null && !this.#startSegment()) return false
    try {
      const writtenBytes = writeSync(this.#descriptor!, this.#encoder.bytes, 0, frameBytes)
      if (writtenBytes < frameBytes) throw new Error(`only ${writtenBytes} of ${frameBytes} bytes could be written`)
    } catch (error) {
      this.#fail(error)
      // Half a frame may be in the file: what follows must not stand behind it.
      this.#endSegment()
      return false
    }
    this.#segments.at(-1)!.bytes += frameBytes
    this.#backlogBytes += frameBytes
    this.#restUntilMs = 0
    return true
  }

  #fail(error: unknown): void {
    this.#lastError = String(error)
    this.#restUntilMs = performance.now() + REST_AFTER_FAILURE_MS
  }

  #startSegment(): boolean {
    const number = nextSegment(this.#lastSegment, Date.now())
    try {
      this.#descriptor = openSync(segmentPath(this.#directory, number), 'ax', 0o600)
    } catch (error) {
      this.#fail(error)
      return false
    }
    this.#lastSegment = number
    this.#segments.push({ number, bytes: 0 })
    return true
  }

  #endSegment(): void {
    if (this.#descriptor === null) return
    closeSync(this.#descriptor)
    this.#descriptor = null
    const segment = this.#segments.at(-1)!
    if (segment.bytes > 0) return
    // Nothing whole in it: a full disk must not collect empty files.
    this.#segments.pop()
    try {
      unlinkSync(segmentPath(this.#directory, segment.number))
    } catch {
      // The worker may have removed it already.
    }
  }

  position(): JournalPosition {
    const last = this.#segments.at(-1)
    return last ? { segment: last.number, offset: last.bytes } : { segment: 0, offset: 0 }
  }

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
    this.#backlogBytes = backlogBytes
  }

  leave(segment: number): void {
    if (this.#segments.at(-1)?.number !== segment || this.#descriptor === null) return
    this.#endSegment()
    this.#startSegment()
  }

  health(): SpoolHealth {
    return {
      backlogBytes: this.#backlogBytes,
      droppedBodies: this.#droppedBodies,
      lostRecords: this.#lostRecords,
      lastError: this.#lastError,
    }
  }

  close(): void {
    this.#endSegment()
  }
}
