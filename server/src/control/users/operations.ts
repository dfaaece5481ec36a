/** User operations: list, read, update, delete. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { DisabledBy, User } from '../../core/stores/users.ts'
import { keysToReview, markForReview } from '../api-keys/review.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { requireSsoPossible } from '../sso/enforcement.ts'
import { customRolesIn, includesRole, requireRank, requireRole, withArticle } from './role-hierarchy.ts'
import { firstNameSchema, lastNameSchema, organisationRoleSchema, userOnWire, userSchema } from './user-wire.ts'

export const peoplePageShape = {
  currentPage: z.coerce.number().int().min(0).default(0),
  pageSize: z.coerce.number().int().min(1).max(1_000).default(100),
  role: organisationRoleSchema.optional(),
  email: z.string().max(254).optional(),
}

export function userOperations(): readonly Operation[] {
  return [listUsers, readUser, updateUser, deleteUser]
}

const listUsers = endpoint({
  name: 'users.list',
  method: 'GET',
  path: '/admin/users',
  summary: 'List users',
  permission: { scope: 'organisation_users.list' },
  query: z.object(peoplePageShape),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(userSchema) }),
  example: {},
  async handle({ reach, query, stores }) {
    const { role, email } = query
    const filter = { ...(role !== undefined && { role }), ...(email !== undefined && { email }) }
    const { rows, total } = await stores.users.list(reach.organisationId, filter, query)
    const memberships = await stores.workspaces.memberships(rows.map((user) => user.id))
    return { object: 'list' as const, total, data: rows.map((user) => userOnWire(user, memberships)) }
  },
})

const readUser = endpoint({
  name: 'users.read',
  method: 'GET',
  path: '/admin/users/{id}',
  summary: 'Read a user',
  permission: { scope: 'organisation_users.read' },
  reply: userSchema,
  async handle({ reach, params: { id = '' }, stores }) {
    const user = await requireUser(stores, reach.organisationId, id)
    return userOnWire(user, await stores.workspaces.memberships([user.id]))
  },
})

const updateUser = endpoint({
  name: 'users.update',
  method: 'PUT',
  path: '/admin/users/{id}',
  summary: 'Update a user',
  permission: { scope: 'organisation_users.update' },
  audit: 'user.update',
  stepUp: true,
  body: z
    .strictObject({
      role: organisationRoleSchema.optional(),
      status: z.enum(['active', 'disabled']).optional(),
      is_break_glass: z.boolean().optional().describe('For owners, set by owners.'),
      first_name: firstNameSchema.optional(),
      last_name: lastNameSchema.optional(),
    })
    .refine((body) => Object.keys(body).length > 0, 'send role, status, is_break_glass, first_name or last_name'),
  reply: z.object({ keys_to_review: keysToReview }),
  async handle(call) {
    const { body, nowMs, params } = call
    return call.change(async (stores) => {
      const before = await requireUser(stores, call.reach.organisationId, params['id'] ?? '')
      const { roleWithoutGroups: _, ...manual } = before
      const after: User = {
        // A role set here no longer comes from a group. The next sign-in applies the group mappings again.
        ...(body.role === undefined && body.is_break_glass !== true ? before : manual),
        role: body.role ?? before.role,
        isBreakGlass: body.is_break_glass ?? (before.isBreakGlass === true && (body.role ?? before.role) === 'owner'),
        isDisabled: body.status === undefined ? before.isDisabled : body.status === 'disabled',
        ...(body.status === 'disabled' && { disabledBy: withManual(before.disabledBy) }),
        firstName: body.first_name ?? before.firstName,
        lastName: body.last_name ?? before.lastName,
        updatedAtMs: nowMs,
      }
      if (body.is_break_glass !== undefined)
        await requireRank(call.principal, 'owner', 'choose break-glass owners', stores)
      if (after.isBreakGlass === true && after.role !== 'owner')
        throw new GatewayError('invalid_body', {
          param: 'is_break_glass',
          message: 'Only an owner can be a break-glass owner.',
          hint: 'Make the user an owner, or send is_break_glass: false.',
        })
      await requireRole(stores, before.organisationId, 'organisation', after.role)
      await requireRank(call.principal, before.role, `update ${withArticle(before.role)}`, stores)
      await requireRank(call.principal, after.role, `give a user the role ${after.role}`, stores)
      const custom = await customRolesIn(stores, before.organisationId, 'organisation', [before.role, after.role])
      await stores.users.update(after)
      if (before.role !== after.role || before.isDisabled !== after.isDisabled) await endAccess(call, stores, after)
      const losesRights = !includesRole(after.role, before.role, custom) || (after.isDisabled && !before.isDisabled)
      const keys_to_review = losesRights ? await markForReview(call, stores, after.id, null) : []
      await requireOwnerWithout(before, stores)
      const memberships = await stores.workspaces.memberships([after.id])
      const [then, now] = [before, after].map((user) => userOnWire(user, memberships))
      const noted = keys_to_review.length === 0 ? now : { ...now, keys_to_review }
      call.note({ id: after.id, name: after.email, workspaceId: null, before: then, after: noted })
      return { keys_to_review }
    })
  },
})

/** Keeps the mark that SCIM has disabled the user. While an admin has disabled a user too, SCIM cannot enable it. */
function withManual(disabledBy: DisabledBy | undefined): DisabledBy {
  return disabledBy === 'scim' || disabledBy === 'both' ? 'both' : 'manual'
}

