/** Group mapping operations: create, list, read, update, delete. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { type GroupMapping, MAX_GROUP_MAPPINGS } from '../../core/stores/group-mappings.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { Principal } from '../access/principal.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { pageFrom, pageQuery } from '../page-wire.ts'
import { requireRank, requireRole, requireRoleGrant } from '../users/role-hierarchy.ts'
import { mappingBody, mappingChange, mappingOnWire, mappingReply } from './mapping-wire.ts'
import { regroupMembers } from './regroup.ts'

const WHEN_APPLIED = 'It takes effect at once. The role `owner` waits for the next sign-in.'

export function groupMappingOperations(): readonly Operation[] {
  return [createMapping, listMappings, readMapping, updateMapping, deleteMapping]
}

const createMapping = endpoint({
  name: 'group-mappings.create',
  method: 'POST',
  path: '/admin/group-mappings',
  summary: 'Create a group mapping',
  description: `Gives the members of a group a role in the organisation, in a workspace, or both. ${WHEN_APPLIED}`,
  permission: { scope: 'organisation_settings.update' },
  audit: 'group_mapping.create',
  stepUp: true,
  body: mappingBody,
  reply: mappingReply,
  example: { body: { group_name: 'ai-platform', organisation_role: 'admin' } },
  async handle(call) {
    const { body, nowMs, reach } = call
    return call.change(async (stores) => {
      const mapping: GroupMapping = {
        id: Bun.randomUUIDv7(),
        organisationId: reach.organisationId,
        groupName: body.group_name,
        organisationRole: body.organisation_role,
        workspaceId: await workspaceIdOf(stores, reach.organisationId, body.workspace_id),
        workspaceRole: body.workspace_role,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
      }
      requireComplete(mapping)
      await requireGrant(call.principal, mapping, stores)
      await refuseDuplicate(stores, mapping)
      const page = { currentPage: 0, pageSize: 1 }
      if ((await stores.groupMappings.list(reach.organisationId, {}, page)).total >= MAX_GROUP_MAPPINGS)
        throw new GatewayError('conflict', {
          message: `The limit of ${MAX_GROUP_MAPPINGS} group mappings is reached.`,
          hint: 'Delete a group mapping first.',
        })
      await stores.groupMappings.insert(mapping)
      await regroupMembers(call, stores, mapping.organisationId, [mapping.groupName])
      call.note({ ...targetOf(mapping), after: mappingOnWire(mapping) })
      return mappingOnWire(mapping)
    })
  },
})

const listMappings = endpoint({
  name: 'group-mappings.list',
  method: 'GET',
  path: '/admin/group-mappings',
  summary: 'List group mappings',
  permission: { scope: 'organisation_settings.read' },
  query: z.object({
    group_name: z.string().max(256).optional(),
    ...pageQuery({ defaultSize: 100, maxSize: 1_000 }),
  }),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(mappingReply) }),
  example: {},
  async handle({ reach, query, stores }) {
    const filter = query.group_name === undefined ? {} : { groupName: query.group_name }
    const { rows, total } = await stores.groupMappings.list(reach.organisationId, filter, pageFrom(query))
    return { object: 'list' as const, total, data: rows.map(mappingOnWire) }
  },
})

const readMapping = endpoint({
  name: 'group-mappings.read',
  method: 'GET',
  path: '/admin/group-mappings/{id}',
  summary: 'Read a group mapping',
  permission: { scope: 'organisation_settings.read' },
  reply: mappingReply,
  async handle({ reach, params, stores }) {
    return mappingOnWire(await requireMapping(stores, reach.organisationId, params['id'] ?? ''))
  },
})

const updateMapping = endpoint({
  name: 'group-mappings.update',
  method: 'PUT',
  path: '/admin/group-mappings/{id}',
  summary: 'Update a group mapping',
  description: `Omitted fields stay unchanged. ${WHEN_APPLIED}`,
  permission: { scope: 'organisation_settings.update' },
  audit: 'group_mapping.update',
  stepUp: true,
  body: mappingChange,
  reply: mappingReply,
  async handle(call) {
    const { body, nowMs, reach } = call
    return call.change(async (stores) => {
      const before = await requireMapping(stores, reach.organisationId, call.params['id'] ?? '')
      const after: GroupMapping = {
        ...before,
        groupName: body.group_name ?? before.groupName,
        organisationRole: body.organisation_role === undefined ? before.organisationRole : body.organisation_role,
        workspaceId:
          body.workspace_id === undefined
            ? before.workspaceId
            : await workspaceIdOf(stores, reach.organisationId, body.workspace_id),
        workspaceRole: body.workspace_role === undefined ? before.workspaceRole : body.workspace_role,
        updatedAtMs: nowMs,
      }
      requireComplete(after)
      await requireGrant(call.principal, before, stores)
      await requireGrant(call.principal, after, stores)
      await refuseDuplicate(stores, after)
      await stores.groupMappings.update(after)
      await regroupMembers(call, stores, reach.organisationId, [before.groupName, after.groupName])
      call.note({ ...targetOf(after), before: mappingOnWire(before), after: mappingOnWire(after) })
      return mappingOnWire(after)
    })
  },
})

const deleteMapping = endpoint({
  name: 'group-mappings.delete',
  method: 'DELETE',
  path: '/admin/group-mappings/{id}',
  summary: 'Delete a group mapping',
  description: WHEN_APPLIED,
  permission: { scope: 'organisation_settings.update' },
  audit: 'group_mapping.delete',
  reply: z.object({}),
  async handle(call) {
    return call.change(async (stores) => {
      const mapping = await requireMapping(stores, call.reach.organisationId, call.params['id'] ?? '')
      await requireGrant(call.principal, mapping, stores)
      await stores.groupMappings.remove(mapping.id)
      await regroupMembers(call, stores, call.reach.organisationId, [mapping.groupName])
      call.note({ ...targetOf(mapping), before: mappingOnWire(mapping) })
      return {}
    })
  },
})

async function requireMapping(stores: Stores, organisationId: string, id: string): Promise<GroupMapping> {
  const mapping = id.length > 128 ? undefined : await stores.groupMappings.find(organisationId, id)
  if (mapping) return mapping
  throw new GatewayError('not_found', {
    param: 'id',
    message: 'No group mapping with this id exists.',
    hint: 'GET /v1/admin/group-mappings lists them.',
  })
}

async function workspaceIdOf(stores: Stores, organisationId: string, idOrSlug: string | null): Promise<string | null> {
  if (idOrSlug === null) return null
  const workspace = await stores.workspaces.find(organisationId, idOrSlug)
  if (workspace) return workspace.id
  throw new GatewayError('invalid_body', {
    param: 'workspace_id',
    message: `workspace_id: no workspace ${JSON.stringify(idOrSlug)} exists.`,
    hint: 'GET /v1/admin/workspaces lists them.',
  })
}

function requireComplete({ organisationRole, workspaceId, workspaceRole }: GroupMapping): void {
  if ((workspaceId === null) !== (workspaceRole === null)) {
    const param = workspaceId === null ? 'workspace_id' : 'workspace_role'
    throw new GatewayError('invalid_body', {
      param,
      message: `${param} is missing.`,
      hint: 'Send workspace_id and workspace_role, or null for both.',
    })
  }
  if (organisationRole !== null || workspaceId !== null) return
  throw new GatewayError('invalid_body', {
    param: 'organisation_role',
    message: 'The group mapping gives no role.',
    hint: 'Send organisation_role, or workspace_id and workspace_role.',
  })
}

/** Nobody may use a mapping to give or take a role that they may not give directly. */
async function requireGrant(
  principal: Principal,
  { organisationId, organisationRole, workspaceId, workspaceRole }: GroupMapping,
  stores: Stores,
): Promise<void> {
  if (organisationRole !== null) {
    await requireRole(stores, organisationId, 'organisation', organisationRole, 'organisation_role')
    await requireRank(principal, organisationRole, `map a group to the role ${organisationRole}`, stores)
  }
  if (workspaceId !== null && workspaceRole !== null) {
    await requireRole(stores, organisationId, 'workspace', workspaceRole, 'workspace_role')
    await requireRoleGrant(principal, workspaceRole, workspaceId, stores)
  }
}

async function refuseDuplicate(stores: Stores, mapping: GroupMapping): Promise<void> {
  const all = await stores.groupMappings.all(mapping.organisationId)
  const other = all.find(
    ({ id, groupName, workspaceId }) =>
      id !== mapping.id && groupName === mapping.groupName && workspaceId === mapping.workspaceId,
  )
  if (!other) return
  throw new GatewayError('conflict', {
    param: 'group_name',
    message: `A mapping of the group ${JSON.stringify(mapping.groupName)} to ${mapping.workspaceId === null ? 'the organisation' : 'this workspace'} already exists.`,
    hint: `Update it: PUT /v1/admin/group-mappings/${other.id}`,
  })
}

function targetOf({ id, groupName }: GroupMapping) {
  return { id, name: groupName, workspaceId: null }
}
