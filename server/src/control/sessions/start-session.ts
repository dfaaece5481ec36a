/** Starts a session and sets its cookie. */

import type { Stores, Vault } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import { type Principal, userPrincipal } from '../access/principal.ts'
import { idleSince, SESSION_MS, sessionPlace } from '../access/session.ts'
import { sessionCookie } from '../access/session-cookie.ts'
import type { Call } from '../endpoint.ts'
import { newToken } from './new-token.ts'

type SignInCall = Pick<Call<unknown, unknown>, 'nowMs' | 'origin' | 'setHeader'>

/** Call it inside the transaction that signs in. Always creates a new token, which prevents session fixation. */
export async function startSession(user: User, call: SignInCall, stores: Stores, vault: Vault): Promise<Principal> {
  const { nowMs, origin, setHeader } = call
  const token = newToken()
  await stores.sessions.removeExpired(nowMs, idleSince(nowMs))
  await stores.sessions.insert({
    tokenHash: vault.hash(sessionPlace(token)),
    userId: user.id,
    createdAtMs: nowMs,
    lastSeenAtMs: nowMs,
    expiresAtMs: nowMs + SESSION_MS,
    ip: origin.ip,
    userAgent: origin.userAgent,
  })
  setHeader('set-cookie', sessionCookie(token, origin.baseUrl, SESSION_MS))
  return userPrincipal(user, await stores.workspaces.memberships([user.id]))
}
