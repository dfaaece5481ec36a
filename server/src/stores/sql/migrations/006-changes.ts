/** The change feed that nodes with a shared database poll. */

import type { Kysely, Migration } from 'kysely'

export const changes: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('changes')
      .addColumn('sequence', 'bigint', (column) => column.primaryKey())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addColumn('change', 'text', (column) => column.notNull())
      .execute()
  },
}
