/** Data keys that encrypt the logged bodies of workspaces, and how long bodies are kept. */

import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

export const bodyKeys: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('body_keys')
      .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('version', 'integer', required)
      .addColumn('sealed', 'text', required)
      .addColumn('created_at_ms', 'bigint', required)
      .addPrimaryKeyConstraint('body_keys_key', ['workspace_id', 'version'])
      .execute()
    // Null: as long as the log.
    await database.schema.alterTable('workspaces').addColumn('body_retention_days', 'integer').execute()
  },
}
