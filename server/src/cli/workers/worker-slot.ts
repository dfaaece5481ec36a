/** Keeps one worker running: restarts it after an unexpected exit, with exponential backoff. */

import type { WorkerGroup } from '../../app/workers/worker-group.ts'
import { spawnWorker, type WorkerProcess } from './worker-process.ts'

const BACK_OFF_MS = { first: 100, most: 5_000 }
/** A worker that ran this long resets the backoff. */
const STABLE_AFTER_MS = 10_000
/** Added to the drain time, for flushing and closing the stores. */
const CLOSE_MS = 15_000

export type SlotParts = {
  readonly number: number
  readonly workers: WorkerGroup
  readonly environment: Readonly<Record<string, string>>
  /** How long running requests may take when a worker stops. */
  readonly drainMs: number
  readonly onExit: (number: number, exitCode: number, restartInMs: number) => void
}

export class WorkerSlot {
  #worker: WorkerProcess | null = null
  /** The previous worker while it drains. */
  #draining: WorkerProcess | null = null
  #isStopping = false
  #backOffMs = BACK_OFF_MS.first

  constructor(private readonly parts: SlotParts) {}

  /** Resolves when a worker is ready. Rejects if it cannot start. */
  async start(): Promise<void> {
    const { number, workers, environment } = this.parts
    await workers.adoptJournal(number)
    if (this.#isStopping) return
    const worker = spawnWorker(environment)
    const settle = workers.attach(number, worker.calls)
    void worker.exited.then(settle)
    this.#worker = worker
    await worker.ready
    this.#watch(worker)
  }

  /** Drains the worker, then starts a replacement. Resolves when the replacement is ready. */
  async replace(): Promise<void> {
    const draining = this.#worker
    if (!draining || this.#isStopping) return
    this.#worker = null
    this.#draining = draining
    draining.calls.notify('drain', null)
    await this.#exited(draining)
    this.#draining = null
    if (!this.#isStopping) await this.start().catch(() => this.#restart(-1))
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    const workers = [this.#worker, this.#draining].filter((worker) => worker !== null)
    for (const worker of workers) worker.stop()
    await Promise.all(workers.map((worker) => this.#exited(worker)))
  }

  kill(): void {
    this.#isStopping = true
    this.#worker?.kill()
    this.#draining?.kill()
  }

  /** Kills the worker if it does not exit in time. */
  async #exited(worker: WorkerProcess): Promise<void> {
    const timer = setTimeout(() => worker.kill(), this.parts.drainMs + CLOSE_MS)
    await worker.exited
    clearTimeout(timer)
  }

  #watch(worker: WorkerProcess): void {
    const readyAtMs = performance.now()
    void worker.exited.then((code) => {
      // During replacement or stop, another method awaits the exit.
      if (this.#worker !== worker || this.#isStopping) return
      if (performance.now() - readyAtMs > STABLE_AFTER_MS) this.#backOffMs = BACK_OFF_MS.first
      this.#restart(code)
    })
  }

  #restart(exitCode: number): void {
    if (this.#isStopping) return
    const delayMs = this.#backOffMs
    this.#backOffMs = Math.min(delayMs * 2, BACK_OFF_MS.most)
    this.parts.onExit(this.parts.number, exitCode, delayMs)
    setTimeout(() => {
      if (this.#isStopping) return
      this.start().catch(() => this.#restart(-1))
    }, delayMs)
  }
}
