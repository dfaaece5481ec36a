/** Request and response format of API keys. */

import { z } from 'zod'
import { certificateEntry } from '../../core/client-certificate.ts'
import type { Spending } from '../../core/money/spending.ts'
import type { ApiKey } from '../../core/stores/api-keys.ts'
import { givenId } from '../given-id.ts'
import {
  limitsOnWire,
  RATE_LIMITS,
  RATE_LIMITS_REPLY,
  RESET_USAGE,
  USAGE_LIMIT,
  USAGE_LIMIT_REPLY,
} from '../limits-wire.ts'
import { effectiveScopes } from './check-grant.ts'

const MAX_TRANSITION_MS = 30 * 86_400_000

export const instant = z.iso.datetime({ offset: true, error: 'must be an ISO 8601 time such as 2027-01-31T00:00:00Z' })
/** Some clients send 0 and 1. */
const flag = z.union([z.boolean(), z.literal(0).transform(() => false), z.literal(1).transform(() => true)])

export const TRANSITION = z
  .int()
  .min(0, 'must be 0 or more')
  .max(MAX_TRANSITION_MS, `must be ${MAX_TRANSITION_MS} (30 days) or less`)
  .describe('Milliseconds for which the old secret stays valid. 0 revokes it immediately.')

const rotationPolicy = z
  .strictObject({
    rotation_period: z.enum(['weekly', 'monthly']).nullish(),
    next_rotation_at: instant.nullish(),
    key_transition_period_ms: TRANSITION.nullish(),
  })
  .refine((policy) => policy.rotation_period != null || policy.next_rotation_at != null, {
    message: 'needs rotation_period or next_rotation_at',
  })
  .describe(
    'When the key should be rotated. A reminder shown as next_rotation_at; the gateway does not rotate keys itself.',
  )

const defaults = z.strictObject({
  metadata: z.record(z.string().min(1).max(128), z.string().max(1024)).nullish(),
  config_id: z
    .string()
    .min(1)
    .max(128)
    .nullish()
    .describe(
      'Slug or id of a saved config that requests of this key use by default. Admin keys can name a config of any workspace: their requests then name that workspace.',
    ),
  allow_config_override: flag.nullish().describe('`false` rejects requests of this key that send another config.'),
})

const MAX_CERTIFICATES = 20

const clientCertificate = z
  .string()
  .max(512)
  .transform((text, context) => {
    const entry = certificateEntry(text)
    if (entry !== null) return entry
    context.addIssue(
      'must be sha256: with a fingerprint of 64 hexadecimal digits, or dns:, uri: or email: with a name. Wildcards are not possible',
    )
    return z.NEVER
  })

const fields = {
  name: z.string().trim().min(1).max(128),
  description: z.string().max(1024).nullish(),
  scopes: z.array(z.string().min(1).max(128)).max(200).describe('Scopes of the key. GET /v1/scopes lists them.'),
  rate_limits: RATE_LIMITS.nullish(),
  usage_limits: USAGE_LIMIT.nullish(),
  defaults: defaults.nullish(),
  alert_emails: z.array(z.email().max(254)).max(20).nullish(),
  client_certificates: z
    .array(clientCertificate)
    .max(MAX_CERTIFICATES)
    .nullish()
    .describe(
      'Client certificates that authenticate as this key: `sha256:` with the fingerprint, or `dns:`, `uri:` or `email:` with a subject alternative name. Each can be of one key. Only for owners, admins and trusted Admin keys.',
    ),
  expires_at: instant.nullish(),
  rotation_policy: rotationPolicy.nullish(),
  allow_inference: z.boolean().optional().describe('`false` creates a key that cannot send requests to providers.'),
}
const workspace = {
  workspace_id: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe('Workspace of the key. Defaults to the caller’s workspace.'),
}

export const ORGANISATION_KEY = z.strictObject({ id: givenId, ...fields })
export const WORKSPACE_KEY = z.strictObject({
  id: givenId,
  ...fields,
  ...workspace,
  secret_sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits')
    .optional()
    .describe(
      'SHA-256 of a secret that LiteLLM issued (sk-...), so that it keeps working. Only for Admin keys and owners. The gateway stores a keyed hash of it. Secrets under 12 characters are not accepted.',
    ),
})
export const PERSONAL_KEY = z.strictObject({
  id: givenId,
  ...fields,
  ...workspace,
  user_id: z.string().min(1).max(128).nullish(),
})
export const CHANGED_KEY = z.strictObject({
  ...fields,
  ...workspace,
  name: fields.name.optional(),
  scopes: fields.scopes.optional(),
  reset_usage: RESET_USAGE,
  needs_review: z.literal(false).optional().describe('`false` marks the key as reviewed.'),
})

