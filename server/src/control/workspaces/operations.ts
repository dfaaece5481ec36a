/** Workspace operations: create, list, read, update, delete. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { SpendingService } from '../../core/money/spending.ts'
import { NO_GUARDRAILS } from '../../core/stores/guardrails.ts'
import { NO_LIMITS } from '../../core/stores/limits.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { Workspace } from '../../core/stores/workspaces.ts'
import { actingAs } from '../access/principal.ts'
import { scopeMissing } from '../access/reach.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { claimId } from '../given-id.ts'
import { changedDefaults } from '../guardrails/default-guardrails.ts'
import { provisionWorkspace } from '../integrations/provision.ts'
import { spendingOf } from '../limits-wire.ts'
import { pageFrom } from '../page-wire.ts'
import { newSlug, slugTaken } from '../slug.ts'
import { customRolesIn } from '../users/role-hierarchy.ts'
import type { SecretPorts } from '../virtual-keys/refusals.ts'
import { deleteWorkspace } from './delete-workspace.ts'
import { memberOnWire } from './member-wire.ts'
import { addMembers, memberOperations } from './members.ts'
import {
  changedWorkspace,
  namedConfig,
  newWorkspaceBody,
  workspaceBody,
  workspaceDetailSchema,
  workspaceOnWire,
  workspaceSchema,
} from './workspace-wire.ts'

const MAX_USERS_SHOWN = 1_000

export function workspaceOperations(budgets: SpendingService, secrets: SecretPorts): readonly Operation[] {
  return [
    createWorkspace(secrets),
    listWorkspaces(budgets),
    readWorkspace(budgets),
    updateWorkspace(budgets),
    deleteWorkspace,
    ...memberOperations(),
  ]
}

const createWorkspace = (secrets: SecretPorts) =>
  endpoint({
    name: 'workspaces.create',
    method: 'POST',
    path: '/admin/workspaces',
    summary: 'Create a workspace',
    permission: { scope: 'workspaces.create' },
    audit: 'workspace.create',
    body: newWorkspaceBody,
    reply: workspaceDetailSchema,
    example: { body: { name: 'Search team', defaults: { metadata: { team: 'search' } } } },
    async handle(call) {
      const { users = [], id, slug, ...body } = call.body
      if (typeof namedConfig(body) === 'string') throw noConfigYet()
      const basis = changedWorkspace(
        { ...emptyWorkspace(call, body.name, slug), ...(id !== undefined && { id }) },
        body,
        undefined,
        call.nowMs,
      )
      return call.change(async (stores) => {
        const workspace = { ...basis, defaultGuardrails: await defaultGuardrailsOf(stores, basis, body) }
        if (slug !== undefined && (await stores.workspaces.find(workspace.organisationId, slug)))
          throw slugTaken('workspace', slug)
        await claimId(call.principal, stores, { kind: 'workspace', id, home: { ...workspace, workspaceId: null } })
        await stores.workspaces.insert(workspace)
        const given = users.map((user) => (typeof user === 'string' ? ({ id: user, role: 'member' } as const) : user))
        await addMembers(call, stores, workspace.id, given)
        await provisionWorkspace(call, stores, workspace.id, secrets)
        const after = { ...workspaceOnWire(workspace), users: await usersOf(workspace, stores) }
        call.note({ id: workspace.id, name: workspace.name, workspaceId: workspace.id, after })
        call.announce({ kind: 'workspace', workspaceId: workspace.id })
        return after
      })
    },
  })

const listWorkspaces = (budgets: SpendingService) =>
  endpoint({
    name: 'workspaces.list',
    method: 'GET',
    path: '/admin/workspaces',
    summary: 'List workspaces',
    // The handler checks the scope workspaces.list in each of the caller's workspaces.
    permission: 'any caller',
    query: z.object({
      current_page: z.coerce.number().int().min(0).default(0),
      page_size: z.coerce.number().int().min(1).max(1_000).default(100),
      name: z.string().max(128).optional().meta({ description: 'Part of the name, ignoring case.' }),
      exact_name: z.string().max(128).optional(),
      status: z
        .enum(['active', 'archived'])
        .optional()
        .meta({ description: '`archived` returns nothing, because deleted workspaces are not kept.' }),
    }),
    reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(workspaceSchema) }),
    example: {},
    async handle({ principal: caller, reach, query, stores }) {
      const principal = actingAs(caller, ['workspaces.list'])
      const isWide = principal.isOrganisationWide
      const ids = principal.workspaceIds.filter((id) => principal.holds('workspaces.list', id))
      const mayList = isWide ? principal.holds('workspaces.list', null) : ids.length > 0
      if (!mayList) throw scopeMissing(principal, 'list workspaces', ['workspaces.list'])
      if (query.status === 'archived') return { object: 'list' as const, total: 0, data: [] }
      const filter = {
        ...(query.name !== undefined && { name: query.name }),
        ...(query.exact_name !== undefined && { exactName: query.exact_name }),
        ...(!isWide && { ids }),
      }
      const page = pageFrom(query)
      const { rows, total } = await stores.workspaces.list(reach.organisationId, filter, page)
      const shown = rows.map(async (row) => workspaceOnWire(row, await spendingOf(budgets, 'workspace', row)))
      return { object: 'list' as const, total, data: await Promise.all(shown) }
    },
  })

const readWorkspace = (budgets: SpendingService) =>
  endpoint({
    name: 'workspaces.read',
    method: 'GET',
    path: '/admin/workspaces/{workspace_id}',
    summary: 'Read a workspace',
    permission: { scope: 'workspaces.read' },
    reply: workspaceDetailSchema,
    async handle(call) {
      const workspace = await namedWorkspace(call, call.stores)
      const { principal, stores } = call
      const mayListUsers = principal.holds('workspace_users.list', principal.isOrganisationWide ? null : workspace.id)
      const shown = workspaceOnWire(workspace, await spendingOf(budgets, 'workspace', workspace))
      return mayListUsers ? { ...shown, users: await usersOf(workspace, stores) } : shown
    },
  })

const updateWorkspace = (budgets: SpendingService) =>
  endpoint({
    name: 'workspaces.update',
    method: 'PUT',
    path: '/admin/workspaces/{workspace_id}',
    summary: 'Update a workspace',
    permission: { scope: 'workspaces.update' },
    audit: 'workspace.update',
    body: workspaceBody,
    reply: z.object({ warnings: z.array(z.string()).optional() }),
    async handle(call) {
      const isReset = call.body.reset_usage === true
      const { id, warnings } = await call.change(async (stores) => {
        const before = await namedWorkspace(call, stores)
        const configSlug = await findConfigSlug(stores, before, namedConfig(call.body))
        const after = {
          ...changedWorkspace(before, call.body, configSlug, call.nowMs),
          defaultGuardrails: await defaultGuardrailsOf(stores, before, call.body),
          updatedAtMs: call.nowMs,
        }
        await stores.workspaces.update(after)
        const { id, name } = after
        const is = isReset ? { ...workspaceOnWire(after), reset_usage: true } : workspaceOnWire(after)
        call.note({ id, name, workspaceId: id, before: workspaceOnWire(before), after: is })
        call.announce({ kind: 'workspace', workspaceId: id })
        call.announce({ kind: 'limits', workspaceId: id })
        return { id, warnings: call.body.usage_limits == null ? [] : await priceWarnings(after, stores) }
      })
      // The ledger is not part of the transaction, so the usage is reset after the audit entry is committed.
      if (isReset) await budgets.reset({ kind: 'workspace', id })
      return warnings.length === 0 ? {} : { warnings }
    },
  })

/** Custom prices may have been set before this budget existed, by a caller who may not change it. */
async function priceWarnings({ organisationId, id, limits }: Workspace, stores: Stores): Promise<string[]> {
  if (limits.usageLimit?.type !== 'cost') return []
  const { rows } = await stores.prices.list({ organisationId, workspaceId: id }, { currentPage: 0, pageSize: 1_000 })
  const own = rows.filter((price) => price.workspaceId === id).map(({ model }) => model)
  if (own.length === 0) return []
  return [
    `usage_limits: custom prices of this workspace determine what counts against the budget (models ${own.slice(0, 5).join(', ')}${own.length > 5 ? ` and ${own.length - 5} more` : ''}); GET /v1/prices lists them.`,
  ]
}

