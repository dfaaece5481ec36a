/** SCIM profiles, groups and requests in the control store. */

import { GatewayError } from '../../../core/errors.ts'
import type { JsonObject } from '../../../core/json.ts'
import { decodedPart } from '../../../core/request-url.ts'
import type { Listed, Page } from '../../../core/stores/reach.ts'
import type {
  GroupMatch,
  ProvisionedUser,
  ScimGroup,
  ScimMember,
  ScimProfile,
  ScimRequest,
  ScimStore,
  Slice,
  UserMatch,
} from '../../../core/stores/scim.ts'
import type { ControlDatabase } from '../control-database.ts'
import { isUniqueViolation } from '../is-unique-violation.ts'
import { pageOf } from '../page.ts'
import type { ScimGroupTable, ScimRequestTable, ScimUserTable, UserTable } from '../schema.ts'
import { toUser, USER_COLUMNS } from './users.ts'

/** Ids in one statement: engines limit the number of parameters. */
const BATCH_SIZE = 500

export class SqlScim implements ScimStore {
  constructor(private readonly database: ControlDatabase) {}

  async findUser(organisationId: string, id: string): Promise<ProvisionedUser | undefined> {
    const { rows } = await this.users(organisationId, { id }, { offset: 0, limit: 1 })
    return rows[0]
  }

  async users(organisationId: string, match: UserMatch, { offset, limit }: Slice): Promise<Listed<ProvisionedUser>> {
    const { id, userName, externalId } = match
    const matching = this.database
      .selectFrom('users')
      .leftJoin('scim_users', 'scim_users.user_id', 'users.id')
      .where('users.organisation_id', '=', organisationId)
      .$if(id !== undefined, (query) => query.where('users.id', '=', id ?? ''))
      .$if(userName !== undefined, (query) =>
        query.where(({ eb, or, and }) => {
          const name = (userName ?? '').toLowerCase()
          const isUnnamed = eb('scim_users.user_id', 'is', null)
          return or([eb('scim_users.user_name_key', '=', name), and([isUnnamed, eb('users.email', '=', name)])])
        }),
      )
      .$if(externalId !== undefined, (query) => query.where('scim_users.external_id', '=', externalId ?? ''))
    const { total } = await matching
      .select(({ fn }) => fn.countAll().as('total'))
      .$castTo<{ total: number }>()
      .executeTakeFirstOrThrow()
    if (offset >= total || limit === 0) return { rows: [], total }
    const rows = await matching
      .select(USER_COLUMNS)
      .select(['scim_users.user_id', 'scim_users.user_name', 'scim_users.external_id', 'scim_users.attributes'])
      .orderBy('users.created_at_ms')
      .orderBy('users.id')
      .offset(offset)
      .limit(limit)
      .execute()
    return { rows: rows.map((row) => toProvisioned(row as JoinedRow)), total }
  }

