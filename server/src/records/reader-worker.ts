/** The reader worker thread: runs all log and analytics queries, so that no SQL runs on the request thread. */

import type { BodyKey } from '../core/logs/body-keys.ts'
import { once } from '../core/runtime/once.ts'
import { RequestedKeys } from './encryption/requested-keys.ts'
import type { LogSource, ReadQuery } from './read/queries.ts'
import { SqliteLogSource } from './sqlite/sqlite-log-source.ts'
import { describeLocation, type StoreLocation } from './store-location.ts'

export type ToReader =
  | {
      readonly kind: 'query'
      readonly requestId: number
      readonly location: StoreLocation
      readonly query: ReadQuery
    }
  /** `keys`: null if they could not be read. */
  | { readonly kind: 'keys'; readonly workspaceId: string; readonly keys: readonly BodyKey[] | null }
  | { readonly kind: 'forget-keys'; readonly workspaceId: string | null }

export type FromReader =
  | { readonly kind: 'result'; readonly requestId: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly requestId: number; readonly error: string }
  | { readonly kind: 'wants-keys'; readonly workspaceId: string }

declare const self: Worker

let source: (() => Promise<LogSource>) | null = null

const waiting = new Map<string, PromiseWithResolvers<readonly BodyKey[]>>()

const keys = new RequestedKeys((workspaceId) => {
  const request = waiting.get(workspaceId) ?? Promise.withResolvers()
  waiting.set(workspaceId, request)
  post({ kind: 'wants-keys', workspaceId })
  return request.promise
})

function post(message: FromReader): void {
  self.postMessage(message)
}

async function open(location: StoreLocation): Promise<LogSource> {
  if ('databasePath' in location) return new SqliteLogSource(location.databasePath, keys.find)
  // Imported on demand: the embedded SQLite store starts without the PostgreSQL client.
  const { PostgresLogSource } = await import('./postgres/postgres-log-source.ts')
  return new PostgresLogSource(location.databaseUrl, keys.find)
}

async function run({ requestId, location, query }: Extract<ToReader, { kind: 'query' }>): Promise<void> {
  try {
    source ??= once(() => open(location))
    post({ kind: 'result', requestId, result: await (await source()).run(query) })
  } catch (error) {
    post({ kind: 'failed', requestId, error: `${describeLocation(location)}: ${String(error)}` })
  }
}

self.onmessage = ({ data }: MessageEvent<ToReader>) => {
  switch (data.kind) {
    case 'query':
      return void run(data)
    case 'keys': {
      const request = waiting.get(data.workspaceId)
      waiting.delete(data.workspaceId)
      if (data.keys) request?.resolve(data.keys)
      else request?.reject(new Error('the keys of encrypted bodies cannot be read from the control store'))
      return
    }
    case 'forget-keys':
      return keys.forget(data.workspaceId)
  }
}
