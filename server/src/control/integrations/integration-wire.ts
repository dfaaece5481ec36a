/** Request and response format of integrations. */

import { z } from 'zod'
import { isReference } from '../../core/secrets/secret-reference.ts'
import { vendorName } from '../../core/setting-names.ts'
import type { GlobalAccess, Integration } from '../../core/stores/integrations.ts'
import { type CredentialText, integrationHome } from '../../core/stores/virtual-keys.ts'
import { givenId } from '../given-id.ts'
import { limitsOnWire, RATE_LIMITS_OR_ONE, RATE_LIMITS_REPLY, USAGE_LIMIT, USAGE_LIMIT_REPLY } from '../limits-wire.ts'
import { chosenSlug } from '../slug.ts'
import { openCredential } from '../virtual-keys/credentials.ts'
import { azureDeploymentConfig, DEPLOYMENTS } from '../virtual-keys/deployments.ts'
import type { VirtualKeyDependencies } from '../virtual-keys/ports.ts'

const NAME = z.string().trim().min(1).max(128)
const ABOUT = z.string().trim().max(1024).nullish()
const CONFIGURATIONS = z
  .record(z.string().max(64), z.unknown())
  .nullish()
  .describe('custom_host and the settings of the provider, such as `aws_region`. A masked secret keeps the stored one.')
const KEY = z.string().trim().min(1).max(16_384).nullish()
const MAPPINGS = z.array(z.never()).nullish()

export const PROVIDER_SLUG = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 of A-Z, a-z, 0-9, _ and -')
  .nullish()
  .describe('Slug of that provider. Default: the slug of the integration.')

export const createdIntegration = z.strictObject({
  name: NAME,
  id: givenId,
  ai_provider_id: z.string().max(64).describe('Slug of a provider from GET /v1/supported-providers.'),
  slug: chosenSlug.nullish(),
  key: KEY.describe('The provider’s API key, or a secret reference: secret://<source>/<path>#<field>.'),
  description: ABOUT,
  note: ABOUT.describe('The same as description.'),
  configurations: CONFIGURATIONS,
  workspace_id: z
    .string()
    .max(128)
    .nullish()
    .describe('Only this workspace can use it. Without it, an Admin key creates it for the organisation.'),
  create_default_provider: z
    .boolean()
    .nullish()
    .describe('`false` creates no provider in the workspace. Only with a workspace. Default true.'),
  default_provider_slug: PROVIDER_SLUG,
  secret_mappings: MAPPINGS,
})

export const changedIntegrationBody = z.strictObject({
  name: NAME.nullish(),
  key: KEY.describe('The new provider key. Sending back its mask keeps the stored key.'),
  description: ABOUT,
  note: ABOUT.describe('The same as description.'),
  configurations: CONFIGURATIONS,
  workspace_id: z.string().max(128).nullish(),
  secret_mappings: MAPPINGS,
})

/** A list with at most one budget, or the budget itself. An empty list removes the budget. */
const ONE_USAGE_LIMIT = z.union([z.array(USAGE_LIMIT).max(1), USAGE_LIMIT]).nullish()
export const GIVEN_LIMITS = { usage_limits: ONE_USAGE_LIMIT, rate_limits: RATE_LIMITS_OR_ONE.nullish() }

type GivenLimits = z.infer<z.ZodObject<typeof GIVEN_LIMITS>>

/** Converts the limits to the input of `changedLimits`. */
export function givenLimits({ usage_limits: usage, rate_limits: rates }: GivenLimits) {
  const budget = Array.isArray(usage) ? (usage[0] ?? null) : usage
  return { usage_limits: budget, rate_limits: rates }
}

export const LISTED_LIMITS_REPLY = {
  usage_limits: z.array(USAGE_LIMIT_REPLY.unwrap()).nullable(),
  rate_limits: RATE_LIMITS_REPLY.nullable(),
}

