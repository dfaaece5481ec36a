/** Request and response format of workload issuers and their revocations. */

import { z } from 'zod'
import type { Spending } from '../../core/money/spending.ts'
import { isKeyUrl, readKeySet } from '../../core/workload/key-set.ts'
import {
  ISSUER_LABEL,
  MAX_SUBJECT_CHARACTERS,
  type Revocation,
  SUBJECT_LABEL,
  TOKEN_ALGORITHMS,
  type WorkloadIssuer,
} from '../../core/workload/workload-issuers.ts'
import {
  isoOrNull,
  limitsOnWire,
  RATE_LIMITS,
  RATE_LIMITS_REPLY,
  RESET_USAGE,
  USAGE_LIMIT,
  USAGE_LIMIT_REPLY,
} from '../limits-wire.ts'

/** 30 days. */
export const MAX_LIFETIME_SECONDS = 2_592_000
const MAX_RULES = 20

const text = (most: number) => z.string().min(1).max(most)
const visible = (most: number) =>
  z.string().regex(new RegExp(`^[\\x21-\\x7e]{1,${most}}$`), `must have 1 to ${most} visible characters without spaces`)
const unique = (values: readonly string[]) => new Set(values).size === values.length
const hasFewMembers = (value: object) => Object.keys(value).length <= MAX_RULES
const claimName = text(256).describe('Name of a claim, or a JSON Pointer such as /kubernetes.io/namespace.')
const pattern = text(512).refine(
  (value) => !value.slice(0, -1).includes('*'),
  'may contain * only as its last character',
)

const FIELDS = {
  name: z.string().trim().min(1).max(128),
  enabled: z.boolean(),
  issuer: visible(1_024).describe('The claim `iss` of the tokens, exactly as they contain it.'),
  jwks_url: z
    .string()
    .max(2_048)
    .refine(isKeyUrl, 'must be an https URL without user and password; http is accepted for loopback addresses')
    .nullable()
    .describe('URL of the public keys. Null, and no jwks: OpenID Connect discovery at the issuer finds it.'),
  jwks: z
    .looseObject({ keys: z.array(z.looseObject({})) })
    .superRefine((value, context) => {
      const keys = readKeySet(value)
      if (typeof keys === 'string') context.addIssue({ code: 'custom', message: keys })
    })
    .nullable()
    .describe('The public keys themselves, as a JSON Web Key Set. The gateway then sends no request to the issuer.'),
  audiences: z
    .array(text(512))
    .min(1)
    .max(20)
    .refine(unique, 'names an audience twice')
    .describe('The token must name one of these in `aud`.'),
  algorithms: z
    .array(z.enum(TOKEN_ALGORITHMS))
    .min(1)
    .max(TOKEN_ALGORITHMS.length)
    .refine(unique, 'names an algorithm twice')
    .describe('Accepted signature algorithms. Default: RS256 and ES256.'),
  max_lifetime_seconds: z
    .int()
    .min(60)
    .max(MAX_LIFETIME_SECONDS)
    .describe('Longest accepted time between `iat` and `exp`. Default: 86400.'),
  claims: z
    .record(claimName, z.union([pattern, z.array(pattern).min(1).max(50)]))
    .refine(hasFewMembers, `must have at most ${MAX_RULES} claims`)
    .describe(
      'Claims that the token must have, each with a value or a list of values. A value that ends with * matches every text with this start.',
    ),
  subject_claim: claimName.describe('The claim that names the caller. Default: sub.'),
  workspace_claim: claimName
    .nullable()
    .describe('The claim with the ID or slug of the workspace, such as portkey_workspace. Only without workspace_id.'),
  scopes: z
    .array(text(128))
    .max(200)
    .describe('What the tokens may do at most. Default: completions.write. GET /v1/scopes lists the scopes.'),
  scope_claim: claimName.nullable().describe('A token has those of `scopes` that this claim names. Null: all of them.'),
  metadata: z
    .record(
      text(128).refine((label) => label !== ISSUER_LABEL && label !== SUBJECT_LABEL, 'is set by the gateway'),
      claimName,
    )
    .refine(hasFewMembers, `must have at most ${MAX_RULES} labels`)
    .describe('Labels of every request, each with the claim that has its value. Callers cannot replace them.'),
  usage_limits: USAGE_LIMIT.nullish().describe('Budget of all tokens of this issuer together.'),
  rate_limits: RATE_LIMITS.nullish().describe('Rate limits of all tokens of this issuer together.'),
}

export const issuerBody = z.strictObject({
  name: FIELDS.name,
  enabled: FIELDS.enabled.default(true),
  issuer: FIELDS.issuer,
  jwks_url: FIELDS.jwks_url.default(null),
  jwks: FIELDS.jwks.default(null),
  audiences: FIELDS.audiences,
  algorithms: FIELDS.algorithms.default(['RS256', 'ES256']),
  max_lifetime_seconds: FIELDS.max_lifetime_seconds.default(86_400),
  claims: FIELDS.claims.default({}),
  subject_claim: FIELDS.subject_claim.default('sub'),
  workspace_claim: FIELDS.workspace_claim.default(null),
  scopes: FIELDS.scopes.default(['completions.write']),
  scope_claim: FIELDS.scope_claim.default(null),
  metadata: FIELDS.metadata.default({}),
  usage_limits: FIELDS.usage_limits,
  rate_limits: FIELDS.rate_limits,
  workspace_id: z
    .string()
    .max(128)
    .optional()
    .describe('The workspace of all tokens. Default: the default workspace, unless workspace_claim names it.'),
})

