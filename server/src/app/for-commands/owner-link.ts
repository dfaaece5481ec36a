/** A link by which an owner sets a new password, made on the store itself; the gateway may run meanwhile. */

import { RESET_LASTS_MS, resetToken } from '../../control/sessions/password-reset.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import type { GatehouseSettings } from '../../settings.ts'
import { inStore } from './in-store.ts'

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
  return await inStore(settings, async (stores, vault) => {
    const owner = choose(await ownersOf(stores))
    if (owner === null) return null
    const expiresAtMs = nowMs + RESET_LASTS_MS
    await writeDown(stores, owner, { action: 'user.password_link', by: 'gatehouse reset-owner', atMs: nowMs })
    return { email: owner.email, token: resetToken(owner, expiresAtMs, vault), expiresAtMs }
  })
}

export async function ownersOf(stores: Stores): Promise<readonly User[]> {
  const organisation = await stores.organisations.readOfDeployment()
  const { rows } = await stores.users.list(organisation.id, { role: 'owner' }, { currentPage: 0, pageSize: 1_000 })
  return rows
}

type Deed = { readonly action: string; readonly by: string; readonly atMs: number }

/** Whoever can read the data folder can do this; that it was done must be seen. */
export async function writeDown(stores: Stores, owner: User, { action, by, atMs }: Deed): Promise<void> {
  const id = crypto.randomUUID()
  await stores.auditEntries.append({
    id,
    organisationId: owner.organisationId,
    workspaceId: null,
    atMs,
    actor: { type: 'user', id: owner.id, name: by, creatorId: null },
    action,
    resource: action.split('.')[0] ?? action,
    targetId: owner.id,
    targetName: owner.email,
    method: 'CLI',
    uri: by,
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
