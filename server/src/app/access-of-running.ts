/** Determines whether the caller of a running request still has access, and until when. */

import { currentKeyCaller, currentTokenCaller } from '../control/access/current-caller.ts'
import { currentUserPrincipal, holdsIn } from '../control/access/principal.ts'
import { type Caller, INFERENCE } from '../core/caller.ts'
import type { Stores } from '../core/stores/stores.ts'
import type { Access } from '../gateway/running-access.ts'

type AccessStores = Pick<
  Stores,
  'apiKeys' | 'roles' | 'users' | 'workspaces' | 'workloadIssuers' | 'workloadRevocations'
>

const NONE: Access = { isAllowed: false }
const UNLIMITED: Access = { isAllowed: true, endsAtMs: null }

export async function accessOfRunning(caller: Caller, stores: AccessStores): Promise<Access> {
  const { keyId, workspaceId, isPerson, workload } = caller
  if (workload) {
    // Does not check the expiry of the token, which was valid when the request began.
    const current = await currentTokenCaller(caller, workload, stores)
    return current?.scopes.has(INFERENCE) ? UNLIMITED : NONE
  }
  if (isPerson) {
    const user = await stores.users.findById(keyId)
    if (!user || user.isDisabled) return NONE
    return holdsIn(await currentUserPrincipal(user, stores), INFERENCE, workspaceId) ? UNLIMITED : NONE
  }
  const current = await currentKeyCaller(caller, workspaceId, stores)
  return current?.allowInference ? { isAllowed: true, endsAtMs: current.secretEndsAtMs ?? null } : NONE
}
