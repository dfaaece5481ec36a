/** Control plane: users, settings of workspaces and keys, virtual keys, configs, export jobs, audit log. */

import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, type Migration, sql } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const emptyObject = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('{}')
const emptyList = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('[]')
const no = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)

export const control: Migration = {
  async up(database: Kysely<unknown>) {
    await widen(database)
    await people(database)
    await saved(database)
    await kept(database)
  },
}

async function widen(database: Kysely<unknown>): Promise<void> {
  const columns: readonly [
    string,
    string,
    'text' | 'bigint' | 'integer',
    ((c: ColumnDefinitionBuilder) => ColumnDefinitionBuilder)?,
  ][] = [
    ['organisations', 'settings', 'text', emptyObject],
    ['organisations', 'updated_at_ms', 'bigint', no],
    ['workspaces', 'slug', 'text', (column) => column.notNull().defaultTo('')],
    ['workspaces', 'description', 'text'],
    ['workspaces', 'icon', 'text'],
    ['workspaces', 'default_metadata', 'text', emptyObject],
    ['workspaces', 'default_config_slug', 'text'],
    ['workspaces', 'retention_days', 'integer'],
    ['workspaces', 'log_bodies', 'integer'],
    ['workspaces', 'limits', 'text', emptyObject],
    ['workspaces', 'updated_at_ms', 'bigint', no],
    ['api_keys', 'type', 'text', (column) => column.notNull().defaultTo('workspace-service')],
    ['api_keys', 'description', 'text'],
    ['api_keys', 'user_id', 'text'],
    ['api_keys', 'previous_hash', 'text'],
    ['api_keys', 'previous_hash_expires_at_ms', 'bigint'],
    ['api_keys', 'defaults', 'text', emptyObject],
    ['api_keys', 'limits', 'text', emptyObject],
    ['api_keys', 'alert_emails', 'text', emptyList],
    ['api_keys', 'rotation', 'text'],
    ['api_keys', 'last_used_at_ms', 'bigint'],
    ['api_keys', 'last_used_ip', 'text'],
    ['api_keys', 'created_by', 'text'],
    ['api_keys', 'creation_mode', 'text', (column) => column.notNull().defaultTo('auto')],
    ['api_keys', 'updated_at_ms', 'bigint', no],
  ]
  for (const [table, name, type, rule] of columns) {
    await database.schema
      .alterTable(table)
      .addColumn(name, type, rule ?? ((column) => column))
      .execute()
  }
  await sql`update workspaces set slug = 'ws-' || substr(id, 1, 8) || substr(id, 30) where slug = ''`.execute(database)
  await sql`update workspaces set updated_at_ms = created_at_ms`.execute(database)
  await sql`update organisations set updated_at_ms = created_at_ms`.execute(database)
  await sql`update api_keys set updated_at_ms = created_at_ms`.execute(database)
  await sql`update api_keys set type = 'organisation-service' where kind = 'admin'`.execute(database)
  await index(database, 'workspaces', ['organisation_id', 'slug'], true)
  await index(database, 'workspaces', ['organisation_id', 'is_default'])
  // Covers count, filter and order of key lists, so that only the rows of one page are read.
  const listed = ['revoked_at_ms', 'created_at_ms', 'id', 'type']
  for (const [name, owner] of [
    ['api_keys_of_organisation', ['organisation_id']],
    ['api_keys_of_workspace', ['organisation_id', 'workspace_id']],
  ] as const) {
    await database.schema
      .createIndex(name)
      .on('api_keys')
      .columns([...owner, ...listed])
      .execute()
  }
  await index(database, 'api_keys', ['previous_hash'])
  await index(database, 'api_keys', ['user_id'])
}

async function people(database: Kysely<unknown>): Promise<void> {
  await table(database, 'users', (builder) =>
    builder
      .addColumn('email', 'text', (column) => column.notNull().unique())
      .addColumn('first_name', 'text', required)
      .addColumn('last_name', 'text', required)
      .addColumn('role', 'text', required)
      .addColumn('password_hash', 'text', required)
      .addColumn('is_disabled', 'integer', no),
  )
  await database.schema
    .createTable('workspace_members')
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', required)
    .addColumn('created_at_ms', 'bigint', required)
    .addColumn('updated_at_ms', 'bigint', required)
    .addPrimaryKeyConstraint('workspace_members_key', ['workspace_id', 'user_id'])
    .execute()
  await index(database, 'workspace_members', ['user_id'])
  await table(database, 'invites', (builder) =>
    builder
      .addColumn('email', 'text', required)
      .addColumn('role', 'text', required)
      .addColumn('workspaces', 'text', required)
      .addColumn('key_scopes', 'text')
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('invited_by', 'text', required)
      .addColumn('expires_at_ms', 'bigint', required)
      .addColumn('accepted_at_ms', 'bigint')
      .addColumn('cancelled_at_ms', 'bigint'),
  )
  await database.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at_ms', 'bigint', required)
    .addColumn('last_seen_at_ms', 'bigint', required)
    .addColumn('expires_at_ms', 'bigint', required)
    .addColumn('ip', 'text', required)
    .addColumn('user_agent', 'text')
    .execute()
  await index(database, 'sessions', ['user_id'])
}

