/** The log subsystem: journal on the main thread, ingest worker, reader worker, live tail. */

import { join } from 'node:path'
import type { Analytics } from '../core/logs/analytics.ts'
import type { BodyKeys, BodyReencryption } from '../core/logs/body-keys.ts'
import type { FeedbackStore } from '../core/logs/feedback.ts'
import type { LogErasure } from '../core/logs/log-erasure.ts'
import type { LogReader } from '../core/logs/log-reader.ts'
import type { LogRetention } from '../core/logs/log-retention.ts'
import type { UnpricedLogs } from '../core/logs/unpriced.ts'
import type { RecordWriter } from '../core/ports.ts'
import type { Durability } from '../core/runtime/disk.ts'
import { withTimeout } from '../core/runtime/with-timeout.ts'
import { eraseOutbox } from './erase/erase-outbox.ts'
import { removeQuarantined } from './erase/remove-quarantined.ts'
import type { FromIngest, ToIngest } from './ingest-worker.ts'
import { adoptSegments } from './journal/adopt-segments.ts'
import { type JournalHealth, type JournalWriter, openJournalWriter } from './journal/journal-writer.ts'
import { adoptProvisional, ProvisionalRecords, provisionalDirectory } from './journal/provisional-records.ts'
import { hasReached, type JournalPosition } from './journal/segments.ts'
import { LogReaderClient } from './log-reader-client.ts'
import { countLost, type IngestCounts, noCounts } from './log-writer.ts'
import { LogWriterClient } from './log-writer-client.ts'
import { describeLocation, type StoreLocation } from './store-location.ts'
import { Tail } from './tail.ts'
import { WakeTimer } from './wake-timer.ts'
import { type SupervisedWorker, startWorker, superviseWorker } from './workers.ts'

export type BodyEncryption = {
  /** Encrypts bodies in the journal until they are stored. 32 bytes. */
  readonly journalKey: Uint8Array
  /** Keys of workspaces, which encrypt stored bodies. */
  readonly keys: BodyKeys
  /** False: new bodies are stored in plain text. Bodies that are already encrypted can still be read. */
  readonly isOn: boolean
}

export type RecordsOptions = {
  /** Contains the journal, and logs.db if `databaseUrl` is not set. */
  readonly dataDirectory: string
  readonly databaseUrl?: string | null
  readonly retentionDays: number
  readonly encryption?: BodyEncryption
  /** Where blocks of bodies are stored: an absolute path, or `s3://bucket/prefix`. Null: in the database. */
  readonly bodyStorage?: string | null
  /** The default is `process`. */
  readonly durability?: Durability
  readonly segmentBytes?: number
  readonly capBytes?: number
  /** How long `close` waits for the store. Remaining records stay in the journal for the next start. */
  readonly closeTimeoutMs?: number
  /** Called when records are lost or cannot be stored. */
  readonly onProblem?: (message: string) => void
}

export type RecordsHealth = JournalHealth & {
  /** Why records are being lost or held in the journal; null if there is no problem. */
  readonly problem: string | null
  readonly ingest: Readonly<IngestCounts> & {
    readonly restarts: number
    /** Why the store is not writable; null if it is. */
    readonly error: string | null
  }
}

export interface Records {
  readonly writer: RecordWriter
  readonly reader: LogReader
  readonly analytics: Analytics
  readonly tail: Tail
  readonly feedback: FeedbackStore
  readonly retention: LogRetention
  readonly unpriced: UnpricedLogs
  readonly erasure: LogErasure
  readonly reencryption: BodyReencryption
  /** Call after the keys of the workspace have changed or the workspace was deleted. Null: all workspaces. */
  forgetBodyKeys(workspaceId: string | null): void
  /** Adopts the segments below this number from another process's journal. They must be complete. */
  adopt(journalDirectory: string, belowSegment: number): Promise<void>
  /** Adopts the provisional records of a process that has exited. Call after its journal was adopted. */
  adoptProvisional(journalDirectory: string): Promise<void>
  health(): RecordsHealth
  /** Resolves when everything appended so far is in the store. */
  drained(): Promise<void>
  close(): Promise<void>
}

export function journalDirectoryOf(dataDirectory: string): string {
  return join(dataDirectory, 'journal')
}

export function openRecords(options: RecordsOptions): Records {
  return new JournaledRecords(options)
}

