/** One of the places workers stand at: whoever dies there is followed by another, after a little longer each time. */

import type { WorkerGroup } from '../../app/workers/worker-group.ts'
import { spawnWorker, type WorkerProcess } from './worker-process.ts'

const BACK_OFF_MS = { first: 100, most: 5_000 }
/** One that lasted this long was well. */
const WELL_AFTER_MS = 10_000
/** Beyond the time running requests get: writing what is left. */
const LAST_WORDS_MS = 15_000

export type SlotParts = {
  readonly number: number
  readonly workers: WorkerGroup
  readonly environment: Readonly<Record<string, string>>
  /** What running requests get when a worker leaves. */
  readonly drainMs: number
  readonly onDeath: (number: number, exitCode: number, againInMs: number) => void
}

export class WorkerSlot {
  #worker: WorkerProcess | null = null
  /** Makes room for its successor. */
  #leaver: WorkerProcess | null = null
  #isEnding = false
  #backOffMs = BACK_OFF_MS.first

  constructor(private readonly parts: SlotParts) {}

  /** Resolves when one is ready; rejects when none is to be had. */
  async start(): Promise<void> {
    const { number, workers, environment } = this.parts
    await workers.adoptJournal(number)
    if (this.#isEnding) return
    const worker = spawnWorker(environment)
    const settle = workers.attach(number, worker.calls)
    void worker.exited.then(settle)
    this.#worker = worker
    await worker.ready
    this.#watch(worker)
  }

  /** Another takes its place once it has ended its calls; resolves when that one is ready. */
  async replace(): Promise<void> {
    const leaver = this.#worker
    if (!leaver || this.#isEnding) return
    this.#worker = null
    this.#leaver = leaver
    leaver.calls.notify('drain', null)
    await this.#ended(leaver)
    this.#leaver = null
    if (!this.#isEnding) await this.start().catch(() => this.#again(-1))
  }

  async stop(): Promise<void> {
    this.#isEnding = true
    const workers = [this.#worker, this.#leaver].filter((worker) => worker !== null)
    for (const worker of workers) worker.stop()
    await Promise.all(workers.map((worker) => this.#ended(worker)))
  }

  kill(): void {
    this.#isEnding = true
    this.#worker?.kill()
    this.#leaver?.kill()
  }

  /** One that does not end by itself is ended. */
  async #ended(worker: WorkerProcess): Promise<void> {
    const timer = setTimeout(() => worker.kill(), this.parts.drainMs + LAST_WORDS_MS)
    await worker.exited
    clearTimeout(timer)
  }

  #watch(worker: WorkerProcess): void {
    const readyAtMs = performance.now()
    void worker.exited.then((code) => {
      // Replaced or told to end: then somebody waits for that.
      if (this.#worker !== worker || this.#isEnding) return
      if (performance.now() - readyAtMs > WELL_AFTER_MS) this.#backOffMs = BACK_OFF_MS.first
      this.#again(code)
    })
  }

  #again(exitCode: number): void {
    if (this.#isEnding) return
    const delayMs = this.#backOffMs
    this.#backOffMs = Math.min(delayMs * 2, BACK_OFF_MS.most)
    this.parts.onDeath(this.parts.number, exitCode, delayMs)
    setTimeout(() => {
      if (this.#isEnding) return
      this.start().catch(() => this.#again(-1))
    }, delayMs)
  }
}
