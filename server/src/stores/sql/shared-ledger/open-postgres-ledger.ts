/** Opens the books that nodes share in one PostgreSQL: budgets and the windows of rate limits. */

import { postgresPool } from '../postgres-pool.ts'
import { PostgresLedger } from './postgres-ledger.ts'
import { PostgresWindows } from './postgres-windows.ts'

/** Apart from the control store's connections: a request never waits for an administrative change. */
export function openPostgresLedger(databaseUrl: string): { ledger: PostgresLedger; windows: PostgresWindows } {
  const pool = postgresPool(databaseUrl)
  return { ledger: new PostgresLedger(pool), windows: new PostgresWindows(pool) }
}
