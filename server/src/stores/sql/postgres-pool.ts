/** PostgreSQL connection pool that returns the same types as SQLite and survives server restarts. */

import { Pool, TypeOverrides } from 'pg'

const MAX_CONNECTIONS = 10
const CONNECT_MS = 5_000
/** How long a writer waits for the previous one; administrative changes take milliseconds. */
const LOCK_MS = 5_000
/** Timeout for an unresponsive server. No statement of the gateway takes this long. */
const QUERY_MS = 15_000
/** Ends the transaction of a node that hangs, so that it does not block the others. */
const IDLE_IN_TRANSACTION_MS = 10_000

// Type OIDs from pg_type; these never change.
const BOOLEAN = 16
const BIGINT = 20
const NUMERIC = 1700

/** `timeoutMs`: how long a request waits for the database. No timeout of connections, locks or queries is shorter. */
export function postgresPool(url: string, timeoutMs: number): Pool {
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: Math.max(CONNECT_MS, timeoutMs),
    lock_timeout: Math.max(LOCK_MS, timeoutMs),
    query_timeout: Math.max(QUERY_MS, timeoutMs),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    application_name: 'gatehouse',
    types: sqliteTypes(),
  })
  // A lost connection rejects its query, and the pool replaces it. pg also emits `error`, on the pool for idle
  // connections and on the client for those in use. Without a listener, the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Per pool, because pg's default type parsers are global. */
function sqliteTypes(): TypeOverrides {
  const types = new TypeOverrides()
  types.setTypeParser(BIGINT, exactNumber)
  // Sums of bigints are numeric; no column is.
  types.setTypeParser(NUMERIC, exactNumber)
  // Results of `exists(...)` and comparisons; stored booleans are 0 and 1.
  types.setTypeParser(BOOLEAN, (text) => (text === 't' ? 1 : 0))
  return types
}

/** pg returns bigints as text, because they may exceed 2^53. Ours do not; throw rather than round. */
function exactNumber(text: string): number {
  const value = Number(text)
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value
  throw new RangeError(`PostgreSQL returned ${text}, which is too large for an exact integer.`)
}
