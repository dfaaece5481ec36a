/** Creates a link for an owner to set a new password, directly on the store. The gateway may be running. */

import { RESET_LASTS_MS, resetToken } from '../../control/sessions/password-reset.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import type { GatehouseSettings } from '../../settings.ts'
import { inStore } from './in-store.ts'

export type OwnerLink = { readonly email: string; readonly token: string; readonly expiresAtMs: number }

/**
 * The admin API cannot do this because no gateway key may act on owners. Read access to the data folder is the
 * authorization. The link is signed, not stored; a running gateway accepts it.
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
    await appendAudit(stores, owner, { action: 'user.password_link', by: 'gatehouse reset-owner', atMs: nowMs })
    return { email: owner.email, token: resetToken(owner, expiresAtMs, vault), expiresAtMs }
  })
}

export async function ownersOf(stores: Stores): Promise<readonly User[]> {
  const organisation = await stores.organisations.readOfDeployment()
  const { rows } = await stores.users.list(organisation.id, { role: 'owner' }, { currentPage: 0, pageSize: 1_000 })
  return rows
}

type CliAction = { readonly action: string; readonly by: string; readonly atMs: number }

/** Adds an entry to the audit log: anyone who can read the data folder can run these commands. */
export async function appendAudit(stores: Stores, owner: User, { action, by, atMs }: CliAction): Promise<void> {
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
