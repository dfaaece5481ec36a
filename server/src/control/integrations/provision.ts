/** Creates the providers (virtual keys) through which workspaces use an integration. */

import type { Integration, WorkspaceAccess } from '../../core/stores/integrations.ts'
import { type Limits, NO_LIMITS } from '../../core/stores/limits.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { VirtualKey } from '../../core/stores/virtual-keys.ts'
import type { OperationCall } from '../endpoint.ts'
import { claimId } from '../given-id.ts'
import { newSlug } from '../slug.ts'
import { refuseDuplicate, refuseSecretsOf, type SecretPorts } from '../virtual-keys/refusals.ts'

type Call = Pick<OperationCall<unknown, unknown>, 'principal' | 'nowMs' | 'announce'>

export type NewProvider = {
  readonly workspaceId: string
  readonly id?: string | undefined
  /** Generated if omitted. */
  readonly slug?: string | null | undefined
  readonly name: string
  readonly note?: string | null | undefined
  readonly limits?: Limits
  readonly expiresAtMs?: number | null
  /** The id or slug by which the caller named the integration. */
  readonly givenId?: string
}

export async function insertProvider(
  call: Call,
  stores: Stores,
  integration: Integration,
  given: NewProvider,
  ports: SecretPorts,
): Promise<VirtualKey> {
  const { principal, nowMs } = call
  const { workspaceId, name } = given
  const { id: integrationId, organisationId, provider, settings, customHost, isHostTrusted, credentials } = integration
  const slug = given.slug ?? newSlug(null, name)
  await refuseDuplicate(stores, call, workspaceId, slug)
  await claimId(principal, stores, { kind: 'virtual_key', id: given.id, home: { organisationId, workspaceId } })
  const key: VirtualKey = {
    id: given.id ?? Bun.randomUUIDv7(),
    organisationId,
    workspaceId,
    slug,
    name,
    note: given.note ?? null,
    provider,
    settings,
    settingNames: {},
    customHost,
    isHostTrusted,
    isDisabled: false,
    limits: given.limits ?? NO_LIMITS,
    expiresAtMs: given.expiresAtMs ?? null,
    credentials,
    integration: {
      id: integrationId,
      slug: integration.slug,
      givenId: given.givenId ?? integration.slug,
      isOpen: true,
      limits: NO_LIMITS,
      models: { allowsAll: integration.allowsAllModels, exceptions: [] },
    },
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
  // Saved configs may still name a deleted virtual key with the same slug.
  if (!principal.isTrusted) await refuseSecretsOf(stores, key, 'slug', ports)
  await stores.virtualKeys.insert(key)
  call.announce({ kind: 'virtual_key', workspaceId, slug })
  // The prices of the integration apply to the new provider.
  call.announce({ kind: 'price', workspaceId })
  return key
}

/** The first provider of a workspace gets the slug of the integration, unless another virtual key has it. */
export async function insertDefaultProvider(
  call: Call,
  stores: Stores,
  integration: Integration,
  { workspaceId, slug }: Pick<NewProvider, 'workspaceId' | 'slug'>,
  ports: SecretPorts,
): Promise<void> {
  const existing = await stores.integrations.providers(integration.id)
  if (existing.some((provider) => provider.workspaceId === workspaceId)) return
  const { organisationId } = integration
  const isTaken = (await stores.virtualKeys.find({ organisationId, workspaceId }, integration.slug)) !== undefined
  const chosen = slug ?? (isTaken ? undefined : integration.slug)
  await insertProvider(call, stores, integration, { workspaceId, slug: chosen, name: integration.name }, ports)
}

/** Creates providers in a new workspace for the integrations that are open to all workspaces. */
export async function provisionWorkspace(
  call: Call,
  stores: Stores,
  workspaceId: string,
  ports: SecretPorts,
): Promise<void> {
  for (const integration of await stores.integrations.globallyOpen(call.principal.organisationId)) {
    if (!integration.globalAccess.createsProvider) continue
    await insertDefaultProvider(call, stores, integration, { workspaceId }, ports)
  }
}

export function newAccess({ id }: Integration, workspaceId: string, givenId: string, nowMs: number): WorkspaceAccess {
  return {
    integrationId: id,
    workspaceId,
    givenId,
    isEnabled: true,
    limits: NO_LIMITS,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
}
