/** Integration operations: create, list, read, update, delete. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Prices } from '../../core/money/prices.ts'
import type { SpendingService } from '../../core/money/spending.ts'
import type { Integration } from '../../core/stores/integrations.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { VirtualKeyName } from '../../core/stores/virtual-keys.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { claimId } from '../given-id.ts'
import { pageFrom, pageQuery } from '../page-wire.ts'
import { slugTaken } from '../slug.ts'
import type { VirtualKeyDependencies } from '../virtual-keys/ports.ts'
import { refuseFor, refuseSecretsOf, type SecretPorts, usersOf } from '../virtual-keys/refusals.ts'
import { changedIntegration, newIntegration } from './build-integration.ts'
import { findIntegration, permissionTo, requireScope } from './find-integration.ts'
import {
  changedIntegrationBody,
  createdIntegration,
  INTEGRATION_DETAIL_REPLY,
  INTEGRATION_REPLY,
  integrationDetail,
  integrationOnWire,
} from './integration-wire.ts'
import { modelOperations } from './models.ts'
import { insertDefaultProvider } from './provision.ts'
import { openWorkspaces, workspaceAccessOperations } from './workspaces.ts'

const WORKSPACE = z.string().max(128).optional()
const IN_WORKSPACE = z.object({ workspace_id: WORKSPACE })
const CHANGED_REPLY = z.object({ id: z.string(), slug: z.string(), object: z.literal('integration') })

export type IntegrationPorts = VirtualKeyDependencies &
  SecretPorts & { readonly spending: SpendingService; readonly prices: Pick<Prices, 'listModels'> }

export function integrationOperations(ports: IntegrationPorts): readonly Operation[] {
  return [
    createIntegration(ports),
    listIntegrations,
    readIntegration(ports),
    updateIntegration(ports),
    deleteIntegration(ports),
    ...modelOperations(ports),
    ...workspaceAccessOperations(ports),
  ]
}

function createIntegration(ports: IntegrationPorts): Operation {
  return endpoint({
    name: 'integrations.create',
    method: 'POST',
    path: '/integrations',
    summary: 'Create an integration',
    description:
      'An Admin key, owner or admin creates it for the organisation, and opens it to workspaces. With `workspace_id`, or with a workspace key, only that workspace can use it.',
    permission: permissionTo('create'),
    audit: 'integration.create',
    body: createdIntegration,
    reply: CHANGED_REPLY,
    example: { body: { name: 'OpenAI production', ai_provider_id: 'openai', key: 'sk-your-provider-key' } },
    async handle(call) {
      const { body, principal, reach } = call
      const workspaceId = principal.isOrganisationWide && body.workspace_id == null ? null : reach.workspaceId
      requireScope(call, workspaceId, 'create')
      if (workspaceId === null) refuseWorkspaceFields(body)
      const integration = newIntegration(call, workspaceId, ports)
      const { id, slug, name } = integration
      return call.change(async (stores) => {
        if (await stores.integrations.find(principal.organisationId, slug)) throw slugTaken('integration', slug)
        await claimId(principal, stores, { kind: 'integration', id: body.id, home: integration })
        await stores.integrations.insert(integration)
        if (workspaceId !== null && body.create_default_provider !== false) {
          const given = { workspaceId, slug: body.default_provider_slug }
          await insertDefaultProvider(call, stores, integration, given, ports)
        }
        call.note({ id, name, workspaceId, after: integrationDetail(integration, ports, workspaceId === null ? 0 : 1) })
        return { id, slug, object: 'integration' as const }
      })
    },
  })
}

/** A new integration of the organisation has no workspace yet in which a provider could be created. */
function refuseWorkspaceFields({ default_provider_slug: slug }: z.infer<typeof createdIntegration>): void {
  if (slug == null) return
  throw new GatewayError('invalid_body', {
    param: 'default_provider_slug',
    message: 'default_provider_slug: needs workspace_id.',
    hint: 'Send it with PUT /v1/integrations/{slug}/workspaces, which opens the integration to workspaces.',
  })
}

const listIntegrations = endpoint({
  name: 'integrations.list',
  method: 'GET',
  path: '/integrations',
  summary: 'List integrations',
  permission: permissionTo('list'),
  query: z.object({
    workspace_id: WORKSPACE.describe('Only those that this workspace can use.'),
    type: z
      .enum(['workspace', 'organisation', 'all'])
      .default('all')
      .describe('Those of the organisation, or those of single workspaces.'),
    ...pageQuery({ defaultSize: 100, maxSize: 1_000 }),
  }),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(INTEGRATION_REPLY) }),
  example: {},
  async handle({ principal, reach, query, stores }) {
    const seesAll = principal.isOrganisationWide && query.workspace_id === undefined
    const filter = { workspaceId: seesAll ? null : reach.workspaceId, level: query.type }
    const { rows, total } = await stores.integrations.list(reach.organisationId, filter, pageFrom(query))
    return { object: 'list' as const, total, data: rows.map(integrationOnWire) }
  },
})

