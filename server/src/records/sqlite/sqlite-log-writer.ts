/** SQLite implementation of `LogWriter`: ingest, folding, retention and commands, one after the other. */

import { statSync } from 'node:fs'
import type { Awaitable } from '../../core/ports.ts'
import type { OnLoss } from '../journal/journal-consumer.ts'
import type { JournalPosition } from '../journal/segments.ts'
import {
  type IngestCounts,
  type LogWriter,
  RETENTION_EVERY_MS,
  type StepOutcome,
  type WriterCommand,
  type WriterResult,
} from '../log-writer.ts'
import { RETRY_REMOVAL_MS, withObjects } from '../objects/changed-objects.ts'
import { RetentionGuard } from '../retention-guard.ts'
import { foldStep, hasFoldDue } from '../rollups/fold.ts'
import { eraseStep } from './erase-logs.ts'
import { fillCosts } from './fill-costs.ts'
import { IngestBatch, type IngestOptions } from './ingest-batch.ts'
import { reencryptStep } from './reencrypt-blocks.ts'
import { dueObjects, removeDueObjects, scheduleDeletion } from './removed-objects.ts'
import { RetentionRun } from './retention.ts'
import { TraceIndex } from './trace-index.ts'

const CHECK_FILE_MS = 1_000

export class SqliteLogWriter implements LogWriter {
  readonly #batch: IngestBatch
  readonly #traces: TraceIndex
  readonly #path: string
  readonly #inode: number
  #checkFileAtMs = 0
  #removeObjectsAtMs = 0
  #hasReportedRemoval = false
  readonly #retentionDays: number
  #retentionRun: RetentionRun | null = null
  /** In monotonic time, so that clock jumps do not delay it. */
  #retentionDueAtMs = 0
  /** True from a change of a retention setting until a retention run has ended. */
  #retentionChanged = false
  readonly #guard: RetentionGuard

  constructor(
    options: IngestOptions & { readonly retentionDays: number },
    counts: IngestCounts,
    private readonly onLoss: OnLoss,
  ) {
    this.#batch = new IngestBatch(options, counts, onLoss)
    this.#traces = new TraceIndex(this.#batch.database)
    this.#path = options.databasePath
    this.#inode = statSync(options.databasePath).ino
    this.#retentionDays = options.retentionDays
    this.#guard = new RetentionGuard(onLoss)
  }

  get position(): JournalPosition {
    return this.#batch.position
  }

  step(): Awaitable<StepOutcome> {
    this.#checkFile()
    return this.#batch.step()
  }

  /** Detects a deleted or replaced file: SQLite would keep writing to the unlinked one. */
  #checkFile(): void {
    const nowMs = performance.now()
    if (nowMs < this.#checkFileAtMs) return
    this.#checkFileAtMs = nowMs + CHECK_FILE_MS
    if (statSync(this.#path, { throwIfNoEntry: false })?.ino === this.#inode) return
    throw new Error(`${this.#path} was removed or replaced while the gateway runs. The most recent logs may be lost`)
  }

  async maintain(nowMs: number): Promise<boolean> {
    const { database, rollups } = this.#batch
    const isFolding = hasFoldDue(rollups.watermarks, nowMs) && foldStep(database, rollups, nowMs)
    const isDeleting = this.#retentionStep(nowMs)
    if (isDeleting) this.#traces.keepUncopied()
    const isCopying = this.#traces.step()
    const isRemoving = await this.#removeObjects(nowMs)
    return isFolding || isDeleting || isCopying || isRemoving
  }

  async #removeObjects(nowMs: number): Promise<boolean> {
    if (performance.now() < this.#removeObjectsAtMs) return false
    const due = dueObjects(this.#batch.database, nowMs)
    if (due.length === 0) return false
    const problem = await removeDueObjects(this.#batch.database, due)
    if (problem !== null) {
      this.#removeObjectsAtMs = performance.now() + RETRY_REMOVAL_MS
      if (!this.#hasReportedRemoval) this.onLoss(`Objects of deleted bodies stay until the storage is back: ${problem}`)
    }
    this.#hasReportedRemoval = problem !== null
    return problem === null
  }

  #retentionStep(nowMs: number): boolean {
    const steadyMs = this.#guard.nowMs(nowMs)
    if (performance.now() < this.#retentionDueAtMs) return false
    this.#retentionRun ??= this.#startRetentionRun(steadyMs)
    if (this.#retentionRun.step()) return true
    this.#retentionRun = null
    this.#retentionChanged = false
    this.#retentionDueAtMs = performance.now() + RETENTION_EVERY_MS
    return false
  }

  #startRetentionRun(nowMs: number): RetentionRun {
    const { database, rollups } = this.#batch
    const days = this.#retentionDays
    const { oldRows, allRows } = RetentionRun.count(database, days, nowMs)
    const maxRows = this.#guard.maxRows(oldRows, allRows, this.#retentionChanged)
    // With time 0 no log has expired; the run only deletes logs of deleted workspaces.
    return maxRows === 0
      ? new RetentionRun(database, rollups, days, 0)
      : new RetentionRun(database, rollups, days, nowMs, maxRows)
  }

  async run(command: WriterCommand, nowMs: number): Promise<WriterResult> {
    const result = await runWriterCommand(this.#batch, command, nowMs)
    if (command.kind === 'retention' || command.kind === 'forget') {
      this.#retentionRun = null
      this.#retentionDueAtMs = 0
      this.#retentionChanged = true
    }
    if (command.kind === 'erase') this.#traces.keepUncopied()
    return result
  }

  close(): void {
    this.#batch.close()
  }
}

/** The change is durable when this returns. Repeating a command changes nothing. */
export function runWriterCommand(batch: IngestBatch, command: WriterCommand, nowMs: number): Awaitable<WriterResult> {
  const { database, objects } = batch
  const storage = { objects, intend: (names: readonly string[]) => scheduleDeletion(database, names) }
  switch (command.kind) {
    case 'create-feedback':
      batch.feedback.create(command.scope, command.entries)
      return true
    case 'update-feedback':
      return batch.feedback.update(command.scope, command.id, command.changes, nowMs) ?? false
    case 'retention':
      setInScope(batch, command.workspace, 'body_retention_days', command.bodyDays)
      return setInScope(batch, command.workspace, 'retention_days', command.days)
    case 'forget':
      return setInScope(batch, command.workspace, 'forget_before_ms', nowMs)
    case 'fill-costs':
      return fillCosts(batch.database, batch.rollups, command.costs)
    case 'erase':
      return withObjects(storage, (changed) =>
        eraseStep({ ...erasedIn(batch), changed }, command.logs, command.phase, command.cursor),
      )
    case 'reencrypt':
      return withObjects(storage, (changed) =>
        reencryptStep({ ...erasedIn(batch), changed }, command.blocks, command.cursor),
      )
  }
}

function erasedIn({ database, rollups, storedKeys }: IngestBatch) {
  return { database, rollups, storedKeys }
}

function setInScope(
  { database }: IngestBatch,
  { organisationId, workspaceId }: { readonly organisationId: string; readonly workspaceId: string },
  column: 'retention_days' | 'body_retention_days' | 'forget_before_ms',
  value: number | null,
): boolean {
  database
    .query(
      `INSERT INTO scopes (organisation_id, workspace_id, ${column}) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET ${column} = excluded.${column}`,
    )
    .run(organisationId, workspaceId, value)
  return true
}
