/** Who added the client certificates of a key: each of them may hold a private key that authenticates as it. */

import type { Kysely, Migration } from 'kysely'

export const keyCertifiers: Migration = {
  async up(database: Kysely<unknown>) {
    // JSON array of ids of users and service keys. Null: no certificates, or added before this column existed.
    await database.schema.alterTable('api_keys').addColumn('certified_by', 'text').execute()
  },
}
