/** A signed-in person's session: how long it lasts, and who is behind it now. */

import type { Session } from '../../core/stores/sessions.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { type Principal, userPrincipal } from './principal.ts'

/** Absolute lifetime. A session also ends after IDLE_MS without a request. */
export const SESSION_MS = 12 * 3_600_000
const IDLE_MS = 3_600_000
/** The last-seen time is written at most once a minute, not on every request. */
const TOUCH_AFTER_MS = 60_000

/** What is stored instead of the token; the word keeps it apart from other tokens. */
export function sessionPlace(token: string): string {
  return `session/${token}`
}

function isOver(session: Session, nowMs: number): boolean {
  return nowMs >= session.expiresAtMs || nowMs >= session.lastSeenAtMs + IDLE_MS
}

/** Sessions last seen before this time have expired. */
export function idleSince(nowMs: number): number {
  return nowMs - IDLE_MS
}

/**
 * Reads the user's current roles on every request, so that demoting, disabling or removing a user takes effect with the
 * next one. Null if the session has expired.
 */
export async function sessionPrincipal(tokenHash: string, stores: Stores, nowMs: number): Promise<Principal | null> {
  const session = await stores.sessions.find(tokenHash)
  if (!session || isOver(session, nowMs)) return null
  const user = await stores.users.findById(session.userId)
  if (!user || user.isDisabled) return null
  const memberships = await stores.workspaces.memberships([user.id])
  if (nowMs - session.lastSeenAtMs > TOUCH_AFTER_MS) await stores.sessions.touch(tokenHash, nowMs)
  return userPrincipal(user, memberships)
}
