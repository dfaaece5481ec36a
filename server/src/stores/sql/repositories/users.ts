/** Users in the control store. */

import { GatewayError } from '../../../core/errors.ts'
import type { Listed, Page } from '../../../core/stores/reach.ts'
import type { OrganisationRole, User, UserStore } from '../../../core/stores/users.ts'
import type { ControlDatabase } from '../control-database.ts'
import { pageOf } from '../page.ts'
import type { UserTable } from '../schema.ts'

/** Qualified names, for joins. */
export const USER_COLUMNS = [
  'users.id',
  'users.organisation_id',
  'users.email',
  'users.first_name',
  'users.last_name',
  'users.role',
  'users.password_hash',
  'users.is_disabled',
  'users.last_active_at_ms',
  'users.role_without_groups',
  'users.disabled_by',
  'users.is_break_glass',
  'users.created_at_ms',
  'users.updated_at_ms',
] as const

export class SqlUsers implements UserStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(organisationId: string, id: string): Promise<User | undefined> {
    const user = await this.findById(id)
    return user?.organisationId === organisationId ? user : undefined
  }

  async findById(id: string): Promise<User | undefined> {
    const row = await this.database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
    return row && toUser(row)
  }

  async findByEmail(email: string): Promise<User | undefined> {
    const row = await this.database
      .selectFrom('users')
      .selectAll()
      .where('email', '=', email.toLowerCase())
      .executeTakeFirst()
    return row && toUser(row)
  }

  async list(
    organisationId: string,
    filter: { readonly role?: OrganisationRole; readonly email?: string },
    page: Page,
  ): Promise<Listed<User>> {
    const { role, email } = filter
    const { rows, total } = await pageOf(
      this.database
        .selectFrom('users')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .$if(role !== undefined, (query) => query.where('role', '=', role ?? 'member'))
        .$if(email !== undefined, (query) => query.where('email', '=', (email ?? '').toLowerCase()))
        .orderBy('created_at_ms', 'desc')
        .orderBy('id', 'desc'),
      page,
    )
    return { rows: rows.map(toUser), total }
  }

  async insert(user: User): Promise<void> {
    const { numInsertedOrUpdatedRows } = await this.database
      .insertInto('users')
      .values(toRow(user))
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n)
      throw new GatewayError('conflict', {
        param: 'email',
        message: 'An account with this e-mail address already exists.',
        hint: 'Sign in with it, or use another address.',
      })
  }

  async update(user: User): Promise<void> {
    // The value read earlier must not overwrite a later activity time.
    const { last_active_at_ms: _, ...changed } = toRow(user)
    await this.database.updateTable('users').set(changed).where('id', '=', user.id).execute()
  }

  async remove(id: string): Promise<void> {
    await this.database.deleteFrom('users').where('id', '=', id).execute()
  }

  async keyIds(userId: string, workspaceId: string | null): Promise<readonly string[]> {
    const rows = await this.database
      .selectFrom('api_keys')
      .select('id')
      .where('user_id', '=', userId)
      .where('revoked_at_ms', 'is', null)
      .$if(workspaceId !== null, (query) => query.where('workspace_id', '=', workspaceId))
      .execute()
    return rows.map((row) => row.id)
  }

  async allKeyIds(userId: string): Promise<readonly string[]> {
    const rows = await this.database.selectFrom('api_keys').select('id').where('user_id', '=', userId).execute()
    return rows.map((row) => row.id)
  }

  async countOwners(organisationId: string): Promise<number> {
    const { count } = await this.database
      .selectFrom('users')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('organisation_id', '=', organisationId)
      .where('role', '=', 'owner')
      // Disabled owners do not count.
      .where('is_disabled', '=', 0)
      .$castTo<{ count: number }>()
      .executeTakeFirstOrThrow()
    return count
  }

  async countBreakGlass(organisationId: string): Promise<number> {
    const { count } = await this.database
      .selectFrom('users')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('organisation_id', '=', organisationId)
      .where('role', '=', 'owner')
      .where('is_break_glass', '=', 1)
      .where('is_disabled', '=', 0)
      .$castTo<{ count: number }>()
      .executeTakeFirstOrThrow()
    return count
  }

  async authors(organisationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map()
    const keys = await this.database
      .selectFrom('api_keys')
      .select(['id', 'name'])
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', ids)
      .execute()
    const people = await this.database
      .selectFrom('users')
      .select(['id', 'first_name', 'last_name', 'email'])
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', ids)
      .execute()
    return new Map([
      ...keys.map(({ id, name }) => [id, name] as const),
      ...people.map((one) => [one.id, `${one.first_name} ${one.last_name}`.trim() || one.email] as const),
    ])
  }
}

export function toUser(row: UserTable): User {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    ...(row.role_without_groups !== null && { roleWithoutGroups: row.role_without_groups }),
    ...(row.is_break_glass === 1 && { isBreakGlass: true }),
    passwordHash: row.password_hash,
    isDisabled: row.is_disabled === 1,
    ...(row.disabled_by !== null && { disabledBy: row.disabled_by }),
    lastActiveAtMs: row.last_active_at_ms,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}

function toRow(user: User): UserTable {
  return {
    id: user.id,
    organisation_id: user.organisationId,
    email: user.email.toLowerCase(),
    first_name: user.firstName,
    last_name: user.lastName,
    role: user.role,
    password_hash: user.passwordHash,
    is_disabled: user.isDisabled ? 1 : 0,
    disabled_by: user.isDisabled ? (user.disabledBy ?? 'manual') : null,
    last_active_at_ms: user.lastActiveAtMs,
    role_without_groups: user.roleWithoutGroups ?? null,
    is_break_glass: user.isBreakGlass === true ? 1 : 0,
    created_at_ms: user.createdAtMs,
    updated_at_ms: user.updatedAtMs,
  }
}
