/** Hashes and verifies passwords with argon2id. Limits concurrency and schedules clients fairly. */

import { availableParallelism } from 'node:os'
import { networkOf } from '../../core/client-network.ts'
import { GatewayError } from '../../core/errors.ts'

/** OWASP's minimum for argon2id: 19 MiB, two passes. Takes tens of milliseconds. */
const ARGON = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const
/** Each hash uses one core. At least half of the cores stay free for requests, unless there is only one. */
const MAX_AT_ONCE = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)))
const MAX_WAITING = 256
/** Limit per client network, included in MAX_WAITING. */
const MAX_WAITING_PER_NETWORK = 64
/** Verified for unknown accounts, so that the response time does not reveal whether an account exists. */
const DECOY =
  '$argon2id$v=19$m=19456,t=2,p=1$8mC0Yz5yqkWlq4xSg1Rj0wT3vQb6nHcX2oLdKa7fUeE$0vIhN9mGZyq1eS5kR8sJ2bWcT7uXfQ3oLdPaVn6HtKE'

/** Hashes on the runtime's thread pool, one password at a time per client network. Networks are served round-robin. */
export class Passwords {
  #running = 0
  #waiting = 0
  /** Queues of waiting hashes per network, in round-robin order. */
  readonly #networks = new Map<string, Turn[]>()
  readonly #busy = new Set<string>()

  hash(password: string, address: string): Promise<string> {
    return this.#inTurn(address, () => Bun.password.hash(prepared(password), ARGON))
  }

  /** Takes the same time if the account does not exist (`hash` is null). */
  async fits(password: string, hash: string | null, address: string): Promise<boolean> {
    const isRight = await this.#inTurn(address, () => Bun.password.verify(prepared(password), hash || DECOY))
    // Users of an identity provider have an empty hash and no password.
    return isRight && hash !== null && hash !== ''
  }

  async #inTurn<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    const network = networkOf(address)
    const queue = this.#networks.get(network) ?? []
    if (this.#waiting >= MAX_WAITING || queue.length >= MAX_WAITING_PER_NETWORK)
      throw new GatewayError('sign_in_throttled', {
        message: 'Too many sign-ins are in progress.',
        retryAfterMs: 1_000,
      })
    this.#networks.set(network, queue)
    await new Promise<void>((start) => {
      queue.push(start)
      this.#waiting++
      this.#startNext()
    })
    try {
      return await work()
    } finally {
      this.#running--
      this.#busy.delete(network)
      if (queue.length === 0) this.#networks.delete(network)
      this.#startNext()
    }
  }

  #startNext(): void {
    for (const [network, queue] of this.#networks) {
      if (this.#running >= MAX_AT_ONCE) return
      const start = this.#busy.has(network) ? undefined : queue.shift()
      if (!start) continue
      // Moves the network to the end, so that the other networks are served first.
      this.#networks.delete(network)
      this.#networks.set(network, queue)
      this.#busy.add(network)
      this.#running++
      this.#waiting--
      start()
    }
  }
}

type Turn = () => void

/** Normalizes Unicode, because keyboards encode the same character differently (NIST SP 800-63B). */
function prepared(password: string): string {
  return password.normalize('NFKC')
}
