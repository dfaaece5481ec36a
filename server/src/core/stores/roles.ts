/** Port for custom roles: named lists of permissions, in addition to the built-in roles. */

import { INFERENCE } from '../caller.ts'

export const MAX_ROLES = 100

export type RoleLevel = 'organisation' | 'workspace'

export const BUILT_IN_ROLES: Readonly<Record<RoleLevel, readonly string[]>> = {
  organisation: ['owner', 'admin', 'member'],
  workspace: ['admin', 'manager', 'member'],
}

export function isBuiltIn(level: RoleLevel, role: string): boolean {
  return BUILT_IN_ROLES[level].includes(role)
}

export type CustomRole = {
  readonly id: string
  readonly organisationId: string
  /** What users, invitations and group mappings refer to. Unique in the organisation; never changes. */
  readonly slug: string
  readonly name: string
  readonly description: string | null
  /** `organisation`: the permissions apply to the organisation and all its workspaces. */
  readonly level: RoleLevel
  /** Names of scopes. */
  readonly permissions: readonly string[]
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export type RoleHolder = {
  readonly kind: 'user' | 'invite' | 'group_mapping' | 'sso_connection'
  readonly id: string
  /** E-mail address, or name of the group or connection. */
  readonly name: string
  /** Null: in the organisation. */
  readonly workspaceId: string | null
}

export interface RoleStore {
  find(organisationId: string, idOrSlug: string): Promise<CustomRole | undefined>
  /** All roles of the organisation, sorted by name; at most MAX_ROLES. */
  all(organisationId: string): Promise<readonly CustomRole[]>
  /** Fails with a unique violation if the slug is taken. */
  insert(role: CustomRole): Promise<void>
  update(role: CustomRole): Promise<void>
  remove(id: string): Promise<void>
  /** Who has the role or would get it, at most `most` of each kind. Invitations count while they are pending. */
  holders(role: CustomRole, nowMs: number, most: number): Promise<readonly RoleHolder[]>
  /** Users per role slug. A user that has a role in two workspaces counts once. */
  countUsers(organisationId: string): Promise<ReadonlyMap<string, number>>
  /** The users that have the role, or would have it without their groups. `workspaceId` null: in the organisation. */
  userIds(role: CustomRole): Promise<readonly { readonly userId: string; readonly workspaceId: string | null }[]>
  /** Gives everyone who has the role, or would get it, another one. */
  replace(role: CustomRole, slug: string, nowMs: number): Promise<void>
}

type HolderRoles = {
  readonly organisationRole: string | null
  readonly organisationPermissions: readonly string[] | null
  readonly workspaceRole: string | null
  readonly workspacePermissions: readonly string[] | null
}

/**
 * Whether the owner of a personal key may send requests. All built-in workspace roles may. The organisation role
 * `member` alone may not.
 */
export function mayInfer(holder: HolderRoles): boolean {
  if (holder.organisationRole === 'owner' || holder.organisationRole === 'admin') return true
  if (holder.organisationPermissions?.includes(INFERENCE)) return true
  if (holder.workspaceRole === null) return false
  return isBuiltIn('workspace', holder.workspaceRole) || holder.workspacePermissions?.includes(INFERENCE) === true
}
