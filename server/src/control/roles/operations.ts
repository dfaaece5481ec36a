/** Role operations: create, list, read, update, delete. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { type CustomRole, MAX_ROLES, type RoleHolder, type RoleLevel } from '../../core/stores/roles.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { didYouMean } from '../../core/suggest.ts'
import { permissionsOf, scopesOf } from '../access/roles.ts'
import { findScope, SCOPES } from '../access/scopes.ts'
import { keysToReview } from '../api-keys/review.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { newSlug, slugTaken } from '../slug.ts'
import { requirePermissions, requireRank, requireRole } from '../users/role-hierarchy.ts'
import { builtInRoles, changedRoleReply, newRoleBody, roleChange, roleOnWire, roleReply } from './role-wire.ts'
import { withdraw } from './withdraw.ts'

const RESERVED = new Set(['owner', 'admin', 'manager', 'member'])
/** Maximum number of holders of each kind that an error lists. */
const NAMED_HOLDERS = 20

export function roleOperations(): readonly Operation[] {
  return [createRole, listRoles, readRole, updateRole, deleteRole]
}

const createRole = endpoint({
  name: 'roles.create',
  method: 'POST',
  path: '/admin/roles',
  summary: 'Create a custom role',
  description: 'You can give a role only permissions that you hold yourself.',
  permission: { scope: 'roles.create' },
  audit: 'role.create',
  stepUp: true,
  body: newRoleBody,
  reply: roleReply,
  example: {
    body: { name: 'Auditor', level: 'organisation', permissions: ['audit_logs.list', 'logs.list', 'analytics.view'] },
  },
  async handle(call) {
    const { body, nowMs, reach, principal } = call
    const permissions = readPermissions(body.level, body.permissions)
    requirePermissions(principal, permissions, `create the role ${body.name}`)
    return call.change(async (stores) => {
      const role: CustomRole = {
        id: Bun.randomUUIDv7(),
        organisationId: reach.organisationId,
        slug: body.slug ?? newSlug('role', body.name),
        name: body.name,
        description: body.description,
        level: body.level,
        permissions,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
      }
      const others = await stores.roles.all(reach.organisationId)
      requireFreeName(role, others)
      if (RESERVED.has(role.slug.toLowerCase()) || others.some(({ id, slug }) => [id, slug].includes(role.slug)))
        throw slugTaken('role', role.slug)
      if (others.length >= MAX_ROLES)
        throw new GatewayError('conflict', {
          message: `The limit of ${MAX_ROLES} custom roles is reached.`,
          hint: 'Delete a custom role first.',
        })
      await stores.roles.insert(role)
      call.note({ ...targetOf(role), after: roleOnWire(role, 0) })
      return roleOnWire(role, 0)
    })
  },
})

const listRoles = endpoint({
  name: 'roles.list',
  method: 'GET',
  path: '/admin/roles',
  summary: 'List roles',
  description: 'Built-in roles first, then custom roles by name.',
  permission: { scope: 'roles.list' },
  query: z.object({ level: z.enum(['organisation', 'workspace']).optional() }),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(roleReply) }),
  example: {},
  async handle({ principal, reach, query, stores }) {
    const custom = await stores.roles.all(reach.organisationId)
    const counts = principal.isOrganisationWide ? await stores.roles.countUsers(reach.organisationId) : null
    const all = [...builtInRoles(), ...custom.map((role) => roleOnWire(role, counts && (counts.get(role.slug) ?? 0)))]
    const data = query.level === undefined ? all : all.filter(({ level }) => level === query.level)
    return { object: 'list' as const, total: data.length, data }
  },
})

const readRole = endpoint({
  name: 'roles.read',
  method: 'GET',
  path: '/admin/roles/{id}',
  summary: 'Read a custom role',
  permission: { scope: 'roles.read' },
  reply: roleReply,
  async handle({ principal, reach, params, stores }) {
    const role = await requireCustomRole(stores, reach.organisationId, params['id'] ?? '')
    return roleOnWire(role, principal.isOrganisationWide ? await countOf(stores, role) : null)
  },
})

const updateRole = endpoint({
  name: 'roles.update',
  method: 'PUT',
  path: '/admin/roles/{id}',
  summary: 'Update a custom role',
  description:
    'Omitted fields stay unchanged. It takes effect at once for everyone who has the role, and ends their running requests if they may no longer send them. You must hold all permissions that the role has before and after.',
  permission: { scope: 'roles.update' },
  audit: 'role.update',
  stepUp: true,
  body: roleChange,
  reply: changedRoleReply,
  async handle(call) {
    const { body, nowMs, reach, principal } = call
    return call.change(async (stores) => {
      const before = await requireCustomRole(stores, reach.organisationId, call.params['id'] ?? '')
      const permissions =
        body.permissions === undefined ? before.permissions : readPermissions(before.level, body.permissions)
      requirePermissions(principal, [...heldBy(before), ...permissions], `update the role ${before.name}`)
      const after: CustomRole = {
        ...before,
        name: body.name ?? before.name,
        description: body.description === undefined ? before.description : body.description,
        permissions,
        updatedAtMs: nowMs,
      }
      requireFreeName(after, await stores.roles.all(reach.organisationId))
      await stores.roles.update(after)
      const isTaken = !new Set(before.permissions).isSubsetOf(new Set(permissions))
      const keys_to_review = isTaken ? await withdraw(call, stores, after) : []
      call.announce({ kind: 'role', roleId: after.id })
      const count = await countOf(stores, after)
      const noted = keys_to_review.length === 0 ? {} : { keys_to_review }
      call.note({
        ...targetOf(after),
        before: roleOnWire(before, count),
        after: { ...roleOnWire(after, count), ...noted },
      })
      return { ...roleOnWire(after, count), keys_to_review }
    })
  },
})

