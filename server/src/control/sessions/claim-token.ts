/** One-time tokens that allow their holder to create the first owner account. */

import { timingSafeEqual } from 'node:crypto'
import type { Vault } from '../../core/stores/stores.ts'
import { newToken } from '../access/session.ts'

const LASTS_MS = 30 * 60_000

/** The token printed at startup, kept in memory only. Every start creates a new one until there is an owner. */
export class ClaimToken {
  #hash: Uint8Array | null = null
  #expiresAtMs = 0

  /** Call it at startup if the organisation has no owner yet. */
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

type Hasher = Pick<Vault, 'hash'>

export function claimLinkToken(expiresAtMs: number, vault: Hasher): string {
  return `${expiresAtMs}.${signature(String(expiresAtMs), vault)}`
}

export function fitsClaimLink(token: string, vault: Hasher, nowMs: number): boolean {
  const [time = '', given = ''] = token.split('.')
  const [left, right] = [Buffer.from(given), Buffer.from(signature(time, vault))]
  return Number(time) > nowMs && left.length === right.length && timingSafeEqual(left, right)
}

/** Encoded so that it needs no escaping in a URL. */
function signature(time: string, vault: Hasher): string {
  return Buffer.from(vault.hash(`claim/${time}`)).toString('base64url')
}
