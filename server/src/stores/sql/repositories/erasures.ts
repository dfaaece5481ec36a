/** Erasures in the control store. */

import { sql } from 'kysely'
import type { LocalErasureCounts } from '../../../core/logs/log-erasure.ts'
import type { ExportRun } from '../../../core/logs/log-exports.ts'
import type { Erasure, ErasureNodes, ErasureStore } from '../../../core/stores/erasures.ts'
import type { Listed, Page, Reach } from '../../../core/stores/reach.ts'
import type { ControlDatabase } from '../control-database.ts'
import { storeClockMs } from '../engine-sql.ts'
import { pageOf } from '../page.ts'
import type { ErasureTable } from '../schema.ts'

/** A node is alive for this long after its last heartbeat. Nodes send one every 5 s. */
const ALIVE_MS = 30_000

export class SqlErasures implements ErasureStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(reach: Reach, id: string): Promise<Erasure | undefined> {
    const row = await this.#within(reach).where('id', '=', id).selectAll().executeTakeFirst()
    return row && toErasure(row)
  }

  async list(reach: Reach, page: Page): Promise<Listed<Erasure>> {
    const query = this.#within(reach).orderBy('created_at_ms', 'desc').orderBy('id', 'desc').selectAll()
    const { rows, total } = await pageOf(query, page)
    return { rows: rows.map(toErasure), total }
  }

  async insert(erasure: Erasure): Promise<void> {
    await this.database
      .insertInto('erasures')
      .values({ ...toRow(erasure), run_by: null, lease_until_ms: null })
      .execute()
  }

  async open(): Promise<readonly Erasure[]> {
    const rows = await this.database
      .selectFrom('erasures')
      .where('sealed_subject', 'is not', null)
      .orderBy('created_at_ms')
      .orderBy('id')
      .selectAll()
      .execute()
    return rows.map(toErasure)
  }

  async claim(id: string, run: ExportRun): Promise<Erasure | undefined> {
    const row = await this.database
      .updateTable('erasures')
      .set({ run_by: run.id, lease_until_ms: this.#endOf(run) })
      .where('id', '=', id)
      .where(sql<boolean>`(run_by is null or lease_until_ms <= ${storeClockMs(this.database)})`)
      .returningAll()
      .executeTakeFirst()
    return row && toErasure(row)
  }

  async advance(erasure: Erasure, run: ExportRun): Promise<boolean> {
    const { id, ...row } = toRow(erasure)
    const { numUpdatedRows } = await this.database
      .updateTable('erasures')
      .set({ ...row, lease_until_ms: this.#endOf(run) })
      .where('id', '=', id)
      .where('run_by', '=', run.id)
      .executeTakeFirst()
    return Number(numUpdatedRows) > 0
  }

  async release(id: string, runId: string): Promise<void> {
    await this.database
      .updateTable('erasures')
      .set({ run_by: null, lease_until_ms: null })
      .where('id', '=', id)
      .where('run_by', '=', runId)
      .execute()
  }

  async reportNode(id: string, nodeId: string, counts: LocalErasureCounts): Promise<void> {
    await this.database
      .insertInto('erasure_nodes')
      .values({
        erasure_id: id,
        node_id: nodeId,
        quarantined_files: counts.quarantinedFiles,
        cached_responses: counts.cachedResponses,
      })
      .onConflict((conflict) =>
        conflict.columns(['erasure_id', 'node_id']).doUpdateSet(({ eb, ref }) => ({
          quarantined_files: eb(ref('erasure_nodes.quarantined_files'), '+', counts.quarantinedFiles),
          cached_responses: eb(ref('erasure_nodes.cached_responses'), '+', counts.cachedResponses),
        })),
      )
      .execute()
  }

  async nodes(id: string): Promise<ErasureNodes> {
    const rows = await this.database.selectFrom('erasure_nodes').where('erasure_id', '=', id).selectAll().execute()
    const alive = await sql<{ node_id: string }>`select node_id from ledger_nodes
      where seen_at_ms >= ${storeClockMs(this.database)} - ${sql.lit(ALIVE_MS)}`.execute(this.database)
    return {
      done: new Set(rows.map(({ node_id }) => node_id)),
      counts: {
        quarantinedFiles: rows.reduce((sum, row) => sum + row.quarantined_files, 0),
        cachedResponses: rows.reduce((sum, row) => sum + row.cached_responses, 0),
      },
      alive: alive.rows.map(({ node_id }) => node_id),
    }
  }

  /** Without a lease the end is 0, so that another run may claim the erasure at any time. */
  #endOf({ leaseMs }: ExportRun) {
    return leaseMs === 0 ? 0 : sql<number>`${storeClockMs(this.database)} + ${sql.lit(leaseMs)}`
  }

  #within(reach: Reach) {
    const query = this.database.selectFrom('erasures').where('organisation_id', '=', reach.organisationId)
    return reach.workspaceId === null ? query : query.where('workspace_id', '=', reach.workspaceId)
  }
}

function toErasure(row: ErasureTable): Erasure {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    workspaceId: row.workspace_id,
    subjectType: row.subject_type,
    subjectHash: row.subject_hash,
    sealedSubject: row.sealed_subject,
    status: row.status,
    untilMs: row.until_ms,
    progress: JSON.parse(row.progress) as Erasure['progress'],
    actor: JSON.parse(row.actor) as Erasure['actor'],
    error: row.error,
    finishedAtMs: row.finished_at_ms,
    sweepAtMs: row.sweep_at_ms,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}

function toRow(erasure: Erasure): Omit<ErasureTable, 'run_by' | 'lease_until_ms'> {
  return {
    id: erasure.id,
    organisation_id: erasure.organisationId,
    workspace_id: erasure.workspaceId,
    subject_type: erasure.subjectType,
    subject_hash: erasure.subjectHash,
    sealed_subject: erasure.sealedSubject,
    status: erasure.status,
    until_ms: erasure.untilMs,
    progress: JSON.stringify(erasure.progress),
    actor: JSON.stringify(erasure.actor),
    error: erasure.error,
    finished_at_ms: erasure.finishedAtMs,
    sweep_at_ms: erasure.sweepAtMs,
    created_at_ms: erasure.createdAtMs,
    updated_at_ms: erasure.updatedAtMs,
  }
}
