/** Removes the second factors of an owner directly in the store. The gateway may be running. */

import { NO_FACTORS } from '../../core/stores/second-factors.ts'
import type { User } from '../../core/stores/users.ts'
import type { GatehouseSettings } from '../../settings.ts'
import { inStore } from './in-store.ts'
import { appendAudit, ownersOf } from './owner-link.ts'

type Removed = { readonly email: string; readonly passkeys: number; readonly totp: boolean }

/** No gateway key may act on owners. Write access to the store is the authorization. */
export async function removeSecondFactors(
  settings: GatehouseSettings,
  choose: (owners: readonly User[]) => User | null,
  nowMs: number,
): Promise<Removed | null> {
  return await inStore(settings, async (stores) => {
    const owner = choose(await ownersOf(stores))
    if (owner === null) return null
    const { passkeys, hasTotp } = (await stores.secondFactors.counts([owner.id])).get(owner.id) ?? NO_FACTORS
    await stores.secondFactors.removeAll(owner.id)
    await stores.sessions.removeAll(owner.id)
    await appendAudit(stores, owner, {
      action: 'user.second_factors_delete',
      by: 'gatehouse remove-second-factors',
      atMs: nowMs,
    })
    return { email: owner.email, passkeys, totp: hasTotp }
  })
}
