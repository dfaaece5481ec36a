/** Stores feedback in PostgreSQL and adds it to the logs and rollups of its trace, whichever node wrote them. */

import type { Client } from 'pg'
import type { Feedback, FeedbackChanges, FeedbackScope } from '../../core/logs/feedback.ts'
import { DIMENSION_COLUMNS } from '../rollups/dimensions.ts'
import { picker } from '../rollups/rollups.ts'
import { addFeedback, type FeedbackSums, INPUT_COLUMNS, SUM_COLUMNS } from '../rollups/sum-columns.ts'
import { cleanJson, cleanText } from './clean-text.ts'
import { inTransaction, rowsOf } from './connection.ts'
import { INDEXED_LENGTH } from './migrations.ts'
import type { SharedRollups } from './shared-rollups.ts'

/** A trace can have any number of logs; feedback is added to the newest ones only. */
const MAX_LOGS_PER_TRACE = 100

const LOG_COLUMNS = ['seq', 'feedback_count', ...INPUT_COLUMNS, ...DIMENSION_COLUMNS]
const pick = picker(LOG_COLUMNS)

type FeedbackChange = { readonly organisationId: string; readonly workspaceId: string; readonly sums: FeedbackSums }

export class PostgresFeedbackWriter {
  readonly #client: Client
  readonly #rollups: SharedRollups

  constructor(client: Client, rollups: SharedRollups) {
    this.#client = client
    this.#rollups = rollups
  }

  /** Idempotent: ignores entries whose id exists, because a command can be resent. */
  create(scope: FeedbackScope, entries: readonly Feedback[]): Promise<void> {
    return this.#transact(async () => {
      for (const entry of entries) await this.#createOne(scope, { ...entry, traceId: cleanText(entry.traceId) })
    })
  }

  async #createOne({ organisationId, workspaceId }: FeedbackScope, entry: Feedback): Promise<void> {
    const weightMicros = Math.round(entry.weight * 1e6)
    const logs = await this.#logsOf(organisationId, workspaceId, entry.traceId)
    const newest = logs[0]
    const [, provider, model] = newest ? pick.dimensions(newest) : [null, null, null]
    const created = await rowsOf(
      this.#client,
      `INSERT INTO feedback (id, organisation_id, workspace_id, trace_id, value, weight_micros, metadata,
         created_at_ms, updated_at_ms, log_seq, log_started_at_ms, provider, model)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (id) DO NOTHING RETURNING id`,
      [
        entry.id,
        organisationId,
        workspaceId,
        entry.traceId,
        entry.value,
        weightMicros,
        entry.metadata === null ? null : cleanJson(JSON.stringify(entry.metadata)),
        entry.createdAtMs,
        entry.updatedAtMs,
        newest ? (newest[0] as number) : null,
        newest ? pick.input(newest)[0] : null,
        provider,
        model,
      ],
    )
    if (created.length === 0) return
    const sums = { count: 1, micros: entry.value * weightMicros, weightMicros }
    await this.#apply(logs, { organisationId, workspaceId, sums })
  }

  update(scope: FeedbackScope, id: string, changes: FeedbackChanges, nowMs: number): Promise<string | null> {
    const { organisationId, workspaceId } = scope
    return this.#transact(async () => {
      const [found] = (await rowsOf(
        this.#client,
        `SELECT trace_id, value, weight_micros, metadata FROM feedback
         WHERE id = $1 AND organisation_id = $2 AND workspace_id = $3 FOR UPDATE`,
        [cleanText(id), organisationId, workspaceId],
      )) as [string, number, number, string | null][]
      if (!found) return null
      const [traceId, value, weightBefore, metadataBefore] = found
      const weightMicros = changes.weight === undefined ? weightBefore : Math.round(changes.weight * 1e6)
      const metadata =
        changes.metadata === undefined
          ? metadataBefore
          : changes.metadata && cleanJson(JSON.stringify(changes.metadata))
      await rowsOf(
        this.#client,
        'UPDATE feedback SET value = $1, weight_micros = $2, metadata = $3, updated_at_ms = $4 WHERE id = $5',
        [changes.value, weightMicros, metadata, nowMs, id],
      )
      const sums = {
        count: 0,
        micros: changes.value * weightMicros - value * weightBefore,
        weightMicros: weightMicros - weightBefore,
      }
      await this.#apply(await this.#logsOf(organisationId, workspaceId, traceId), { organisationId, workspaceId, sums })
      return traceId
    })
  }

  #logsOf(organisationId: string, workspaceId: string, traceId: string): Promise<unknown[][]> {
    return rowsOf(
      this.#client,
      `SELECT ${LOG_COLUMNS.join(', ')} FROM logs
       WHERE left(trace_id, ${INDEXED_LENGTH}) = left($1, ${INDEXED_LENGTH}) AND trace_id = $1
         AND workspace_id = $2 AND organisation_id = $3
       ORDER BY seq DESC LIMIT ${MAX_LOGS_PER_TRACE}`,
      [traceId, workspaceId, organisationId],
    )
  }

  async #apply(
    logs: readonly unknown[][],
    { organisationId, workspaceId, sums: delta }: FeedbackChange,
  ): Promise<void> {
    const summed = logs.map((log) => ({
      organisationId,
      workspaceId,
      input: pick.input(log),
      dimensions: pick.dimensions(log),
    }))
    await this.#rollups.scopes.load(this.#client, summed)
    for (const [i, log] of logs.entries()) {
      const [seq, feedbackCount] = log as [number, number]
      await rowsOf(
        this.#client,
        `UPDATE logs SET feedback_count = feedback_count + $1, feedback_micros = feedback_micros + $2,
           feedback_weight_micros = feedback_weight_micros + $3 WHERE seq = $4 AND started_at_ms = $5`,
        [delta.count, delta.micros, delta.weightMicros, seq, summed[i]!.input[0]],
      )
      const sums = new Float64Array(SUM_COLUMNS.length)
      addFeedback(sums, delta, feedbackCount === 0 && delta.count > 0 ? 1 : 0)
      this.#rollups.addVector(summed[i]!, sums)
    }
  }

  /**
   * Needs the exclusive lock: a running batch may be inserting a log of this trace, and one of the two must see the
   * other.
   */
  async #transact<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await inTransaction(this.#client, async () => {
        await this.#rollups.lock(this.#client, 'exclusive')
        const made = await work()
        await this.#rollups.flush(this.#client)
        return made
      })
      this.#rollups.evict()
      return result
    } catch (error) {
      this.#rollups.forget()
      throw error
    }
  }
}
