/** Single sign-on connections and group mappings in the admin API. */

export type SsoConnection = {
  readonly id: string
  readonly name: string
  readonly issuer: string
  readonly client_id: string
  readonly auth_method: 'client_secret' | 'private_key_jwt'
  readonly scopes: readonly string[]
  readonly claims: Readonly<Record<'email' | 'given_name' | 'family_name', string>> & { readonly groups: string | null }
  readonly domains: readonly string[]
  readonly trust_email: boolean
  readonly allow_new_users: boolean
  readonly default_role: string
  readonly is_enabled: boolean
  readonly tested_at: string | null
  readonly redirect_url: string
  readonly post_logout_redirect_url: string
  readonly backchannel_logout_url: string
  readonly jwks_url: string | null
}

export type GroupMapping = {
  readonly id: string
  readonly group_name: string
  readonly organisation_role: string | null
  readonly workspace_id: string | null
  readonly workspace_role: string | null
}

export const CONNECTIONS = '/admin/sso-connections'
export const MAPPINGS = '/admin/group-mappings'
