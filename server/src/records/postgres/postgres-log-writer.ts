/** Ingests a node's journal into PostgreSQL. One node at a time also folds rollups and runs retention. */

import type { Client } from 'pg'
import { FrameOpener } from '../encryption/frame-cipher.ts'
import { type KnownKeys, ReplacedBodyKeys } from '../encryption/known-keys.ts'
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
import { type JournalPosition, journalName } from '../journal/segments.ts'
import { AT } from '../log-row.ts'
import {
  type IngestCounts,
  type LogWriter,
  RETENTION_EVERY_MS,
  type StepOutcome,
  type WriterCommand,
  type WriterResult,
} from '../log-writer.ts'
import { type NewLog, withoutContents } from '../new-log.ts'
import type { BodyObjects } from '../objects/body-objects.ts'
import { type ChangedObjects, RETRY_REMOVAL_MS, withObjects } from '../objects/changed-objects.ts'
import { RetentionGuard } from '../retention-guard.ts'
import { hasFoldDue } from '../rollups/fold.ts'
import { WIDTH_MS } from '../rollups/rollup-table.ts'
import { FOLD_AFTER_MS, floor } from '../rollups/watermarks.ts'
import { BlockPacker } from './blocks.ts'
import { closeClient, inTransaction, isDataError, LOCKS, openClient, rowsOf } from './connection.ts'

import { DayPartitions } from './day-partitions.ts'
import { eraseStep } from './erase-logs.ts'
import { PostgresFeedbackWriter } from './feedback-writer.ts'
import { fillCosts } from './fill-costs.ts'
import { foldOne } from './fold-rollups.ts'
import { migrateLogs } from './migrations.ts'
import { reencryptStep } from './reencrypt-blocks.ts'
import { removeDueObjects, scheduleDeletion } from './removed-objects.ts'
import { countExpired, databaseNowMs, retentionRun } from './retention.ts'
import { SharedRollups } from './shared-rollups.ts'
import { cleanLog, type LogTarget, savePosition, storeLogs } from './store-logs.ts'

/** How often a node without the maintenance lock tries to get it, in case the holder has exited. */
const TRY_LOCK_EVERY_MS = 2_000
/** How often the holder of the maintenance lock checks for retention runs requested by other nodes. */
const CHECK_REQUESTS_EVERY_MS = 5_000
const CHECK_CLOCK_EVERY_MS = 60_000
/** Delay before the next attempt to drop a day partition that a query was using. */
const RETRY_DROP_MS = 60_000

export type PostgresLogOptions = {
  readonly databaseUrl: string
  readonly journalDirectory: string
  readonly retentionDays: number
  /** Decrypts the journal. */
  readonly journalKey?: Uint8Array | null
  /** Encrypts blocks; absent: they are stored in plain text. */
  readonly keys?: KnownKeys | null
  /** Keys of blocks that are stored already, for erasing parts of them. */
  readonly storedKeys?: KnownKeys | null
  /** Where blocks of bodies are stored; absent: in the table. */
  readonly objects?: BodyObjects | null
  readonly batchFrames?: number
  /** Creation time of a new store; buckets before it count as folded. */
  readonly openedAtMs?: number
  /** For tests. */
  readonly monotonicMs?: () => number
}

type ChangeTarget = LogTarget & { readonly storedKeys: KnownKeys | null; readonly changed: ChangedObjects }

export async function openPostgresLogWriter(
  options: PostgresLogOptions,
  counts: IngestCounts,
  onLoss: OnLoss = () => {},
): Promise<PostgresLogWriter> {
  const client = await openClient(options.databaseUrl)
  try {
    await migrateLogs(client, options.openedAtMs ?? Date.now())
    const writer = new PostgresLogWriter(options, client, await SharedRollups.open(client), counts, onLoss)
    await writer.loadPositions()
    return writer
  } catch (error) {
    await closeClient(client)
    throw error
  }
}

class PostgresLogWriter implements LogWriter {
  readonly #target: LogTarget
  readonly #partitions = new DayPartitions()
  /** The due minute for which the last check found nothing to fold. Checking it again would take the exclusive lock. */
  #nothingToFoldMs = -1
  readonly #consumer: JournalConsumer
  readonly #keys: KnownKeys | null
  readonly #storedKeys: KnownKeys | null
  readonly #opener: FrameOpener | null
  readonly #objects: BodyObjects | null
  readonly #feedback: PostgresFeedbackWriter
  readonly #retentionDays: number
  readonly #counts: IngestCounts
  #hasLock = false
  #removeObjectsAtMs = 0
  #hasReportedRemoval = false
  #nextLockTryAtMs = 0
  #retentionRun: ReturnType<typeof retentionRun> | null = null
  #retentionDueAtMs = 0
  #nextClockCheckAtMs = 0
  readonly #guard: RetentionGuard
  readonly #monotonicMs: () => number
  #nextRequestCheckAtMs = 0
  #retentionRequests: number | null = null
  /** True from a change of a retention setting until a retention run has ended. */
  #retentionChanged = false

