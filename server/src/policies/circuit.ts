/** Circuit breaker of one target: closed, open during the cooldown, half-open for one probe. Callers pass the time. */

import type { StatusSet } from '../core/status-set.ts'

export type CircuitRules = {
  /** Number of failures since the last success that opens the circuit; null if only the percentage counts. */
  readonly failureThreshold: number | null
  /** Percentage of failed calls, within a window of `cooldownMs`, that opens the circuit. */
  readonly failurePercentage?: number | null
  /** Minimum number of calls in the window. Below it, the percentage does not apply. */
  readonly minimumRequests?: number
  readonly cooldownMs: number
  readonly failures: StatusSet
}

export type CircuitState = 'closed' | 'open' | 'half_open'

/** Outcome of a call. `neutral` says nothing about the target: the caller disconnected, or a 5xx that is not a failure. */
export type CircuitResult = 'success' | 'failure' | 'neutral'

/** Permission to call. `probe` is the single call that a half-open circuit allows. */
export type CircuitEntry = { readonly kind: 'closed' | 'probe' }

const THROUGH: CircuitEntry = { kind: 'closed' }

export class Circuit {
  #failures = 0
  /** Calls since `startMs`, for the percentage. Neutral results are not counted. */
  #window = { startMs: 0, calls: 0, failed: 0 }
  #openedAtMs: number | null = null
  /** The probe in progress. */
  #probe: CircuitEntry | null = null

  /** `onOpened` is called each time failures open the circuit. */
  constructor(
    readonly rules: CircuitRules,
    private readonly onOpened: () => void = () => {},
  ) {}

  get failures(): number {
    return this.#failures
  }

  state(nowMs: number): CircuitState {
    if (this.#openedAtMs === null) return 'closed'
    return nowMs < this.#openedAtMs + this.rules.cooldownMs ? 'open' : 'half_open'
  }

  /** When the next probe is allowed; null if the circuit is closed. */
  get retryAtMs(): number | null {
    return this.#openedAtMs === null ? null : this.#openedAtMs + this.rules.cooldownMs
  }

  /** True if `enter` would refuse: during the cooldown or while a probe is in progress. */
  isBlocked(nowMs: number): boolean {
    const state = this.state(nowMs)
    return state === 'open' || (state === 'half_open' && this.#probe !== null)
  }

  enter(nowMs: number): CircuitEntry | null {
    if (this.isBlocked(nowMs)) return null
    if (this.#openedAtMs === null) return THROUGH
    this.#probe = { kind: 'probe' }
    return this.#probe
  }

  /** Reports the outcome of a call. Call once per entry. */
  leave(entry: CircuitEntry, result: CircuitResult, nowMs: number): void {
    if (entry.kind === 'probe') return this.#endProbe(entry, result, nowMs)
    // The call started before the circuit opened, so its outcome is outdated.
    if (this.#openedAtMs !== null) return
    if (result === 'neutral') return
    this.#count(result, nowMs)
    if (result === 'success') {
      this.#failures = 0
      return
    }
    this.#failures++
    if (this.#hasFailed()) this.#open(nowMs)
  }

  /** A window starts with its first call and ends after `cooldownMs`, so that old successes do not hide new failures. */
  #count(result: CircuitResult, nowMs: number): void {
    const isOver = this.#window.calls === 0 || nowMs >= this.#window.startMs + this.rules.cooldownMs
    if (isOver) this.#window = { startMs: nowMs, calls: 0, failed: 0 }
    this.#window.calls++
    if (result === 'failure') this.#window.failed++
  }

  #hasFailed(): boolean {
    const { failurePercentage, minimumRequests = 1 } = this.rules
    if (this.rules.failureThreshold !== null && this.#failures >= this.rules.failureThreshold) return true
    const { calls, failed } = this.#window
    // Multiply instead of dividing, to avoid rounding: 1 of 3 would be 33.33333333333333 %.
    return failurePercentage != null && calls >= minimumRequests && failed * 100 >= failurePercentage * calls
  }

  /** Opens the circuit because another node reported that the target fails. */
  openByHint(nowMs: number): void {
    this.#openedAtMs ??= nowMs
  }

  reset(): void {
    this.#failures = 0
    this.#window = { startMs: 0, calls: 0, failed: 0 }
    this.#openedAtMs = null
    this.#probe = null
  }

  #open(nowMs: number): void {
    this.#openedAtMs = nowMs
    this.onOpened()
  }

  #endProbe(entry: CircuitEntry, result: CircuitResult, nowMs: number): void {
    // The circuit was reset during this probe, and another probe may be in progress.
    if (this.#probe !== entry) return
    this.#probe = null
    if (result === 'success') this.reset()
    else if (result === 'failure') this.#open(nowMs)
  }
}

/** Failures are the configured status codes, by default those above 500. Other 5xx statuses are neutral. */
export function judgeStatus(status: number, rules: CircuitRules): CircuitResult {
  if (rules.failures.has(status)) return 'failure'
  return status < 500 ? 'success' : 'neutral'
}
