/** Request and response format of virtual keys. */

import { z } from 'zod'
import type { Spending } from '../../core/money/spending.ts'
import { camelCase } from '../../core/setting-names.ts'
import type { StoredCredential, VirtualKey } from '../../core/stores/virtual-keys.ts'
import { givenId } from '../given-id.ts'
import {
  limitsOnWire,
  RATE_LIMITS_OR_ONE,
  RATE_LIMITS_REPLY,
  RESET_USAGE,
  USAGE_LIMIT,
  USAGE_LIMIT_REPLY,
} from '../limits-wire.ts'
import { DEPLOYMENTS, deploymentConfig } from './deployments.ts'
import type { ProviderForms } from './ports.ts'

const MAX_KEYS = 100
const MAX_SECRET = 16_384

const NAME = z.string().trim().min(1).max(128)
const NOTE = z.string().trim().max(1024).nullish()
const SECRET = z.string().trim().min(1).max(MAX_SECRET)
const WEIGHT = z.number().positive().max(1_000_000).describe('Share of the requests, relative to the other keys.')
const EXPIRY = z.iso.datetime({ offset: true }).nullish().describe('Time when it expires, ISO 8601.')
const HOST = z.string().max(2048).nullish().describe('Base URL of a self-hosted provider, including its version path.')
const STATUS = z.enum(['active', 'archived']).optional().describe('archived: disabled until set to active again.')
const ANYTHING = z.unknown().optional()
const WORKSPACE = z.string().max(128).optional()
const MODEL = z.string().trim().min(1).max(256).optional()

/** Adds the settings of all providers as top-level fields, so that the API reference lists them. */
export function virtualKeySchemas(forms: ProviderForms) {
  const settings: Record<string, z.ZodType> = {}
  for (const [name, about] of forms.settings) settings[name] = ANYTHING.describe(about)
  const shared = {
    note: NOTE,
    usage_limits: USAGE_LIMIT.nullish(),
    rate_limits: RATE_LIMITS_OR_ONE.nullish(),
    expires_at: EXPIRY,
    custom_host: HOST,
    model_config: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('customHost and provider settings in camelCase.'),
    deploymentConfig: ANYTHING.describe(
      'Azure deployments: a list of {deploymentName, apiVersion, alias, azure_model_slug, is_default}. The request’s model picks one by alias, else the default.',
    ),
    secret_mappings: z.array(z.never()).optional(),
    workspace_id: WORKSPACE,
  }
  const credential = {
    provider: z.string().max(64).describe('Slug of a provider from GET /v1/supported-providers.'),
    key: SECRET.optional().describe('The provider’s API key, or a secret reference: secret://<source>/<path>#<field>.'),
  }
  return {
    created: z.looseObject({
      ...settings,
      ...shared,
      ...credential,
      name: NAME,
      id: givenId,
      slug: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 of A-Z, a-z, 0-9, _ and -')
        .optional()
        .describe('The identifier used in requests. Generated from the name if omitted.'),
      keys: z
        .array(z.looseObject({ key: SECRET.optional(), weight: WEIGHT.optional() }))
        .min(1)
        .max(MAX_KEYS)
        .optional()
        .describe('Several provider keys instead of `key`, each with a weight and secret settings.'),
    }),
    changed: z.looseObject({
      ...settings,
      ...shared,
      name: NAME.optional(),
      provider: credential.provider.optional(),
      key: SECRET.optional().describe('The new provider key. Sending back its mask keeps the stored key.'),
      status: STATUS,
      reset_usage: RESET_USAGE,
      integration_id: z.string().max(128).nullish().describe('As returned by GET. It cannot be changed.'),
    }),
    addedKey: z.looseObject({
      ...settings,
      key: SECRET.optional(),
      weight: WEIGHT.optional(),
      workspace_id: WORKSPACE,
    }),
    changedKey: z.looseObject({
      ...settings,
      key: SECRET.optional(),
      weight: WEIGHT.optional(),
      status: STATUS,
      workspace_id: WORKSPACE,
    }),
    tested: z.looseObject({
      ...settings,
      ...credential,
      custom_host: HOST,
      model_config: shared.model_config,
      model: MODEL,
      workspace_id: WORKSPACE,
    }),
    testedSaved: z.strictObject({
      key_id: z.string().max(64).optional().describe('Id of the provider key to test. Default: the first active key.'),
      model: MODEL,
      workspace_id: WORKSPACE,
    }),
  }
}

