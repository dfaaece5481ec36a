/** Builds an integration from a create or update request. Its account is built like that of a virtual key. */

import type { z } from 'zod'
import { CUSTOM_HEADERS } from '../../core/custom-headers.ts'
import type { Integration } from '../../core/stores/integrations.ts'
import { NO_LIMITS } from '../../core/stores/limits.ts'
import { integrationHome, type VirtualKey } from '../../core/stores/virtual-keys.ts'
import type { OperationCall } from '../endpoint.ts'
import { newSlug } from '../slug.ts'
import { type Changed, type Created, changedVirtualKey, newVirtualKey } from '../virtual-keys/build-virtual-key.ts'
import type { OriginChange } from '../virtual-keys/credential-origins.ts'
import type { VirtualKeyDependencies } from '../virtual-keys/ports.ts'
import type { changedIntegrationBody, createdIntegration } from './integration-wire.ts'
import { readConfigurations } from './read-configurations.ts'

type CreatedBody = z.infer<typeof createdIntegration>
type ChangedBody = z.infer<typeof changedIntegrationBody>

/** Provider names of other products, mapped to ours. */
const PROVIDER_NAMES: ReadonlyMap<string, string> = new Map([
  ['open-ai', 'openai'],
  ['aws-bedrock', 'bedrock'],
])

/** `workspaceId`: null for an integration of the organisation. */
export function newIntegration(
  call: Pick<OperationCall<unknown, CreatedBody>, 'body' | 'principal' | 'nowMs'>,
  workspaceId: string | null,
  ports: VirtualKeyDependencies,
): Integration {
  const { body, principal, nowMs } = call
  const { name, key, description, note, ai_provider_id: providerName } = body
  const { organisationId } = principal
  const provider = PROVIDER_NAMES.get(providerName) ?? providerName
  const given: Created = {
    ...readConfigurations(body.configurations ?? {}, ports.forms.find(provider)),
    name,
    id: body.id,
    provider,
    ...(key != null && { key }),
  }
  const home = integrationHome('', organisationId)
  const account = newVirtualKey(
    { body: given, principal, nowMs, workspaceId: home.workspaceId, ownerId: workspaceId },
    withHeaders(ports),
  )
  return {
    ...accountIn(account),
    id: account.id,
    organisationId,
    workspaceId,
    slug: body.slug ?? newSlug(null, name),
    name,
    description: description ?? note ?? null,
    providerName,
    allowsAllModels: true,
    globalAccess: { isEnabled: false, limits: NO_LIMITS, createsProvider: false },
    createdBy: principal.id,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
}

export function changedIntegration(
  call: Pick<OperationCall<unknown, ChangedBody>, 'body' | 'principal' | 'nowMs'>,
  before: Integration,
  ports: VirtualKeyDependencies,
): { readonly after: Integration; readonly originChange: OriginChange | null } {
  const { body, principal, nowMs } = call
  const { name, key, description, note } = body
  const configurations = readConfigurations(body.configurations ?? {}, ports.forms.find(before.provider))
  const given: Changed = { ...configurations, ...(key != null && { key }) }
  const { after, originChange } = changedVirtualKey(
    { body: given, principal, nowMs, ownerId: before.workspaceId },
    accountOf(before),
    withHeaders(ports),
  )
  const about = description === undefined ? note : description
  return {
    after: {
      ...before,
      ...accountIn(after),
      name: name ?? before.name,
      description: about === undefined ? before.description : about,
      updatedAtMs: nowMs,
    },
    originChange,
  }
}

/** Integrations have one more secret setting for every provider: headers to add to each request. */
function withHeaders({ forms, vault, references }: VirtualKeyDependencies): VirtualKeyDependencies {
  const find = (provider: string) => {
    const form = forms.find(provider)
    return form && { ...form, settings: new Map([...form.settings, [CUSTOM_HEADERS, { isSecret: true }]]) }
  }
  return { vault, references, forms: { ...forms, find } }
}

/** Converts an integration to a virtual key, so that both share the code for credentials and settings. */
function accountOf(integration: Integration): VirtualKey {
  const { id, organisationId, slug, name, createdAtMs, updatedAtMs } = integration
  return {
    ...accountIn(integration),
    ...integrationHome(id, organisationId),
    settingNames: {},
    organisationId,
    slug,
    name,
    note: null,
    isDisabled: false,
    limits: NO_LIMITS,
    expiresAtMs: null,
    integration: null,
    createdAtMs,
    updatedAtMs,
  }
}

type Account = Pick<VirtualKey, 'provider' | 'settings' | 'customHost' | 'isHostTrusted' | 'credentials'>

function accountIn({ provider, settings, customHost, isHostTrusted, credentials }: Account): Account {
  return { provider, settings, customHost, isHostTrusted, credentials }
}
