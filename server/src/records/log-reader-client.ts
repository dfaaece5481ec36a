/**
 * Main-thread client of the reader worker. All log and analytics SQL runs in that worker, never on the request thread.
 */

import type { GatewayError } from '../core/errors.ts'
import type { Analytics, Graph, Graphs } from '../core/logs/analytics.ts'
import type { BodyKeys } from '../core/logs/body-keys.ts'
import type { LogReader } from '../core/logs/log-reader.ts'
import type { UnpricedLogs } from '../core/logs/unpriced.ts'
import { decodeCursor, encodeCursor } from './read/cursor.ts'
import type { Queries, ReadQuery } from './read/queries.ts'
import { toReadFilter } from './read/read-filter.ts'
import type { FromReader, ToReader } from './reader-worker.ts'
import type { StoreLocation } from './store-location.ts'
import { type SupervisedWorker, startWorker, superviseWorker, unavailable } from './workers.ts'

const PAGE_LIMIT = 1000
const MAX_BARS = 500
const MAX_SERIES = 20
/** Maximum number of queued queries. The worker runs only a few queries at a time. */
const MAX_PENDING = 5000

type PendingQuery = { readonly resolve: (result: unknown) => void; readonly reject: (error: GatewayError) => void }

/** Starts the worker with the first query, so a gateway without log readers does not run it. */
export class LogReaderClient implements LogReader, Analytics {
  readonly #location: StoreLocation
  readonly #pending = new Map<number, PendingQuery>()
  #worker: SupervisedWorker | null = null
  #lastRequestId = 0

  /** `keys` finds the keys of encrypted bodies; null if no bodies are encrypted. `onQuery` is called with each query. */
  constructor(
    location: StoreLocation,
    private readonly keys: BodyKeys | null = null,
    private readonly onQuery: () => void = () => {},
  ) {
    this.#location =
      'databaseUrl' in location ? { databaseUrl: location.databaseUrl } : { databasePath: location.databasePath }
  }

  async list({ limit, cursor, withPreview = false, ...filter }: Parameters<LogReader['list']>[0]) {
    const after = cursor === undefined ? null : decodeCursor(cursor)
    const query = { filter: toReadFilter(filter), limit: clamp(limit, PAGE_LIMIT), after, withPreview }
    const { logs, next, isPartial } = await this.#query('list', query)
    return { logs, nextCursor: next ? encodeCursor(next) : null, isPartial }
  }

  read({ organisationId, workspaceId }: Parameters<LogReader['read']>[0], id: string) {
    return this.#query('read', { organisationId, workspaceId, id })
  }

  async facets(filter: Parameters<LogReader['facets']>[0]) {
    return this.#query('facets', { filter: toReadFilter(filter) })
  }

  async histogram(filter: Parameters<LogReader['histogram']>[0], bars: number) {
    return this.#query('histogram', { filter: toReadFilter(filter), bars: clamp(bars, MAX_BARS) })
  }

  async exportPage({ limit, cursor, withBodies, withDetail, ...filter }: Parameters<LogReader['exportPage']>[0]) {
    const after = cursor === undefined ? null : decodeCursor(cursor)
    const query = { filter: toReadFilter(filter), limit: clamp(limit, PAGE_LIMIT), after, withBodies, withDetail }
    const { logs, next } = await this.#query('export', query)
    return { logs, nextCursor: next ? encodeCursor(next) : null }
  }

  async traces({ limit, cursor, leastRequests, ...filter }: Parameters<LogReader['traces']>[0]) {
    const after = cursor === undefined ? null : decodeCursor(cursor)
    const query = { filter: toReadFilter(filter), limit: clamp(limit, PAGE_LIMIT), after, leastRequests }
    const { traces, next, isPartial } = await this.#query('traces', query)
    return { traces, nextCursor: next ? encodeCursor(next) : null, isPartial }
  }

