/** Holds a credential in memory. Logging or serialising it by mistake prints [secret]. */

const MASK = '[secret]'

export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  reveal(): string {
    return this.#value
  }

  toString(): string {
    return MASK
  }

  toJSON(): string {
    return MASK
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return MASK
  }
}
