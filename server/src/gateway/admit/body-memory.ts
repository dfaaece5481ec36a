/** Memory for request bodies: a total, and limits for each holder (a key) and each group of holders (a workspace). */

import { GatewayError } from '../../core/errors.ts'
import type { ResidentMemory } from './resident-memory.ts'

export type BodyMemoryLimits = {
  readonly totalBytes: number
  readonly holderBytes: number
  readonly groupBytes: number
  /** The words for a holder and a group in error messages: "key", "workspace". */
  readonly holderName: string
  readonly groupName: string
}

/** The requests in flight of one holder or group. */
export type Tally = { requests: number; bytes: number }

const RETRY_AFTER_MS = 1_000

export class BodyMemory {
  readonly #holders = new Map<string, Tally>()
  readonly #groups = new Map<string, Tally>()
  #heldBytes = 0

  constructor(
    private readonly limits: BodyMemoryLimits,
    /** Null: resident memory is not checked. */
    private readonly resident: ResidentMemory | null = null,
  ) {}

  get heldBytes(): number {
    return this.#heldBytes
  }

  /** The number of holders and groups in memory. `prune` drops those without requests. */
  get size(): number {
    return this.#holders.size + this.#groups.size
  }

  requestsOf(holderId: string): number {
    return this.#holders.get(holderId)?.requests ?? 0
  }

  /** Counts a request. The returned hold counts its bytes until it is released. */
  open(holderId: string, groupId: string): BodyReservation {
    const holder = tallyOf(this.#holders, holderId)
    const group = tallyOf(this.#groups, groupId)
    holder.requests++
    group.requests++
    return new BodyReservation(this, holder, group)
  }

  /** Throws if `bytes` more would exceed a limit. */
  check(holder: Tally, group: Tally, bytes: number): void {
    const { totalBytes, holderBytes, groupBytes, holderName, groupName } = this.limits
    if (this.#heldBytes + bytes > totalBytes) {
      throw new GatewayError('overloaded', {
        retryAfterMs: RETRY_AFTER_MS,
        message: 'Request bodies fill the memory reserved for them.',
      })
    }
    if (holder.bytes + bytes > holderBytes) throw shareExceeded(holderName, holder.bytes, holderBytes)
    if (group.bytes + bytes > groupBytes) throw shareExceeded(groupName, group.bytes, groupBytes)
    this.resident?.check(bytes)
  }

  add(holder: Tally, group: Tally, bytes: number): void {
    holder.bytes += bytes
    group.bytes += bytes
    this.#heldBytes += bytes
    if (bytes > 0) this.resident?.add(bytes)
  }

  /** Called once a second. Not done after each request, because the next request would create the tally again. */
  prune(): void {
    for (const tallies of [this.#holders, this.#groups]) {
      for (const [id, { requests }] of tallies) if (requests === 0) tallies.delete(id)
    }
  }
}

/** The body bytes of one request. */
export class BodyReservation {
  #bytes = 0
  #isReleased = false

  constructor(
    private readonly memory: BodyMemory,
    private readonly holder: Tally,
    private readonly group: Tally,
  ) {}

  get bytes(): number {
    return this.#bytes
  }

  /** Throws if `bytes` more do not fit now. Counts nothing. */
  check(bytes: number): void {
    this.memory.check(this.holder, this.group, bytes)
  }

  hold(bytes: number): void {
    // A body can still arrive after its request has ended: those bytes would never be released.
    if (this.#isReleased) return
    this.memory.check(this.holder, this.group, bytes)
    this.memory.add(this.holder, this.group, bytes)
    this.#bytes += bytes
  }

  /** Call when some of the held bytes are no longer in memory. */
  free(bytes: number): void {
    if (this.#isReleased) return
    this.memory.add(this.holder, this.group, -bytes)
    this.#bytes -= bytes
  }

  /** Changes how many bytes are held. Throws, and changes nothing, if more do not fit. */
  resize(bytes: number): void {
    if (bytes > this.#bytes) return this.hold(bytes - this.#bytes)
    if (this.#isReleased) return
    this.memory.add(this.holder, this.group, bytes - this.#bytes)
    this.#bytes = bytes
  }

  /** Only the first call counts. */
  release(): void {
    if (this.#isReleased) return
    this.#isReleased = true
    this.holder.requests--
    this.group.requests--
    this.memory.add(this.holder, this.group, -this.#bytes)
    this.#bytes = 0
  }
}

function tallyOf(tallies: Map<string, Tally>, id: string): Tally {
  let tally = tallies.get(id)
  if (!tally) {
    tally = { requests: 0, bytes: 0 }
    tallies.set(id, tally)
  }
  return tally
}

function shareExceeded(name: string, heldBytes: number, limitBytes: number): GatewayError {
  return new GatewayError('body_memory_limit', {
    retryAfterMs: RETRY_AFTER_MS,
    message: `The request bodies of this ${name} hold ${heldBytes} of the ${limitBytes} bytes that one ${name} may hold; this body does not fit.`,
  })
}
