/** Stores feedback in SQLite and adds it to the logs and rollups of its trace, whichever arrives first. */

import type { Database } from 'bun:sqlite'
import type { Feedback, FeedbackChanges, FeedbackScope } from '../../core/logs/feedback.ts'
import { DIMENSION_COLUMNS } from '../rollups/dimensions.ts'
import { picker, type Rollups } from '../rollups/rollups.ts'
import { addFeedback, type FeedbackSums, INPUT_COLUMNS, SUM_COLUMNS } from '../rollups/sum-columns.ts'
import { boundTraces, LOGS_OF_TRACES } from './trace-index.ts'

/** A trace can have any number of logs; feedback is added to the newest ones only. */
const MAX_LOGS_PER_TRACE = 100
/** How long, and for how many traces, feedback waits for logs that arrive after it. */
const AWAITED_MS = 7 * 86_400_000
const MAX_AWAITED = 20_000

const LOG_COLUMNS = ['seq', 'feedback_count', ...INPUT_COLUMNS, ...DIMENSION_COLUMNS]
const pick = picker(LOG_COLUMNS)

const FIND_LOGS = `SELECT ${LOG_COLUMNS.join(', ')} FROM ${LOGS_OF_TRACES}
  AND workspace_id = ? AND organisation_id = ?
  ORDER BY seq DESC LIMIT ${MAX_LOGS_PER_TRACE}`

type JoinedLog = { readonly seq: number; readonly provider: string | null; readonly model: string | null }

export class FeedbackWriter {
  readonly #database: Database
  readonly #rollups: Rollups
  /** Workspace and trace -> sum of recent feedback. */
  readonly #awaited = new Map<string, FeedbackSums>()
  /** Changes of `#awaited` by the current transaction. */
  #uncommitted: { readonly key: string; readonly delta: FeedbackSums }[] = []

  constructor(database: Database, rollups: Rollups, nowMs: number) {
    this.#database = database
    this.#rollups = rollups
    const rows = database
      .query<{ workspace_id: string; trace_id: string } & FeedbackSums, [number, number]>(
        `SELECT workspace_id, trace_id, count(*) AS count, sum(value * weight_micros) AS micros,
           sum(weight_micros) AS weightMicros, max(created_at_ms) AS newest
         FROM feedback WHERE created_at_ms >= ? GROUP BY workspace_id, trace_id ORDER BY newest DESC LIMIT ?`,
      )
      .all(nowMs - AWAITED_MS, MAX_AWAITED)
    for (const { workspace_id, trace_id, ...sums } of rows.reverse())
      this.#awaited.set(traceKey(workspace_id, trace_id), sums)
  }

  /** Feedback that arrived before this log of the trace. */
  of(workspaceId: string, traceId: string): FeedbackSums | null {
    return this.#awaited.size === 0 ? null : (this.#awaited.get(traceKey(workspaceId, traceId)) ?? null)
  }

  /** Call when a log was stored with the feedback of its trace. */
  join(workspaceId: string, traceId: string, log: JoinedLog): void {
    this.#database
      .query(
        `UPDATE feedback SET log_seq = ?, provider = ?, model = ?
         WHERE workspace_id = ? AND trace_id = ? AND log_seq IS NULL`,
      )
      .run(log.seq, log.provider, log.model, workspaceId, traceId)
  }

