/** A seeded random generator: the same seed gives the same sequence on every machine. */

export class SeededRandom {
  #state: number

  constructor(seed: number) {
    // Neighbouring seeds must not start with similar numbers.
    this.#state = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) >>> 0
  }

  /** In [0, 1); the mulberry32 recurrence. */
  next(): number {
    this.#state = (this.#state + 0x6d2b_79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.next() * items.length)]!
  }

  some<Item>(items: readonly Item[], share: number): Item[] {
    return items.filter(() => this.chance(share))
  }
}
