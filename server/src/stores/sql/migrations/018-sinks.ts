/** Sinks, and the progress of each node with each sink. */

import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

export const sinks: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('sinks')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
      // Null: logs of every workspace.
      .addColumn('workspace_id', 'text', (column) => column.references('workspaces.id').onDelete('cascade'))
      .addColumn('name', 'text', required)
      .addColumn('is_enabled', 'integer', required)
      // JSON.
      .addColumn('settings', 'text', required)
      .addColumn('selection', 'text', required)
      .addColumn('sealed', 'text')
      .addColumn('url_hint', 'text')
      .addColumn('created_by', 'text', required)
      .addColumn('created_at_ms', 'bigint', required)
      .addColumn('updated_at_ms', 'bigint', required)
      .execute()
    await database.schema
      .createIndex('sinks_by_organisation_id')
      .on('sinks')
      .columns(['organisation_id', 'name'])
      .execute()
    await database.schema
      .createTable('sink_progress')
      .addColumn('sink_id', 'text', (column) => column.notNull().references('sinks.id').onDelete('cascade'))
      .addColumn('node_id', 'text', required)
      .addColumn('reported_at_ms', 'bigint', required)
      // JSON, because it is only displayed.
      .addColumn('progress', 'text', required)
      .addPrimaryKeyConstraint('sink_progress_key', ['sink_id', 'node_id'])
      .execute()
  },
}
