/** The reader worker: holds a read-only connection to logs.db and runs every question about logs. */

import type { Database } from 'bun:sqlite'
import type { LogDetail } from '../core/ports.ts'
import { type ListQuery, type ListResult, listLogs, readLog } from './log-query.ts'
import { openLogStoreForReading } from './log-store.ts'

export type ReadQuestion =
  | { readonly kind: 'list'; readonly query: ListQuery }
  | { readonly kind: 'read'; readonly organisationId: string; readonly workspaceId: string | null; readonly id: string }

export type ToReader = { readonly ticket: number; readonly databasePath: string; readonly question: ReadQuestion }

export type FromReader =
  | { readonly ticket: number; readonly answer: ListResult | LogDetail | null }
  | { readonly ticket: number; readonly trouble: string }

declare const self: Worker

let database: Database | null = null

function answer(databasePath: string, question: ReadQuestion): ListResult | LogDetail | null {
  database ??= openLogStoreForReading(databasePath)
  if (question.kind === 'list') return database ? listLogs(database, question.query) : { logs: [], end: null }
  return database ? readLog(database, question, question.id) : null
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
