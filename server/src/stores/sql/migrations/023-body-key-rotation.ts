/** How far the stored bodies are re-encrypted with a version of the key of their workspace. */

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
