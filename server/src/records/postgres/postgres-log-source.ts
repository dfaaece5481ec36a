/** Answers from the shared store: a few questions at a time, each in one snapshot. */

import type { Pool } from 'pg'
import { answerReader, type LogSource, type ReadQuestion } from '../read/queries.ts'
import { inTransaction, openPool } from './connection.ts'
import { ensureSchema } from './migrations.ts'
import { postgresLogDatabase } from './postgres-log-database.ts'

const MOST_CONNECTIONS = 4

export class PostgresLogSource implements LogSource {
  readonly #pool: Pool
  readonly #databaseUrl: string
  #ready: Promise<void> | null = null

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl
    this.#pool = openPool(databaseUrl, MOST_CONNECTIONS)
  }

  async answer(question: ReadQuestion): Promise<unknown> {
    // Whoever comes first makes it: a reader may be asked before the first log was written.
    this.#ready ??= ensureSchema(this.#databaseUrl)
    await this.#ready.catch((error: unknown) => {
      this.#ready = null
      throw error
    })
    const client = await this.#pool.connect()
    let trouble: unknown
    try {
      const answer = async () => answerReader(postgresLogDatabase(client), question, Date.now())
      return await inTransaction(client, answer, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    } catch (error) {
      trouble = error
      throw error
    } finally {
      client.release(trouble !== undefined)
    }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}
