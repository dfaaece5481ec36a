/** The groups of the last single sign-on of each user. */

import type { Kysely, Migration } from 'kysely'

export const ssoGroups: Migration = {
  async up(database: Kysely<unknown>) {
    // JSON: a list of names. Null: no sign-in sent groups.
    await database.schema.alterTable('sso_identities').addColumn('group_names', 'text').execute()
  },
}
