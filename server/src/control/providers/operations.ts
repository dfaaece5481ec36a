/** Provider operations. A provider is a virtual key under another path. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Integration } from '../../core/stores/integrations.ts'
import { NO_LIMITS } from '../../core/stores/limits.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { givenId } from '../given-id.ts'
import { findByName, isOpenTo } from '../integrations/find-integration.ts'
import { GIVEN_LIMITS, givenLimits } from '../integrations/integration-wire.ts'
import { insertProvider, newAccess } from '../integrations/provision.ts'
import { changedLimits } from '../limits-wire.ts'
import { chosenSlug } from '../slug.ts'
import { readExpiry } from '../virtual-keys/build-virtual-key.ts'
import type { SecretPorts } from '../virtual-keys/refusals.ts'
import { VIRTUAL_KEY_REPLY, virtualKeyOnWire } from '../virtual-keys/virtual-key-wire.ts'

const CHANGED_REPLY = z.object({ id: z.string(), slug: z.string(), object: z.literal('provider') })
const PROVIDER_REPLY = VIRTUAL_KEY_REPLY.extend({
  rate_limits: VIRTUAL_KEY_REPLY.shape.rate_limits.nullable(),
  object: z.literal('provider'),
})

/** `virtualKeys`: the operations of virtual keys. The shared ones are repeated under the paths of providers. */
export function providerOperations(virtualKeys: readonly Operation[], ports: SecretPorts): readonly Operation[] {
  const shared = new Map(virtualKeys.map((operation) => [operation.name, operation]))
  const like = (verb: Verb, reply: z.ZodType, rename: (reply: unknown) => unknown): Operation => {
    const operation = shared.get(`virtual-keys.${verb}`)
    if (operation === undefined) throw new Error(`There is no operation virtual-keys.${verb}`)
    return {
      ...operation,
      name: `providers.${verb}`,
      path: operation.path.replace('/virtual-keys', '/providers'),
      summary: SUMMARIES[verb],
      permission: permissionTo(verb),
      reply,
      handle: async (call) => rename(await operation.handle(call)),
    }
  }
  const list = z.object({ object: z.literal('list'), total: z.number(), data: z.array(PROVIDER_REPLY) })
  return [
    createProvider(ports),
    like('list', list, (reply) => {
      const { data, ...rest } = reply as { readonly data: readonly object[] }
      return { ...rest, data: data.map(asProvider) }
    }),
    like('read', PROVIDER_REPLY, asProvider),
    like('update', CHANGED_REPLY, asProvider),
    like('delete', z.object({}), (reply) => reply),
  ]
}

type Verb = 'list' | 'read' | 'update' | 'delete'

const SUMMARIES: Readonly<Record<Verb, string>> = {
  list: 'List providers',
  read: 'Read a provider',
  update: 'Update a provider',
  delete: 'Delete a provider',
}

function permissionTo(verb: Verb | 'create') {
  return { scope: `providers.${verb}`, or: [`virtual_keys.${verb}`] } as const
}

/** Returns null for an empty list of rate limits, because Python clients cannot read an empty list. */
function asProvider(reply: unknown): object {
  const { rate_limits: rates, ...rest } = reply as { readonly rate_limits?: readonly unknown[] }
  return { ...rest, ...(rates !== undefined && { rate_limits: rates.length === 0 ? null : rates }), object: 'provider' }
}

function createProvider(ports: SecretPorts): Operation {
  return endpoint({
    name: 'providers.create',
    method: 'POST',
    path: '/providers',
    summary: 'Create a provider from an integration',
    description:
      'The provider uses the credential of the integration. To store a credential of its own, use POST /v1/virtual-keys.',
    permission: permissionTo('create'),
    audit: 'virtual_key.create',
    body: z.strictObject({
      name: z.string().trim().min(1).max(128),
      id: givenId,
      integration_id: z.string().min(1).max(128).describe('Slug or id of the integration.'),
      workspace_id: z.string().max(128).nullish(),
      slug: chosenSlug.nullish(),
      note: z.string().trim().max(1024).nullish(),
      ...GIVEN_LIMITS,
      expires_at: z.iso.datetime({ offset: true }).nullish().describe('Time when it expires, ISO 8601.'),
    }),
    reply: CHANGED_REPLY,
    async handle(call) {
      const { body, nowMs, workspaceId } = call
      const limits = changedLimits(NO_LIMITS, givenLimits(body), nowMs)
      const expiresAtMs = readExpiry(body.expires_at, nowMs) ?? null
      return call.change(async (stores) => {
        const integration = await findByName(call, stores, body.integration_id, 'integration_id')
        await requireAccess(call, stores, integration)
        const { id: chosenId, name, slug: chosen, note } = body
        const about = { id: chosenId, slug: chosen, name, note, givenId: body.integration_id }
        const given = { workspaceId, ...about, limits, expiresAtMs }
        const key = await insertProvider(call, stores, integration, given, ports)
        const { id, slug } = key
        call.note({ id, name, workspaceId, after: virtualKeyOnWire(key, nowMs) })
        return { id, slug, object: 'provider' as const }
      })
    },
  })
}

/** Creating a provider opens the integration to the workspace if the caller may do that and nobody has closed it. */
async function requireAccess(
  call: Pick<OperationCall<unknown, unknown>, 'principal' | 'workspaceId' | 'nowMs'>,
  stores: Stores,
  integration: Integration,
): Promise<void> {
  const { principal, workspaceId, nowMs } = call
  if (await isOpenTo(integration, workspaceId, stores)) return
  const isClosed = (await stores.integrations.access(integration.id)).some((row) => row.workspaceId === workspaceId)
  const mayOpen = principal.isOrganisationWide && principal.holds('organisation_integrations.update', null)
  if (integration.workspaceId !== null || isClosed || !mayOpen) {
    throw new GatewayError('integration_not_allowed', {
      param: 'integration_id',
      message: `integration_id: the workspace has no access to the integration "${integration.slug}".`,
    })
  }
  await stores.integrations.putAccess(newAccess(integration, workspaceId, workspaceId, nowMs))
}
