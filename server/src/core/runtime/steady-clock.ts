/**
 * A wall clock that follows a jump ahead only after it has lasted an hour. For decisions that a wrong clock must not
 * trigger, such as deleting logs or resetting budgets.
 */

/** Smaller differences are normal clock corrections. */
const JUMP_MS = 5_000
/** The new time is accepted after this long. A machine that wakes from sleep looks like a jump too. */
const BELIEVE_AFTER_MS = 3_600_000

export type ClockReading = { readonly wallMs: number; readonly monotonicMs: number }

export class SteadyClock {
  #base: ClockReading | null = null
  /** Monotonic time at which the wall clock jumped ahead. */
  #aheadSinceMs: number | null = null

  /** `onJump` is called once per jump, with its size. */
  constructor(
    private readonly onJump: (byMs: number) => void = () => {},
    private readonly read: () => ClockReading = () => ({ wallMs: Date.now(), monotonicMs: performance.now() }),
  ) {}

  /** Never ahead of the wall clock; behind it for an hour after a jump ahead. */
  nowMs(): number {
    const reading = this.read()
    const { wallMs, monotonicMs } = reading
    this.#base ??= reading
    const expectedMs = this.#base.wallMs + (monotonicMs - this.#base.monotonicMs)
    const byMs = wallMs - expectedMs
    if (byMs > JUMP_MS) {
      if (this.#aheadSinceMs === null) {
        this.#aheadSinceMs = monotonicMs
        this.onJump(byMs)
      }
      if (monotonicMs - this.#aheadSinceMs < BELIEVE_AFTER_MS) return expectedMs
    } else if (byMs < -JUMP_MS) this.onJump(byMs)
    this.#aheadSinceMs = null
    this.#base = reading
    return wallMs
  }
}

/** `clock` names the clock in the message. */
export function jumpInWords(byMs: number, clock = 'The clock'): string {
  const seconds = Math.round(Math.abs(byMs) / 1_000)
  return byMs > 0
    ? `${clock} jumped ${seconds} s ahead. Nothing expires because of it for an hour; check that clock.`
    : `${clock} was set back by ${seconds} s. Rate limits and budgets continue in their current windows and periods.`
}
