/** Moves a node's journal into the shared store, and takes its turn at folding sums and dropping what is old. */

import type { Client } from 'pg'
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
import { type JournalPosition, journalName } from '../journal/segments.ts'
import { AT } from '../log-row.ts'
import type { StepOutcome, WriterAnswer, WriterQuestion } from '../log-writer.ts'
import { type IngestCounts, type LogWriter, RETENTION_EVERY_MS } from '../log-writer.ts'
import { RetentionGuard } from '../retention-guard.ts'
import { hasFoldDue } from '../rollups/fold.ts'
import { WIDTH_MS } from '../rollups/rollup-table.ts'
import { FOLD_AFTER_MS, floor } from '../rollups/watermarks.ts'
import { BlockPacker } from './blocks.ts'
import { hangUp, inTransaction, isRefusalOfData, LOCKS, openClient, rowsOf } from './connection.ts'

import { Days } from './day-partitions.ts'
import { SharedFeedback } from './feedback-writer.ts'
import { fillCosts } from './fill-costs.ts'
import { foldOne } from './fold-rollups.ts'
import { migrateLogs } from './migrations.ts'
import { countOld, databaseNowMs, retentionRound } from './retention.ts'
import { SharedSums } from './shared-rollups.ts'
import { cleanLog, type LogHome, type NewLog, savePosition, storeLogs } from './store-logs.ts'

/** Whoever tidies holds a lock; the others ask for it this often, in case that node is gone. */
const ASK_FOR_TURN_MS = 2_000
/** Whoever tidies looks this often whether another node asks for a round. */
const LOOK_AT_WISHES_MS = 5_000
const LOOK_AT_CLOCK_MS = 60_000

export type PostgresLogOptions = {
  readonly databaseUrl: string
  readonly journalDirectory: string
  readonly retentionDays: number
  readonly batchFrames?: number
  /** When a new store is made: what is over by then counts as folded. */
  readonly openedAtMs?: number
  /** For tests of what waits for hours. */
  readonly monotonicMs?: () => number
}

export async function openPostgresLogWriter(
  options: PostgresLogOptions,
  counts: IngestCounts,
  onLoss: OnLoss = () => {},
): Promise<PostgresLogWriter> {
  const client = await openClient(options.databaseUrl)
  try {
    await migrateLogs(client, options.openedAtMs ?? Date.now())
    const writer = new PostgresLogWriter(options, client, await SharedSums.open(client), counts, onLoss)
    await writer.loadPositions()
    return writer
  } catch (error) {
    await hangUp(client)
    throw error
  }
}

class PostgresLogWriter implements LogWriter {
  readonly #home: LogHome
  readonly #days = new Days()
  /** Up to here there was nothing to fold: asking again would only hold up the other nodes. */
  #nothingDueMs = -1
  readonly #intake: JournalIntake
  readonly #feedback: SharedFeedback
  readonly #retentionDays: number
  readonly #counts: IngestCounts
  #hasTurn = false
  #askForTurnAtMs = 0
  #round: ReturnType<typeof retentionRound> | null = null
  #retentionDueAtMs = 0
  #lookAtClockAtMs = 0
  readonly #guard: RetentionGuard
  readonly #monotonicMs: () => number
  #lookAtWishesAtMs = 0
  #wishes: number | null = null
  /** An operator has set how long logs are kept. */
  #isAsked = false