  constructor(
    options: PostgresLogOptions,
    client: Client,
    rollups: SharedRollups,
    counts: IngestCounts,
    private readonly onLoss: OnLoss,
  ) {
    this.#keys = options.keys ?? null
    this.#storedKeys = options.storedKeys ?? null
    this.#opener = options.journalKey ? new FrameOpener(options.journalKey) : null
    this.#objects = options.objects ?? null
    const blocks = new BlockPacker(this.#keys, this.#objects)
    this.#target = { client, rollups, blocks, journal: journalName(options.journalDirectory) }
    this.#consumer = new JournalConsumer(options.journalDirectory, {
      frames: options.batchFrames ?? 3000,
      sizeBytes: 8 * 1024 * 1024,
    })
    this.#feedback = new PostgresFeedbackWriter(client, rollups)
    this.#retentionDays = options.retentionDays
    this.#monotonicMs = options.monotonicMs ?? (() => performance.now())
    this.#guard = new RetentionGuard(onLoss, this.#monotonicMs)
    this.#counts = counts
  }

  get position(): JournalPosition {
    return this.#consumer.position
  }

  async loadPositions(): Promise<void> {
    const { client, journal } = this.#target
    const rows = await rowsOf(client, 'SELECT segment, "offset" FROM journal_positions WHERE journal = $1', [journal])
    const saved = (rows as [number, number][]).map(([segment, offset]) => ({ segment, offset }))
    for (const segment of this.#consumer.resume(saved)) await this.#dropPosition(segment)
  }

  async step(): Promise<StepOutcome> {
    const polled = this.#consumer.poll()
    if (polled.kind === 'idle') return 'idle'
    if (polled.kind === 'damaged') return this.#skipDamage(polled.at, polled.successor)
    if (polled.kind === 'frames') {
      if (!(await this.#store(polled.frames, polled.next))) return 'needs-keys'
      return polled.isAll ? 'idle' : 'moved'
    }
    if (polled.tornBytes > 0) {
      this.#counts.torn++
      this.onLoss(tornLoss(this.#consumer.pathOf(polled.at.segment), polled.at.offset, polled.tornBytes))
    }
    await this.#finish(polled.at.segment, polled.successor)
    return 'moved'
  }

  /** False if the keys of workspaces have to be requested first. */
  async #store(frames: readonly ReadFrame[], next: JournalPosition): Promise<boolean> {
    const decoded: { readonly frame: ReadFrame; readonly log: NewLog }[] = []
    const invalid: ReadFrame[] = []
    for (const frame of frames) {
      try {
        decoded.push({ frame, log: cleanLog(decodePayload(frame.payload, this.#opener)) })
      } catch (error) {
        if (error instanceof MissingJournalKey) throw error
        invalid.push(frame)
      }
    }
    const workspaceIds = decoded.map(({ log }) => log.row[AT.workspaceId])
    if (this.#keys && !this.#keys.has(workspaceIds)) return false
    for (const frame of invalid) this.#quarantine(frame, next.segment)
    const logs = decoded.map(({ log }) => withoutContents(log, this.#keys))
    await this.#partitions.ensure(
      this.#target.client,
      logs.map(({ row }) => row[AT.startedAtMs]),
      Date.now(),
    )
    try {
      await this.#storeAll(logs, next)
    } catch (error) {
      if (error instanceof ReplacedBodyKeys) {
        // Sets `wanted` to the workspaces whose keys must be requested.
        this.#keys?.has(workspaceIds)
        return false
      }
      if (!isDataError(error)) throw error
      // At least one log is invalid: insert one by one and quarantine the invalid ones.
      for (const [i, { frame }] of decoded.entries()) await this.#storeOrQuarantine(frame, logs[i]!, next.segment)
      await this.#storeAll([], next)
    }
    this.#consumer.advanceTo(next)
    return true
  }

  async #storeOrQuarantine(frame: ReadFrame, log: NewLog, segment: number): Promise<void> {
    try {
      await this.#storeAll([log], null)
    } catch (error) {
      if (!isDataError(error)) throw error
      this.#quarantine(frame, segment)
    }
  }

  async #storeAll(logs: readonly NewLog[], next: JournalPosition | null): Promise<void> {
    const stored = await storeLogs(this.#target, logs, next)
    this.#counts.ingested += stored
    this.#counts.duplicates += logs.length - stored
  }

  #quarantine(frame: ReadFrame, segment: number): void {
    this.#consumer.quarantineFrame(frame, segment)
    this.#counts.quarantined++
    this.onLoss(quarantinedLoss(this.#consumer.pathOf(segment), frame.offset))
  }

  async #skipDamage(at: JournalPosition, successor: number | undefined): Promise<StepOutcome> {
    const outcome = this.#consumer.skipDamage(at, successor)
    if (outcome.kind === 'retry-soon' || outcome.kind === 'rotate') return outcome.kind
    const file = this.#consumer.pathOf(at.segment)
    switch (outcome.kind) {
      case 'skip-frame':
        await savePosition(this.#target, outcome.to)
        this.#consumer.advanceTo(outcome.to)
        this.#counts.damaged++
        this.onLoss(damagedLoss(file, at.offset, outcome.sizeBytes))
        break
      case 'zeros':
        this.#counts.torn++
        this.onLoss(zerosLoss(file, at.offset, outcome.sizeBytes))
        await this.#finish(at.segment, outcome.successor)
        break
      case 'quarantine-segment':
        this.#consumer.quarantineSegment(outcome.segment)
        this.#counts.badSegments++
        this.onLoss(badSegmentLoss(file, at.offset, outcome.sizeBytes))
        await this.#forget(outcome.segment, outcome.successor)
    }
    return 'moved'
  }

  async #finish(segment: number, successor: number): Promise<void> {
    this.#consumer.remove(segment)
    await this.#forget(segment, successor)
  }

  async #forget(segment: number, successor: number): Promise<void> {
    await this.#dropPosition(segment)
    this.#consumer.forget(segment, successor)
  }

  async #dropPosition(segment: number): Promise<void> {
    const { client, journal } = this.#target
    await rowsOf(client, 'DELETE FROM journal_positions WHERE journal = $1 AND segment = $2', [journal, segment])
  }

  async maintain(nowMs: number): Promise<boolean> {
    if (!(await this.#hasMaintenanceLock(nowMs))) return false
    const isFolding = (await this.fold(nowMs)) || (await this.#removeObjects(nowMs))
    await this.#checkRequests(nowMs)
    if (this.#monotonicMs() < this.#nextClockCheckAtMs && this.#retentionRun === null) return isFolding
    const { client } = this.#target
    // Check the clock between runs too: a jump is visible only relative to an earlier reading.
    this.#nextClockCheckAtMs = this.#monotonicMs() + CHECK_CLOCK_EVERY_MS
    const steadyMs = this.#guard.nowMs(await databaseNowMs(client))
    if (this.#monotonicMs() < this.#retentionDueAtMs) return isFolding
    this.#retentionRun ??= await this.#startRetentionRun(steadyMs)
    const { done, value: end } = await this.#retentionRun.next()
    // Retention may have deleted blocks whose objects must be deleted now.
    if (!this.#hasReportedRemoval) this.#removeObjectsAtMs = 0
    if (!done) return true
    this.#retentionRun = null
    const delayMs = end === 'busy' ? RETRY_DROP_MS : RETENTION_EVERY_MS
    this.#retentionDueAtMs = this.#monotonicMs() + delayMs
    if (end === 'done') this.#retentionChanged = false
    return (await this.#removeObjects(nowMs)) || isFolding
  }

  async #startRetentionRun(nowMs: number): Promise<ReturnType<typeof retentionRun>> {
    const { client, rollups } = this.#target
    const target = { client, rollups, partitions: this.#partitions }
    const { oldRows, allRows } = await countExpired(client, this.#retentionDays, nowMs)
    const maxRows = this.#guard.maxRows(oldRows, allRows, this.#retentionChanged)
    // With time 0 no log has expired; the run only deletes logs of deleted workspaces.
    return maxRows === 0
      ? retentionRun(target, this.#retentionDays, 0)
      : retentionRun(target, this.#retentionDays, nowMs, maxRows)
  }

  async #hasMaintenanceLock(nowMs: number): Promise<boolean> {
    if (this.#hasLock || nowMs < this.#nextLockTryAtMs) return this.#hasLock
    this.#nextLockTryAtMs = nowMs + TRY_LOCK_EVERY_MS
    const [row] = await rowsOf(this.#target.client, `SELECT pg_try_advisory_lock(${LOCKS.maintenance})`)
    this.#hasLock = row![0] === true
    return this.#hasLock
  }

  async #checkRequests(nowMs: number): Promise<void> {
    if (nowMs < this.#nextRequestCheckAtMs) return
    this.#nextRequestCheckAtMs = nowMs + CHECK_REQUESTS_EVERY_MS
    const [row] = await rowsOf(this.#target.client, 'SELECT retention_asked FROM sum_progress')
    const requests = row![0] as number
    if (requests === this.#retentionRequests) return
    // The first read only initialises the counter.
    if (this.#retentionRequests !== null) this.#retentionChanged = true
    this.#retentionRequests = requests
    this.#retentionRun = null
    this.#retentionDueAtMs = 0
    this.#nextClockCheckAtMs = 0
  }

  /** Folds one bucket; true if more may be due. */
  async fold(nowMs: number): Promise<boolean> {
    const { client, rollups } = this.#target
    const dueMs = floor(nowMs - FOLD_AFTER_MS, WIDTH_MS.sums_minutes)
    if (dueMs === this.#nothingToFoldMs || !hasFoldDue(rollups.watermarks, nowMs)) return false
    const hasFolded = await inTransaction(client, async () =>
      foldOne(client, await rollups.lock(client, 'exclusive'), nowMs),
    )
    if (!hasFolded) this.#nothingToFoldMs = dueMs
    return hasFolded
  }

  async run(command: WriterCommand, nowMs: number): Promise<WriterResult> {
    switch (command.kind) {
      case 'create-feedback':
        await this.#feedback.create(command.scope, command.entries)
        return true
      case 'update-feedback':
        return (await this.#feedback.update(command.scope, command.id, command.changes, nowMs)) ?? false
      case 'retention':
        await this.#setInScope(command.workspace, 'body_retention_days', command.bodyDays)
        return this.#setInScope(command.workspace, 'retention_days', command.days)
      case 'forget':
        return this.#setInScope(command.workspace, 'forget_before_ms', await databaseNowMs(this.#target.client))
      case 'fill-costs':
        return fillCosts(this.#target.client, this.#target.rollups, command.costs)
      case 'erase':
        return this.#withObjects((target) => eraseStep(target, command.logs, command.phase, command.cursor))
      case 'reencrypt':
        return this.#withObjects((target) => reencryptStep(target, command.blocks, command.cursor))
    }
  }

  #withObjects<Result>(step: (target: ChangeTarget) => Promise<Result> | Result): Promise<Result> {
    const { client } = this.#target
    const storage = {
      objects: this.#objects,
      intend: (objects: readonly string[]) => scheduleDeletion(client, objects),
    }
    if (!this.#hasReportedRemoval) this.#removeObjectsAtMs = 0
    return withObjects(storage, (changed) => step({ ...this.#target, storedKeys: this.#storedKeys, changed }))
  }

  async #removeObjects(nowMs: number): Promise<boolean> {
    if (this.#monotonicMs() < this.#removeObjectsAtMs) return false
    const { hasMore, problem } = await removeDueObjects(this.#target.client, nowMs)
    if (!hasMore) this.#removeObjectsAtMs = this.#monotonicMs() + CHECK_REQUESTS_EVERY_MS
    if (problem !== null) {
      this.#removeObjectsAtMs = this.#monotonicMs() + RETRY_REMOVAL_MS
      if (!this.#hasReportedRemoval) this.onLoss(`Objects of deleted bodies stay until the storage is back: ${problem}`)
    }
    this.#hasReportedRemoval = problem !== null
    return hasMore
  }

  async #setInScope(
    { organisationId, workspaceId }: { readonly organisationId: string; readonly workspaceId: string },
    column: 'retention_days' | 'body_retention_days' | 'forget_before_ms',
    value: number | null,
  ): Promise<boolean> {
    await rowsOf(
      this.#target.client,
      `INSERT INTO scopes (organisation_id, workspace_id, ${column}) VALUES ($1, $2, $3)
       ON CONFLICT (organisation_id, workspace_id) DO UPDATE SET ${column} = excluded.${column}`,
      [organisationId, workspaceId, value],
    )
    this.#retentionChanged = true
    // Another node may hold the maintenance lock.
    await rowsOf(this.#target.client, 'UPDATE sum_progress SET retention_asked = retention_asked + 1')
    this.#nextRequestCheckAtMs = 0
    return true
  }

  async close(): Promise<void> {
    this.#consumer.close()
    await closeClient(this.#target.client)
  }
}
