/** Password reset tokens: signed instead of stored. The signature covers the old password hash, so a token works once. */

import { timingSafeEqual } from 'node:crypto'
import { GatewayError } from '../../core/errors.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'

type Hasher = Pick<Vault, 'hash'>

export const RESET_LASTS_MS = 30 * 60_000

export function resetToken(user: User, expiresAtMs: number, vault: Hasher): string {
  return new TextEncoder()
    .encode(`${user.id}.${expiresAtMs}.${signature(user, expiresAtMs, vault)}`)
    .toBase64({ alphabet: 'base64url', omitPadding: true })
}

/** The user of a reset token. Throws the same error for every invalid token. */
export async function userOfReset(token: string, stores: Stores, vault: Hasher, nowMs: number): Promise<User> {
  const [id = '', time = '', given = ''] = decoded(token).split('.')
  const user = await stores.users.findById(id)
  const expiresAtMs = Number(time)
  const isRight =
    user !== undefined && !user.isDisabled && nowMs < expiresAtMs && isSame(given, signature(user, expiresAtMs, vault))
  if (!isRight) throw new GatewayError('link_invalid')
  return user
}

function signature(user: User, expiresAtMs: number, vault: Hasher): string {
  return vault.hash(`reset/${user.id}/${expiresAtMs}/${user.passwordHash}`)
}

function decoded(token: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.fromBase64(token, { alphabet: 'base64url' }))
  } catch {
    return ''
  }
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
