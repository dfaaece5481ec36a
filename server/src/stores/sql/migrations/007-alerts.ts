/** Alerts of budgets that passed their threshold. */

import type { Kysely, Migration } from 'kysely'

export const alerts: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('budget_alerts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
      .addColumn('workspace_id', 'text', (column) => column.references('workspaces.id').onDelete('cascade'))
      .addColumn('holder_kind', 'text', (column) => column.notNull())
      .addColumn('holder_id', 'text', (column) => column.notNull())
      .addColumn('holder_value', 'text')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('unit', 'text', (column) => column.notNull())
      .addColumn('threshold_units', 'bigint', (column) => column.notNull())
      .addColumn('limit_units', 'bigint', (column) => column.notNull())
      .addColumn('used_units', 'bigint', (column) => column.notNull())
      .addColumn('next_reset_at_ms', 'bigint')
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .execute()
    await database.schema
      .createIndex('budget_alerts_by_time')
      .on('budget_alerts')
      .columns(['organisation_id', 'at_ms'])
      .execute()
  },
}
