/** Budgets of several nodes: leases, last heartbeats and reported journal positions. */

import type { Kysely, Migration } from 'kysely'

export const nodes: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .alterTable('balances')
      .addColumn('leased_units', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    // Null: the hold comes from a store that was moved here from a single process.
    await database.schema.alterTable('ledger_holds').addColumn('node_id', 'text').execute()
    await database.schema
      .createTable('budget_leases')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('node_id', 'text', (column) => column.notNull())
      .addColumn('units', 'bigint', (column) => column.notNull())
      // Settled as used because the node stopped sending heartbeats; reverted if it comes back.
      .addColumn('expired_units', 'bigint', (column) => column.notNull())
      .addColumn('expired_in_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('budget_leases_key', ['account', 'node_id'])
      .execute()
    await database.schema.createIndex('budget_leases_by_node').on('budget_leases').column('node_id').execute()
    await database.schema
      .createTable('ledger_nodes')
      .addColumn('node_id', 'text', (column) => column.primaryKey())
      .addColumn('seen_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('segment', 'bigint', (column) => column.notNull())
      .addColumn('position_bytes', 'bigint', (column) => column.notNull())
      .execute()
  },
}
