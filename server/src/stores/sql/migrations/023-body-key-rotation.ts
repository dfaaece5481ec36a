/** Progress of re-encrypting the stored bodies of a workspace with each version of its key. */

import type { Kysely, Migration } from 'kysely'

export const bodyKeyRotation: Migration = {
  async up(database: Kysely<unknown>) {
    const add = (name: string, type: 'integer' | 'bigint', isCount: boolean) =>
      database.schema
        .alterTable('body_keys')
        .addColumn(name, type, (column) => (isCount ? column.notNull().defaultTo(0) : column))
        .execute()
    await add('blocks_done', 'integer', true)
    await add('blocks_unreadable', 'integer', true)
    await add('blocks_left', 'integer', false)
    await add('finished_at_ms', 'bigint', false)
  },
}
