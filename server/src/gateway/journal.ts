/** What happened to a request, in order: decisions, warnings and upstream attempts. Entries are only ever added. */

import type { AttemptRecord, Decision } from '../core/record.ts'

/** `record` is null until the attempt has ended. */
export type AttemptEntry = { readonly record: AttemptRecord | null }

export class Journal {
  /** Epoch milliseconds. */
  readonly startedAtMs = Date.now()
  readonly decisions: Decision[] = []
  readonly warnings: string[] = []
  /** In the order in which they were sent. */
  readonly attempts: AttemptEntry[] = []
  readonly #start = performance.now()

  /** Milliseconds since the request arrived, on a monotonic clock. */
  elapsedMs(): number {
    return performance.now() - this.#start
  }

  decide(kind: Decision['kind'], target: string | null, reason: string, atMs = this.elapsedMs(), durationMs = 0): void {
    this.decisions.push({ kind, atMs: round(atMs), durationMs: round(durationMs), target, reason })
  }

  /** Several attempts may warn of the same thing; it is recorded once. */
  warn(warning: string): void {
    if (!this.warnings.includes(warning)) this.warnings.push(warning)
  }

  /** The attempts that have ended. */
  attemptRecords(): AttemptRecord[] {
    const records: AttemptRecord[] = []
    for (const { record } of this.attempts) if (record) records.push(record)
    return records
  }
}

/** To microseconds, the resolution of our clock. */
export function round(ms: number): number {
  return Math.round(ms * 1000) / 1000
}
