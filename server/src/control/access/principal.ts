/** The authenticated caller of the admin API and its permissions. */

import { type Caller, INFERENCE, type KeyKind } from '../../core/caller.ts'
import { type CustomRole, isBuiltIn } from '../../core/stores/roles.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { OrganisationRole, User } from '../../core/stores/users.ts'
import type { Member } from '../../core/stores/workspaces.ts'
import { organisationScopes, workspaceScopes } from './roles.ts'
import { ALL_SCOPES, findScope, SCOPES, type ScopeRow } from './scopes.ts'

export type Principal = {
  readonly type: 'api_key' | 'user'
  readonly id: string
  readonly name: string
  readonly organisationId: string
  /** True if it can access every workspace: Admin keys, owners, admins and users with a custom organisation role. */
  readonly isOrganisationWide: boolean
  /**
   * True for owners, admins, and Admin keys that a trusted caller created. A personal Admin key needs a trusted owner
   * too. Trusted callers may use private hosts, all secret references and the gateway's own identity.
   */
  readonly isTrusted: boolean
  /** The workspaces the principal may access if it is not organisation-wide. */
  readonly workspaceIds: readonly string[]
  /** The key or token that authenticated the call. Null for users. */
  readonly caller: Caller | null
  /** Null for users. */
  readonly keyKind: KeyKind | null
  readonly role: OrganisationRole | null
  /**
   * Set on users with a custom role in the organisation who are also members of workspaces: the same user with only the
   * workspace roles. `actingAs` chooses the principal for a call.
   */
  readonly asMember?: Principal
  /** True for a user who must add a second factor first and therefore holds no scope. Undefined: not a session. */
  readonly mustEnrol?: boolean
  /** Creator of the key; null for users. */
  readonly creatorId: string | null
  /** The user, or the owner of a personal key. Null for service keys. */
  readonly holderId: string | null
  /** Whether the principal holds the scope in the workspace, or in the whole organisation if `workspaceId` is null. */
  holds(scope: string, workspaceId: string | null): boolean
  /** The scopes the principal may grant to a key of this kind. `workspaceId` is used for workspace keys only. */
  grantable(kind: KeyKind, workspaceId: string | null): ReadonlySet<string>
  /** Whether the principal may create keys of this kind that can send requests to providers. */
  grantsInference(kind: KeyKind, workspaceId: string | null): boolean
}

/** With one of these scopes, an Admin key may grant workspace keys any workspace scope, even one that it lacks. */
const MAKES_WORKSPACE_KEYS = ['workspace_service_api_keys.create', 'workspace_user_api_keys.create']

/** `holder`: the owner of a personal key, with current roles. The key never has more permissions than its owner. */
export function keyPrincipal(caller: Caller, holder: Principal | null = null): Principal {
  const isAdmin = caller.kind === 'admin'
  const holds = (scope: string, workspaceId: string | null): boolean => {
    if (!isAdmin && workspaceId !== caller.workspaceId) return false
    const isOfKind = findScope(scope)?.kinds.includes(caller.kind) ?? false
    if (!isOfKind || !(caller.scopes.has(ALL_SCOPES) || caller.scopes.has(scope))) return false
    return holder === null || holdsIn(holder, scope, workspaceId)
  }
  const holderMayGrantAll = () => holder === null || WORKSPACE_SCOPES.every((scope) => holder.holds(scope, null))
  const makesWorkspaceKeys = () =>
    isAdmin && MAKES_WORKSPACE_KEYS.some((scope) => holds(scope, null)) && holderMayGrantAll()
  const holderInfers = (kind: KeyKind, workspaceId: string | null) =>
    holder === null || holdsIn(holder, INFERENCE, kind === 'admin' ? null : workspaceId)
  return {
    type: 'api_key',
    id: caller.workload?.actorId ?? caller.keyId,
    name: caller.keyName,
    organisationId: caller.organisationId,
    isOrganisationWide: isAdmin,
    isTrusted: isAdmin && caller.isTrusted !== false && (holder === null || holder.isTrusted),
    workspaceIds: isAdmin ? [] : [caller.workspaceId],
    caller,
    keyKind: caller.kind,
    role: null,
    creatorId: caller.createdBy,
    holderId: holder?.id ?? null,
    holds,
    grantable: (kind, workspaceId) => {
      if (kind === 'admin') {
        const ofHolder = holder?.grantable(kind, null)
        const isHeld = (name: string) => holds(name, null) && ofHolder?.has(name) !== false
        return isAdmin ? scopesWhere((row) => isOf(row, kind) && isHeld(row.name)) : NONE
      }
      const makesAny = makesWorkspaceKeys()
      return scopesWhere((row) => isOf(row, kind) && (makesAny || holds(row.name, workspaceId)))
    },
    grantsInference: (kind, workspaceId) =>
      holderInfers(kind, workspaceId) && (caller.allowInference || (kind === 'workspace' && makesWorkspaceKeys())),
  }
}