/** Budgets as a list with at most one item; null instead of an empty list. */
export function listedLimits(...given: Parameters<typeof limitsOnWire>) {
  const { usage_limits: budget, rate_limits: rates } = limitsOnWire(...given)
  return { usage_limits: budget === null ? null : [budget], rate_limits: rates.length === 0 ? null : rates }
}

export const GLOBAL_ACCESS_REPLY = z.object({ enabled: z.boolean(), ...LISTED_LIMITS_REPLY })

export function globalAccessOnWire({ isEnabled, limits }: GlobalAccess): z.infer<typeof GLOBAL_ACCESS_REPLY> {
  return { enabled: isEnabled, ...listedLimits(limits) }
}

export const INTEGRATION_REPLY = z.object({
  id: z.string(),
  organisation_id: z.string(),
  workspace_id: z.string().nullable(),
  type: z.enum(['organisation', 'workspace']),
  ai_provider_id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  status: z.literal('active'),
  owner_id: z.string(),
  tags: z.null(),
  created_at: z.string(),
  last_updated_at: z.string(),
  object: z.literal('integration'),
})

export const INTEGRATION_DETAIL_REPLY = INTEGRATION_REPLY.extend({
  masked_key: z.string().nullable(),
  configurations: z
    .record(z.string(), z.unknown())
    .describe('Settings of the provider. The names of secrets start with `masked_`.'),
  is_host_trusted: z.boolean(),
  global_workspace_access_settings: GLOBAL_ACCESS_REPLY,
  allow_all_models: z.boolean(),
  workspace_count: z.number().describe('Workspaces that can use it.'),
  secret_mappings: z.array(z.never()),
})

export function integrationOnWire(integration: Integration): z.infer<typeof INTEGRATION_REPLY> {
  return {
    id: integration.id,
    organisation_id: integration.organisationId,
    workspace_id: integration.workspaceId,
    type: integration.workspaceId === null ? 'organisation' : 'workspace',
    ai_provider_id: integration.providerName,
    name: integration.name,
    slug: integration.slug,
    description: integration.description,
    status: 'active',
    owner_id: integration.createdBy,
    tags: null,
    created_at: new Date(integration.createdAtMs).toISOString(),
    last_updated_at: new Date(integration.updatedAtMs).toISOString(),
    object: 'integration',
  }
}

/** Also used for audit entries, which pass 0 or 1 as `workspaceCount` instead of counting. */
export function integrationDetail(
  integration: Integration,
  { vault }: Pick<VirtualKeyDependencies, 'vault'>,
  workspaceCount: number,
): z.infer<typeof INTEGRATION_DETAIL_REPLY> {
  const { id, organisationId, credentials, settings, customHost, isHostTrusted, globalAccess } = integration
  const [credential] = credentials
  const home = integrationHome(id, organisationId)
  const text: CredentialText = credential ? openCredential(vault, home, credential) : { key: null, settings: {} }
  return {
    ...integrationOnWire(integration),
    masked_key: text.key === null ? null : (credential?.hint ?? null),
    configurations: {
      ...(customHost !== null && { custom_host: customHost }),
      ...named(settings, (value) => value),
      ...deploymentsOf(settings),
      ...named(text.settings, (value) => (isReference(value) ? value : '*******'), 'masked_'),
    },
    is_host_trusted: isHostTrusted,
    global_workspace_access_settings: globalAccessOnWire(globalAccess),
    allow_all_models: integration.allowsAllModels,
    workspace_count: workspaceCount,
    secret_mappings: [],
  }
}

/** Renames the settings to the vendor's names, such as `aws_region`. */
function named(settings: Readonly<Record<string, string>>, show: (value: string) => string, prefix = '') {
  return Object.fromEntries(
    Object.entries(settings)
      .filter(([name]) => name !== DEPLOYMENTS)
      .map(([name, value]) => [prefix + (vendorName(name) ?? name), show(value)]),
  )
}

function deploymentsOf(settings: Readonly<Record<string, string>>) {
  const text = settings[DEPLOYMENTS]
  return text === undefined ? {} : { azure_deployment_config: azureDeploymentConfig(text) }
}
