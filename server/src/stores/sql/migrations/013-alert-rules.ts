/** Alert rules, their channels, their state, and the history of alerts with its deliveries. */

import type { CreateTableBuilder, Kysely, Migration } from 'kysely'

export const alertRules: Migration = {
  async up(database: Kysely<unknown>) {
    await owned(database.schema.createTable('alert_channels'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text')
      .addColumn('url_hint', 'text')
      .addColumn('has_signing_secret', 'integer', (column) => column.notNull())
      .addColumn('recipients', 'text', (column) => column.notNull())
      .addColumn('receives_budget_alerts', 'integer', (column) => column.notNull())
      .execute()
    await owned(database.schema.createTable('alert_rules'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('condition', 'text', (column) => column.notNull())
      .addColumn('channel_ids', 'text', (column) => column.notNull())
      .addColumn('reminder_minutes', 'integer')
      .addColumn('is_enabled', 'integer', (column) => column.notNull())
      .addColumn('silenced_until_ms', 'bigint')
      .execute()
    await database.schema
      .createTable('alert_statuses')
      .addColumn('rule_id', 'text', (column) => column.primaryKey().references('alert_rules.id').onDelete('cascade'))
      .addColumn('evaluated_at_ms', 'bigint')
      // JSON: `value` and `firing`.
      .addColumn('status', 'text', (column) => column.notNull())
      .execute()
    // One row: the start of the last evaluation that a node has claimed.
    await database.schema
      .createTable('alert_slots')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('slot_ms', 'bigint', (column) => column.notNull())
      .execute()
    await database.schema
      .createTable('alert_events')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
      .addColumn('workspace_id', 'text', (column) => column.references('workspaces.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      // No foreign key: the history outlives the rule.
      .addColumn('rule_id', 'text')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addColumn('is_silenced', 'integer', (column) => column.notNull())
      .addColumn('facts', 'text')
      .addColumn('budget', 'text')
      .execute()
    await database.schema
      .createIndex('alert_events_by_time')
      .on('alert_events')
      .columns(['organisation_id', 'at_ms'])
      .execute()
    await database.schema
      .createTable('alert_deliveries')
      .addColumn('event_id', 'text', (column) => column.notNull().references('alert_events.id').onDelete('cascade'))
      .addColumn('channel_id', 'text', (column) => column.notNull())
      .addColumn('channel_name', 'text', (column) => column.notNull())
      .addColumn('channel_type', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('error', 'text')
      .addColumn('next_attempt_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('updated_at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('alert_deliveries_key', ['event_id', 'channel_id'])
      .execute()
    await database.schema
      .createIndex('alert_deliveries_due')
      .on('alert_deliveries')
      .columns(['status', 'next_attempt_at_ms'])
      .execute()
  },
}

function owned(table: CreateTableBuilder<string, never>) {
  return table
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
    .addColumn('workspace_id', 'text', (column) => column.references('workspaces.id').onDelete('cascade'))
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('updated_at_ms', 'bigint', (column) => column.notNull())
}
