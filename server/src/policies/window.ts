/** Rate limits: fixed windows aligned to their unit, exactly so many units in each. Time is an argument. */

import type { RateLimit } from '../core/stores/limits.ts'

const SECOND_MS = 1_000
const WEEK_MS = 604_800_000
/** The first Monday after the epoch: weeks begin there. */
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

/** Windows follow each other from `firstMs` on. */
export function windowShape(unit: RateLimit['unit']): { readonly sizeMs: number; readonly firstMs: number } {
  return { sizeMs: WINDOW_MS[unit], firstMs: unit === 'rpw' ? MONDAY_MS : 0 }
}

export type CountedWindow = { startMs: number; usedUnits: number }

/** `other`: the window before, or the next one when it was counted before the clock was set back. */
type Counter = CountedWindow & { readonly other: CountedWindow | null }

export type WindowTake = { readonly counter: string; readonly unit: RateLimit['unit']; readonly limitUnits: number }

/** What was reserved in which window, so that it can be settled there. */
export type Reservation = { readonly counter: string; readonly startMs: number; readonly units: number }

export class Windows {
  readonly #counters = new Map<string, Counter>()

  get size(): number {
    return this.#counters.size
  }

  /** As it stands at `nowMs`. A clock that was set back does not open an old window again. */
  read({ counter, unit, limitUnits }: WindowTake, nowMs: number): { remainingUnits: number; resetAtMs: number } {
    const current = this.#at(counter, unit, nowMs)
    const { startMs, usedUnits } = current
    // Kept, or a full window of the future would fill every window until then.
    if ((this.#counters.get(counter)?.startMs ?? 0) > startMs) this.#counters.set(counter, current)
    return { remainingUnits: Math.max(0, limitUnits - usedUnits), resetAtMs: startMs + WINDOW_MS[unit] }
  }

  /** Counts; whether there is room is asked before, for all windows of a request together. */
  take({ counter, unit }: WindowTake, units: number, nowMs: number): Reservation {
    const current = this.#at(counter, unit, nowMs)
    this.#counters.set(counter, current)
    current.usedUnits += units
    return { counter, startMs: current.startMs, units }
  }

  /**
   * The window that runs at `nowMs`. A counter never stands in the future: when the clock was set
   * back, all that was counted ahead counts in the window that runs now, and the next window remembers its own.
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

  /** Replaces what was reserved by what was used; null when that window is over. */
  settle({ counter, startMs, units }: Reservation, usedUnits: number): CountedWindow | null {
    const current = this.#counters.get(counter)
    if (current?.startMs !== startMs) return null
    current.usedUnits = Math.max(0, current.usedUnits + usedUnits - units)
    return current
  }

  peek(counter: string): CountedWindow | undefined {
    return this.#counters.get(counter)
  }

  /** From the store, then from the journal in its order: the last value is how it stood. */
  restore(counter: string, startMs: number, usedUnits: number): void {
    const known = this.#counters.get(counter)
    const left = known ? { startMs: known.startMs, usedUnits: known.usedUnits } : null
    this.#counters.set(counter, { startMs, usedUnits, other: known?.startMs === startMs ? known.other : left })
  }

  /** Forgets windows that cannot matter any more. */
  prune(nowMs: number): void {
    for (const [counter, { startMs }] of this.#counters) {
      if (startMs + WEEK_MS < nowMs) this.#counters.delete(counter)
    }
  }
}
