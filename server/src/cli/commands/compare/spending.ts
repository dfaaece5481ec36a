/** Stops a comparison before it costs more than --max-cost. */

export class Spending {
  #spentUsd = 0
  #largestUsd = 0
  #running = 0
  #stoppedBy: string | null = null

  /** Null: no limit. */
  constructor(private readonly maxUsd: number | null) {}

  /** Why the run ended early; null if it did not. */
  get stoppedBy(): string | null {
    return this.#stoppedBy
  }

  get hasLimit(): boolean {
    return this.maxUsd !== null
  }

  /** Assumes that every running pair costs as much as the most expensive one so far. */
  mayStart(): boolean {
    if (this.#stoppedBy !== null) return false
    const { maxUsd } = this
    if (maxUsd !== null) {
      const expectedUsd = this.#spentUsd + (this.#running + 1) * this.#largestUsd
      if (expectedUsd > maxUsd || this.#spentUsd >= maxUsd) {
        this.#stoppedBy = `--max-cost: ${this.#spentUsd.toFixed(6)} of ${maxUsd} USD are spent`
        return false
      }
    }
    this.#running++
    return true
  }

  finish(costsUsd: readonly (number | null)[]): void {
    this.#running--
    this.add(costsUsd)
    if (this.maxUsd !== null && costsUsd.every((cost) => cost === null))
      this.#stoppedBy ??= '--max-cost: neither gateway reports the cost of a request. Use --limit instead'
  }

  add(costsUsd: readonly (number | null)[]): void {
    // If only one gateway reports a cost, the other one is assumed to cost the same.
    const known = costsUsd.filter((cost) => cost !== null)
    const pairUsd =
      known.length === 0 ? 0 : (known.reduce((sum, cost) => sum + cost, 0) / known.length) * costsUsd.length
    this.#spentUsd += pairUsd
    this.#largestUsd = Math.max(this.#largestUsd, pairUsd)
  }
}
