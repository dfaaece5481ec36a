/** Workspaces and their members in the control store. */

import { sql } from 'kysely'
import { type GuardrailNames, NO_GUARDRAILS } from '../../../core/stores/guardrails.ts'
import { type Limits, NO_LIMITS } from '../../../core/stores/limits.ts'
import type { Listed, Page } from '../../../core/stores/reach.ts'
import {
  equalRoles,
  type Member,
  type Membership,
  type Workspace,
  type WorkspaceContents,
  type WorkspaceRole,
  type WorkspaceStore,
} from '../../../core/stores/workspaces.ts'
import type { ControlDatabase } from '../control-database.ts'
import { pageOf } from '../page.ts'
import type { MemberTable, UserTable, WorkspaceTable } from '../schema.ts'
import { SqlCollections } from './collections.ts'
import { toUser, USER_COLUMNS } from './users.ts'

const MAX_NAMED = 100

export class SqlWorkspaces implements WorkspaceStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(organisationId: string, idOrSlug: string): Promise<Workspace | undefined> {
    const row = await this.database
      .selectFrom('workspaces')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where(({ eb, or }) => or([eb('id', '=', idOrSlug), eb('slug', '=', idOrSlug)]))
      .executeTakeFirst()
    return row && toWorkspace(row)
  }

  async findDefault(organisationId: string): Promise<Workspace> {
    const row = await this.database
      .selectFrom('workspaces')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('is_default', '=', 1)
      .executeTakeFirstOrThrow()
    return toWorkspace(row)
  }

  async list(
    organisationId: string,
    filter: { readonly name?: string; readonly exactName?: string; readonly ids?: readonly string[] },
    page: Page,
  ): Promise<Listed<Workspace>> {
    const { name, exactName, ids } = filter
    // `in ()` is a syntax error in PostgreSQL.
    if (ids?.length === 0) return { rows: [], total: 0 }
    const { rows, total } = await pageOf(
      this.database
        .selectFrom('workspaces')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .$if(exactName !== undefined, (query) => query.where('name', '=', exactName ?? ''))
        .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))

        .$if(name !== undefined, (query) =>
          query.where(
            sql<number>`lower(name)`,
            'like',
            sql<number>`${`%${(name ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
          ),
        )
        .orderBy('created_at_ms', 'desc')
        .orderBy('id', 'desc'),
      page,
    )
    return { rows: rows.map(toWorkspace), total }
  }

  async insert(workspace: Workspace): Promise<void> {
    await this.database.insertInto('workspaces').values(toRow(workspace)).execute()
    // Every prompt is in a collection, so each workspace gets a default one. It reuses the workspace id.
    await new SqlCollections(this.database).insert({
      id: workspace.id,
      organisationId: workspace.organisationId,
      workspaceId: workspace.id,
      slug: 'default',
      name: 'Default',
      parentId: null,
      isDefault: true,
      createdAtMs: workspace.createdAtMs,
      updatedAtMs: workspace.createdAtMs,
    })
  }

  async update(workspace: Workspace): Promise<void> {
    await this.database.updateTable('workspaces').set(toRow(workspace)).where('id', '=', workspace.id).execute()
  }

  async contents(id: string): Promise<WorkspaceContents> {
    const apiKeys = await this.database
      .selectFrom('api_keys')
      .select(['id', 'name'])
      .where('workspace_id', '=', id)
      .where('revoked_at_ms', 'is', null)
      .orderBy('created_at_ms')
      .limit(MAX_NAMED)
      .execute()
    return {
      apiKeys,
      virtualKeys: await this.#named('virtual_keys', id),
      integrations: await this.#named('integrations', id),
      configs: await this.#named('configs', id),
      guardrails: await this.#named('guardrails', id),
      prompts: await this.#named('prompts', id),
    }
  }

  async remove(id: string): Promise<void> {
    // Foreign keys delete credentials, versions and members too.
    const tables = [
      'api_keys',
      'virtual_keys',
      'integrations',
      'configs',
      'guardrails',
      'log_exports',
      'prompts',
      'prompt_labels',
    ] as const
    for (const table of tables) await this.database.deleteFrom(table).where('workspace_id', '=', id).execute()
    // Removes the links between collections first, because foreign keys are checked per row.
    await this.database
      .updateTable('prompt_collections')
      .set({ parent_id: null })
      .where('workspace_id', '=', id)
      .execute()
    await this.database.deleteFrom('prompt_collections').where('workspace_id', '=', id).execute()
    await this.database.deleteFrom('workspaces').where('id', '=', id).execute()
  }

  async members(
    workspaceId: string,
    filter: { readonly role?: WorkspaceRole; readonly email?: string },
    page: Page,
  ): Promise<Listed<Membership>> {
    const { role, email } = filter
    const { rows, total } = await pageOf(
      this.#membersWithUsers(workspaceId)
        .$if(role !== undefined, (query) => query.where('workspace_members.role', 'in', equalRoles(role ?? 'member')))
        .$if(email !== undefined, (query) => query.where('users.email', '=', (email ?? '').toLowerCase()))
        .orderBy('workspace_members.created_at_ms')
        .orderBy('users.id'),
      page,
    )
    return { rows: rows.map(toMembership), total }
  }

  async findMember(workspaceId: string, userId: string): Promise<Membership | undefined> {
    const row = await this.#membersWithUsers(workspaceId).where('users.id', '=', userId).executeTakeFirst()
    return row && toMembership(row)
  }

  async memberships(userIds: readonly string[]): Promise<readonly Member[]> {
    if (userIds.length === 0) return []
    const rows = await this.database
      .selectFrom('workspace_members')
      .selectAll()
      .where('user_id', 'in', userIds)
      .orderBy('created_at_ms')
      .orderBy('workspace_id')
      .execute()
    return rows.map(toMember)
  }

  async putMember(member: Member): Promise<void> {
    await this.database
      .insertInto('workspace_members')
      .values({
        workspace_id: member.workspaceId,
        user_id: member.userId,
        role: member.role,
        source: member.source,
        created_at_ms: member.createdAtMs,
        updated_at_ms: member.updatedAtMs,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'user_id'])
          .doUpdateSet({ role: member.role, source: member.source, updated_at_ms: member.updatedAtMs }),
      )
      .execute()
  }

  async removeMember(workspaceId: string, userId: string): Promise<boolean> {
    const { numDeletedRows } = await this.database
      .deleteFrom('workspace_members')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  }

  #named(table: 'virtual_keys' | 'integrations' | 'configs' | 'guardrails' | 'prompts', workspaceId: string) {
    return this.database
      .selectFrom(table)
      .select(['id', 'name'])
      .where('workspace_id', '=', workspaceId)
      .orderBy('created_at_ms')
      .limit(MAX_NAMED)
      .execute()
  }

  #membersWithUsers(workspaceId: string) {
    return this.database
      .selectFrom('workspace_members')
      .innerJoin('users', 'users.id', 'workspace_members.user_id')
      .select(USER_COLUMNS)
      .select([
        'workspace_members.workspace_id as workspace_id',
        'workspace_members.user_id as user_id',
        'workspace_members.role as member_role',
        'workspace_members.source as member_source',
        'workspace_members.created_at_ms as member_created_at_ms',
        'workspace_members.updated_at_ms as member_updated_at_ms',
      ])
      .where('workspace_members.workspace_id', '=', workspaceId)
  }
}