export const CREDENTIAL_REPLY = z.object({
  id: z.string(),
  masked_api_key: z.string().describe('The mask of the secret, or the secret reference.'),
  secret_references: z
    .record(z.string(), z.string())
    .describe('Secrets that are references (`secret://…`), by name: `key` or a setting.'),
  weight: z.number(),
  status: z.enum(['active', 'archived']),
  created_at: z.string(),
  object: z.literal('virtual-key-credential'),
})

export const VIRTUAL_KEY_REPLY = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  note: z.string().nullable(),
  status: z.enum(['active', 'exhausted', 'expired', 'archived']),
  ai_provider_name: z.string(),
  workspace_id: z.string(),
  masked_api_key: z.string().nullable(),
  keys: z.array(CREDENTIAL_REPLY),
  model_config: z
    .record(z.string(), z.unknown())
    .describe(
      'customHost and provider settings under the names that were sent, or else in camelCase. `deploymentConfig` lists Azure deployments.',
    ),
  settings: z
    .record(z.string(), z.string())
    .describe('Provider settings under the names of GET /v1/supported-providers.'),
  custom_host: z.string().nullable(),
  is_host_trusted: z
    .boolean()
    .describe(
      'True if an owner, an admin or a trusted Admin key set the custom host. It may then be a private address.',
    ),
  usage_limits: USAGE_LIMIT_REPLY,
  reset_usage: z.null(),
  rate_limits: RATE_LIMITS_REPLY,
  expires_at: z.string().nullable(),
  secret_mappings: z.array(z.never()),
  integration_id: z.string().nullable().describe('The integration whose credential it uses. Null if it has its own.'),
  created_at: z.string(),
  last_updated_at: z.string(),
  object: z.literal('virtual-key'),
})

export function virtualKeyOnWire(
  key: VirtualKey,
  nowMs: number,
  spending: Spending | null = null,
): z.infer<typeof VIRTUAL_KEY_REPLY> {
  const settings = Object.entries(key.settings).map(([name, value]) =>
    name === DEPLOYMENTS
      ? ([key.settingNames[name] ?? 'deploymentConfig', deploymentConfig(value)] as const)
      : ([key.settingNames[name] ?? camelCase(name), value] as const),
  )
  const host = key.settingNames['custom_host'] ?? 'customHost'
  const isExpired = key.expiresAtMs !== null && key.expiresAtMs <= nowMs
  return {
    id: key.id,
    slug: key.slug,
    name: key.name,
    note: key.note,
    status: key.isDisabled ? 'archived' : isExpired ? 'expired' : spending?.isExhausted ? 'exhausted' : 'active',
    ai_provider_name: key.provider,
    workspace_id: key.workspaceId,
    masked_api_key: key.credentials[0]?.hint ?? null,
    keys: key.credentials.map(credentialOnWire),
    model_config: { ...(key.customHost !== null && { [host]: key.customHost }), ...Object.fromEntries(settings) },
    settings: key.settings,
    custom_host: key.customHost,
    is_host_trusted: key.isHostTrusted,
    ...limitsOnWire(key.limits, spending),
    reset_usage: null,
    expires_at: key.expiresAtMs === null ? null : new Date(key.expiresAtMs).toISOString(),
    secret_mappings: [],
    integration_id: key.integration?.givenId ?? null,
    created_at: new Date(key.createdAtMs).toISOString(),
    last_updated_at: new Date(key.updatedAtMs).toISOString(),
    object: 'virtual-key',
  }
}

export function credentialOnWire(credential: StoredCredential): z.infer<typeof CREDENTIAL_REPLY> {
  return {
    id: credential.id,
    masked_api_key: credential.hint,
    secret_references: credential.references ?? {},
    weight: credential.weight,
    status: credential.isDisabled ? 'archived' : 'active',
    created_at: new Date(credential.createdAtMs).toISOString(),
    object: 'virtual-key-credential',
  }
}