  async putProfile(profile: ScimProfile): Promise<void> {
    const row: ScimUserTable = {
      user_id: profile.userId,
      organisation_id: profile.organisationId,
      user_name: profile.userName,
      user_name_key: profile.userName.toLowerCase(),
      external_id: profile.externalId,
      attributes: JSON.stringify(profile.attributes),
    }
    const { user_id: _, ...changed } = row
    try {
      await this.database
        .insertInto('scim_users')
        .values(row)
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changed))
        .execute()
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      throw new GatewayError('conflict', {
        param: 'userName',
        message: `Another user has the userName ${profile.userName.slice(0, 128)}.`,
        hint: 'Use another userName, or update the existing user.',
      })
    }
  }

  async findGroup(organisationId: string, id: string): Promise<ScimGroup | undefined> {
    const { rows } = await this.groups(organisationId, { id }, { offset: 0, limit: 1 })
    return rows[0]
  }

  async groups(organisationId: string, match: GroupMatch, { offset, limit }: Slice): Promise<Listed<ScimGroup>> {
    const { id, displayName, externalId } = match
    const matching = this.database
      .selectFrom('scim_groups')
      .where('organisation_id', '=', organisationId)
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .$if(displayName !== undefined, (query) =>
        query.where('display_name_key', '=', (displayName ?? '').toLowerCase()),
      )
      .$if(externalId !== undefined, (query) => query.where('external_id', '=', externalId ?? ''))
    const { total } = await matching
      .select(({ fn }) => fn.countAll().as('total'))
      .$castTo<{ total: number }>()
      .executeTakeFirstOrThrow()
    if (offset >= total || limit === 0) return { rows: [], total }
    const query = matching.selectAll().orderBy('created_at_ms').orderBy('id')
    return { rows: (await query.offset(offset).limit(limit).execute()).map(toGroup), total }
  }

  async insertGroup(group: ScimGroup): Promise<void> {
    await this.database.insertInto('scim_groups').values(groupRow(group)).execute()
  }

  async updateGroup(group: ScimGroup): Promise<void> {
    await this.database.updateTable('scim_groups').set(groupRow(group)).where('id', '=', group.id).execute()
  }

  async removeGroup(id: string): Promise<void> {
    await this.database.deleteFrom('scim_groups').where('id', '=', id).execute()
  }

  async members(groupIds: readonly string[]): Promise<readonly ScimMember[]> {
    return inBatches(groupIds, async (ids) => {
      const rows = await this.database
        .selectFrom('scim_group_members')
        .innerJoin('users', 'users.id', 'scim_group_members.user_id')
        .leftJoin('scim_users', 'scim_users.user_id', 'users.id')
        .select(['scim_group_members.group_id', 'users.id', 'users.email', 'scim_users.user_name'])
        .where('scim_group_members.group_id', 'in', ids)
        .orderBy('users.created_at_ms')
        .orderBy('users.id')
        .execute()
      return rows.map((row) => ({ groupId: row.group_id, userId: row.id, name: row.user_name ?? row.email }))
    })
  }

  async groupsOf(userIds: readonly string[]): Promise<readonly ScimMember[]> {
    return inBatches(userIds, async (ids) => {
      const rows = await this.database
        .selectFrom('scim_group_members')
        .innerJoin('scim_groups', 'scim_groups.id', 'scim_group_members.group_id')
        .select(['scim_group_members.user_id', 'scim_groups.id', 'scim_groups.display_name'])
        .where('scim_group_members.user_id', 'in', ids)
        .orderBy('scim_groups.created_at_ms')
        .orderBy('scim_groups.id')
        .execute()
      return rows.map((row) => ({ groupId: row.id, userId: row.user_id, name: row.display_name }))
    })
  }

  async knownUsers(organisationId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const known = await inBatches(ids, (batch) =>
      this.database
        .selectFrom('users')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .where('id', 'in', batch)
        .execute(),
    )
    return new Set(known.map(({ id }) => id))
  }

  async addMembers(groupId: string, userIds: readonly string[]): Promise<void> {
    await inBatches(userIds, async (ids) => {
      await this.database
        .insertInto('scim_group_members')
        .values(ids.map((user_id) => ({ group_id: groupId, user_id })))
        .onConflict((conflict) => conflict.columns(['group_id', 'user_id']).doNothing())
        .execute()
      return []
    })
  }

  async removeMembers(groupId: string, userIds: readonly string[]): Promise<void> {
    await inBatches(userIds, async (ids) => {
      await this.database
        .deleteFrom('scim_group_members')
        .where('group_id', '=', groupId)
        .where('user_id', 'in', ids)
        .execute()
      return []
    })
  }

  async touchGroupsOf(userId: string, nowMs: number): Promise<void> {
    await this.database
      .updateTable('scim_groups')
      .set(({ eb }) => ({ version: eb('version', '+', 1), updated_at_ms: nowMs }))
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('scim_group_members').select('group_id').where('user_id', '=', userId),
      )
      .execute()
  }

  async addRequest(request: ScimRequest): Promise<void> {
    await this.database.insertInto('scim_requests').values(requestRow(request)).execute()
  }

  async requests(
    organisationId: string,
    { isFailed }: { readonly isFailed?: boolean },
    page: Page,
  ): Promise<Listed<ScimRequest>> {
    const { rows, total } = await pageOf(
      this.database
        .selectFrom('scim_requests')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .$if(isFailed !== undefined, (query) => query.where('status', isFailed ? '>=' : '<', 400))
        .orderBy('at_ms', 'desc')
        .orderBy('id', 'desc'),
      page,
    )
    return { rows: rows.map(toRequest), total }
  }

  async removeRequestsWith(organisationId: string, texts: readonly string[]): Promise<void> {
    const wanted = texts.map((text) => text.toLowerCase())
    const rows = await this.database
      .selectFrom('scim_requests')
      .select(['id', 'path', 'detail', 'resource_name'])
      .where('organisation_id', '=', organisationId)
      .execute()
    const found = rows.filter(({ path, detail, resource_name }) => {
      const text = `${path} ${decodedPart(path)} ${detail ?? ''} ${resource_name ?? ''}`.toLowerCase()
      return wanted.some((one) => text.includes(one))
    })
    await inBatches(
      found.map(({ id }) => id),
      async (ids) => {
        await this.database.deleteFrom('scim_requests').where('id', 'in', ids).execute()
        return []
      },
    )
  }

  async removeRequests(beforeMs: number, keptPerOrganisation: number): Promise<void> {
    await this.database.deleteFrom('scim_requests').where('at_ms', '<', beforeMs).execute()
    const organisations = await this.database.selectFrom('organisations').select('id').execute()
    for (const { id } of organisations) {
      const oldest = await this.database
        .selectFrom('scim_requests')
        .select('at_ms')
        .where('organisation_id', '=', id)
        .orderBy('at_ms', 'desc')
        .offset(keptPerOrganisation)
        .limit(1)
        .executeTakeFirst()
      if (!oldest) continue
      await this.database
        .deleteFrom('scim_requests')
        .where('organisation_id', '=', id)
        .where('at_ms', '<=', oldest.at_ms)
        .execute()
    }
  }
}

