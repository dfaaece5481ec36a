/** Export files in the control store, in chunks. Only the run that owns the job may write them. */

import { sql } from 'kysely'
import type { ExportChunkStore, ExportStatus, OldExport } from '../../../core/logs/log-exports.ts'
import type { ControlDatabase } from '../control-database.ts'
import { forShare } from '../engine-sql.ts'

export class SqlExportChunks implements ExportChunkStore {
  constructor(private readonly database: ControlDatabase) {}

  async write(
    exportId: string,
    runId: string,
    { atByte, data }: { readonly atByte: number; readonly data: Uint8Array },
  ): Promise<boolean> {
    // A single statement, not a transaction: write transactions run one at a time, and an export must not block them.
    const { numAffectedRows } = await sql`
      insert into log_export_chunks (export_id, at_byte, written_at_ms, data)
      select id, ${atByte}, ${Date.now()}, ${data} from log_exports
      where id = ${exportId} and run_by = ${runId} and status = 'in_progress' ${forShare(this.database)}
    `.execute(this.database)
    return Number(numAffectedRows ?? 0) > 0
  }

  async read(exportId: string, atByte: number): Promise<Uint8Array | undefined> {
    const row = await this.database
      .selectFrom('log_export_chunks')
      .where('export_id', '=', exportId)
      .where('at_byte', '=', atByte)
      .select('data')
      .executeTakeFirst()
    return row?.data
  }

  async sizeOf(exportId: string): Promise<number> {
    const last = await this.database
      .selectFrom('log_export_chunks')
      .where('export_id', '=', exportId)
      .orderBy('at_byte', 'desc')
      .limit(1)
      .select(sql<number>`at_byte + length(data)`.as('end_byte'))
      .executeTakeFirst()
    return last?.end_byte ?? 0
  }

  async cut(exportId: string, runId: string, atByte: number): Promise<void> {
    await sql`
      delete from log_export_chunks where at_byte >= ${atByte} and export_id in (
        select id from log_exports
        where id = ${exportId} and run_by = ${runId} and status = 'in_progress' ${forShare(this.database)}
      )`.execute(this.database)
  }

  async remove(exportId: string, status: ExportStatus): Promise<void> {
    await this.database
      .deleteFrom('log_export_chunks')
      .where('export_id', 'in', (query) =>
        query.selectFrom('log_exports').where('id', '=', exportId).where('status', '=', status).select('id'),
      )
      .execute()
  }

  async olderThan(beforeMs: number): Promise<readonly OldExport[]> {
    const rows = await this.database
      .selectFrom('log_export_chunks')
      .innerJoin('log_exports', 'log_exports.id', 'log_export_chunks.export_id')
      .where('log_exports.status', '!=', 'in_progress')
      .groupBy(['log_exports.id', 'log_exports.organisation_id', 'log_exports.workspace_id', 'log_exports.status'])
      .having(({ fn }) => fn.max('written_at_ms'), '<', beforeMs)
      .select(({ fn }) => [
        'log_exports.id',
        'log_exports.organisation_id',
        'log_exports.workspace_id',
        'log_exports.status',
        fn.max('written_at_ms').as('newest_at_ms'),
      ])
      .execute()
    return rows.map((row) => ({
      id: row.id,
      organisationId: row.organisation_id,
      workspaceId: row.workspace_id,
      status: row.status,
      newestAtMs: row.newest_at_ms,
    }))
  }
}
