/** Organisations, workspaces and gateway keys. */

import type { Kysely, Migration } from 'kysely'

export const keys: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('organisations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .execute()
    await database.schema
      .createTable('workspaces')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('is_default', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .execute()
    await database.schema
      .createTable('api_keys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
      .addColumn('workspace_id', 'text', (column) => column.references('workspaces.id'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('hint', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('allow_inference', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('expires_at_ms', 'bigint')
      .addColumn('revoked_at_ms', 'bigint')
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .execute()
  },
}
