/** Prompts, partials, versions, labels and collections. Every workspace gets a default collection. */

import { type ColumnDefinitionBuilder, type Kysely, type Migration, sql } from 'kysely'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const key = (column: ColumnDefinitionBuilder) => column.primaryKey()
const inOrganisation = (column: ColumnDefinitionBuilder) => column.notNull().references('organisations.id')
const inWorkspace = (column: ColumnDefinitionBuilder) => column.notNull().references('workspaces.id')
const ofPrompt = (column: ColumnDefinitionBuilder) => column.notNull().references('prompts.id').onDelete('cascade')

export const prompts: Migration = {
  async up(database: Kysely<unknown>) {
    await collections(database)
    await labels(database)
    await saved(database)
  },
}

async function collections(database: Kysely<unknown>): Promise<void> {
  await owned(database, 'prompt_collections')
    .addColumn('slug', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('parent_id', 'text', (column) => column.references('prompt_collections.id'))
    .addColumn('is_default', 'integer', required)
    .execute()
  await index(database, 'prompt_collections', ['workspace_id', 'slug'])
  // The default collection reuses the id of its workspace, which is unique too.
  await sql`insert into prompt_collections
    (id, organisation_id, workspace_id, slug, name, parent_id, is_default, created_at_ms, updated_at_ms)
    select id, organisation_id, id, 'default', 'Default', null, 1, created_at_ms, created_at_ms from workspaces`.execute(
    database,
  )
}

async function labels(database: Kysely<unknown>): Promise<void> {
  await owned(database, 'prompt_labels')
    .addColumn('name', 'text', required)
    .addColumn('description', 'text')
    .addColumn('color_code', 'text')
    .execute()
  await index(database, 'prompt_labels', ['workspace_id', 'name'])
}

async function saved(database: Kysely<unknown>): Promise<void> {
  await owned(database, 'prompts')
    .addColumn('kind', 'text', required)
    .addColumn('slug', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('collection_id', 'text', (column) => column.references('prompt_collections.id'))
    .addColumn('latest_number', 'integer', required)
    .addColumn('published_number', 'integer', required)
    .addColumn('created_by', 'text', required)
    .addColumn('updated_by', 'text', required)
    .execute()
  await index(database, 'prompts', ['workspace_id', 'kind', 'slug'])
  await database.schema
    .createIndex('prompts_of_organisation')
    .on('prompts')
    .columns(['organisation_id', 'kind', 'created_at_ms'])
    .execute()
  await database.schema
    .createTable('prompt_versions')
    .addColumn('id', 'text', key)
    .addColumn('prompt_id', 'text', ofPrompt)
    .addColumn('number', 'integer', required)
    .addColumn('content', 'text', required)
    .addColumn('model', 'text')
    .addColumn('virtual_key', 'text')
    .addColumn('partials', 'text', required)
    .addColumn('description', 'text')
    .addColumn('created_by', 'text', required)
    .addColumn('created_at_ms', 'bigint', required)
    .execute()
  await index(database, 'prompt_versions', ['prompt_id', 'number'])
  await database.schema
    .createTable('prompt_version_labels')
    .addColumn('prompt_id', 'text', ofPrompt)
    .addColumn('label_id', 'text', required)
    .addColumn('version_id', 'text', required)
    .addColumn('number', 'integer', required)
    .addPrimaryKeyConstraint('prompt_version_labels_key', ['prompt_id', 'label_id'])
    .execute()
}

/** Adds the columns that all tables of a workspace have. */
function owned(database: Kysely<unknown>, name: string) {
  return database.schema
    .createTable(name)
    .addColumn('id', 'text', key)
    .addColumn('organisation_id', 'text', inOrganisation)
    .addColumn('workspace_id', 'text', inWorkspace)
    .addColumn('created_at_ms', 'bigint', required)
    .addColumn('updated_at_ms', 'bigint', required)
}

async function index(database: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await database.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .unique()
    .execute()
}
