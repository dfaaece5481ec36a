/** Gives users the roles of their groups after groups or group mappings have changed. */

import type { SsoConnection } from '../../core/stores/sso.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { OperationCall } from '../endpoint.ts'
import { applyMappedAccess, limitedAccess, mappedAccess } from './mapped-access.ts'

type RegroupCall = Pick<OperationCall<unknown, unknown>, 'nowMs' | 'announce'>

/**
 * Call it inside the transaction, after the groups have changed. `names`: the groups that changed. Does nothing if no
 * mapping names one of them. Null: always applies the mappings.
 */
export async function regroup(
  call: RegroupCall,
  stores: Stores,
  userIds: readonly string[],
  names: readonly string[] | null = null,
): Promise<void> {
  if (userIds.length === 0) return
  const [first] = userIds
  const user = await stores.users.findById(first!)
  if (!user) return
  const mappings = await stores.groupMappings.all(user.organisationId)
  if (names !== null && !mappings.some(({ groupName }) => names.includes(groupName))) return
  const custom = await stores.roles.all(user.organisationId)
  const held = await groupsOf(stores, user.organisationId, userIds)
  for (const userId of userIds) {
    const one = await stores.users.findById(userId)
    if (!one) continue
    const groups = held.get(userId)
    const access = mappedAccess(mappings, groups?.names ?? [], custom)
    // Only a sign-in can make someone an owner. Otherwise an admin could become one with a SCIM key.
    const highest = groups?.source === 'sign_in' && groups.savedByRole === 'member' ? 'member' : 'admin'
    await applyMappedAccess(call, stores, one, limitedAccess(one, access, highest, custom))
  }
}

export type HeldGroups = { readonly names: readonly string[] } & (
  | { readonly source: 'scim' }
  /** `savedByRole`: the role of whoever saved the connection that sent the groups. */
  | { readonly source: 'sign_in'; readonly savedByRole: SsoConnection['savedByRole'] }
)

/**
 * Groups by user: the groups of the last sign-in if the user signs in with a connection that reads groups, else the
 * SCIM groups.
 */
export async function groupsOf(
  stores: Pick<Stores, 'scim' | 'ssoConnections' | 'ssoIdentities'>,
  organisationId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, HeldGroups>> {
  const groups = new Map<string, HeldGroups>()
  const provisioned = Map.groupBy(await stores.scim.groupsOf(userIds), ({ userId }) => userId)
  for (const [userId, held] of provisioned) groups.set(userId, { source: 'scim', names: held.map(({ name }) => name) })
  const { rows } = await stores.ssoConnections.list(organisationId, { currentPage: 0, pageSize: 1_000 })
  const reading = new Map(
    rows.filter(({ settings }) => settings.claims.groups !== null).map(({ id, savedByRole }) => [id, savedByRole]),
  )
  for (const { userId, connectionId, groups: sent } of await stores.ssoIdentities.ofUsers(userIds)) {
    const savedByRole = reading.get(connectionId)
    if (sent !== null && savedByRole !== undefined) groups.set(userId, { source: 'sign_in', names: sent, savedByRole })
  }
  return groups
}

/** Call it after a group mapping was created, changed or deleted. */
export async function regroupMembers(
  call: RegroupCall,
  stores: Stores,
  organisationId: string,
  names: readonly string[],
): Promise<void> {
  const affected = new Set<string>()
  for (const name of new Set(names)) {
    const { rows } = await stores.scim.groups(organisationId, { displayName: name }, { offset: 0, limit: MAX_GROUPS })
    // The store ignores case, mappings do not.
    const ids = rows.filter(({ displayName }) => displayName === name).map(({ id }) => id)
    for (const { userId } of await stores.scim.members(ids)) affected.add(userId)
    for (const userId of await stores.ssoIdentities.usersInGroup(organisationId, name)) affected.add(userId)
  }
  await regroup(call, stores, [...affected])
}

/** Limit on SCIM groups with the same name. */
const MAX_GROUPS = 100
