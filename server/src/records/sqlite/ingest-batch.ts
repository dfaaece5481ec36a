/** Moves the journal into logs.db, one batch per step: rows, blocks, rollups and the journal's offset in one transaction. */

import type { Database, Statement } from 'bun:sqlite'
import { decodePayload } from '../journal/frame.ts'
import {
  badSegmentLoss,
  damagedLoss,
  JournalIntake,
  type OnLoss,
  setAsideLoss,
  tornLoss,
  zerosLoss,
} from '../journal/journal-consumer.ts'
import type { ReadFrame } from '../journal/segment-reader.ts'
import type { JournalPosition } from '../journal/segments.ts'
import { AT, COLUMNS } from '../log-row.ts'
import type { StepOutcome } from '../log-writer.ts'
import { type IngestCounts, noCounts } from '../log-writer.ts'
import { picker, Rollups } from '../rollups/rollups.ts'
import { BlockWriter } from './blocks.ts'
import { FeedbackWriter } from './feedback-writer.ts'
import { INSERT_LOG, openLogWriter } from './log-store.ts'

export type IngestOptions = {
  readonly databasePath: string
  readonly journalDirectory: string
  /** True when this process has written to the store before: one that is gone is not made again empty. */
  readonly mustExist?: boolean
  readonly batchFrames?: number
  readonly batchBytes?: number
  /** When it is opened: what is over by then counts as folded in a new store. */
  readonly openedAtMs?: number
}

const pick = picker(COLUMNS)

export class IngestBatch {
  readonly database: Database
  readonly counts: IngestCounts
  readonly #intake: JournalIntake
  readonly #insert: Statement
  readonly #savePosition: Statement
  readonly #dropPosition: Statement
  readonly #blocks: BlockWriter
  readonly rollups: Rollups
  readonly feedback: FeedbackWriter

