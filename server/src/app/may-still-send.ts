/** Whether the caller of a running request could send it now. */

import { currentUserPrincipal, holdsIn } from '../control/access/principal.ts'
import { type Caller, INFERENCE } from '../core/caller.ts'
import type { Stores } from '../core/stores/stores.ts'

type AccessStores = Pick<Stores, 'apiKeys' | 'roles' | 'users' | 'workspaces' | 'workloadIssuers' | 'workloadRevocations'>

export async function mayStillSend(caller: Caller, stores: AccessStores): Promise<boolean> {
  const { keyId, workspaceId, isPerson, workload } = caller
  if (workload) return mayWorkloadSend(caller, workload, stores)
  if (isPerson) {
    const user = await stores.users.findById(keyId)
    if (!user || user.isDisabled) return false
    return holdsIn(await currentUserPrincipal(user, stores), INFERENCE, workspaceId)
  }
  const current = await stores.apiKeys.findCallerIn(keyId, workspaceId)
  if (!current?.allowInference) return false
  return current.expiresAtMs === null || current.expiresAtMs > Date.now()
}

/** A token that has expired meanwhile was valid when the request began. */
async function mayWorkloadSend(
  { keyId, organisationId, workspaceId }: Caller,
  { subject, jti }: NonNullable<Caller['workload']>,
  { workloadIssuers, workloadRevocations, workspaces }: AccessStores,
): Promise<boolean> {
  const issuer = await workloadIssuers.find({ organisationId, workspaceId: null }, keyId)
  if (!issuer?.isEnabled || !issuer.settings.scopes.includes(INFERENCE)) return false
  if ((await workspaces.find(organisationId, workspaceId)) === undefined) return false
  return (await workloadRevocations.find(keyId, { jti, subject })) === null
}
