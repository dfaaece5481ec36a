/**
 * Migrates a shared database before its nodes are upgraded. Each node also does this at startup, under the same locks.
 */

import { ensureSchema } from '../../records/postgres/migrations.ts'
import { openSharedControlDatabase } from '../../stores/sql/control-database.ts'

export async function migrateStore(databaseUrl: string): Promise<void> {
  const database = await openSharedControlDatabase(databaseUrl)
  await database.destroy()
  await ensureSchema(databaseUrl)
}
