/** When subjects of workload issuers were last used, and how a user signed in before the second factor. */

import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

export const identity: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('workload_subjects')
      .addColumn('issuer_id', 'text', (column) =>
        column.notNull().references('workload_issuers.id').onDelete('cascade'),
      )
      // Hexadecimal SHA-256: PostgreSQL cannot index long texts.
      .addColumn('subject_hash', 'text', required)
      .addColumn('subject', 'text', required)
      .addColumn('last_used_at_ms', 'bigint', required)
      .addColumn('last_used_ip', 'text', required)
      .addPrimaryKeyConstraint('workload_subjects_by_subject', ['issuer_id', 'subject_hash'])
      .execute()
    await database.schema
      .createIndex('workload_subjects_by_last_use')
      .on('workload_subjects')
      .columns(['issuer_id', 'last_used_at_ms', 'subject_hash'])
      .execute()
    // JSON with the fields of the session to start. Null: the user signed in with a password.
    await database.schema.alterTable('factor_challenges').addColumn('sign_in', 'text').execute()
  },
}
