/** Main-thread side of the delivery to sinks: reads the sinks, runs the worker thread and reports progress. */

import type { LogFilter } from '../core/logs/log-filter.ts'
import type { Awaitable } from '../core/ports.ts'
import { startThread } from '../core/runtime/start-thread.ts'
import { withTimeout } from '../core/runtime/with-timeout.ts'
import { workerUrl } from '../core/runtime/worker-url.ts'
import {
  type Sink,
  type SinkDelivery,
  type SinkProgress,
  type SinkProgressStore,
  type SinkSecret,
  type SinkSettings,
  type SinkStore,
  type SinkTestResult,
  sinkContext,
} from '../core/sinks/sinks.ts'
import type { Vault } from '../core/stores/stores.ts'
import { closeOutbox, openOutbox } from '../records/journal/outbox.ts'
import { type SupervisedWorker, superviseWorker } from '../records/workers.ts'
import type { FromSinks, OpenSink, SinksStart, ToSinks } from './sinks-worker.ts'

/** Changes that another node makes to sinks take effect after at most this time. */
const READ_EVERY_MS = 15_000
const CLOSE_TIMEOUT_MS = 3_000
const TEST_TIMEOUT_MS = 30_000

export type SinkDeliveryParts = {
  readonly sinks: Pick<SinkStore, 'enabled'>
  readonly progress: Pick<SinkProgressStore, 'report'>
  readonly vault: Pick<Vault, 'open'>
  /** Throws if the sink's filter is not valid. */
  readonly filterOf: (sink: Sink) => Awaitable<LogFilter>
  readonly start: SinksStart
  readonly onProblem: (message: string) => void
}

/** Sums over the sinks of this node, except `waitingBytes`, which is the maximum. */
export type SinksHealth = {
  readonly sinks: number
  readonly waitingBytes: number
  readonly deliveredLogs: number
  readonly droppedLogs: number
  readonly failures: number
}

export interface RunningSinkDelivery extends SinkDelivery {
  health(): SinksHealth
  /** Logs that are not delivered yet stay in the journal for the next start. */
  close(): Promise<void>
}

export function startSinkDelivery(parts: SinkDeliveryParts): RunningSinkDelivery {
  return new WorkerDelivery(parts)
}

class WorkerDelivery implements RunningSinkDelivery {
  readonly #parts: SinkDeliveryParts
  #worker: SupervisedWorker | null = null
  #sinks: readonly OpenSink[] = []
  #progress: readonly SinkProgress[] = []
  readonly #tests = new Map<number, (result: SinkTestResult) => void>()
  #nextTest = 1
  #reading: Promise<void> | null = null
  #needsRefresh = false
  #isClosed = false
  /** Last reported problem by sink, so that it is not reported again each time the sinks are read. */
  readonly #reported = new Map<string, string>()
  readonly #timer: Timer
  #onStopped = () => {}

  constructor(parts: SinkDeliveryParts) {
    this.#parts = parts
    this.#timer = setInterval(() => this.refresh(), READ_EVERY_MS)
    this.#timer.unref()
    this.refresh()
  }

  refresh(): void {
    if (this.#isClosed) return
    if (this.#reading) {
      this.#needsRefresh = true
      return
    }
    this.#reading = this.#read().finally(() => {
      this.#reading = null
      if (!this.#needsRefresh) return
      this.#needsRefresh = false
      this.refresh()
    })
  }

