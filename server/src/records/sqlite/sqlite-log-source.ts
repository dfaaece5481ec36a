/** Runs read queries on logs.db one after the other, on a read-only connection. */

import type { Database } from 'bun:sqlite'
import type { FindKey } from '../encryption/requested-keys.ts'
import { type LogSource, type ReadQuery, runQuery } from '../read/queries.ts'
import { openEmptyLogStore, openLogStoreForReading } from './log-store.ts'

import { sqliteLogDatabase } from './sqlite-log-database.ts'

export class SqliteLogSource implements LogSource {
  readonly #path: string
  #database: Database | null = null
  /** Queries run one at a time, because they share a connection and each needs its own snapshot. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(
    path: string,
    private readonly findKey: FindKey,
  ) {
    this.#path = path
  }

  run(query: ReadQuery): Promise<unknown> {
    const result = this.#last.then(() => this.#run(query))
    this.#last = result.catch(() => {})
    return result
  }

  async #run(query: ReadQuery): Promise<unknown> {
    this.#database ??= openLogStoreForReading(this.#path)
    if (!this.#database) {
      using empty = openEmptyLogStore()
      return await inSnapshot(empty, query, this.findKey)
    }
    try {
      return await inSnapshot(this.#database, query, this.findKey)
    } catch (error) {
      // Close the connection; the next query opens a new one.
      this.close()
      throw error
    }
  }

  close(): void {
    this.#database?.close()
    this.#database = null
  }
}

async function inSnapshot(database: Database, query: ReadQuery, findKey: FindKey): Promise<unknown> {
  database.run('BEGIN')
  const result = await runQuery(sqliteLogDatabase(database, findKey), query, Date.now())
  database.run('COMMIT')
  return result
}