/** findReach has already checked that the workspace exists and that the caller may access it. */
async function namedWorkspace(call: OperationCall<unknown, unknown>, stores: Stores): Promise<Workspace> {
  const { organisationId, workspaceId } = call.reach
  const workspace = await stores.workspaces.find(organisationId, workspaceId ?? '')
  if (!workspace) throw new GatewayError('workspace_unknown', { param: 'workspace_id' })
  return workspace
}

/** A new workspace has no guardrails of its own, but can use those of the organisation as defaults. */
function defaultGuardrailsOf(stores: Stores, workspace: Workspace, { defaults }: z.infer<typeof workspaceBody>) {
  const { organisationId, id: workspaceId, defaultGuardrails } = workspace
  return changedDefaults(stores, { organisationId, workspaceId }, defaultGuardrails, defaults)
}

async function findConfigSlug(stores: Stores, { organisationId, id }: Workspace, named: string | null | undefined) {
  if (typeof named !== 'string') return named
  const config = await stores.configs.find({ organisationId, workspaceId: id }, named)
  if (!config) throw new GatewayError('config_unknown', { param: 'defaults.config_id' })
  return config.slug
}

function noConfigYet(): GatewayError {
  return new GatewayError('config_unknown', {
    param: 'defaults.config_id',
    message: 'A new workspace has no configs, so none can be its default.',
    hint: 'Create the workspace, create the config in it, then set the default with PUT.',
  })
}

function emptyWorkspace(call: OperationCall<unknown, unknown>, name: string, slug: string | undefined): Workspace {
  return {
    id: Bun.randomUUIDv7(),
    slug: slug ?? newSlug('ws', name),
    organisationId: call.principal.organisationId,
    name,
    description: null,
    icon: null,
    isDefault: false,
    defaultMetadata: {},
    defaultConfigSlug: null,
    defaultGuardrails: NO_GUARDRAILS,
    retentionDays: null,
    bodyRetentionDays: null,
    logBodies: null,
    limits: NO_LIMITS,
    createdAtMs: call.nowMs,
    updatedAtMs: call.nowMs,
  }
}

async function usersOf(
  { id, organisationId }: Workspace,
  stores: Stores,
): Promise<z.infer<typeof workspaceDetailSchema>['users']> {
  const page = { currentPage: 0, pageSize: MAX_USERS_SHOWN }
  const { rows } = await stores.workspaces.members(id, {}, page)
  const roles = rows.map(({ member }) => member.role)
  const custom = await customRolesIn(stores, organisationId, 'workspace', roles)
  return rows.map((row) => memberOnWire(row, custom))
}
