/** Reads the current permissions of the caller during a long response: keys, issuers and revocations can change. */

import type { Caller } from '../../core/caller.ts'
import type { Stores } from '../../core/stores/stores.ts'

export type CallerStores = Pick<Stores, 'apiKeys' | 'workspaces' | 'workloadIssuers' | 'workloadRevocations'>

/**
 * Null if the key was deleted or has expired, if its secret was replaced and the overlap is over, or if the key no
 * longer lists the client certificate.
 */
export async function currentKeyCaller(
  { keyId, organisationId, secretHash, certificate }: Caller,
  workspaceId: string,
  { apiKeys }: Pick<CallerStores, 'apiKeys'>,
): Promise<Caller | null> {
  const caller = await apiKeys.findCallerIn(keyId, workspaceId, secretHash)
  if (!caller || (caller.expiresAtMs !== null && caller.expiresAtMs <= Date.now())) return null
  if (certificate === undefined) return caller
  const key = await apiKeys.find({ organisationId, workspaceId: null }, keyId)
  return key?.clientCertificates.includes(certificate) ? { ...caller, certificate } : null
}

/**
 * Null if the token or its subject was revoked, if the issuer was disabled or deleted, or if the workspace was deleted.
 * The returned caller has only the scopes that the issuer still grants. Does not check the expiry of the token.
 */
export async function currentTokenCaller(
  caller: Caller,
  { jti, subject }: NonNullable<Caller['workload']>,
  { workloadIssuers, workloadRevocations, workspaces }: CallerStores,
): Promise<Caller | null> {
  const { keyId, organisationId, workspaceId } = caller
  const issuer = await workloadIssuers.find({ organisationId, workspaceId: null }, keyId)
  if (!issuer?.isEnabled) return null
  if ((await workspaces.find(organisationId, workspaceId)) === undefined) return null
  if ((await workloadRevocations.find(keyId, { jti, subject })) !== null) return null
  return { ...caller, scopes: new Set(issuer.settings.scopes.filter((scope) => caller.scopes.has(scope))) }
}
