/** The URL at which the browser signs out of the identity provider (OpenID Connect RP-Initiated Logout 1.0). */

import type { Session } from '../../core/stores/sessions.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import { postLogoutUrl } from './connection-wire.ts'
import type { IssuerClients } from './issuer-client.ts'
import { idTokenContext } from './sign-in-operations.ts'

/** Null if the session did not start with single sign-on, or if the identity provider offers no such URL. */
export async function issuerLogoutUrl(
  session: Session | undefined,
  stores: Stores,
  vault: Pick<Vault, 'open'>,
  issuers: Pick<IssuerClients, 'logoutUrl'>,
  { baseUrl }: { readonly baseUrl: string },
): Promise<string | null> {
  if (session?.connectionId === undefined) return null
  const connection = await stores.ssoConnections.findById(session.connectionId)
  if (!connection) return null
  const idToken = session.idToken === undefined ? null : vault.open(session.idToken, idTokenContext(session.userId))
  return issuers.logoutUrl(connection, idToken, postLogoutUrl(baseUrl))
}
