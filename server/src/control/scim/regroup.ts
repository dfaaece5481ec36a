/** Gives users the roles of their SCIM groups. */

import type { Stores } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import type { OperationCall } from '../endpoint.ts'
import { applyMappedAccess, type MappedAccess, mappedAccess } from '../group-mappings/mapped-access.ts'

type RegroupCall = Pick<OperationCall<unknown, unknown>, 'nowMs' | 'announce'>

/**
 * Call it inside the transaction, after the groups have changed. `names`: the groups that changed; if no mapping names one
 * of them, nothing changes.
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
  const held = Map.groupBy(await stores.scim.groupsOf(userIds), ({ userId }) => userId)
  for (const userId of userIds) {
    const one = await stores.users.findById(userId)
    if (!one) continue
    const groups = (held.get(userId) ?? []).map(({ name }) => name)
    await applyMappedAccess(call, stores, one, withoutNewOwner(one, mappedAccess(mappings, groups, custom)))
  }
}

/** API keys create no owners: an admin could create a key for SCIM and make itself one. */
function withoutNewOwner({ role }: User, access: MappedAccess): MappedAccess {
  const isNew = access.organisationRole === 'owner' && role !== 'owner'
  return isNew ? { ...access, organisationRole: 'admin' } : access
}

/** Call it after a group mapping was created, changed or deleted. */
export async function regroupMembers(
  call: RegroupCall,
  stores: Stores,
  organisationId: string,
  names: readonly string[],
): Promise<void> {
  const affected = new Set<string>()
  for (const displayName of new Set(names)) {
    const { rows } = await stores.scim.groups(organisationId, { displayName }, { offset: 0, limit: MAX_GROUPS })
    // The store compares without case, mappings with case.
    const ids = rows.filter((group) => group.displayName === displayName).map(({ id }) => id)
    for (const { userId } of await stores.scim.members(ids)) affected.add(userId)
  }
  await regroup(call, stores, [...affected])
}

/** Groups of one name. */
const MAX_GROUPS = 100
