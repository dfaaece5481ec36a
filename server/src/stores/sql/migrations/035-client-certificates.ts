/** Which client certificates authenticate as an API key. */

import type { Kysely, Migration } from 'kysely'

export const clientCertificates: Migration = {
  async up(database: Kysely<unknown>) {
    // JSON array of entries such as `dns:billing.example.com`. Null: none.
    await database.schema.alterTable('api_keys').addColumn('client_certificates', 'text').execute()
  },
}
