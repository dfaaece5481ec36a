/** Whether the caller of a running request could send it now. */

import { userPrincipal } from '../control/access/principal.ts'
import { type Caller, INFERENCE } from '../core/caller.ts'
import type { Stores } from '../core/stores/stores.ts'

type AccessStores = Pick<Stores, 'apiKeys' | 'users' | 'workspaces' | 'workloadIssuers' | 'workloadRevocations'>

export async function mayStillSend(caller: Caller, stores: AccessStores): Promise<boolean> {
  const { keyId, organisationId, workspaceId, isPerson, workload, certificate } = caller
  if (workload) return mayWorkloadSend(caller, workload, stores)
  if (isPerson) {
    const user = await stores.users.findById(keyId)
    if (!user || user.isDisabled) return false
    return userPrincipal(user, await stores.workspaces.memberships([keyId])).holds(INFERENCE, workspaceId)
  }
  const current = await stores.apiKeys.findCallerIn(keyId, workspaceId)
  if (!current?.allowInference) return false
  if (current.expiresAtMs !== null && current.expiresAtMs <= Date.now()) return false
  if (certificate === undefined) return true
  const key = await stores.apiKeys.find({ organisationId, workspaceId: null }, keyId)
  return key?.clientCertificates.includes(certificate) === true
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
