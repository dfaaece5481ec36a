/** Device logins: pending device codes, the keys that were issued, and how each session was confirmed. */

import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

export const deviceLogins: Migration = {
  async up(database: Kysely<unknown>) {
    const { schema } = database
    await schema
      .createTable('device_codes')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('user_code_hash', 'text', (column) => column.notNull().unique())
      .addColumn('client_id', 'text', required)
      .addColumn('device_name', 'text')
      // JSON array.
      .addColumn('scopes', 'text', required)
      .addColumn('workspace', 'text')
      .addColumn('ip', 'text', required)
      .addColumn('user_agent', 'text')
      .addColumn('created_at_ms', 'bigint', required)
      .addColumn('expires_at_ms', 'bigint', required)
      .addColumn('interval_ms', 'bigint', required)
      .addColumn('polled_at_ms', 'bigint')
      // pending, approved or denied.
      .addColumn('status', 'text', required)
      .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
      // JSON of what the user granted; null until then.
      .addColumn('approval', 'text')
      .execute()
    await schema.createIndex('device_codes_by_expiry').on('device_codes').column('expires_at_ms').execute()
    await schema.createIndex('device_codes_by_user').on('device_codes').column('user_id').execute()
    await schema
      .createTable('device_logins')
      .addColumn('key_id', 'text', (column) => column.primaryKey().references('api_keys.id').onDelete('cascade'))
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('client_id', 'text', required)
      .addColumn('ip', 'text', required)
      .addColumn('user_agent', 'text')
      .addColumn('created_at_ms', 'bigint', required)
      .execute()
    await schema.createIndex('device_logins_by_user').on('device_logins').column('user_id').execute()
    // totp, recovery_code, passkey, or passkey_only if no password was asked for.
    await schema.alterTable('sessions').addColumn('factor', 'text').execute()
  },
}
