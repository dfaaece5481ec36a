/** Who last rotated a key: that user knows its secret, even if someone else created it. */

import type { Kysely, Migration } from 'kysely'

export const keyRotators: Migration = {
  async up(database: Kysely<unknown>) {
    // Null: never rotated, or rotated before this column existed.
    await database.schema.alterTable('api_keys').addColumn('rotated_by', 'text').execute()
    await database.schema.createIndex('api_keys_by_rotated_by').on('api_keys').column('rotated_by').execute()
  },
}
