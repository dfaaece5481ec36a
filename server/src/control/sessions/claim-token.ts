/** The one-time token that makes its holder the first owner; printed by the machine that runs the gateway. */

import { timingSafeEqual } from 'node:crypto'
import { newToken } from './new-token.ts'

const LASTS_MS = 30 * 60_000

/** Kept in memory only: a new start makes a new one while there is no owner. */
export class ClaimToken {
  #hash: Uint8Array | null = null
  #expiresAtMs = 0

  /** Made at the start, when nobody owns the organisation yet; to be shown once. */
  issue(nowMs: number): string {
    const token = newToken()
    this.#hash = digest(token)
    this.#expiresAtMs = nowMs + LASTS_MS
    return token
  }

  fits(token: string, nowMs: number): boolean {
    return this.#hash !== null && nowMs < this.#expiresAtMs && timingSafeEqual(this.#hash, digest(token))
  }

  spend(): void {
    this.#hash = null
  }
}

function digest(token: string): Uint8Array {
  return new Bun.CryptoHasher('sha256').update(token).digest()
}
