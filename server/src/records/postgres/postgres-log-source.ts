/** Runs read queries on PostgreSQL: a few in parallel, each in one snapshot. */

import type { Pool } from 'pg'
import type { FindKey } from '../encryption/requested-keys.ts'
import { type LogSource, type ReadQuery, runQuery } from '../read/queries.ts'
import { inTransaction, openPool } from './connection.ts'
import { ensureSchema } from './migrations.ts'
import { postgresLogDatabase } from './postgres-log-database.ts'

const MAX_CONNECTIONS = 4

export class PostgresLogSource implements LogSource {
  readonly #pool: Pool
  readonly #databaseUrl: string
  #ready: Promise<void> | null = null

  constructor(
    databaseUrl: string,
    private readonly findKey: FindKey,
  ) {
    this.#databaseUrl = databaseUrl
    this.#pool = openPool(databaseUrl, MAX_CONNECTIONS)
  }

  async run(query: ReadQuery): Promise<unknown> {
    // A reader can start before the first log is written, so it creates the schema if needed.
    this.#ready ??= ensureSchema(this.#databaseUrl)
    await this.#ready.catch((error: unknown) => {
      this.#ready = null
      throw error
    })
    const client = await this.#pool.connect()
    let failure: unknown
    try {
      const result = async () => runQuery(postgresLogDatabase(client, this.findKey), query, Date.now())
      return await inTransaction(client, result, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    } catch (error) {
      failure = error
      throw error
    } finally {
      client.release(failure !== undefined)
    }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}
