/**
 * Creates a dashboard link for a user who can read the store: to claim the gateway as first owner, or to sign in as an
 * existing owner.
 */

import { claimLinkToken } from '../../control/sessions/claim-token.ts'
import { makeSignInLink } from '../../control/sessions/sign-in-link.ts'
import type { User } from '../../core/stores/users.ts'
import type { GatehouseSettings } from '../../settings.ts'
import { inStore } from './in-store.ts'
import { appendAudit, ownersOf } from './owner-link.ts'

const CLAIM_LIFETIME_MS = 30 * 60_000

/** `email` is null if the gateway has no owner yet; the link then creates the first owner. */
export type DashboardLink = { readonly email: string | null; readonly path: string; readonly expiresAtMs: number }

export function dashboardLink(
  settings: GatehouseSettings,
  choose: (owners: readonly User[]) => User | null,
  nowMs: number,
): Promise<DashboardLink | null> {
  return inStore(settings, async (stores, vault) => {
    const owners = await ownersOf(stores)
    if (owners.length === 0) {
      const expiresAtMs = nowMs + CLAIM_LIFETIME_MS
      return { email: null, path: `/#/claim/${claimLinkToken(expiresAtMs, vault)}`, expiresAtMs }
    }
    const owner = choose(owners)
    if (owner === null) return null
    const { token, expiresAtMs } = await makeSignInLink(owner, stores, vault, nowMs)
    await appendAudit(stores, owner, { action: 'session.link', by: 'gatehouse open', atMs: nowMs })
    return { email: owner.email, path: `/#/enter/${token}`, expiresAtMs }
  })
}
