/** Opens the shared ledger in PostgreSQL: budgets and rate limit windows. */

import { postgresPool } from '../postgres-pool.ts'
import { PostgresLedger } from './postgres-ledger.ts'
import { PostgresWindows } from './postgres-windows.ts'

/** Uses its own connections, so that requests never wait for administrative changes. */
export function openPostgresLedger(
  databaseUrl: string,
  timeoutMs: number,
): { ledger: PostgresLedger; windows: PostgresWindows } {
  const pool = postgresPool(databaseUrl, timeoutMs)
  return { ledger: new PostgresLedger(pool), windows: new PostgresWindows(pool) }
}
