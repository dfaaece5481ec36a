/** Counts the requests in flight per key and the bytes of their bodies. Refuses requests before memory runs out. */

import { GatewayError } from '../../core/errors.ts'
import { BodyMemory, type BodyReservation } from './body-memory.ts'
import { type MeasuredProcess, ResidentMemory } from './resident-memory.ts'

export type LoadLimits = {
  /** Requests that one key may have in flight. */
  readonly perKey: number
  /** Bytes of request bodies in memory, all requests together. */
  readonly bodyBytes: number
  /** Of `bodyBytes`, the most that the requests of one key, and of one workspace, may hold. */
  readonly keyBodyBytes: number
  readonly workspaceBodyBytes: number
  /** Above this resident memory, requests and bodies are refused. */
  readonly residentBytes: number
  /** Requests in flight, of all keys, above which new ones are refused: each needs file descriptors. */
  readonly requests: number
}

const RETRY_AFTER_MS = 1_000
const MIB = 1024 * 1024

/**
 * Administrative requests without a key form one group. It may hold half of the total, so it cannot lock out
 * administrators.
 */
const ADMIN_LIMITS = {
  totalBytes: 64 * MIB,
  holderBytes: 8 * MIB,
  groupBytes: 32 * MIB,
  holderName: 'caller',
  groupName: 'group of callers',
}

export class Load {
  /**
   * Administrative request bodies are counted separately, so that administrators can act while other bodies fill the
   * memory.
   */
  readonly adminBodies = new BodyMemory(ADMIN_LIMITS)
  readonly #bodies: BodyMemory
  readonly #resident: ResidentMemory

  constructor(
    private readonly limits: LoadLimits,
    private readonly process: MeasuredProcess & { readonly inFlight: () => number },
  ) {
    this.#resident = new ResidentMemory({
      limitBytes: limits.residentBytes,
      process,
      heldBytes: () => this.heldBytes,
    })
    this.#bodies = new BodyMemory(
      {
        totalBytes: limits.bodyBytes,
        holderBytes: limits.keyBodyBytes,
        groupBytes: limits.workspaceBodyBytes,
        holderName: 'key',
        groupName: 'workspace',
      },
      this.#resident,
    )
    this.sweep()
  }

  /** Bytes of request bodies in memory. */
  get heldBytes(): number {
    return this.#bodies.heldBytes + this.adminBodies.heldBytes
  }

  /** Counts a request against the limit of its key, or refuses it. It counts until the hold is released. */
  enter(keyId: string, workspaceId: string): BodyReservation {
    this.#resident.check(0)
    if (this.process.inFlight() > this.limits.requests) {
      throw new GatewayError('overloaded', {
        retryAfterMs: RETRY_AFTER_MS,
        message: `${this.limits.requests} requests are in flight, the most that the file descriptor limit allows.`,
      })
    }
    const count = this.#bodies.requestsOf(keyId)
    if (count >= this.limits.perKey) {
      throw new GatewayError('too_many_concurrent', {
        retryAfterMs: RETRY_AFTER_MS,
        message: `This key has ${count} requests in flight, which is its limit.`,
      })
    }
    return this.#bodies.open(keyId, workspaceId)
  }

  /** Called once a second. */
  sweep(): void {
    this.#resident.sweep()
    this.#bodies.prune()
    this.adminBodies.prune()
  }
}
