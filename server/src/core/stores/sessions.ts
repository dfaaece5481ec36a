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
  /** Of one person, the one seen last first. */
  list(userId: string): Promise<readonly Session[]>
  /** Signing in is being active. */
  insert(session: Session): Promise<void>
  /** Also notes when its person was last active. */
  touch(tokenHash: string, atMs: number): Promise<void>
  remove(tokenHash: string): Promise<void>
  /** Every session of a person: at a change of password or role, and when the person is removed. */
  removeAll(userId: string): Promise<void>
  /** All but one; resolves with how many there were. */
  removeOthers(userId: string, keptTokenHash: string): Promise<number>
  /** Those that ended by themselves. */
  removeExpired(nowMs: number, idleSinceMs: number): Promise<void>
}
