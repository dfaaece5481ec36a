/** A key as it may act now: a personal key with the current roles of the person who holds it. */

import type { Caller } from '../../core/caller.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { keyPrincipal, type Principal, userPrincipal } from './principal.ts'

/**
 * The principal of a key. For a personal key, the roles of its owner are read on every call, so that a change takes effect
 * on all nodes at once. Null if the owner was removed, disabled or has left the key's workspace.
 */
export async function currentKeyPrincipal(
  caller: Caller,
  stores: Pick<Stores, 'users' | 'workspaces'>,
): Promise<Principal | null> {
  if (caller.holderId === undefined) return keyPrincipal(caller)
  const user = await stores.users.findById(caller.holderId)
  if (!user || user.isDisabled) return null
  const holder = userPrincipal(user, await stores.workspaces.memberships([user.id]))
  const belongs = holder.isOrganisationWide || holder.workspaceIds.includes(caller.workspaceId)
  return belongs ? keyPrincipal(caller, holder) : null
}
