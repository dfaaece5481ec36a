/** The reader worker thread: runs all log and analytics queries, so that no SQL runs on the request thread. */

import { once } from '../core/runtime/once.ts'
import type { LogSource, ReadQuery } from './read/queries.ts'
import { SqliteLogSource } from './sqlite/sqlite-log-source.ts'
import { describeLocation, type StoreLocation } from './store-location.ts'

export type ToReader = { readonly requestId: number; readonly location: StoreLocation; readonly query: ReadQuery }

export type FromReader =
  | { readonly requestId: number; readonly result: unknown }
  | { readonly requestId: number; readonly error: string }

declare const self: Worker

let source: (() => Promise<LogSource>) | null = null

async function open(location: StoreLocation): Promise<LogSource> {
  if ('databasePath' in location) return new SqliteLogSource(location.databasePath)
  // Imported on demand: the embedded SQLite store starts without the PostgreSQL client.
  const { PostgresLogSource } = await import('./postgres/postgres-log-source.ts')
  return new PostgresLogSource(location.databaseUrl)
}

self.onmessage = async ({ data }: MessageEvent<ToReader>) => {
  const { requestId, location, query } = data
  try {
    source ??= once(() => open(location))
    const result = await (await source()).run(query)
    self.postMessage({ requestId, result } satisfies FromReader)
  } catch (error) {
    self.postMessage({ requestId, error: `${describeLocation(location)}: ${String(error)}` } satisfies FromReader)
  }
}
