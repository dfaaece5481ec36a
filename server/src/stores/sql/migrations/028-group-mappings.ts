/** Group mappings, and which memberships and roles they gave. */

import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

export const groupMappings: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('group_mappings')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
      .addColumn('group_name', 'text', required)
      .addColumn('organisation_role', 'text')
      .addColumn('workspace_id', 'text', (column) => column.references('workspaces.id').onDelete('cascade'))
      .addColumn('workspace_role', 'text')
      .addColumn('created_at_ms', 'bigint', required)
      .addColumn('updated_at_ms', 'bigint', required)
      .execute()
    await database.schema
      .createIndex('group_mappings_by_organisation_id')
      .on('group_mappings')
      .columns(['organisation_id', 'group_name'])
      .execute()
    await database.schema
      .alterTable('workspace_members')
      .addColumn('source', 'text', (column) => column.notNull().defaultTo('manual'))
      .execute()
    // Null: the role was given by hand.
    await database.schema.alterTable('users').addColumn('role_without_groups', 'text').execute()
  },
}
