/** Workspace member operations: add, list, read, update, remove. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { Member, Membership } from '../../core/stores/workspaces.ts'
import { keysToReview, markForReview } from '../api-keys/review.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { pageFrom } from '../page-wire.ts'
import { requireUser } from '../users/operations.ts'
import { customRolesIn, includesWorkspaceRole, requireRole, requireRoleGrant } from '../users/role-hierarchy.ts'
import { memberOnWire, memberSchema, newMemberSchema, workspaceRoleSchema } from './member-wire.ts'

const PATH = '/admin/workspaces/{workspace_id}/users'

export function memberOperations(): readonly Operation[] {
  return [addUsers, listMembers, readMember, updateMember, removeMember]
}

const addUsers = endpoint({
  name: 'workspace_users.create',
  method: 'POST',
  path: PATH,
  summary: 'Add users to a workspace',
  permission: { scope: 'workspace_users.create' },
  audit: 'workspace_user.create',
  stepUp: true,
  body: z.strictObject({ users: z.array(newMemberSchema).min(1).max(100) }),
  reply: z.object({}),
  async handle(call) {
    const id = call.reach.workspaceId ?? ''
    return call.change(async (stores) => {
      await addMembers(call, stores, id, call.body.users)
      call.note({ id, workspaceId: id, after: call.body })
      return {}
    })
  },
})

const listMembers = endpoint({
  name: 'workspace_users.list',
  method: 'GET',
  path: PATH,
  summary: 'List the members of a workspace',
  permission: { scope: 'workspace_users.list' },
  query: z.object({
    current_page: z.coerce.number().int().min(0).default(0),
    page_size: z.coerce.number().int().min(1).max(1_000).default(100),
    role: workspaceRoleSchema.optional(),
    email: z.string().max(254).optional(),
  }),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(memberSchema) }),
  async handle({ reach, query, stores }) {
    const filter = {
      ...(query.role !== undefined && { role: query.role }),
      ...(query.email !== undefined && { email: query.email }),
    }
    const page = pageFrom(query)
    const { rows, total } = await stores.workspaces.members(reach.workspaceId ?? '', filter, page)
    const roles = rows.map(({ member }) => member.role)
    const custom = await customRolesIn(stores, reach.organisationId, 'workspace', roles)
    return { object: 'list' as const, total, data: rows.map((row) => memberOnWire(row, custom)) }
  },
})

const readMember = endpoint({
  name: 'workspace_users.read',
  method: 'GET',
  path: `${PATH}/{user_id}`,
  summary: 'Read a member of a workspace',
  permission: { scope: 'workspace_users.read' },
  reply: memberSchema,
  async handle(call) {
    const found = await requireMember(call, call.stores)
    const { organisationId } = call.reach
    return memberOnWire(found, await customRolesIn(call.stores, organisationId, 'workspace', [found.member.role]))
  },
})

const updateMember = endpoint({
  name: 'workspace_users.update',
  method: 'PUT',
  path: `${PATH}/{user_id}`,
  summary: 'Change the role of a workspace member',
  permission: { scope: 'workspace_users.update' },
  audit: 'workspace_user.update',
  stepUp: true,
  body: z.strictObject({ role: workspaceRoleSchema }),
  reply: z.object({ keys_to_review: keysToReview }),
  async handle(call) {
    return call.change(async (stores) => {
      const before = await requireMember(call, stores)
      const member: Member = { ...before.member, role: call.body.role, source: 'manual', updatedAtMs: call.nowMs }
      const { organisationId } = call.reach
      await requireRole(stores, organisationId, 'workspace', member.role)
      await requireSameRights(call, stores, before)
      await requireRoleGrant(call.principal, member.role, member.workspaceId, stores)
      await stores.workspaces.putMember(member)
      await announceKeys(call, stores, member.userId, member.workspaceId)
      const custom = await customRolesIn(stores, organisationId, 'workspace', [before.member.role, member.role])
      const isDemoted = !includesWorkspaceRole(member.role, before.member.role, custom)
      const keys_to_review = isDemoted ? await reviewOf(call, stores, before) : []
      const after = memberOnWire({ member, user: before.user }, custom)
      const noted = keys_to_review.length === 0 ? after : { ...after, keys_to_review }
      call.note({ ...targetOf(before), before: memberOnWire(before, custom), after: noted })
      return { keys_to_review }
    })
  },
})

const removeMember = endpoint({
  name: 'workspace_users.delete',
  method: 'DELETE',
  path: `${PATH}/{user_id}`,
  summary: 'Remove a member from a workspace',
  description: 'Also deletes the member’s personal keys of the workspace.',
  permission: { scope: 'workspace_users.delete' },
  audit: 'workspace_user.delete',
  reply: z.object({ keys_to_review: keysToReview }),
  async handle(call) {
    return call.change(async (stores) => {
      const before = await requireMember(call, stores)
      const { userId, workspaceId, role } = before.member
      await requireSameRights(call, stores, before)
      const custom = await customRolesIn(stores, call.reach.organisationId, 'workspace', [role])
      await announceKeys(call, stores, userId, workspaceId)
      for (const keyId of await stores.users.keyIds(userId, workspaceId)) await stores.apiKeys.remove(keyId)
      await stores.workspaces.removeMember(workspaceId, userId)
      const keys_to_review = await reviewOf(call, stores, before)
      call.note({ ...targetOf(before), before: memberOnWire(before, custom), after: { keys_to_review } })
      return { keys_to_review }
    })
  },
})

/** Invalidates the cached permissions of the user's keys on all nodes. Ends requests that are no longer allowed. */
async function announceKeys(
  call: OperationCall<unknown, unknown>,
  stores: Stores,
  userId: string,
  workspaceId: string,
) {
  for (const keyId of await stores.users.keyIds(userId, workspaceId)) call.announce({ kind: 'api_key', keyId })
  call.announce({ kind: 'user', userId })
}

