/** The live log stream, one per tab: EventSource, or polling if EventSource fails. */

import { signal } from '@preact/signals'
import { api, type Query, queryText } from './client.ts'
import { connection, noteAnswer, noteSilence, whenBackOnline } from './connection.ts'
import type { LogRow } from './log-row.ts'
import { LogPoller } from './poll-logs.ts'

export type LogListener = {
  /** Filters of GET /v1/logs/stream, including workspace_id. The server filters. */
  readonly query: Query
  readonly onLogs: (rows: readonly LogRow[]) => void
  /** Number of rows that were not delivered; null: unknown, but more than zero. */
  readonly onMissed?: (count: number | null) => void
  /**
   * Called when GET /v1/logs contains every row that the stream did not deliver: after it has opened, and after a lost
   * connection. The page should then reload its data, because requests may have finished after it was read.
   */
  readonly onStored: () => void
}

export type StreamState = 'idle' | 'connecting' | 'live' | 'polling' | 'lost'

export const streamState = signal<StreamState>('idle')

const POLL_MS = 5_000
const FAILURES_BEFORE_POLLING = 3
/** Tabs close their stream after being hidden this long, because browsers allow only six connections per host. */
const HIDDEN_MS = 30_000

/** The newest listener sets the filter; listeners with the same filter share the stream. */
const listeners: LogListener[] = []
const observers = new Set<LogListener['onLogs']>()
let source: EventSource | null = null
let openQuery = ''
let failures = 0
let pollTimer: ReturnType<typeof setInterval> | null = null
let hiddenTimer: ReturnType<typeof setTimeout> | null = null

/** Returns the unsubscribe function. */
export function followLogs(listener: LogListener): () => void {
  listeners.push(listener)
  reopen()
  return () => {
    listeners.splice(listeners.indexOf(listener), 1)
    reopen()
  }
}

/** Receives the rows while a page follows the stream; never opens it. Returns the unsubscribe function. */
export function observeLogs(onLogs: LogListener['onLogs']): () => void {
  observers.add(onLogs)
  return () => observers.delete(onLogs)
}

function reopen(): void {
  const newest = listeners.at(-1)
  const wanted = newest ? queryText(newest.query) : null
  if (wanted === openQuery && (source !== null || pollTimer !== null)) return
  close()
  if (wanted === null) return
  openQuery = wanted
  failures = 0
  connect()
}

function close(): void {
  source?.close()
  source = null
  if (pollTimer !== null) clearInterval(pollTimer)
  pollTimer = null
  streamState.value = 'idle'
}

function connect(): void {
  streamState.value = 'connecting'
  const opened = new EventSource(`/v1/logs/stream${openQuery}`)
  source = opened
  opened.addEventListener('open', () => {
    failures = 0
    streamState.value = 'live'
    noteAnswer()
  })
  opened.addEventListener('log', (event) => deliver([JSON.parse(event.data) as LogRow]))
  opened.addEventListener('missed', (event) => {
    const { count } = JSON.parse(event.data) as { count: number }
    for (const listener of sharing()) listener.onMissed?.(count)
  })
  opened.addEventListener('stored', tellStored)
  opened.addEventListener('error', () => {
    failures++
    streamState.value = 'lost'
    // The browser reconnects automatically unless the server refused. After three failures, either a proxy blocks
    // streaming or the gateway is unreachable.
    if (failures < FAILURES_BEFORE_POLLING && opened.readyState !== EventSource.CLOSED) return
    close()
    startPolling()
  })
}

function startPolling(): void {
  if (pollTimer !== null) return
  streamState.value = 'polling'
  const poller = new LogPoller((query) => api.get('/logs', { query }), new Date().toISOString())
  let isAsking = false
  const timer = setInterval(async () => {
    // The offline banner already checks whether the gateway is back.
    if (isAsking || connection.value.state === 'offline') return
    isAsking = true
    try {
      const { rows, hasMore } = await poller.next(listeners.at(-1)?.query ?? {})
      // The filter may have changed during the request.
      if (timer !== pollTimer) return
      if (rows.length > 0) deliver(rows)
      if (hasMore) for (const listener of sharing()) listener.onMissed?.(null)
    } catch {
      // The next poll retries. The client has already recorded the outage.
    } finally {
      isAsking = false
    }
  }, POLL_MS)
  pollTimer = timer
  tellStored()
}

function tellStored(): void {
  for (const listener of sharing()) listener.onStored()
}

function deliver(rows: readonly LogRow[]): void {
  for (const listener of sharing()) listener.onLogs(rows)
  for (const observe of observers) observe(rows)
}

function sharing(): LogListener[] {
  return listeners.filter((listener) => queryText(listener.query) === openQuery)
}

whenBackOnline(() => {
  openQuery = ''
  close()
  reopen()
})

/** Call once at startup. */
export function watchVisibility(): void {
  document.addEventListener('visibilitychange', () => {
    if (hiddenTimer !== null) clearTimeout(hiddenTimer)
    hiddenTimer = null
    if (document.hidden) hiddenTimer = setTimeout(close, HIDDEN_MS)
    else reopen()
  })
  window.addEventListener('offline', noteSilence)
}
