/** Custom roles. Users, members, invitations and group mappings refer to them by slug. */

import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

export const roles: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('roles')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
      .addColumn('slug', 'text', required)
      .addColumn('name', 'text', required)
      .addColumn('description', 'text')
      .addColumn('level', 'text', required)
      // JSON array.
      .addColumn('permissions', 'text', required)
      .addColumn('created_at_ms', 'bigint', required)
      .addColumn('updated_at_ms', 'bigint', required)
      .addUniqueConstraint('roles_by_slug', ['organisation_id', 'slug'])
      .execute()
    // For `holders` and the access review, which read the members of all workspaces in pages.
    await database.schema.createIndex('users_by_role').on('users').columns(['organisation_id', 'role']).execute()
    await database.schema.createIndex('workspace_members_by_role').on('workspace_members').column('role').execute()
  },
}