type JoinedRow = UserTable & {
  readonly user_id: string | null
  readonly user_name: string | null
  readonly external_id: string | null
  readonly attributes: string | null
}

function toProvisioned(row: JoinedRow): ProvisionedUser {
  const user = toUser(row)
  if (row.user_id === null || row.user_name === null) return { user, profile: null }
  const profile: ScimProfile = {
    userId: user.id,
    organisationId: user.organisationId,
    userName: row.user_name,
    externalId: row.external_id,
    attributes: JSON.parse(row.attributes ?? '{}') as JsonObject,
  }
  return { user, profile }
}

function toGroup(row: ScimGroupTable): ScimGroup {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    displayName: row.display_name,
    externalId: row.external_id,
    version: row.version,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}

function groupRow(group: ScimGroup): ScimGroupTable {
  return {
    id: group.id,
    organisation_id: group.organisationId,
    display_name: group.displayName,
    display_name_key: group.displayName.toLowerCase(),
    external_id: group.externalId,
    version: group.version,
    created_at_ms: group.createdAtMs,
    updated_at_ms: group.updatedAtMs,
  }
}

function toRequest(row: ScimRequestTable): ScimRequest {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    atMs: row.at_ms,
    keyId: row.key_id,
    keyName: row.key_name,
    method: row.method,
    path: row.path,
    status: row.status,
    detail: row.detail,
    resourceName: row.resource_name,
    durationMs: row.duration_ms,
  }
}

function requestRow(request: ScimRequest): ScimRequestTable {
  return {
    id: request.id,
    organisation_id: request.organisationId,
    at_ms: request.atMs,
    key_id: request.keyId,
    key_name: request.keyName,
    method: request.method,
    path: request.path,
    status: request.status,
    detail: request.detail,
    resource_name: request.resourceName,
    duration_ms: request.durationMs,
  }
}

async function inBatches<Row>(
  ids: readonly string[],
  run: (batch: readonly string[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    rows.push(...(await run(ids.slice(start, start + BATCH_SIZE))))
  }
  return rows
}
