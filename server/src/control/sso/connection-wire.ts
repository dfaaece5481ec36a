/** Request and response format of single sign-on connections. Secrets are never returned. */

import { z } from 'zod'
import type { SsoConnection } from '../../core/stores/sso.ts'
import { organisationRoleSchema } from '../users/user-wire.ts'

const MAX_DOMAINS = 100
const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/
const CLAIM = /^[\x21-\x7e]{1,128}$/

const claimName = z.string().regex(CLAIM, 'must have 1 to 128 visible characters without spaces')

const FIELDS = {
  name: z.string().trim().min(1).max(128),
  issuer: z
    .string()
    .max(2_048)
    .refine(isIssuer, 'must be an https URL without user, query and fragment')
    .describe('Issuer identifier. The gateway reads its settings from /.well-known/openid-configuration below it.'),
  client_id: z.string().trim().min(1).max(512),
  client_secret: z
    .string()
    .regex(/^[\x21-\x7e]{1,1024}$/, 'must have 1 to 1024 visible characters without spaces')
    .describe('It is encrypted and never returned.'),
  auth_method: z
    .enum(['client_secret', 'private_key_jwt'])
    .describe('How the gateway authenticates. For `private_key_jwt` it creates a key; `jwks_url` has the public part.'),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/, 'must be a scope'))
    .max(20)
    .refine((scopes) => scopes.includes('openid'), 'must contain openid'),
  claims: z.strictObject({
    email: claimName.optional(),
    given_name: claimName.optional(),
    family_name: claimName.optional(),
    groups: claimName
      .nullish()
      .describe(
        'A path such as `realm_access.roles` names a nested claim. A missing claim means no groups. Null: a sign-in leaves roles as they are, for groups that come from SCIM.',
      ),
  }),
  domains: z
    .array(z.string().trim().toLowerCase().regex(DOMAIN, 'must be a domain such as example.com'))
    .max(MAX_DOMAINS)
    .describe('Domains of e-mail addresses that sign in here. A domain belongs to one connection.'),
  trust_email: z
    .boolean()
    .describe(
      'Accept e-mail addresses without `email_verified`. Only for identity providers that control all addresses of these domains, such as Entra ID.',
    ),
  allow_new_users: z.boolean().describe('Create a user at the first sign-in.'),
  default_role: organisationRoleSchema
    .refine((role) => role !== 'owner', 'must not be owner')
    .describe(
      'Organisation role of new users: `admin`, `member`, or the slug of a custom role. Group mappings can raise it.',
    ),
  is_enabled: z.boolean().describe('Users can sign in with it.'),
}

const DEFAULT_SCOPES = ['openid', 'email', 'profile']
export const DEFAULT_CLAIMS = { email: 'email', givenName: 'given_name', familyName: 'family_name', groups: 'groups' }

export const connectionBody = z.strictObject({
  name: FIELDS.name,
  issuer: FIELDS.issuer,
  client_id: FIELDS.client_id,
  client_secret: FIELDS.client_secret.optional(),
  auth_method: FIELDS.auth_method.default('client_secret'),
  scopes: FIELDS.scopes.default(DEFAULT_SCOPES),
  claims: FIELDS.claims.default({}),
  domains: FIELDS.domains.default([]),
  trust_email: FIELDS.trust_email.default(false),
  allow_new_users: FIELDS.allow_new_users.default(false),
  default_role: FIELDS.default_role.default('member'),
  is_enabled: FIELDS.is_enabled.default(false),
})

export const connectionChange = z
  .strictObject({
    name: FIELDS.name.optional(),
    issuer: FIELDS.issuer.optional().describe('A change unlinks all users of the connection and needs client_secret.'),
    client_id: FIELDS.client_id.optional(),
    client_secret: FIELDS.client_secret.optional(),
    auth_method: FIELDS.auth_method.optional(),
    scopes: FIELDS.scopes.optional(),
    claims: FIELDS.claims.optional().describe('Omitted claims stay unchanged.'),
    domains: FIELDS.domains.optional(),
    trust_email: FIELDS.trust_email.optional(),
    allow_new_users: FIELDS.allow_new_users.optional(),
    default_role: FIELDS.default_role.optional(),
    is_enabled: FIELDS.is_enabled.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'send a field to change')

export const connectionReply = z.object({
  object: z.literal('sso_connection'),
  id: z.string(),
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  auth_method: z.enum(['client_secret', 'private_key_jwt']),
  scopes: z.array(z.string()),
  claims: z.object({
    email: z.string(),
    given_name: z.string(),
    family_name: z.string(),
    groups: z.string().nullable(),
  }),
  domains: z.array(z.string()),
  trust_email: z.boolean(),
  allow_new_users: z.boolean(),
  default_role: z.string(),
  is_enabled: z.boolean(),
  tested_at: z.string().nullable().describe('Last successful test with the current settings.'),
  redirect_url: z.string().describe('Register it at the identity provider as redirect URI.'),
  post_logout_redirect_url: z.string().describe('Register it as post-logout redirect URI.'),
  backchannel_logout_url: z.string().describe('Register it as back-channel logout URI.'),
  jwks_url: z.string().nullable().describe('Public key of `private_key_jwt`.'),
  created_at: z.string(),
  last_updated_at: z.string(),
})

export function connectionOnWire(connection: SsoConnection, baseUrl: string): z.infer<typeof connectionReply> {
  const { id, settings } = connection
  return {
    object: 'sso_connection',
    id,
    name: connection.name,
    issuer: connection.issuer,
    client_id: connection.clientId,
    auth_method: connection.authMethod,
    scopes: [...settings.scopes],
    claims: {
      email: settings.claims.email,
      given_name: settings.claims.givenName,
      family_name: settings.claims.familyName,
      groups: settings.claims.groups,
    },
    domains: [...connection.domains],
    trust_email: settings.trustEmail,
    allow_new_users: settings.allowNewUsers,
    default_role: settings.defaultRole,
    is_enabled: connection.isEnabled,
    tested_at: connection.testedAtMs === null ? null : new Date(connection.testedAtMs).toISOString(),
    redirect_url: redirectUrl(baseUrl),
    post_logout_redirect_url: postLogoutUrl(baseUrl),
    backchannel_logout_url: `${baseUrl}/v1/sso/logout/${id}`,
    jwks_url: connection.authMethod === 'private_key_jwt' ? `${baseUrl}/v1/sso/keys/${id}` : null,
    created_at: new Date(connection.createdAtMs).toISOString(),
    last_updated_at: new Date(connection.updatedAtMs).toISOString(),
  }
}

/** The dashboard page that sends the parameters to POST /v1/sso/callback. */
export function redirectUrl(baseUrl: string): string {
  return `${baseUrl}/sso/callback`
}

export function postLogoutUrl(baseUrl: string): string {
  return `${baseUrl}/`
}

/** http is for identity providers on this machine or in a private network. The egress rules check every request. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return false
  return /^https?:$/.test(url.protocol) && !text.includes('?') && !text.includes('#')
}
