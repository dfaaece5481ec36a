/** A second, independent implementation of the circuit breaker. The simulation compares the two after every step. */

import type { CircuitPolicy } from '../../server/src/config/plan.ts'

/** One object for each execution that the circuit has admitted. */
export type ModelEntry = { readonly isProbe: boolean }

export class ModelCircuit {
  failures = 0
  openUntilMs: number | null = null
  #probe: ModelEntry | null = null
  #outcomes: { readonly atMs: number; readonly isFailure: boolean }[] = []

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
    const isSuccess = typeof status === 'number' && status < 500
    const isFailure = status === 'transport' || (status !== null && this.policy.failures.has(status))
    if (!entry.isProbe && (isFailure || isSuccess)) this.#outcomes.push({ atMs: nowMs, isFailure })
    this.#forgetOld(nowMs)
    if (isFailure) {
      if (!entry.isProbe) this.failures++
      if (entry.isProbe || this.#hasFailed()) this.openUntilMs = nowMs + this.policy.cooldownMs
    } else if (isSuccess) {
      if (entry.isProbe) this.reset()
      else this.failures = 0
    }
  }

  /** The window starts with its first outcome and lasts one cooldown. */
  #forgetOld(nowMs: number): void {
    const [first] = this.#outcomes
    if (first !== undefined && nowMs >= first.atMs + this.policy.cooldownMs)
      this.#outcomes = this.#outcomes.filter((one) => one.atMs >= first.atMs + this.policy.cooldownMs)
  }

  #hasFailed(): boolean {
    const { failureThreshold, failurePercentage, minimumRequests } = this.policy
    if (failureThreshold !== null && this.failures >= failureThreshold) return true
    if (failurePercentage === null || this.#outcomes.length < minimumRequests) return false
    const failed = this.#outcomes.filter((one) => one.isFailure).length
    return failed >= (failurePercentage / 100) * this.#outcomes.length
  }

  reset(): void {
    this.failures = 0
    this.#outcomes = []
    this.openUntilMs = null
    this.#probe = null
  }

  state(nowMs: number): 'closed' | 'open' | 'half_open' {
    if (this.openUntilMs === null) return 'closed'
    return nowMs < this.openUntilMs ? 'open' : 'half_open'
  }
}