export const WARNINGS = z.array(z.string()).optional()

export type GivenKey = z.infer<typeof PERSONAL_KEY>
export type GivenChange = z.infer<typeof CHANGED_KEY>

export const KEY_REPLY = z.object({
  object: z.literal('api-key'),
  id: z.string(),
  key: z.string().describe('Masked. The secret is returned only when the key is created or rotated.'),
  key_hint: z.string().describe('First and last characters of the secret: gww_4f…Zx9Q.'),
  name: z.string(),
  description: z.string().nullable(),
  type: z.enum(['organisation-service', 'workspace-service', 'workspace-user']),
  organisation_id: z.string(),
  workspace_id: z.string().nullable(),
  user_id: z.string().nullable(),
  status: z.enum(['active', 'exhausted', 'expired']),
  scopes: z.array(z.string()),
  allow_inference: z.boolean(),
  rate_limits: RATE_LIMITS_REPLY,
  usage_limits: USAGE_LIMIT_REPLY,
  reset_usage: z.boolean(),
  last_reset_at: z.string().nullable().describe('When `reset_usage` last reset the usage. Null: never.'),
  defaults: z.object({
    metadata: z.record(z.string(), z.string()),
    config_id: z.string().nullable(),
    allow_config_override: z.boolean(),
  }),
  alert_emails: z.array(z.string()),
  client_certificates: z.array(z.string()).describe('Client certificates that authenticate as this key.'),
  expires_at: z.string().nullable(),
  rotation_policy: z
    .object({
      rotation_period: z.enum(['weekly', 'monthly']).nullable(),
      next_rotation_at: z.string().nullable(),
      key_transition_period_ms: z.number(),
    })
    .nullable(),
  key_transition_expires_at: z.string().nullable().describe('Until this time the previous secret is valid.'),
  last_used_at: z.string().nullable(),
  last_used_ip: z.string().nullable(),
  created_by: z.string().nullable(),
  creation_mode: z.enum(['ui', 'api', 'auto']),
  needs_review: z
    .boolean()
    .describe(
      'True if the user who created the key was removed or lost permissions but knows the secret. Rotate the key.',
    ),
  is_trusted: z
    .boolean()
    .describe(
      'For Admin keys: whether an owner, an admin or a trusted Admin key created the key. Only such keys can save private hosts, use all secret references, import keys and choose ids. False for workspace keys.',
    ),
  created_at: z.string(),
  last_updated_at: z.string(),
})

export function keyOnWire(key: ApiKey, nowMs: number, spending: Spending | null = null): z.infer<typeof KEY_REPLY> {
  const isExpired = key.expiresAtMs !== null && key.expiresAtMs <= nowMs
  const isInOverlap = key.previousHashExpiresAtMs !== null && key.previousHashExpiresAtMs > nowMs
  return {
    object: 'api-key',
    id: key.id,
    key: `${key.hint.slice(0, 2)}*******${key.hint.slice(-2)}`,
    key_hint: key.hint,
    name: key.name,
    description: key.description,
    type: key.type,
    organisation_id: key.organisationId,
    workspace_id: key.workspaceId,
    user_id: key.userId,
    status: isExpired ? 'expired' : spending?.isExhausted ? 'exhausted' : 'active',
    scopes: [...effectiveScopes(key)],
    allow_inference: key.allowInference,
    ...limitsOnWire(key.limits, spending),
    reset_usage: false,
    last_reset_at: iso(key.limits.lastResetAtMs ?? null),
    defaults: {
      metadata: { ...key.defaults.metadata },
      config_id: key.defaults.configGiven ?? key.defaults.configSlug,
      allow_config_override: key.defaults.allowConfigOverride,
    },
    alert_emails: [...key.alertEmails],
    client_certificates: [...key.clientCertificates],
    expires_at: iso(key.expiresAtMs),
    rotation_policy: key.rotation && {
      rotation_period: key.rotation.period,
      next_rotation_at: iso(key.rotation.nextRotationAtMs),
      key_transition_period_ms: key.rotation.transitionMs,
    },
    key_transition_expires_at: isInOverlap ? iso(key.previousHashExpiresAtMs) : null,
    last_used_at: iso(key.lastUsedAtMs),
    last_used_ip: key.lastUsedIp,
    created_by: key.createdBy,
    creation_mode: key.creationMode,
    needs_review: key.reviewSinceMs !== null,
    is_trusted: key.kind === 'admin' && key.isTrusted,
    created_at: new Date(key.createdAtMs).toISOString(),
    last_updated_at: new Date(key.updatedAtMs).toISOString(),
  }
}

function iso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
