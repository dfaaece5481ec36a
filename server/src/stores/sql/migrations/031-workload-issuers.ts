/** Workload issuers, and the tokens and subjects that are revoked. */

import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

export const workloadIssuers: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('workload_issuers')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
      // Null: a claim names the workspace.
      .addColumn('workspace_id', 'text', (column) => column.references('workspaces.id').onDelete('cascade'))
      .addColumn('name', 'text', required)
      .addColumn('is_enabled', 'integer', required)
      .addColumn('issuer', 'text', required)
      // JSON.
      .addColumn('settings', 'text', required)
      .addColumn('limits', 'text', required)
      .addColumn('created_by', 'text', required)
      .addColumn('created_at_ms', 'bigint', required)
      .addColumn('updated_at_ms', 'bigint', required)
      .execute()
    await database.schema
      .createIndex('workload_issuers_by_organisation_id')
      .on('workload_issuers')
      .columns(['organisation_id', 'name'])
      .execute()
    await database.schema.createIndex('workload_issuers_by_issuer').on('workload_issuers').column('issuer').execute()
    await database.schema
      .createTable('workload_revocations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('issuer_id', 'text', (column) =>
        column.notNull().references('workload_issuers.id').onDelete('cascade'),
      )
      .addColumn('kind', 'text', required)
      .addColumn('value', 'text', required)
      // Hexadecimal SHA-256 of the value: PostgreSQL cannot index long texts.
      .addColumn('value_hash', 'text', required)
      .addColumn('reason', 'text')
      .addColumn('expires_at_ms', 'bigint')
      .addColumn('created_by', 'text', required)
      .addColumn('created_at_ms', 'bigint', required)
      .addUniqueConstraint('workload_revocations_of_value', ['issuer_id', 'kind', 'value_hash'])
      .execute()
  },
}
