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

export type WindowTake = { readonly counter: string; readonly unit: RateLimit['unit']; readonly limitUnits: number }

/** What was reserved in which window, so that it can be settled there. */
export type Reservation = { readonly counter: string; readonly startMs: number; readonly units: number }

export class Windows {
  readonly #counters = new Map<string, CountedWindow>()

  get size(): number {
    return this.#counters.size
  }

  /** As it stands at `nowMs`. A clock that was set back does not open an old window again. */
  read({ counter, unit, limitUnits }: WindowTake, nowMs: number): { remainingUnits: number; resetAtMs: number } {
    const startMs = windowStartMs(unit, nowMs)
    const known = this.#counters.get(counter)
    const current = known && known.startMs >= startMs ? known : { startMs, usedUnits: 0 }
    return {
      remainingUnits: Math.max(0, limitUnits - current.usedUnits),
      resetAtMs: current.startMs + WINDOW_MS[unit],
    }
  }

  /** Counts; whether there is room is asked before, for all windows of a request together. */
  take({ counter, unit }: WindowTake, units: number, nowMs: number): Reservation {
    const startMs = windowStartMs(unit, nowMs)
    let current = this.#counters.get(counter)
    if (!current || current.startMs < startMs) {
      current = { startMs, usedUnits: 0 }
      this.#counters.set(counter, current)
    }
    current.usedUnits += units
    return { counter, startMs: current.startMs, units }
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

  /** From the journal or the store: the later window wins, within one the later value. */
  restore(counter: string, startMs: number, usedUnits: number): void {
    const current = this.#counters.get(counter)
    if (!current || current.startMs <= startMs) this.#counters.set(counter, { startMs, usedUnits })
  }

  /** Forgets windows that cannot matter any more. */
  prune(nowMs: number): void {
    for (const [counter, { startMs }] of this.#counters) {
      if (startMs + WEEK_MS < nowMs) this.#counters.delete(counter)
    }
  }
}
