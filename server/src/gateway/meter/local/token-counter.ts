/** Hands texts to a worker that counts their tokens, and compressed answers to one that reads them. */

import type { CountJob, TokenCount, Unpacked, UnpackJob } from './jobs.ts'
import { WorkerQueue } from './worker-queue.ts'

/** The tokenizer takes some 80 MB: it is given back when nobody has needed it for a while. */
const IDLE_MS = 5 * 60_000

/** What counts when a provider does not; null: not in time, or not to be told. */
export interface LocalCounter {
  count(job: CountJob, boundMs: number): Promise<TokenCount | null>
  unpack(job: UnpackJob, boundMs: number): Promise<Unpacked | null>
  /** A count for this model is to be expected. */
  warm(model: string): void
}

export class TokenCounter implements LocalCounter {
  readonly #counting: WorkerQueue
  /** Apart: while the tokenizer loads, for the better part of a second, its thread does nothing else. */
  readonly #unpacking: WorkerQueue

  constructor(idleMs = IDLE_MS) {
    this.#counting = new WorkerQueue(idleMs)
    this.#unpacking = new WorkerQueue(idleMs)
  }

  count(job: CountJob, boundMs: number): Promise<TokenCount | null> {
    const sizeBytes = (job.request?.length ?? 0) + (job.answer?.length ?? 0)
    return this.#counting.ask({ kind: 'count', job }, sizeBytes, boundMs) as Promise<TokenCount | null>
  }

  unpack(job: UnpackJob, boundMs: number): Promise<Unpacked | null> {
    return this.#unpacking.ask({ kind: 'unpack', job }, job.bytes.length, boundMs) as Promise<Unpacked | null>
  }

  warm(model: string): void {
    if (!this.#counting.isRunning) void this.#counting.ask({ kind: 'load', model }, 0, 0)
  }

  close(): void {
    this.#counting.close()
    this.#unpacking.close()
  }
}