const WORKSPACE_SCOPES = SCOPES.filter((row) => row.kinds.includes('workspace')).map((row) => row.name)

/** `custom`: the custom roles that `user` and `memberships` name. A role that is missing has no permissions. */
export function userPrincipal(
  user: User,
  memberships: readonly Member[],
  custom: readonly CustomRole[] = [],
): Principal {
  const member = memberPrincipal(user, memberships, custom)
  if (user.role === 'member') return member
  const scopes = organisationScopes(user.role, custom)
  const wide = ofUser(user, memberships, true, (scope) => scopes.has(scope))
  return isBuiltIn('organisation', user.role) || memberships.length === 0 ? wide : { ...wide, asMember: member }
}

/** The user with the current roles. Reads custom roles only if the user has one. */
export async function currentUserPrincipal(
  user: User,
  stores: Pick<Stores, 'workspaces' | 'roles'>,
): Promise<Principal> {
  const memberships = await stores.workspaces.memberships([user.id])
  const isCustom =
    !isBuiltIn('organisation', user.role) || memberships.some(({ role }) => !isBuiltIn('workspace', role))
  return userPrincipal(user, memberships, isCustom ? await stores.roles.all(user.organisationId) : [])
}

/** The principal for a call that needs one of `scopes`: `principal` if it holds one, else its `asMember`. */
export function actingAs(principal: Principal, scopes: readonly string[]): Principal {
  const { asMember, mustEnrol } = principal
  if (asMember === undefined || scopes.some((scope) => principal.holds(scope, null))) return principal
  return mustEnrol === undefined ? asMember : { ...asMember, mustEnrol }
}

/** Whether the caller holds the scope in the workspace, by its role in the organisation or in the workspace. */
export function holdsIn(principal: Principal, scope: string, workspaceId: string | null): boolean {
  return principal.holds(scope, workspaceId) || principal.asMember?.holds(scope, workspaceId) === true
}

function memberPrincipal(user: User, memberships: readonly Member[], custom: readonly CustomRole[]): Principal {
  const scopes = new Map(memberships.map(({ workspaceId, role }) => [workspaceId, workspaceScopes(role, custom)]))
  return ofUser(
    user,
    memberships,
    false,
    (scope, workspaceId) => workspaceId !== null && (scopes.get(workspaceId)?.has(scope) ?? false),
  )
}

function ofUser(user: User, memberships: readonly Member[], isWide: boolean, holds: Principal['holds']): Principal {
  // An Admin key with one of MAKES_WORKSPACE_KEYS may grant any workspace scope, so the user must hold all of them.
  const mayGrant = (name: string) =>
    !MAKES_WORKSPACE_KEYS.includes(name) || WORKSPACE_SCOPES.every((scope) => holds(scope, null))
  return {
    type: 'user',
    id: user.id,
    name: user.email,
    organisationId: user.organisationId,
    isOrganisationWide: isWide,
    isTrusted: isWide && isBuiltIn('organisation', user.role),
    workspaceIds: memberships.map(({ workspaceId }) => workspaceId),
    caller: null,
    keyKind: null,
    role: user.role,
    creatorId: null,
    holderId: user.id,
    holds,
    grantable: (kind, workspaceId) =>
      kind === 'admin'
        ? scopesWhere((row) => isOf(row, kind) && holds(row.name, null) && mayGrant(row.name))
        : scopesWhere((row) => isOf(row, kind) && holds(row.name, workspaceId)),
    grantsInference: (kind, workspaceId) => holds(INFERENCE, kind === 'admin' ? null : workspaceId),
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
    isTrusted: false,
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
