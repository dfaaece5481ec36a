/** Why a version of a config was saved, and when a person was last seen. */

import type { Kysely, Migration } from 'kysely'

export const notesAndActivity: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('config_versions').addColumn('note', 'text').execute()
    // Null: not since this is kept. Sessions are cleared away when they end, so they cannot tell.
    await database.schema.alterTable('users').addColumn('last_active_at_ms', 'bigint').execute()
  },
}
