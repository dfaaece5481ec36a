/** Connections to PostgreSQL that answer in SQLite's types and survive a server that goes away. */

import { Pool, TypeOverrides } from 'pg'

const MOST_CONNECTIONS = 10
const CONNECT_MS = 5_000
/** A writer waits this long for the one before it; administrative changes take milliseconds. */
const LOCK_MS = 5_000
/** A server that went silent is not waited for; no statement here takes this long. */
const ANSWER_MS = 15_000
/** A node that stopped in the middle of a transaction must not hold up the others. */
const IDLE_IN_TRANSACTION_MS = 10_000

// From PostgreSQL's catalogue pg_type, where they never change.
const BOOLEAN = 16
const BIGINT = 20
const NUMERIC = 1700

export function postgresPool(url: string): Pool {
  const pool = new Pool({
    connectionString: url,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    lock_timeout: LOCK_MS,
    query_timeout: ANSWER_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    application_name: 'gatehouse',
    types: sqliteTypes(),
  })
  // A lost connection is told to whoever runs a query on it, and the pool replaces it. The event is the same news once
  // more, from the pool for idle connections and from the connection for those in use; unheard it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** For these connections only: pg's own table of types belongs to the whole process. */
function sqliteTypes(): TypeOverrides {
  const types = new TypeOverrides()
  types.setTypeParser(BIGINT, exactNumber)
  // The sum of bigints; columns of this type we have none.
  types.setTypeParser(NUMERIC, exactNumber)
  // `exists(...)` and comparisons; stored booleans are 0 and 1 anyway.
  types.setTypeParser(BOOLEAN, (text) => (text === 't' ? 1 : 0))
  return types
}

/** pg gives text, because a bigint may exceed 2^53. Ours do not, and one that did must not be rounded quietly. */
function exactNumber(text: string): number {
  const value = Number(text)
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value
  throw new RangeError(`PostgreSQL answered ${text}, which is beyond the integers a number holds exactly.`)
}
