/** Claim tokens made by the command line: signed instead of stored, and invalid once the first owner exists. */

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

/** Encoded so that it needs no escaping in a URL. */
function signature(time: string, vault: Hasher): string {
  return Buffer.from(vault.hash(`claim/${time}`)).toString('base64url')
}
