/** Main thread's door to logs and analytics: asks the reader worker, so that no SQL runs beside requests. */

import { GatewayError } from '../../core/errors.ts'
import type { Analytics, Graph, Graphs } from '../../core/logs/analytics.ts'
import type { LogReader } from '../../core/logs/log-reader.ts'
import type { UnpricedLogs } from '../../core/logs/unpriced.ts'
import type { LogPlace } from '../log-place.ts'
import type { FromReader, ToReader } from '../read-worker.ts'
import { startWorker, type WatchedWorker, watchWorker } from '../workers.ts'
import { decodeCursor, encodeCursor } from './page-cursor.ts'
import type { Questions, ReadQuestion } from './questions.ts'
import { toReadFilter } from './read-filter.ts'

const PAGE_LIMIT = 1000
const MOST_BARS = 500
const MOST_SERIES = 20
/** The worker answers one question after the other: behind this many, waiting longer helps nobody. */
const MOST_WAITING = 5000

type Waiting = { readonly resolve: (answer: unknown) => void; readonly reject: (error: GatewayError) => void }

/** The worker starts with the first question: a gateway nobody looks into does not pay for it. */
export class LogReaderClient implements LogReader, Analytics {
  readonly #place: LogPlace
  readonly #waiting = new Map<number, Waiting>()
  #worker: WatchedWorker | null = null
  #lastTicket = 0

  constructor(place: LogPlace) {
    this.#place = 'databaseUrl' in place ? { databaseUrl: place.databaseUrl } : { databasePath: place.databasePath }
  }

  async list({ limit, cursor, withPreview: withGlance = false, ...filter }: Parameters<LogReader['list']>[0]) {
    const after = cursor === undefined ? null : decodeCursor(cursor)
    const query = { filter: toReadFilter(filter), limit: whole(limit, PAGE_LIMIT), after, withGlance }
    const { logs, next, isPartial } = await this.#ask('list', query)
    return { logs, nextCursor: next ? encodeCursor(next) : null, isPartial }
  }

  read({ organisationId, workspaceId }: Parameters<LogReader['read']>[0], id: string) {
    return this.#ask('read', { organisationId, workspaceId, id })
  }

  async facets(filter: Parameters<LogReader['facets']>[0]) {
    return this.#ask('facets', { filter: toReadFilter(filter) })
  }

  async histogram(filter: Parameters<LogReader['histogram']>[0], bars: number) {
    return this.#ask('histogram', { filter: toReadFilter(filter), bars: whole(bars, MOST_BARS) })
  }

  async exportPage({ limit, cursor, withBodies, ...filter }: Parameters<LogReader['exportPage']>[0]) {
    const after = cursor === undefined ? null : decodeCursor(cursor)
    const query = { filter: toReadFilter(filter), limit: whole(limit, PAGE_LIMIT), after, withBodies }
    const { logs, next } = await this.#ask('export', query)
    return { logs, nextCursor: next ? encodeCursor(next) : null }
  }

  async traces({ limit, cursor, leastRequests, ...filter }: Parameters<LogReader['traces']>[0]) {
    const after = cursor === undefined ? null : decodeCursor(cursor)
    const query = { filter: toReadFilter(filter), limit: whole(limit, PAGE_LIMIT), after, leastRequests }
    const { traces, next, isPartial } = await this.#ask('traces', query)
    return { traces, nextCursor: next ? encodeCursor(next) : null, isPartial }
  }

  async graph<Metric extends keyof Graphs>(
    metric: Metric,
    filter: Parameters<Analytics['graph']>[1],
    width: Parameters<Analytics['graph']>[2],
  ): Promise<Graph<Metric>> {
    return (await this.#ask('graph', { metric, filter: toReadFilter(filter), width })) as Graph<Metric>
  }

  async summary(filter: Parameters<Analytics['summary']>[0]) {
    return this.#ask('summary', { filter: toReadFilter(filter) })
  }

  async groups(...[by, filter, { offset, limit }]: Parameters<Analytics['groups']>) {
    const page = { offset: Math.max(0, Math.floor(offset)), limit: whole(limit, PAGE_LIMIT) }
    return this.#ask('groups', { by, filter: toReadFilter(filter), page })
  }

  async series(...[by, filter, { measure, limit }, width]: Parameters<Analytics['series']>) {
    const top = { measure, limit: whole(limit, MOST_SERIES) }
    return this.#ask('series', { by, filter: toReadFilter(filter), top, width })
  }

  unpricedModels(filter: Parameters<UnpricedLogs['models']>[0]) {
    return this.#ask('unpriced-models', { filter })
  }

  unpricedPage(...[filter, after, limit]: Parameters<UnpricedLogs['page']>) {
    return this.#ask('unpriced-page', { filter, after, limit: whole(limit, PAGE_LIMIT) })
  }

  #ask<Kind extends keyof Questions>(kind: Kind, ask: Questions[Kind]['ask']): Promise<Questions[Kind]['answer']> {
    if (this.#waiting.size >= MOST_WAITING) return Promise.reject(unavailable('too many questions about logs wait'))
    this.#worker ??= this.#start()
    const ticket = ++this.#lastTicket
    const answer = new Promise<Questions[Kind]['answer']>((resolve, reject) => {
      this.#waiting.set(ticket, { resolve: resolve as (answer: unknown) => void, reject })
    })
    const question = { kind, ...ask } as unknown as ReadQuestion
    this.#worker.post({ ticket, place: this.#place, question } satisfies ToReader)
    return answer
  }

  #start(): WatchedWorker {
    return watchWorker({
      start: () => startWorker('reader'),
      onStart: () => {},
      onMessage: (data) => this.#settle(data as FromReader),
      onDeath: (reason) => this.#failAll(reason),
    })
  }

  #settle(message: FromReader): void {
    const entry = this.#waiting.get(message.ticket)
    this.#waiting.delete(message.ticket)
    if (!entry) return
    if ('trouble' in message) entry.reject(unavailable(message.trouble))
    else entry.resolve(message.answer)
  }

  #failAll(reason: string): void {
    for (const { reject } of this.#waiting.values()) reject(unavailable(reason))
    this.#waiting.clear()
  }

  close(): void {
    this.#worker?.terminate()
    this.#worker = null
    this.#failAll('the log reader was closed')
  }
}

function unavailable(reason: string): GatewayError {
  return new GatewayError('store_unavailable', { cause: new Error(reason) })
}

function whole(value: number, most: number): number {
  return Math.min(Math.max(1, Math.floor(value) || 1), most)
}
