/** Export jobs of request logs in the control store. */

import type { ExportProgress, LogExport, LogExportStore } from '../../../core/logs/log-exports.ts'
import type { Listed, Page, Reach } from '../../../core/stores/reach.ts'
import type { ControlDatabase } from '../control-database.ts'
import { pageOf } from '../page.ts'
import type { LogExportTable } from '../schema.ts'

export class SqlLogExports implements LogExportStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(reach: Reach, id: string): Promise<LogExport | undefined> {
    const row = await this.#within(reach).where('id', '=', id).selectAll().executeTakeFirst()
    return row && toExport(row)
  }

  async list(reach: Reach, page: Page): Promise<Listed<LogExport>> {
    const listed = await pageOf(
      this.#within(reach).orderBy('created_at_ms', 'desc').orderBy('id', 'desc').selectAll(),
      page,
    )
    return { rows: listed.rows.map(toExport), total: listed.total }
  }

  async insert(job: LogExport): Promise<void> {
    await this.database.insertInto('log_exports').values(toRow(job)).execute()
  }

  async update(job: LogExport): Promise<void> {
    const { id, ...rest } = toRow(job)
    await this.database.updateTable('log_exports').set(rest).where('id', '=', id).execute()
  }

  async advance(id: string, progress: ExportProgress): Promise<boolean> {
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
      })
      .where('id', '=', id)
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
      .orderBy('created_at_ms')
      .orderBy('id')
      .selectAll()
      .execute()
    return rows.map(toExport)
  }

  #within(reach: Reach) {
    const query = this.database.selectFrom('log_exports').where('organisation_id', '=', reach.organisationId)
    return reach.workspaceId === null ? query : query.where('workspace_id', '=', reach.workspaceId)
  }
}

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
  }
}

function toRow(job: LogExport): LogExportTable {
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
  }
}
