/** Custom roles in the control store, and who has them. */

import { type CustomRole, MAX_ROLES, type RoleHolder, type RoleStore } from '../../../core/stores/roles.ts'
import type { ControlDatabase } from '../control-database.ts'
import type { RoleTable } from '../schema.ts'

type WorkspaceGrants = readonly { readonly id: string; readonly role: string }[]

export class SqlRoles implements RoleStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(organisationId: string, idOrSlug: string): Promise<CustomRole | undefined> {
    const row = await this.#of(organisationId)
      .where(({ eb, or }) => or([eb('slug', '=', idOrSlug), eb('id', '=', idOrSlug)]))
      .executeTakeFirst()
    return row && toRole(row)
  }

  async all(organisationId: string): Promise<readonly CustomRole[]> {
    const rows = await this.#of(organisationId).orderBy('name').orderBy('id').limit(MAX_ROLES).execute()
    return rows.map(toRole)
  }

  async insert(role: CustomRole): Promise<void> {
    await this.database.insertInto('roles').values(toRow(role)).execute()
  }

  async update(role: CustomRole): Promise<void> {
    const { id, ...rest } = toRow(role)
    await this.database.updateTable('roles').set(rest).where('id', '=', id).execute()
  }

  async remove(id: string): Promise<void> {
    await this.database.deleteFrom('roles').where('id', '=', id).execute()
  }

  async holders(role: CustomRole, nowMs: number, most: number): Promise<readonly RoleHolder[]> {
    const users = role.level === 'organisation' ? await this.#users(role, most) : await this.#members(role, most)
    const invites = (await this.#invites(role, nowMs)).slice(0, most)
    const mappings = await this.#mappings(role).select(['id', 'group_name', 'workspace_id']).limit(most).execute()
    const connections = (await this.#connections(role)).slice(0, most)
    return [
      ...users,
      ...invites.map(({ id, email }) => ({ kind: 'invite' as const, id, name: email, workspaceId: null })),
      ...mappings.map(({ id, group_name, workspace_id }) => ({
        kind: 'group_mapping' as const,
        id,
        name: group_name,
        workspaceId: role.level === 'organisation' ? null : workspace_id,
      })),
      ...connections.map(({ id, name }) => ({ kind: 'sso_connection' as const, id, name, workspaceId: null })),
    ]
  }

  async countUsers(organisationId: string): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>()
    const inOrganisation = await this.database
      .selectFrom('users')
      .innerJoin('roles', (join) =>
        join.onRef('roles.slug', '=', 'users.role').onRef('roles.organisation_id', '=', 'users.organisation_id'),
      )
      .select(({ fn }) => ['roles.slug', fn.countAll<number>().as('count')])
      .where('users.organisation_id', '=', organisationId)
      .where('roles.level', '=', 'organisation')
      .groupBy('roles.slug')
      .execute()
    const inWorkspaces = await this.database
      .selectFrom('workspace_members')
      .innerJoin('roles', 'roles.slug', 'workspace_members.role')
      .innerJoin('workspaces', (join) =>
        join
          .onRef('workspaces.id', '=', 'workspace_members.workspace_id')
          .onRef('workspaces.organisation_id', '=', 'roles.organisation_id'),
      )
      .select(({ fn }) => ['roles.slug', fn.count<number>('workspace_members.user_id').distinct().as('count')])
      .where('roles.organisation_id', '=', organisationId)
      .where('roles.level', '=', 'workspace')
      .groupBy('roles.slug')
      .execute()
    for (const { slug, count } of [...inOrganisation, ...inWorkspaces]) counts.set(slug, Number(count))
    return counts
  }

  async userIds(
    role: CustomRole,
  ): Promise<readonly { readonly userId: string; readonly workspaceId: string | null }[]> {
    if (role.level === 'organisation') {
      const rows = await this.#usersWith(role).select('id').execute()
      return rows.map(({ id }) => ({ userId: id, workspaceId: null }))
    }
    const rows = await this.#membersWith(role).select(['user_id', 'workspace_id']).execute()
    return rows.map(({ user_id, workspace_id }) => ({ userId: user_id, workspaceId: workspace_id }))
  }

  async replace(role: CustomRole, slug: string, nowMs: number): Promise<void> {
    const { organisationId, level } = role
    const given = { updated_at_ms: nowMs }
    const own = this.database.selectFrom('workspaces').select('id').where('organisation_id', '=', organisationId)
    if (level === 'organisation') {
      for (const column of ['role', 'role_without_groups'] as const)
        await this.database
          .updateTable('users')
          .set({ [column]: slug, ...given })
          .where('organisation_id', '=', organisationId)
          .where(column, '=', role.slug)
          .execute()
    } else {
      await this.database
        .updateTable('workspace_members')
        .set({ role: slug, ...given })
        .where('role', '=', role.slug)
        .where('workspace_id', 'in', own)
        .execute()
    }
    const column = level === 'organisation' ? 'organisation_role' : 'workspace_role'
    await this.database
      .updateTable('group_mappings')
      .set({ [column]: slug, ...given })
      .where('organisation_id', '=', organisationId)
      .where(column, '=', role.slug)
      .execute()
    for (const invite of await this.#invites(role, null)) {
      const workspaces = grantsOf(invite.workspaces).map((one) =>
        one.role === role.slug ? { ...one, role: slug } : one,
      )
      const after = level === 'organisation' ? { role: slug } : { workspaces: JSON.stringify(workspaces) }
      await this.database
        .updateTable('invites')
        .set({ ...after, ...given })
        .where('id', '=', invite.id)
        .execute()
    }
    for (const { id, settings } of await this.#connections(role))
      await this.database
        .updateTable('sso_connections')
        .set({ settings: JSON.stringify({ ...settings, defaultRole: slug }), ...given })
        .where('id', '=', id)
        .execute()
  }

  #of(organisationId: string) {
    return this.database.selectFrom('roles').selectAll().where('organisation_id', '=', organisationId)
  }

  /** Includes users whose groups give them another role now, but who get this role again if they leave the groups. */
  #usersWith({ organisationId, slug }: CustomRole) {
    return this.database
      .selectFrom('users')
      .where('organisation_id', '=', organisationId)
      .where(({ eb, or }) => or([eb('role', '=', slug), eb('role_without_groups', '=', slug)]))
  }

  #membersWith({ organisationId, slug }: CustomRole) {
    return this.database
      .selectFrom('workspace_members')
      .where('role', '=', slug)
      .where('workspace_id', 'in', ({ selectFrom }) =>
        selectFrom('workspaces').select('id').where('organisation_id', '=', organisationId),
      )
  }

  async #users(role: CustomRole, most: number): Promise<RoleHolder[]> {
    const rows = await this.#usersWith(role).select(['id', 'email']).orderBy('email').limit(most).execute()
    return rows.map(({ id, email }) => ({ kind: 'user' as const, id, name: email, workspaceId: null }))
  }

  async #members({ organisationId, slug }: CustomRole, most: number): Promise<RoleHolder[]> {
    const rows = await this.database
      .selectFrom('workspace_members')
      .innerJoin('users', 'users.id', 'workspace_members.user_id')
      .select(['users.id', 'users.email', 'workspace_members.workspace_id'])
      .where('users.organisation_id', '=', organisationId)
      .where('workspace_members.role', '=', slug)
      .orderBy('users.email')
      .orderBy('workspace_members.workspace_id')
      .limit(most)
      .execute()
    return rows.map((row) => ({ kind: 'user', id: row.id, name: row.email, workspaceId: row.workspace_id }))
  }

  /** Open invitations. If `nowMs` is null, includes expired ones, because they can be sent again. */
  async #invites({ organisationId, slug, level }: CustomRole, nowMs: number | null) {
    const rows = await this.database
      .selectFrom('invites')
      .select(['id', 'email', 'workspaces'])
      .where('organisation_id', '=', organisationId)
      .where('accepted_at_ms', 'is', null)
      .where('cancelled_at_ms', 'is', null)
      .$if(nowMs !== null, (query) => query.where('expires_at_ms', '>', nowMs ?? 0))
      .$if(level === 'organisation', (query) => query.where('role', '=', slug))
      .orderBy('email')
      .execute()
    if (level === 'organisation') return rows
    return rows.filter(({ workspaces }) => grantsOf(workspaces).some((one) => one.role === slug))
  }

  #mappings({ organisationId, slug, level }: CustomRole) {
    return this.database
      .selectFrom('group_mappings')
      .where('organisation_id', '=', organisationId)
      .where(level === 'organisation' ? 'organisation_role' : 'workspace_role', '=', slug)
      .orderBy('group_name')
  }

  async #connections({ organisationId, slug, level }: CustomRole) {
    if (level === 'workspace') return []
    const rows = await this.database
      .selectFrom('sso_connections')
      .select(['id', 'name', 'settings'])
      .where('organisation_id', '=', organisationId)
      .orderBy('name')
      .execute()
    return rows
      .map(({ settings, ...row }) => ({ ...row, settings: JSON.parse(settings) as { readonly defaultRole?: string } }))
      .filter(({ settings }) => settings.defaultRole === slug)
  }
}

function grantsOf(text: string): WorkspaceGrants {
  return JSON.parse(text) as WorkspaceGrants
}

function toRole(row: RoleTable): CustomRole {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    level: row.level,
    permissions: JSON.parse(row.permissions) as string[],
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}

function toRow(role: CustomRole): RoleTable {
  return {
    id: role.id,
    organisation_id: role.organisationId,
    slug: role.slug,
    name: role.name,
    description: role.description,
    level: role.level,
    permissions: JSON.stringify(role.permissions),
    created_at_ms: role.createdAtMs,
    updated_at_ms: role.updatedAtMs,
  }
}
