/** Reads the grants of an organisation in pages, with the scopes that each grant includes. */

import { INFERENCE } from '../../core/caller.ts'
import type {
  AccessCursor,
  AccessFilter,
  AccessRow,
  IssuerRow,
  KeyRow,
  UserRow,
} from '../../core/stores/access-review.ts'
import type { GroupMapping } from '../../core/stores/group-mappings.ts'
import type { CustomRole } from '../../core/stores/roles.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { organisationScopes, workspaceScopes } from '../access/roles.ts'
import { SCOPES } from '../access/scopes.ts'
import { effectiveScopes } from '../api-keys/check-grant.ts'
import { groupsOf, type HeldGroups } from '../group-mappings/regroup.ts'
import { builtInRoles } from '../roles/role-wire.ts'
import type { GrantOnWire } from './grant-wire.ts'

type ReviewStores = Pick<
  Stores,
  'accessReview' | 'groupMappings' | 'roles' | 'scim' | 'ssoConnections' | 'ssoIdentities'
>

type Facts = {
  readonly custom: readonly CustomRole[]
  readonly mappings: readonly GroupMapping[]
  readonly nowMs: number
}

export class Grants {
  #facts: Promise<Facts> | null = null

  constructor(
    private readonly stores: ReviewStores,
    private readonly organisationId: string,
    private readonly filter: AccessFilter,
    /** Only grants with this scope; null: all. */
    private readonly permission: string | null,
    private readonly nowMs: number,
  ) {}

  /** Reads `limit` rows from the store once. The `permission` filter may leave fewer. */
  async read(
    from: AccessCursor | null,
    limit: number,
  ): Promise<{ readonly grants: readonly GrantOnWire[]; readonly next: AccessCursor | null }> {
    this.#facts ??= this.#readFacts()
    const facts = await this.#facts
    const { rows, next } = await this.stores.accessReview.page(this.organisationId, this.filter, from, limit)
    const groups = await this.#groupsOf(rows)
    const grants = rows.map((row) => grantOf(row, facts, groups))
    const { permission } = this
    return { grants: permission === null ? grants : grants.filter((one) => one.permissions.includes(permission)), next }
  }

  async #readFacts(): Promise<Facts> {
    const { stores, organisationId, nowMs } = this
    const [custom, mappings] = await Promise.all([
      stores.roles.all(organisationId),
      stores.groupMappings.all(organisationId),
    ])
    return { custom, mappings, nowMs }
  }

  /** The groups of each user whose role comes from a group. */
  async #groupsOf(rows: readonly AccessRow[]): Promise<ReadonlyMap<string, HeldGroups>> {
    const userIds = new Set<string>()
    for (const row of rows) if (row.kind === 'user' && row.isByGroups) userIds.add(row.subjectId)
    return userIds.size === 0 ? new Map() : groupsOf(this.stores, this.organisationId, [...userIds])
  }
}

function grantOf(row: AccessRow, facts: Facts, groups: ReadonlyMap<string, HeldGroups>): GrantOnWire {
  const { subjectId, name, workspaceId, workspaceName, createdAtMs } = row
  const own =
    row.kind === 'user' ? ofUser(row, facts, groups) : row.kind === 'api_key' ? ofKey(row, facts) : ofIssuer(row)
  return {
    object: 'access-grant',
    subject_type: row.kind,
    subject_id: subjectId,
    subject_name: name,
    workspace_id: workspaceId,
    workspace_name: workspaceName,
    created_at: new Date(createdAtMs).toISOString(),
    last_used_at: row.lastUsedAtMs === null ? null : new Date(row.lastUsedAtMs).toISOString(),
    client_certificates: row.kind === 'api_key' ? [...row.clientCertificates] : [],
    needs_review: row.kind === 'api_key' && row.needsReview,
    ...own,
    permissions: own.status === 'active' ? own.permissions : [],
  }
}

type Own = Pick<GrantOnWire, 'status' | 'grant' | 'groups' | 'role' | 'role_name' | 'user_id' | 'permissions'>

function ofUser(
  { subjectId, role, workspaceId, isByGroups, isDisabled }: UserRow,
  { custom, mappings }: Facts,
  groups: ReadonlyMap<string, HeldGroups>,
): Own {
  const level = workspaceId === null ? 'organisation' : 'workspace'
  const known = [...builtInRoles(), ...custom].find((one) => one.slug === role && one.level === level)
  const scopes = workspaceId === null ? organisationScopes(role, custom) : workspaceScopes(role, custom)
  return {
    status: isDisabled ? 'disabled' : 'active',
    ...(isByGroups ? byGroups(subjectId, role, workspaceId, mappings, groups) : { grant: 'direct', groups: [] }),
    role,
    role_name: known?.name ?? null,
    user_id: null,
    permissions: inOrder(scopes),
  }
}

function byGroups(
  userId: string,
  role: string,
  workspaceId: string | null,
  mappings: readonly GroupMapping[],
  groups: ReadonlyMap<string, HeldGroups>,
): Pick<Own, 'grant' | 'groups'> {
  const giving = mappings
    .filter((one) =>
      workspaceId === null
        ? one.organisationRole === role
        : one.workspaceId === workspaceId && one.workspaceRole === role,
    )
    .map(({ groupName }) => groupName)
  const names = [...new Set(giving)]
  const held = groups.get(userId)
  const grant = held?.source === 'scim' ? 'scim_group' : 'group_mapping'
  return { grant, groups: names.filter((name) => held?.names.includes(name)) }
}

function ofKey(row: KeyRow, { custom, nowMs }: Facts): Own {
  const { holder, expiresAtMs, allowInference } = row
  const own = new Set(effectiveScopes(row))
  if (allowInference) own.add(INFERENCE)
  else own.delete(INFERENCE)
  const allowed = holder && heldBy(holder, custom)
  return {
    status: holder?.isDisabled ? 'disabled' : expiresAtMs !== null && expiresAtMs <= nowMs ? 'expired' : 'active',
    grant: 'api_key',
    groups: [],
    role: null,
    role_name: null,
    user_id: holder?.userId ?? null,
    permissions: inOrder(allowed ? own.intersection(allowed) : own),
  }
}

function heldBy({ role, workspaceRole }: NonNullable<KeyRow['holder']>, custom: readonly CustomRole[]): Set<string> {
  const inWorkspace = workspaceRole === null ? new Set<string>() : workspaceScopes(workspaceRole, custom)
  return new Set(organisationScopes(role, custom)).union(inWorkspace)
}

function ofIssuer({ isEnabled, scopes }: IssuerRow): Own {
  return {
    status: isEnabled ? 'active' : 'disabled',
    grant: 'workload_issuer',
    groups: [],
    role: null,
    role_name: null,
    user_id: null,
    permissions: inOrder(new Set(scopes)),
  }
}

/** In the order of SCOPES, without scopes that have no effect. */
function inOrder(scopes: ReadonlySet<string>): string[] {
  return SCOPES.map((row) => row.name).filter((name) => scopes.has(name))
}
