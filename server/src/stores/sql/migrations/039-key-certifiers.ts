/** Who added the client certificates of an API key, because they may hold the private key of a certificate. */

import type { Kysely, Migration } from 'kysely'

export const keyCertifiers: Migration = {
  async up(database: Kysely<unknown>) {
    // JSON array of ids of users and service keys. Null: no certificates, or added before this column existed.
    await database.schema.alterTable('api_keys').addColumn('certified_by', 'text').execute()
  },
}
