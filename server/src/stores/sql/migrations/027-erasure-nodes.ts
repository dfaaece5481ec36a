/** Which processes of which nodes have erased their own files and caches for an erasure. */

import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

export const erasureNodes: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('erasure_nodes')
      .addColumn('erasure_id', 'text', (column) => column.notNull().references('erasures.id').onDelete('cascade'))
      .addColumn('node_id', 'text', required)
      .addColumn('quarantined_files', 'bigint', required)
      .addColumn('cached_responses', 'bigint', required)
      .addPrimaryKeyConstraint('erasure_nodes_key', ['erasure_id', 'node_id'])
      .execute()
  },
}
