/**
 * Appends records to the journal, on the main thread: one synchronous write() for all records that finish in one event
 * loop tick.
 */

import { mkdirSync } from 'node:fs'
import type { RecordWriter } from '../../core/ports.ts'
import type { RecordBodies, RequestRecord } from '../../core/record.ts'
import { type Durability, syncFoldersAbove } from '../../core/runtime/disk.ts'
import { notSaved } from '../../core/runtime/group-sync.ts'
import { FrameSealer } from '../encryption/frame-cipher.ts'
import { hasBodies, withoutBodies } from '../log-row.ts'
import { FrameEncoder, limitBodies, markCut, NO_BODIES } from './frame.ts'
import { SegmentWriter } from './segment-writer.ts'
import type { JournalPosition } from './segments.ts'

const MIB = 1024 * 1024
/** Each failing write costs several system calls, so no write is tried for this long after a failure. */
const BACK_OFF_MS = 50
const REPORT_EVERY_MS = 60_000
/** Larger batches are written before the tick ends, to bound the encoder's buffer. */
const MAX_GATHERED_BYTES = MIB / 2

type JournalOptions = {
  readonly directory: string
  readonly segmentBytes?: number
  /** Maximum bytes waiting for ingest. Bodies are dropped above 75 % of it, records above 100 %. */
  readonly capBytes?: number
  /** The default is `process`. */
  readonly durability?: Durability
  /** Encrypts bodies; absent: they are plain text. */
  readonly journalKey?: Uint8Array | null
  readonly onAppend?: () => void
  /** Called when a sync has failed, and, at most once a minute, when records are lost. */
  readonly onProblem?: (message: string) => void
}

export type JournalHealth = {
  readonly backlogBytes: number
  /** Records stored without their bodies, because the journal was near its cap or could not be written with them. */
  readonly droppedBodies: number
  readonly lostRecords: number
  /** Failed syncs. The requests that waited for them got 503. */
  readonly syncFailures: number
  /** Why the last write or sync failed; null again after the next complete write. */
  readonly lastError: string | null
}

export interface JournalWriter extends Pick<RecordWriter, 'append' | 'gather'> {
  /** End of the last complete frame. */
  position(): JournalPosition
  /** Call when ingest has stored everything before `position`. */
  committed(position: JournalPosition): void
  /** Resolves once everything written so far is on disk, or its sync failed. Only with the durability `disk`. */
  settled(): Promise<void>
  /** Reserves `count` segment numbers after all segments of this journal and returns the first. */
  reserve(count: number): number
  /** Continues in a new segment if `segment` is the current one, so that ingest can finish it. */
  rotate(segment: number): void
  health(): JournalHealth
  close(): void
}

type Entry = { readonly record: RequestRecord; readonly bodies: RecordBodies }

/** Approximate size of all bodies: bodies of attempts are counted in UTF-16 units. */
function sizeOfBodies({ record, bodies }: Entry): number {
  let sizeBytes = (bodies.request?.length ?? 0) + (bodies.response?.length ?? 0)
  for (const { sent, received } of record.attempts) sizeBytes += (sent?.text.length ?? 0) + (received?.text.length ?? 0)
  return sizeBytes
}

export function openJournalWriter(options: JournalOptions): JournalWriter {
  mkdirSync(options.directory, { recursive: true })
  if (options.durability === 'disk') syncFoldersAbove(options.directory)
  return new SegmentedJournalWriter(options)
}

class SegmentedJournalWriter implements JournalWriter {
  readonly #files: SegmentWriter
  readonly #capBytes: number
  readonly #bodyCapBytes: number
  readonly #isSynced: boolean
  readonly #onAppend: () => void
  readonly #encoder: FrameEncoder
  #gathered: Entry[] = []
  #gatheredBytes = 0
  /** Resolves at the end of this tick, after the gathered records are written. */
  #flushed: Promise<void> | null = null
  #tickRecords = 0
  /** True if a record of this tick could not be written. */
  #hasLostInTick = false
  #droppedBodies = 0
  #lostRecords = 0
  #syncFailures = 0
  #lastError: string | null = null
  #backOffUntilMs = 0
  readonly #directory: string
  readonly #onProblem: (message: string) => void
  #reportedRecords = 0
  #nextReportAtMs = 0

