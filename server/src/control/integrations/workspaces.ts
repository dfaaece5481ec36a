/** Operations on the workspaces that may use an integration, and their limits on it. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { SpendingService } from '../../core/money/spending.ts'
import { type Integration, integrationHolderId, type WorkspaceAccess } from '../../core/stores/integrations.ts'
import { NO_LIMITS } from '../../core/stores/limits.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { Workspace } from '../../core/stores/workspaces.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { changedLimits, isoOrNull, RESET_USAGE, spendingOf } from '../limits-wire.ts'
import { pageFrom, pageQuery } from '../page-wire.ts'
import type { SecretPorts } from '../virtual-keys/refusals.ts'
import { findIntegration, permissionTo } from './find-integration.ts'
import {
  GIVEN_LIMITS,
  GLOBAL_ACCESS_REPLY,
  givenLimits,
  globalAccessOnWire,
  LISTED_LIMITS_REPLY,
  listedLimits,
  PROVIDER_SLUG,
} from './integration-wire.ts'
import { insertDefaultProvider, newAccess } from './provision.ts'

const MAX_WORKSPACES = 1_000
const IN_WORKSPACE = { workspace_id: z.string().max(128).optional() }

const CREATES_PROVIDER = z
  .boolean()
  .nullish()
  .describe(
    '`false` creates no provider in the workspaces that this request gives access. Default true; a change of existing global access keeps its setting.',
  )

const GLOBAL = z.union([z.boolean(), z.strictObject({ enabled: z.boolean(), ...GIVEN_LIMITS })])

const BODY = z.strictObject({
  workspaces: z
    .array(
      z.strictObject({
        id: z.string().max(128).describe('Id or slug of the workspace.'),
        enabled: z.boolean(),
        ...GIVEN_LIMITS,
        reset_usage: RESET_USAGE,
        create_default_provider: CREATES_PROVIDER,
        default_provider_slug: PROVIDER_SLUG,
      }),
    )
    .max(MAX_WORKSPACES)
    .nullish(),
  global_workspace_access: GLOBAL.nullish().describe(
    'Access of workspaces without settings of their own, also of those created later. The limits count for each workspace.',
  ),
  override_existing_workspace_access: z
    .boolean()
    .nullish()
    .describe('`true` first removes the settings of all workspaces.'),
  override_existing_workspaces_access: z.boolean().nullish().describe('The same.'),
  create_default_provider: CREATES_PROVIDER,
  default_provider_slug: PROVIDER_SLUG,
  workspace_id: z.string().max(128).nullish(),
})

type Body = z.infer<typeof BODY>
type GivenWorkspace = NonNullable<Body['workspaces']>[number]

const WORKSPACE_REPLY = z.object({
  id: z.string().describe('The workspace, as it was named in the request that gave it access.'),
  workspace_id: z.string(),
  slug: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  ...LISTED_LIMITS_REPLY,
  status: z.enum(['active', 'exhausted', 'archived']),
  is_global: z.boolean().describe('True if it has no settings of its own.'),
  created_at: z.string(),
  last_updated_at: z.string(),
  last_reset_at: z.string().nullable(),
})

export type AccessPorts = SecretPorts & { readonly spending: SpendingService }

export function workspaceAccessOperations(ports: AccessPorts): readonly Operation[] {
  return [listAccess(ports), changeAccess(ports)]
}

/** The access of one workspace: its own settings, else the global ones. */
export type EffectiveAccess = WorkspaceAccess & { readonly workspace: Workspace; readonly isGlobal: boolean }

/** All workspaces with settings of their own, and those that the global access opens the integration to. */
export async function openWorkspaces(integration: Integration, stores: Stores): Promise<readonly EffectiveAccess[]> {
  const { organisationId, workspaceId: home, globalAccess } = integration
  const own = new Map((await stores.integrations.access(integration.id)).map((row) => [row.workspaceId, row]))
  const all: EffectiveAccess[] = []
  for (let currentPage = 0; ; currentPage++) {
    const filter = home === null ? (globalAccess.isEnabled ? {} : { ids: [...own.keys()] }) : { ids: [home] }
    const { rows, total } = await stores.workspaces.list(organisationId, filter, { currentPage, pageSize: 1_000 })
    for (const workspace of rows) {
      const row = own.get(workspace.id)
      const { createdAtMs } = integration
      const rest = { ...newAccess(integration, workspace.id, workspace.id, createdAtMs), limits: globalAccess.limits }
      all.push({ ...(row ?? rest), workspace, isGlobal: row === undefined })
    }
    if ((currentPage + 1) * 1_000 >= total) return all
  }
}

