/** Ports for the request path: the writer of log records, the response cache and circuit breaker administration. */

import type { RecordBodies, RequestRecord } from './record.ts'

export type Awaitable<T> = T | Promise<T>

/** Stores the log records of finished requests. */
export interface RecordWriter {
  /**
   * When it returns, the record survives a kill of this process. Null, unless the durability is `disk`: then the
   * promise resolves once the record survives a power failure, and rejects if the record was not written.
   */
  append(record: RequestRecord, bodies: RecordBodies): Promise<void> | null
  /** Like `append`, but batches the records of one event loop turn into a single write. */
  gather(record: RequestRecord, bodies: RecordBodies): Promise<void>
  /**
   * Writes a preliminary copy of a record that will be appended later with more data. When it returns, the copy
   * survives a kill of this process. The copy is stored only if the complete record never follows.
   */
  provisional(record: RequestRecord, bodies: RecordBodies): ProvisionalRecord
}

export type ProvisionalRecord = {
  /** Like `RecordWriter.append`. */
  readonly written: Promise<void> | null
  /** Releases the copy for deletion. Call once the complete record is as durable as the copy. */
  done(): void
}

export type CachedResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly isEventStream: boolean
  readonly storedAtMs: number
  /** Duration of the request whose response is stored, in milliseconds; null for entries of older versions. */
  readonly tookMs: number | null
}

export interface CacheStore {
  get(key: string): Awaitable<CachedResponse | undefined>
  set(key: string, response: CachedResponse, maxAgeMs: number): Awaitable<void>
  /** Deletes every response whose key starts with `scope`; resolves with their number. Rejects if some may remain. */
  purge(scope: string): Awaitable<number>
}

/** The state of a circuit, as the admin API shows it. */
export type BreakerView = {
  readonly id: string
  readonly workspaceId: string
  readonly provider: string
  readonly origin: string | null
  readonly target: string
  /** Version id of the saved config it belongs to; null if the request contained the config. */
  readonly savedIn: string | null
  readonly state: 'closed' | 'open' | 'half_open'
  readonly failures: number
  /** Null if only the percentage opens it. */
  readonly failureThreshold: number | null
  readonly failurePercentage: number | null
  readonly minimumRequests: number | null
  readonly cooldownMs: number
  /** Epoch milliseconds of the next probe; null when closed. */
  readonly retryAtMs: number | null
}

export interface BreakerAdmin {
  /** Null: every workspace. */
  list(workspaceId: string | null): Awaitable<readonly BreakerView[]>
  /** False if the workspace has no circuit with this id. */
  reset(workspaceId: string | null, id: string): Awaitable<boolean>
}
