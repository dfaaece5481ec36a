/** Brings a shared database up to date before its nodes are: each would do it at its start, under the same locks. */

import { ensureSchema } from '../../records/postgres/migrations.ts'
import { openSharedControlDatabase } from '../../stores/sql/control-database.ts'

export async function migrateStore(databaseUrl: string): Promise<void> {
  const database = await openSharedControlDatabase(databaseUrl)
  await database.destroy()
  await ensureSchema(databaseUrl)
}
