/** Limits the guard's work per lookup, so that no question can block the main thread. */

/** About 20 ms. Comparing a question of 300 words with four others takes a third of this limit. */
const MAX_STEPS = 400_000

export class StepLimitReached extends Error {}

export class StepLimit {
  #left: number

  constructor(maxSteps = MAX_STEPS) {
    this.#left = maxSteps
  }

  /** Throws `StepLimitReached` if the lookup has used up its steps. Call it before doing the work. */
  take(count: number): void {
    this.#left -= count
    if (this.#left < 0) throw new StepLimitReached()
  }
}
