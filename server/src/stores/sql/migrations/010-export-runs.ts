/** Exports of several nodes: who runs a job and until when, and the bytes of its file, which every node can give out. */

import { type Kysely, type Migration, sql } from 'kysely'

export const exportRuns: Migration = {
  async up(database: Kysely<unknown>) {
    // Null: nobody runs it.
    await database.schema.alterTable('log_exports').addColumn('run_by', 'text').execute()
    await database.schema.alterTable('log_exports').addColumn('lease_until_ms', 'bigint').execute()
    await database.schema
      .createTable('log_export_chunks')
      .addColumn('export_id', 'text', (column) => column.notNull().references('log_exports.id').onDelete('cascade'))
      .addColumn('at_byte', 'bigint', (column) => column.notNull())
      .addColumn('written_at_ms', 'bigint', (column) => column.notNull())
      // SQLite takes any name of a type and keeps bytes as they are.
      .addColumn('data', sql`bytea`, (column) => column.notNull())
      .addPrimaryKeyConstraint('log_export_chunks_key', ['export_id', 'at_byte'])
      .execute()
  },
}
