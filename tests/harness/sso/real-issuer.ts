/** An OpenID Connect server for browser tests. Each implementation drives the pages of its server. */

import type { Page } from 'playwright-core'

export type IssuerUser = {
  readonly username: string
  readonly password: string
  readonly email: string
  readonly isVerified: boolean
  readonly groups: readonly string[]
}

/** The users that every server has when it starts. */
export const ISSUER_USERS = {
  ann: { username: 'ann', email: 'ann@acme.example', isVerified: true, groups: ['ai-platform'] },
  bob: { username: 'bob', email: 'bob@acme.example', isVerified: true, groups: [] },
  una: { username: 'una', email: 'una@acme.example', isVerified: false, groups: ['ai-platform'] },
} satisfies Record<string, Omit<IssuerUser, 'password'>>

export const ISSUER_PASSWORD = 'a-password-of-the-issuer'

/** The URLs of a connection, as the admin API returns them. */
export type Registration = {
  readonly redirect_url: string
  readonly post_logout_redirect_url: string
  readonly backchannel_logout_url: string
  readonly jwks_url: string | null
}

export interface RealIssuer extends AsyncDisposable {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** Space-separated, for the form of the dashboard. */
  readonly scopes: string
  /** Registers the URLs of a connection at the client. With a `jwks_url`, the client must use private_key_jwt. */
  register(connection: Registration): Promise<void>
  /** Call when the page shows the sign-in form of the server. */
  signIn(page: Page, username: keyof typeof ISSUER_USERS): Promise<void>
  /** Call on the page to which "Sign out" of the dashboard led; confirms if the server asks. */
  confirmSignOut(page: Page): Promise<void>
  /** Opens the sign-out page of the server itself and signs out there. */
  signOut(page: Page): Promise<void>
  setGroups(username: keyof typeof ISSUER_USERS, groups: readonly string[]): Promise<void>
  /** New tokens are signed with a new key. */
  rotateKey(): Promise<void>
}
