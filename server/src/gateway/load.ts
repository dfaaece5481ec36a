/** How much is under way: requests per key, bytes held in memory; refuses before memory runs out. */

import { GatewayError } from '../core/errors.ts'

export type LoadLimits = {
  /** Requests one key may have under way. */
  readonly perKey: number
  /** Request bodies held at one time, all requests together. */
  readonly bodyBytes: number
  /** Resident memory from which new requests are refused. */
  readonly residentBytes: number
}

const RETRY_AFTER_MS = 1_000

export class Load {
  readonly #perKey = new Map<string, number>()
  #heldBytes = 0
  #isFull = false

  constructor(private readonly limits: LoadLimits) {}

  get heldBytes(): number {
    return this.#heldBytes
  }

  /** Counts a request to its key, or refuses it. */
  enter(keyId: string): void {
    if (this.#isFull) throw overloaded('Resident memory is at its limit.')
    const count = this.#perKey.get(keyId) ?? 0
    if (count >= this.limits.perKey) {
      throw new GatewayError('too_many_concurrent', {
        retryAfterMs: RETRY_AFTER_MS,
        message: `This key has ${count} requests under way, as many as it may.`,
      })
    }
    this.#perKey.set(keyId, count + 1)
  }

  leave(keyId: string): void {
    const count = (this.#perKey.get(keyId) ?? 1) - 1
    if (count > 0) this.#perKey.set(keyId, count)
    else this.#perKey.delete(keyId)
  }

  /** Sets bytes aside for a body before it is read. */
  hold(bytes: number): void {
    if (this.#heldBytes + bytes > this.limits.bodyBytes)
      throw overloaded('Request bodies fill the memory set aside for them.')
    this.#heldBytes += bytes
  }

  release(bytes: number): void {
    this.#heldBytes -= bytes
  }

  /** Asked once a second; a tenth of slack keeps the gate from flapping. */
  observe(residentBytes: number): void {
    const limit = this.limits.residentBytes
    this.#isFull = residentBytes > (this.#isFull ? limit * 0.9 : limit)
  }
}

function overloaded(message: string): GatewayError {
  return new GatewayError('overloaded', { retryAfterMs: RETRY_AFTER_MS, message })
}