  constructor(options: JournalOptions) {
    this.#isSynced = options.durability === 'disk'
    this.#encoder = new FrameEncoder(options.journalKey ? new FrameSealer(options.journalKey) : null)
    this.#files = new SegmentWriter(
      options.directory,
      options.segmentBytes ?? 64 * MIB,
      this.#isSynced ? (error) => this.#syncFailed(error) : undefined,
    )
    this.#capBytes = options.capBytes ?? 2048 * MIB
    this.#bodyCapBytes = Math.floor(this.#capBytes * 0.75)
    this.#onAppend = options.onAppend ?? (() => {})
    this.#directory = options.directory
    this.#onProblem = options.onProblem ?? (() => {})
  }

  append(record: RequestRecord, bodies: RecordBodies): Promise<void> | null {
    const isWritten = this.#write([{ record: markCut(record, bodies), bodies: limitBodies(bodies) }])
    return this.#isSynced ? this.#synced(isWritten) : null
  }

  #synced(isWritten: boolean, records = 1): Promise<void> {
    return isWritten ? this.#files.synced(records) : Promise.reject(notSaved(this.#lastError))
  }

  gather(record: RequestRecord, bodies: RecordBodies): Promise<void> {
    const entry = { record: markCut(record, bodies), bodies: limitBodies(bodies) }
    const bodyBytes = sizeOfBodies(entry)
    if (this.#gatheredBytes + bodyBytes > MAX_GATHERED_BYTES) this.#writeGathered()
    this.#gathered.push(entry)
    this.#tickRecords++
    this.#gatheredBytes += bodyBytes
    this.#flushed ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#flushed = null
        this.#writeGathered()
        resolve(this.#isSynced ? this.#endTick() : undefined)
      })
    })
    return this.#flushed
  }

  #endTick(): Promise<void> {
    const [isWritten, records] = [!this.#hasLostInTick, this.#tickRecords]
    this.#hasLostInTick = false
    this.#tickRecords = 0
    return this.#synced(isWritten, records)
  }

  #writeGathered(): void {
    const entries = this.#gathered
    if (entries.length === 0) return
    this.#gathered = []
    this.#gatheredBytes = 0
    if (!this.#write(entries)) this.#hasLostInTick = true
  }

  /** False if a record is lost. */
  #write(entries: readonly Entry[]): boolean {
    const lostBefore = this.#lostRecords
    // If the batch fails, write the records one by one: some may still fit, with or without bodies.
    let done = entries.length > 1 && !this.#isBackingOff() ? this.#writeTogether(entries) : 0
    for (; done < entries.length; done++) {
      if (this.#isBackingOff() || !this.#writeAlone(entries[done]!)) this.#lostRecords++
    }
    this.#countDeleted()
    if (this.#lostRecords > this.#reportedRecords) this.#reportLoss()
    this.#onAppend()
    return this.#lostRecords === lostBefore
  }

  #syncFailed(error: string): void {
    this.#syncFailures++
    this.#lastError = error
    this.#onProblem(`${error}. The requests that waited for it get 503.`)
  }

  #countDeleted(): void {
    const deleted = this.#files.deletedRecords()
    if (deleted === 0) return
    this.#lostRecords += deleted
    this.#lastError = this.#files.lastError
  }

  #reportLoss(): void {
    const nowMs = performance.now()
    if (nowMs < this.#nextReportAtMs) return
    this.#nextReportAtMs = nowMs + REPORT_EVERY_MS
    const more = this.#lostRecords - this.#reportedRecords
    this.#reportedRecords = this.#lostRecords
    this.#onProblem(`${more} records could not be written to ${this.#directory} and are lost: ${this.#lastError}`)
  }

  /** Returns how many records were written, counted from the first. */
  #writeTogether(entries: readonly Entry[]): number {
    const ends: number[] = []
    try {
      for (const { record, bodies } of entries) ends.push(this.#encoder.encode(record, bodies, ends.at(-1)))
    } catch {
      return 0
    }
    if (this.#files.backlogBytes + ends.at(-1)! > this.#bodyCapBytes) return 0
    const written = this.#files.write(this.#encoder.bytes, ends)
    if (written === entries.length) this.#lastError = null
    return written
  }

  #writeAlone({ record, bodies }: Entry): boolean {
    try {
      const isWithBodies = bodies.request !== null || bodies.response !== null || record.attempts.some(hasBodies)
      if (this.#writeFrame(record, bodies, isWithBodies ? this.#bodyCapBytes : this.#capBytes)) {
        this.#lastError = null
        return true
      }
      if (!isWithBodies) return false
      const cut = {
        ...record,
        attempts: record.attempts.map(withoutBodies),
        requestBodyCut: record.requestBodyCut || bodies.request !== null,
        responseBodyCut: record.responseBodyCut || bodies.response !== null,
      }
      if (!this.#writeFrame(cut, NO_BODIES, this.#capBytes)) return false
      this.#droppedBodies++
      return true
    } catch (error) {
      // Not thrown: the loss is counted, and with the durability `disk` the promise of `append` rejects.
      this.#lastError = String(error)
      return false
    }
  }

  #writeFrame(record: RequestRecord, bodies: RecordBodies, capBytes: number): boolean {
    const end = this.#encoder.encode(record, bodies)
    const { backlogBytes } = this.#files
    if (backlogBytes + end > capBytes) {
      this.#lastError = `the journal reached its cap: ${backlogBytes} bytes are waiting to be stored`
      return false
    }
    const isWritten = this.#files.write(this.#encoder.bytes, [end]) === 1
    this.#backOffUntilMs = isWritten ? 0 : performance.now() + BACK_OFF_MS
    if (!isWritten) this.#lastError = this.#files.lastError
    return isWritten
  }

  #isBackingOff(): boolean {
    return this.#backOffUntilMs > 0 && performance.now() < this.#backOffUntilMs
  }

  position(): JournalPosition {
    this.#writeGathered()
    return this.#files.position()
  }

  committed(position: JournalPosition): void {
    this.#files.committed(position)
  }

  settled(): Promise<void> {
    return this.#files.synced().catch(() => {})
  }

  reserve(count: number): number {
    return this.#files.reserve(count)
  }

  rotate(segment: number): void {
    this.#files.rotate(segment)
  }

  health(): JournalHealth {
    return {
      backlogBytes: this.#files.backlogBytes,
      droppedBodies: this.#droppedBodies,
      lostRecords: this.#lostRecords,
      syncFailures: this.#syncFailures,
      lastError: this.#lastError,
    }
  }

  close(): void {
    this.#writeGathered()
    this.#files.close()
  }
}
