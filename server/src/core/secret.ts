/** A credential in memory: it prints as [secret] wherever it is logged or serialised by mistake. */

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