function listAccess({ spending }: AccessPorts): Operation {
  return endpoint({
    name: 'integrations.workspaces.list',
    method: 'GET',
    path: '/integrations/{slug}/workspaces',
    summary: 'List the workspaces of an integration',
    permission: permissionTo('read'),
    query: z.object({ ...IN_WORKSPACE, ...pageQuery({ defaultSize: MAX_WORKSPACES, maxSize: MAX_WORKSPACES }) }),
    reply: z.object({
      object: z.literal('integration-workspaces'),
      total: z.number(),
      workspaces: z.array(WORKSPACE_REPLY),
      global_workspace_access: GLOBAL_ACCESS_REPLY,
    }),
    async handle(call) {
      const integration = await findIntegration(call, call.stores, 'read')
      const { principal, reach, query, stores } = call
      const all = await openWorkspaces(integration, stores)
      // A workspace must not see other workspaces.
      const seen = principal.isOrganisationWide ? all : all.filter((one) => one.workspaceId === reach.workspaceId)
      const { currentPage, pageSize } = pageFrom(query)
      const page = seen.slice(currentPage * pageSize, (currentPage + 1) * pageSize)
      return {
        object: 'integration-workspaces' as const,
        total: seen.length,
        workspaces: await Promise.all(page.map((one) => accessOnWire(one, spending))),
        global_workspace_access: globalAccessOnWire(integration.globalAccess),
      }
    },
  })
}

async function accessOnWire(
  access: EffectiveAccess,
  budgets: SpendingService,
): Promise<z.infer<typeof WORKSPACE_REPLY>> {
  const { workspace, givenId, isEnabled, limits, isGlobal } = access
  const spending = await spendingOf(budgets, 'integration', { id: holderIdOf(access), limits })
  const isKnown = givenId === workspace.id || givenId === workspace.slug
  return {
    id: isKnown ? givenId : workspace.id,
    workspace_id: workspace.id,
    slug: workspace.slug,
    name: workspace.name,
    enabled: isEnabled,
    ...listedLimits(limits, spending),
    status: !isEnabled ? 'archived' : spending?.isExhausted ? 'exhausted' : 'active',
    is_global: isGlobal,
    created_at: new Date(access.createdAtMs).toISOString(),
    last_updated_at: new Date(access.updatedAtMs).toISOString(),
    last_reset_at: isoOrNull(spending?.periodStartedAtMs ?? null),
  }
}

function holderIdOf({ integrationId, workspaceId }: WorkspaceAccess): string {
  return integrationHolderId(integrationId, workspaceId)
}

function changeAccess(ports: AccessPorts): Operation {
  return endpoint({
    name: 'integrations.workspaces.update',
    method: 'PUT',
    path: '/integrations/{slug}/workspaces',
    summary: 'Update the workspaces of an integration',
    description: 'Workspaces that are not in the list keep their settings.',
    permission: permissionTo('update'),
    audit: 'integration.update_workspaces',
    query: z.object(IN_WORKSPACE),
    body: BODY,
    reply: z.object({}),
    async handle(call) {
      const { body, nowMs } = call
      const resets: string[] = []
      await call.change(async (stores) => {
        const before = await findIntegration(call, stores, 'update')
        const was = await openWorkspaces(before, stores)
        if (before.workspaceId !== null) refuseOthers(before, body)
        const after: Integration = { ...before, globalAccess: changedGlobal(before, body, nowMs), updatedAtMs: nowMs }
        await stores.integrations.update(after)
        if (body.override_existing_workspace_access || body.override_existing_workspaces_access)
          await stores.integrations.removeAccess(after.id)
        for (const [i, given] of (body.workspaces ?? []).entries()) {
          const access = await putWorkspace(call, stores, after, given, `workspaces[${i}]`, ports)
          if (given.reset_usage === true) resets.push(holderIdOf(access))
        }
        if (body.global_workspace_access != null && after.globalAccess.isEnabled && after.globalAccess.createsProvider)
          await provideToAll(call, stores, after, ports)
        const { id, name, workspaceId } = after
        const is = await openWorkspaces(after, stores)
        call.note({ id, name, workspaceId, before: noted(before, was), after: { ...noted(after, is), reset: resets } })
        call.announce({ kind: 'integration', integrationId: id })
        call.announce({ kind: 'limits', workspaceId })
        call.announce({ kind: 'price', workspaceId: null })
      })
      // The ledger is not part of the transaction, so usage is reset after the audit entry is committed.
      for (const id of resets) await ports.spending.reset({ kind: 'integration', id })
      return {}
    },
  })
}

