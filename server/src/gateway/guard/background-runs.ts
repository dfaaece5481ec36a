/** Guardrails that run in parallel with requests, and the log records that wait for them. A shutdown waits for both. */

import { withTimeout } from '../../core/runtime/with-timeout.ts'

/** A slow evaluator must not keep the bodies of all requests that arrive within its time limit in memory. */
const LIMITS = { runs: 1_000, bytes: 128 * 1024 * 1024 }

export class BackgroundRuns {
  readonly #pending = new Set<Promise<unknown>>()
  #runs = 0
  #bytes = 0

  constructor(private readonly limits: { readonly runs: number; readonly bytes: number } = LIMITS) {}

  /** Counts a run with a body of this size until it ends. False: too many are running. */
  start(run: () => Promise<unknown>, bytes: number): boolean {
    if (this.#runs >= this.limits.runs || this.#bytes + bytes > this.limits.bytes) return false
    this.#runs++
    this.#bytes += bytes
    const done = run().finally(() => {
      this.#runs--
      this.#bytes -= bytes
    })
    this.add(done)
    return true
  }

  get size(): number {
    return this.#pending.size
  }

  add(run: Promise<unknown>): void {
    const done = run.catch(() => {}).finally(() => this.#pending.delete(done))
    this.#pending.add(done)
  }

  /** Resolves when all are done, or after this time. */
  async drained(withinMs: number): Promise<void> {
    const untilMs = performance.now() + withinMs
    while (this.#pending.size > 0 && performance.now() < untilMs)
      await withTimeout(untilMs - performance.now(), Promise.allSettled([...this.#pending])).catch(() => {})
  }
}
