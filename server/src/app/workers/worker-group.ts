/** The workers as the owner process sees them: serves their calls, and calls them for the admin API. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalProcess } from '../../control/privacy/erasure-runner.ts'
import type { LogTail } from '../../core/logs/log-reader.ts'
import type { BudgetService } from '../../core/money/budget-service.ts'
import type { BreakerAdmin } from '../../core/ports.ts'
import type { Bus } from '../../core/runtime/bus.ts'
import { findNodeId } from '../../core/runtime/node-id.ts'
import { withTimeout } from '../../core/runtime/with-timeout.ts'
import type { CacheAdmin } from '../../core/semantic/cache-admin.ts'
import type { KeyUse } from '../../core/stores/api-keys.ts'
import { sumCounters } from '../../observe/prometheus.ts'
import type { Records } from '../../records/records.ts'
import { type GroupHealth, joinHealth, type StorageHealth } from '../http/readiness.ts'
import { type CallAll, groupBreakers, groupCache, groupTail } from './group-admin.ts'
import { takeJournal } from './orphaned-journals.ts'
import type { WorkerChannel } from './rpc-methods.ts'
import { serveBudgets } from './serve-budgets.ts'

const RETRY_MS = 100
const MAX_WAIT_MS = 60_000
/** A hanging worker must not delay responses about all workers. Health probes give up after a second. */
const HEALTH_TIMEOUT_MS = 500
const CALL_TIMEOUT_MS = 2_000
/** Storing a journal may take this long if the store is slow. */
const ERASE_TIMEOUT_MS = 60_000

/** The parts of the owner's app that workers use, available once the app has started. */
export type WorkerGroupParts = {
  readonly budgetService: BudgetService
  readonly records: Pick<Records, 'adopt' | 'adoptProvisional' | 'tail' | 'feedback'>
  readonly recordKeyUses: (uses: readonly KeyUse[]) => Promise<void>
  readonly adminPaths: () => Promise<readonly string[]>
  readonly health: () => GroupHealth
}

export class WorkerGroup implements Bus {
  readonly #workers = new Map<WorkerChannel, { readonly number: number; metrics: string }>()
  readonly #listeners = new Map<string, (text: string) => void>()
  #parts: WorkerGroupParts | null = null
  #isWatched = false
  #exitedMetrics = ''

  /** The workers share `port`; the owner itself listens on the socket file. */
  constructor(
    readonly location: { readonly port: number; readonly socketPath: string; readonly dataDirectory: string },
    readonly size: number,
    private readonly hasWorkerJournals: boolean,
  ) {}

  open(parts: WorkerGroupParts): void {
    this.#parts = parts
  }

  publish(topic: string, text: string): void {
    for (const worker of this.#workers.keys()) worker.notify('deliver', { topic, text })
  }

  listen(topic: string, listener: (text: string) => void): void {
    this.#listeners.set(topic, listener)
  }

  breakers(own: BreakerAdmin): BreakerAdmin {
    return groupBreakers(own, this.#callAll)
  }

  cache(own: CacheAdmin): CacheAdmin {
    return groupCache(own, this.#callAll)
  }

  /** The running workers, for erasures. With a shared database, omits workers that have no node id yet. */
  processes(): readonly LocalProcess[] {
    return [...this.#workers].flatMap(([worker, { number }]) => {
      const nodeId = this.hasWorkerJournals ? `worker-${number}` : findNodeId(this.folderOf(number))
      if (nodeId === null) return []
      return [{ nodeId, erase: (order) => withTimeout(ERASE_TIMEOUT_MS, worker.call('erase', order)) }]
    })
  }

  tail(own: LogTail): LogTail {
    return groupTail(own, (isWatched) => {
      this.#isWatched = isWatched
      for (const worker of this.#workers.keys()) worker.notify('watch', isWatched)
    })
  }

  /** Workers that exited count with their last metrics, because counters must not decrease. */
  async metrics(): Promise<readonly string[]> {
    const metrics = [...this.#workers.entries()].map(async ([worker, last]) => {
      last.metrics = await withTimeout(CALL_TIMEOUT_MS, worker.call('metrics', null)).catch(() => last.metrics)
      return last.metrics
    })
    return [this.#exitedMetrics, ...(await Promise.all(metrics))]
  }

  folderOf(number: number): string {
    return join(this.location.dataDirectory, `worker-${number}`)
  }

  /**
   * Imports the journal of the previous worker with this number. If that worker's owner was killed, it may still be
   * finishing calls; waits for it.
   */
  async adoptJournal(number: number): Promise<void> {
    const folder = this.folderOf(number)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const records = this.hasWorkerJournals ? (this.#parts?.records ?? null) : null
    const untilMs = performance.now() + MAX_WAIT_MS
    while (!(await takeJournal(folder, records))) {
      if (performance.now() > untilMs) throw new Error(`Another process still uses ${folder}. Stop it first.`)
      await Bun.sleep(RETRY_MS)
    }
  }

  /** Serves a worker's calls from now on; returns a function to call after it has exited. */
  attach(number: number, channel: WorkerChannel): () => Promise<void> {
    const parts = this.#parts
    if (!parts) throw new Error('The owner process has not started yet.')
    const settleBudgets = serveBudgets(channel, parts.budgetService)
    channel.handle('journal', async (below) => {
      await parts.records.adopt(join(this.folderOf(number), 'journal'), below)
      return null
    })
    channel.handle('keyUses', async (uses) => {
      await parts.recordKeyUses(uses)
      return null
    })
    channel.handle('adminPaths', () => parts.adminPaths())
    channel.handle('health', () => this.#health(parts.health()))
    channel.handle('record', ({ record, bodies }) => {
      parts.records.tail.publish(record, bodies)
      return null
    })
    channel.handle('createFeedback', ({ scope, entries }) => parts.records.feedback.create(scope, entries))
    channel.handle('publish', ({ topic, text }) => {
      this.#listeners.get(topic)?.(text)
      for (const worker of this.#workers.keys()) if (worker !== channel) worker.notify('deliver', { topic, text })
      return null
    })
    const last = { number, metrics: '' }
    channel.handle('finalMetrics', (metrics) => {
      last.metrics = metrics
      return null
    })
    this.#workers.set(channel, last)
    if (this.#isWatched) channel.notify('watch', true)
    return async () => {
      this.#workers.delete(channel)
      channel.close()
      this.#exitedMetrics = sumCounters([this.#exitedMetrics, last.metrics])
      await settleBudgets()
    }
  }

  async #health(own: GroupHealth): Promise<GroupHealth> {
    const reports = [...this.#workers].map(([worker, { number }]) => {
      // Null if the worker is starting or exiting.
      const report = worker.call('storage', null).catch(() => null)
      return Promise.race([report, Bun.sleep(HEALTH_TIMEOUT_MS).then(() => `Worker ${number} does not respond.`)])
    })
    const workers: StorageHealth[] = []
    const unresponsive: string[] = []
    for (const report of await Promise.all(reports)) {
      if (typeof report === 'string') unresponsive.push(report)
      else if (report) workers.push(report)
    }
    const joined = joinHealth(own, workers)
    return { ...joined, problems: [...joined.problems, ...unresponsive], failingTasks: own.failingTasks }
  }

  readonly #callAll: CallAll = async (name, params) => {
    const calls = [...this.#workers.keys()].map((worker) => withTimeout(CALL_TIMEOUT_MS, worker.call(name, params)))
    const results = await Promise.allSettled(calls)
    return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  }
}
