/** The scopes of built-in and custom roles. */

import { type CustomRole, isBuiltIn, type RoleLevel } from '../../core/stores/roles.ts'
import { SCOPES } from './scopes.ts'

/** Members can read resources and use the playground. They cannot see keys or credentials, or change anything. */
const MEMBER: readonly string[] = [
  'workspaces.read',
  'workspaces.list',
  'configs.read',
  'configs.list',
  'guardrails.read',
  'guardrails.list',
  'guardrails.invoke',
  'virtual_models.read',
  'virtual_models.list',
  'prompts.read',
  'prompts.list',
  'prompts.render',
  'logs.list',
  'logs.view',
  'analytics.view',
  'breakers.list',
  'completions.write',
]

/** Scopes that managers have although workspace keys cannot hold them. */
const MANAGER_EXTRA_SCOPES: readonly string[] = [
  'workspace_users.create',
  'workspace_users.update',
  'workspace_users.delete',
]

const MANAGER: ReadonlySet<string> = new Set([
  ...SCOPES.filter((row) => row.kinds.includes('workspace')).map((row) => row.name),
  ...MANAGER_EXTRA_SCOPES,
])

const NONE: ReadonlySet<string> = new Set()
const ALL: ReadonlySet<string> = new Set(SCOPES.map((row) => row.name))

const BUILT_IN: Readonly<Record<RoleLevel, Readonly<Record<string, ReadonlySet<string>>>>> = {
  organisation: { owner: ALL, admin: ALL, member: NONE },
  workspace: { admin: MANAGER, manager: MANAGER, member: new Set(MEMBER) },
}

/**
 * Scopes that custom roles cannot contain, because they would let a user act as someone else: SCIM assigns users to
 * groups and their roles, and a single sign-on connection decides who signs in.
 */
const NEVER_IN_CUSTOM_ROLES: ReadonlySet<string> = new Set([
  'scim.provision',
  'sso_connections.create',
  'sso_connections.update',
])

/** The scopes that a custom role of this level can contain. */
export function permissionsOf(level: RoleLevel): ReadonlySet<string> {
  return level === 'workspace' ? MANAGER : ALL.difference(NEVER_IN_CUSTOM_ROLES)
}

/** The scopes of an organisation role. They apply to all workspaces. `custom`: the organisation's custom roles. */
export function organisationScopes(role: string, custom: readonly CustomRole[]): ReadonlySet<string> {
  return scopesOf('organisation', role, custom)
}

/** The scopes of a role in one workspace. */
export function workspaceScopes(role: string, custom: readonly CustomRole[]): ReadonlySet<string> {
  return scopesOf('workspace', role, custom)
}

/** A role that does not exist or has another level has no scopes. Omits scopes that custom roles cannot contain. */
export function scopesOf(level: RoleLevel, role: string, custom: readonly CustomRole[]): ReadonlySet<string> {
  if (isBuiltIn(level, role)) return BUILT_IN[level][role] ?? NONE
  const found = custom.find((one) => one.slug === role && one.level === level)
  return found ? new Set(found.permissions).intersection(permissionsOf(level)) : NONE
}
