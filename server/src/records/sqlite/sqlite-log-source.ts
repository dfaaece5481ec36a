/** Answers from logs.db: one question after the other, on a read-only connection. */

import type { Database } from 'bun:sqlite'
import { answerReader, type LogSource, type ReadQuestion } from '../read/queries.ts'
import { openEmptyLogStore, openLogStoreForReading } from './log-store.ts'

import { sqliteLogDatabase } from './sqlite-log-database.ts'

export class SqliteLogSource implements LogSource {
  readonly #path: string
  #database: Database | null = null
  /** The end of the line: a snapshot belongs to one question. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(path: string) {
    this.#path = path
  }

  answer(question: ReadQuestion): Promise<unknown> {
    const answer = this.#last.then(() => this.#answer(question))
    this.#last = answer.catch(() => {})
    return answer
  }

  async #answer(question: ReadQuestion): Promise<unknown> {
    this.#database ??= openLogStoreForReading(this.#path)
    if (!this.#database) {
      using empty = openEmptyLogStore()
      return await inSnapshot(empty, question)
    }
    try {
      return await inSnapshot(this.#database, question)
    } catch (error) {
      // A connection in trouble is not used again; the next question opens a new one.
      this.close()
      throw error
    }
  }

  close(): void {
    this.#database?.close()
    this.#database = null
  }
}

async function inSnapshot(database: Database, question: ReadQuestion): Promise<unknown> {
  database.run('BEGIN')
  const answer = await answerReader(sqliteLogDatabase(database), question, Date.now())
  database.run('COMMIT')
  return answer
}
