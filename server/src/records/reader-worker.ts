/** The reader worker: runs every question about logs, so that no SQL runs beside requests. */

import { once } from '../core/runtime/once.ts'
import type { LogSource, ReadQuestion } from './read/queries.ts'
import { SqliteLogSource } from './sqlite/sqlite-log-source.ts'
import { type LogPlace, placeName } from './store-location.ts'

export type ToReader = { readonly ticket: number; readonly place: LogPlace; readonly question: ReadQuestion }

export type FromReader =
  | { readonly ticket: number; readonly answer: unknown }
  | { readonly ticket: number; readonly trouble: string }

declare const self: Worker

let source: (() => Promise<LogSource>) | null = null

async function open(place: LogPlace): Promise<LogSource> {
  if ('databasePath' in place) return new SqliteLogSource(place.databasePath)
  // Loaded only where it is used: the embedded store starts without it.
  const { PostgresLogSource } = await import('./postgres/postgres-log-source.ts')
  return new PostgresLogSource(place.databaseUrl)
}

self.onmessage = async ({ data }: MessageEvent<ToReader>) => {
  const { ticket, place, question } = data
  try {
    source ??= once(() => open(place))
    const answer = await (await source()).answer(question)
    self.postMessage({ ticket, answer } satisfies FromReader)
  } catch (error) {
    self.postMessage({ ticket, trouble: `${placeName(place)}: ${String(error)}` } satisfies FromReader)
  }
}
