/** Single sign-on: connections, linked identities, pending sign-ins, and how each session was started. */

import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const ofConnection = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('sso_connections.id').onDelete('cascade')

export const sso: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('sso_connections')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
      .addColumn('name', 'text', required)
      .addColumn('issuer', 'text', required)
      .addColumn('client_id', 'text', required)
      .addColumn('auth_method', 'text', required)
      .addColumn('sealed', 'text', required)
      // JSON; null without private_key_jwt.
      .addColumn('public_key', 'text')
      // JSON.
      .addColumn('settings', 'text', required)
      .addColumn('is_enabled', 'integer', required)
      .addColumn('saved_by_role', 'text', required)
      .addColumn('tested_at_ms', 'bigint')
      .addColumn('created_at_ms', 'bigint', required)
      .addColumn('updated_at_ms', 'bigint', required)
      .execute()
    await database.schema
      .createIndex('sso_connections_by_organisation_id')
      .on('sso_connections')
      .columns(['organisation_id', 'name'])
      .execute()
    // A domain belongs to one connection.
    await database.schema
      .createTable('sso_domains')
      .addColumn('domain', 'text', (column) => column.primaryKey())
      .addColumn('connection_id', 'text', ofConnection)
      .execute()
    await database.schema
      .createTable('sso_identities')
      .addColumn('connection_id', 'text', ofConnection)
      .addColumn('subject', 'text', required)
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at_ms', 'bigint', required)
      .addPrimaryKeyConstraint('sso_identities_key', ['connection_id', 'subject'])
      .execute()
    await database.schema
      .createIndex('sso_identities_by_user_id')
      .on('sso_identities')
      .column('user_id')
      .unique()
      .execute()
    await database.schema
      .createTable('sso_states')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('connection_id', 'text', ofConnection)
      .addColumn('kind', 'text', required)
      .addColumn('browser_hash', 'text')
      .addColumn('sealed', 'text')
      .addColumn('expires_at_ms', 'bigint', required)
      .execute()
    await database.schema.createIndex('sso_states_by_expires_at_ms').on('sso_states').column('expires_at_ms').execute()
    await database.schema
      .alterTable('sessions')
      .addColumn('method', 'text', (column) => column.notNull().defaultTo('password'))
      .execute()
    for (const name of ['connection_id', 'sid', 'id_token'])
      await database.schema.alterTable('sessions').addColumn(name, 'text').execute()
    await database.schema
      .createIndex('sessions_by_connection_id')
      .on('sessions')
      .columns(['connection_id', 'sid'])
      .execute()
    // A break-glass owner may sign in with a password although single sign-on is enforced.
    await database.schema
      .alterTable('users')
      .addColumn('is_break_glass', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
