/** Protects logs from a wrong clock: ignores clock jumps and limits how much one retention run deletes. */

import { jumpInWords, SteadyClock } from '../core/runtime/steady-clock.ts'

/**
 * An hourly run normally deletes far less than this share of all rows, unless the gateway was off for long or the clock
 * is wrong.
 */
const MAX_SHARE = 1 / 4
/** A larger deletion starts after this delay, so that an operator can correct the clock. */
const CONFIRM_AFTER_MS = 3_600_000

export class RetentionGuard {
  readonly #clock: SteadyClock
  #wallMs = 0
  #excessSinceMs: number | null = null

  constructor(
    private readonly onProblem: (message: string) => void,
    private readonly monotonic: () => number = () => performance.now(),
  ) {
    const onJump = (byMs: number) => onProblem(jumpInWords(byMs))
    this.#clock = new SteadyClock(onJump, () => ({ wallMs: this.#wallMs, monotonicMs: this.monotonic() }))
  }

  /** The time used to decide expiry. */
  nowMs(wallMs: number): number {
    this.#wallMs = wallMs
    return this.#clock.nowMs()
  }

  /** How many rows a run may delete. `isRequested`: an operator has just changed the retention. */
  maxRows(oldRows: number, allRows: number, isRequested: boolean): number {
    const maxRows = Math.ceil(allRows * MAX_SHARE)
    if (isRequested || oldRows <= maxRows) {
      this.#excessSinceMs = null
      return Number.POSITIVE_INFINITY
    }
    const nowMs = this.monotonic()
    if (this.#excessSinceMs === null) {
      this.#excessSinceMs = nowMs
      this.onProblem(
        `Retention found ${oldRows} of ${allRows} logs expired. Deletion starts in one hour, with up to ${maxRows} logs per hourly run. If the system clock is wrong, correct it before then.`,
      )
    }
    return nowMs - this.#excessSinceMs < CONFIRM_AFTER_MS ? 0 : maxRows
  }
}
