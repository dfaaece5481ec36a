/**
 * Delivers the journal to one sink, batch by batch and in order. The end of a batch is saved before the batch is sent.
 * If the process is killed, the same batch is therefore sent again with the same id.
 */

import type { RecordBodies, RequestRecord } from '../core/record.ts'
import type { SinkProgress } from '../core/sinks/sinks.ts'
import { retryWaitMs } from '../policies/backoff.ts'
import { FRAME_HEADER_BYTES } from '../records/journal/frame.ts'
import { hasReached, type JournalPosition } from '../records/journal/segments.ts'
import { type Cursor, NO_COUNTS, readCursor, type SinkCounts, writeCursor } from './cursor-file.ts'
import type { Batch, BatchLimits, DeliveryOutcome, Destination, SelectedLog } from './destination.ts'
import { endOf, OutboxReader, type Segments, waitingBytes } from './outbox-reader.ts'
import { type FrameSelection, type FrameSelector, startTimeOf } from './read-frame.ts'

/** How often a sink with nothing to send checks the journal. */
const POLL_MS = 500
/** Logs that the destination rejects are dropped after this many attempts. */
const MAX_REJECTIONS = 3
const MAX_WAIT_MS = 60_000
/** While nothing is sent, a changed position is saved at most this often. */
const SAVE_EVERY_MS = 5_000
/** Maximum journal data read for one batch: with a narrow filter, a batch would otherwise read the whole journal. */
const MAX_READ_BYTES = 64 * 1024 * 1024
const MAX_MESSAGE_LENGTH = 300
/** After this many accepted batches, batches that were made smaller grow again. */
const GROW_AFTER_BATCHES = 20

export type SinkRunParts = {
  readonly sinkId: string
  readonly nodeId: string
  readonly journalDirectory: string
  readonly list: () => Segments
  readonly select: FrameSelector
  readonly lineOf: (record: RequestRecord, bodies: RecordBodies) => string
  readonly destination: Destination
  readonly limits: BatchLimits
  /** If more journal data than this is waiting, the oldest logs are dropped. */
  readonly backlogBytes: number
  readonly timeoutMs: number
  /** First wait before a batch is sent again. */
  readonly firstWaitMs: number
  /** Called when logs are dropped or the cursor file is damaged. */
  readonly onProblem: (message: string) => void
}

type Read = {
  readonly logs: readonly SelectedLog[]
  readonly end: JournalPosition
  readonly filtered: number
  readonly unreadable: number
}

export class SinkRun {
  readonly #parts: SinkRunParts
  readonly #reader: OutboxReader
  #cursor: Cursor
  /** Position in the cursor file. Segments before it are not needed after a restart. */
  #savedPosition: JournalPosition
  #savedAtMs = 0
  /** When this sink first saw the waiting journal data, in monotonic time; null if no data waits. */
  #waitingSinceMs: number | null = null
  #failuresInRow = 0
  #rejections = 0
  #maxLineBytes: number
  /** Batches accepted since the size changed. */
  #accepted = 0
  #lastError: { readonly atMs: number; readonly message: string } | null = null
  #isDropping = false

  constructor(parts: SinkRunParts) {
    this.#parts = parts
    this.#reader = new OutboxReader(parts.journalDirectory)
    this.#maxLineBytes = parts.limits.maxLineBytes
    this.#cursor = this.#open()
    this.#savedPosition = this.#cursor.position
    // Saves the first position, so that a process that is killed before its first batch skips no logs.
    this.#save()
  }

