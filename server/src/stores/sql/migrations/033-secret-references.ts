/** Which secrets of a provider credential are secret references. */

import type { Kysely, Migration } from 'kysely'

export const secretReferences: Migration = {
  async up(database: Kysely<unknown>) {
    // JSON: the references by the name of the secret. Null: all secrets are values.
    await database.schema.alterTable('virtual_key_credentials').addColumn('secret_references', 'text').execute()
  },
}
