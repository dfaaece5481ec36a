/** Custom prices of organisations and workspaces. */

import type { Kysely, Migration } from 'kysely'

export const prices: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('prices')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
      .addColumn('workspace_id', 'text', (column) => column.references('workspaces.id').onDelete('cascade'))
      .addColumn('virtual_key', 'text')
      .addColumn('provider', 'text')
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('list', 'text')
      // In millionths, because both engines store integers exactly.
      .addColumn('multiplier_millionths', 'bigint', (column) => column.notNull())
      .addColumn('valid_from_ms', 'bigint', (column) => column.notNull())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('updated_at_ms', 'bigint', (column) => column.notNull())
      .execute()
    await database.schema
      .createIndex('prices_by_owner')
      .on('prices')
      .columns(['organisation_id', 'workspace_id'])
      .execute()
  },
}