class JournaledRecords implements Records {
  readonly writer: RecordWriter
  readonly tail = new Tail(() => this.drained())
  readonly #readerClient: LogReaderClient
  readonly #writerClient: LogWriterClient
  readonly #journal: JournalWriter
  readonly #provisional: ProvisionalRecords
  readonly #directory: string
  readonly #ingest: SupervisedWorker
  readonly #closeTimeoutMs: number
  readonly #drainWaiters = new Set<{ readonly goal: JournalPosition; readonly resolve: () => void }>()
  #position: JournalPosition = { segment: 0, offset: 0 }
  #counts = noCounts()
  /** Counts of earlier workers that exited. */
  #earlierCounts = noCounts()
  #restarts = 0
  #storeError: string | null = null
  readonly #wakeTimer = new WakeTimer(() => this.#post({ kind: 'wake' }))
  readonly #location: StoreLocation
  readonly #encryption: BodyEncryption | null
  readonly #onProblem: (message: string) => void
  #onStopped = () => {}

  constructor(options: RecordsOptions) {
    const { dataDirectory, retentionDays, segmentBytes, capBytes, durability = 'process' } = options
    const directory = journalDirectoryOf(dataDirectory)
    this.#directory = directory
    const { databaseUrl } = options
    const location: StoreLocation = databaseUrl ? { databaseUrl } : { databasePath: join(dataDirectory, 'logs.db') }
    this.#location = location
    const encryption = options.encryption ?? null
    this.#encryption = encryption
    const journalKey = encryption?.isOn ? encryption.journalKey : null
    this.#onProblem = options.onProblem ?? (() => {})
    this.#closeTimeoutMs = options.closeTimeoutMs ?? 5000
    this.#journal = openJournalWriter({
      directory,
      durability,
      journalKey,
      ...(segmentBytes === undefined ? {} : { segmentBytes }),
      ...(capBytes === undefined ? {} : { capBytes }),
      onProblem: this.#onProblem,
      onAppend: () => this.#wakeTimer.recordAdded(),
    })
    // Adopts the provisional records of a process that was killed.
    adoptProvisional({ directory, journal: this.#journal })
    this.#provisional = new ProvisionalRecords(directory, durability, this.#onProblem, journalKey)
    this.writer = {
      provisional: (record, bodies) => this.#provisional.add(record, bodies),
      append: (record, bodies) => {
        const written = this.#journal.append(record, bodies)
        this.tail.publish(record, bodies)
        return written
      },
      gather: (record, bodies) => {
        this.tail.publish(record, bodies)
        return this.#journal.gather(record, bodies)
      },
    }
    this.#readerClient = new LogReaderClient(location, encryption?.keys ?? null, () => this.#wakeTimer.logsRead())
    this.#writerClient = new LogWriterClient((message) => this.#post(message))
    const start: ToIngest = {
      kind: 'start',
      options: {
        ...location,
        journalDirectory: directory,
        retentionDays,
        durability,
        // Needed even if encryption was turned off: the journal may still have encrypted records.
        journalKey: encryption?.journalKey ?? null,
        encryptsBodies: encryption?.isOn ?? false,
        bodyStorage: options.bodyStorage ?? null,
      },
    }
    this.#ingest = superviseWorker({
      start: () => startWorker('ingest'),
      onStart: (worker) => {
        worker.postMessage(start)
        this.#writerClient.resend(worker)
      },
      onMessage: (data) => this.#receive(data as FromIngest),
      onExit: (reason) => this.#handleWorkerExit(reason),
    })
  }

  get reader(): LogReader {
    return this.#readerClient
  }

  get analytics(): Analytics {
    return this.#readerClient
  }

  get feedback(): FeedbackStore {
    return this.#writerClient
  }

  get retention(): LogRetention {
    return this.#writerClient
  }

  get unpriced(): UnpricedLogs {
    return {
      models: (filter) => this.#readerClient.unpricedModels(filter),
      page: (filter, after, limit) => this.#readerClient.unpricedPage(filter, after, limit),
      fill: (costs) => this.#writerClient.fillCosts(costs),
      settled: () => this.drained(),
    }
  }

  get erasure(): LogErasure {
    return {
      settle: () => {
        // Ingest finishes a segment only if a later one exists. Then it deletes the segment or moves it to the outbox.
        this.#journal.rotate(this.#journal.position().segment)
        return this.drained()
      },
      step: (logs, phase, cursor) => this.#writerClient.erase(logs, phase, cursor),
      eraseOutbox: (logs) => eraseOutbox(this.#directory, logs),
      removeQuarantined: (texts) => removeQuarantined(this.#directory, texts),
    }
  }

  get reencryption(): BodyReencryption {
    return { step: (blocks, cursor) => this.#writerClient.reencrypt(blocks, cursor) }
  }

  #post(message: ToIngest): void {
    this.#ingest.post(message)
  }

  #receive(message: FromIngest): void {
    switch (message.kind) {
      case 'progress':
        this.#advance(message.position, message.counts)
        break
      case 'error':
        this.#reportStoreError(message.message)
        break
      case 'loss':
        this.#onProblem(message.message)
        break
      case 'rotate':
        this.#journal.rotate(message.segment)
        this.#wakeTimer.wake()
        break
      case 'wants-keys':
        void this.#sendKeys(message.workspaceIds)
        break
      case 'result':
        this.#writerClient.resolve(message.requestId, message.result)
        break
      case 'failed':
        this.#writerClient.reject(message.requestId, message.error)
        break
      case 'stopped':
        this.#onStopped()
    }
  }

  /** If the control store cannot be read, the worker asks again, and the records stay in the journal. */
  async #sendKeys(workspaceIds: readonly string[]): Promise<void> {
    const { keys } = this.#encryption!
    try {
      const found = workspaceIds.map(async (id) => [id, await keys.find(id, true)] as const)
      this.#post({ kind: 'keys', keys: await Promise.all(found) })
    } catch (error) {
      this.#reportStoreError(`the keys of encrypted bodies cannot be read: ${String(error)}`)
    }
  }

  forgetBodyKeys(workspaceId: string | null): void {
    this.#post({ kind: 'forget-keys', workspaceId })
    this.#readerClient.forgetKeys(workspaceId)
  }

  #advance(position: JournalPosition, counts: IngestCounts): void {
    this.#position = position
    this.#counts = counts
    if (this.#storeError !== null)
      this.#onProblem(`Records are being stored in ${describeLocation(this.#location)} again.`)
    this.#storeError = null
    this.#journal.committed(position)
    for (const entry of this.#drainWaiters) {
      if (!hasReached(position, entry.goal)) continue
      this.#drainWaiters.delete(entry)
      entry.resolve()
    }
  }

  #handleWorkerExit(reason: string): void {
    this.#restarts++
    this.#reportStoreError(`the ingest worker exited: ${reason}`)
    this.#earlierCounts = addCounts(this.#earlierCounts, this.#counts)
    this.#counts = noCounts()
  }

  health(): RecordsHealth {
    const counts = addCounts(this.#earlierCounts, this.#counts)
    const journal = this.#journal.health()
    return {
      ...journal,
      lostRecords: journal.lostRecords + countLost(counts),
      problem: this.#storeError ?? journal.lastError,
      ingest: { ...counts, restarts: this.#restarts, error: this.#storeError },
    }
  }

  /** Reports each cause once, because the worker retries. */
  #reportStoreError(error: string): void {
    const isKnown = this.#storeError === error
    this.#storeError = error
    if (isKnown) return
    const { backlogBytes } = this.#journal.health()
    this.#onProblem(
      `Records cannot be stored and stay in ${this.#directory} (${backlogBytes} bytes): ${error}. If the database file is damaged, stop the gateway and restore it from a backup, or move it away to start with a new one.`,
    )
  }

  async adopt(journalDirectory: string, belowSegment: number): Promise<void> {
    adoptSegments(journalDirectory, belowSegment, { directory: this.#directory, journal: this.#journal })
    this.#wakeTimer.wake()
  }

  async adoptProvisional(journalDirectory: string): Promise<void> {
    await this.adopt(provisionalDirectory(journalDirectory), Number.MAX_SAFE_INTEGER)
  }

  drained(): Promise<void> {
    const goal = this.#journal.position()
    if (hasReached(this.#position, goal)) return Promise.resolve()
    return new Promise((resolve) => {
      this.#drainWaiters.add({ goal, resolve })
      this.#wakeTimer.wake()
    })
  }

  async close(): Promise<void> {
    // If the store is too slow, the records stay in the journal for the next start.
    await withTimeout(this.#closeTimeoutMs, this.drained()).catch(() => {})
    this.#wakeTimer.stop()
    const stopped = new Promise<void>((resolve) => {
      this.#onStopped = resolve
    })
    this.#post({ kind: 'stop' })
    await withTimeout(this.#closeTimeoutMs, stopped).catch(() => {})
    this.#ingest.terminate()
    this.tail.close()
    this.#writerClient.close()
    this.#readerClient.close()
    this.#journal.close()
    this.#provisional.close()
  }
}

function addCounts(left: IngestCounts, right: IngestCounts): IngestCounts {
  return {
    ingested: left.ingested + right.ingested,
    duplicates: left.duplicates + right.duplicates,
    quarantined: left.quarantined + right.quarantined,
    damaged: left.damaged + right.damaged,
    badSegments: left.badSegments + right.badSegments,
    torn: left.torn + right.torn,
  }
}
