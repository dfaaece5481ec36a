/** Generates server/src/stores/sql/new-store.ts: the schema of an empty file after all migrations. */

import { Database } from 'bun:sqlite'
import { DEFAULT_MIGRATION_TABLE, Kysely } from 'kysely'
import { migrate } from '../server/src/stores/sql/migrate.ts'
import { MIGRATIONS } from '../server/src/stores/sql/migrations/all-migrations.ts'
import { sqliteDialect } from '../server/src/stores/sql/sqlite-dialect.ts'

export async function newStoreSource(): Promise<string> {
  const file = new Database(':memory:')
  await migrate(new Kysely({ dialect: sqliteDialect(file) }), MIGRATIONS, 'The store that new-store.ts is made of')
  const schema = file.query<{ sql: string }, []>('select sql from sqlite_master where sql is not null order by rowid')
  const statements = schema.all().map(({ sql }) => `${sql};\n`)
  if (/[`\\]|\$\{/.test(statements.join('')))
    throw new Error('The schema has characters that a template cannot contain.')
  refuseRows(file)
  return `/** The schema of a new control.db. Generated from the migrations: run \`npm run generate\`. */

/** In order. */
export const MIGRATION_NAMES: readonly string[] = [
${Object.keys(MIGRATIONS)
  .sort()
  .map((name) => `  '${name}',\n`)
  .join('')}]

/** Has the effect of all migrations on an empty file. */
export const NEW_STORE = \`
${statements.join('')}\`
`
}

/** The generated file contains only the schema, so migrations must not add rows to an empty store. */
function refuseRows(file: Database): void {
  const tables = file.query<{ name: string }, []>(`select name from sqlite_master where type = 'table'`).all()
  for (const { name } of tables)
    if (!name.startsWith(DEFAULT_MIGRATION_TABLE) && file.query(`select 1 from "${name}"`).get() !== null)
      throw new Error(`The migrations add rows to ${name}, which new-store.ts would not have.`)
}
