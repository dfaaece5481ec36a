/** A second, independent implementation of the circuit breaker. The simulation compares the two after every step. */

import type { CircuitPolicy } from '../../server/src/config/plan.ts'

/** One object for each execution that the circuit has admitted. */
export type ModelEntry = { readonly isProbe: boolean }

export class ModelCircuit {
  failures = 0
  openUntilMs: number | null = null
  #probe: ModelEntry | null = null

  constructor(readonly policy: CircuitPolicy) {}

  /** When the target may be called again; null if it may be called now. */
  blockedUntilMs(nowMs: number): number | null {
    if (this.openUntilMs === null) return null
    return nowMs < this.openUntilMs || this.#probe !== null ? this.openUntilMs : null
  }

  enter(nowMs: number): ModelEntry | null {
    if (this.blockedUntilMs(nowMs) !== null) return null
    const entry = { isProbe: this.openUntilMs !== null }
    if (entry.isProbe) this.#probe = entry
    return entry
  }

  /** `status` is null if the execution proves nothing: the caller left, or the gateway refused the request itself. */
  leave(entry: ModelEntry, nowMs: number, status: number | 'transport' | null): void {
    if (entry.isProbe && this.#probe !== entry) return
    if (!entry.isProbe && this.openUntilMs !== null) return
    if (entry.isProbe) this.#probe = null
    const isFailure = status === 'transport' || (status !== null && this.policy.failures.has(status))
    if (isFailure) {
      if (!entry.isProbe) this.failures++
      if (entry.isProbe || this.failures >= this.policy.failureThreshold)
        this.openUntilMs = nowMs + this.policy.cooldownMs
    } else if (status !== null && typeof status === 'number' && status < 500) this.reset()
  }

  reset(): void {
    this.failures = 0
    this.openUntilMs = null
    this.#probe = null
  }

  state(nowMs: number): 'closed' | 'open' | 'half_open' {
    if (this.openUntilMs === null) return 'closed'
    return nowMs < this.openUntilMs ? 'open' : 'half_open'
  }
}
