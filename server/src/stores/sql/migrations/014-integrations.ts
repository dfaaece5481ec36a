/** Integrations with the access of workspaces and the models they serve; virtual keys made from them. */

import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const ofIntegration = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('integrations.id').onDelete('cascade')

export const integrations: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('integrations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
      // Null: of the organisation.
      .addColumn('workspace_id', 'text', (column) => column.references('workspaces.id').onDelete('cascade'))
      .addColumn('slug', 'text', required)
      .addColumn('name', 'text', required)
      .addColumn('description', 'text')
      .addColumn('provider_name', 'text', required)
      .addColumn('provider', 'text', required)
      .addColumn('settings', 'text', required)
      .addColumn('custom_host', 'text')
      .addColumn('is_host_trusted', 'integer', required)
      .addColumn('credentials', 'text', required)
      .addColumn('allows_all_models', 'integer', required)
      .addColumn('is_global', 'integer', required)
      .addColumn('global_limits', 'text', required)
      .addColumn('creates_provider', 'integer', required)
      .addColumn('created_by', 'text', required)
      .addColumn('created_at_ms', 'bigint', required)
      .addColumn('updated_at_ms', 'bigint', required)
      .execute()
    await database.schema
      .createIndex('integrations_by_organisation_id_slug')
      .on('integrations')
      .columns(['organisation_id', 'slug'])
      .unique()
      .execute()
    await database.schema
      .createTable('integration_workspaces')
      .addColumn('integration_id', 'text', ofIntegration)
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('given_id', 'text', required)
      .addColumn('is_enabled', 'integer', required)
      .addColumn('limits', 'text', required)
      .addColumn('created_at_ms', 'bigint', required)
      .addColumn('updated_at_ms', 'bigint', required)
      .addPrimaryKeyConstraint('integration_workspaces_key', ['integration_id', 'workspace_id'])
      .execute()
    await database.schema
      .createTable('integration_models')
      .addColumn('integration_id', 'text', ofIntegration)
      .addColumn('slug', 'text', required)
      .addColumn('is_enabled', 'integer', required)
      .addColumn('is_custom', 'integer', required)
      .addColumn('is_finetune', 'integer', required)
      .addColumn('base_model', 'text')
      .addColumn('price', 'text')
      .addColumn('updated_at_ms', 'bigint', required)
      .addPrimaryKeyConstraint('integration_models_key', ['integration_id', 'slug'])
      .execute()
    // Null: the virtual key has a credential of its own.
    await database.schema
      .alterTable('virtual_keys')
      .addColumn('integration_id', 'text', (column) => column.references('integrations.id').onDelete('cascade'))
      .execute()
    await database.schema.alterTable('virtual_keys').addColumn('integration_given_id', 'text').execute()
    await database.schema
      .createIndex('virtual_keys_by_integration_id')
      .on('virtual_keys')
      .column('integration_id')
      .execute()
  },
}