  /** Idempotent: ignores entries whose id exists, because a command can be resent. */
  create(scope: FeedbackScope, entries: readonly Feedback[]): void {
    this.#transact(() => {
      for (const entry of entries) this.#createOne(scope, entry)
    })
  }

  #createOne({ organisationId, workspaceId }: FeedbackScope, entry: Feedback): void {
    const weightMicros = Math.round(entry.weight * 1e6)
    const logs = this.#logsOf(organisationId, workspaceId, entry.traceId)
    const joined = logs[0] ? joinedLog(logs[0]) : null
    const { changes } = this.#database
      .query(
        `INSERT INTO feedback (id, organisation_id, workspace_id, trace_id, value, weight_micros, metadata,
           created_at_ms, updated_at_ms, log_seq, provider, model)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
      )
      .run(
        entry.id,
        organisationId,
        workspaceId,
        entry.traceId,
        entry.value,
        weightMicros,
        entry.metadata === null ? null : JSON.stringify(entry.metadata),
        entry.createdAtMs,
        entry.updatedAtMs,
        joined?.seq ?? null,
        joined?.provider ?? null,
        joined?.model ?? null,
      )
    if (changes === 0) return
    const delta = { count: 1, micros: entry.value * weightMicros, weightMicros }
    this.#apply(organisationId, workspaceId, entry.traceId, logs, delta)
  }

  /** Returns the trace id; null if the feedback does not exist. */
  update(scope: FeedbackScope, id: string, changes: FeedbackChanges, nowMs: number): string | null {
    return this.#transact(() => {
      const { organisationId, workspaceId } = scope
      const found = this.#database
        .query<{ trace_id: string; value: number; weight_micros: number; metadata: string | null }, string[]>(
          `SELECT trace_id, value, weight_micros, metadata FROM feedback
           WHERE id = ? AND organisation_id = ? AND workspace_id = ?`,
        )
        .get(id, organisationId, workspaceId)
      if (!found) return null
      const weightMicros = changes.weight === undefined ? found.weight_micros : Math.round(changes.weight * 1e6)
      const metadata =
        changes.metadata === undefined ? found.metadata : changes.metadata && JSON.stringify(changes.metadata)
      this.#database
        .query('UPDATE feedback SET value = ?, weight_micros = ?, metadata = ?, updated_at_ms = ? WHERE id = ?')
        .run(changes.value, weightMicros, metadata, nowMs, id)
      this.#apply(
        organisationId,
        workspaceId,
        found.trace_id,
        this.#logsOf(organisationId, workspaceId, found.trace_id),
        {
          count: 0,
          micros: changes.value * weightMicros - found.value * found.weight_micros,
          weightMicros: weightMicros - found.weight_micros,
        },
      )
      return found.trace_id
    })
  }

  #logsOf(organisationId: string, workspaceId: string, traceId: string): unknown[][] {
    const values = [...boundTraces([traceId]), workspaceId, organisationId]
    return this.#database.query(FIND_LOGS).values(...values) as unknown[][]
  }

  #apply(organisationId: string, workspaceId: string, traceId: string, logs: unknown[][], delta: FeedbackSums): void {
    for (const log of logs) {
      const [seq, feedbackCount] = log as [number, number]
      this.#database
        .query(
          `UPDATE logs SET feedback_count = feedback_count + ?, feedback_micros = feedback_micros + ?,
             feedback_weight_micros = feedback_weight_micros + ? WHERE seq = ?`,
        )
        .run(delta.count, delta.micros, delta.weightMicros, seq)
      const sums = new Float64Array(SUM_COLUMNS.length)
      addFeedback(sums, delta, feedbackCount === 0 && delta.count > 0 ? 1 : 0)
      const summed = { organisationId, workspaceId, input: pick.input(log), dimensions: pick.dimensions(log) }
      this.#rollups.addVector(summed, sums)
    }
    this.#uncommitted.push({ key: traceKey(workspaceId, traceId), delta })
  }

  #await(key: string, delta: FeedbackSums): void {
    const before = this.#awaited.get(key) ?? { count: 0, micros: 0, weightMicros: 0 }
    this.#awaited.delete(key)
    this.#awaited.set(key, {
      count: before.count + delta.count,
      micros: before.micros + delta.micros,
      weightMicros: before.weightMicros + delta.weightMicros,
    })
    if (this.#awaited.size > MAX_AWAITED) this.#awaited.delete(this.#awaited.keys().next().value!)
  }

  #transact<T>(work: () => T): T {
    this.#uncommitted = []
    try {
      const done = this.#database
        .transaction(() => {
          const result = work()
          this.#rollups.flush()
          return result
        })
        .immediate()
      for (const { key, delta } of this.#uncommitted) this.#await(key, delta)
      return done
    } catch (error) {
      // The rows in memory may be ahead of the store.
      this.#rollups.forget()
      throw error
    }
  }
}

/** `log` is a row of `LOG_COLUMNS`. */
function joinedLog(log: readonly unknown[]): JoinedLog {
  const [, provider, model] = pick.dimensions(log)
  return { seq: log[0] as number, provider, model }
}

/** Unambiguous: workspace ids never contain NUL. */
function traceKey(workspaceId: string, traceId: string): string {
  return `${workspaceId}\u0000${traceId}`
}
