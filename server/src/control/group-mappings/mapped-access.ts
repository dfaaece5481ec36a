/** What group mappings give a user, and how a user gets it. Single sign-on and SCIM call it. */

import type { GroupMapping } from '../../core/stores/group-mappings.ts'
import type { CustomRole } from '../../core/stores/roles.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { OrganisationRole, User } from '../../core/stores/users.ts'
import type { Member, WorkspaceRole } from '../../core/stores/workspaces.ts'
import { organisationScopes, workspaceScopes } from '../access/roles.ts'
import { listForReview } from '../api-keys/review.ts'
import type { OperationCall } from '../endpoint.ts'
import { withdrawPower } from '../users/operations.ts'
import { customRolesIn, includesRole, includesWorkspaceRole, ranksBelow } from '../users/role-hierarchy.ts'

export type MappedAccess = {
  /** Null: no group gives one. */
  readonly organisationRole: OrganisationRole | null
  /** Workspace id -> role. */
  readonly workspaces: ReadonlyMap<string, WorkspaceRole>
}

/** The highest organisation role and the highest role per workspace that these groups give. Null role: no group gives one. */
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
 * Without an organisation role that has more permissions than `highest`, unless the user has them already. The highest role
 * `member` also gives no roles in workspaces: members cannot grant them.
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

/** Of two roles of which none includes the other, the one with more permissions is higher. */
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

/** As `isHigherInOrganisation`. */
function isHigher(role: WorkspaceRole, than: WorkspaceRole, custom: readonly CustomRole[]): boolean {
  return workspaceScopes(role, custom).size > workspaceScopes(than, custom).size
}

type ApplyCall = Pick<OperationCall<unknown, unknown>, 'nowMs' | 'announce'>

/**
 * Makes a user's roles those of the groups, inside the caller's transaction. A role that was given by hand is a minimum:
 * groups raise it, and without them the user has it again. Ends sessions, invalidates the cached permissions of the user's
 * keys and marks the keys for review when something is taken away. Never takes the role of the last owner. Memberships that
 * were added by hand stay as they are.
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
  if (losesRole) await listForReview(call, stores, user.id, null)
  else if (after.role !== 'owner' && after.role !== 'admin')
    for (const workspaceId of lost) await listForReview(call, stores, user.id, workspaceId)
  if (losesRole || lost.length > 0) await withdrawPower(call, stores, user)
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
