/** Changes the client certificates of a key. */

import { GatewayError } from '../../core/errors.ts'
import type { ApiKey } from '../../core/stores/api-keys.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { Principal } from '../access/principal.ts'
import { checkWholeGrant } from './check-grant.ts'

/**
 * A certificate names a program of any workspace. Only a trusted caller may map it to a key: else a
 * workspace could take over the requests of another. Whoever adds a certificate can act as the key, so the caller must be
 * allowed to grant everything the key can do.
 */
export async function withCertificates(
  key: ApiKey,
  given: readonly string[] | null | undefined,
  principal: Principal,
  stores: Stores,
): Promise<ApiKey> {
  if (given === undefined) return key
  const clientCertificates = [...new Set(given ?? [])]
  const added = clientCertificates.filter((entry) => !key.clientCertificates.includes(entry))
  if (added.length === 0) return { ...key, clientCertificates }
  if (!principal.isTrusted)
    throw new GatewayError('scope_missing', {
      param: 'client_certificates',
      message: 'client_certificates: only Admin keys, owners and admins can add certificates to a key.',
    })
  checkWholeGrant(principal, key)
  const taken = (await stores.apiKeys.certificates()).find(
    ({ keyId, entry }) => keyId !== key.id && added.includes(entry),
  )
  if (taken)
    throw new GatewayError('conflict', {
      param: 'client_certificates',
      message: `client_certificates: another API key has ${taken.entry}.`,
      hint: 'A certificate authenticates as one key. Remove it from the other key first.',
    })
  return { ...key, clientCertificates }
}
