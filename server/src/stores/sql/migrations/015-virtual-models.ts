/** Virtual models: names that requests send as `model` and that a config of the workspace routes. */

import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

export const virtualModels: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('virtual_models')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('name', 'text', required)
      // Not a foreign key: a config deleted with force=true can be restored under its slug.
      .addColumn('config_slug', 'text', required)
      .addColumn('description', 'text')
      .addColumn('created_by', 'text', required)
      .addColumn('created_at_ms', 'bigint', required)
      .addColumn('updated_at_ms', 'bigint', required)
      .execute()
    await database.schema
      .createIndex('virtual_models_by_workspace_id_name')
      .on('virtual_models')
      .columns(['workspace_id', 'name'])
      .unique()
      .execute()
  },
}
