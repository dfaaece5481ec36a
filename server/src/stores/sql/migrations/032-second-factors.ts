/** Second factors of users, unfinished sign-ins and confirmations of sessions. */

import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const ofUser = (column: ColumnDefinitionBuilder) => column.notNull().references('users.id').onDelete('cascade')

export const secondFactors: Migration = {
  async up(database: Kysely<unknown>) {
    const { schema } = database
    await schema
      .createTable('passkeys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', ofUser)
      .addColumn('name', 'text', required)
      .addColumn('public_key', 'text', required)
      .addColumn('counter', 'bigint', required)
      // JSON array.
      .addColumn('transports', 'text', required)
      .addColumn('rp_id', 'text', required)
      .addColumn('created_at_ms', 'bigint', required)
      .addColumn('last_used_at_ms', 'bigint')
      .execute()
    await schema.createIndex('passkeys_by_user').on('passkeys').column('user_id').execute()
    await schema
      .createTable('totp_secrets')
      .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('sealed_secret', 'text', required)
      .addColumn('last_step', 'bigint', required)
      .addColumn('created_at_ms', 'bigint', required)
      .addColumn('last_used_at_ms', 'bigint')
      .execute()
    await schema
      .createTable('recovery_codes')
      .addColumn('user_id', 'text', ofUser)
      .addColumn('code_hash', 'text', required)
      .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
      .execute()
    await schema
      .createTable('factor_challenges')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('secret', 'text')
      .addColumn('attempts', 'integer', required)
      .addColumn('expires_at_ms', 'bigint', required)
      .execute()
    await schema.createIndex('factor_challenges_by_expiry').on('factor_challenges').column('expires_at_ms').execute()
    await schema
      .createTable('session_confirmations')
      .addColumn('session_hash', 'text', (column) =>
        column.primaryKey().references('sessions.token_hash').onDelete('cascade'),
      )
      .addColumn('confirmed_at_ms', 'bigint', required)
      .execute()
  },
}
