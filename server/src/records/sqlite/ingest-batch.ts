/**
 * Ingests the journal into logs.db: each step stores rows, blocks, rollups and the journal position in one transaction.
 */

import type { Changes, Database, Statement } from 'bun:sqlite'
import type { Awaitable } from '../../core/ports.ts'
import type { Durability } from '../../core/runtime/disk.ts'
import { FrameOpener } from '../encryption/frame-cipher.ts'
import type { KnownKeys } from '../encryption/known-keys.ts'
import { decodePayload, MissingJournalKey } from '../journal/frame.ts'
import {
  badSegmentLoss,
  damagedLoss,
  JournalConsumer,
  type OnLoss,
  quarantinedLoss,
  tornLoss,
  zerosLoss,
} from '../journal/journal-consumer.ts'
import type { ReadFrame } from '../journal/segment-reader.ts'
import type { JournalPosition } from '../journal/segments.ts'
import { AT, COLUMNS } from '../log-row.ts'
import { type IngestCounts, noCounts, type StepOutcome } from '../log-writer.ts'
import { bodyParts, type NewLog, withoutContents } from '../new-log.ts'
import type { BodyObjects } from '../objects/body-objects.ts'
import { picker, Rollups } from '../rollups/rollups.ts'
import type { FeedbackSums } from '../rollups/sum-columns.ts'
import { type BlockLocation, BlockWriter, type PackedBlock } from './blocks.ts'
import { FeedbackWriter } from './feedback-writer.ts'
import { INSERT_LOG, openLogWriter } from './log-store.ts'
import { cancelDeletion, scheduleDeletion } from './removed-objects.ts'

export type IngestOptions = {
  readonly databasePath: string
  readonly journalDirectory: string
  /** True if this process has opened the store before: then a missing file is an error, and no empty one is created. */
  readonly mustExist?: boolean
  /** With `disk`, a batch is on disk before the segment it came from is deleted. The default is `process`. */
  readonly durability?: Durability
  /** Decrypts the journal. */
  readonly journalKey?: Uint8Array | null
  /** Encrypts blocks; absent: they are stored in plain text. */
  readonly keys?: KnownKeys | null
  /** Keys of blocks that are stored already, for erasing parts of them. */
  readonly storedKeys?: KnownKeys | null
  /** Where blocks of bodies are stored; absent: in the table. */
  readonly objects?: BodyObjects | null
  readonly batchFrames?: number
  readonly batchBytes?: number
  /** Creation time of a new store; buckets before it count as folded. */
  readonly openedAtMs?: number
}

type PlacedLog = { readonly log: NewLog; readonly detail: BlockLocation; readonly body: BlockLocation | null }

const pick = picker(COLUMNS)

export class IngestBatch {
  readonly database: Database
  readonly counts: IngestCounts
  readonly #consumer: JournalConsumer
  readonly #insert: Statement
  readonly #savePosition: Statement
  readonly #dropPosition: Statement
  readonly #blocks: BlockWriter
  readonly #keys: KnownKeys | null
  readonly storedKeys: KnownKeys | null
  readonly objects: BodyObjects | null
  readonly #opener: FrameOpener | null
  readonly rollups: Rollups
  readonly feedback: FeedbackWriter