const deleteUser = endpoint({
  name: 'users.delete',
  method: 'DELETE',
  path: '/admin/users/{id}',
  summary: 'Delete a user',
  description: 'Also deletes the user’s memberships, sessions and personal keys.',
  permission: { scope: 'organisation_users.delete' },
  audit: 'user.delete',
  reply: z.object({ keys_to_review: keysToReview }),
  async handle(call) {
    return call.change(async (stores) => {
      const user = await requireUser(stores, call.reach.organisationId, call.params['id'] ?? '')
      const before = userOnWire(user, await stores.workspaces.memberships([user.id]))
      const keys_to_review = await removeUser(call, stores, user)
      call.note({ id: user.id, name: user.email, workspaceId: null, before, after: { keys_to_review } })
      return { keys_to_review }
    })
  },
})

/** Deletes the user with their memberships, sessions and personal keys; returns the keys to review. */
export async function removeUser(call: OperationCall<unknown, unknown>, stores: Stores, user: User) {
  await requireRank(call.principal, user.role, `delete ${withArticle(user.role)}`, stores)
  return removeAccount(call, stores, user)
}

/** Like `removeUser`, for callers that may delete users of every role. */
export async function removeAccount(
  call: Pick<OperationCall<unknown, unknown>, 'nowMs' | 'announce'>,
  stores: Stores,
  user: User,
) {
  await endAccess(call, stores, user)
  const keys_to_review = await markForReview(call, stores, user.id, null)
  for (const keyId of await stores.users.keyIds(user.id, null)) await stores.apiKeys.remove(keyId)
  await stores.scim.touchGroupsOf(user.id, call.nowMs)
  await stores.users.remove(user.id)
  await requireOwnerWithout(user, stores)
  return keys_to_review
}

/** Ends all sessions and pending invitations of a user, and the running requests that the user may no longer send. */
export async function endAccess(
  call: Pick<OperationCall<unknown, unknown>, 'nowMs' | 'announce'>,
  stores: Stores,
  user: Pick<User, 'id'>,
): Promise<void> {
  await stores.sessions.removeAll(user.id)
  const keyIds = await stores.users.keyIds(user.id, null)
  // Older invitations name the personal key that sent them, not the user.
  await stores.invites.cancelAllBy([user.id, ...keyIds], call.nowMs)
  for (const keyId of keyIds) call.announce({ kind: 'api_key', keyId })
  call.announce({ kind: 'user', userId: user.id })
}

/** Call it after the change, inside the transaction, so that two owners cannot remove each other concurrently. */
export async function requireOwnerWithout(before: User, stores: Stores): Promise<void> {
  if (before.role !== 'owner' || before.isDisabled) return
  if ((await stores.users.countOwners(before.organisationId)) === 0) throw new GatewayError('last_owner')
  if (before.isBreakGlass === true) await requireSsoPossible(stores, before.organisationId)
}

export async function requireUser(stores: Stores, organisationId: string, id: string, param = 'id'): Promise<User> {
  const user = await stores.users.find(organisationId, id)
  if (user) return user
  throw new GatewayError('not_found', {
    param,
    message: 'No user with this id exists.',
    hint: 'GET /v1/admin/users lists all users.',
  })
}
