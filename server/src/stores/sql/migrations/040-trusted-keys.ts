/** Whether a trusted caller created a key: an Admin key must not be able to do what its creator may not. */

import type { Kysely, Migration } from 'kysely'

export const trustedKeys: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .alterTable('api_keys')
      .addColumn('is_trusted', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
  },
}
