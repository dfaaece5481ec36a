/** Counts tokens in one worker thread and decompresses responses in another. */

import type { CountJob, TokenCount, Unpacked, UnpackJob } from './jobs.ts'
import { WorkerQueue } from './worker-queue.ts'

/** The tokenizer takes about 80 MB, so its worker ends after this time without a job. */
const IDLE_MS = 5 * 60_000

/** Counts locally if the provider does not. Null: not ready in time, or not countable. */
export interface LocalCounter {
  count(job: CountJob, boundMs: number): Promise<TokenCount | null>
  unpack(job: UnpackJob, boundMs: number): Promise<Unpacked | null>
  /** Loads the tokenizer of a model that will probably be needed. */
  warm(model: string): void
}

export class TokenCounter implements LocalCounter {
  readonly #counting: WorkerQueue
  /** A second thread: loading the tokenizer blocks the first one for most of a second. */
  readonly #unpacking: WorkerQueue

  constructor(idleMs = IDLE_MS) {
    this.#counting = new WorkerQueue(idleMs)
    this.#unpacking = new WorkerQueue(idleMs)
  }

  count(job: CountJob, boundMs: number): Promise<TokenCount | null> {
    const sizeBytes = (job.request?.length ?? 0) + (job.response?.length ?? 0)
    return this.#counting.run({ kind: 'count', job }, sizeBytes, boundMs) as Promise<TokenCount | null>
  }

  unpack(job: UnpackJob, boundMs: number): Promise<Unpacked | null> {
    return this.#unpacking.run({ kind: 'unpack', job }, job.bytes.length, boundMs) as Promise<Unpacked | null>
  }

  warm(model: string): void {
    if (!this.#counting.isRunning) void this.#counting.run({ kind: 'load', model }, 0, 0)
  }

  close(): void {
    this.#counting.close()
    this.#unpacking.close()
  }
}