  async #read(): Promise<void> {
    let enabled: readonly Sink[]
    try {
      enabled = await this.#parts.sinks.enabled()
    } catch {
      // The control store is unavailable. Delivery continues with the sinks that were read last.
      return
    }
    if (this.#isClosed) return
    const sinks = await Promise.all(enabled.map((sink) => this.#open(sink)))
    if (this.#isClosed) return
    const { journalDirectory } = this.#parts.start
    this.#sinks = sinks
    if (enabled.length > 0) {
      openOutbox(journalDirectory)
      this.#post({ kind: 'sinks', sinks })
      return
    }
    this.#progress = []
    // If a test is running, the next read stops the worker.
    if (this.#worker && this.#tests.size > 0) this.#post({ kind: 'sinks', sinks })
    else if (this.#worker) await this.#stopWorker()
    closeOutbox(journalDirectory)
  }

  /** If the sink cannot be opened, its logs wait. The problem is reported once. */
  async #open(sink: Sink): Promise<OpenSink> {
    const { id, settings, updatedAtMs, selection, sealed, organisationId, workspaceId } = sink
    try {
      const secret: SinkSecret = sealed === null ? {} : JSON.parse(this.#parts.vault.open(sealed, sinkContext(sink)))
      const filter = await this.#parts.filterOf(sink)
      this.#reported.delete(id)
      return { id, settings, updatedAtMs, selection, secret, filter, problem: null }
    } catch (error) {
      const problem = `The secret or the filter cannot be read: ${error instanceof Error ? error.message : String(error)}`
      const message = `Sink ${id} is not delivered to. ${problem}`
      if (this.#reported.get(id) !== message) this.#parts.onProblem(message)
      this.#reported.set(id, message)
      return { id, settings, updatedAtMs, selection, secret: {}, filter: { organisationId, workspaceId }, problem }
    }
  }

  test(settings: SinkSettings, secret: SinkSecret): Promise<SinkTestResult> {
    const requestId = this.#nextTest++
    const tested = new Promise<SinkTestResult>((resolve) => {
      this.#tests.set(requestId, resolve)
      this.#post({ kind: 'test', requestId, settings, secret })
    })
    return withTimeout(TEST_TIMEOUT_MS, tested)
      .catch(() => ({ isDelivered: false, message: 'The test did not end in time.', durationMs: TEST_TIMEOUT_MS }))
      .finally(() => this.#tests.delete(requestId))
  }

  /** Starts the worker thread with the first message, so that there is no thread without sinks. */
  #post(message: ToSinks): void {
    this.#worker ??= superviseWorker({
      start: () => startThread(workerUrl('sinks/sinks-worker.ts')),
      onStart: (worker) => {
        worker.postMessage({ kind: 'start', options: this.#parts.start } satisfies ToSinks)
        if (this.#sinks.length > 0) worker.postMessage({ kind: 'sinks', sinks: this.#sinks } satisfies ToSinks)
      },
      onMessage: (data) => this.#receive(data as FromSinks),
      onExit: (reason) => this.#parts.onProblem(`The sinks worker exited: ${reason}. Restarting it.`),
    })
    this.#worker.post(message)
  }

  #receive(message: FromSinks): void {
    switch (message.kind) {
      case 'progress':
        this.#progress = message.progress
        this.#report()
        break
      case 'problem':
        this.#parts.onProblem(message.message)
        break
      case 'tested':
        this.#tests.get(message.requestId)?.(message.result)
        break
      case 'stopped':
        this.#onStopped()
    }
  }

  #report(): void {
    if (this.#progress.length === 0) return
    // The next report replaces one that failed.
    this.#parts.progress.report(this.#progress).catch(() => {})
  }

  health(): SinksHealth {
    const sum = (count: (one: SinkProgress) => number) => this.#progress.reduce((total, one) => total + count(one), 0)
    return {
      sinks: this.#progress.length,
      waitingBytes: Math.max(0, ...this.#progress.map((one) => one.waitingBytes)),
      deliveredLogs: sum((one) => one.deliveredLogs),
      droppedLogs: sum((one) => one.droppedLogs),
      failures: sum((one) => one.failures),
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#reading
    if (!this.#worker) return
    await this.#stopWorker()
    if (this.#progress.length > 0) await this.#parts.progress.report(this.#progress).catch(() => {})
  }

  async #stopWorker(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    const stopped = new Promise<void>((resolve) => {
      this.#onStopped = resolve
    })
    worker?.post({ kind: 'stop' } satisfies ToSinks)
    // A worker that does not end in time sends its last batch again after the next start.
    await withTimeout(CLOSE_TIMEOUT_MS, stopped).catch(() => {})
    worker?.terminate()
  }
}
