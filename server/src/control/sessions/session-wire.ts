/** Response format of sessions. */

import { z } from 'zod'
import type { Session } from '../../core/stores/sessions.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import { isExpired } from '../access/session.ts'

export const sessionSchema = z.object({
  object: z.literal('session'),
  id: z.string(),
  is_current: z.boolean().describe('True for the session of this request.'),
  method: z
    .enum(['password', 'passkey', 'sso', 'link'])
    .describe('How the user signed in. `link`: a link of `gatehouse open`.'),
  second_factor: z
    .enum(['passkey', 'totp', 'recovery_code'])
    .nullable()
    .describe('Used at sign-in after the password.'),
  sso_connection: z
    .string()
    .nullable()
    .describe('Name of the single sign-on connection; null for other methods, or if it was deleted.'),
  ip: z.string().describe('IP address at sign-in.'),
  user_agent: z.string().nullable().describe('User agent at sign-in.'),
  created_at: z.string(),
  last_active: z.string().describe('Accurate to one minute.'),
  expires_at: z.string().describe('Latest end of the session. It also ends after one hour without requests.'),
})

type Shown = z.infer<typeof sessionSchema>

/** Sessions of a user that have not expired. `currentHash`: the token hash of the session that makes this request. */
export async function activeSessions(
  userId: string,
  { stores, nowMs }: { readonly stores: Stores; readonly nowMs: number },
  vault: Vault,
  currentHash: string | null,
): Promise<Shown[]> {
  // Expired sessions stay in the database until the next sign-in removes them.
  const alive = (await stores.sessions.list(userId)).filter((session) => !isExpired(session, nowMs))
  const ids = new Set(alive.map(({ connectionId }) => connectionId).filter((id) => id !== undefined))
  const names = new Map<string, string>()
  for (const id of ids) names.set(id, (await stores.ssoConnections.findById(id))?.name ?? '')
  return alive.map((session) => toWire(session, currentHash, vault, names))
}

/** A public id of the session. Neither the cookie nor the stored hash can be derived from it. */
export function sessionId({ tokenHash }: Session, vault: Vault): string {
  // URL-safe, because it is used in a path.
  return Buffer.from(vault.hash(`session-id/${tokenHash}`), 'base64')
    .toString('base64url')
    .slice(0, 32)
}

function toWire(
  session: Session,
  currentHash: string | null,
  vault: Vault,
  connections: ReadonlyMap<string, string>,
): Shown {
  const { factor, connectionId } = session
  return {
    object: 'session',
    id: sessionId(session, vault),
    is_current: session.tokenHash === currentHash,
    method: factor === 'passkey_only' ? 'passkey' : session.method,
    second_factor: factor === undefined || factor === 'passkey_only' ? null : factor,
    sso_connection: connections.get(connectionId ?? '') || null,
    ip: session.ip,
    user_agent: session.userAgent,
    created_at: new Date(session.createdAtMs).toISOString(),
    last_active: new Date(session.lastSeenAtMs).toISOString(),
    expires_at: new Date(session.expiresAtMs).toISOString(),
  }
}
