/** Signed-in sessions; the token itself is stored nowhere. */

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
  insert(session: Session): Promise<void>
  touch(tokenHash: string, atMs: number): Promise<void>
  remove(tokenHash: string): Promise<void>
  /** Every session of a person: at a change of password or role, and when the person is removed. */
  removeAll(userId: string): Promise<void>
  /** Those that ended by themselves. */
  removeExpired(nowMs: number, idleSinceMs: number): Promise<void>
}