/** Users and their personal keys cannot change or remove a member whose role has more permissions than theirs. */
async function requireSameRights(
  { principal }: OperationCall<unknown, unknown>,
  stores: Stores,
  { member, user }: Membership,
): Promise<void> {
  if (principal.holderId !== null && principal.holderId !== user.id)
    await requireRoleGrant(principal, member.role, member.workspaceId, stores)
}

/** Owners and admins keep access to every workspace, so their keys need no review. */
async function reviewOf(call: OperationCall<unknown, unknown>, stores: Stores, { member, user }: Membership) {
  const keepsAccess = user.role === 'owner' || user.role === 'admin'
  return keepsAccess ? [] : markForReview(call, stores, member.userId, member.workspaceId)
}

/** Existing members get the new role. */
export async function addMembers(
  call: OperationCall<unknown, unknown>,
  stores: Stores,
  workspaceId: string,
  users: readonly z.infer<typeof newMemberSchema>[],
): Promise<void> {
  const { principal, nowMs } = call
  for (const [i, { id, role }] of users.entries()) {
    await requireRole(stores, principal.organisationId, 'workspace', role, `users[${i}].role`)
    await requireRoleGrant(principal, role, workspaceId, stores)
    const user = await requireUser(stores, principal.organisationId, id, `users[${i}].id`)
    const existing = await stores.workspaces.findMember(workspaceId, user.id)
    if (existing) await requireSameRights(call, stores, existing)
    const times = { createdAtMs: nowMs, updatedAtMs: nowMs }
    await stores.workspaces.putMember({ workspaceId, userId: user.id, role, source: 'manual', ...times })
    await announceKeys(call, stores, user.id, workspaceId)
  }
}

async function requireMember({ reach, params }: OperationCall<unknown, unknown>, stores: Stores): Promise<Membership> {
  const member = await stores.workspaces.findMember(reach.workspaceId ?? '', params['user_id'] ?? '')
  if (member) return member
  throw new GatewayError('not_found', {
    param: 'user_id',
    message: 'The workspace has no member with this id.',
    hint: 'GET /v1/admin/workspaces/{id}/users lists the members.',
  })
}

function targetOf({ member, user }: Membership) {
  return { id: user.id, name: user.email, workspaceId: member.workspaceId }
}