  /** `counts`: pass the same object again when the store is reopened, so that counting continues. */
  constructor(
    options: IngestOptions,
    counts = noCounts(),
    private readonly onLoss: OnLoss = () => {},
  ) {
    this.counts = counts
    this.#consumer = new JournalConsumer(options.journalDirectory, {
      // Batches fill up only with a backlog; then one write per hot rollup row covers many logs.
      frames: options.batchFrames ?? 3000,
      sizeBytes: options.batchBytes ?? 8 * 1024 * 1024,
    })
    this.database = openLogWriter(options.databasePath, options.mustExist, options.durability)
    this.#insert = this.database.prepare(INSERT_LOG)
    this.#savePosition = this.database.prepare(
      'INSERT INTO journal_positions (segment, offset) VALUES (?, ?) ON CONFLICT DO UPDATE SET offset = excluded.offset',
    )
    this.#dropPosition = this.database.prepare('DELETE FROM journal_positions WHERE segment = ?')
    this.#keys = options.keys ?? null
    this.storedKeys = options.storedKeys ?? null
    this.#opener = options.journalKey ? new FrameOpener(options.journalKey) : null
    this.objects = options.objects ?? null
    this.#blocks = new BlockWriter(this.database, this.#keys, this.objects)
    const nowMs = options.openedAtMs ?? Date.now()
    this.rollups = new Rollups(this.database, nowMs)
    this.feedback = new FeedbackWriter(this.database, this.rollups, nowMs)
    const saved = this.database.query<JournalPosition, []>('SELECT segment, offset FROM journal_positions').all()
    for (const segment of this.#consumer.resume(saved)) this.#dropPosition.run(segment)
  }

  /** Everything before this position is in the store. */
  get position(): JournalPosition {
    return this.#consumer.position
  }

  /** Synchronous if no body is stored in an object. */
  step(): Awaitable<StepOutcome> {
    const polled = this.#consumer.poll()
    if (polled.kind === 'idle') return 'idle'
    if (polled.kind === 'damaged') return this.#skipDamage(polled.at, polled.successor)
    if (polled.kind === 'frames') {
      const logs = polled.frames.map((frame) => this.#decode(frame))
      if (this.#keys && !this.#keys.has(logs.flatMap((log) => log?.row[AT.workspaceId] ?? []))) return 'needs-keys'
      const stored = this.#store(polled.frames, logs, polled.next)
      const outcome = polled.isAll ? 'idle' : 'moved'
      return stored ? stored.then(() => outcome) : outcome
    }
    if (polled.tornBytes > 0) {
      this.counts.torn++
      this.onLoss(tornLoss(this.#consumer.pathOf(polled.at.segment), polled.at.offset, polled.tornBytes))
    }
    this.#finish(polled.at.segment, polled.successor)
    return 'moved'
  }

  #store(
    frames: readonly ReadFrame[],
    decoded: readonly (NewLog | null)[],
    next: JournalPosition,
  ): Promise<void> | null {
    this.#blocks.begin()
    const logs = decoded.map((log) => log && this.#place(withoutContents(log, this.#keys)))
    const blocks = this.#blocks.pack()
    const commit = () => this.#commit(frames, logs, blocks, next)
    const outside = blocks.filter(({ object }) => object !== null)
    if (outside.length === 0) {
      commit()
      return null
    }
    // Writes the objects before the commit, so that no block refers to an object that does not exist.
    scheduleDeletion(
      this.database,
      outside.map(({ object }) => object!),
    )
    return Promise.all(outside.map(({ object, data }) => this.objects!.put(object!, data))).then(commit)
  }

  /** Adds the contents of a log to the blocks of the batch. */
  #place(log: NewLog): PlacedLog {
    const workspaceId = log.row[AT.workspaceId]
    const startedAtMs = log.row[AT.startedAtMs]
    const detail = this.#blocks.add('detail', workspaceId, startedAtMs, [log.detail])
    const parts = bodyParts(log)
    return { log, detail, body: parts && this.#blocks.add('body', workspaceId, startedAtMs, parts) }
  }

  #commit(
    frames: readonly ReadFrame[],
    logs: readonly (PlacedLog | null)[],
    blocks: readonly PackedBlock[],
    next: JournalPosition,
  ): void {
    const before = { ...this.counts }
    this.database.run('BEGIN IMMEDIATE')
    try {
      this.#blocks.insert(blocks)
      cancelDeletion(
        this.database,
        blocks.flatMap(({ object }) => object ?? []),
      )
      for (const [i, frame] of frames.entries()) this.#storeOrQuarantine(frame, logs[i] ?? null, next.segment)
      this.rollups.flush()
      this.#savePosition.run(next.segment, next.offset)
      this.database.run('COMMIT')
    } catch (error) {
      Object.assign(this.counts, before)
      if (this.database.inTransaction) this.database.run('ROLLBACK')
      this.rollups.forget()
      throw error
    }
    this.#consumer.advanceTo(next)
  }

  /** Null if the frame is invalid. */
  #decode({ payload }: ReadFrame): NewLog | null {
    try {
      return decodePayload(payload, this.#opener)
    } catch (error) {
      if (error instanceof MissingJournalKey) throw error
      return null
    }
  }

  /** Quarantines a frame that is invalid or that the store rejects; otherwise it would block all later frames. */
  #storeOrQuarantine(frame: ReadFrame, log: PlacedLog | null, segment: number): void {
    if (log !== null && this.#storeLog(log)) return
    this.#consumer.quarantineFrame(frame, segment)
    this.counts.quarantined++
    this.onLoss(quarantinedLoss(this.#consumer.pathOf(segment), frame.offset))
  }

  /** False if the store rejects the row. An error after the insert fails the batch, because the row must not stay. */
  #storeLog(placed: PlacedLog): boolean {
    const { row } = placed.log
    const workspaceId = row[AT.workspaceId]
    const feedback = this.feedback.of(workspaceId, row[AT.traceId])
    const inserted = this.#insertRow(placed, feedback)
    if (inserted === null) return false
    if (inserted.changes === 0) {
      this.counts.duplicates++
      return true
    }
    const organisationId = row[AT.organisationId]
    const dimensions = pick.dimensions(row)
    this.rollups.add({ organisationId, workspaceId, input: pick.input(row), dimensions }, feedback)
    if (feedback) {
      const [, provider, model] = dimensions
      this.feedback.join(workspaceId, row[AT.traceId], { seq: Number(inserted.lastInsertRowid), provider, model })
    }
    this.counts.ingested++
    return true
  }

  /** Null if the store rejects the row. */
  #insertRow({ log, detail: at, body }: PlacedLog, feedback: FeedbackSums | null): Changes | null {
    const { row, detail, request, response, attempts } = log
    try {
      // One array: spread arguments would be copied twice.
      return this.#insert.run([
        ...row,
        at.block,
        at.offset,
        detail.length,
        body?.block ?? null,
        body?.offset ?? null,
        request?.length ?? null,
        response?.length ?? null,
        attempts?.length ?? null,
        feedback?.count ?? 0,
        feedback?.micros ?? 0,
        feedback?.weightMicros ?? 0,
      ])
    } catch (error) {
      if (isStoreError(error)) throw error
      return null
    }
  }

  #skipDamage(at: JournalPosition, successor: number | undefined): StepOutcome {
    const outcome = this.#consumer.skipDamage(at, successor)
    if (outcome.kind === 'retry-soon' || outcome.kind === 'rotate') return outcome.kind
    const file = this.#consumer.pathOf(at.segment)
    switch (outcome.kind) {
      case 'skip-frame':
        this.#savePosition.run(outcome.to.segment, outcome.to.offset)
        this.#consumer.advanceTo(outcome.to)
        this.counts.damaged++
        this.onLoss(damagedLoss(file, at.offset, outcome.sizeBytes))
        break
      case 'zeros':
        this.counts.torn++
        this.onLoss(zerosLoss(file, at.offset, outcome.sizeBytes))
        this.#finish(at.segment, outcome.successor)
        break
      case 'quarantine-segment':
        this.#consumer.quarantineSegment(outcome.segment)
        this.counts.badSegments++
        this.onLoss(badSegmentLoss(file, at.offset, outcome.sizeBytes))
        this.#forget(outcome.segment, outcome.successor)
    }
    return 'moved'
  }

  #finish(segment: number, successor: number): void {
    this.#consumer.remove(segment)
    this.#forget(segment, successor)
  }

  #forget(segment: number, successor: number): void {
    this.#dropPosition.run(segment)
    this.#consumer.forget(segment, successor)
  }

  close(): void {
    this.#consumer.close()
    for (const part of [this.#insert, this.#savePosition, this.#dropPosition]) part.finalize()
    this.#blocks.close()
    this.rollups.close()
    this.database.close()
  }
}

/** Error codes about the disk or the database file, not about the frame: retry the batch later. */
const STORE_ERROR_CODE =
  /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|NOMEM|CANTOPEN|READONLY|CORRUPT|NOTADB|PROTOCOL|INTERRUPT|PERM|AUTH|SCHEMA)|E[A-Z]+$)/

function isStoreError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' && STORE_ERROR_CODE.test(code)
}
