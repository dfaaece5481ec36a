/** The way into the dashboard for whoever may read the store: as its first owner, or as one that is there already. */

import { claimLinkToken } from '../../control/sessions/claim-token.ts'
import { makeSignInLink } from '../../control/sessions/sign-in-link.ts'
import type { User } from '../../core/stores/users.ts'
import type { GatehouseSettings } from '../../settings.ts'
import { inStore } from './in-store.ts'
import { ownersOf, writeDown } from './owner-link.ts'

const CLAIM_LASTS_MS = 30 * 60_000

/** `email` is null where nobody owns the gateway yet: then the link makes the first owner. */
export type DashboardLink = { readonly email: string | null; readonly path: string; readonly expiresAtMs: number }

export function dashboardLink(
  settings: GatehouseSettings,
  choose: (owners: readonly User[]) => User | null,
  nowMs: number,
): Promise<DashboardLink | null> {
  return inStore(settings, async (stores, vault) => {
    const owners = await ownersOf(stores)
    if (owners.length === 0) {
      const expiresAtMs = nowMs + CLAIM_LASTS_MS
      return { email: null, path: `/#/claim/${claimLinkToken(expiresAtMs, vault)}`, expiresAtMs }
    }
    const owner = choose(owners)
    if (owner === null) return null
    const { token, expiresAtMs } = await makeSignInLink(owner, stores, vault, nowMs)
    await writeDown(stores, owner, { action: 'session.link', by: 'gatehouse open', atMs: nowMs })
    return { email: owner.email, path: `/#/enter/${token}`, expiresAtMs }
  })
}
