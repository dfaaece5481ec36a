/** Actions of CLI commands that have no access to the audit chain. The gateway adds them to the audit log. */

import type { Kysely, Migration } from 'kysely'

export const pendingAudit: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('pending_audit_entries')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('target_id', 'text', (column) => column.notNull())
      .addColumn('facts', 'text', (column) => column.notNull())
      .execute()
  },
}
