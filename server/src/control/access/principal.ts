/** Who asks the administration interface, and what it may do where. */

import type { Caller, KeyKind } from '../../core/caller.ts'
import type { OrganisationRole, User } from '../../core/stores/users.ts'
import type { Member, WorkspaceRole } from '../../core/stores/workspaces.ts'
import { ROLE_SCOPES } from './roles.ts'
import { ALL_SCOPES, findScope, SCOPES, type ScopeRow } from './scopes.ts'

export type Principal = {
  readonly type: 'api_key' | 'user'
  readonly id: string
  readonly name: string
  readonly organisationId: string
  /** Admin keys, owners and admins: every workspace. Others: only those they belong to. */
  readonly isOrganisationWide: boolean
  /** Workspaces it belongs to, when it is not organisation-wide. */
  readonly workspaceIds: readonly string[]
  /** The key that authenticated the call; null for people. */
  readonly keyKind: KeyKind | null
  readonly role: OrganisationRole | null
  /** Who made the key; null for people. */
  readonly creatorId: string | null
  /** The person behind it: the person itself, or the holder of a personal key. Null for service keys. */
  readonly holderId: string | null
  /** Whether it holds a scope in a workspace; null asks for the organisation. */
  holds(scope: string, workspaceId: string | null): boolean
  /** Every scope it may pass on to a key of this kind; the workspace counts only for workspace keys. */
  grantable(kind: KeyKind, workspaceId: string | null): ReadonlySet<string>
  /** Whether a key of this kind that it makes may send requests to providers. */
  grantsInference(kind: KeyKind): boolean
}

/** An Admin key that may make workspace keys grants them scopes it does not use itself (decisions, Keys and people). */
const MAKES_WORKSPACE_KEYS = ['workspace_service_api_keys.create', 'workspace_user_api_keys.create']

/** `holder`: whose personal key it is, with the roles of now; what the person may not do, the key may not do either. */
export function keyPrincipal(caller: Caller, holder: Principal | null = null): Principal {
  const isAdmin = caller.kind === 'admin'
  const holds = (scope: string, workspaceId: string | null): boolean => {
    if (!isAdmin && workspaceId !== caller.workspaceId) return false
    const isOfKind = findScope(scope)?.kinds.includes(caller.kind) ?? false
    if (!isOfKind || !(caller.scopes.has(ALL_SCOPES) || caller.scopes.has(scope))) return false
    return holder === null || holder.holds(scope, workspaceId)
  }
  const makesWorkspaceKeys = () => isAdmin && MAKES_WORKSPACE_KEYS.some((scope) => holds(scope, null))
  return {
    type: 'api_key',
    id: caller.keyId,
    name: caller.keyName,
    organisationId: caller.organisationId,
    isOrganisationWide: isAdmin,
    workspaceIds: isAdmin ? [] : [caller.workspaceId],
    keyKind: caller.kind,
    role: null,
    creatorId: caller.createdBy,
    holderId: holder?.id ?? null,
    holds,
    grantable: (kind, workspaceId) => {
      if (kind === 'admin') return isAdmin ? scopesWhere((row) => isOf(row, kind) && holds(row.name, null)) : NONE
      return scopesWhere((row) => isOf(row, kind) && (makesWorkspaceKeys() || holds(row.name, workspaceId)))
    },
    grantsInference: (kind) => caller.allowInference || (kind === 'workspace' && makesWorkspaceKeys()),
  }
}

export function userPrincipal(user: User, memberships: readonly Member[]): Principal {
  const isWide = user.role === 'owner' || user.role === 'admin'
  const roles = new Map<string, WorkspaceRole>(memberships.map((member) => [member.workspaceId, member.role]))
  const holds = (scope: string, workspaceId: string | null): boolean => {
    if (isWide) return findScope(scope) !== undefined
    const role = workspaceId === null ? undefined : roles.get(workspaceId)
    return role !== undefined && ROLE_SCOPES[role].has(scope)
  }
  return {
    type: 'user',
    id: user.id,
    name: user.email,
    organisationId: user.organisationId,
    isOrganisationWide: isWide,
    workspaceIds: [...roles.keys()],
    keyKind: null,
    role: user.role,
    creatorId: null,
    holderId: user.id,
    holds,
    grantable: (kind, workspaceId) =>
      scopesWhere((row) => isOf(row, kind) && holds(row.name, kind === 'admin' ? null : workspaceId)),
    grantsInference: () => true,
  }
}

/** Calls nobody had to sign in for. */
export function nobody(): Principal {
  return {
    type: 'user',
    id: '',
    name: 'nobody',
    organisationId: '',
    isOrganisationWide: false,
    workspaceIds: [],
    keyKind: null,
    role: null,
    creatorId: null,
    holderId: null,
    holds: () => false,
    grantable: () => NONE,
    grantsInference: () => false,
  }
}

const NONE: ReadonlySet<string> = new Set()

function isOf(row: ScopeRow, kind: KeyKind): boolean {
  return row.kinds.includes(kind)
}

function scopesWhere(isWanted: (row: ScopeRow) => boolean): ReadonlySet<string> {
  return new Set(SCOPES.filter(isWanted).map((row) => row.name))
}
