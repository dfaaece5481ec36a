/** Rate limits in fixed windows, aligned to the clock (second, minute, hour, day, week). Callers pass the time. */

import type { RateLimit } from '../core/stores/limits.ts'

const SECOND_MS = 1_000
const WEEK_MS = 604_800_000
/** The first Monday after the epoch, where weeks start. */
const MONDAY_MS = 345_600_000

const WINDOW_MS: Readonly<Record<RateLimit['unit'], number>> = {
  rps: SECOND_MS,
  rpm: 60 * SECOND_MS,
  rph: 3_600 * SECOND_MS,
  rpd: 86_400 * SECOND_MS,
  rpw: WEEK_MS,
}

export function windowStartMs(unit: RateLimit['unit'], nowMs: number): number {
  const { sizeMs, firstMs } = windowShape(unit)
  return firstMs + Math.floor((nowMs - firstMs) / sizeMs) * sizeMs
}

/** `firstMs`: start of the first window; the others follow without gaps. */
export function windowShape(unit: RateLimit['unit']): { readonly sizeMs: number; readonly firstMs: number } {
  return { sizeMs: WINDOW_MS[unit], firstMs: unit === 'rpw' ? MONDAY_MS : 0 }
}

export type CountedWindow = { startMs: number; usedUnits: number }

/** `other`: the previous window, or the next one if it was counted before the clock was set back. */
type Counter = CountedWindow & { readonly other: CountedWindow | null }

export type WindowTake = { readonly counter: string; readonly unit: RateLimit['unit']; readonly limitUnits: number }

/** Units reserved in one window, to be settled in the same window. */
export type Reservation = { readonly counter: string; readonly startMs: number; readonly units: number }

export class Windows {
  readonly #counters = new Map<string, Counter>()

  get size(): number {
    return this.#counters.size
  }

  /** Remaining units at `nowMs`. Setting the clock back does not reopen an old window. */
  read({ counter, unit, limitUnits }: WindowTake, nowMs: number): { remainingUnits: number; resetAtMs: number } {
    const current = this.#at(counter, unit, nowMs)
    const { startMs, usedUnits } = current
    // Store the corrected window; otherwise a full window in the future would count in every window until then.
    if ((this.#counters.get(counter)?.startMs ?? 0) > startMs) this.#counters.set(counter, current)
    return { remainingUnits: Math.max(0, limitUnits - usedUnits), resetAtMs: startMs + WINDOW_MS[unit] }
  }

  /** Counts the units without checking the limit. The caller first checks all windows of a request. */
  take({ counter, unit }: WindowTake, units: number, nowMs: number): Reservation {
    const current = this.#at(counter, unit, nowMs)
    this.#counters.set(counter, current)
    current.usedUnits += units
    return { counter, startMs: current.startMs, units }
  }

  /**
   * The window at `nowMs`. If the clock was set back, units counted in a future window count in the current one; the next
   * window also keeps its own count.
   */
  #at(counter: string, unit: RateLimit['unit'], nowMs: number): Counter {
    const startMs = windowStartMs(unit, nowMs)
    const known = this.#counters.get(counter)
    if (!known) return { startMs, usedUnits: 0, other: null }
    if (known.startMs === startMs) return known
    const before = known.other?.startMs === startMs ? known.other.usedUnits : 0
    const left = { startMs: known.startMs, usedUnits: known.usedUnits }
    if (known.startMs < startMs) return { startMs, usedUnits: before, other: left }
    const isNext = known.startMs - startMs <= WINDOW_MS[unit]
    return { startMs, usedUnits: before + known.usedUnits, other: isNext ? left : null }
  }

  /** Replaces the reserved units by the used units; null if the window has ended. */
  settle({ counter, startMs, units }: Reservation, usedUnits: number): CountedWindow | null {
    const current = this.#counters.get(counter)
    if (current?.startMs !== startMs) return null
    current.usedUnits = Math.max(0, current.usedUnits + usedUnits - units)
    return current
  }

  peek(counter: string): CountedWindow | undefined {
    return this.#counters.get(counter)
  }

  /** Loads a count from the store and then from the journal, in order: the last value wins. */
  restore(counter: string, startMs: number, usedUnits: number): void {
    const known = this.#counters.get(counter)
    const left = known ? { startMs: known.startMs, usedUnits: known.usedUnits } : null
    this.#counters.set(counter, { startMs, usedUnits, other: known?.startMs === startMs ? known.other : left })
  }

  /** Deletes windows that ended: no window is longer than a week. */
  prune(nowMs: number): void {
    for (const [counter, { startMs }] of this.#counters) {
      if (startMs + WEEK_MS < nowMs) this.#counters.delete(counter)
    }
  }
}
