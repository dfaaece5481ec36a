/** The names under which the settings of a virtual key were sent, so that responses repeat them. */

import type { Kysely, Migration } from 'kysely'

export const settingNames: Migration = {
  async up(database: Kysely<unknown>) {
    // JSON. Null: all settings were sent under their usual names.
    await database.schema.alterTable('virtual_keys').addColumn('setting_names', 'text').execute()
  },
}
