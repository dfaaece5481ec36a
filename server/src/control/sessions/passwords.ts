/** Hashes and checks passwords with argon2id, a few at a time. */

import { GatewayError } from '../../core/errors.ts'

/** OWASP's least for argon2id: 19 MiB, two passes; some tens of milliseconds. */
const ARGON = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const
/** Each one takes a core and its memory: sign-ins must not starve requests. */
const MOST_AT_ONCE = 4
const MOST_WAITING = 200
/** The hash of nothing anybody knows, checked when there is no account, so that the answer takes as long. */
const DECOY =
  '$argon2id$v=19$m=19456,t=2,p=1$8mC0Yz5yqkWlq4xSg1Rj0wT3vQb6nHcX2oLdKa7fUeE$0vIhN9mGZyq1eS5kR8sJ2bWcT7uXfQ3oLdPaVn6HtKE'

export class Passwords {
  #running = 0
  readonly #waiting: (() => void)[] = []

  hash(password: string): Promise<string> {
    return this.#inTurn(() => Bun.password.hash(prepared(password), ARGON))
  }

  /** Takes as long for an account that does not exist (null) as for one that does. */
  async fits(password: string, hash: string | null): Promise<boolean> {
    const isRight = await this.#inTurn(() => Bun.password.verify(prepared(password), hash ?? DECOY))
    return isRight && hash !== null
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= MOST_AT_ONCE) {
      if (this.#waiting.length >= MOST_WAITING)
        throw new GatewayError('sign_in_throttled', {
          message: 'Too many people sign in right now.',
          retryAfterMs: 1_000,
        })
      // Whoever ends hands its place on, so that nobody slips in between.
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else {
      this.#running++
    }
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}

/** One text, one password: keyboards differ in how they write the same letter (NIST SP 800-63B). */
function prepared(password: string): string {
  return password.normalize('NFKC')
}
