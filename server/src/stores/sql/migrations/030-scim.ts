/** SCIM: what the identity provider said about users, its groups, who disabled a user, and the log of its requests. */

import { type ColumnDefinitionBuilder, type Kysely, type Migration, sql } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const ofUser = (column: ColumnDefinitionBuilder) => column.notNull().references('users.id').onDelete('cascade')

export const scim: Migration = {
  async up(database: Kysely<unknown>) {
    // `manual`, `scim` or `both`; null: the user is active.
    await database.schema.alterTable('users').addColumn('disabled_by', 'text').execute()
    await sql`update users set disabled_by = 'manual' where is_disabled = 1`.execute(database)
    await database.schema
      .createTable('scim_users')
      .addColumn('user_id', 'text', (column) => ofUser(column).primaryKey())
      .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
      .addColumn('user_name', 'text', required)
      // In lower case: user names must differ in more than case.
      .addColumn('user_name_key', 'text', required)
      .addColumn('external_id', 'text')
      .addColumn('attributes', 'text', required)
      .addUniqueConstraint('scim_users_name', ['organisation_id', 'user_name_key'])
      .execute()
    await database.schema
      .createIndex('scim_users_by_external_id')
      .on('scim_users')
      .columns(['organisation_id', 'external_id'])
      .execute()
    await database.schema
      .createTable('scim_groups')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
      .addColumn('display_name', 'text', required)
      // In lower case. Identity providers may have several groups of one name.
      .addColumn('display_name_key', 'text', required)
      .addColumn('external_id', 'text')
      .addColumn('version', 'bigint', required)
      .addColumn('created_at_ms', 'bigint', required)
      .addColumn('updated_at_ms', 'bigint', required)
      .execute()
    await database.schema
      .createIndex('scim_groups_by_name')
      .on('scim_groups')
      .columns(['organisation_id', 'display_name_key'])
      .execute()
    await database.schema
      .createTable('scim_group_members')
      .addColumn('group_id', 'text', (column) => column.notNull().references('scim_groups.id').onDelete('cascade'))
      .addColumn('user_id', 'text', ofUser)
      .addPrimaryKeyConstraint('scim_group_members_key', ['group_id', 'user_id'])
      .execute()
    await database.schema
      .createIndex('scim_group_members_by_user_id')
      .on('scim_group_members')
      .column('user_id')
      .execute()
    await database.schema
      .createTable('scim_requests')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
      .addColumn('at_ms', 'bigint', required)
      .addColumn('key_id', 'text', required)
      .addColumn('key_name', 'text', required)
      .addColumn('method', 'text', required)
      .addColumn('path', 'text', required)
      .addColumn('status', 'integer', required)
      .addColumn('detail', 'text')
      .addColumn('resource_name', 'text')
      .addColumn('duration_ms', 'integer', required)
      .execute()
    await database.schema
      .createIndex('scim_requests_by_at_ms')
      .on('scim_requests')
      .columns(['organisation_id', 'at_ms'])
      .execute()
  },
}
