/** The time limit of a search. A short search always completes, even if the machine is too busy to keep the limit. */

/** Steps that a search may always take: a step reads one chunk of rows, one group of blocks or one batch of traces. */
const MIN_STEPS = 8

export class SearchTime {
  readonly #endsAtMs: number
  #stepsLeft: number

  constructor(limitMs: number, minSteps = MIN_STEPS) {
    this.#endsAtMs = performance.now() + limitMs
    this.#stepsLeft = minSteps
  }

  /** Call once after each step. */
  isOverAfterStep(): boolean {
    if (this.#stepsLeft > 0) {
      this.#stepsLeft--
      return false
    }
    return performance.now() >= this.#endsAtMs
  }
}
