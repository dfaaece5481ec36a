/** Exports with several nodes: who runs a job and until when, and the file contents, which every node can serve. */

import { type Kysely, type Migration, sql } from 'kysely'

export const exportRuns: Migration = {
  async up(database: Kysely<unknown>) {
    // Null: not running.
    await database.schema.alterTable('log_exports').addColumn('run_by', 'text').execute()
    await database.schema.alterTable('log_exports').addColumn('lease_until_ms', 'bigint').execute()
    await database.schema
      .createTable('log_export_chunks')
      .addColumn('export_id', 'text', (column) => column.notNull().references('log_exports.id').onDelete('cascade'))
      .addColumn('at_byte', 'bigint', (column) => column.notNull())
      .addColumn('written_at_ms', 'bigint', (column) => column.notNull())
      // SQLite accepts any type name and stores the bytes unchanged.
      .addColumn('data', sql`bytea`, (column) => column.notNull())
      .addPrimaryKeyConstraint('log_export_chunks_key', ['export_id', 'at_byte'])
      .execute()
  },
}
