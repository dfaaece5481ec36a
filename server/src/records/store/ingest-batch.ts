/** Moves the journal into logs.db, one batch per step: rows, blocks, rollups and the journal's offset in one transaction. */

import type { Database, Statement } from 'bun:sqlite'
import { mkdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodePayload } from '../journal/frame.ts'
import { JournalReader, type ReadFrame } from '../journal/journal-reader.ts'
import { type JournalPosition, listSegments, segmentPath } from '../journal/segments.ts'
import { picker, Rollups } from '../sums/rollups.ts'
import { BlockWriter } from './blocks.ts'
import { FeedbackWriter } from './feedback-writer.ts'
import { INSERT_LOG, openLogWriter } from './log-store.ts'
import { AT, COLUMNS } from './record-row.ts'

export type IngestOptions = {
  readonly databasePath: string
  readonly journalDirectory: string
  readonly batchFrames?: number
  readonly batchBytes?: number
  /** When it is opened: what is over by then counts as folded in a new store. */
  readonly openedAtMs?: number
}

export type IngestCounts = {
  ingested: number
  /** Frames whose record was in the store already. */
  duplicates: number
  /** Frames that could not be stored, now in `journal/set-aside/`. */
  setAside: number
  /** Frames whose bytes were damaged. */
  damaged: number
  /** Segments renamed to `.bad`, because nothing behind the damage could be trusted. */
  badSegments: number
}

export function noCounts(): IngestCounts {
  return { ingested: 0, duplicates: 0, setAside: 0, damaged: 0, badSegments: 0 }
}

const pick = picker(COLUMNS)

/** `moved`: call again; `idle`: all done; `look-again`: soon; `leave`: writing must go on in a new segment first. */
type StepOutcome = 'moved' | 'idle' | 'look-again' | 'leave'

export class IngestBatch {
  readonly database: Database
  readonly counts: IngestCounts
  readonly #directory: string
  readonly #reader: JournalReader
  readonly #insert: Statement
  readonly #savePosition: Statement
  readonly #dropPosition: Statement
  readonly #blocks: BlockWriter
  readonly rollups: Rollups
  readonly feedback: FeedbackWriter
  readonly #offsets = new Map<number, number>()
  #position: JournalPosition = { segment: 0, offset: 0 }
  /** Damage seen once in a segment still written to: perhaps only a write we looked into. */
  #suspect: JournalPosition | null = null

  /** Counts go on from those given, so that a store opened anew does not begin at zero. */
  constructor(options: IngestOptions, counts = noCounts()) {
    this.counts = counts
    this.#directory = options.journalDirectory
    mkdirSync(this.#directory, { recursive: true })
    this.database = openLogWriter(options.databasePath)
    this.#reader = new JournalReader(this.#directory, {
      // Only a backlog fills a batch; then each hot row of sums is written once for many logs.
      frames: options.batchFrames ?? 3000,
      sizeBytes: options.batchBytes ?? 8 * 1024 * 1024,
    })
    this.#insert = this.database.prepare(INSERT_LOG)
    this.#savePosition = this.database.prepare(
      'INSERT INTO journal_positions (segment, offset) VALUES (?, ?) ON CONFLICT DO UPDATE SET offset = excluded.offset',
    )
    this.#dropPosition = this.database.prepare('DELETE FROM journal_positions WHERE segment = ?')
    this.#blocks = new BlockWriter(this.database)
    const nowMs = options.openedAtMs ?? Date.now()
    this.rollups = new Rollups(this.database, nowMs)
    this.feedback = new FeedbackWriter(this.database, this.rollups, nowMs)
    this.#loadPositions()
  }

  /** Everything before this is in the store. */
  get position(): JournalPosition {
    return this.#position
  }

  #loadPositions(): void {
    const existing = new Set(listSegments(this.#directory))
    const saved = this.database.query<JournalPosition, []>('SELECT segment, offset FROM journal_positions').all()
    for (const { segment, offset } of saved) {
      // A segment that is gone was finished by a process that died before it could forget the offset.
      if (existing.has(segment)) this.#offsets.set(segment, offset)
      else this.#dropPosition.run(segment)
    }
  }

  step(): StepOutcome {
    // The list comes before the read: a segment with a successor is complete, so what is read after is all of it.
    const [segment, successor] = listSegments(this.#directory)
    if (segment === undefined) return 'idle'
    this.#position = { segment, offset: this.#offsets.get(segment) ?? 0 }
    const { frames, nextOffset, stop } = this.#reader.read(this.#position)
    if (frames.length > 0) {
      this.#store(frames, { segment, offset: nextOffset })
      return 'moved'
    }
    if (stop === 'damaged') return this.#passDamage(this.#position, successor)
    if (successor === undefined) return 'idle'
    unlinkSync(segmentPath(this.#directory, segment))
    this.#forget(segment, successor)
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
    this.#moveTo(next)
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
    const directory = join(this.#directory, 'set-aside')
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, `${segment}-${frame.offset}.frame`), frame.payload, { mode: 0o600 })
    this.counts.setAside++
  }

  #storeFrame(payload: Buffer): void {
    const { row, detail, request, response } = decodePayload(payload)
    const workspaceId = row[AT.workspaceId]
    const startedAtMs = row[AT.startedAtMs]
    const at = this.#blocks.add('detail', workspaceId, startedAtMs, [detail])
    const hasBodies = request !== null || response !== null
    const body = hasBodies ? this.#blocks.add('body', workspaceId, startedAtMs, [request, response]) : null
    const feedback = this.feedback.of(workspaceId, row[AT.traceId])
    const { changes, lastInsertRowid } = this.#insert.run(
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
    )
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
    const seenBefore = this.#suspect?.segment === at.segment && this.#suspect.offset === at.offset
    if (successor === undefined && !seenBefore) {
      this.#suspect = at
      return 'look-again'
    }
    const target = this.#reader.hopOver(at)
    if (target !== null) {
      this.#savePosition.run(at.segment, target)
      this.#moveTo({ segment: at.segment, offset: target })
      this.counts.damaged++
      return 'moved'
    }
    if (successor === undefined) return 'leave'
    const path = segmentPath(this.#directory, at.segment)
    renameSync(path, `${path}.bad`)
    this.counts.badSegments++
    this.#forget(at.segment, successor)
    return 'moved'
  }

  #moveTo(position: JournalPosition): void {
    this.#offsets.set(position.segment, position.offset)
    this.#position = position
  }

  #forget(segment: number, successor: number): void {
    this.#dropPosition.run(segment)
    this.#offsets.delete(segment)
    this.#position = { segment: successor, offset: this.#offsets.get(successor) ?? 0 }
  }

  close(): void {
    this.#reader.close()
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