  #open(): Cursor {
    const { journalDirectory, sinkId, list, onProblem } = this.#parts
    const found = readCursor(journalDirectory, sinkId)
    if (found !== null && found !== 'damaged') return found
    if (found === null) return { position: endOf(list()), batchEnd: null, counts: NO_COUNTS }
    onProblem(`The cursor file of sink ${sinkId} is damaged. All logs in the journal are sent again.`)
    return { position: { segment: 0, offset: 0 }, batchEnd: null, counts: NO_COUNTS }
  }

  /** Segments before this one are not needed by this sink. */
  get neededSegment(): number {
    return this.#savedPosition.segment
  }

  /** Sends at most one batch. Returns the delay in milliseconds until the next call. */
  async step(signal: AbortSignal): Promise<number> {
    const segments = this.#parts.list()
    await this.#dropExcess(segments)
    const waiting = waitingBytes(this.#cursor.position, segments)
    if (waiting === 0) {
      this.#waitingSinceMs = null
      this.#saveSometimes()
      return POLL_MS
    }
    this.#waitingSinceMs ??= performance.now()
    const { targetBytes, maxAgeMs } = this.#parts.limits
    const remainingMs = this.#waitingSinceMs + maxAgeMs - performance.now()
    if (this.#cursor.batchEnd === null && waiting < targetBytes && remainingMs > 0)
      return Math.min(POLL_MS, Math.ceil(remainingMs))
    const read = await this.#readBatch(segments)
    if (read.logs.length === 0) {
      this.#countSkipped(read)
      const isStuck = hasReached(this.#cursor.position, read.end)
      this.#cursor = { ...this.#cursor, position: read.end, batchEnd: null }
      this.#waitingSinceMs = null
      this.#saveSometimes()
      return isStuck ? POLL_MS : 0
    }
    return await this.#send(read, signal)
  }

  /** Counters, waiting bytes, and the start time of the oldest waiting log. */
  progress(): SinkProgress {
    const { sinkId, nodeId, list } = this.#parts
    const segments = list()
    const waiting = waitingBytes(this.#cursor.position, segments)
    return {
      sinkId,
      nodeId,
      reportedAtMs: Date.now(),
      waitingBytes: waiting,
      oldestWaitingAtMs: waiting === 0 ? null : this.#oldestWaitingAtMs(segments),
      ...this.#cursor.counts,
      lastError: this.#lastError,
    }
  }

  async close(): Promise<void> {
    try {
      this.#save()
    } finally {
      this.#reader.close()
      await this.#parts.destination.close()
    }
  }

  #oldestWaitingAtMs(segments: Segments): number | null {
    let { position } = this.#cursor
    for (;;) {
      const { frames, next, isEnd } = this.#reader.read(position, segments)
      for (const { payload } of frames) {
        try {
          return startTimeOf(payload)
        } catch {
          // Unreadable frames are skipped.
        }
      }
      if (isEnd) return null
      position = next
    }
  }

  async #readBatch(segments: Segments): Promise<Read> {
    const { batchEnd } = this.#cursor
    const logs: SelectedLog[] = []
    let position = this.#cursor.position
    let [filtered, unreadable, lineBytes, readBytes] = [0, 0, 0, 0]
    const isFull = () => lineBytes >= this.#maxLineBytes || readBytes >= MAX_READ_BYTES
    while (batchEnd === null ? !isFull() : !hasReached(position, batchEnd)) {
      const { frames, next, damaged, isEnd } = this.#reader.read(position, segments)
      unreadable += damaged
      position = next
      for (const { offset, payload } of frames) {
        const start = { segment: next.segment, offset }
        if (batchEnd === null ? isFull() : hasReached(start, batchEnd)) {
          position = start
          break
        }
        readBytes += FRAME_HEADER_BYTES + payload.length
        const found = this.#select(payload)
        if (found === 'filtered') filtered++
        else if (found === 'unreadable') unreadable++
        else if (found !== 'foreign') {
          lineBytes += Buffer.byteLength(found.line)
          if (batchEnd === null && logs.length > 0 && lineBytes > this.#maxLineBytes) {
            position = start
            break
          }
          logs.push(found)
        }
      }
      if (isEnd) break
      // Yields to messages and other sinks.
      await Bun.sleep(0)
    }
    return { logs, end: position, filtered, unreadable }
  }

  #select(payload: Buffer): SelectedLog | 'foreign' | 'filtered' | 'unreadable' {
    try {
      const found: FrameSelection = this.#parts.select(payload)
      if (typeof found === 'string') return found
      return { record: found.record, line: this.#parts.lineOf(found.record, found.bodies) }
    } catch {
      // A frame of a newer version, or a defect. It must not block the frames after it.
      return 'unreadable'
    }
  }

  async #send(read: Read, signal: AbortSignal): Promise<number> {
    const { logs, end } = read
    if (this.#cursor.batchEnd === null) {
      this.#cursor = { ...this.#cursor, batchEnd: end }
      this.#save()
    }
    const outcome = await this.#deliver({ id: this.#batchId(), logs }, signal)
    switch (outcome.kind) {
      case 'delivered':
        this.#grow()
        this.#finish(read, logs.length - (outcome.dropped?.logs ?? 0), outcome.dropped)
        return 0
      case 'failed':
        this.#fail(outcome.message)
        return this.#waitMs(outcome.retryAfterMs)
      case 'too-large':
        return this.#makeSmaller(read, outcome.message)
      case 'rejected': {
        this.#rejections++
        if (this.#rejections < MAX_REJECTIONS) {
          this.#fail(outcome.message)
          return this.#waitMs(null)
        }
        const dropped = outcome.logs ?? logs.length
        this.#finish(read, logs.length - dropped, { logs: dropped, message: outcome.message })
        return 0
      }
    }
  }

  async #deliver(batch: Batch, signal: AbortSignal): Promise<DeliveryOutcome> {
    const end = AbortSignal.any([signal, AbortSignal.timeout(this.#parts.timeoutMs)])
    try {
      return await this.#parts.destination.deliver(batch, end)
    } catch (error) {
      const isLate = end.aborted && !signal.aborted
      const message = isLate ? `No response within ${this.#parts.timeoutMs / 1000} s.` : textOf(error)
      return { kind: 'failed', message, retryAfterMs: null }
    }
  }

  /** Ends a batch whose logs are delivered or permanently dropped. */
  #finish(read: Read, delivered: number, dropped: { logs: number; message: string } | undefined): void {
    this.#failuresInRow = 0
    this.#rejections = 0
    this.#waitingSinceMs = null
    this.#cursor = { ...this.#cursor, position: read.end, batchEnd: null }
    this.#countSkipped(read)
    this.#count({ deliveredLogs: delivered, droppedLogs: dropped?.logs ?? 0 })
    if (delivered > 0)
      this.#cursor = { ...this.#cursor, counts: { ...this.#cursor.counts, lastDeliveredAtMs: Date.now() } }
    if (dropped && dropped.logs > 0) {
      this.#fail(dropped.message)
      this.#parts.onProblem(
        `Sink ${this.#parts.sinkId} rejected ${dropped.logs} logs, which are dropped: ${shortened(dropped.message)}`,
      )
    }
    this.#save()
  }

  #makeSmaller(read: Read, message: string): number {
    const { logs } = read
    if (logs.length === 1) {
      this.#finish(read, 0, { logs: 1, message })
      return 0
    }
    this.#fail(message)
    const sizeBytes = logs.reduce((sum, { line }) => sum + Buffer.byteLength(line), 0)
    this.#maxLineBytes = Math.max(1, Math.floor(sizeBytes / 2))
    this.#accepted = 0
    this.#cursor = { ...this.#cursor, batchEnd: null }
    return 0
  }

  #grow(): void {
    const { maxLineBytes } = this.#parts.limits
    if (this.#maxLineBytes >= maxLineBytes || ++this.#accepted < GROW_AFTER_BATCHES) return
    this.#accepted = 0
    this.#maxLineBytes = Math.min(maxLineBytes, 2 * this.#maxLineBytes)
  }

  #batchId(): string {
    const { sinkId, nodeId } = this.#parts
    const { segment, offset } = this.#cursor.position
    return `${String(segment).padStart(15, '0')}-${String(offset).padStart(9, '0')}-${nodeId}-${sinkId}`
  }

  #waitMs(retryAfterMs: number | null): number {
    const { firstWaitMs } = this.#parts
    // The wait doubles with each failure. 20 doublings exceed every limit; more could overflow.
    const ownMs = retryWaitMs(Math.min(this.#failuresInRow, 20), Math.random(), firstWaitMs)
    return Math.min(MAX_WAIT_MS, Math.max(ownMs, retryAfterMs ?? 0))
  }

  #fail(message: string): void {
    this.#failuresInRow++
    this.#count({ failures: 1 })
    this.#lastError = { atMs: Date.now(), message: shortened(message) }
  }

  #count(more: Partial<Record<'deliveredLogs' | 'filteredLogs' | 'droppedLogs' | 'failures', number>>): void {
    const counts: SinkCounts = this.#cursor.counts
    this.#cursor = {
      ...this.#cursor,
      counts: {
        ...counts,
        deliveredLogs: counts.deliveredLogs + (more.deliveredLogs ?? 0),
        filteredLogs: counts.filteredLogs + (more.filteredLogs ?? 0),
        droppedLogs: counts.droppedLogs + (more.droppedLogs ?? 0),
        failures: counts.failures + (more.failures ?? 0),
      },
    }
  }

  /** Call only when the batch is done: a retry reads the same frames again and would count them twice. */
  #countSkipped({ filtered, unreadable }: Read): void {
    this.#count({ filteredLogs: filtered, droppedLogs: unreadable })
    if (unreadable > 0)
      this.#lastError = { atMs: Date.now(), message: `${unreadable} logs in the journal could not be read.` }
  }

  /** Drops the oldest logs of a sink that is too far behind. */
  async #dropExcess(segments: Segments): Promise<void> {
    const { backlogBytes, sinkId, onProblem } = this.#parts
    let position = this.#cursor.position
    const waiting = waitingBytes(position, segments)
    // A further drop is reported only after the backlog fell below half of the limit.
    if (waiting <= backlogBytes / 2) this.#isDropping = false
    if (waiting <= backlogBytes) return
    let [dropped, filtered] = [0, 0]
    while (waitingBytes(position, segments) > backlogBytes) {
      const { frames, next, damaged, isEnd } = this.#reader.read(position, segments)
      dropped += damaged
      for (const { payload } of frames) {
        const found = this.#isWanted(payload)
        if (found === 'filtered') filtered++
        else if (found !== 'foreign') dropped++
      }
      position = next
      if (isEnd) break
      await Bun.sleep(0)
    }
    this.#cursor = { ...this.#cursor, position, batchEnd: null }
    this.#count({ droppedLogs: dropped, filteredLogs: filtered })
    if (dropped > 0) {
      const message = `The sink is behind by more than GATEWAY_SINK_BACKLOG_MB (${Math.round(backlogBytes / 2 ** 20)} MiB). The oldest logs are dropped.`
      this.#lastError = { atMs: Date.now(), message }
      if (!this.#isDropping) onProblem(`Sink ${sinkId}: ${message}`)
      this.#isDropping = true
    }
    this.#save()
  }

  #isWanted(payload: Buffer): FrameSelection | 'unreadable' {
    try {
      return this.#parts.select(payload)
    } catch {
      return 'unreadable'
    }
  }

  #saveSometimes(): void {
    const isSaved = hasReached(this.#savedPosition, this.#cursor.position)
    if (!isSaved && performance.now() - this.#savedAtMs > SAVE_EVERY_MS) this.#save()
  }

  #save(): void {
    const { journalDirectory, sinkId } = this.#parts
    writeCursor(journalDirectory, sinkId, this.#cursor)
    this.#savedPosition = this.#cursor.position
    this.#savedAtMs = performance.now()
  }
}

function shortened(message: string): string {
  return message.replace(/\p{Cc}+/gu, ' ').slice(0, MAX_MESSAGE_LENGTH)
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
