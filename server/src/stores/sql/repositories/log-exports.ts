/** Export jobs of request logs in the control store. */

import { sql } from 'kysely'
import type {
  ExportedPerson,
  ExportProgress,
  ExportRun,
  LogExport,
  LogExportStore,
} from '../../../core/logs/log-exports.ts'
import type { Listed, Page, Reach } from '../../../core/stores/reach.ts'
import type { ControlDatabase } from '../control-database.ts'
import { storeClockMs } from '../engine-sql.ts'
import { pageOf } from '../page.ts'
import type { LogExportTable } from '../schema.ts'

export class SqlLogExports implements LogExportStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(reach: Reach, id: string): Promise<LogExport | undefined> {
    const row = await this.#within(reach).where('id', '=', id).selectAll().executeTakeFirst()
    return row && toExport(row)
  }

  async list(reach: Reach, page: Page, kind: 'logs' | 'persons' = 'logs'): Promise<Listed<LogExport>> {
    const listed = await pageOf(
      this.#within(reach)
        .where('person', kind === 'logs' ? 'is' : 'is not', null)
        .orderBy('created_at_ms', 'desc')
        .orderBy('id', 'desc')
        .selectAll(),
      page,
    )
    return { rows: listed.rows.map(toExport), total: listed.total }
  }

  async insert(job: LogExport): Promise<void> {
    await this.database.insertInto('log_exports').values(toRow(job)).execute()
  }

  async update(job: LogExport): Promise<void> {
    const { id, ...rest } = toRow(job)
    await this.database
      .updateTable('log_exports')
      .set({ ...rest, ...(job.status !== 'in_progress' && NOBODY) })
      .where('id', '=', id)
      .execute()
  }

  async advance(id: string, runId: string, progress: ExportProgress): Promise<boolean> {
    const { numUpdatedRows } = await this.database
      .updateTable('log_exports')
      .set({
        status: progress.status,
        total: progress.total,
        written: progress.written,
        cursor: progress.cursor,
        file_bytes: progress.fileBytes,
        error: progress.error,
        updated_at_ms: progress.updatedAtMs,
        ...(progress.status !== 'in_progress' && NOBODY),
      })
      .where('id', '=', id)
      .where('run_by', '=', runId)
      .where('status', '=', 'in_progress')
      .executeTakeFirst()
    return Number(numUpdatedRows) > 0
  }

  async remove(id: string): Promise<void> {
    await this.database.deleteFrom('log_exports').where('id', '=', id).execute()
  }

  async unfinished(): Promise<readonly LogExport[]> {
    const rows = await this.database
      .selectFrom('log_exports')
      .where('status', '=', 'in_progress')
      .where(this.#isWaiting)
      .orderBy('created_at_ms')
      .orderBy('id')
      .selectAll()
      .execute()
    return rows.map(toExport)
  }

  async claim(id: string, run: ExportRun): Promise<LogExport | undefined> {
    const row = await this.database
      .updateTable('log_exports')
      .set({ run_by: run.id, lease_until_ms: this.#endOf(run) })
      .where('id', '=', id)
      .where('status', '=', 'in_progress')
      .where(this.#isWaiting)
      .returningAll()
      .executeTakeFirst()
    return row && toExport(row)
  }

  async renew(id: string, run: ExportRun): Promise<boolean> {
    const { numUpdatedRows } = await this.database
      .updateTable('log_exports')
      .set({ lease_until_ms: this.#endOf(run) })
      .where('id', '=', id)
      .where('run_by', '=', run.id)
      .where('status', '=', 'in_progress')
      .executeTakeFirst()
    return Number(numUpdatedRows) > 0
  }

  async release(id: string, runId: string): Promise<void> {
    await this.database
      .updateTable('log_exports')
      .set(NOBODY)
      .where('id', '=', id)
      .where('run_by', '=', runId)
      .execute()
  }

  get #isWaiting() {
    return sql<boolean>`(run_by is null or lease_until_ms <= ${storeClockMs(this.database)})`
  }

  /** Without a lease the end is 0, so that another run may claim the export at any time. */
  #endOf({ leaseMs }: ExportRun) {
    return leaseMs === 0 ? 0 : sql<number>`${storeClockMs(this.database)} + ${sql.lit(leaseMs)}`
  }

  #within(reach: Reach) {
    const query = this.database.selectFrom('log_exports').where('organisation_id', '=', reach.organisationId)
    return reach.workspaceId === null ? query : query.where('workspace_id', '=', reach.workspaceId)
  }
}

const NOBODY = { run_by: null, lease_until_ms: null }

function toExport(row: LogExportTable): LogExport {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    workspaceId: row.workspace_id,
    description: row.description,
    format: row.format,
    filters: row.filters,
    columns: JSON.parse(row.columns) as string[],
    status: row.status,
    total: row.total,
    written: row.written,
    cursor: row.cursor,
    fileBytes: row.file_bytes,
    error: row.error,
    createdBy: row.created_by,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
    ...(row.person !== null && { person: JSON.parse(row.person) as ExportedPerson }),
  }
}

function toRow(job: LogExport): Omit<LogExportTable, keyof typeof NOBODY> {
  return {
    id: job.id,
    organisation_id: job.organisationId,
    workspace_id: job.workspaceId,
    description: job.description,
    format: job.format,
    filters: job.filters,
    columns: JSON.stringify(job.columns),
    status: job.status,
    total: job.total,
    written: job.written,
    cursor: job.cursor,
    file_bytes: job.fileBytes,
    error: job.error,
    created_by: job.createdBy,
    created_at_ms: job.createdAtMs,
    updated_at_ms: job.updatedAtMs,
    person: job.person === undefined ? null : JSON.stringify(job.person),
  }
}
