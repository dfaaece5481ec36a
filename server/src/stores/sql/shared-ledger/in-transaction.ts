/** Ledger transactions. They lock rows instead of the whole store, so they never wait for administrative changes. */

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
    // After an error the connection is closed, which makes the server roll back.
    client.release(!isDone)
  }
}
