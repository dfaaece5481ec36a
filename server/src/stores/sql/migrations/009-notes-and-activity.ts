/** Notes on config versions, and the last activity of users. */

import type { Kysely, Migration } from 'kysely'

export const notesAndActivity: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('config_versions').addColumn('note', 'text').execute()
    // Null: not active since this column exists. Ended sessions are deleted, so they cannot be used instead.
    await database.schema.alterTable('users').addColumn('last_active_at_ms', 'bigint').execute()
  },
}
