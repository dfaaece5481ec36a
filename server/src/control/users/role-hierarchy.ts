/** Role hierarchy: callers cannot assign, change or remove roles with more permissions than their own. */

import { GatewayError } from '../../core/errors.ts'
import { type CustomRole, isBuiltIn, type RoleLevel } from '../../core/stores/roles.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { OrganisationRole } from '../../core/stores/users.ts'
import type { WorkspaceRole } from '../../core/stores/workspaces.ts'
import type { Principal } from '../access/principal.ts'
import { organisationScopes, workspaceScopes } from '../access/roles.ts'
import { findScope, SCOPES } from '../access/scopes.ts'

type RoleStores = Pick<Stores, 'roles'>

/** Returns "an admin", "a member" or "a user with the role support". */
export function withArticle(role: OrganisationRole): string {
  if (role === 'member') return 'a member'
  return isBuiltIn('organisation', role) ? `an ${role}` : `a user with the role ${role}`
}

/** Reads all custom roles of the organisation. Empty if all `roles` are built-in roles of this level. */
export async function customRolesIn(
  stores: RoleStores,
  organisationId: string,
  level: RoleLevel,
  roles: readonly (string | null | undefined)[],
): Promise<readonly CustomRole[]> {
  const isAny = roles.some((role) => role != null && !isBuiltIn(level, role))
  return isAny ? stores.roles.all(organisationId) : []
}

/** Whether `other` has all permissions of `role`, but not vice versa. */
export function ranksBelow(role: OrganisationRole, other: OrganisationRole, custom: readonly CustomRole[]): boolean {
  return includesRole(other, role, custom) && !includesRole(role, other, custom)
}

/** Whether `role` has all permissions of `other` in the organisation. */
export function includesRole(role: OrganisationRole, other: OrganisationRole, custom: readonly CustomRole[]): boolean {
  if (role === other || role === 'owner') return true
  if (other === 'owner') return false
  if (role === 'admin') return true
  if (other === 'admin') return false
  return organisationScopes(other, custom).isSubsetOf(organisationScopes(role, custom))
}

/** Whether `role` has all permissions of `other` in a workspace. */
export function includesWorkspaceRole(
  role: WorkspaceRole,
  other: WorkspaceRole,
  custom: readonly CustomRole[],
): boolean {
  return workspaceScopes(other, custom).isSubsetOf(workspaceScopes(role, custom))
}

/** `what` completes the sentence "may not ...", for example "invite an owner". */
export async function requireRank(
  principal: Principal,
  role: OrganisationRole,
  what: string,
  stores: RoleStores,
): Promise<void> {
  if (role === 'member') return
  if (isBuiltIn('organisation', role)) return requireBuiltIn(principal, role, what)
  const custom = await stores.roles.all(principal.organisationId)
  const beyond = [...organisationScopes(role, custom)].filter((scope) => !mayGive(principal, scope, null))
  if (beyond.length > 0) throw beyondCaller(principal, what, beyond)
}

function requireBuiltIn(principal: Principal, role: OrganisationRole, what: string): void {
  const highest = highestGrantable(principal)
  if (highest === 'owner' || (highest === 'admin' && role === 'admin')) return
  const isKey = principal.type === 'api_key' && role === 'admin'
  const isCustom = principal.role !== null && !isBuiltIn('organisation', principal.role) && role === 'admin'
  throw new GatewayError('scope_missing', {
    message: isKey
      ? `This key may not ${what}: it does not hold all scopes of an admin.`
      : isCustom
        ? `Your role may not ${what}: it does not have all permissions of an admin.`
        : `Only an owner may ${what}.`,
    hint: isKey
      ? 'Use an Admin key with all scopes, or sign in.'
      : isCustom
        ? 'Ask an owner or admin.'
        : 'Sign in as an owner. API keys cannot do this.',
  })
}

/**
 * The highest built-in organisation role that this caller may assign. Admin keys rank at most like admins, because an
 * admin can create one and must not gain owner permissions with it.
 */
export function highestGrantable(principal: Principal): 'owner' | 'admin' | 'member' {
  const { role } = principal
  if (role === 'owner' || role === 'admin') return role
  if (role !== null) return 'member'
  const [admin, workspace] = [principal.grantable('admin', null), principal.grantable('workspace', null)]
  return SCOPES.every(({ name }) => admin.has(name) || workspace.has(name)) ? 'admin' : 'member'
}

/** Callers can assign a role in a workspace only if they may grant all its permissions. */
export async function requireRoleGrant(
  principal: Principal,
  role: WorkspaceRole,
  workspaceId: string,
  stores: RoleStores,
): Promise<void> {
  const isKnown = isBuiltIn('workspace', role)
  const custom = isKnown ? [] : await stores.roles.all(principal.organisationId)
  // Service keys may assign built-in roles even if these include scopes that workspace keys cannot hold.
  const isExempt = (name: string) =>
    isKnown && principal.holderId === null && findScope(name)?.kinds.includes('workspace') !== true
  const beyond = [...workspaceScopes(role, custom)].filter(
    (name) => !isExempt(name) && !mayGive(principal, name, workspaceId),
  )
  if (beyond.length === 0) return
  const who = principal.type === 'user' ? 'Your role' : 'This key'
  throw new GatewayError('scope_not_grantable', {
    param: 'role',
    message: `${who} cannot assign the role ${role}: the role includes scopes that ${principal.type === 'user' ? 'yours does not have' : 'the key may not grant'}.`,
    details: beyond,
  })
}

/** Custom roles exist in the whole organisation, so the caller must be able to give these permissions everywhere. */
export function requirePermissions(principal: Principal, permissions: readonly string[], what: string): void {
  const beyond = [...new Set(permissions)].filter((scope) => !mayGive(principal, scope, null))
  if (beyond.length > 0) throw beyondCaller(principal, what, beyond)
}

function mayGive(principal: Principal, scope: string, workspaceId: string | null): boolean {
  if (principal.holds(scope, workspaceId)) return true
  if (principal.type === 'user') return false
  // Admin keys may grant workspace scopes that they cannot hold. Personal keys may grant only scopes of their owner.
  return principal.grantable('workspace', workspaceId).has(scope)
}

function beyondCaller(principal: Principal, what: string, beyond: readonly string[]): GatewayError {
  const who = principal.type === 'user' ? 'Your role' : 'This key'
  const shown = `${beyond.slice(0, 5).join(', ')}${beyond.length > 5 ? ` and ${beyond.length - 5} more` : ''}`
  return new GatewayError('scope_not_grantable', {
    param: 'role',
    message: `${who} may not ${what}: it does not hold ${shown}.`,
    hint: 'Ask an owner or admin.',
    details: beyond.slice(0, 50),
  })
}

/** Throws if the organisation has no role with this slug at this level. */
export async function requireRole(
  stores: RoleStores,
  organisationId: string,
  level: RoleLevel,
  role: string,
  param = 'role',
): Promise<void> {
  if (isBuiltIn(level, role)) return
  const found = await stores.roles.find(organisationId, role)
  if (found?.slug === role && found.level === level) return
  throw new GatewayError('invalid_body', {
    param,
    message: `${param}: ${JSON.stringify(role)} is not a role of ${level === 'organisation' ? 'the organisation' : 'workspaces'}.`,
    hint: `Send ${level === 'organisation' ? 'owner, admin, member' : 'manager, member'} or the slug of a custom role. GET /v1/admin/roles lists them.`,
  })
}
