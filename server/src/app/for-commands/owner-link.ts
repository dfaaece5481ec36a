/** A link by which an owner sets a new password, made on the store itself; the gateway may run meanwhile. */

import { RESET_LASTS_MS, resetToken } from '../../control/sessions/reset-token.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import type { GatehouseSettings } from '../../settings.ts'
import { openControlDatabase } from '../../stores/sql/control-database.ts'
import { controlStore } from '../../stores/sql/control-store.ts'
import { openVault } from '../../stores/vault.ts'

export type OwnerLink = { readonly email: string; readonly token: string; readonly expiresAtMs: number }

/**
 * No gateway key stands above admins, so the admin API cannot do this: whoever can read the data folder may. The link is
 * signed, not stored; a running gateway honours it.
 */
export async function ownerLink(
  settings: GatehouseSettings,
  choose: (owners: readonly User[]) => User | null,
  nowMs: number,
): Promise<OwnerLink | null> {
  const { dataDirectory, masterKey, previousMasterKey } = settings
  const database = await openControlDatabase(dataDirectory)
  try {
    const vault = await openVault(database, { dataDirectory, given: masterKey, previous: previousMasterKey })
    const control = controlStore(database, vault.hash)
    return await control.transact(async (stores) => {
      const owner = choose(await ownersOf(stores))
      if (owner === null) return null
      const expiresAtMs = nowMs + RESET_LASTS_MS
      await writeDown(stores, owner, nowMs)
      return { email: owner.email, token: resetToken(owner, expiresAtMs, vault), expiresAtMs }
    })
  } finally {
    await database.destroy()
  }
}

async function ownersOf(stores: Stores): Promise<readonly User[]> {
  const organisation = await stores.organisations.readOfDeployment()
  const { rows } = await stores.users.list(organisation.id, { role: 'owner' }, { currentPage: 0, pageSize: 1_000 })
  return rows
}

/** Whoever can read the data folder can do this; that it was done must be seen. */
async function writeDown(stores: Stores, owner: User, atMs: number): Promise<void> {
  const id = crypto.randomUUID()
  await stores.auditEntries.append({
    id,
    organisationId: owner.organisationId,
    workspaceId: null,
    atMs,
    actor: { type: 'user', id: owner.id, name: 'gatehouse reset-owner', creatorId: null },
    action: 'user.password_link',
    resource: 'user',
    targetId: owner.id,
    targetName: owner.email,
    method: 'CLI',
    uri: 'gatehouse reset-owner',
    ip: 'local',
    userAgent: null,
    requestId: id,
    traceId: id,
    status: 200,
    refusedWith: null,
    requestBody: null,
    queryParams: null,
    requestHeaders: '{}',
    before: null,
    after: null,
  })
}
