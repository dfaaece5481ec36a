/** Ends enforced single sign-on without the admin API, for operators who are locked out. The gateway may be running. */

import type { GatehouseSettings } from '../../settings.ts'
import { inStore } from './in-store.ts'
import { appendAudit, ownersOf } from './owner-link.ts'

/** Resolves to true if single sign-on was enforced. */
export async function stopEnforcingSso(settings: GatehouseSettings, nowMs: number): Promise<boolean> {
  return inStore(settings, async (stores) => {
    const { id, settings: before } = await stores.organisations.readOfDeployment()
    if (!before.enforceSso) return false
    await stores.organisations.update(id, { settings: { ...before, enforceSso: false }, nowMs })
    const [owner] = await ownersOf(stores)
    if (owner) await appendAudit(stores, owner, { action: 'organisation.update', by: 'gatehouse sso off', atMs: nowMs })
    return true
  })
}
