/** SQL that differs between SQLite and PostgreSQL. */

import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { ControlDatabase } from './control-database.ts'

const isPostgres = (database: ControlDatabase) => database.getExecutor().adapter instanceof PostgresAdapter

/** The clock of the store, because the clocks of nodes may differ. */
export function storeClockMs(database: ControlDatabase): RawBuilder<number> {
  return isPostgres(database)
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
}

/** Locks the selected rows until the statement ends (`for share`). SQLite runs one statement at a time anyway. */
export function forShare(database: ControlDatabase): RawBuilder<unknown> {
  return isPostgres(database) ? sql`for share` : sql``
}
