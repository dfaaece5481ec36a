/** Role hierarchy: callers cannot create, update or delete users with more permissions than their own. */

import { GatewayError } from '../../core/errors.ts'
import type { OrganisationRole } from '../../core/stores/users.ts'
import type { WorkspaceRole } from '../../core/stores/workspaces.ts'
import type { Principal } from '../access/principal.ts'
import { ROLE_SCOPES } from '../access/roles.ts'
import { findScope, SCOPES } from '../access/scopes.ts'

const ORDER: Readonly<Record<OrganisationRole, number>> = { owner: 3, admin: 2, member: 1 }

export function ranksBelow(role: OrganisationRole, other: OrganisationRole): boolean {
  return ORDER[role] < ORDER[other]
}

/** `what` completes the sentence "may not ...", for example "invite an owner". */
export function requireRank(principal: Principal, role: OrganisationRole, what: string): void {
  if (rankOf(principal) >= ORDER[role]) return
  const isKey = principal.type === 'api_key' && role === 'admin'
  throw new GatewayError('scope_missing', {
    message: isKey
      ? `This key may not ${what}: it does not hold all scopes of an admin.`
      : `Only an owner may ${what}.`,
    hint: isKey ? 'Use an Admin key with all scopes, or sign in.' : 'Sign in as an owner. API keys cannot do this.',
  })
}

/** Admin keys rank with admins at most: an admin can create one and must not gain owner permissions with it. */
function rankOf(principal: Principal): number {
  if (principal.role !== null) return ORDER[principal.role]
  const [admin, workspace] = [principal.grantable('admin', null), principal.grantable('workspace', null)]
  const isWhole = SCOPES.every(({ name }) => admin.has(name) || workspace.has(name))
  return isWhole ? ORDER.admin : ORDER.member
}

/** The highest organisation role that this caller may give. */
export function highestGrantable(principal: Principal): OrganisationRole {
  const rank = rankOf(principal)
  return rank >= ORDER.owner ? 'owner' : rank >= ORDER.admin ? 'admin' : 'member'
}

/** A key can assign a role only if it may grant all workspace scopes of that role. */
export function requireRoleGrant(principal: Principal, role: WorkspaceRole, workspaceId: string): void {
  if (principal.type === 'user') return
  const grantable = principal.grantable('workspace', workspaceId)
  const beyond = [...ROLE_SCOPES[role]].filter(
    (name) => findScope(name)?.kinds.includes('workspace') && !grantable.has(name),
  )
  if (beyond.length === 0) return
  throw new GatewayError('scope_not_grantable', {
    param: 'role',
    message: `This key cannot assign the role ${role}: the role includes scopes that the key may not grant.`,
    details: beyond,
  })
}