type MembershipRow = UserTable & {
  readonly workspace_id: string
  readonly user_id: string
  readonly member_role: WorkspaceRole
  readonly member_source: Member['source']
  readonly member_created_at_ms: number
  readonly member_updated_at_ms: number
}

function toMembership(row: MembershipRow): Membership {
  const member = toMember({
    workspace_id: row.workspace_id,
    user_id: row.user_id,
    role: row.member_role,
    source: row.member_source,
    created_at_ms: row.member_created_at_ms,
    updated_at_ms: row.member_updated_at_ms,
  })
  return { member, user: toUser(row) }
}

function toMember(row: MemberTable): Member {
  return {
    userId: row.user_id,
    workspaceId: row.workspace_id,
    role: row.role,
    source: row.source,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}

function toWorkspace(row: WorkspaceTable): Workspace {
  return {
    id: row.id,
    slug: row.slug,
    organisationId: row.organisation_id,
    name: row.name,
    description: row.description,
    icon: row.icon,
    isDefault: row.is_default === 1,
    defaultMetadata: JSON.parse(row.default_metadata) as Workspace['defaultMetadata'],
    defaultConfigSlug: row.default_config_slug,
    defaultGuardrails:
      row.default_guardrails === null ? NO_GUARDRAILS : (JSON.parse(row.default_guardrails) as GuardrailNames),
    retentionDays: row.retention_days,
    bodyRetentionDays: row.body_retention_days,
    logBodies: row.log_bodies === null ? null : row.log_bodies === 1,
    // The workspace created at the first start has empty limits.
    limits: { ...NO_LIMITS, ...(JSON.parse(row.limits) as Partial<Limits>) },
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}

function toRow(workspace: Workspace): WorkspaceTable {
  return {
    id: workspace.id,
    slug: workspace.slug,
    organisation_id: workspace.organisationId,
    name: workspace.name,
    description: workspace.description,
    icon: workspace.icon,
    is_default: workspace.isDefault ? 1 : 0,
    default_metadata: JSON.stringify(workspace.defaultMetadata),
    default_config_slug: workspace.defaultConfigSlug,
    default_guardrails: JSON.stringify(workspace.defaultGuardrails),
    retention_days: workspace.retentionDays,
    body_retention_days: workspace.bodyRetentionDays,
    log_bodies: workspace.logBodies === null ? null : workspace.logBodies ? 1 : 0,
    limits: JSON.stringify(workspace.limits),
    created_at_ms: workspace.createdAtMs,
    updated_at_ms: workspace.updatedAtMs,
  }
}
