/** Port for dashboard sessions. Only the hash of a session token is stored. */

export type Session = {
  readonly tokenHash: string
  readonly userId: string
  readonly createdAtMs: number
  readonly lastSeenAtMs: number
  readonly expiresAtMs: number
  readonly ip: string
  readonly userAgent: string | null
}

export interface SessionStore {
  find(tokenHash: string): Promise<Session | undefined>
  /** Sessions of one user, most recently used first. */
  list(userId: string): Promise<readonly Session[]>
  /** Also updates when the user was last active. */
  insert(session: Session): Promise<void>
  /** Updates the last use of the session and of its user. */
  touch(tokenHash: string, atMs: number): Promise<void>
  remove(tokenHash: string): Promise<void>
  /** Ends every session and unfinished sign-in of a user: after a change of password or role, and when the user is removed. */
  removeAll(userId: string): Promise<void>
  /** Ends all sessions but one, and unfinished sign-ins; resolves with the number ended. */
  removeOthers(userId: string, keptTokenHash: string): Promise<number>
  /** Deletes expired and idle sessions. */
  removeExpired(nowMs: number, idleSinceMs: number): Promise<void>
}