export const issuerChange = z.strictObject({
  name: FIELDS.name.optional(),
  enabled: FIELDS.enabled.optional(),
  issuer: FIELDS.issuer.optional(),
  jwks_url: FIELDS.jwks_url.optional(),
  jwks: FIELDS.jwks.optional(),
  audiences: FIELDS.audiences.optional(),
  algorithms: FIELDS.algorithms.optional(),
  max_lifetime_seconds: FIELDS.max_lifetime_seconds.optional(),
  claims: FIELDS.claims.optional(),
  subject_claim: FIELDS.subject_claim.optional(),
  workspace_claim: FIELDS.workspace_claim.optional(),
  scopes: FIELDS.scopes.optional(),
  scope_claim: FIELDS.scope_claim.optional(),
  metadata: FIELDS.metadata.optional(),
  usage_limits: FIELDS.usage_limits,
  rate_limits: FIELDS.rate_limits,
  reset_usage: RESET_USAGE,
  workspace_id: z.string().max(128).optional().describe('The workspace of the issuer. It cannot be changed.'),
})

export type GivenIssuer = z.infer<typeof issuerBody>
export type GivenIssuerChange = z.infer<typeof issuerChange>

export const issuerReply = z.object({
  object: z.literal('workload_issuer'),
  id: z.string(),
  organisation_id: z.string(),
  workspace_id: z.string().nullable().describe('Null: workspace_claim names the workspace.'),
  name: z.string(),
  enabled: z.boolean(),
  issuer: z.string(),
  jwks_url: z.string().nullable(),
  jwks: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }).nullable(),
  audiences: z.array(z.string()),
  algorithms: z.array(z.string()),
  max_lifetime_seconds: z.number(),
  claims: z.record(z.string(), z.array(z.string())),
  subject_claim: z.string(),
  workspace_claim: z.string().nullable(),
  scopes: z.array(z.string()),
  scope_claim: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  usage_limits: USAGE_LIMIT_REPLY,
  rate_limits: RATE_LIMITS_REPLY,
  last_used_at: z
    .string()
    .nullable()
    .describe('When a token of the issuer was last used, accurate to a few seconds. Null if never.'),
  created_by: z.string(),
  created_at: z.string(),
  last_updated_at: z.string(),
})

export const revocationBody = z
  .strictObject({
    jti: text(MAX_SUBJECT_CHARACTERS).optional().describe('The claim `jti` of one token.'),
    subject: text(MAX_SUBJECT_CHARACTERS).optional().describe('All tokens of this subject, also future ones.'),
    reason: text(512).optional(),
  })
  .refine(({ jti, subject }) => (jti === undefined) !== (subject === undefined), {
    path: ['jti'],
    message: 'send either jti or subject',
  })

export const revocationReply = z.object({
  object: z.literal('workload_revocation'),
  id: z.string(),
  issuer_id: z.string(),
  jti: z.string().nullable(),
  subject: z.string().nullable(),
  reason: z.string().nullable(),
  expires_at: z.string().nullable().describe('When every token with this jti has expired. Null for subjects.'),
  created_by: z.string(),
  created_at: z.string(),
})

type IssuerUse = { readonly spending?: Spending | null; readonly lastUsedAtMs?: number | undefined }

export function issuerOnWire(
  issuer: WorkloadIssuer,
  { spending = null, lastUsedAtMs }: IssuerUse = {},
): z.infer<typeof issuerReply> {
  const { settings } = issuer
  return {
    object: 'workload_issuer',
    id: issuer.id,
    organisation_id: issuer.organisationId,
    workspace_id: issuer.workspaceId,
    name: issuer.name,
    enabled: issuer.isEnabled,
    issuer: issuer.issuer,
    jwks_url: settings.jwksUrl,
    jwks: settings.jwks && { keys: settings.jwks.keys.map((key) => ({ ...key })) },
    audiences: [...settings.audiences],
    algorithms: [...settings.algorithms],
    max_lifetime_seconds: settings.maxLifetimeSeconds,
    claims: Object.fromEntries(Object.entries(settings.claims).map(([name, values]) => [name, [...values]])),
    subject_claim: settings.subjectClaim,
    workspace_claim: settings.workspaceClaim,
    scopes: [...settings.scopes],
    scope_claim: settings.scopeClaim,
    metadata: { ...settings.metadata },
    ...limitsOnWire(issuer.limits, spending),
    last_used_at: isoOrNull(lastUsedAtMs ?? null),
    created_by: issuer.createdBy,
    created_at: new Date(issuer.createdAtMs).toISOString(),
    last_updated_at: new Date(issuer.updatedAtMs).toISOString(),
  }
}

export function revocationOnWire(revocation: Revocation): z.infer<typeof revocationReply> {
  const { kind, value } = revocation
  return {
    object: 'workload_revocation',
    id: revocation.id,
    issuer_id: revocation.issuerId,
    jti: kind === 'jti' ? value : null,
    subject: kind === 'subject' ? value : null,
    reason: revocation.reason,
    expires_at: isoOrNull(revocation.expiresAtMs),
    created_by: revocation.createdBy,
    created_at: new Date(revocation.createdAtMs).toISOString(),
  }
}