const deleteRole = endpoint({
  name: 'roles.delete',
  method: 'DELETE',
  path: '/admin/roles/{id}',
  summary: 'Delete a custom role',
  description:
    'A role that users, invitations, group mappings or single sign-on connections have is deleted only with `replace_with`.',
  permission: { scope: 'roles.delete' },
  audit: 'role.delete',
  query: z.object({
    replace_with: z
      .string()
      .max(64)
      .optional()
      .describe(
        'The role that everyone who has this role gets instead: a built-in role, or the slug of a custom role.',
      ),
  }),
  reply: z.object({ keys_to_review: keysToReview }),
  async handle(call) {
    const { nowMs, query, reach, principal } = call
    return call.change(async (stores) => {
      const role = await requireCustomRole(stores, reach.organisationId, call.params['id'] ?? '')
      requirePermissions(principal, [...heldBy(role)], `delete the role ${role.name}`)
      const holders = await stores.roles.holders(role, nowMs, NAMED_HOLDERS)
      const replacement = query.replace_with
      let keys_to_review: z.infer<typeof keysToReview> = []
      if (replacement !== undefined) {
        await requireReplacement(call, stores, role, replacement)
        // Before `replace`, because `withdraw` finds the users by their role.
        keys_to_review = await withdraw(call, stores, role)
        await stores.roles.replace(role, replacement, nowMs)
      } else if (holders.length > 0) throw inUse(role, holders)
      // Expired invitations can be sent again, so they must not name a role that does not exist.
      else await stores.roles.replace(role, 'member', nowMs)
      await stores.roles.remove(role.id)
      call.announce({ kind: 'role', roleId: role.id })
      const after = replacement === undefined ? {} : { replaced_with: replacement, keys_to_review }
      call.note({ ...targetOf(role), before: roleOnWire(role, null), after })
      return { keys_to_review }
    })
  },
})

async function requireReplacement(
  { principal, reach }: OperationCall<unknown, unknown>,
  stores: Stores,
  role: CustomRole,
  replacement: string,
): Promise<void> {
  const { organisationId } = reach
  await requireRole(stores, organisationId, role.level, replacement, 'replace_with')
  if (replacement === role.slug)
    throw new GatewayError('invalid_parameter', {
      param: 'replace_with',
      message: 'replace_with names the role that is deleted.',
      hint: 'Send another role.',
    })
  const what = `give users the role ${replacement}`
  if (role.level === 'organisation') return requireRank(principal, replacement, what, stores)
  const custom = await stores.roles.all(organisationId)
  requirePermissions(principal, [...scopesOf('workspace', replacement, custom)], what)
}

function inUse(role: CustomRole, holders: readonly RoleHolder[]): GatewayError {
  const words = {
    user: 'user',
    invite: 'invitation of',
    group_mapping: 'mapping of the group',
    sso_connection: 'connection',
  }
  return new GatewayError('conflict', {
    param: 'replace_with',
    message: `The role ${JSON.stringify(role.name)} is in use.`,
    hint: 'Send replace_with to give everyone another role, or change these first.',
    details: holders.map(
      ({ kind, name, workspaceId }) =>
        `${words[kind]} ${name}${workspaceId === null ? '' : ` in the workspace ${workspaceId}`}`,
    ),
  })
}

function heldBy(role: CustomRole): ReadonlySet<string> {
  return scopesOf(role.level, role.slug, [role])
}

async function countOf(stores: Stores, { organisationId, slug }: CustomRole): Promise<number> {
  return (await stores.roles.countUsers(organisationId)).get(slug) ?? 0
}

/** Sorted like SCOPES, so that equal roles have equal texts. */
function readPermissions(level: RoleLevel, requested: readonly string[]): string[] {
  const allowed = permissionsOf(level)
  const wanted = new Set(requested)
  for (const name of wanted) {
    if (allowed.has(name)) continue
    const shown = name.slice(0, 64).toWellFormed()
    const isKnown = findScope(name) !== undefined
    throw new GatewayError(isKnown ? 'scope_wrong_kind' : 'scope_unknown', {
      param: 'permissions',
      message: isKnown
        ? `A custom role of the level ${level} cannot contain the permission ${shown}.`
        : `Unknown scope "${shown}".${didYouMean(name, [...allowed])}`,
      hint:
        isKnown && level === 'workspace' && permissionsOf('organisation').has(name)
          ? 'Create a role of the level organisation.'
          : 'GET /v1/scopes lists all scopes. Only owners, admins and Admin keys can manage SCIM and single sign-on.',
    })
  }
  return SCOPES.map((row) => row.name).filter((name) => wanted.has(name))
}

function requireFreeName({ id, name }: CustomRole, others: readonly CustomRole[]): void {
  const key = name.toLowerCase()
  const isTaken = RESERVED.has(key) || others.some((other) => other.id !== id && other.name.toLowerCase() === key)
  if (!isTaken) return
  throw new GatewayError('conflict', {
    param: 'name',
    message: `A role with the name ${JSON.stringify(name)} already exists.`,
    hint: 'Choose another name.',
  })
}

async function requireCustomRole(stores: Stores, organisationId: string, id: string): Promise<CustomRole> {
  const role = id.length > 128 ? undefined : await stores.roles.find(organisationId, id)
  if (role) return role
  throw new GatewayError('not_found', {
    param: 'id',
    message: RESERVED.has(id) ? `The role ${id} is built in.` : 'No custom role with this id or slug exists.',
    hint: 'GET /v1/admin/roles lists all roles.',
  })
}

function targetOf({ id, name }: CustomRole) {
  return { id, name, workspaceId: null }
}
