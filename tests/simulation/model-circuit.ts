/** The circuit as decisions.md describes it, written a second time and apart: the simulation compares the two after every step. */

import type { CircuitPolicy } from '../../server/src/config/plan.ts'

/** Who has entered: one object per execution. */
export type ModelEntry = { readonly isProbe: boolean }

export class ModelCircuit {
  failures = 0
  openUntilMs: number | null = null
  #probe: ModelEntry | null = null

  constructor(readonly policy: CircuitPolicy) {}

  /** When it may be asked again; null when it may be called now. */
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

  /** `status` is null when the execution says nothing: the caller left, or the refusal was our own. */
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