  constructor(
    options: PostgresLogOptions,
    client: Client,
    sums: SharedSums,
    counts: IngestCounts,
    private readonly onLoss: OnLoss,
  ) {
    this.#home = { client, sums, blocks: new BlockPacker(), journal: journalName(options.journalDirectory) }
    this.#intake = new JournalIntake(options.journalDirectory, {
      frames: options.batchFrames ?? 3000,
      sizeBytes: 8 * 1024 * 1024,
    })
    this.#feedback = new SharedFeedback(client, sums)
    this.#retentionDays = options.retentionDays
    this.#monotonicMs = options.monotonicMs ?? (() => performance.now())
    this.#guard = new RetentionGuard(onLoss, this.#monotonicMs)
    this.#counts = counts
  }

  get position(): JournalPosition {
    return this.#intake.position
  }

  async loadPositions(): Promise<void> {
    const { client, journal } = this.#home
    const rows = await rowsOf(client, 'SELECT segment, "offset" FROM journal_positions WHERE journal = $1', [journal])
    const saved = (rows as [number, number][]).map(([segment, offset]) => ({ segment, offset }))
    for (const segment of this.#intake.load(saved)) await this.#dropPosition(segment)
  }

  async step(): Promise<StepOutcome> {
    const look = this.#intake.look()
    if (look.kind === 'idle') return 'idle'
    if (look.kind === 'damaged') return this.#passDamage(look.at, look.successor)
    if (look.kind === 'frames') {
      await this.#store(look.frames, look.next)
      return look.isAll ? 'idle' : 'moved'
    }
    if (look.tornBytes > 0) {
      this.#counts.torn++
      this.onLoss(tornLoss(this.#intake.pathOf(look.at.segment), look.at.offset, look.tornBytes))
    }
    await this.#finish(look.at.segment, look.successor)
    return 'moved'
  }

  async #store(frames: readonly ReadFrame[], next: JournalPosition): Promise<void> {
    const decoded: { readonly frame: ReadFrame; readonly log: NewLog }[] = []
    for (const frame of frames) {
      try {
        decoded.push({ frame, log: cleanLog(decodePayload(frame.payload)) })
      } catch {
        this.#setAside(frame, next.segment)
      }
    }
    const logs = decoded.map(({ log }) => log)
    await this.#days.ensure(
      this.#home.client,
      logs.map(({ row }) => row[AT.startedAtMs]),
      Date.now(),
    )
    try {
      await this.#storeAll(logs, next)
    } catch (error) {
      if (!isRefusalOfData(error)) throw error
      // One of them is refused: they go one by one, and that one goes aside.
      for (const { frame, log } of decoded) await this.#storeOrSetAside(frame, log, next.segment)
      await this.#storeAll([], next)
    }
    this.#intake.moveTo(next)
  }

  async #storeOrSetAside(frame: ReadFrame, log: NewLog, segment: number): Promise<void> {
    try {
      await this.#storeAll([log], null)
    } catch (error) {
      if (!isRefusalOfData(error)) throw error
      this.#setAside(frame, segment)
    }
  }

  async #storeAll(logs: readonly NewLog[], next: JournalPosition | null): Promise<void> {
    const stored = await storeLogs(this.#home, logs, next)
    this.#counts.ingested += stored
    this.#counts.duplicates += logs.length - stored
  }

  #setAside(frame: ReadFrame, segment: number): void {
    this.#intake.setAside(frame, segment)
    this.#counts.setAside++
    this.onLoss(setAsideLoss(this.#intake.pathOf(segment), frame.offset))
  }

  async #passDamage(at: JournalPosition, successor: number | undefined): Promise<StepOutcome> {
    const passage = this.#intake.passDamage(at, successor)
    if (passage.kind === 'look-again' || passage.kind === 'leave') return passage.kind
    const file = this.#intake.pathOf(at.segment)
    switch (passage.kind) {
      case 'hop':
        await savePosition(this.#home, passage.to)
        this.#intake.moveTo(passage.to)
        this.#counts.damaged++
        this.onLoss(damagedLoss(file, at.offset, passage.sizeBytes))
        break
      case 'zeros':
        this.#counts.torn++
        this.onLoss(zerosLoss(file, at.offset, passage.sizeBytes))
        await this.#finish(at.segment, passage.successor)
        break
      case 'give-up':
        this.#intake.giveUp(passage.segment)
        this.#counts.badSegments++
        this.onLoss(badSegmentLoss(file, at.offset, passage.sizeBytes))
        await this.#forget(passage.segment, passage.successor)
    }
    return 'moved'
  }

  async #finish(segment: number, successor: number): Promise<void> {
    this.#intake.remove(segment)
    await this.#forget(segment, successor)
  }

  async #forget(segment: number, successor: number): Promise<void> {
    await this.#dropPosition(segment)
    this.#intake.forget(segment, successor)
  }

  async #dropPosition(segment: number): Promise<void> {
    const { client, journal } = this.#home
    await rowsOf(client, 'DELETE FROM journal_positions WHERE journal = $1 AND segment = $2', [journal, segment])
  }

  async tidy(nowMs: number): Promise<boolean> {
    if (!(await this.#isOurTurn(nowMs))) return false
    const isFolding = await this.fold(nowMs)
    await this.#lookAtWishes(nowMs)
    if (this.#monotonicMs() < this.#lookAtClockAtMs && this.#round === null) return isFolding
    const { client } = this.#home
    // Looked at between the rounds too: a jump is seen only by who knew the time before.
    this.#lookAtClockAtMs = this.#monotonicMs() + LOOK_AT_CLOCK_MS
    const steadyMs = this.#guard.nowMs(await databaseNowMs(client))
    if (this.#monotonicMs() < this.#retentionDueAtMs) return isFolding
    this.#round ??= await this.#newRound(steadyMs)
    if (!(await this.#round.next()).done) return true
    this.#round = null
    this.#isAsked = false
    this.#retentionDueAtMs = this.#monotonicMs() + RETENTION_EVERY_MS
    return isFolding
  }

  async #newRound(nowMs: number): Promise<ReturnType<typeof retentionRound>> {
    const { client, sums } = this.#home
    const home = { client, sums, days: this.#days }
    const { oldRows, allRows } = await countOld(client, this.#retentionDays, nowMs)
    const mostRows = this.#guard.mostRows(oldRows, allRows, this.#isAsked)
    // By the time of the beginning nothing is old: only what was deleted with its workspace goes.
    return mostRows === 0
      ? retentionRound(home, this.#retentionDays, 0)
      : retentionRound(home, this.#retentionDays, nowMs, mostRows)
  }

  async #isOurTurn(nowMs: number): Promise<boolean> {
    if (this.#hasTurn || nowMs < this.#askForTurnAtMs) return this.#hasTurn
    this.#askForTurnAtMs = nowMs + ASK_FOR_TURN_MS
    const [row] = await rowsOf(this.#home.client, `SELECT pg_try_advisory_lock(${LOCKS.tidy})`)
    this.#hasTurn = row![0] === true
    return this.#hasTurn
  }

  async #lookAtWishes(nowMs: number): Promise<void> {
    if (nowMs < this.#lookAtWishesAtMs) return
    this.#lookAtWishesAtMs = nowMs + LOOK_AT_WISHES_MS
    const [row] = await rowsOf(this.#home.client, 'SELECT retention_asked FROM sum_progress')
    const wishes = row![0] as number
    if (wishes === this.#wishes) return
    // The first look only learns the count: nobody is known to have asked since.
    if (this.#wishes !== null) this.#isAsked = true
    this.#wishes = wishes
    this.#round = null
    this.#retentionDueAtMs = 0
    this.#lookAtClockAtMs = 0
  }

  /** One bucket; true when more may be due. */
  async fold(nowMs: number): Promise<boolean> {
    const { client, sums } = this.#home
    const dueMs = floor(nowMs - FOLD_AFTER_MS, WIDTH_MS.sums_minutes)
    if (dueMs === this.#nothingDueMs || !hasFoldDue(sums.marks, nowMs)) return false
    const hasFolded = await inTransaction(client, async () => foldOne(client, await sums.hold(client, 'alone'), nowMs))
    if (!hasFolded) this.#nothingDueMs = dueMs
    return hasFolded
  }

  async answer(question: WriterQuestion, nowMs: number): Promise<WriterAnswer> {
    switch (question.kind) {
      case 'create-feedback':
        await this.#feedback.create(question.scope, question.entries)
        return true
      case 'update-feedback':
        return (await this.#feedback.update(question.scope, question.id, question.changes, nowMs)) ?? false
      case 'retention':
        return this.#setInScope(question.workspace, 'retention_days', question.days)
      case 'forget':
        return this.#setInScope(question.workspace, 'forget_before_ms', await databaseNowMs(this.#home.client))
      case 'fill-costs':
        return fillCosts(this.#home.client, this.#home.sums, question.costs)
    }
  }

  async #setInScope(
    { organisationId, workspaceId }: { readonly organisationId: string; readonly workspaceId: string },
    column: 'retention_days' | 'forget_before_ms',
    value: number | null,
  ): Promise<boolean> {
    await rowsOf(
      this.#home.client,
      `INSERT INTO scopes (organisation_id, workspace_id, ${column}) VALUES ($1, $2, $3)
       ON CONFLICT (organisation_id, workspace_id) DO UPDATE SET ${column} = excluded.${column}`,
      [organisationId, workspaceId, value],
    )
    this.#isAsked = true
    // Another node may have the turn.
    await rowsOf(this.#home.client, 'UPDATE sum_progress SET retention_asked = retention_asked + 1')
    this.#lookAtWishesAtMs = 0
    return true
  }

  async close(): Promise<void> {
    this.#intake.close()
    await hangUp(this.#home.client)
  }
}
