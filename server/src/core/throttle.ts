/** Limits how often something may be done per key: a burst, then one per interval (GCRA). Callers pass the time. */

/** Entries in the table; the least recently used one is dropped. */
const MAX_KEYS = 10_000

export type ThrottleTerms = { readonly burst: number; readonly intervalMs: number }

export class Throttle {
  /** When the burst of a key will be available in full again. */
  readonly #fullAtMs = new Map<string, number>()

  constructor(private readonly terms: ThrottleTerms) {}

  /** Number of keys in the table, for tests. */
  get size(): number {
    return this.#fullAtMs.size
  }

  /** Milliseconds until `units` are available; 0 if they were taken. More units than the burst count as the burst. */
  take(key: string, units: number, atMs: number): number {
    const { burst, intervalMs } = this.terms
    // If the clock was set back, the wait is at most that of a full burst.
    const fullAtMs = Math.min(Math.max(this.#fullAtMs.get(key) ?? 0, atMs), atMs + burst * intervalMs)
    const nextMs = fullAtMs + Math.min(units, burst) * intervalMs
    const waitMs = nextMs - burst * intervalMs - atMs
    if (waitMs > 0) return waitMs
    this.#fullAtMs.delete(key)
    this.#fullAtMs.set(key, nextMs)
    if (this.#fullAtMs.size > MAX_KEYS) {
      const oldest = this.#fullAtMs.keys().next()
      if (!oldest.done) this.#fullAtMs.delete(oldest.value)
    }
    return 0
  }
}