  async graph<Metric extends keyof Graphs>(
    metric: Metric,
    filter: Parameters<Analytics['graph']>[1],
    width: Parameters<Analytics['graph']>[2],
  ): Promise<Graph<Metric>> {
    return (await this.#query('graph', { metric, filter: toReadFilter(filter), width })) as Graph<Metric>
  }

  async summary(filter: Parameters<Analytics['summary']>[0]) {
    return this.#query('summary', { filter: toReadFilter(filter) })
  }

  async groups(...[by, filter, { offset, limit }]: Parameters<Analytics['groups']>) {
    const page = { offset: Math.max(0, Math.floor(offset)), limit: clamp(limit, PAGE_LIMIT) }
    return this.#query('groups', { by, filter: toReadFilter(filter), page })
  }

  async attempts(filter: Parameters<Analytics['attempts']>[0]) {
    return this.#query('attempts', { filter: toReadFilter(filter) })
  }

  async guardrails(...[filter, width]: Parameters<Analytics['guardrails']>) {
    return this.#query('guardrails', { filter: toReadFilter(filter), width })
  }

  async series(...[by, filter, { measure, limit }, width]: Parameters<Analytics['series']>) {
    const top = { measure, limit: clamp(limit, MAX_SERIES) }
    return this.#query('series', { by, filter: toReadFilter(filter), top, width })
  }

  unpricedModels(filter: Parameters<UnpricedLogs['models']>[0]) {
    return this.#query('unpriced-models', { filter })
  }

  unpricedPage(...[filter, after, limit]: Parameters<UnpricedLogs['page']>) {
    return this.#query('unpriced-page', { filter, after, limit: clamp(limit, PAGE_LIMIT) })
  }

  #query<Kind extends keyof Queries>(kind: Kind, params: Queries[Kind]['params']): Promise<Queries[Kind]['result']> {
    if (this.#pending.size >= MAX_PENDING) return Promise.reject(unavailable('too many log queries are queued'))
    this.#worker ??= this.#start()
    const requestId = ++this.#lastRequestId
    const query = { kind, ...params } as unknown as ReadQuery
    const isSent = this.#post({ kind: 'query', requestId, location: this.#location, query })
    if (!isSent) return Promise.reject(unavailable('the log reader is starting again'))
    this.onQuery()
    return new Promise<Queries[Kind]['result']>((resolve, reject) => {
      this.#pending.set(requestId, { resolve: resolve as (result: unknown) => void, reject })
    })
  }

  /** Call after the keys of a workspace have changed. Null: all workspaces. */
  forgetKeys(workspaceId: string | null): void {
    this.#post({ kind: 'forget-keys', workspaceId })
  }

  #post(message: ToReader): boolean {
    return this.#worker?.post(message) ?? false
  }

  #start(): SupervisedWorker {
    return superviseWorker({
      start: () => startWorker('reader'),
      onStart: () => {},
      onMessage: (data) => this.#receive(data as FromReader),
      onExit: (reason) => this.#failAll(reason),
    })
  }

  #receive(message: FromReader): void {
    if (message.kind === 'wants-keys') return void this.#sendKeys(message.workspaceId)
    const entry = this.#pending.get(message.requestId)
    this.#pending.delete(message.requestId)
    if (!entry) return
    if (message.kind === 'failed') entry.reject(unavailable(message.error))
    else entry.resolve(message.result)
  }

  async #sendKeys(workspaceId: string): Promise<void> {
    const keys = await (this.keys?.find(workspaceId, false) ?? Promise.resolve([])).catch(() => null)
    this.#post({ kind: 'keys', workspaceId, keys })
  }

  #failAll(reason: string): void {
    for (const { reject } of this.#pending.values()) reject(unavailable(reason))
    this.#pending.clear()
  }

  close(): void {
    this.#worker?.terminate()
    this.#worker = null
    this.#failAll('the log reader was closed')
  }
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(1, Math.floor(value) || 1), max)
}
