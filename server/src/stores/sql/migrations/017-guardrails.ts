/** Saved guardrails with their versions; the default guardrails of workspaces. */

import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

export const guardrails: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('guardrails')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
      // Null: of the organisation.
      .addColumn('workspace_id', 'text', (column) => column.references('workspaces.id').onDelete('cascade'))
      // The workspace, else the organisation: a unique index treats nulls as different.
      .addColumn('home_id', 'text', required)
      .addColumn('slug', 'text', required)
      .addColumn('name', 'text', required)
      .addColumn('owner_id', 'text', required)
      .addColumn('updated_by', 'text', required)
      .addColumn('version_number', 'integer', required)
      .addColumn('created_at_ms', 'bigint', required)
      .addColumn('updated_at_ms', 'bigint', required)
      .execute()
    await database.schema
      .createIndex('guardrails_by_home_id_slug')
      .on('guardrails')
      .columns(['home_id', 'slug'])
      .unique()
      .execute()
    await database.schema
      .createIndex('guardrails_by_organisation_id')
      .on('guardrails')
      .columns(['organisation_id', 'created_at_ms'])
      .execute()
    await database.schema
      .createTable('guardrail_versions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('guardrail_id', 'text', (column) => column.notNull().references('guardrails.id').onDelete('cascade'))
      .addColumn('number', 'integer', required)
      // JSON with sealed secrets.
      .addColumn('checks', 'text', required)
      .addColumn('actions', 'text', required)
      .addColumn('is_trusted', 'integer', required)
      .addColumn('created_by', 'text', required)
      .addColumn('created_at_ms', 'bigint', required)
      .execute()
    await database.schema
      .createIndex('guardrail_versions_by_guardrail_id_number')
      .on('guardrail_versions')
      .columns(['guardrail_id', 'number'])
      .unique()
      .execute()
    // JSON. Null: none.
    await database.schema.alterTable('workspaces').addColumn('default_guardrails', 'text').execute()
  },
}
