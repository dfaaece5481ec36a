/** Where the core meets stores that have, or will have, more than one implementation. */

import type { RecordBodies, RequestRecord } from './record.ts'

export type Awaitable<T> = T | Promise<T>

/** Takes finished requests. */
export interface RecordSink {
  /** Returns once a killed process can no longer lose the record. */
  append(record: RequestRecord, bodies: RecordBodies): void
  /** The same for all that finish in one turn of the event loop together: resolves once none of them can be lost. */
  gather(record: RequestRecord, bodies: RecordBodies): Promise<void>
}

export type CachedResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly isEventStream: boolean
  readonly storedAtMs: number
}

export interface CacheStore {
  get(key: string): Awaitable<CachedResponse | undefined>
  set(key: string, answer: CachedResponse, maxAgeMs: number): Awaitable<void>
  /** Forgets every answer whose key begins so; resolves with how many there were. */
  purge(scope: string): Awaitable<number>
}

/** A circuit as people see it. */
export type BreakerView = {
  readonly id: string
  readonly workspaceId: string
  readonly provider: string
  readonly origin: string | null
  readonly target: string
  /** The version of the saved config it belongs to; null: a config that was sent along. */
  readonly savedIn: string | null
  readonly state: 'closed' | 'open' | 'half_open'
  readonly failures: number
  readonly failureThreshold: number
  readonly cooldownMs: number
  /** Epoch milliseconds of the next probe; null when closed. */
  readonly retryAtMs: number | null
}

export interface BreakerAdmin {
  /** Null: every workspace. */
  list(workspaceId: string | null): Awaitable<readonly BreakerView[]>
  /** False when there is no such circuit in reach. */
  reset(workspaceId: string | null, id: string): Awaitable<boolean>
}