function readIntegration(ports: IntegrationPorts): Operation {
  return endpoint({
    name: 'integrations.read',
    method: 'GET',
    path: '/integrations/{slug}',
    summary: 'Read an integration',
    permission: permissionTo('read'),
    query: IN_WORKSPACE,
    reply: INTEGRATION_DETAIL_REPLY,
    async handle(call) {
      const integration = await findIntegration(call, call.stores, 'read')
      return detailOf(integration, call, call.stores, ports)
    },
  })
}

async function detailOf(
  integration: Integration,
  { principal, reach }: Pick<OperationCall<unknown, unknown>, 'principal' | 'reach'>,
  stores: Stores,
  ports: IntegrationPorts,
) {
  const open = (await openWorkspaces(integration, stores)).filter(({ isEnabled }) => isEnabled)
  // A workspace must not see other workspaces.
  const seen = principal.isOrganisationWide ? open : open.filter((one) => one.workspaceId === reach.workspaceId)
  return integrationDetail(integration, ports, seen.length)
}

function updateIntegration(ports: IntegrationPorts): Operation {
  return endpoint({
    name: 'integrations.update',
    method: 'PUT',
    path: '/integrations/{slug}',
    summary: 'Update an integration',
    permission: permissionTo('update'),
    audit: 'integration.update',
    query: IN_WORKSPACE,
    body: changedIntegrationBody,
    reply: CHANGED_REPLY,
    async handle(call) {
      return call.change(async (stores) => {
        const before = await findIntegration(call, stores, 'update')
        const { after, originChange } = changedIntegration(call, before, ports)
        const { id, slug, name, workspaceId } = after
        if (originChange !== null && !call.principal.isTrusted) {
          for (const provider of await stores.integrations.providers(id))
            await refuseSecretsOf(stores, provider, 'configurations', ports)
        }
        await stores.integrations.update(after)
        const [was, is] = [integrationDetail(before, ports, 0), integrationDetail(after, ports, 0)]
        const noted = originChange === null ? is : { ...is, origin_changed: originChange }
        call.note({ id, name, workspaceId, before: was, after: noted })
        call.announce({ kind: 'integration', integrationId: id })
        return { id, slug, object: 'integration' as const }
      })
    },
  })
}

function deleteIntegration(ports: IntegrationPorts): Operation {
  return endpoint({
    name: 'integrations.delete',
    method: 'DELETE',
    path: '/integrations/{slug}',
    summary: 'Delete an integration',
    description: 'Also deletes the providers that were made from it.',
    permission: permissionTo('delete'),
    audit: 'integration.delete',
    query: IN_WORKSPACE.extend({
      force: z
        .enum(['true', 'false'])
        .default('false')
        .describe('`true` deletes it even if configs, prompts or guardrails use its providers.'),
    }),
    reply: z.object({}),
    async handle(call) {
      return call.change(async (stores) => {
        const integration = await findIntegration(call, stores, 'delete')
        const { id, name, workspaceId } = integration
        const providers = await stores.integrations.providers(id)
        if (call.query.force !== 'true') await refuseUsed(stores, integration, providers)
        await stores.integrations.remove(id)
        const before = { ...integrationDetail(integration, ports, 0), providers: providers.map((one) => one.slug) }
        call.note({ id, name, workspaceId, before })
        call.announce({ kind: 'integration', integrationId: id })
        call.announce({ kind: 'price', workspaceId: null })
        return {}
      })
    },
  })
}

async function refuseUsed(
  stores: Stores,
  { id, slug, workspaceId: home }: Pick<Integration, 'id' | 'slug' | 'workspaceId'>,
  providers: readonly VirtualKeyName[],
): Promise<void> {
  const users = new Set<string>()
  for (const provider of providers) {
    for (const user of await usersOf(stores, provider)) users.add(user)
    if (home !== null) continue
    // Guardrails of the organisation name the integration instead of a virtual key.
    const { workspaceId } = provider
    for (const guardrail of await stores.guardrails.usingVirtualKey({ workspaceId, slug, id }))
      if (guardrail.workspaceId === null) users.add(`guardrail ${guardrail.slug} (${guardrail.name})`)
  }
  refuseFor(`Providers of the integration "${slug}" are`, [...users])
}
