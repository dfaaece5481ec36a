/** A clock for what must not be undone by a wrong one: it follows a jump ahead only after that has lasted for an hour. */

/** Clocks are corrected by less all the time. */
const JUMP_MS = 5_000
/** A machine that slept looks like a jump too, and is believed after so long. */
const BELIEVE_AFTER_MS = 3_600_000

export type ClockReading = { readonly wallMs: number; readonly monotonicMs: number }

export class SteadyClock {
  #base: ClockReading | null = null
  /** Since when the wall clock is ahead, by the monotonic one. */
  #aheadSinceMs: number | null = null

  /** `onJump` is told once for each jump, with its length. */
  constructor(
    private readonly onJump: (byMs: number) => void = () => {},
    private readonly read: () => ClockReading = () => ({ wallMs: Date.now(), monotonicMs: performance.now() }),
  ) {}

  /** Never ahead of the wall clock, and not with it when it jumps ahead. */
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

/** `clock`: whose it is. */
export function jumpInWords(byMs: number, clock = 'The clock'): string {
  const seconds = Math.round(Math.abs(byMs) / 1_000)
  return byMs > 0
    ? `${clock} jumped ${seconds} s ahead. Nothing is deleted by it for an hour; check that clock.`
    : `${clock} was set back by ${seconds} s. Rate limits and budgets count on in the windows and periods of now.`
}
