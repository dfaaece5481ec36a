/** Port for dashboard sessions. Only the hash of a session token is stored. */

/** `password`: a password or a passkey. `link`: a link of `gatehouse open`. */
export type SignInMethod = 'password' | 'link' | 'sso'
/** The second factor of the sign-in. `passkey_only`: a passkey without a password. */
export type SignInFactor = 'passkey' | 'totp' | 'recovery_code' | 'passkey_only'

export type Session = {
  readonly tokenHash: string
  readonly userId: string
  readonly createdAtMs: number
  readonly lastSeenAtMs: number
  readonly expiresAtMs: number
  readonly ip: string
  readonly userAgent: string | null
  readonly method: SignInMethod
  /** Set if `method` is `sso`. */
  readonly connectionId?: string
  /** The `sid` claim: the session at the identity provider. */
  readonly sid?: string
  /** The sealed ID token, for signing out at the identity provider. */
  readonly idToken?: string
  readonly factor?: SignInFactor
}

/** How the user signed in. It is stored on the session. */
export type SignInWay = Pick<Session, 'method' | 'connectionId' | 'sid' | 'idToken' | 'factor'>

export interface SessionStore {
  find(tokenHash: string): Promise<Session | undefined>
  /** Sessions of one user, most recently used first. */
  list(userId: string): Promise<readonly Session[]>
  /** Also updates when the user was last active. */
  insert(session: Session): Promise<void>
  /** Updates the last use of the session and of its user. */
  touch(tokenHash: string, atMs: number): Promise<void>
  remove(tokenHash: string): Promise<void>
  /**
   * Ends all sessions, unfinished sign-ins and unfinished device logins of a user. Called after a change of password or
   * role, and when the user is removed.
   */
  removeAll(userId: string): Promise<void>
  /** Like `removeAll`, but keeps one session. Resolves with the number of sessions that were ended. */
  removeOthers(userId: string, keptTokenHash: string): Promise<number>
  /**
   * Ends sessions and unfinished sign-ins of a connection: those with this `sid`, those of one user, or all. Resolves
   * with the number of sessions that were ended.
   */
  removeOfConnection(connectionId: string, which: { readonly sid?: string; readonly userId?: string }): Promise<number>
  /** Ends all sessions of the organisation except those by single sign-on and those of break-glass owners. */
  removeWithoutSso(organisationId: string): Promise<number>
  /** Deletes expired and idle sessions. */
  removeExpired(nowMs: number, idleSinceMs: number): Promise<void>
}
