/** The circuit of one target: closed, open while it cools down, half-open for one probe. Time is an argument. */

import type { StatusSet } from '../core/status-set.ts'

export type CircuitRules = {
  /** Failures since the last success that open the circuit. */
  readonly failureThreshold: number
  readonly cooldownMs: number
  readonly failures: StatusSet
}

export type CircuitState = 'closed' | 'open' | 'half_open'

/** What came of an execution: `neutral` when it says nothing about the target (the caller left, a plain 500). */
export type CircuitResult = 'success' | 'failure' | 'neutral'

/** Permission to call: `probe` is the single call a half-open circuit lets through. */
export type CircuitEntry = { readonly kind: 'closed' | 'probe' }

const THROUGH: CircuitEntry = { kind: 'closed' }

export class Circuit {
  #failures = 0
  #openedAtMs: number | null = null
  /** The one call a half-open circuit has let through. */
  #probe: CircuitEntry | null = null

  /** `onOpened` is told each time failures open it. */
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

  /** When the next probe may go; null when the circuit is closed. */
  get retryAtMs(): number | null {
    return this.#openedAtMs === null ? null : this.#openedAtMs + this.rules.cooldownMs
  }

  /** True when `enter` would refuse: cooling down, or another call is probing. */
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

  /** Reports what became of an entry. One entry, one report. */
  leave(entry: CircuitEntry, result: CircuitResult, nowMs: number): void {
    if (entry.kind === 'probe') return this.#endProbe(entry, result, nowMs)
    // A call that began before the circuit opened says nothing about the target now.
    if (this.#openedAtMs !== null) return
    if (result === 'success') this.#failures = 0
    if (result !== 'failure') return
    this.#failures++
    if (this.#failures >= this.rules.failureThreshold) this.#open(nowMs)
  }

  /** Another node has seen the target fail: it is left alone here too. */
  openByHint(nowMs: number): void {
    this.#openedAtMs ??= nowMs
  }

  reset(): void {
    this.#failures = 0
    this.#openedAtMs = null
    this.#probe = null
  }

  #open(nowMs: number): void {
    this.#openedAtMs = nowMs
    this.onOpened()
  }

  #endProbe(entry: CircuitEntry, result: CircuitResult, nowMs: number): void {
    // A reset while it was under way has closed the circuit, and another probe may have begun since.
    if (this.#probe !== entry) return
    this.#probe = null
    if (result === 'success') this.reset()
    else if (result === 'failure') this.#open(nowMs)
  }
}

/** Spec 2.2: the listed codes, else "greater than 500"; a plain 500 is no failure, but no sign of health either. */
export function judgeStatus(status: number, rules: CircuitRules): CircuitResult {
  if (rules.failures.has(status)) return 'failure'
  return status < 500 ? 'success' : 'neutral'
}