  /** Counts go on from those given, so that a store opened anew does not begin at zero. */
  constructor(
    options: IngestOptions,
    counts = noCounts(),
    private readonly onLoss: OnLoss = () => {},
  ) {
    this.counts = counts
    this.#intake = new JournalIntake(options.journalDirectory, {
      // Only a backlog fills a batch; then each hot row of sums is written once for many logs.
      frames: options.batchFrames ?? 3000,
      sizeBytes: options.batchBytes ?? 8 * 1024 * 1024,
    })
    this.database = openLogWriter(options.databasePath, options.mustExist)
    this.#insert = this.database.prepare(INSERT_LOG)
    this.#savePosition = this.database.prepare(
      'INSERT INTO journal_positions (segment, offset) VALUES (?, ?) ON CONFLICT DO UPDATE SET offset = excluded.offset',
    )
    this.#dropPosition = this.database.prepare('DELETE FROM journal_positions WHERE segment = ?')
    this.#blocks = new BlockWriter(this.database)
    const nowMs = options.openedAtMs ?? Date.now()
    this.rollups = new Rollups(this.database, nowMs)
    this.feedback = new FeedbackWriter(this.database, this.rollups, nowMs)
    const saved = this.database.query<JournalPosition, []>('SELECT segment, offset FROM journal_positions').all()
    for (const segment of this.#intake.load(saved)) this.#dropPosition.run(segment)
  }

  /** Everything before this is in the store. */
  get position(): JournalPosition {
    return this.#intake.position
  }

  step(): StepOutcome {
    const look = this.#intake.look()
    if (look.kind === 'idle') return 'idle'
    if (look.kind === 'damaged') return this.#passDamage(look.at, look.successor)
    if (look.kind === 'frames') {
      this.#store(look.frames, look.next)
      return look.isAll ? 'idle' : 'moved'
    }
    if (look.tornBytes > 0) {
      this.counts.torn++
      this.onLoss(tornLoss(this.#intake.pathOf(look.at.segment), look.at.offset, look.tornBytes))
    }
    this.#finish(look.at.segment, look.successor)
    return 'moved'
  }

  #store(frames: readonly ReadFrame[], next: JournalPosition): void {
    const before = { ...this.counts }
    this.database.run('BEGIN IMMEDIATE')
    try {
      this.#blocks.begin()
      for (const frame of frames) this.#storeOrSetAside(frame, next.segment)
      this.#blocks.flush()
      this.rollups.flush()
      this.#savePosition.run(next.segment, next.offset)
      this.database.run('COMMIT')
    } catch (error) {
      Object.assign(this.counts, before)
      if (this.database.inTransaction) this.database.run('ROLLBACK')
      this.rollups.forget()
      throw error
    }
    this.#intake.moveTo(next)
  }

  /** A frame that fails twice would stop all that follow: it goes aside, for a person to look at. */
  #storeOrSetAside(frame: ReadFrame, segment: number): void {
    for (let tries = 0; tries < 2; tries++) {
      try {
        this.#storeFrame(frame.payload)
        return
      } catch (error) {
        if (isTroubleOfStore(error)) throw error
      }
    }
    this.#intake.setAside(frame, segment)
    this.counts.setAside++
    this.onLoss(setAsideLoss(this.#intake.pathOf(segment), frame.offset))
  }

  #storeFrame(payload: Buffer): void {
    const { row, detail, request, response } = decodePayload(payload)
    const workspaceId = row[AT.workspaceId]
    const startedAtMs = row[AT.startedAtMs]
    const at = this.#blocks.add('detail', workspaceId, startedAtMs, [detail])
    const hasBodies = request !== null || response !== null
    const body = hasBodies ? this.#blocks.add('body', workspaceId, startedAtMs, [request, response]) : null
    const feedback = this.feedback.of(workspaceId, row[AT.traceId])
    // One array instead of many arguments: they would be copied twice.
    const { changes, lastInsertRowid } = this.#insert.run([
      ...row,
      at.block,
      at.offset,
      detail.length,
      body?.block ?? null,
      body?.offset ?? null,
      request?.length ?? null,
      response?.length ?? null,
      feedback?.count ?? 0,
      feedback?.micros ?? 0,
      feedback?.weightMicros ?? 0,
    ])
    if (changes === 0) {
      this.counts.duplicates++
      return
    }
    const organisationId = row[AT.organisationId]
    const dimensions = pick.dimensions(row)
    this.rollups.add({ organisationId, workspaceId, input: pick.input(row), dimensions }, feedback)
    if (feedback) {
      const [, provider, model] = dimensions
      this.feedback.join(workspaceId, row[AT.traceId], { seq: Number(lastInsertRowid), provider, model })
    }
    this.counts.ingested++
  }

  #passDamage(at: JournalPosition, successor: number | undefined): StepOutcome {
    const passage = this.#intake.passDamage(at, successor)
    if (passage.kind === 'look-again' || passage.kind === 'leave') return passage.kind
    const file = this.#intake.pathOf(at.segment)
    switch (passage.kind) {
      case 'hop':
        this.#savePosition.run(passage.to.segment, passage.to.offset)
        this.#intake.moveTo(passage.to)
        this.counts.damaged++
        this.onLoss(damagedLoss(file, at.offset, passage.sizeBytes))
        break
      case 'zeros':
        this.counts.torn++
        this.onLoss(zerosLoss(file, at.offset, passage.sizeBytes))
        this.#finish(at.segment, passage.successor)
        break
      case 'give-up':
        this.#intake.giveUp(passage.segment)
        this.counts.badSegments++
        this.onLoss(badSegmentLoss(file, at.offset, passage.sizeBytes))
        this.#forget(passage.segment, passage.successor)
    }
    return 'moved'
  }

  #finish(segment: number, successor: number): void {
    this.#intake.remove(segment)
    this.#forget(segment, successor)
  }

  #forget(segment: number, successor: number): void {
    this.#dropPosition.run(segment)
    this.#intake.forget(segment, successor)
  }

  close(): void {
    this.#intake.close()
    for (const part of [this.#insert, this.#savePosition, this.#dropPosition]) part.finalize()
    this.#blocks.close()
    this.rollups.close()
    this.database.close()
  }
}

/** Errors that say something about the disk or the file and nothing about the frame: the batch is tried again later. */
const STORE_TROUBLE =
  /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|NOMEM|CANTOPEN|READONLY|CORRUPT|NOTADB|PROTOCOL|INTERRUPT|PERM|AUTH|SCHEMA)|E[A-Z]+$)/

function isTroubleOfStore(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' && STORE_TROUBLE.test(code)
}