type Call = OperationCall<unknown, Body>

async function putWorkspace(
  call: Call,
  stores: Stores,
  integration: Integration,
  given: GivenWorkspace,
  path: string,
  ports: AccessPorts,
): Promise<WorkspaceAccess> {
  const { body, nowMs } = call
  const workspace = await stores.workspaces.find(integration.organisationId, given.id)
  if (!workspace || (integration.workspaceId !== null && workspace.id !== integration.workspaceId))
    throw new GatewayError('workspace_unknown', {
      param: `${path}.id`,
      message: `${path}.id: no workspace with this id or slug exists.`,
    })
  const all = await stores.integrations.access(integration.id)
  const old = all.find((row) => row.workspaceId === workspace.id)
  const fresh = newAccess(integration, workspace.id, given.id, nowMs)
  const limits = changedLimits(old?.limits ?? NO_LIMITS, givenLimits(given), nowMs)
  const access = { ...(old ?? fresh), givenId: given.id, isEnabled: given.enabled, limits, updatedAtMs: nowMs }
  await stores.integrations.putAccess(access)
  if (given.enabled && (given.create_default_provider ?? body.create_default_provider ?? true)) {
    const slug = given.default_provider_slug ?? body.default_provider_slug
    await insertDefaultProvider(call, stores, integration, { workspaceId: workspace.id, slug }, ports)
  }
  return access
}

async function provideToAll(call: Call, stores: Stores, integration: Integration, ports: AccessPorts): Promise<void> {
  const slug = call.body.default_provider_slug
  for (const { workspaceId, isEnabled } of await openWorkspaces(integration, stores))
    if (isEnabled) await insertDefaultProvider(call, stores, integration, { workspaceId, slug }, ports)
}

/** `null` removes the global access. Omitted limits stay, and open access keeps whether it creates providers. */
function changedGlobal({ globalAccess }: Integration, body: Body, nowMs: number): Integration['globalAccess'] {
  const { global_workspace_access: given, create_default_provider: creates } = body
  if (given === undefined) return globalAccess
  const isEnabled = typeof given === 'object' ? given?.enabled === true : given
  const limits =
    given === null || typeof given === 'boolean'
      ? globalAccess.limits
      : changedLimits(globalAccess.limits, givenLimits(given), nowMs)
  const createsProvider = creates ?? (globalAccess.isEnabled ? globalAccess.createsProvider : true)
  return { isEnabled, limits, createsProvider }
}

function refuseOthers({ slug }: Integration, { global_workspace_access: given, workspaces }: Body): void {
  const isGlobal = given === true || (typeof given === 'object' && given?.enabled === true)
  const closed = (workspaces ?? []).findIndex(({ enabled }) => !enabled)
  if (!isGlobal && closed < 0) return
  throw new GatewayError('invalid_body', {
    param: isGlobal ? 'global_workspace_access' : `workspaces[${closed}].enabled`,
    message: `The integration "${slug}" belongs to one workspace, which always has access; no other can get it.`,
    hint: 'Create an integration of the organisation to share it, or delete this one.',
  })
}

/** The format of audit entries. */
function noted(integration: Integration, all: readonly EffectiveAccess[]) {
  return {
    slug: integration.slug,
    global_workspace_access: globalAccessOnWire(integration.globalAccess),
    workspaces: all
      .filter(({ isGlobal }) => !isGlobal)
      .map(({ workspace, isEnabled, limits }) => ({ id: workspace.id, enabled: isEnabled, ...listedLimits(limits) })),
  }
}
