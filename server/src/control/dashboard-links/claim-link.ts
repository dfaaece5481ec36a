/** A claim link that whoever can open the store makes at any time; signed, not stored. With the first owner it is spent. */

import { timingSafeEqual } from 'node:crypto'
import type { Vault } from '../../core/stores/stores.ts'

type Hasher = Pick<Vault, 'hash'>

export function claimLinkToken(expiresAtMs: number, vault: Hasher): string {
  return `${expiresAtMs}.${signature(String(expiresAtMs), vault)}`
}

export function fitsClaimLink(token: string, vault: Hasher, nowMs: number): boolean {
  const [time = '', given = ''] = token.split('.')
  const [left, right] = [Buffer.from(given), Buffer.from(signature(time, vault))]
  return Number(time) > nowMs && left.length === right.length && timingSafeEqual(left, right)
}

/** Without letters that an address would have to escape. */
function signature(time: string, vault: Hasher): string {
  return Buffer.from(vault.hash(`claim/${time}`)).toString('base64url')
}
