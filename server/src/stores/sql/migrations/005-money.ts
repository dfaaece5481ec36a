/** Policies, the budget ledger and rate limit counters. */

import type { Kysely, Migration } from 'kysely'

export const money: Migration = {
  async up(database: Kysely<unknown>) {
    await createPolicies(database)
    await createLedger(database)
  },
}

async function createPolicies(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('limit_policies')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
    .addColumn('workspace_id', 'text', (column) => column.references('workspaces.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('conditions', 'text', (column) => column.notNull())
    .addColumn('group_by', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('unit', 'text')
    .addColumn('value', 'bigint')
    // Integer nano-USD, tokens or requests, because both engines store integers exactly.
    .addColumn('credit_limit', 'bigint')
    .addColumn('alert_threshold', 'bigint')
    .addColumn('periodic_reset', 'text')
    .addColumn('periodic_reset_days', 'integer')
    .addColumn('next_reset_at', 'bigint')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await database.schema
    .createIndex('limit_policies_by_owner')
    .on('limit_policies')
    .columns(['organisation_id', 'workspace_id', 'kind'])
    .execute()
}

async function createLedger(database: Kysely<unknown>): Promise<void> {
  // One row per call and budget, written when the hold is settled or released and never changed.
  await database.schema
    .createTable('ledger_entries')
    .addColumn('hold_id', 'text', (column) => column.notNull())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('held_units', 'bigint', (column) => column.notNull())
    .addColumn('units', 'bigint', (column) => column.notNull())
    .addColumn('period_started_at_ms', 'bigint', (column) => column.notNull())
    // Used units of the period after this entry; null if the period had ended.
    .addColumn('balance_units', 'bigint')
    .addPrimaryKeyConstraint('ledger_entries_key', ['hold_id', 'account'])
    .execute()
  await database.schema
    .createIndex('ledger_entries_by_account')
    .on('ledger_entries')
    .columns(['account', 'period_started_at_ms', 'units'])
    .execute()
  await database.schema
    .createTable('balances')
    .addColumn('account', 'text', (column) => column.primaryKey())
    .addColumn('anchor_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('period_started_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('used_units', 'bigint', (column) => column.notNull())
    .addColumn('unknown_units', 'bigint', (column) => column.notNull())
    .addColumn('is_alerted', 'integer', (column) => column.notNull())
    .execute()
  // Open holds at the time of the last fold. After a crash the next start settles them in full.
  await database.schema
    .createTable('ledger_holds')
    .addColumn('hold_id', 'text', (column) => column.primaryKey())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('legs', 'text', (column) => column.notNull())
    .execute()
  await database.schema
    .createTable('window_counters')
    .addColumn('counter', 'text', (column) => column.primaryKey())
    .addColumn('window_started_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('used_units', 'bigint', (column) => column.notNull())
    .execute()
  await database.schema
    .createTable('ledger_progress')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('segment', 'bigint', (column) => column.notNull())
    .addColumn('position_bytes', 'bigint', (column) => column.notNull())
    .execute()
}