async function saved(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('data_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('sealed', 'text', required)
    .addColumn('created_at_ms', 'bigint', required)
    .addColumn('updated_at_ms', 'bigint', required)
    .execute()
  await table(database, 'virtual_keys', (builder) =>
    builder
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
      .addColumn('slug', 'text', required)
      .addColumn('name', 'text', required)
      .addColumn('note', 'text')
      .addColumn('provider', 'text', required)
      .addColumn('settings', 'text', required)
      .addColumn('custom_host', 'text')
      .addColumn('is_host_trusted', 'integer', no)
      .addColumn('is_disabled', 'integer', no)
      .addColumn('limits', 'text', emptyObject)
      .addColumn('expires_at_ms', 'bigint'),
  )
  await index(database, 'virtual_keys', ['workspace_id', 'slug'], true)
  await index(database, 'virtual_keys', ['organisation_id', 'created_at_ms'])
  await database.schema
    .createTable('virtual_key_credentials')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('virtual_key_id', 'text', (column) => column.notNull().references('virtual_keys.id').onDelete('cascade'))
    .addColumn('sealed', 'text', required)
    .addColumn('hint', 'text', required)
    .addColumn('weight', 'double precision', required)
    .addColumn('is_disabled', 'integer', no)
    .addColumn('created_at_ms', 'bigint', required)
    .execute()
  await index(database, 'virtual_key_credentials', ['virtual_key_id'])
  await table(database, 'configs', (builder) =>
    builder
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
      .addColumn('slug', 'text', required)
      .addColumn('name', 'text', required)
      .addColumn('status', 'text', required)
      .addColumn('owner_id', 'text', required)
      .addColumn('updated_by', 'text', required)
      .addColumn('version_number', 'integer', required),
  )
  await index(database, 'configs', ['workspace_id', 'slug'], true)
  await index(database, 'configs', ['organisation_id', 'created_at_ms'])
  await database.schema
    .createTable('config_versions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('config_id', 'text', (column) => column.notNull().references('configs.id').onDelete('cascade'))
    .addColumn('number', 'integer', required)
    .addColumn('config', 'text', required)
    .addColumn('names', 'text', emptyList)
    .addColumn('trusted_hosts', 'text', emptyList)
    .addColumn('created_by', 'text', required)
    .addColumn('created_at_ms', 'bigint', required)
    .execute()
  await index(database, 'config_versions', ['config_id', 'number'], true)
}

async function kept(database: Kysely<unknown>): Promise<void> {
  await table(database, 'log_exports', (builder) =>
    builder
      .addColumn('workspace_id', 'text', required)
      .addColumn('description', 'text')
      .addColumn('format', 'text', required)
      .addColumn('filters', 'text', required)
      .addColumn('columns', 'text', required)
      .addColumn('status', 'text', required)
      .addColumn('total', 'bigint', required)
      .addColumn('written', 'bigint', required)
      .addColumn('cursor', 'text')
      .addColumn('file_bytes', 'bigint', required)
      .addColumn('error', 'text')
      .addColumn('created_by', 'text', required),
  )
  await index(database, 'log_exports', ['organisation_id', 'created_at_ms'])
  await database.schema
    .createTable('idempotency_replies')
    .addColumn('caller_id', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('request_hash', 'text', required)
    .addColumn('sealed_reply', 'text', required)
    .addColumn('created_at_ms', 'bigint', required)
    .addPrimaryKeyConstraint('idempotency_replies_key', ['caller_id', 'key'])
    .execute()
  await index(database, 'idempotency_replies', ['created_at_ms'])
  await audit(database)
}

async function audit(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('audit_entries')
    .addColumn('organisation_id', 'text', required)
    .addColumn('sequence', 'bigint', required)
    .addColumn('id', 'text', required)
    .addColumn('workspace_id', 'text')
    .addColumn('at_ms', 'bigint', required)
    .addColumn('actor_type', 'text', required)
    .addColumn('actor_id', 'text', required)
    .addColumn('action', 'text', required)
    .addColumn('resource', 'text', required)
    .addColumn('target_id', 'text')
    .addColumn('status', 'integer', required)
    .addColumn('ip', 'text', required)
    .addColumn('request_id', 'text', required)
    .addColumn('method', 'text', required)
    .addColumn('uri', 'text', required)
    /** The complete entry as JSON; the hash covers this text. */
    .addColumn('entry', 'text', required)
    .addColumn('hash', 'text', required)
    .addPrimaryKeyConstraint('audit_entries_key', ['organisation_id', 'sequence'])
    .execute()
  await index(database, 'audit_entries', ['organisation_id', 'at_ms'])
  await index(database, 'audit_entries', ['organisation_id', 'actor_id', 'at_ms'])
  // The usual filters. Each index ends with the sequence, so that pages need no sorting.
  for (const column of ['workspace_id', 'action', 'resource', 'target_id', 'status', 'request_id'])
    await index(database, 'audit_entries', ['organisation_id', column, 'sequence'])
  await database.schema
    .createTable('audit_heads')
    .addColumn('organisation_id', 'text', (column) => column.primaryKey())
    .addColumn('count', 'bigint', required)
    .addColumn('hash', 'text', required)
    .execute()
}

/** Adds the columns that all tables of an organisation have. */
async function table(
  database: Kysely<unknown>,
  name: string,
  columns: (builder: CreateTableBuilder<string, 'id' | 'organisation_id' | 'created_at_ms' | 'updated_at_ms'>) => {
    execute(): Promise<void>
  },
): Promise<void> {
  await columns(
    database.schema
      .createTable(name)
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) => column.notNull().references('organisations.id'))
      .addColumn('created_at_ms', 'bigint', required)
      .addColumn('updated_at_ms', 'bigint', required),
  ).execute()
}

async function index(database: Kysely<unknown>, name: string, columns: string[], isUnique = false): Promise<void> {
  const builder = database.schema
    .createIndex(`${name}_by_${columns.join('_')}`)
    .on(name)
    .columns(columns)
  await (isUnique ? builder.unique() : builder).execute()
}
