/** Where the core meets stores that have, or will have, more than one implementation. */

import type { Caller, KeyKind } from './caller.ts'
import type { ExchangeRecord, RecordBodies } from './record.ts'

export type Awaitable<T> = T | Promise<T>

/** Takes finished requests. `append` returns once a killed process can no longer lose the record. */
export interface RecordSink {
  append(record: ExchangeRecord, bodies: RecordBodies): void
}

export type LogFilter = {
  readonly organisationId: string
  /** Null: every workspace of the organisation (Admin keys). */
  readonly workspaceId: string | null
  readonly fromMs?: number
  readonly toMs?: number
  /** Exact statuses or classes: `[429]`, `['5xx']`; any of them. */
  readonly statuses?: readonly (string | number)[]
  readonly models?: readonly string[]
  readonly providers?: readonly string[]
  readonly endpoints?: readonly string[]
  readonly traceId?: string
  /** Every pair must match. */
  readonly metadata?: Readonly<Record<string, string>>
  readonly limit: number
  readonly cursor?: string
}

/** A row of the list: the record without attempts, decisions, headers and bodies. */
export type LogSummary = Omit<
  ExchangeRecord,
  'attempts' | 'decisions' | 'requestHeaders' | 'responseHeaders' | 'organisationId'
> & {
  readonly attemptCount: number
}

export type LogPage = { readonly logs: readonly LogSummary[]; readonly nextCursor: string | null }

export type LogDetail = { readonly record: ExchangeRecord; readonly bodies: RecordBodies }

export interface LogReader {
  list(filter: LogFilter): Promise<LogPage>
  read(scope: { organisationId: string; workspaceId: string | null }, id: string): Promise<LogDetail | null>
}

export type NewApiKey = {
  readonly id: string
  readonly organisationId: string
  readonly workspaceId: string | null
  readonly kind: KeyKind
  readonly name: string
  /** Keyed hash of the secret; the secret itself is stored nowhere. */
  readonly hash: string
  readonly hint: string
  readonly scopes: readonly string[]
  readonly createdAtMs: number
}

export interface WorkspaceStore {
  exists(organisationId: string, workspaceId: string): Awaitable<boolean>
}

export interface ApiKeyStore {
  findByHash(hash: string): Awaitable<Caller | undefined>
  insert(key: NewApiKey): Promise<void>
}

export type CachedAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly isEventStream: boolean
  readonly storedAtMs: number
}

export interface CacheStore {
  get(key: string): Awaitable<CachedAnswer | undefined>
  set(key: string, answer: CachedAnswer, maxAgeMs: number): Awaitable<void>
}

/** A circuit as people see it. */
export type BreakerView = {
  readonly id: string
  readonly workspaceId: string
  readonly provider: string
  readonly origin: string | null
  readonly target: string
  readonly state: 'closed' | 'open' | 'half_open'
  readonly failures: number
  readonly failureThreshold: number
  readonly cooldownMs: number
  /** Epoch milliseconds of the next probe; null when closed. */
  readonly retryAtMs: number | null
}

export interface BreakerBoard {
  /** Null: every workspace. */
  list(workspaceId: string | null): readonly BreakerView[]
  /** False when there is no such circuit in reach. */
  reset(workspaceId: string | null, id: string): boolean
}
