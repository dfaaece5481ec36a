/** Re-checks the permission of a long-running response, because keys and users can be removed meanwhile. */

import type { Vault } from '../../core/stores/stores.ts'
import { currentKeyPrincipal } from '../access/key-holder.ts'
import { type Principal, userPrincipal } from '../access/principal.ts'
import { idleSince, sessionPlace } from '../access/session.ts'
import { sessionToken } from '../access/session-cookie.ts'
import type { Call } from '../endpoint.ts'

type OpenCall = Pick<Call<unknown, unknown>, 'principal' | 'reach' | 'workspaceId' | 'stores' | 'origin'>

export async function isStillAllowed(call: OpenCall, scope: string, vault: Vault): Promise<boolean> {
  const now = call.principal.type === 'api_key' ? await keyNow(call) : await personNow(call, vault)
  return now?.holds(scope, now.isOrganisationWide ? null : call.reach.workspaceId) ?? false
}

async function keyNow({ principal, workspaceId, stores }: OpenCall): Promise<Principal | null> {
  const caller = await stores.apiKeys.findCallerIn(principal.id, workspaceId)
  if (!caller || (caller.expiresAtMs !== null && caller.expiresAtMs <= Date.now())) return null
  return currentKeyPrincipal(caller, stores)
}

/** Does not extend the session: an open stream is not user activity. */
async function personNow({ stores, origin }: OpenCall, vault: Vault): Promise<Principal | null> {
  const token = sessionToken(origin.headers, origin.baseUrl)
  const session = token === null ? undefined : await stores.sessions.find(vault.hash(sessionPlace(token)))
  const nowMs = Date.now()
  if (!session || session.expiresAtMs <= nowMs || session.lastSeenAtMs <= idleSince(nowMs)) return null
  const user = await stores.users.findById(session.userId)
  if (!user || user.isDisabled) return null
  return userPrincipal(user, await stores.workspaces.memberships([user.id]))
}
