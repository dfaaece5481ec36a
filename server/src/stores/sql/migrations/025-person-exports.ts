/** Exports of one person, stored as log exports. */

import type { Kysely, Migration } from 'kysely'

export const personExports: Migration = {
  async up(database: Kysely<unknown>) {
    // JSON: type, keyed hash and encrypted identifier of the person. Null: a log export.
    await database.schema.alterTable('log_exports').addColumn('person', 'text').execute()
  },
}
