/** Checks that enforced single sign-on does not lock everybody out. */

import { GatewayError } from '../../core/errors.ts'
import type { SsoConnection } from '../../core/stores/sso.ts'
import type { Stores } from '../../core/stores/stores.ts'

/**
 * Call it inside the transaction, after a change of connections, owners or the setting. Throws if single sign-on is
 * enforced without a usable connection or a break-glass owner. `isNew`: the setting was just turned on, which needs a
 * tested connection. Later, a client secret can be replaced without a new test.
 */
export async function requireSsoPossible(stores: Stores, organisationId: string, isNew = false): Promise<void> {
  const { settings } = await stores.organisations.read(organisationId)
  if (!settings.enforceSso) return
  const { rows } = await stores.ssoConnections.list(organisationId, { currentPage: 0, pageSize: 1_000 })
  const isUsable = ({ isEnabled, testedAtMs, domains }: SsoConnection) =>
    isEnabled && domains.length > 0 && (testedAtMs !== null || !isNew)
  if (!rows.some(isUsable))
    throw new GatewayError('conflict', {
      param: 'enforce_sso',
      message: 'Enforced single sign-on needs an enabled connection with a domain and a successful test.',
      hint: 'Test and enable a connection first, or set enforce_sso to false.',
    })
  if ((await stores.users.countBreakGlass(organisationId)) === 0)
    throw new GatewayError('conflict', {
      param: 'enforce_sso',
      message: 'Enforced single sign-on needs a break-glass owner, who can still sign in with a password.',
      hint: 'Set is_break_glass on an owner: PUT /v1/admin/users/{id}.',
    })
}
