/** Computes the roles that group mappings give a user, and applies them. Used by single sign-on and SCIM. */

import type { GroupMapping } from '../../core/stores/group-mappings.ts'
import type { CustomRole } from '../../core/stores/roles.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { OrganisationRole, User } from '../../core/stores/users.ts'
import type { Member, WorkspaceRole } from '../../core/stores/workspaces.ts'
import { organisationScopes, workspaceScopes } from '../access/roles.ts'
import { markForReview } from '../api-keys/review.ts'
import type { OperationCall } from '../endpoint.ts'
import { endAccess } from '../users/operations.ts'
import { customRolesIn, includesRole, includesWorkspaceRole, ranksBelow } from '../users/role-hierarchy.ts'

export type MappedAccess = {
  /** Null: no group gives an organisation role. */
  readonly organisationRole: OrganisationRole | null
  /** Workspace id -> role. */
  readonly workspaces: ReadonlyMap<string, WorkspaceRole>
}

/** The highest organisation role, and the highest role per workspace, that these groups give. */
export function mappedAccess(
  mappings: readonly GroupMapping[],
  groups: readonly string[],
  custom: readonly CustomRole[],
): MappedAccess {
  const held = new Set(groups)
  const workspaces = new Map<string, WorkspaceRole>()
  let organisationRole: OrganisationRole | null = null
  for (const { groupName, organisationRole: role, workspaceId, workspaceRole } of mappings) {
    if (!held.has(groupName)) continue
    if (role !== null && (organisationRole === null || isHigherInOrganisation(role, organisationRole, custom)))
      organisationRole = role
    if (workspaceId === null || workspaceRole === null) continue
    const given = workspaces.get(workspaceId)
    if (given === undefined || isHigher(workspaceRole, given, custom)) workspaces.set(workspaceId, workspaceRole)
  }
  return { organisationRole, workspaces }
}

/**
 * Lowers the organisation role to `highest`, unless `highest` or the user's current role includes it. If `highest` is
 * `member`, removes the workspace roles, because members cannot grant them.
 */
export function limitedAccess(
  { role }: Pick<User, 'role'>,
  access: MappedAccess,
  highest: OrganisationRole,
  custom: readonly CustomRole[],
): MappedAccess {
  const { organisationRole: given } = access
  const isTooHigh = given !== null && !includesRole(highest, given, custom) && !includesRole(role, given, custom)
  return {
    organisationRole: isTooHigh ? highest : given,
    workspaces: highest === 'member' ? new Map() : access.workspaces,
  }
}

/** If neither role includes the other, the role with more permissions is higher. */
function isHigherInOrganisation(
  role: OrganisationRole,
  than: OrganisationRole,
  custom: readonly CustomRole[],
): boolean {
  if (includesRole(than, role, custom)) return false
  return (
    includesRole(role, than, custom) || organisationScopes(role, custom).size > organisationScopes(than, custom).size
  )
}

/** The role with more permissions is higher. */
function isHigher(role: WorkspaceRole, than: WorkspaceRole, custom: readonly CustomRole[]): boolean {
  return workspaceScopes(role, custom).size > workspaceScopes(than, custom).size
}

type ApplyCall = Pick<OperationCall<unknown, unknown>, 'nowMs' | 'announce'>

/**
 * Gives a user the roles of their groups, inside the caller's transaction. A role assigned by an admin is a minimum:
 * groups can raise it, and the user returns to it when no group does. If the user loses permissions, this ends its
 * sessions, invalidates the cached permissions of their keys and marks the keys for review. Never demotes the last owner.
 * Does not change memberships that an admin added.
 */
export async function applyMappedAccess(
  call: ApplyCall,
  stores: Stores,
  user: User,
  access: MappedAccess,
): Promise<User> {
  const roles = [user.role, user.roleWithoutGroups, access.organisationRole]
  const custom = await customRolesIn(stores, user.organisationId, 'organisation', roles)
  const after = await withRole(call, stores, user, access.organisationRole, custom)
  const { isChanged, lost } = await changeMemberships(call, stores, user, access.workspaces)
  const losesRole = !includesRole(after.role, user.role, custom)
  if (losesRole) await markForReview(call, stores, user.id, null)
  else if (after.role !== 'owner' && after.role !== 'admin')
    for (const workspaceId of lost) await markForReview(call, stores, user.id, workspaceId)
  if (losesRole || lost.length > 0) await endAccess(call, stores, user)
  else if (after.role !== user.role || isChanged)
    for (const keyId of await stores.users.keyIds(user.id, null)) call.announce({ kind: 'api_key', keyId })
  return after
}

async function withRole(
  { nowMs }: ApplyCall,
  stores: Stores,
  user: User,
  given: OrganisationRole | null,
  custom: readonly CustomRole[],
): Promise<User> {
  const { roleWithoutGroups, ...rest } = user
  const own = roleWithoutGroups ?? user.role
  const isGiven = given !== null && ranksBelow(own, given, custom)
  const after: User = isGiven
    ? { ...rest, role: given, roleWithoutGroups: own, updatedAtMs: nowMs }
    : { ...rest, role: own, updatedAtMs: nowMs }
  if (after.role === user.role && after.roleWithoutGroups === roleWithoutGroups) return user
  await stores.users.update(after)
  const mayBeLast = user.role === 'owner' && after.role !== 'owner' && !user.isDisabled
  if (!mayBeLast || (await stores.users.countOwners(user.organisationId)) > 0) return after
  await stores.users.update(user)
  return user
}

async function changeMemberships(
  { nowMs }: ApplyCall,
  stores: Stores,
  { id: userId, organisationId }: User,
  wanted: MappedAccess['workspaces'],
): Promise<{ readonly isChanged: boolean; readonly lost: readonly string[] }> {
  const held = new Map((await stores.workspaces.memberships([userId])).map((member) => [member.workspaceId, member]))
  const roles = [...wanted.values(), ...[...held.values()].map(({ role }) => role)]
  const custom = await customRolesIn(stores, organisationId, 'workspace', roles)
  const lost: string[] = []
  let isChanged = false
  for (const [workspaceId, role] of wanted) {
    const before = held.get(workspaceId)
    if (before?.source === 'manual' || before?.role === role) continue
    if ((await stores.workspaces.find(organisationId, workspaceId))?.id !== workspaceId) continue
    const member: Member = {
      userId,
      workspaceId,
      role,
      source: 'groups',
      createdAtMs: before?.createdAtMs ?? nowMs,
      updatedAtMs: nowMs,
    }
    await stores.workspaces.putMember(member)
    if (before && !includesWorkspaceRole(role, before.role, custom)) lost.push(workspaceId)
    isChanged = true
  }
  for (const { workspaceId, source } of held.values()) {
    if (source !== 'groups' || wanted.has(workspaceId)) continue
    await stores.workspaces.removeMember(workspaceId, userId)
    lost.push(workspaceId)
    isChanged = true
  }
  return { isChanged, lost }
}
