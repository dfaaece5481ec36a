/** Live tail: delivers finished logs to subscribers without waiting for the store. */

import { outcomeOf } from '../core/logs/guardrail-outcomes.ts'
import type { LogFilter } from '../core/logs/log-filter.ts'
import { previewOf } from '../core/logs/log-preview.ts'
import type { LogSummary, LogTail } from '../core/logs/log-reader.ts'
import type { RecordBodies, RequestRecord } from '../core/record.ts'
import { NO_BODIES } from './journal/frame.ts'
import { matchesFilter } from './read/matches-filter.ts'
import { type ReadFilter, toReadFilter } from './read/read-filter.ts'

/** Logs per delivery. Further logs are dropped and counted. */
const MAX_WAITING = 100
const DELIVER_AFTER_MS = 250

type Subscriber = {
  readonly filter: ReadFilter
  readonly onLogs: (logs: readonly LogSummary[], missed: number) => void
  logs: LogSummary[]
  missed: number
}

export class Tail implements LogTail {
  readonly #subscribers = new Set<Subscriber>()
  #timer: ReturnType<typeof setTimeout> | null = null
  #draining: Promise<void> = Promise.resolve()
  #nextDraining: Promise<void> | null = null

  constructor(private readonly drained: () => Promise<void> = async () => {}) {}

  /** Runs on the request path: synchronous, and free without subscribers. */
  publish(record: RequestRecord, bodies: RecordBodies = NO_BODIES): void {
    if (this.#subscribers.size === 0) return
    let summary: LogSummary | null = null
    for (const subscriber of this.#subscribers) {
      if (!matchesFilter(subscriber.filter, record, null, bodies)) continue
      summary ??= summaryOf(record, bodies)
      if (subscriber.logs.length >= MAX_WAITING) subscriber.missed++
      else subscriber.logs.push(summary)
      this.#timer ??= setTimeout(() => this.#deliver(), DELIVER_AFTER_MS)
    }
  }

  #deliver(): void {
    this.#timer = null
    for (const subscriber of this.#subscribers) {
      const { logs, missed } = subscriber
      if (logs.length === 0) continue
      subscriber.logs = []
      subscriber.missed = 0
      subscriber.onLogs(logs, missed)
    }
  }

  subscribe(filter: LogFilter, onLogs: Subscriber['onLogs']): () => void {
    const subscriber = { filter: toReadFilter(filter), onLogs, logs: [], missed: 0 }
    this.#subscribers.add(subscriber)
    return () => this.#subscribers.delete(subscriber)
  }

  /** Callers share waits, so that at most two waits are pending while the store is unavailable. */
  stored(): Promise<void> {
    this.#nextDraining ??= this.#draining.then(() => {
      this.#nextDraining = null
      this.#draining = this.drained()
      return this.#draining
    })
    return this.#nextDraining
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#subscribers.clear()
  }
}

function summaryOf(record: RequestRecord, { request }: RecordBodies): LogSummary {
  const { attempts, decisions, requestHeaders, responseHeaders, organisationId, costLines, ...kept } = record
  const { guardrails = [], ...rest } = kept
  const counts = { attemptCount: attempts.length, feedbackCount: 0, weightedFeedback: null }
  return { ...rest, ...counts, guardrailOutcomes: guardrails.map(outcomeOf), preview: previewOf(record, request) }
}
