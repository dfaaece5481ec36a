/** Ports for single sign-on: connections, the identities of users in them, and pending sign-ins. */

import type { Listed, Page } from './reach.ts'
import type { OrganisationRole } from './users.ts'

export const MAX_SSO_CONNECTIONS = 100

/** One OpenID Connect issuer that users sign in with. */
export type SsoConnection = {
  readonly id: string
  readonly organisationId: string
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly authMethod: 'client_secret' | 'private_key_jwt'
  /** Encrypted client secret, or encrypted private key as a JWK. */
  readonly sealed: string
  /** JWK with its `kid`; null without private_key_jwt. */
  readonly publicKey: Readonly<Record<string, unknown>> | null
  readonly settings: SsoSettings
  /** Lower case. Sorted. */
  readonly domains: readonly string[]
  readonly isEnabled: boolean
  /** The role of whoever saved it last. A user with a higher role is not linked by e-mail address. */
  readonly savedByRole: 'owner' | 'admin' | 'member'
  /** Last successful test with the current settings. */
  readonly testedAtMs: number | null
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export type SsoSettings = {
  readonly scopes: readonly string[]
  readonly claims: Readonly<Record<'email' | 'givenName' | 'familyName', string>> & {
    /** Null: the groups do not come from this connection, so a sign-in leaves roles as they are. */
    readonly groups: string | null
  }
  /** True: accepts an e-mail address without `email_verified: true`. */
  readonly trustEmail: boolean
  /** True: creates a user at the first sign-in. */
  readonly allowNewUsers: boolean
  /** Never `owner`. */
  readonly defaultRole: OrganisationRole
}

export function ssoConnectionContext({ id, organisationId }: Pick<SsoConnection, 'id' | 'organisationId'>): string {
  return `sso_connections/sealed/${organisationId}/${id}`
}

export interface SsoConnectionStore {
  find(organisationId: string, id: string): Promise<SsoConnection | undefined>
  /** For requests that are not authenticated yet. */
  findById(id: string): Promise<SsoConnection | undefined>
  findByDomain(domain: string): Promise<SsoConnection | undefined>
  list(organisationId: string, page: Page): Promise<Listed<SsoConnection>>
  countEnabled(organisationId: string): Promise<number>
  /** Fails with `conflict` if a domain belongs to another connection. */
  insert(connection: SsoConnection): Promise<void>
  update(connection: SsoConnection): Promise<void>
  remove(id: string): Promise<void>
}

export type SsoIdentity = {
  readonly connectionId: string
  /** The `sub` claim. */
  readonly subject: string
  readonly userId: string
  /** Groups sent by the last sign-in; null: it sent none. */
  readonly groups: readonly string[] | null
  readonly createdAtMs: number
}

export interface SsoIdentityStore {
  find(connectionId: string, subject: string): Promise<SsoIdentity | undefined>
  ofUser(userId: string): Promise<SsoIdentity | undefined>
  ofUsers(userIds: readonly string[]): Promise<readonly SsoIdentity[]>
  /** Users of the organisation whose last sign-in sent this group, compared exactly. */
  usersInGroup(organisationId: string, group: string): Promise<readonly string[]>
  setGroups(connectionId: string, subject: string, groups: readonly string[] | null): Promise<void>
  insert(identity: SsoIdentity): Promise<void>
  /** Call after a change of the issuer, because the subjects of the old issuer no longer identify users. */
  removeAll(connectionId: string): Promise<void>
}

export type SsoState = {
  readonly hash: string
  readonly connectionId: string
  /** `logout_token`: the `jti` of a logout token that was used. */
  readonly kind: 'sign_in' | 'test' | 'logout_token'
  readonly browserHash: string | null
  readonly sealed: string | null
  readonly expiresAtMs: number
}

export interface SsoStateStore {
  /** False if the hash already exists. Also deletes expired rows. */
  insert(state: SsoState, nowMs: number): Promise<boolean>
  count(): Promise<number>
  /** Deletes and returns the state, so that each state works once. */
  take(hash: string): Promise<SsoState | undefined>
}
