/** Changes the client certificates of a key. */

import { GatewayError } from '../../core/errors.ts'
import type { ApiKey } from '../../core/stores/api-keys.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { OperationCall } from '../endpoint.ts'
import { checkWholeGrant } from './check-grant.ts'
import { checkCredentialLimits } from './limit-inheritance.ts'
import { isUnderReview } from './review.ts'

/**
 * Only a trusted caller may map a certificate to a key: the certificate may belong to a program of any workspace, and
 * an untrusted caller could take over its requests. Whoever adds a certificate can act as the key. So the caller must
 * be allowed to grant everything the key can do, and a calling key must not escape its own limits or review.
 */
export async function withCertificates(
  key: ApiKey,
  given: readonly string[] | null | undefined,
  { principal, nowMs }: Pick<OperationCall<unknown, unknown>, 'principal' | 'nowMs'>,
  stores: Stores,
): Promise<ApiKey> {
  if (given === undefined) return key
  const clientCertificates = [...new Set(given ?? [])]
  const added = clientCertificates.filter((entry) => !key.clientCertificates.includes(entry))
  // The store does not know who added which entry, so everyone stays listed until no earlier entry is left.
  const earlier = clientCertificates.length > added.length ? key.certifiedBy : []
  if (added.length === 0) return { ...key, clientCertificates, certifiedBy: earlier }
  if (!principal.isTrusted)
    throw new GatewayError('scope_missing', {
      param: 'client_certificates',
      message: 'client_certificates: only owners, admins and trusted Admin keys can add certificates to a key.',
    })
  checkWholeGrant(principal, key)
  await checkCredentialLimits(principal, key, stores)
  const taken = (await stores.apiKeys.certificates()).find(
    ({ keyId, entry }) => keyId !== key.id && added.includes(entry),
  )
  if (taken)
    throw new GatewayError('conflict', {
      param: 'client_certificates',
      message: `client_certificates: another API key has ${taken.entry}.`,
      hint: 'A certificate authenticates as one key. Remove it from the other key first.',
    })
  return {
    ...key,
    clientCertificates,
    certifiedBy: [...new Set([...earlier, principal.holderId ?? principal.id])],
    reviewSinceMs: key.reviewSinceMs ?? ((await isUnderReview(principal, stores)) ? nowMs : null),
  }
}
