/** Who rotated a key last: that person knows its secret, whoever made it. */

import type { Kysely, Migration } from 'kysely'

export const keyRotators: Migration = {
  async up(database: Kysely<unknown>) {
    // Null: never rotated, or before this was written down.
    await database.schema.alterTable('api_keys').addColumn('rotated_by', 'text').execute()
    await database.schema.createIndex('api_keys_by_rotated_by').on('api_keys').column('rotated_by').execute()
  },
}
