/** The authenticated caller of the admin API and its permissions. */

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
  /** True for Admin keys, owners and admins, which can access every workspace. */
  readonly isOrganisationWide: boolean
  /** Its workspaces, unless it is organisation-wide. */
  readonly workspaceIds: readonly string[]
  /** The key or token that authenticated the call. Null for users. */
  readonly caller: Caller | null
  /** Null for users. */
  readonly keyKind: KeyKind | null
  readonly role: OrganisationRole | null
  /** True: a user who must add a second factor first. It holds no scope. Undefined: not a session. */
  readonly mustEnrol?: boolean
  /** Creator of the key; null for users. */
  readonly creatorId: string | null
  /** The user, or the owner of a personal key. Null for service keys. */
  readonly holderId: string | null
  /** Whether it holds the scope in the workspace, or in the whole organisation if `workspaceId` is null. */
  holds(scope: string, workspaceId: string | null): boolean
  /** The scopes it may grant to a key of this kind. `workspaceId` is used for workspace keys only. */
  grantable(kind: KeyKind, workspaceId: string | null): ReadonlySet<string>
  /** Whether it may create keys of this kind that can send requests to providers. */
  grantsInference(kind: KeyKind): boolean
}

/** With one of these scopes an Admin key may grant workspace keys any workspace scope, including ones it lacks itself. */
const MAKES_WORKSPACE_KEYS = ['workspace_service_api_keys.create', 'workspace_user_api_keys.create']

/** `holder`: the owner of a personal key with current roles. The key never has more permissions than its owner. */
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
    id: caller.workload?.actorId ?? caller.keyId,
    name: caller.keyName,
    organisationId: caller.organisationId,
    isOrganisationWide: isAdmin,
    workspaceIds: isAdmin ? [] : [caller.workspaceId],
    caller,
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
    caller: null,
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

/** A user who must add a second factor first: holds no scope and reaches no workspace. */
export function unenrolledPrincipal(principal: Principal): Principal {
  const { type, id, name, organisationId, role, holderId } = principal
  return { ...anonymousPrincipal(), type, id, name, organisationId, role, holderId, mustEnrol: true }
}

/** The principal of public operations. It holds no scope. */
export function anonymousPrincipal(): Principal {
  return {
    type: 'user',
    id: '',
    name: 'nobody',
    organisationId: '',
    isOrganisationWide: false,
    workspaceIds: [],
    caller: null,
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
