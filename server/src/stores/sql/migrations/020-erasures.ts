/** Requests to erase a person, with their receipts; redacted entries of the audit log. */

import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

export const erasures: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('erasures')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
      // No foreign key: the receipt outlives the workspace.
      .addColumn('workspace_id', 'text')
      .addColumn('subject_type', 'text', required)
      .addColumn('subject_hash', 'text', required)
      .addColumn('sealed_subject', 'text')
      .addColumn('status', 'text', required)
      .addColumn('until_ms', 'bigint', required)
      // JSON.
      .addColumn('progress', 'text', required)
      .addColumn('actor', 'text', required)
      .addColumn('error', 'text')
      .addColumn('finished_at_ms', 'bigint')
      .addColumn('sweep_at_ms', 'bigint')
      .addColumn('run_by', 'text')
      .addColumn('lease_until_ms', 'bigint')
      .addColumn('created_at_ms', 'bigint', required)
      .addColumn('updated_at_ms', 'bigint', required)
      .execute()
    await database.schema
      .createIndex('erasures_by_organisation_id')
      .on('erasures')
      .columns(['organisation_id', 'created_at_ms'])
      .execute()
    // Keyed hash of the redacted entry. Null: not redacted.
    await database.schema.alterTable('audit_entries').addColumn('redaction', 'text').execute()
  },
}
