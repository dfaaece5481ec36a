/** Ends running requests whose key was deleted or rotated, whose user was disabled or whose token was revoked. */

import type { Caller } from '../core/caller.ts'
import type { RequestsInFlight } from './requests-in-flight.ts'

/** A request that was being authenticated during the change is found by the second check. */
const SECOND_CHECK_MS = 1_000
const RETRY_MS = 1_000

/** `endsAtMs`: when the secret that the request used stops working, if it has been replaced by a new one. */
export type Access = { readonly isAllowed: false } | { readonly isAllowed: true; readonly endsAtMs: number | null }

export class RunningAccess {
  #isClosed = false

  constructor(
    private readonly inFlight: Pick<RequestsInFlight, 'callers' | 'revoke' | 'endAt'>,
    /** Whether the caller could send the request now. Rejects if the store is unavailable. */
    private readonly accessOf: (caller: Caller) => Promise<Access>,
    private readonly onDefect: (error: unknown) => void,
    private readonly secondCheckMs = SECOND_CHECK_MS,
  ) {}

  /** Call after a change that may have revoked the access of these callers. */
  changed(isAffected: (caller: Caller) => boolean): void {
    void this.#check(isAffected)
    this.#later(this.secondCheckMs, isAffected)
  }

  close(): void {
    this.#isClosed = true
  }

  #later(delayMs: number, isAffected: (caller: Caller) => boolean): void {
    setTimeout(() => {
      if (!this.#isClosed) void this.#check(isAffected)
    }, delayMs).unref()
  }

  async #check(isAffected: (caller: Caller) => boolean): Promise<void> {
    const affected = new Map<string, Caller>()
    for (const caller of this.inFlight.callers()) {
      // Requests of the gateway itself have no key.
      if (!caller.isInternal && isAffected(caller)) affected.set(identityOf(caller), caller)
    }
    for (const [identity, caller] of affected) {
      try {
        const access = await this.accessOf(caller)
        const isSame = (one: Caller) => !one.isInternal && identityOf(one) === identity
        if (!access.isAllowed) this.inFlight.revoke(isSame)
        else if (access.endsAtMs !== null) this.inFlight.endAt(access.endsAtMs, isSame)
      } catch (error) {
        this.onDefect(error)
        return this.#later(RETRY_MS, isAffected)
      }
    }
  }
}

/** Callers with the same identity have the same access. */
function identityOf({ keyId, secretHash, workspaceId, workload, certificate }: Caller): string {
  return JSON.stringify([keyId, secretHash, workspaceId, workload?.subject, workload?.jti, certificate])
}
