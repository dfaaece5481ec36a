/** The few words that the engines do not share. */

import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { ControlDatabase } from '../../control-database.ts'

const isPostgres = (database: ControlDatabase) => database.getExecutor().adapter instanceof PostgresAdapter

/** The clock of the store: those of nodes may differ. */
export function storeClockMs(database: ControlDatabase): RawBuilder<number> {
  return isPostgres(database)
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
}

/** Ends a select: what it found stays so until the statement has ended. With SQLite a statement is alone anyway. */
export function keptSo(database: ControlDatabase): RawBuilder<unknown> {
  return isPostgres(database) ? sql`for share` : sql``
}
