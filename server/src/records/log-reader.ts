/** Main thread's door to the logs: asks the reader worker, so that no SQL runs beside requests. */

import { GatewayError } from '../core/errors.ts'
import type { LogDetail, LogFilter, LogPage, LogReader } from '../core/ports.ts'
import { readStatus } from '../core/status-set.ts'
import type { ListQuery, ListResult } from './log-query.ts'
import { decodeCursor, encodeCursor } from './page-cursor.ts'
import type { FromReader, ReadQuestion, ToReader } from './read-worker.ts'
import { startWorker, type WatchedWorker, watchWorker } from './workers.ts'

const PAGE_LIMIT = 1000

type Waiting = { readonly resolve: (answer: unknown) => void; readonly reject: (error: GatewayError) => void }

/** The worker starts with the first question: a gateway nobody looks into does not pay for it. */
export function openLogReader(options: { readonly databasePath: string }): LogReader & { close(): void } {
  const waiting = new Map<number, Waiting>()
  let worker: WatchedWorker | null = null
  let lastTicket = 0

  const failAll = (reason: string) => {
    for (const { reject } of waiting.values()) reject(new GatewayError('store_unavailable', { cause: reason }))
    waiting.clear()
  }

  const settle = (message: FromReader) => {
    const entry = waiting.get(message.ticket)
    waiting.delete(message.ticket)
    if (!entry) return
    if ('trouble' in message) entry.reject(new GatewayError('store_unavailable', { cause: message.trouble }))
    else entry.resolve(message.answer)
  }

  const start = () =>
    watchWorker({
      start: () => startWorker('reader'),
      onStart: () => {},
      onMessage: (data) => settle(data as FromReader),
      onDeath: failAll,
    })

  const ask = <Answer>(question: ReadQuestion): Promise<Answer> => {
    worker ??= start()
    const ticket = ++lastTicket
    const answer = new Promise<Answer>((resolve, reject) => {
      waiting.set(ticket, { resolve: resolve as (answer: unknown) => void, reject })
    })
    worker.post({ ticket, databasePath: options.databasePath, question } satisfies ToReader)
    return answer
  }

  return {
    async list(filter): Promise<LogPage> {
      const { logs, end } = await ask<ListResult>({ kind: 'list', query: toQuery(filter) })
      return { logs, nextCursor: end ? encodeCursor(end) : null }
    },
    read({ organisationId, workspaceId }, id): Promise<LogDetail | null> {
      return ask({ kind: 'read', organisationId, workspaceId, id })
    },
    close() {
      worker?.terminate()
      worker = null
      failAll('the log reader was closed')
    },
  }
}

function toQuery(filter: LogFilter): ListQuery {
  const { statuses, cursor, ...rest } = filter
  return {
    ...rest,
    limit: Math.min(Math.max(1, Math.floor(filter.limit)), PAGE_LIMIT),
    statuses: statuses ? statuses.flatMap(expandStatus) : null,
    after: cursor === undefined ? null : decodeCursor(cursor),
  }
}

function expandStatus(entry: string | number): number[] {
  const range = readStatus(entry)
  if (!range) {
    throw new GatewayError('invalid_parameter', {
      param: 'status',
      message: `\`${entry}\` is no HTTP status: write 429 for one status or 5xx for a class.`,
    })
  }
  const [from, to] = range
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}
