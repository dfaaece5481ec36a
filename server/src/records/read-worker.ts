/** The reader worker: holds a read-only connection to logs.db and runs every question about logs. */

import type { Database } from 'bun:sqlite'
import { answerReader, type ReadQuestion } from './read/questions.ts'
import { openEmptyLogStore, openLogStoreForReading } from './store/log-store.ts'

export type ToReader = { readonly ticket: number; readonly databasePath: string; readonly question: ReadQuestion }

export type FromReader =
  | { readonly ticket: number; readonly answer: unknown }
  | { readonly ticket: number; readonly trouble: string }

declare const self: Worker

let database: Database | null = null

function answer(databasePath: string, question: ReadQuestion): unknown {
  database ??= openLogStoreForReading(databasePath)
  if (database) return answerReader(database, question, Date.now())
  using empty = openEmptyLogStore()
  return answerReader(empty, question, Date.now())
}

self.onmessage = ({ data }: MessageEvent<ToReader>) => {
  const { ticket, databasePath, question } = data
  try {
    self.postMessage({ ticket, answer: answer(databasePath, question) } satisfies FromReader)
  } catch (error) {
    // A connection in trouble is not used again; the next question opens a new one.
    database?.close()
    database = null
    self.postMessage({ ticket, trouble: String(error) } satisfies FromReader)
  }
}
