/** A transaction of the ledger: locks rows, not the whole store, so that it never waits for administrative changes. */

import type { Pool, PoolClient } from 'pg'

/** The store's clock in whole milliseconds. */
export const NOW_MS = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    isDone = true
    return result
  } finally {
    // A connection in doubt is closed: the server then forgets what was not committed.
    client.release(!isDone)
  }
}
